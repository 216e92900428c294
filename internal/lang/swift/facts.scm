(class_declaration declaration_kind: "class" name: (type_identifier) @name) @definition.class
(class_declaration declaration_kind: "actor" name: (type_identifier) @name) @definition.class
(class_declaration declaration_kind: "struct" name: (type_identifier) @name) @definition.struct
(class_declaration declaration_kind: "enum" name: (type_identifier) @name) @definition.enum
(class_declaration declaration_kind: "extension" name: (user_type (type_identifier) @name . (type_arguments) .)) @container
(class_declaration declaration_kind: "extension" name: (_) @name) @container
(protocol_declaration name: (type_identifier) @name) @definition.interface
(enum_entry name: (simple_identifier) @name data_contents: (_)? @params) @definition.enum_member
(typealias_declaration name: (type_identifier) @name) @definition.type
(associatedtype_declaration name: (type_identifier) @name) @definition.type

; Parameters have no node around them: a rule reads them.
(function_declaration "func" . name: _ @name "->" . (_) @result) @definition.function
(function_declaration "func" . name: _ @name) @definition.function
(protocol_function_declaration "func" . name: _ @name "->" . (_) @result) @definition.method
(protocol_function_declaration "func" . name: _ @name) @definition.method
(init_declaration name: "init" @name) @definition.constructor
(deinit_declaration "deinit" @name) @definition.method
(subscript_declaration "subscript" @name "->" . (_) @result (_)? @body) @definition.property
(macro_declaration (simple_identifier) @name "->" . (_) @result) @definition.macro
(macro_declaration (simple_identifier) @name) @definition.macro

; A rule drops what stands in a block and tells properties from what is at the top of a file.
(property_declaration
  name: [(pattern bound_identifier: (simple_identifier) @name) (pattern (pattern (simple_identifier) @name))]
  (type_annotation name: (_) @result)?
  [(computed_property) (willset_didset_block)]? @body) @definition.property
(protocol_property_declaration
  name: (pattern bound_identifier: (simple_identifier) @name)
  (type_annotation name: (_) @result)?
  (protocol_property_requirements)? @body) @definition.property

(import_declaration (identifier) @path) @import

(source_file (property_declaration value: (_)) @data)
(class_body (property_declaration value: (_)) @data)
(enum_class_body (property_declaration value: (_)) @data)
(enum_entry) @data

(type_parameter (type_identifier) @type_parameter)

(inheritance_specifier inherits_from: (user_type (type_identifier) @name .)) @reference.inherit
(inheritance_specifier inherits_from: (user_type (type_identifier) @name . (type_arguments) .)) @reference.inherit

; x[i] is a call to the grammar, too.
(call_expression . (simple_identifier) @name (call_suffix [(value_arguments "(") (lambda_literal)])) @reference.call
(call_expression . (navigation_expression target: (_) @receiver suffix: (navigation_suffix suffix: (simple_identifier) @name))
  (call_suffix [(value_arguments "(") (lambda_literal)])) @reference.call
(constructor_expression constructed_type: (user_type (type_identifier) @name .)) @reference.call
(constructor_expression constructed_type: (user_type (type_identifier) @name . (type_arguments) .)) @reference.call

(user_type (type_identifier) @name .) @reference.type
(user_type (type_identifier) @name . (type_arguments) .) @reference.type
