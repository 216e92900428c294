(class_definition name: (_) @name) @definition.class
(object_definition name: (_) @name) @definition.class
(package_object name: (_) @name) @definition.module
(trait_definition name: (_) @name) @definition.trait
(enum_definition name: (_) @name) @definition.enum
(simple_enum_case name: (_) @name) @definition.enum_member
(full_enum_case name: (_) @name) @definition.enum_member
(type_definition name: (_) @name) @definition.type

(function_definition name: (_) @name) @definition.function
(function_declaration name: (_) @name) @definition.function
(extension_definition parameters: (parameters (parameter type: [
  (type_identifier) @name
  (generic_type type: (type_identifier) @name)
  (stable_type_identifier (type_identifier) @name .)
  (generic_type type: (stable_type_identifier (type_identifier) @name .))
]))) @container

; A rule drops what stands in a block.
(val_definition pattern: [
  (identifier) @name
  (identifiers (identifier) @name)
  (tuple_pattern (identifier) @name)
]) @definition.variable
(var_definition pattern: [
  (identifier) @name
  (identifiers (identifier) @name)
  (tuple_pattern (identifier) @name)
]) @definition.variable
(val_declaration name: (_) @name) @definition.variable
(var_declaration name: (_) @name) @definition.variable
(given_definition name: (_) @name return_type: (_)? @result) @definition.variable
(given_definition !name return_type: (_) @name @result) @definition.variable
(class_parameter ["val" "var"] name: (identifier) @name) @definition.field
(class_definition "case" class_parameters: (_ (class_parameter name: (identifier) @name) @definition.field))

(package_clause name: (_) @package)

; The rule for imports finds the path of each of these.
(import_declaration path: (identifier) @name @import)
(import_declaration (namespace_wildcard) @name @import)
(import_declaration (as_renamed_identifier name: (_) @name alias: (_) @alias) @import)
(import_declaration (namespace_selectors [(identifier) (namespace_wildcard)] @name @import))
(import_declaration (namespace_selectors (as_renamed_identifier name: (_) @name alias: (_) @alias) @import))
(import_declaration (namespace_selectors (arrow_renamed_identifier name: (_) @name alias: (_) @alias) @import))

(compilation_unit [(val_definition) (var_definition)] @data)
(class_definition body: (_ [(val_definition) (var_definition)] @data))
(object_definition body: (_ [(val_definition) (var_definition)] @data))
(package_object body: (_ [(val_definition) (var_definition)] @data))
(trait_definition body: (_ [(val_definition) (var_definition)] @data))
(enum_definition) @data

(type_parameters name: (identifier) @type_parameter)
(covariant_type_parameter name: (identifier) @type_parameter)
(contravariant_type_parameter name: (identifier) @type_parameter)

(extends_clause type: [
  (type_identifier) @name
  (generic_type type: (type_identifier) @name)
  (stable_type_identifier (_) @receiver (type_identifier) @name .)
  (generic_type type: (stable_type_identifier (_) @receiver (type_identifier) @name .))
]) @reference.inherit

(instance_expression [
  (type_identifier) @name
  (generic_type type: (type_identifier) @name)
  (stable_type_identifier (_) @receiver (type_identifier) @name .)
  (generic_type type: (stable_type_identifier (_) @receiver (type_identifier) @name .))
]) @reference.call
(call_expression function: [
  (identifier) @name
  (field_expression value: (_) @receiver field: (identifier) @name)
]) @reference.call
(generic_function function: [
  (identifier) @name
  (field_expression value: (_) @receiver field: (identifier) @name)
]) @reference.call
(infix_expression left: (_) @receiver operator: (identifier) @name) @reference.call

(stable_type_identifier (_) @receiver (type_identifier) @name .) @reference.type
(type_identifier) @name @reference.type
