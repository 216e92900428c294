(abstract_class_declaration name: (_) @name) @definition.class
(interface_declaration name: (_) @name) @definition.interface
(type_alias_declaration name: (_) @name) @definition.type
(enum_declaration name: (_) @name) @definition.enum
(enum_body name: (_) @name @definition.enum_member)
(enum_assignment name: (_) @name) @definition.enum_member
(module name: (_) @name) @definition.namespace
(internal_module name: (_) @name) @definition.namespace
(ambient_declaration "global" @name (statement_block) @body) @definition.namespace
(function_signature name: (identifier) @name) @definition.function

(class_body [
  (method_signature name: (_) @name)
  (abstract_method_signature name: (_) @name)
  (public_field_definition
    name: (_) @name
    value: [(arrow_function) (function_expression) (generator_function)] @function)
] @definition.method)
(class_body (public_field_definition name: (_) @name) @definition.field)
; Parameters of a constructor that are fields as well.
([
  (required_parameter [(accessibility_modifier) (override_modifier) "readonly"] pattern: (identifier) @name)
  (optional_parameter [(accessibility_modifier) (override_modifier) "readonly"] pattern: (identifier) @name)
] @definition.field @member)

; Members of object types elsewhere, such as in a parameter's type, are no symbols.
[
  (interface_body (method_signature name: (_) @name) @definition.method)
  (type_alias_declaration value: (object_type (method_signature name: (_) @name) @definition.method))
  (type_alias_declaration value: (intersection_type (object_type (method_signature name: (_) @name) @definition.method)))
]
[
  (interface_body (property_signature name: (_) @name) @definition.property)
  (type_alias_declaration value: (object_type (property_signature name: (_) @name) @definition.property))
  (type_alias_declaration value: (intersection_type (object_type (property_signature name: (_) @name) @definition.property)))
]
(interface_body (construct_signature "new" @name type: (_)? @result) @definition.constructor)

(import_statement (import_require_clause (identifier) @alias source: (string) @path) @import)
(import_alias (identifier) @alias [(identifier) (nested_identifier)] @path) @import

(enum_declaration) @data
(class_body (public_field_definition value: (_ !body)) @data)

(type_parameter name: (type_identifier) @type_parameter)
(infer_type (type_identifier) @type_parameter)
(mapped_type_clause name: (type_identifier) @type_parameter)

(extends_clause value: (identifier) @name) @reference.inherit
(extends_clause value: (member_expression object: (_) @receiver property: (_) @name)) @reference.inherit
(implements_clause [
  (type_identifier) @name
  (nested_type_identifier module: (_) @receiver name: (_) @name)
  (generic_type name: (type_identifier) @name)
  (generic_type name: (nested_type_identifier module: (_) @receiver name: (_) @name))
]) @reference.inherit
(extends_type_clause [
  (type_identifier) @name
  (nested_type_identifier module: (_) @receiver name: (_) @name)
  (generic_type name: (type_identifier) @name)
  (generic_type name: (nested_type_identifier module: (_) @receiver name: (_) @name))
]) @reference.inherit

(nested_type_identifier module: (_) @receiver name: (type_identifier) @name) @reference.type
(type_identifier) @name @reference.type
(type_query (identifier) @name) @reference.type
