package markdown

import (
	"math/rand/v2"
	"strings"
	"testing"

	"lode/internal/lang"
	"lode/internal/lang/langtest"
	"lode/internal/parse"
)

func TestFacts(t *testing.T) { langtest.Golden(t, New()) }
func FuzzFacts(f *testing.F) { langtest.Fuzz(f, New()) }

// The scanner has room for 254 open blocks and writes beyond when there are
// more: whatever lines follow each other, the process must live.
func TestNestingFitsTheScanner(t *testing.T) {
	p := parse.New([]*lang.Language{New()})
	defer p.Close()
	rng := rand.New(rand.NewPCG(1, 1))
	units := []string{"> ", ">", "- ", "* ", "+ ", "1. ", "2) ", "\t", "  ", "   ", "x ", "\x00", "\v", "\r", "    ", "# ", "```", "ä"}
	for range 150 {
		var b strings.Builder
		for range 1 + rng.IntN(20) {
			a, c := units[rng.IntN(len(units))], units[rng.IntN(len(units))]
			for range rng.IntN(300) {
				if rng.IntN(8) == 0 {
					b.WriteString(c)
				} else {
					b.WriteString(a)
				}
			}
			b.WriteString(strings.Repeat("\n", 1+rng.IntN(2)))
		}
		content := []byte(b.String())
		facts, err := p.Parse(content, "markdown")
		if err != nil {
			t.Fatal(err)
		}
		langtest.Check(t, content, facts)
	}
}
