(namespace_declaration name: (_) @name) @definition.namespace
; A file-scoped namespace holds the rest of the file, though not in the tree.
(compilation_unit (file_scoped_namespace_declaration name: (_) @name)) @definition.namespace
(preproc_if (file_scoped_namespace_declaration name: (_) @name)) @definition.namespace

(class_declaration name: (identifier) @name (parameter_list)? @params) @definition.class
(struct_declaration name: (identifier) @name (parameter_list)? @params) @definition.struct
(record_declaration "struct" name: (identifier) @name (parameter_list)? @params) @definition.struct
(record_declaration name: (identifier) @name (parameter_list)? @params) @definition.class
(interface_declaration name: (identifier) @name) @definition.interface
(enum_declaration name: (identifier) @name) @definition.enum
(enum_member_declaration name: (identifier) @name) @definition.enum_member
(delegate_declaration type: (_) @result name: (identifier) @name parameters: (_) @params) @definition.type

(method_declaration returns: (_) @result name: (identifier) @name) @definition.method
(local_function_statement type: (_) @result name: (identifier) @name) @definition.function
(constructor_declaration name: (identifier) @name) @definition.constructor
(destructor_declaration name: (identifier) @name) @definition.method
(operator_declaration type: (_) @result operator: _ @name) @definition.method
(conversion_operator_declaration type: (_) @name @result) @definition.method

(property_declaration name: (identifier) @name
  accessors: (_)? @body value: (arrow_expression_clause)? @body) @definition.property
(indexer_declaration "this" @name parameters: (_) @params
  accessors: (_)? @body value: (_)? @body) @definition.property
(event_declaration name: (identifier) @name accessors: (_)? @body) @definition.property
(event_field_declaration (variable_declaration type: (_) @result (variable_declarator name: (identifier) @name))) @definition.property
(field_declaration (variable_declaration type: (_) @result (variable_declarator name: (identifier) @name))) @definition.field
(record_declaration (parameter_list (parameter name: (identifier) @name) @definition.property))

(using_directive name: (_) @alias (_) @path) @import
(using_directive !name (_) @path) @import

(field_declaration (variable_declaration (variable_declarator "="))) @data
(enum_declaration) @data

(type_parameter name: (identifier) @type_parameter)

(base_list [
  (identifier) @name
  (generic_name . (identifier) @name)
  (qualified_name qualifier: (_) @receiver name: [(identifier) @name (generic_name . (identifier) @name)])
  (primary_constructor_base_type type: [
    (identifier) @name
    (generic_name . (identifier) @name)
    (qualified_name qualifier: (_) @receiver name: [(identifier) @name (generic_name . (identifier) @name)])
  ])
]) @reference.inherit

(invocation_expression function: [
  (identifier) @name
  (generic_name . (identifier) @name)
  (member_access_expression expression: _ @receiver name: [(identifier) @name (generic_name . (identifier) @name)])
  (conditional_access_expression condition: (_) @receiver
    (member_binding_expression name: [(identifier) @name (generic_name . (identifier) @name)]))
]) @reference.call
(object_creation_expression type: [
  (identifier) @name
  (generic_name . (identifier) @name)
  (qualified_name qualifier: (_) @receiver name: [(identifier) @name (generic_name . (identifier) @name)])
]) @reference.call

(attribute name: (identifier) @name) @reference.type
(explicit_interface_specifier (identifier) @name) @reference.type
(type_argument_list (identifier) @name) @reference.type
(negated_pattern (constant_pattern (identifier) @name)) @reference.type
(qualified_name qualifier: (_) @receiver name: [(identifier) @name (generic_name . (identifier) @name)]) @reference.type
(alias_qualified_name alias: (_) @receiver name: [(identifier) @name (generic_name . (identifier) @name)]) @reference.type
(generic_name . (identifier) @name) @reference.type
returns: (identifier) @name @reference.type
type: (identifier) @name @reference.type
