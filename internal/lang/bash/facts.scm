(function_definition name: (word) @name) @definition.function
(command
  name: (command_name) @_alias
  argument: (concatenation . (word) @name) @definition.function
  (#eq? @_alias "alias"))

(declaration_command (variable_assignment name: (variable_name) @name)) @definition.variable
(declaration_command (variable_name) @name) @definition.variable
(variable_assignment name: (variable_name) @name) @definition.variable

(command
  name: (command_name) @_source
  . argument: (_) @path
  (#any-of? @_source "source" ".")) @import

(program (declaration_command (variable_assignment)) @data)
(program (variable_assignment) @data)
(program (variable_assignments) @data)

(command name: (command_name (word) @name)) @reference.call
; Commands that run another one.
(command
  name: (command_name) @_runner
  . argument: (word) @name
  (#any-of? @_runner "trap" "run" "exec" "time" "command" "sudo" "nohup")) @reference.call
