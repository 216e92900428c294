; An element calls its component; lower-case names are HTML.
([(jsx_opening_element name: (identifier) @name) (jsx_self_closing_element name: (identifier) @name)] @reference.call
  (#match? @name "^[A-Z]"))
[
  (jsx_opening_element name: (member_expression object: (_) @receiver property: (_) @name))
  (jsx_self_closing_element name: (member_expression object: (_) @receiver property: (_) @name))
] @reference.call
