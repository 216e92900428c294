(mod_item name: (identifier) @name) @definition.module
(function_item name: (identifier) @name) @definition.function
(function_signature_item name: (identifier) @name) @definition.function
(macro_definition name: (identifier) @name) @definition.macro

(struct_item name: (type_identifier) @name) @definition.struct
(union_item name: (type_identifier) @name) @definition.struct
(field_declaration name: (field_identifier) @name) @definition.field
(enum_item name: (type_identifier) @name) @definition.enum
(enum_variant name: (identifier) @name) @definition.enum_member
(trait_item name: (type_identifier) @name) @definition.trait
(type_item name: (type_identifier) @name) @definition.type
(associated_type name: (type_identifier) @name) @definition.type
(const_item name: (identifier) @name) @definition.constant
(static_item name: (identifier) @name) @definition.variable

(impl_item
  type: [
    (type_identifier) @name
    (generic_type type: [(type_identifier) @name (scoped_type_identifier name: (_) @name)])
    (scoped_type_identifier name: (_) @name)
    (reference_type type: [(type_identifier) @name (generic_type type: (type_identifier) @name)])
  ]) @container
(impl_item type: (_) @name) @container

(type_parameter name: (type_identifier) @type_parameter)

; One import for each leaf of a use tree; the rule Import finds the path above it.
(use_declaration argument: [(identifier) (scoped_identifier) (use_as_clause) (use_wildcard)] @path @import)
(use_list [(identifier) (scoped_identifier) (use_as_clause) (use_wildcard) (self)] @path @import)
(extern_crate_declaration name: (_) @path alias: (_)? @alias) @import

(const_item) @data
(static_item) @data
(enum_item) @data

(impl_item
  trait: [
    (type_identifier) @name
    (generic_type type: [(type_identifier) @name (scoped_type_identifier path: (_) @receiver name: (_) @name)])
    (scoped_type_identifier path: (_) @receiver name: (_) @name)
  ]) @reference.inherit
(trait_item
  bounds: (trait_bounds [
    (type_identifier) @name
    (generic_type type: [(type_identifier) @name (scoped_type_identifier path: (_) @receiver name: (_) @name)])
    (scoped_type_identifier path: (_) @receiver name: (_) @name)
  ])) @reference.inherit

(call_expression
  function: [
    (identifier) @name
    (field_expression value: (_) @receiver field: (field_identifier) @name)
    (scoped_identifier path: (_)? @receiver name: (_) @name)
    (generic_function function: [
      (identifier) @name
      (field_expression value: (_) @receiver field: (field_identifier) @name)
      (scoped_identifier path: (_)? @receiver name: (_) @name)
    ])
  ]) @reference.call
(macro_invocation macro: [(identifier) @name (scoped_identifier path: (_)? @receiver name: (_) @name)]) @reference.call

; What is passed to a macro is tokens; the rule Reference finds the calls in it.
(token_tree (identifier) @name . (token_tree)) @reference.call

(scoped_type_identifier path: (_) @receiver name: (type_identifier) @name) @reference.type
(type_identifier) @name @reference.type
