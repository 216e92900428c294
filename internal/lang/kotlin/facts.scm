(class_declaration "interface" name: (identifier) @name (class_body)? @body) @definition.interface
(class_declaration (modifiers (class_modifier "enum")) name: (identifier) @name
  (primary_constructor (class_parameters) @params)? (enum_class_body)? @body) @definition.enum
(class_declaration name: (identifier) @name
  (primary_constructor (class_parameters) @params)? (class_body)? @body) @definition.class
(object_declaration name: (identifier) @name (class_body)? @body) @definition.class
(companion_object name: (identifier) @name (class_body)? @body) @definition.class
(enum_entry (identifier) @name (class_body)? @body) @definition.enum_member
(type_alias type: (identifier) @name) @definition.type

; A companion object without a name is not seen: its members are called as those of the class.

(function_declaration
  [
    (user_type (identifier) @receiver .)
    (user_type (identifier) @receiver . (type_arguments) .)
    (nullable_type (user_type (identifier) @receiver .))
    (nullable_type (user_type (identifier) @receiver . (type_arguments) .))
  ]
  name: (identifier) @name
  (function_value_parameters) @params
  . [(user_type) (nullable_type) (function_type) (parenthesized_type) (non_nullable_type)]? @result
  (function_body)? @body) @definition.method
(function_declaration
  name: (identifier) @name
  (function_value_parameters) @params
  . [(user_type) (nullable_type) (function_type) (parenthesized_type) (non_nullable_type)]? @result
  (function_body)? @body) @definition.function
(secondary_constructor "constructor" @name (function_value_parameters) @params (block)? @body) @definition.constructor

; A rule drops what stands in a block and makes variables of those at the top of a file.
(class_parameter ["val" "var"] (identifier) @name . (_) @result) @definition.property
(property_declaration
  [
    (user_type (identifier) @receiver .)
    (user_type (identifier) @receiver . (type_arguments) .)
    (nullable_type (user_type (identifier) @receiver .))
    (nullable_type (user_type (identifier) @receiver . (type_arguments) .))
  ]
  (variable_declaration (identifier) @name . (_)? @result)) @definition.property
(property_declaration (variable_declaration (identifier) @name . (_)? @result)) @definition.property
(property_declaration (multi_variable_declaration (variable_declaration (identifier) @name . (_)? @result))) @definition.property

(package_header (qualified_identifier) @package)
(import (qualified_identifier) @path "*"? @name (identifier)? @alias) @import

(source_file (property_declaration ["=" (property_delegate)]) @data)
(class_declaration (class_body (property_declaration "=") @data))
(object_declaration (class_body (property_declaration "=") @data))
(companion_object (class_body (property_declaration "=") @data))
(class_declaration (enum_class_body)) @data

(type_parameter (identifier) @type_parameter)

; An object expression makes a value, so it does not make what is around it a subtype.
(object_literal (delegation_specifiers (delegation_specifier [
  (constructor_invocation (user_type (identifier) @name .))
  (constructor_invocation (user_type (identifier) @name . (type_arguments) .))
]))) @reference.call
(object_literal (delegation_specifiers (delegation_specifier [
  (user_type (identifier) @name .)
  (user_type (identifier) @name . (type_arguments) .)
]))) @reference.type
(delegation_specifier [
  (user_type (identifier) @name .)
  (user_type (identifier) @name . (type_arguments) .)
  (_ (user_type (identifier) @name .))
  (_ (user_type (identifier) @name . (type_arguments) .))
]) @reference.inherit

(call_expression . (identifier) @name) @reference.call
(call_expression . (navigation_expression (_) @receiver (identifier) @name .)) @reference.call
(infix_expression . (_) @receiver . (identifier) @name . (_)) @reference.call
(navigation_expression (_) @receiver "::" (identifier) @name .) @reference.call
(callable_reference (_)? @receiver "::" (identifier) @name .) @reference.call

; The grammar reads f<T>(x), with one argument, as two comparisons.
(binary_expression
  left: (binary_expression
    left: [(identifier) @name (navigation_expression (_) @receiver (identifier) @name .)]
    operator: "<")
  operator: ">"
  right: [(parenthesized_expression) (lambda_literal)]) @reference.call
(binary_expression
  left: (binary_expression operator: "<" right: (identifier) @name)
  operator: ">"
  right: [(parenthesized_expression) (lambda_literal)]) @reference.type

(user_type (identifier) @name .) @reference.type
(user_type (identifier) @name . (type_arguments) .) @reference.type
