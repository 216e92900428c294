package scan

import (
	"bytes"
	"maps"
	"slices"
	"strings"
)

// Language is how files of a language are recognised.
type Language struct {
	Name         string
	Extensions   []string // with the dot
	Filenames    []string
	Interpreters []string // names on a #! line, without a version
}

// PlainText is the language of a file that nothing is known about.
const PlainText = "text"

// Detector tells the language of a file. It is safe for concurrent use.
type Detector struct {
	names        map[string]bool // of all languages
	filenames    map[string]string
	extensions   map[string]string
	interpreters map[string]string
}

// NewDetector knows the given languages and, after them, those of a table of
// its own that are searched as plain text.
func NewDetector(builtin []Language) *Detector {
	d := &Detector{
		names:        map[string]bool{},
		filenames:    map[string]string{},
		extensions:   map[string]string{},
		interpreters: map[string]string{},
	}
	for _, l := range builtin {
		d.add(l)
	}
	for _, l := range textLanguages {
		d.add(l)
	}
	return d
}

// add enters a language; what an earlier one has claimed stays.
func (d *Detector) add(l Language) {
	claim := func(m map[string]string, keys []string) {
		for _, k := range keys {
			if m[k] == "" {
				m[k] = l.Name
			}
		}
	}
	d.names[l.Name] = true
	claim(d.filenames, l.Filenames)
	claim(d.extensions, l.Extensions)
	claim(d.interpreters, l.Interpreters)
}

// Names lists the languages that it knows, sorted.
func (d *Detector) Names() []string { return slices.Sorted(maps.Keys(d.names)) }

// Language names the language of a file, given its path and the start of its
// text, by these in turn: file name, extension (the longest that is known), #!
// line, editor mode line, how the text starts. Extensions that several
// languages share are decided by the text.
func (d *Detector) Language(path string, head []byte) string {
	name := path[strings.LastIndexByte(path, '/')+1:]
	if l := d.filenames[name]; l != "" {
		return l
	}
	if l := d.byExtension(name, head); l != "" {
		return l
	}
	if first, _, ok := strings.Cut(name, "."); ok && first != "" { // Dockerfile.dev, Makefile.linux
		if l := d.filenames[first]; l == "dockerfile" || l == "make" {
			return l
		}
	}
	head = head[:min(len(head), probeSize)]
	for _, l := range [...]string{d.byShebang(head), d.byModeLine(head), byStart(head)} {
		if l != "" {
			return l
		}
	}
	return PlainText
}

// templates are extensions that say nothing about the language before them.
var templates = []string{".in", ".example", ".sample", ".dist"}

func (d *Detector) byExtension(name string, head []byte) string {
	for _, t := range templates {
		name = strings.TrimSuffix(name, t)
	}
	for rest := name; ; {
		dot := strings.IndexByte(rest[min(1, len(rest)):], '.') // a dot in front makes a file hidden
		if dot < 0 {
			return ""
		}
		rest = rest[dot+1:]
		extension := rest
		if d.extensions[extension] == "" {
			extension = strings.ToLower(rest)
		}
		if l := d.extensions[extension]; l != "" {
			return d.disambiguate(l, extension, head)
		}
	}
}

// byShebang reads `#!/usr/bin/env -S python3.11 -u` as python.
func (d *Detector) byShebang(head []byte) string {
	line, ok := strings.CutPrefix(firstLine(head), "#!")
	if !ok {
		return ""
	}
	for _, word := range strings.Fields(line) {
		word = word[strings.LastIndexAny(word, `/\`)+1:]
		if word == "env" || strings.HasPrefix(word, "-") || strings.Contains(word, "=") {
			continue
		}
		word = strings.TrimSuffix(word, ".exe")
		if l := d.interpreters[word]; l != "" {
			return l
		}
		return d.interpreters[strings.TrimRight(word, "0123456789.-")]
	}
	return ""
}

func firstLine(head []byte) string {
	line, _, _ := bytes.Cut(head, []byte{'\n'})
	return string(bytes.TrimSpace(line[:min(len(line), 256)]))
}

// modeNames are names that editors use and languages do not.
var modeNames = map[string]string{
	"c++": "cpp", "cs": "csharp", "js": "javascript", "js2": "javascript", "javascriptreact": "javascript",
	"typescriptreact": "tsx", "py": "python", "rb": "ruby", "sh": "bash", "shell-script": "bash", "zsh": "bash",
	"makefile": "make", "gnumakefile": "make", "cperl": "perl", "emacs-lisp": "elisp", "conf": "ini", "dosini": "ini",
}

// byModeLine reads `-*- mode: ruby -*-` on the first two lines and
// `vim: set ft=ruby:` on the first five.
func (d *Detector) byModeLine(head []byte) string {
	for i := 0; i < 5 && len(head) > 0; i++ {
		var line []byte
		line, head, _ = bytes.Cut(head, []byte{'\n'})
		mode := ""
		if i < 2 {
			mode = emacsMode(string(line[:min(len(line), 256)]))
		}
		if mode == "" {
			mode = vimMode(string(line[:min(len(line), 256)]))
		}
		if l, ok := modeNames[mode]; ok {
			mode = l
		}
		if d.names[mode] {
			return mode
		}
	}
	return ""
}

func emacsMode(line string) string {
	_, rest, _ := strings.Cut(line, "-*-")
	mode, _, ok := strings.Cut(rest, "-*-")
	if !ok {
		return ""
	}
	if strings.Contains(mode, ":") {
		_, mode, ok = strings.Cut(strings.ToLower(mode), "mode:")
		if !ok {
			return ""
		}
		mode, _, _ = strings.Cut(mode, ";")
	}
	return strings.ToLower(strings.TrimSpace(mode))
}

func vimMode(line string) string {
	_, rest, ok := strings.Cut(line, "vim:")
	if !ok {
		return ""
	}
	for word := range strings.FieldsFuncSeq(rest, func(r rune) bool { return r == ' ' || r == ':' || r == '\t' }) {
		for _, option := range [...]string{"ft=", "filetype=", "syntax="} {
			if mode, ok := strings.CutPrefix(word, option); ok {
				return strings.ToLower(mode)
			}
		}
	}
	return ""
}

func byStart(head []byte) string {
	switch start := strings.ToLower(firstLine(head)); {
	case strings.HasPrefix(start, "<?xml"):
		return "xml"
	case strings.HasPrefix(start, "<!doctype html"), strings.HasPrefix(start, "<html"):
		return "html"
	case strings.HasPrefix(start, "<?php"):
		return "php"
	}
	return ""
}
