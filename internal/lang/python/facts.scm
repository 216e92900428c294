(class_definition
  name: (identifier) @name
  superclasses: (argument_list [(identifier) @_base (attribute attribute: (identifier) @_base)])
  body: (block . (expression_statement . (string) @doc)?)
  (#match? @_base "^(|Int|Str)Enum$|^(|Int)Flag$|^(|Text|Integer)Choices$")) @definition.enum
(class_definition
  name: (identifier) @name
  body: (block . (expression_statement . (string) @doc)?)) @definition.class

(function_definition
  name: (identifier) @name
  body: (block . (expression_statement . (string) @doc)?)) @definition.function

(type_alias_statement
  left: (type [(identifier) @name (generic_type . (identifier) @name)])) @definition.type

(class_definition
  superclasses: (argument_list [(identifier) @_base (attribute attribute: (identifier) @_base)])
  body: (block (expression_statement (assignment left: (identifier) @name !type) @definition.enum_member))
  (#match? @_base "^(|Int|Str)Enum$|^(|Int)Flag$|^(|Text|Integer)Choices$")
  (#not-match? @name "^_"))

(assignment right: (assignment left: (identifier) @name)) @definition.variable
(assignment
  left: [
    (identifier) @name
    (pattern_list (identifier) @name)
    (tuple_pattern (identifier) @name)
  ]) @definition.variable

; What the constructor sets; rules look at which method it is.
(assignment
  left: [
    (attribute object: (identifier) @_self attribute: (identifier) @name)
    (pattern_list (attribute object: (identifier) @_self attribute: (identifier) @name))
  ]
  (#eq? @_self "self")) @definition.field @member

(import_statement name: (dotted_name) @path @import)
(import_statement name: (aliased_import name: (dotted_name) @path alias: (identifier) @alias) @import)
(import_from_statement module_name: (_) @path name: (dotted_name) @name @import)
(import_from_statement
  module_name: (_) @path
  name: (aliased_import name: (dotted_name) @name alias: (identifier) @alias) @import)
(import_from_statement module_name: (_) @path (wildcard_import) @name @import)
(future_import_statement name: (dotted_name) @name @import)

(module (expression_statement (assignment)) @data)
(class_definition body: (block (expression_statement (assignment)) @data))

[
  (class_definition type_parameters: (type_parameter (type (identifier) @type_parameter)))
  (class_definition type_parameters: (type_parameter (type (constrained_type . (type (identifier) @type_parameter)))))
  (function_definition type_parameters: (type_parameter (type (identifier) @type_parameter)))
  (function_definition type_parameters: (type_parameter (type (constrained_type . (type (identifier) @type_parameter)))))
]
(type_alias_statement left: (type (generic_type (type_parameter (type [
  (identifier) @type_parameter
  (constrained_type . (type (identifier) @type_parameter))
])))))

(class_definition superclasses: (argument_list [
  (identifier) @name
  (attribute object: (_) @receiver attribute: (identifier) @name)
  (subscript value: (identifier) @name)
  (subscript value: (attribute object: (_) @receiver attribute: (identifier) @name))
])) @reference.inherit

(call function: (identifier) @name) @reference.call
(call function: (attribute object: (_) @receiver attribute: (identifier) @name)) @reference.call
(call function: (subscript value: (identifier) @name)) @reference.call
(decorator (identifier) @name) @reference.call
(decorator (attribute object: (_) @receiver attribute: (identifier) @name)) @reference.call

; Much of an annotation is parsed as an expression, so these match too much;
; rules keep what stands in a type.
[
  (type (identifier) @name)
  (generic_type . (identifier) @name)
  (subscript (identifier) @name)
  (list (identifier) @name)
  (binary_operator left: (identifier) @name operator: "|")
  (binary_operator operator: "|" right: (identifier) @name)
] @reference.type
[
  (type (attribute object: (_) @receiver attribute: (identifier) @name))
  (subscript (attribute object: (_) @receiver attribute: (identifier) @name))
  (list (attribute object: (_) @receiver attribute: (identifier) @name))
  (binary_operator left: (attribute object: (_) @receiver attribute: (identifier) @name) operator: "|")
  (binary_operator operator: "|" right: (attribute object: (_) @receiver attribute: (identifier) @name))
] @reference.type
(member_type (type) @receiver (identifier) @name) @reference.type
((type (string (string_content) @name)) @reference.type (#match? @name "^[A-Za-z_][A-Za-z0-9_]*$"))

(class_definition superclasses: (argument_list (keyword_argument value: (identifier) @name))) @reference.type
(except_clause [
  (identifier) @name
  (attribute object: (_) @receiver attribute: (identifier) @name)
  (tuple [(identifier) @name (attribute object: (_) @receiver attribute: (identifier) @name)])
  (as_pattern . [
    (identifier) @name
    (attribute object: (_) @receiver attribute: (identifier) @name)
    (tuple [(identifier) @name (attribute object: (_) @receiver attribute: (identifier) @name)])
  ])
]) @reference.type
((raise_statement . (identifier) @name) @reference.type (#match? @name "^_*[A-Z]"))
(class_pattern (dotted_name (identifier) @name .)) @reference.type
