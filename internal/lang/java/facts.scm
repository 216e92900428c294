(class_declaration name: (identifier) @name) @definition.class
(record_declaration name: (identifier) @name parameters: (_) @params) @definition.class
(interface_declaration name: (identifier) @name) @definition.interface
(annotation_type_declaration name: (identifier) @name) @definition.interface
(enum_declaration name: (identifier) @name) @definition.enum
(enum_constant name: (identifier) @name) @definition.enum_member
(module_declaration name: (_) @name) @definition.module

(method_declaration type: (_) @result name: (identifier) @name) @definition.method
(annotation_type_element_declaration type: (_) @result name: (identifier) @name) @definition.method
(constructor_declaration name: (identifier) @name) @definition.constructor
(compact_constructor_declaration name: (identifier) @name) @definition.constructor

; A field that is static and final becomes a constant by rule.
(field_declaration declarator: (variable_declarator name: (identifier) @name)) @definition.field
(constant_declaration declarator: (variable_declarator name: (identifier) @name)) @definition.constant

; The components of a record are its fields.
(record_declaration parameters: (_ (formal_parameter name: (identifier) @name) @definition.field))
(record_declaration parameters: (_ (spread_parameter . (_) @result (variable_declarator name: (identifier) @name)) @definition.field))

(package_declaration [(identifier) (scoped_identifier)] @package)
(import_declaration [(identifier) (scoped_identifier)] @path (asterisk)? @name) @import
(requires_module_directive module: (_) @path) @import

(class_declaration body: (_ (field_declaration declarator: (_ value: (_))) @data))
(record_declaration body: (_ (field_declaration declarator: (_ value: (_))) @data))
(constant_declaration) @data
(enum_declaration) @data

(type_parameter . (type_identifier) @type_parameter)

(superclass [
  (type_identifier) @name
  (generic_type (type_identifier) @name)
  (scoped_type_identifier (_) @receiver (type_identifier) @name .)
  (generic_type (scoped_type_identifier (_) @receiver (type_identifier) @name .))
]) @reference.inherit
(permits (type_list (type_identifier) @name)) @reference.type
(type_list [
  (type_identifier) @name
  (generic_type (type_identifier) @name)
  (scoped_type_identifier (_) @receiver (type_identifier) @name .)
  (generic_type (scoped_type_identifier (_) @receiver (type_identifier) @name .))
]) @reference.inherit

(method_invocation object: (_)? @receiver name: (identifier) @name) @reference.call
(object_creation_expression type: [
  (type_identifier) @name
  (generic_type (type_identifier) @name)
  (scoped_type_identifier (_) @receiver (type_identifier) @name .)
  (generic_type (scoped_type_identifier (_) @receiver (type_identifier) @name .))
]) @reference.call
(method_reference . (identifier) @name "new") @reference.call
(method_reference . (_) @receiver (identifier) @name .) @reference.call

(annotation name: (identifier) @name) @reference.type
(marker_annotation name: (identifier) @name) @reference.type
(record_pattern . (identifier) @name) @reference.type
(scoped_type_identifier (_) @receiver (type_identifier) @name .) @reference.type
(type_identifier) @name @reference.type
