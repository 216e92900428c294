; What C++ adds to C, whose facts follow these.

(namespace_definition name: (_) @name) @definition.namespace

(class_specifier name: (_) @name body: (_)) @definition.class
(struct_specifier name: (_) @name body: (_)) @definition.struct
(union_specifier name: (_) @name body: (_)) @definition.struct
(enum_specifier name: (_) @name body: (_)) @definition.enum
(concept_definition name: (identifier) @name) @definition.trait
(alias_declaration name: (type_identifier) @name) @definition.type

(template_declaration
  parameters: (template_parameter_list
    [
      (type_parameter_declaration (type_identifier) @type_parameter)
      (variadic_type_parameter_declaration (type_identifier) @type_parameter)
      (optional_type_parameter_declaration name: (type_identifier) @type_parameter)
      (parameter_declaration declarator: (identifier) @type_parameter)
      (optional_parameter_declaration declarator: (identifier) @type_parameter)
    ]))

(using_declaration (_) @path) @import
(declaration type: (type_identifier) @_word declarator: (identifier) @path (#eq? @_word "import")) @import
(namespace_alias_definition name: (_) @alias (_) @path) @import

(field_declaration (storage_class_specifier) default_value: (_)) @data

; The rule Reference reads the receiver of a qualified name.
(base_class_clause
  [
    (type_identifier) @name
    (template_type name: (_) @name)
    (qualified_identifier name: [
      (type_identifier) @name
      (template_type name: (_) @name)
      (qualified_identifier name: [(type_identifier) @name (template_type name: (_) @name)])
    ])
  ]) @reference.inherit

(call_expression function: (qualified_identifier) @name) @reference.call
(call_expression function: (template_function name: (identifier) @name)) @reference.call
(call_expression
  function: (field_expression
    argument: (_) @receiver
    field: [
      (template_method name: (field_identifier) @name)
      (dependent_name (template_method name: (field_identifier) @name))
    ])) @reference.call
(new_expression
  type: [
    (type_identifier) @name
    (template_type name: (_) @name)
    (qualified_identifier name: [
      (type_identifier) @name
      (template_type name: (_) @name)
      (qualified_identifier name: [(type_identifier) @name (template_type name: (_) @name)])
    ])
  ]) @reference.call

