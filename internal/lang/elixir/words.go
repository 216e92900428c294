package elixir

import "strings"

// reserved are the module attributes that mean something to the compiler.
var reserved = words(`after_compile after_verify before_compile behaviour behavior callback compile deprecated derive
	describetag dialyzer doc enforce_keys external_resource file impl macrocallback moduledoc moduletag on_definition
	on_load opaque optional_callbacks since spec tag type typedoc typep vsn`)

// definitions are the attributes that define something.
var definitions = words("callback macrocallback opaque type typep")

// special are forms of the language and macros of Kernel, which no file defines.
var special = words(`alias and assert binding case cond def defdelegate defexception defguard defguardp defimpl defmacro
	defmacrop defmodule defoverridable defp defprotocol defstruct describe destructure for if import in inspect
	is_atom is_binary is_bitstring is_boolean is_exception is_float is_function is_integer is_list is_map is_map_key
	is_nil is_number is_pid is_port is_reference is_struct is_tuple match? not or property quote raise receive refute
	require reraise self send setup setup_all sigil_r sigil_w spawn spawn_link super test throw to_charlist to_string
	try unless unquote unquote_splicing use var! with elem put_elem tuple_size map_size hd tl length max min
	apply exit node round trunc abs div rem byte_size bit_size make_ref get_in put_in update_in pop_in dbg tap then`)

var builtinType = words(`any arity as_boolean atom binary bitstring boolean byte char charlist float fun function
	identifier integer iodata iolist keyword list map maybe_improper_list mfa module neg_integer no_return node none
	nonempty_binary nonempty_bitstring nonempty_charlist nonempty_improper_list nonempty_list
	nonempty_maybe_improper_list non_neg_integer number pid port pos_integer reference string struct term timeout tuple`)

func words(list string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(list) {
		set[w] = true
	}
	return set
}
