package scan

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

var (
	repositories = flag.Int("repositories", 16, "random repositories that TestListEqualsGit compares")
	seed         = flag.Uint64("seed", 1, "where their random numbers start")
)

// treesEach is how many trees share a repository, since processes are what
// takes the time. Each has ignore files of its own, and they share
// .git/info/exclude, the global excludes and, at times, a .gitignore above.
const treesEach = 12

// TestListEqualsGit generates trees with ignore files of every kind and
// compares the listing, by git and by our own walk, with what git says.
func TestListEqualsGit(t *testing.T) {
	listed := 0
	for i := range *repositories {
		r := rand.New(rand.NewPCG(*seed, uint64(i)))
		root := tempDir(t)
		folders := randomRepository(t, r, root)
		below := folders[r.IntN(len(folders))]
		listed += compareWithGit(t, root, "", true)
		compareWithGit(t, root, below, true)
		if i%2 == 0 {
			trackSome(t, r, root)
			compareWithGit(t, root, "", false)
			compareWithGit(t, root, below, false)
		}
		if t.Failed() {
			t.Fatalf("repository %d\n%s", i, describe(root))
		}
	}
	if listed < *repositories*treesEach*3 {
		t.Errorf("only %d files listed: the test says little", listed)
	}
}

// treeNames are names of files and folders; they meet treePatterns often.
var treeNames = append(oddNames(), "a", "b", "c", "x", "y", "keep", "foo", "bar", "x.o", "y.o", "a.txt", "!x", "#y", "a b", "ab",
	"[z]", "build", "A")

// oddNames are names that not every system can have.
func oddNames() []string {
	if runtime.GOOS != "linux" {
		return nil
	}
	return []string{"foo ", "new\nline", "K\xff", `q"q`, "k"}
}

var treePatterns = []string{"a", "b/", "/x", "/x/", "x/*", "!x/keep", "x/**", "!keep", "a/**/b", "**/x/", "**/foo", "foo/**", `\!x`,
	`\#y`, `foo\ `, "foo ", "[a-c]?", "[!a]", "*.o", "!x.o", "*.txt", "/*", "!/a", "!/b/", "*", "!*/", "!*.txt", "build", "!build/",
	"a/b", "/a/b", "a/b/", "*/x", "**/*.o", "# comment", "", "  ", "a\r", `\[z]`, `[[]z]`, "new*", "?", "??", "a?b", "K*", `q"q`,
	"!a/keep", "x/y", "!x/y", "b/**", "!b/**/", "**", "bar/", "!bar", "/foo/*/x", "foo/*/", "a*", "!ab", "*b", "!", "/", "a\tb"}

// randomRepository makes a repository without commits and returns its folders.
func randomRepository(t *testing.T, r *rand.Rand, root string) []string {
	initRepo(t, root)
	files := map[string]string{}
	var all []string
	for i := range treesEach {
		all = append(all, randomTree(r, fmt.Sprintf("t%d/", i), files)...)
	}
	if r.IntN(3) == 0 {
		files[".gitignore"] = randomRules(r, 1)
	}
	if r.IntN(2) == 0 {
		files[".git/info/exclude"] = randomRules(r, 2)
	}
	if r.IntN(2) == 0 {
		files[".git/global"] = randomRules(r, 2)
		files[".git/config"] = fmt.Sprintf("[core]\n\tbare = false\n\texcludesFile = %q\n", filepath.ToSlash(filepath.Join(root, ".git/global")))
	}
	write(t, root, files)
	return all
}

// randomTree adds a tree to files and returns its folders.
func randomTree(r *rand.Rand, base string, files map[string]string) []string {
	folders := []string{base}
	for range 3 + r.IntN(10) {
		above := folders[r.IntN(len(folders))]
		if strings.Count(above, "/") < 5 {
			folders = append(folders, above+treeNames[r.IntN(len(treeNames))]+"/")
		}
	}
	slices.Sort(folders)
	folders = slices.Compact(folders)
	for range 8 + r.IntN(25) {
		name := folders[r.IntN(len(folders))] + treeNames[r.IntN(len(treeNames))]
		if !slices.Contains(folders, name+"/") {
			files[name] = name
		}
	}
	for _, f := range folders {
		files[f] = "" // also empty ones
		if r.IntN(2) == 0 {
			files[f+".gitignore"] = randomRules(r, 5)
		}
	}
	return folders
}

func randomRules(r *rand.Rand, most int) string {
	var b strings.Builder
	if r.IntN(8) == 0 {
		b.WriteString("\uFEFF")
	}
	for range 1 + r.IntN(most) {
		pattern := treePatterns[r.IntN(len(treePatterns))]
		if r.IntN(6) == 0 {
			pattern = randomPattern(r)
		}
		b.WriteString(pattern + "\n")
	}
	text := b.String()
	if r.IntN(4) == 0 {
		text = strings.TrimSuffix(text, "\n")
	}
	return text
}

// trackSome adds files to the index although some of them are ignored, then
// removes some from the disk.
func trackSome(t *testing.T, r *rand.Rand, root string) {
	all := strings.Split(strings.TrimSuffix(git(t, root, "ls-files", "-o", "-z"), "\x00"), "\x00")
	args := []string{"--literal-pathspecs", "add", "-f", "--"}
	for _, path := range all {
		if path != "" && r.IntN(3) == 0 {
			args = append(args, path)
		}
	}
	if len(args) == 4 {
		return
	}
	git(t, root, args...)
	for _, path := range args[4:] {
		if r.IntN(6) == 0 {
			check(t, os.Remove(filepath.Join(root, path)))
		}
	}
}

// compareWithGit compares the list of one folder as a root and returns its length.
func compareWithGit(t *testing.T, root, folder string, walk bool) int {
	t.Helper()
	dir := filepath.Join(root, folder)
	want := []string{}
	for path := range strings.SplitSeq(git(t, dir, "ls-files", "-co", "--exclude-standard", "-z"), "\x00") {
		if _, err := os.Lstat(filepath.Join(dir, path)); path != "" && err == nil {
			want = append(want, path)
		}
	}
	slices.Sort(want)
	for _, noGit := range []bool{false, true} {
		if noGit && !walk {
			continue
		}
		l := list(t, Options{Root: dir, NoGit: noGit})
		if l.Git == noGit {
			t.Fatalf("git %v with NoGit %v: %s", l.Git, noGit, l.Note)
		}
		if got := paths(l); !slices.Equal(got, want) {
			t.Errorf("in %q, NoGit %v:\nmore %q\nless %q", folder, noGit, minus(got, want), minus(want, got))
		}
	}
	return len(want)
}

func minus(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(s string) bool { return slices.Contains(b, s) })
}

// describe prints the ignore files of a tree.
func describe(root string) string {
	var b strings.Builder
	filepath.WalkDir(root, func(path string, e os.DirEntry, err error) error {
		if name := filepath.Base(path); name == ".gitignore" || name == "exclude" || name == "global" {
			data, _ := os.ReadFile(path)
			fmt.Fprintf(&b, "%s: %q\n", strings.TrimPrefix(path, root), data)
		}
		return nil
	})
	return b.String()
}
