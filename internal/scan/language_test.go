package scan

import "testing"

// someLanguages stand for those with a grammar.
var someLanguages = []Language{
	{Name: "go", Extensions: []string{".go"}},
	{Name: "python", Extensions: []string{".py"}, Interpreters: []string{"python"}},
	{Name: "bash", Extensions: []string{".sh"}, Filenames: []string{".bashrc"}, Interpreters: []string{"bash", "sh"}},
	{Name: "c", Extensions: []string{".c", ".h"}},
	{Name: "cpp", Extensions: []string{".cpp", ".C"}},
	{Name: "typescript", Extensions: []string{".ts", ".d.ts"}, Interpreters: []string{"deno"}},
	{Name: "ruby", Extensions: []string{".rb"}, Filenames: []string{"Rakefile"}, Interpreters: []string{"ruby"}},
	{Name: "php", Extensions: []string{".php"}},
	{Name: "javascript", Extensions: []string{".js"}, Interpreters: []string{"node"}},
	{Name: "markdown", Extensions: []string{".md"}},
}

func TestLanguage(t *testing.T) {
	tests := []struct{ path, head, want string }{
		{"a/b.go", "", "go"},
		{"B.GO", "", "go"},
		{"x.C", "", "cpp"},
		{"x.c", "", "c"},
		{"a.d.ts", "", "typescript"},
		{"a.b.c.py", "", "python"},
		{"Rakefile", "", "ruby"},
		{".bashrc", "", "bash"},
		{"d/Dockerfile", "", "dockerfile"},
		{"Dockerfile.dev", "", "dockerfile"},
		{"Makefile", "", "make"},
		{"Makefile.in", "", "make"},
		{"GNUmakefile", "", "make"},
		{"CMakeLists.txt", "", "cmake"},
		{"notes.txt", "", "text"},
		{"config.yaml", "", "yaml"},
		{"config.yml.example", "", "yaml"},
		{"Cargo.toml", "", "toml"},
		{"Cargo.lock", "", "toml"},
		{".eslintrc.json", "", "json"},
		{".gitignore", "", "ignore"},
		{"main.tf", "", "hcl"},
		{"App.vue", "", "vue"},
		{"App.svelte", "", "svelte"},
		{"q.sql", "", "sql"},
		{"README.rst", "", "rst"},
		{"x.ML", "", "ocaml"},
		{"script.R", "", "r"},
		{"go.mod", "", "gomod"},
		{"", "", "text"},
		{"noext", "", "text"},
		{".", "", "text"},
		{"a.", "", "text"},
		{"data.unknown", "x", "text"},

		// the first line
		{"run", "#!/bin/sh\n", "bash"},
		{"run", "#!/usr/bin/env python3.11\n", "python"},
		{"run", "#! /usr/bin/env -S python3 -u\r\n", "python"},
		{"run", "#!/usr/bin/env FOO=1 ruby2.7", "ruby"},
		{"run", "#!/usr/local/bin/node --harmony\n", "javascript"},
		{"run", "#!/usr/bin/env -S deno run\n", "typescript"},
		{"run", "#!/usr/bin/perl -w\n", "perl"},
		{"run", "#!/usr/bin/unknown\n", "text"},
		{"run", "#!\n", "text"},
		{"run.xyz", "#!/bin/bash\n", "bash"},
		{"run.py", "#!/bin/bash\n", "python"},

		// mode lines
		{"conf", "# -*- mode: ruby -*-\n", "ruby"},
		{"conf", "// -*- C++ -*-\n", "cpp"},
		{"conf", "\n# -*- coding: utf-8; mode: python; x: y -*-", "python"},
		{"conf", "# -*- coding: utf-8 -*-", "text"},
		{"conf", "\n\n\n# vim: set ft=sh ts=4:\n", "bash"},
		{"conf", "\" vim: filetype=vim", "vim"},
		{"conf", "\n\n\n\n\n\n# vim: ft=sh\n", "text"},

		// how a text starts
		{"feed", "<?xml version=\"1.0\"?>", "xml"},
		{"page", "<!DOCTYPE html>\n<p>", "html"},
		{"index", "<?php echo 1;", "php"},

		// shared extensions
		{"a.ts", "<?xml version=\"1.0\"?>\n<!DOCTYPE TS>", "xml"},
		{"a.ts", "export const a = 1", "typescript"},
		{"a.m", "#import <Foundation/Foundation.h>\n@implementation A\n@end\n", "objc"},
		{"a.m", "function y = f(x)\n% doc\nend\n", "matlab"},
		{"a.pl", "use strict;\nmy $x = 1;\n", "perl"},
		{"a.pl", ":- module(a, []).\np(X) :- q(X).\n", "prolog"},
		{"a.inc", "<?php\n", "php"},
		{"a.inc", "some text\n", "text"},
	}
	d := NewDetector(someLanguages)
	for _, tt := range tests {
		if got := d.Language(tt.path, []byte(tt.head)); got != tt.want {
			t.Errorf("%s %q: %s, want %s", tt.path, tt.head, got, tt.want)
		}
	}
}

func TestHeaderLanguage(t *testing.T) {
	tests := []struct{ name, head, want string }{
		{"empty", "", "c"},
		{"plain c", "#ifndef X_H\n#define X_H\n#include <stdio.h>\nint f(int *x, struct s *y);\n#endif\n", "c"},
		{"for both", "#ifdef __cplusplus\nextern \"C\" {\nnamespace x {}\n#endif\nint f(void);\n#ifdef __cplusplus\n}\n#endif\n", "c"},
		{"c in the else part", "#if defined(__cplusplus)\nclass A;\n#else\ntypedef struct A A;\n#endif\nint f(A *a);", "c"},
		{"a word in a comment", "/* this class is\n * a template< of namespaces std::x\n */\nint f(void); // class A {\n", "c"},
		{"bit operators", "#define M(a, b) ((a) & (b))\nint x = a & b;\nint y = *a &b;\nf(&x, &y);\n", "c"},
		{"a field called class", "struct s {\n\tint class;\n};\n", "c"},
		{"class", "class A {\npublic:\n  int x;\n};\n", "cpp"},
		{"forward", "class A;\n", "cpp"},
		{"namespace", "namespace a {\n}\n", "cpp"},
		{"template", "template <typename T> struct S {};\n", "cpp"},
		{"scope", "int f(std::string s);\n", "cpp"},
		{"reference", "void f(const Foo& foo);\n", "cpp"},
		{"reference without a name", "void f(Foo&);\n", "cpp"},
		{"header of the library", "#include <vector>\n", "cpp"},
		{"other header", "#include \"x.hpp\"\n", "cpp"},
		{"enum class", "enum class E { a };\n", "cpp"},
		{"after a guard for c", "#ifndef __cplusplus\n#error no\n#endif\nusing x = int;\n", "cpp"},
		{"objective-c", "#import <UIKit/UIKit.h>\n@interface A : NSObject\n@end\n", "objc"},
		{"open comment", "/* class A", "c"},
		{"slashes", "a / b / c /", "c"},
	}
	d := NewDetector(someLanguages)
	for _, tt := range tests {
		if got := d.Language("x.h", []byte(tt.head)); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

func TestDetectorPrefersTheGiven(t *testing.T) {
	d := NewDetector([]Language{{Name: "mine", Extensions: []string{".yaml"}}})
	if got := d.Language("a.yaml", nil); got != "mine" {
		t.Error(got)
	}
	if got := d.Language("a.h", []byte("class A;")); got != "text" { // neither c nor cpp is known
		t.Error(got)
	}
}
