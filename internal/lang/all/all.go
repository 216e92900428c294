// Package all lists the languages that are built in.
package all

import (
	"lode/internal/lang"
	"lode/internal/lang/bash"
	"lode/internal/lang/c"
	"lode/internal/lang/cpp"
	"lode/internal/lang/csharp"
	"lode/internal/lang/elixir"
	"lode/internal/lang/golang"
	"lode/internal/lang/haskell"
	"lode/internal/lang/java"
	"lode/internal/lang/javascript"
	"lode/internal/lang/kotlin"
	"lode/internal/lang/lua"
	"lode/internal/lang/markdown"
	"lode/internal/lang/php"
	"lode/internal/lang/protobuf"
	"lode/internal/lang/python"
	"lode/internal/lang/ruby"
	"lode/internal/lang/rust"
	"lode/internal/lang/scala"
	"lode/internal/lang/swift"
	"lode/internal/lang/tsx"
	"lode/internal/lang/typescript"
	"lode/internal/lang/zig"
)

// Languages returns a new description of every built-in language, sorted by name.
func Languages() []*lang.Language {
	return []*lang.Language{
		bash.New(),
		c.New(),
		cpp.New(),
		csharp.New(),
		elixir.New(),
		golang.New(),
		haskell.New(),
		java.New(),
		javascript.New(),
		kotlin.New(),
		lua.New(),
		markdown.New(),
		php.New(),
		protobuf.New(),
		python.New(),
		ruby.New(),
		rust.New(),
		scala.New(),
		swift.New(),
		tsx.New(),
		typescript.New(),
		zig.New(),
	}
}
