package scan

import (
	"slices"
	"strings"
)

// testCustom is how a language names its tests. Stems are compared as written.
type testCustom struct {
	extensions []string
	prefixes   []string        // of the stem
	suffixes   []string        // of the stem
	names      []string        // whole stems
	folders    map[string]bool // anywhere in the path
	top        map[string]bool // as the first folder only
}

// Where product code also lives in folders called test (django.test, Go's own
// testing helpers) only a first folder of that name counts.
var (
	commonFolders = set("test", "tests", "Tests", "Test", "unittests", "unittest", "integration-tests",
		"integration_tests", "integrationtests", "e2e", "testsuite", "testsuites")
	specFolders   = union(commonFolders, "spec", "specs")
	scriptFolders = union(specFolders, "__tests__", "__mocks__", "cypress", "playwright", "e2e-tests", "test-d")
	jvmFolders    = union(commonFolders, "androidTest", "testFixtures", "integrationTest", "jvmTest", "commonTest", "jsTest", "nativeTest")
	strictFolders = set("tests", "unittests", "integration_tests", "integration-tests", "e2e")
	topFolders    = set("test", "testing")
)

func union(m map[string]bool, more ...string) map[string]bool {
	u := set(more...)
	for k := range m {
		u[k] = true
	}
	return u
}

var testCustoms = []testCustom{
	{extensions: []string{".go"}, suffixes: []string{"_test"}, folders: strictFolders, top: topFolders},
	{extensions: []string{".py", ".pyi", ".pyx"}, prefixes: []string{"test_"}, suffixes: []string{"_test", "_tests"},
		names: []string{"conftest", "tests"}, folders: strictFolders, top: topFolders},
	{extensions: []string{".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts", ".vue", ".svelte", ".coffee"},
		suffixes: []string{".test", ".spec", ".tests", ".specs", ".e2e", ".cy", ".e2e-spec", ".test-d", "-test", "_test"},
		folders:  scriptFolders},
	{extensions: []string{".java", ".kt", ".kts"}, prefixes: []string{"Test"}, suffixes: []string{"Test", "Tests", "TestCase", "IT"},
		folders: jvmFolders},
	{extensions: []string{".scala", ".sc", ".groovy"}, prefixes: []string{"Test"},
		suffixes: []string{"Test", "Tests", "Spec", "Specs", "Suite"}, folders: jvmFolders},
	{extensions: []string{".c", ".h", ".cc", ".cpp", ".cxx", ".hpp", ".hh", ".hxx", ".cu", ".m", ".mm"},
		prefixes: []string{"test_", "test-"}, suffixes: []string{"_test", "_tests", "_unittest", "_unittests", "-test", "Test", "Tests"},
		folders: commonFolders},
	{extensions: []string{".cs", ".fs", ".vb"}, suffixes: []string{"Test", "Tests", "TestCase", "Specs"}, folders: commonFolders},
	{extensions: []string{".rs"}, prefixes: []string{"test_"}, suffixes: []string{"_test", "_tests"}, names: []string{"tests", "test"},
		folders: commonFolders},
	{extensions: []string{".swift"}, suffixes: []string{"Test", "Tests", "TestCase"}, folders: specFolders},
	{extensions: []string{".php", ".phpt"}, suffixes: []string{"Test", "Tests", "TestCase", "Cest"}, folders: specFolders},
	{extensions: []string{".rb", ".rake", ".cr"}, prefixes: []string{"test_"}, suffixes: []string{"_test", "_spec"},
		names: []string{"spec_helper", "test_helper"}, folders: specFolders},
	{extensions: []string{".ex", ".exs"}, suffixes: []string{"_test"}, names: []string{"test_helper"}, folders: commonFolders},
	{extensions: []string{".hs", ".lhs", ".purs", ".elm"}, suffixes: []string{"Spec", "Test", "Tests"}, folders: specFolders},
	{extensions: []string{".lua"}, prefixes: []string{"test_"}, suffixes: []string{"_spec", "_test", "-test"}, folders: specFolders},
	{extensions: []string{".sh", ".bash", ".bats", ".zsh", ".fish"}, prefixes: []string{"test_", "test-"}, suffixes: []string{"_test", "-test", ".test"},
		folders: commonFolders},
	{extensions: []string{".zig"}, prefixes: []string{"test_"}, suffixes: []string{"_test", "_tests"}, names: []string{"test", "tests"}, folders: commonFolders},
	{extensions: []string{".dart"}, suffixes: []string{"_test"}, folders: commonFolders},
	{extensions: []string{".pl", ".pm", ".t"}, folders: union(commonFolders, "t", "xt")},
	{extensions: []string{".r", ".jl"}, prefixes: []string{"test-", "test_"}, names: []string{"runtests"}, folders: union(commonFolders, "testthat")},
	{extensions: []string{".erl", ".hrl"}, suffixes: []string{"_SUITE", "_tests", "_test"}, folders: commonFolders},
	{extensions: []string{".clj", ".cljs", ".cljc"}, suffixes: []string{"_test"}, folders: commonFolders},
	{extensions: []string{".ml", ".mli"}, prefixes: []string{"test_"}, suffixes: []string{"_test", "_tests"}, folders: commonFolders},
	{extensions: []string{".sql", ".proto", ".ps1"}, suffixes: []string{"_test", ".Tests"}, folders: commonFolders},
}

// fixtureFolders hold what tests read: also documents there are no documentation.
var fixtureFolders = set("testdata", "test-data", "test_data", "fixtures", "__fixtures__", "test-fixtures", "testfixtures", "__snapshots__",
	"testcases")

func (p *filePath) isFixture() bool {
	return p.folder(fixtureFolders) || p.extension == ".snap" || p.extension == ".bats" || p.extension == ".phpt"
}

// isTest applies the custom of the file's extension; a script without one
// counts as a test by its folder.
func (p *filePath) isTest(language string) bool {
	if p.isProduct() {
		return false
	}
	for i := range testCustoms {
		if c := &testCustoms[i]; slices.Contains(c.extensions, p.extension) {
			return c.matches(p)
		}
	}
	if p.folder(commonFolders) || len(p.folders) > 0 && topFolders[p.folders[0]] {
		return true
	}
	return language != PlainText && p.projectFolder()
}

// isProduct reports whether the path goes through src/main of the JVM languages.
func (p *filePath) isProduct() bool {
	for i, f := range p.folders {
		if i > 0 && f == "main" && p.folders[i-1] == "src" {
			return true
		}
	}
	return false
}

func (c *testCustom) matches(p *filePath) bool {
	if p.folder(c.folders) || len(p.folders) > 0 && c.top[p.folders[0]] || p.projectFolder() {
		return true
	}
	for _, n := range c.names {
		if p.stem == n {
			return true
		}
	}
	for _, s := range c.suffixes {
		// OrderIT, but not AUDIT
		rest, ok := strings.CutSuffix(p.stem, s)
		if ok && rest != "" && (s != "IT" || isLower(rest[len(rest)-1])) {
			return true
		}
	}
	for _, s := range c.prefixes {
		// TestFoo and test_foo, but not Testimonial
		rest, ok := strings.CutPrefix(p.stem, s)
		if ok && rest != "" && (!isLower(s[len(s)-1]) || isUpper(rest[0])) {
			return true
		}
	}
	return false
}

// projectFolder recognises the test projects of .NET and Swift: Acme.Core.Tests/, AcmeTests/.
func (p *filePath) projectFolder() bool {
	for _, f := range p.folders {
		if hasSuffix(f, ".Test", ".Tests", ".UnitTests", ".IntegrationTests", ".Specs", "Tests") && f != "Tests" {
			return true
		}
	}
	return false
}
