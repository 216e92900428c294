// Package all lists the languages that are built in.
package all

import (
	"lode/internal/lang"
	"lode/internal/lang/golang"
)

// Languages returns a new description of every built-in language, sorted by name.
func Languages() []*lang.Language {
	return []*lang.Language{
		golang.New(),
	}
}
