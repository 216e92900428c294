package embed

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// splitters are the rules of the model's README, in order.
var splitters = []struct {
	pattern *regexp.Regexp
	with    string
}{
	{regexp.MustCompile(`([a-z0-9])([A-Z])`), "$1 $2"},
	{regexp.MustCompile(`([A-Z]+)([A-Z][a-z])`), "$1 $2"},
	{regexp.MustCompile(`([A-Za-z])([0-9])`), "$1 $2"},
	{regexp.MustCompile(`[^A-Za-z0-9]+`), " "},
}

// slowWords is the oracle of nextWord.
func slowWords(text string) []string {
	for _, s := range splitters {
		text = s.pattern.ReplaceAllString(text, s.with)
	}
	return strings.Fields(strings.ToLower(text))
}

func fastWords(text string) []string {
	var words []string
	b := []byte(text)
	for start, end := nextWord(b, 0); start < end; start, end = nextWord(b, end) {
		words = append(words, strings.ToLower(text[start:end]))
	}
	return words
}

func TestWords(t *testing.T) {
	for text, want := range map[string]string{
		"":                        "",
		" \t\n--":                 "",
		"parseHTTPRequest2":       "parse http request 2",
		"snake_case_name":         "snake case name",
		"SCREAMING_CASE":          "screaming case",
		"XMLHttpRequest":          "xml http request",
		"getUserByID":             "get user by id",
		"IDs":                     "i ds",
		"v2beta1":                 "v 2beta 1",
		"0xFF":                    "0x ff",
		"sha256Sum":               "sha 256 sum",
		"A":                       "a",
		"aB":                      "a b",
		"ABc":                     "a bc",
		"naïveÄpfel":              "na ve pfel",
		"日本":                      "",
		"x\x00y\xff\xfez":         "x y z",
		"if err != nil { return}": "if err nil return",
	} {
		if got := strings.Join(fastWords(text), " "); got != want {
			t.Errorf("words of %q: %q, want %q", text, got, want)
		}
		if got := strings.Join(slowWords(text), " "); got != want {
			t.Errorf("oracle, words of %q: %q, want %q", text, got, want)
		}
	}
}

func TestWordsEqualRules(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const letters = "abzABZ019 _é"
	for range 5000 {
		var b strings.Builder
		for range r.IntN(16) {
			b.WriteByte(letters[r.IntN(len(letters))])
		}
		if got, want := fastWords(b.String()), slowWords(b.String()); !slices.Equal(got, want) {
			t.Fatalf("words of %q: %q, want %q", b.String(), got, want)
		}
	}
}

func FuzzWords(f *testing.F) {
	f.Add("parseHTTPRequest2 v2beta1 XMLHttp")
	f.Fuzz(func(t *testing.T, text string) {
		if got, want := fastWords(text), slowWords(text); !slices.Equal(got, want) {
			t.Fatalf("words of %q: %q, want %q", text, got, want)
		}
	})
}
