(package_clause (package_identifier) @package)

(import_spec name: (_)? @alias path: (_) @path) @import

(function_declaration name: (identifier) @name result: (_)? @result) @definition.function

(method_declaration
  receiver: (parameter_list
    (parameter_declaration
      type: [
        (type_identifier) @receiver
        (generic_type type: (type_identifier) @receiver)
        (pointer_type (type_identifier) @receiver)
        (pointer_type (generic_type type: (type_identifier) @receiver))
      ]))
  name: (field_identifier) @name
  result: (_)? @result) @definition.method

(type_spec name: (type_identifier) @name type: (struct_type (field_declaration_list) @body)) @definition.struct
(type_spec name: (type_identifier) @name type: (interface_type) @body) @definition.interface
(type_spec name: (type_identifier) @name) @definition.type
(type_alias name: (type_identifier) @name) @definition.type

(method_elem name: (field_identifier) @name result: (_)? @result) @definition.method
(field_declaration name: (field_identifier) @name type: (_) @result) @definition.field

(const_spec name: (identifier) @name type: (_)? @result) @definition.constant
(var_spec name: (identifier) @name type: (_)? @result) @definition.variable

(source_file (const_declaration) @data)
(source_file (var_declaration) @data)

; An embedded type lends its methods: the nearest thing Go has to inheritance.
(field_declaration !name type: (type_identifier) @name @reference.inherit)
(field_declaration !name type: (qualified_type package: (_) @receiver name: (_) @name) @reference.inherit)
(field_declaration !name type: (generic_type type: (type_identifier) @name) @reference.inherit)
(interface_type (type_elem . (type_identifier) @name @reference.inherit .))
(interface_type (type_elem . (qualified_type package: (_) @receiver name: (_) @name) @reference.inherit .))

(call_expression function: (identifier) @name) @reference.call
(call_expression function: (selector_expression operand: (_) @receiver field: (field_identifier) @name)) @reference.call
(call_expression function: (type_instantiation_expression type: (type_identifier) @name)) @reference.call
(call_expression function: (parenthesized_expression (identifier) @name)) @reference.call

(qualified_type package: (package_identifier) @receiver name: (type_identifier) @name) @reference.type
(type_identifier) @name @reference.type
