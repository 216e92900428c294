package embed

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// tokenMap is the vocabulary as a plain map, for the oracle.
func tokenMap() map[string]uint16 {
	m := map[string]uint16{}
	for id, token := range strings.Split(strings.TrimSuffix(vocabFile, "\n"), "\n") {
		m[token] = uint16(id)
	}
	return m
}

// slowTokens is the oracle of the tokeniser: WordPiece as it is usually written.
func slowTokens(tokens map[string]uint16, text string) []uint16 {
	var ids []uint16
	for _, word := range slowWords(text) {
		for at := 0; at < len(word); {
			mark := ""
			if at > 0 {
				mark = "##"
			}
			end := len(word)
			for ; end > at; end-- {
				if id, ok := tokens[mark+word[at:end]]; ok {
					ids = append(ids, id)
					break
				}
			}
			if end == at {
				return nil
			}
			at = end
		}
	}
	return ids
}

func fastTokens(v *vocabulary, text string) []uint16 {
	var ids []uint16
	v.tokens([]byte(text), func(id uint16) { ids = append(ids, id) })
	return ids
}

func TestEveryTokenIsFound(t *testing.T) {
	v := openBuiltin(t).vocabulary
	for token, want := range tokenMap() {
		if strings.HasPrefix(token, "[") {
			continue
		}
		letters, continued := strings.CutPrefix(token, "##")
		mark := uint64(0)
		if continued {
			mark = continuation
		}
		id, n := v.longest([]byte(letters), 0, len(letters), mark)
		if id != want || n != len(letters) {
			t.Errorf("%q: id %d of %d letters, want %d of %d", token, id, n, want, len(letters))
		}
	}
}

// Every word has tokens because every letter has, in both places.
func TestEveryLetterIsAToken(t *testing.T) {
	tokens := tokenMap()
	for _, c := range "abcdefghijklmnopqrstuvwxyz0123456789" {
		for _, token := range []string{string(c), "##" + string(c)} {
			if _, ok := tokens[token]; !ok {
				t.Errorf("%q is not in the vocabulary", token)
			}
		}
	}
}

func TestTokensEqualOracle(t *testing.T) {
	v, tokens := openBuiltin(t).vocabulary, tokenMap()
	check := func(text string) {
		t.Helper()
		if got, want := fastTokens(v, text), slowTokens(tokens, text); !slices.Equal(got, want) {
			t.Fatalf("tokens of %q: %v, want %v", text, got, want)
		}
	}
	check(string(sourceText(t, 100<<10)))
	check("internationalisation INTERNATIONALIZATIONS documentInvalidCharacterExceptionCreated")
	check(strings.Repeat("f", 1000) + " " + strings.Repeat("0", 1000) + strings.Repeat("1234567890", 100))
	r := rand.New(rand.NewPCG(3, 4))
	for range 5000 {
		b := make([]byte, r.IntN(24))
		for i := range b {
			b[i] = "eeaioustrnlcp01"[r.IntN(15)]
		}
		check(string(b))
	}
}
