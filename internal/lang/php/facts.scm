; A file may have several namespaces with braces, but is in one without.
(namespace_definition name: (namespace_name) @package !body)
(namespace_definition name: (namespace_name) @name body: (_)) @definition.namespace

(function_definition name: (name) @name) @definition.function
(class_declaration name: (name) @name) @definition.class
(anonymous_class "class" @name) @definition.class
(interface_declaration name: (name) @name) @definition.interface
(trait_declaration name: (name) @name) @definition.trait
(enum_declaration name: (name) @name) @definition.enum
(enum_case name: (name) @name) @definition.enum_member
(method_declaration name: (name) @name) @definition.method
(property_declaration (property_element name: (variable_name (name) @name))) @definition.property
(property_promotion_parameter name: [
  (variable_name (name) @name)
  (by_ref (variable_name (name) @name))
]) @definition.property @member
(const_declaration (const_element . (name) @name)) @definition.constant
((function_call_expression
  function: (name) @_define
  arguments: (arguments . (argument (string (string_content) @name)))) @definition.constant
  (#eq? @_define "define"))
(program (expression_statement (assignment_expression left: (variable_name (name) @name)) @definition.variable))

(namespace_use_clause . [(name) (qualified_name)] @path alias: (name)? @alias) @import
[
  (include_expression [(string) @path (parenthesized_expression (string) @path) (binary_expression right: (string) @path)])
  (include_once_expression [(string) @path (parenthesized_expression (string) @path) (binary_expression right: (string) @path)])
  (require_expression [(string) @path (parenthesized_expression (string) @path) (binary_expression right: (string) @path)])
  (require_once_expression [(string) @path (parenthesized_expression (string) @path) (binary_expression right: (string) @path)])
] @import

(const_declaration) @data
(property_declaration) @data
(enum_declaration) @data
(program (expression_statement (assignment_expression left: (variable_name))) @data)
((program (expression_statement (function_call_expression function: (name) @_define)) @data) (#eq? @_define "define"))

[
  (base_clause (name) @name)
  (base_clause (qualified_name (namespace_name)? @receiver (name) @name))
  (class_interface_clause (name) @name)
  (class_interface_clause (qualified_name (namespace_name)? @receiver (name) @name))
  (use_declaration (name) @name)
  (use_declaration (qualified_name (namespace_name)? @receiver (name) @name))
] @reference.inherit

[
  (function_call_expression function: (name) @name)
  (function_call_expression function: (qualified_name (namespace_name)? @receiver (name) @name))
  (function_call_expression function: (relative_name (name) @name))
  (member_call_expression object: (_) @receiver name: (name) @name)
  (nullsafe_member_call_expression object: (_) @receiver name: (name) @name)
  (scoped_call_expression scope: (_) @receiver name: (name) @name)
  (object_creation_expression (name) @name)
  (object_creation_expression (qualified_name (namespace_name)? @receiver (name) @name))
  (attribute . (name) @name)
  (attribute . (qualified_name (namespace_name)? @receiver (name) @name))
] @reference.call

[
  (named_type (name) @name)
  (named_type (qualified_name (namespace_name)? @receiver (name) @name))
  (binary_expression operator: "instanceof" right: (name) @name)
  (binary_expression operator: "instanceof" right: (qualified_name (namespace_name)? @receiver (name) @name))
  (class_constant_access_expression . (name) @name)
  (class_constant_access_expression . (qualified_name (namespace_name)? @receiver (name) @name))
  (scoped_property_access_expression scope: (name) @name)
  (scoped_property_access_expression scope: (qualified_name (namespace_name)? @receiver (name) @name))
] @reference.type
