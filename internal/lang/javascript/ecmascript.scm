; What JavaScript and TypeScript share. Rules drop what is local to a function
; without a name, such as a callback.

(function_declaration name: (identifier) @name) @definition.function
(generator_function_declaration name: (identifier) @name) @definition.function
(class_declaration name: (_) @name) @definition.class
(class_body (method_definition name: (_) @name) @definition.method)

(variable_declarator
  name: (identifier) @name
  value: [(arrow_function) (function_expression) (generator_function)] @function) @definition.function
(variable_declarator name: (identifier) @name value: (class) @function) @definition.class
(variable_declarator
  name: [
    (identifier) @name
    (array_pattern (identifier) @name)
    (object_pattern (shorthand_property_identifier_pattern) @name)
    (object_pattern (pair_pattern value: (identifier) @name))
  ]) @definition.variable

(export_statement
  "default" @name
  value: [(arrow_function) (function_expression !name) (generator_function !name)] @function) @definition.function
(export_statement "default" @name value: (class !name) @function) @definition.class

; Functions and classes that are assigned: module.exports =, exports.x =,
; X.prototype.y =, this.x = and app.use =.
((assignment_expression
  left: (member_expression) @name
  right: [(arrow_function) (function_expression !name) (generator_function !name)] @function) @definition.function
  (#eq? @name "module.exports"))
((assignment_expression left: (member_expression) @name right: (class !name) @function) @definition.class
  (#eq? @name "module.exports"))
((assignment_expression
  left: (member_expression object: (_) @_object property: (property_identifier) @name)
  right: [(arrow_function) (function_expression) (generator_function)] @function) @definition.function
  (#any-of? @_object "exports" "module.exports"))
((assignment_expression
  left: (member_expression object: (_) @_object property: (property_identifier) @name)
  right: (class !name) @function) @definition.class
  (#any-of? @_object "exports" "module.exports"))
((assignment_expression
  left: (member_expression object: (_) @_object property: (property_identifier) @name)
  right: [
    (array) (binary_expression) (call_expression) (false) (new_expression) (number) (object) (regex) (string)
    (template_string) (true)
  ]) @definition.variable
  (#any-of? @_object "exports" "module.exports"))
((assignment_expression
  left: (member_expression
    object: (member_expression object: (_) @receiver property: (property_identifier) @_prototype)
    property: (property_identifier) @name)
  right: [(arrow_function) (function_expression) (generator_function)] @function) @definition.method
  (#eq? @_prototype "prototype"))
((assignment_expression
  left: (member_expression object: (_) @receiver property: (property_identifier) @_prototype)
  right: (object [
    (pair key: (_) @name value: [(arrow_function) (function_expression) (generator_function)] @function) @definition.method
    (method_definition name: (_) @name) @definition.method
  ]))
  (#eq? @_prototype "prototype"))
(assignment_expression
  left: (member_expression object: (this) property: [(property_identifier) (private_property_identifier)] @name)
  right: [(arrow_function) (function_expression) (generator_function)] @function) @definition.method @member
(assignment_expression
  left: (member_expression object: (this) property: [(property_identifier) (private_property_identifier)] @name)) @definition.field @member
((assignment_expression
  left: (member_expression object: [(identifier) (member_expression)] @receiver property: (property_identifier) @name)
  right: [(arrow_function) (function_expression) (generator_function)] @function) @definition.method
  (#not-any-of? @receiver "module"))

(object [
  (pair key: (_) @name value: [(arrow_function) (function_expression) (generator_function)] @function) @definition.method
  (method_definition name: (_) @name) @definition.method
])

; A function or class that is a value has its own name where nothing above gives it one.
(function_expression name: (identifier) @name) @definition.function
(generator_function name: (identifier) @name) @definition.function
(class name: (_) @name) @definition.class

(import_statement . (string) @path) @import
(import_statement (import_clause (identifier) @alias @import) source: (string) @path)
(import_statement (import_clause (namespace_import (identifier) @alias) @import) source: (string) @path)
(import_statement
  (import_clause (named_imports (import_specifier name: _ @name alias: (_)? @alias) @import))
  source: (string) @path)
(export_statement "*" @name @import source: (string) @path)
(export_statement (namespace_export (_) @alias) @import source: (string) @path)
(export_statement
  (export_clause (export_specifier name: _ @name alias: _? @alias) @import)
  source: (string) @path)
((call_expression function: (identifier) @_require arguments: (arguments . (string) @path)) @import
  (#eq? @_require "require"))
((variable_declarator
  name: (object_pattern [
    (shorthand_property_identifier_pattern) @name @import
    (pair_pattern key: (property_identifier) @name value: (identifier) @alias) @import
  ])
  value: (call_expression function: (identifier) @_require arguments: (arguments . (string) @path)))
  (#eq? @_require "require"))
(call_expression function: (import) arguments: (arguments . (string) @path)) @import

; What has a body is a function or a class, not data.
((program [
  (lexical_declaration (variable_declarator value: (_ !body) @_value))
  (variable_declaration (variable_declarator value: (_ !body) @_value))
  (export_statement declaration: (lexical_declaration (variable_declarator value: (_ !body) @_value)))
] @data)
  (#not-match? @_value "^require\\("))
((program (expression_statement (assignment_expression
  left: (member_expression object: (_) @_object)
  right: [(array) (number) (object) (string)])) @data)
  (#any-of? @_object "exports" "module" "module.exports"))

(call_expression function: (identifier) @name) @reference.call
(call_expression
  function: (member_expression
    object: (_) @receiver
    property: [(property_identifier) (private_property_identifier)] @name)) @reference.call
(new_expression constructor: (identifier) @name) @reference.call
(new_expression constructor: (member_expression object: (_) @receiver property: (_) @name)) @reference.call
(decorator (identifier) @name) @reference.call
(decorator (member_expression object: (_) @receiver property: (_) @name)) @reference.call

(binary_expression operator: "instanceof" right: (identifier) @name) @reference.type
(binary_expression
  operator: "instanceof"
  right: (member_expression object: (_) @receiver property: (_) @name)) @reference.type
