; A function that returns a new struct is a generic type.
(function_declaration
  name: (identifier) @name
  (parameters) @params
  type: (_) @result
  body: (block
    (expression_statement
      (return_expression [(struct_declaration) (union_declaration) (enum_declaration) (opaque_declaration)])))) @definition.struct
(function_declaration name: (identifier) @name (parameters) @params type: (_)? @result) @definition.function
(test_declaration . [(string) (identifier)] @name (block) @body) @definition.function

(variable_declaration . (identifier) @name (struct_declaration) @body) @definition.struct
(variable_declaration . (identifier) @name (union_declaration) @body) @definition.struct
(variable_declaration . (identifier) @name (opaque_declaration) @body) @definition.struct
(variable_declaration . (identifier) @name (enum_declaration) @body) @definition.enum
(variable_declaration . (identifier) @name (error_set_declaration) @body) @definition.enum
(variable_declaration "const" . (identifier) @name) @definition.constant
(variable_declaration "var" . (identifier) @name) @definition.variable

(enum_declaration (container_field name: (identifier) @name) @definition.enum_member)
(error_set_declaration (identifier) @name @definition.enum_member)
(container_field name: (identifier) @name) @definition.field

(parameter name: (identifier) @type_parameter type: (builtin_type) @_type (#eq? @_type "type"))

(variable_declaration . (identifier) @alias
  [
    (builtin_function (builtin_identifier) @_import (arguments (string) @path))
    (field_expression
      object: (builtin_function (builtin_identifier) @_import (arguments (string) @path))
      member: (identifier) @name)
  ]
  (#eq? @_import "@import")) @import
(using_namespace_declaration
  (builtin_function (builtin_identifier) @_import (arguments (string) @path))
  (#eq? @_import "@import")) @import

(enum_declaration) @data
(error_set_declaration) @data
(source_file
  (variable_declaration . (identifier)
    [
      (integer) (float) (string) (multiline_string) (character) (boolean) (unary_expression) (binary_expression)
      (struct_initializer) (anonymous_struct_initializer)
    ]) @data)
(struct_declaration
  (variable_declaration . (identifier)
    [
      (integer) (float) (string) (multiline_string) (character) (boolean) (unary_expression) (binary_expression)
      (struct_initializer) (anonymous_struct_initializer)
    ]) @data)

(call_expression function: (identifier) @name) @reference.call
(call_expression function: (field_expression object: (_)? @receiver member: (identifier) @name)) @reference.call

; Types are expressions: a name is one by where it stands.
(parameter type: [(identifier) @name (field_expression object: (_) @receiver member: (_) @name)]) @reference.type
(container_field type: [(identifier) @name (field_expression object: (_) @receiver member: (_) @name)]) @reference.type
(variable_declaration type: [(identifier) @name (field_expression object: (_) @receiver member: (_) @name)]) @reference.type
(function_declaration type: [(identifier) @name (field_expression object: (_) @receiver member: (_) @name)]) @reference.type
(function_signature type: [(identifier) @name (field_expression object: (_) @receiver member: (_) @name)]) @reference.type
(pointer_type [(identifier) @name (field_expression object: (_) @receiver member: (_) @name)] .) @reference.type
(slice_type [(identifier) @name (field_expression object: (_) @receiver member: (_) @name)] .) @reference.type
(array_type [(identifier) @name (field_expression object: (_) @receiver member: (_) @name)] .) @reference.type
(nullable_type [(identifier) @name (field_expression object: (_) @receiver member: (_) @name)]) @reference.type
(error_union_type [(identifier) @name (field_expression object: (_) @receiver member: (_) @name)]) @reference.type
(struct_initializer . [(identifier) @name (field_expression object: (_) @receiver member: (_) @name)]) @reference.type
