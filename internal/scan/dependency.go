package scan

import (
	"os"
	"path/filepath"
	"strings"
)

// dependencyDir is a name of folders that hold what tools fetched or built.
//
// Inside a git work tree only the names without Outside and without markers
// count: whoever commits dist/ or vendor/ did it on purpose, and what is
// neither committed nor ignored is work in progress. No project keeps source
// under the names that remain. Without git nothing tells output from source,
// so the wider names count where a file beside them, or in them, betrays the
// tool. `!name/` in .lodeignore brings a folder back.
type dependencyDir struct {
	Name    string
	Outside bool     // counts only outside a git work tree
	Beside  []string // one of these files stands next to the folder
	Holds   []string // one of these files stands in the folder
}

var dependencyDirs = []dependencyDir{
	{Name: "node_modules"},
	{Name: "bower_components"},
	{Name: "jspm_packages"},
	{Name: ".yarn"},
	{Name: ".pnpm-store"},
	{Name: ".venv"},
	{Name: "site-packages"},
	{Name: "__pycache__"},
	{Name: ".tox"},
	{Name: ".nox"},
	{Name: ".eggs"},
	{Name: ".mypy_cache"},
	{Name: ".pytest_cache"},
	{Name: ".ruff_cache"},
	{Name: ".dart_tool"},
	{Name: ".stack-work"},
	{Name: "elm-stuff"},
	{Name: ".svn"},
	{Name: ".hg"},
	{Name: ".jj"},

	{Name: "vendor", Outside: true, Beside: []string{"go.mod", "composer.json", "Gemfile"}},
	{Name: "venv", Outside: true, Holds: []string{"pyvenv.cfg"}},
	{Name: "env", Outside: true, Holds: []string{"pyvenv.cfg"}},
	{Name: "target", Outside: true, Beside: []string{"Cargo.toml", "pom.xml", "build.sbt", "project.clj"}},
	{Name: "dist", Outside: true, Beside: []string{"package.json", "setup.py", "pyproject.toml"}},
	{Name: "build", Outside: true, Beside: []string{"package.json", "setup.py", "pyproject.toml", "CMakeLists.txt",
		"build.gradle", "build.gradle.kts", "pubspec.yaml"}},
	{Name: "out", Outside: true, Beside: []string{"package.json"}},
	{Name: "coverage", Outside: true, Beside: []string{"package.json"}},
	{Name: "deps", Outside: true, Beside: []string{"mix.exs"}},
	{Name: "_build", Outside: true, Beside: []string{"mix.exs", "dune-project", "rebar.config"}},
	{Name: "dist-newstyle", Outside: true},
	{Name: "zig-cache", Outside: true},
	{Name: ".zig-cache", Outside: true},
	{Name: "zig-out", Outside: true},
	{Name: "Pods", Outside: true, Beside: []string{"Podfile"}},
	{Name: "Carthage", Outside: true, Beside: []string{"Cartfile"}},
	{Name: "DerivedData", Outside: true},
	{Name: ".build", Outside: true, Beside: []string{"Package.swift"}},
	{Name: ".next", Outside: true},
	{Name: ".nuxt", Outside: true},
	{Name: ".svelte-kit", Outside: true},
	{Name: ".angular", Outside: true},
	{Name: ".parcel-cache", Outside: true},
	{Name: ".turbo", Outside: true},
	{Name: ".cache", Outside: true},
	{Name: ".gradle", Outside: true},
	{Name: ".terraform", Outside: true},
	{Name: "htmlcov", Outside: true},
	{Name: "CMakeFiles", Outside: true},
}

// isDependency reports whether the folder at an absolute path is in the table.
func isDependency(folder string, git bool) bool {
	name := filepath.Base(folder)
	for i := range dependencyDirs {
		d := &dependencyDirs[i]
		if d.Name != name || d.Outside && git {
			continue
		}
		return (d.Beside == nil && d.Holds == nil) ||
			anyExists(filepath.Dir(folder), d.Beside) || anyExists(folder, d.Holds)
	}
	return false
}

func anyExists(folder string, names []string) bool {
	for _, n := range names {
		if _, err := os.Lstat(folder + string(filepath.Separator) + n); err == nil {
			return true
		}
	}
	return false
}

// isGitName reports whether a path element is git's own folder, which git
// itself never lists.
func isGitName(name string, fold bool) bool {
	return name == ".git" || fold && strings.EqualFold(name, ".git")
}
