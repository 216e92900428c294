; Definitions are calls of macros. The rule Define goes from the head of a
; function, which may have guards, to its name.
(call
  target: (identifier) @_def
  (arguments . (alias) @name)
  (do_block)? @body
  (#eq? @_def "defmodule")) @definition.module
(call
  target: (identifier) @_def
  (arguments . (alias) @name)
  (do_block)? @body
  (#eq? @_def "defprotocol")) @definition.interface
(call
  target: (identifier) @_def
  (arguments . (_) @name)
  (do_block)? @body
  (#any-of? @_def "def" "defp" "defdelegate" "defguard" "defguardp")) @definition.function
(call
  target: (identifier) @_def
  (arguments . (_) @name)
  (do_block)? @body
  (#any-of? @_def "defmacro" "defmacrop")) @definition.macro
(call
  target: (identifier) @_def
  (arguments . (string) @name)
  (do_block) @body
  (#any-of? @_def "test" "property")) @definition.function

(call
  target: (identifier) @_def
  (arguments [
    (atom) @name @definition.field
    (keywords (pair key: (keyword) @name) @definition.field)
    (list [(atom) @name @definition.field (keywords (pair key: (keyword) @name) @definition.field)])
  ])
  (#any-of? @_def "defstruct" "defexception"))

(unary_operator
  operator: "@"
  operand: (call
    target: (identifier) @_type
    (arguments (binary_operator left: [(identifier) @name (call target: (identifier) @name)])))
  (#any-of? @_type "type" "typep" "opaque")) @definition.type
(unary_operator
  operator: "@"
  operand: (call target: (identifier) @_callback (arguments (binary_operator) @name))
  (#any-of? @_callback "callback" "macrocallback")) @definition.function
(unary_operator operator: "@" operand: (call target: (identifier) @name (arguments))) @definition.constant

(call
  target: (identifier) @_impl
  (arguments (keywords (pair key: (keyword) @_for value: [(alias) @name (list . (alias) @name)])))
  (#eq? @_impl "defimpl") (#match? @_for "^for:")) @container
(call target: (identifier) @_impl (arguments . (alias) @name) (#eq? @_impl "defimpl")) @container

(call
  target: (identifier) @_import
  (arguments . [(alias) @path (dot right: (alias)) @path (dot right: (tuple (alias) @path))])
  (#any-of? @_import "alias" "import" "require" "use")) @import

(do_block
  (unary_operator operator: "@" operand: (call target: (identifier) @_name (arguments))) @data
  (#not-any-of? @_name
    "after_compile" "before_compile" "behaviour" "callback" "compile" "deprecated" "derive" "dialyzer" "doc"
    "enforce_keys" "external_resource" "impl" "macrocallback" "moduledoc" "moduletag" "on_definition" "on_load"
    "opaque" "optional_callbacks" "since" "spec" "tag" "type" "typedoc" "typep" "vsn"))

(call target: (identifier) @_impl (arguments . (alias) @name) (#eq? @_impl "defimpl")) @reference.inherit
(unary_operator
  operator: "@"
  operand: (call target: (identifier) @_behaviour (arguments (alias) @name))
  (#eq? @_behaviour "behaviour")) @reference.inherit

(call target: (identifier) @name) @reference.call
(call target: (dot left: (_) @receiver right: (identifier) @name)) @reference.call
(binary_operator operator: "|>" right: (identifier) @name) @reference.call
(unary_operator operator: "&" operand: (binary_operator left: (identifier) @name operator: "/")) @reference.call
(struct (alias) @name) @reference.type
