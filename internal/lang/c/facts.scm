; The rule Define follows a declarator to the name, tells functions from
; variables, and keeps a type in braces apart from what is declared with it.
(function_definition declarator: (_) @name) @definition.function

(struct_specifier name: (type_identifier) @name body: (_)) @definition.struct
(union_specifier name: (type_identifier) @name body: (_)) @definition.struct
(enum_specifier name: (type_identifier) @name body: (_)) @definition.enum
(enumerator name: (identifier) @name) @definition.enum_member
(field_declaration declarator: (_) @name) @definition.field

; typedef struct { … } name: the struct has no other name.
(type_definition type: (struct_specifier !name body: (_)) @definition.struct declarator: (type_identifier) @name)
(type_definition type: (union_specifier !name body: (_)) @definition.struct declarator: (type_identifier) @name)
(type_definition type: (enum_specifier !name body: (_)) @definition.enum declarator: (type_identifier) @name)
(type_definition declarator: (_) @name) @definition.type

(declaration declarator: (_) @name) @definition.variable

(preproc_def name: (identifier) @name) @definition.constant
(preproc_function_def name: (identifier) @name) @definition.macro

(preproc_include path: (_) @path) @import

(preproc_def value: (_)) @data
(type_definition type: (enum_specifier body: (_))) @data
(enum_specifier body: (_)) @data
(declaration declarator: [(identifier) (init_declarator) (array_declarator)]) @data

(call_expression function: (identifier) @name) @reference.call
(call_expression function: (field_expression argument: (_) @receiver field: (field_identifier) @name)) @reference.call
(call_expression function: (parenthesized_expression (identifier) @name)) @reference.call
(call_expression function: (parenthesized_expression (pointer_expression argument: (identifier) @name))) @reference.call
(call_expression
  function: (parenthesized_expression
    (pointer_expression argument: (field_expression argument: (_) @receiver field: (field_identifier) @name)))) @reference.call

(type_identifier) @name @reference.type
