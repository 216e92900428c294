(class_body
  (field_definition
    property: (_) @name
    value: [(arrow_function) (function_expression) (generator_function)] @function) @definition.method)
(class_body (field_definition property: (_) @name) @definition.field)
(class_body (field_definition value: (_ !body)) @data)

(class_heritage (identifier) @name) @reference.inherit
(class_heritage (member_expression object: (_) @receiver property: (_) @name)) @reference.inherit
