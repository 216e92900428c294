(package (full_ident) @package)

(message (message_name (identifier) @name) (message_body) @body) @definition.message
(field (type) . (identifier) @name) @definition.field
(map_field (identifier) @name) @definition.field
(oneof_field (type) . (identifier) @name) @definition.field
; The fields of a oneof are fields of the message, so that it is no container.
(oneof (identifier) @name @definition.field)
(enum (enum_name (identifier) @name) (enum_body) @body) @definition.enum
(enum_field . (identifier) @name) @definition.enum_member
(service (service_name (identifier) @name)) @definition.service
(rpc (rpc_name (identifier) @name)) @definition.rpc
(extend (full_ident) @name) @container

(import path: (string) @path) @import

(enum) @data

(extend (full_ident) @name) @reference.type
(message_or_enum_type) @name @reference.type
