package scan

import (
	"bytes"
	"fmt"
	"os"
	"strings"
)

// ignoreList is the patterns of one ignore file, or of the configuration, and
// a link to the list that is asked when none of them matches.
type ignoreList struct {
	base     string // folder that the patterns are relative to, seen from the top: "" or "a/b/"
	name     string // how a Skip calls it
	reason   Reason
	patterns []pattern
	next     *ignoreList
}

// match finds the pattern that decides about a path, or nil. Lists are asked
// from the nearest to the most general one, patterns from the last to the first.
func (l *ignoreList) match(path string, dir bool) (*ignoreList, *pattern) {
	name := path[strings.LastIndexByte(path, '/')+1:]
	for ; l != nil; l = l.next {
		relative := path[len(l.base):]
		for i := len(l.patterns) - 1; i >= 0; i-- {
			if p := &l.patterns[i]; p.match(relative, name, dir) {
				return l, p
			}
		}
	}
	return nil, nil
}

// ignores reports whether the lists leave a path out.
func (l *ignoreList) ignores(path string, dir bool) bool {
	_, p := l.match(path, dir)
	return p != nil && !p.negated
}

// push puts a list in front of l; one without patterns changes nothing.
func (l *ignoreList) push(list ignoreList) *ignoreList {
	if len(list.patterns) == 0 {
		return l
	}
	list.next = l
	return &list
}

// detail names the rule that decided.
func (l *ignoreList) detail(p *pattern) string {
	if p.line == 0 {
		return p.text
	}
	return fmt.Sprintf("%s%s:%d: %s", l.base, l.name, p.line, p.text)
}

// parsePatterns reads an ignore file. As in git, a byte order mark is not part of
// it and a carriage return before a line feed does not count.
func parsePatterns(data []byte, fold bool) []pattern {
	text := string(bytes.TrimPrefix(data, utf8BOM))
	var patterns []pattern
	line := 0
	for text != "" {
		var s string
		s, text, _ = strings.Cut(text, "\n")
		line++
		if p, ok := parsePattern(strings.TrimSuffix(s, "\r"), fold); ok {
			p.line = line
			patterns = append(patterns, p)
		}
	}
	return patterns
}

// globs turns configured patterns into a list for the top of the tree.
func globs(patterns []string, fold bool) []pattern {
	var list []pattern
	for _, g := range patterns {
		if p, ok := parsePattern(g, fold); ok {
			list = append(list, p)
		}
	}
	return list
}

// maxRules is the size above which an ignore file is not believed to be one.
const maxRules = 16 << 20

// readPatterns reads an ignore file of the tree. Like git it does not follow a
// symbolic link there, which could lead out of the root; a missing or odd file
// has no patterns.
func readPatterns(path string, fold bool) []pattern {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	return readTrustedPatterns(path, fold)
}

// readTrustedPatterns reads an ignore file that belongs to the user or to git.
func readTrustedPatterns(path string, fold bool) []pattern {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxRules {
		return nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	return parsePatterns(data, fold)
}

// included reports whether some pattern matches the path or a folder above it;
// the longest of these that matches decides, and the last pattern in case of two.
func included(patterns []pattern, path string) bool {
	list := ignoreList{patterns: patterns}
	for dir := false; ; dir = true {
		if _, p := list.match(path, dir); p != nil {
			return !p.negated
		}
		slash := strings.LastIndexByte(path, '/')
		if slash < 0 {
			return false
		}
		path = path[:slash]
	}
}
