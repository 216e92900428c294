(module name: (constant) @name) @definition.module
(module name: (scope_resolution scope: (_)? @receiver name: (constant) @name)) @definition.module
(class name: (constant) @name) @definition.class
(class name: (scope_resolution scope: (_)? @receiver name: (constant) @name)) @definition.class

(method name: (_) @name) @definition.function
(program (singleton_method object: (constant) @receiver name: (_) @name) @definition.method)
(singleton_method object: [(self) (constant)] name: (_) @name) @definition.method
((call
  !receiver
  method: (identifier) @_define
  arguments: (argument_list . [(simple_symbol) @name (string . (string_content) @name .)])
  block: (_)? @function) @definition.method
  (#any-of? @_define "define_method" "define_singleton_method"))
(alias name: (_) @name) @definition.method
((call !receiver method: (identifier) @_alias arguments: (argument_list . (simple_symbol) @name)) @definition.method
  (#eq? @_alias "alias_method"))

((call
  !receiver
  method: (identifier) @_attribute
  arguments: (argument_list [(simple_symbol) @name (string . (string_content) @name .)])) @definition.property
  (#match? @_attribute "^([cm]|class_|module_)?attr(ibute|_(accessor|reader|writer))$|^class_attribute$"))

; Types made by a call, with the members of a Struct.
((assignment
  left: (constant) @name
  right: (call receiver: (constant) @_factory method: (identifier) @_new block: (_)? @function)) @definition.struct
  (#any-of? @_factory "Struct" "Data") (#any-of? @_new "new" "define"))
((assignment
  left: (constant) @name
  right: (call receiver: (constant) @_factory method: (identifier) @_new block: (_)? @function)) @definition.class
  (#eq? @_factory "Class") (#eq? @_new "new"))
((assignment
  left: (constant) @name
  right: (call receiver: (constant) @_factory method: (identifier) @_new block: (_)? @function)) @definition.module
  (#eq? @_factory "Module") (#eq? @_new "new"))
([
  (assignment left: (constant) right: (call
    receiver: (constant) @_factory
    arguments: (argument_list (simple_symbol) @name @definition.property)))
  (superclass (call
    receiver: (constant) @_factory
    arguments: (argument_list (simple_symbol) @name @definition.property)))
] (#any-of? @_factory "Struct" "Data"))

[
  (assignment left: (constant) @name)
  (assignment left: (scope_resolution scope: (_)? @receiver name: (constant) @name))
  (assignment left: (left_assignment_list (constant) @name))
  (operator_assignment left: (constant) @name)
] @definition.constant
((method
  name: (identifier) @_initialize
  body: (body_statement [
    (assignment left: (instance_variable) @name) @definition.field
    (assignment left: (left_assignment_list (instance_variable) @name)) @definition.field
    (operator_assignment left: (instance_variable) @name) @definition.field
  ])) @member
  (#eq? @_initialize "initialize"))
(class body: (body_statement [
  (assignment left: [(class_variable) (instance_variable)] @name) @definition.variable
  (operator_assignment left: [(class_variable) (instance_variable)] @name) @definition.variable
]))
(module body: (body_statement [
  (assignment left: [(class_variable) (instance_variable)] @name) @definition.variable
  (operator_assignment left: [(class_variable) (instance_variable)] @name) @definition.variable
]))
(program (assignment left: (global_variable) @name) @definition.variable)

((call !receiver method: (identifier) @_require arguments: (argument_list . (string) @path)) @import
  (#any-of? @_require "require" "require_relative" "load"))
((call !receiver method: (identifier) @_autoload arguments: (argument_list . (simple_symbol) @name (string) @path)) @import
  (#eq? @_autoload "autoload"))

(program (assignment left: [(constant) (scope_resolution) (global_variable)]) @data)
(body_statement (assignment left: [(constant) (scope_resolution) (class_variable)]) @data)

(superclass (constant) @name) @reference.inherit
(superclass (scope_resolution scope: (_)? @receiver name: (constant) @name)) @reference.inherit
((call
  !receiver
  method: (identifier) @_include
  arguments: (argument_list [(constant) @name (scope_resolution scope: (_)? @receiver name: (constant) @name)])) @reference.inherit
  (#any-of? @_include "include" "extend" "prepend"))
((call
  receiver: (constant) @_factory
  method: (identifier) @_new
  arguments: (argument_list . [(constant) @name (scope_resolution scope: (_)? @receiver name: (constant) @name)])) @reference.inherit
  (#eq? @_factory "Class") (#eq? @_new "new"))

; X.new is a call of X.
((call
  receiver: [(constant) @name (scope_resolution scope: (_)? @receiver name: (constant) @name)]
  method: (identifier) @_new) @reference.call
  (#eq? @_new "new"))
(call receiver: (_)? @receiver method: [(identifier) (constant)] @name) @reference.call

; A name on its own is a call unless it is a local variable, which rules look for.
[
  (program (identifier) @name)
  (body_statement (identifier) @name)
  (block_body (identifier) @name)
  (do (identifier) @name)
  (then (identifier) @name)
  (else (identifier) @name)
  (if condition: (identifier) @name)
  (unless condition: (identifier) @name)
  (if_modifier (identifier) @name)
  (unless_modifier (identifier) @name)
] @reference.call

(scope_resolution scope: (_)? @receiver name: (constant) @name) @reference.type
(constant) @name @reference.type
