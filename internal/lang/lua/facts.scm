(function_declaration name: (identifier) @name) @definition.function
(function_declaration name: (dot_index_expression table: (_) @receiver field: (identifier) @name)) @definition.function
(function_declaration name: (method_index_expression table: (_) @receiver method: (identifier) @name)) @definition.method

; local f = function, M.f = function and { f = function }
(chunk
  (variable_declaration
    (assignment_statement
      (variable_list . name: (identifier) @name .)
      (expression_list . value: (function_definition) @function .))) @definition.function)
(assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (function_definition) @function .)) @definition.function
(assignment_statement
  (variable_list . name: (dot_index_expression table: (_) @receiver field: (identifier) @name) .)
  (expression_list . value: (function_definition) @function .)
  (#not-eq? @receiver "self")) @definition.function
(field name: (identifier) @name value: (function_definition) @function) @definition.function

(field name: (identifier) @name) @definition.field
(chunk
  (assignment_statement
    (variable_list name: (dot_index_expression table: (identifier) @receiver field: (identifier) @name))) @definition.field)
(chunk (variable_declaration (assignment_statement (variable_list name: (identifier) @name))) @definition.variable)
(chunk (variable_declaration (variable_list name: (identifier) @name)) @definition.variable)
(chunk (assignment_statement (variable_list name: (identifier) @name)) @definition.variable)

(function_call
  name: (identifier) @_require
  arguments: (arguments . (string content: (_) @path) .)
  (#eq? @_require "require")) @import
(function_call
  name: (identifier) @_pcall
  arguments: (arguments . (identifier) @_require . (string content: (_) @path))
  (#eq? @_pcall "pcall") (#eq? @_require "require")) @import

(chunk
  (variable_declaration
    (assignment_statement
      (expression_list value: [(table_constructor (field)) (string) (number) (true) (false) (unary_expression) (binary_expression)]))) @data)
(chunk
  (assignment_statement
    (expression_list value: [(table_constructor (field)) (string) (number) (true) (false) (unary_expression) (binary_expression)])) @data)

(function_call
  name: (identifier) @_set
  arguments: (arguments (table_constructor (field name: (identifier) @_index value: (identifier) @name)))
  (#eq? @_set "setmetatable") (#eq? @_index "__index")) @reference.inherit
(function_call name: (identifier) @name) @reference.call
(function_call name: (dot_index_expression table: (_) @receiver field: (identifier) @name)) @reference.call
(function_call name: (method_index_expression table: (_) @receiver method: (identifier) @name)) @reference.call
