package scan

import (
	"bytes"
	"strings"

	"lode/internal/code"
)

// RoleOf tells what a file is for, by its path, its language and the start of
// its text. The first that applies counts: vendored (somebody else's, whatever
// it is), generated, test, documentation, configuration, else source.
func RoleOf(path string, language string, head []byte) code.Role {
	p := splitPath(path)
	switch {
	case p.isVendored():
		return code.RoleVendored
	case p.isGenerated() || isGeneratedText(language, head) || isMinified(language, head):
		return code.RoleGenerated
	case p.isFixture():
		return code.RoleTest
	case p.isDocumentation(language):
		return code.RoleDocumentation
	case p.isTest(language):
		return code.RoleTest
	case p.isConfiguration(language):
		return code.RoleConfiguration
	}
	return code.RoleSource
}

// filePath is a path taken apart.
type filePath struct {
	folders   []string // as written
	name      string
	stem      string // name without the extension
	extension string // with the dot, in small letters
}

func splitPath(path string) filePath {
	folders := strings.Split(path, "/")
	name := folders[len(folders)-1]
	p := filePath{folders: folders[:len(folders)-1], name: name, stem: name}
	if dot := strings.LastIndexByte(name, '.'); dot > 0 {
		p.stem, p.extension = name[:dot], strings.ToLower(name[dot:])
	}
	return p
}

// folder reports whether some folder has one of the names. What lies below
// src/main is product code, so that the Java package com.example.test is none
// of tests; and so is a folder test below lib (Elixir, Node).
func (p *filePath) folder(names map[string]bool) bool {
	lib := false
	for i, f := range p.folders {
		if i > 0 && f == "main" && p.folders[i-1] == "src" {
			return false
		}
		if names[f] && !(lib && f == "test") {
			return true
		}
		lib = lib || f == "lib"
	}
	return false
}

func set(names ...string) map[string]bool {
	m := make(map[string]bool, len(names))
	for _, n := range names {
		m[n] = true
	}
	return m
}

var vendoredFolders = set("vendor", "vendors", "vendored", "_vendor", "third_party", "third-party", "thirdparty", "ThirdParty",
	"3rdparty", "3rd_party", "node_modules", "bower_components", "jspm_packages", "site-packages", "Pods", "Carthage", ".yarn",
	"Godeps", "externals")

func (p *filePath) isVendored() bool {
	return p.folder(vendoredFolders) ||
		len(p.folders) > 1 && p.folders[0] == "deps" || // redis, node: deps/jemalloc/...
		strings.HasPrefix(p.name, "jquery") && p.extension == ".js" && isVersioned(p.stem[len("jquery"):])
}

// isVersioned reports whether what follows a library's name is a version or a variant.
func isVersioned(s string) bool {
	return s == "" || s == ".min" || len(s) > 1 && s[0] == '-' && isDigit(s[1])
}

var generatedFolders = set("__generated__", "generated", "Generated", "gen-go", "gen-py", "gen-java", "generated-sources")

var generatedSuffixes = []string{
	".pb.go", ".pb.gw.go", ".pb.validate.go", ".pb.h", ".pb.cc", ".pb.c", ".pb.swift", ".pb.dart", ".pbenum.dart",
	"_pb2.py", "_pb2.pyi", "_pb2_grpc.py", "_pb.js", "_pb.d.ts", "_pb.ts", "_grpc_pb.js", "_pb.rb",
	".g.dart", ".freezed.dart", ".gr.dart", ".mocks.dart", ".designer.cs", ".Designer.cs", ".g.cs", ".g.i.cs",
	".generated.go", ".generated.ts", ".generated.js", ".generated.cs", ".generated.swift", ".generated.h",
	".gen.go", ".gen.ts", ".min.js", ".min.mjs", ".min.css", "-min.js", ".bundle.js", ".chunk.js", ".js.map", ".css.map",
	".lock", ".lockb", "-lock.json", "-lock.yaml", ".lockfile", ".lock.json", ".lock.hcl",
}

var generatedNames = set("go.sum", "go.work.sum", "npm-shrinkwrap.json", "Package.resolved", "Cartfile.resolved", "bindata.go",
	"gradlew", "gradlew.bat", "mvnw", "mvnw.cmd", ".pnp.cjs")

func (p *filePath) isGenerated() bool {
	return generatedNames[p.name] || strings.HasPrefix(p.name, "zz_generated") ||
		hasSuffix(p.name, generatedSuffixes...) || p.folder(generatedFolders)
}

// headerLines is where generators put their mark.
const headerLines = 30

// isGeneratedText looks for a generator's mark in the comments at the start.
func isGeneratedText(language string, head []byte) bool {
	block := "" // what ends the comment that the line starts in
	for range headerLines {
		if len(head) == 0 {
			return false
		}
		var raw []byte
		raw, head, _ = bytes.Cut(head, []byte{'\n'})
		line := strings.TrimSpace(string(raw[:min(len(raw), 400)]))
		if language == "go" && strings.HasPrefix(line, "package ") {
			return false // Go wants the mark above the package clause; further down it is a template
		}
		comment := block != "" || isComment(language, line)
		if comment && isGeneratorsMark(strings.ToLower(line)) {
			return true
		}
		block = blockComment(line, block)
	}
	return false
}

func isComment(language, line string) bool {
	switch language {
	case "markdown", "html", "xml":
		return strings.HasPrefix(line, "<!--")
	case "rst":
		return strings.HasPrefix(line, "..")
	}
	return hasPrefix(line, "//", "/*", "*", "#", "--", ";", "%", "<!--", `"""`, "'", "(*", "{-", "!")
}

// blockComment returns what must come to end the comment in which the line
// ends, "" outside comments; end is the same for the line before.
func blockComment(line, end string) string {
	if end == "" {
		for _, pair := range [...][2]string{{"/*", "*/"}, {"<!--", "-->"}, {"(*", "*)"}, {"{-", "-}"}, {`"""`, `"""`}} {
			if rest, ok := strings.CutPrefix(line, pair[0]); ok {
				line, end = rest, pair[1]
				break
			}
		}
	}
	if end != "" && strings.Contains(line, end) {
		return ""
	}
	return end
}

// isGeneratorsMark reads a line of comment in small letters.
func isGeneratorsMark(line string) bool {
	if strings.Contains(line, "@generated") || strings.Contains(line, "<auto-generated") {
		return true
	}
	if !strings.Contains(line, "generated") {
		return false
	}
	text := strings.TrimLeft(line, `/*#-;%<!"'({ `+"\t")
	if hasPrefix(text, "code generated", "generated code", "generated by", "generated from", "autogenerated by", "auto-generated by",
		"automatically generated", "autogenerated from") {
		return true
	}
	for _, mark := range [...]string{
		"do not edit", "do not modify", "don't edit", "do not change", "this file is generated", "this file was generated",
		"this file has been generated", "this code was generated", "this file is auto", "this file was auto", "file automatically generated",
		"is an autogenerated file", "is an auto-generated file", "is an automatically generated file",
	} {
		if strings.Contains(line, mark) {
			return true
		}
	}
	return false
}

// isMinified reports whether a script or a style sheet has lines no person writes.
func isMinified(language string, head []byte) bool {
	if language != "javascript" && language != "css" || len(head) < 1000 {
		return false
	}
	head = head[:min(len(head), ambiguousSize)]
	return len(head)/(bytes.Count(head, []byte{'\n'})+1) > 200
}

var documentationFolders = set("doc", "docs", "documentation", "Documentation", "man", "javadoc", "guides", "wiki")

// proseNames are documents by name, with whatever extension prose may have.
var proseNames = set("readme", "license", "licence", "copying", "authors", "contributors", "contributing", "changelog", "changes",
	"history", "news", "notice", "install", "todo", "maintainers", "security", "code_of_conduct", "codeofconduct", "thanks", "faq",
	"roadmap", "upgrading", "patents", "credits", "copyright", "hacking", "governance", "support", "release-notes", "releasenotes")

func (p *filePath) isDocumentation(language string) bool {
	switch language {
	case "markdown", "rst", "asciidoc", "org":
		return true
	case PlainText:
		return p.isProse() || p.folder(documentationFolders)
	case "html", "tex", "csv":
		return p.folder(documentationFolders)
	}
	return (p.isManual() || p.extension == ".svg") && p.folder(documentationFolders)
}

// isProse recognises README, LICENSE-MIT, MIT-LICENSE.
func (p *filePath) isProse() bool {
	stem := strings.ToLower(p.stem)
	first, last, _ := strings.Cut(stem, "-")
	return proseNames[stem] || proseNames[first] && first != "install" || last == "license"
}

// isManual recognises the extension of manual pages such as man/lode.1.
func (p *filePath) isManual() bool {
	return len(p.extension) == 2 && '1' <= p.extension[1] && p.extension[1] <= '9'
}

var configurationNames = set("setup.py", "build.sbt", "build.gradle", "settings.gradle", "build.gradle.kts",
	"settings.gradle.kts", "Rakefile", "Gemfile", "Podfile", "Vagrantfile", "Brewfile", "Fastfile", "Dangerfile", "Capfile", "Guardfile",
	"Gruntfile.js", "gulpfile.js", "Gruntfile.coffee", "Package.swift", "mix.exs", ".formatter.exs", "build.zig.zon", "requirements.txt",
	"constraints.txt", "configure", "configure.ac", "MANIFEST.in", "Procfile", "Jenkinsfile", "gradle.properties", "Setup.hs",
	"dune", "dune-project", "rebar.config", "BUILD", "WORKSPACE", "Justfile", "justfile")

func (p *filePath) isConfiguration(language string) bool {
	switch language {
	case "yaml", "toml", "json", "ini", "properties", "make", "cmake", "dockerfile", "gomod", "ignore", "starlark", "meson",
		"nix", "xml", "gettext":
		return p.extension != ".svg" && p.extension != ".ipynb"
	case "hcl":
		return p.extension != ".tf"
	}
	return configurationNames[p.name] || strings.HasPrefix(p.name, ".") ||
		p.name == "conf.py" && p.folder(documentationFolders) || // Sphinx
		strings.Contains(p.name, ".config.") || strings.HasSuffix(p.stem, ".conf") || strings.HasPrefix(p.name, "requirements") && p.extension == ".txt" ||
		hasSuffix(p.name, ".cabal", ".gemspec", ".podspec", ".pbxproj", ".neon", ".sln")
}
