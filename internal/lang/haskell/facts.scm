; A rule tells by its constructors whether a data type is an enum or a struct.
(data_type name: (_) @name) @definition.enum
(newtype name: (_) @name) @definition.struct
(type_synomym name: (_) @name) @definition.type
(type_family name: (_) @name) @definition.type
(data_family name: (_) @name) @definition.type
(class name: (_) @name declarations: (_)? @body) @definition.trait

; An instance adds to the first type that it names, or else to its class.
(instance patterns: (type_patterns [
  (name) @name
  (qualified id: (name) @name)
  (parens type: (apply constructor: (name) @name))
  (parens type: (apply constructor: (apply constructor: (name) @name)))
  (parens type: (apply constructor: (apply constructor: (apply constructor: (name) @name))))
])) @container
(instance name: (_) @name) @container
(deriving_instance patterns: (type_patterns [
  (name) @name
  (parens type: (apply constructor: (name) @name))
  (parens type: (apply constructor: (apply constructor: (name) @name)))
])) @container

; The fields of a record belong to the type, not to the constructor, which is
; therefore only the name; a rule makes it whole.
(data_constructor constructor: (record name: (_) @name @definition.enum_member))
(data_constructor constructor: [
  (prefix name: (constructor) @name)
  (prefix name: (prefix_id (constructor_operator) @name))
  (infix operator: (constructor_operator) @name)
  (infix operator: (infix_id (constructor) @name))
]) @definition.enum_member
(gadt_constructor name: (constructor) @name type: (prefix)) @definition.enum_member
(gadt_constructor name: (constructor) @name @definition.enum_member type: (record))
(newtype_constructor name: (constructor) @name @definition.enum_member)
(field name: (field_name (variable) @name) type: (_) @result) @definition.field

; The signature and the equations of a function are one symbol (Rules.Clauses).
; A rule drops what is local.
(foreign_import signature: (signature name: (variable) @name)) @definition.function
(pattern_synonym (signature synonym: (constructor) @name)) @definition.constructor
(pattern_synonym (equation synonym: [
  (constructor) @name
  (apply function: (constructor) @name)
  (apply function: (apply function: (constructor) @name))
  (record (constructor) @name)
])) @definition.constructor
(signature name: [(variable) @name (prefix_id (operator) @name)]) @definition.function
(signature names: (_ name: [(variable) @name (prefix_id (operator) @name)])) @definition.function
(function name: [(variable) @name (prefix_id (operator) @name)] match: (_)? @body) @definition.function
(function (infix operator: [(operator) @name (infix_id (variable) @name)]) match: (_)? @body) @definition.function
(bind name: [(variable) @name (prefix_id (operator) @name)] match: (_)? @body) @definition.function
(bind pattern: (tuple element: (variable) @name)) @definition.constant

(header module: (module) @package)
(import module: (module) @path alias: (module)? @alias) @import
(import names: (import_list name: (import_name) @name @import))

(declarations (bind match: (match expression: [(literal) (list) (tuple) (record)])) @data)
(data_type constructors: (_ constructor: (_) constructor: (_))) @data

(instance name: [(name) @name (qualified module: (_) @receiver id: (name) @name)]) @reference.inherit
(deriving_instance name: [(name) @name (qualified module: (_) @receiver id: (name) @name)]) @reference.inherit
(deriving classes: [(name) @name (parens (name) @name) (tuple (name) @name)]) @reference.inherit
(class context: (context context: [
  (apply constructor: (name) @name)
  (parens (apply constructor: (name) @name))
  (tuple (apply constructor: (name) @name))
])) @reference.inherit

; A function is used by applying it, by composing it, or as the whole of a
; statement or a body.
(apply function: [(variable) @name (qualified module: (_) @receiver id: (variable) @name)]) @reference.call
(infix left_operand: [(variable) @name (qualified module: (_) @receiver id: (variable) @name)]) @reference.call
(infix right_operand: [(variable) @name (qualified module: (_) @receiver id: (variable) @name)]) @reference.call
(infix operator: [
  (operator) @name
  (infix_id (variable) @name)
  (infix_id (qualified module: (_) @receiver id: (variable) @name))
  (qualified module: (_) @receiver id: (operator) @name)
]) @reference.call
(exp . [(variable) @name (qualified module: (_) @receiver id: (variable) @name)] .) @reference.call
(bind arrow: _ expression: [(variable) @name (qualified module: (_) @receiver id: (variable) @name)]) @reference.call
(match expression: [(variable) @name (qualified module: (_) @receiver id: (variable) @name)]) @reference.call
(qualified module: (_) @receiver id: (constructor) @name) @reference.call
(constructor) @name @reference.call

(qualified module: (_) @receiver id: (name) @name) @reference.type
(name) @name @reference.type
