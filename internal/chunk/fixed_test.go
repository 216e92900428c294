package chunk

import (
	"fmt"
	"strings"
	"testing"
)

// TestFixedExample is the worked example of document 000: characters 0-4095,
// 3482-7577 and 6964-11059, with an overlap of 614.
func TestFixedExample(t *testing.T) {
	for _, unit := range []string{"abcdefghi\n", "äbcdéfghi\n", "日本語の文字列です\n", "\xff\xfebcdefgh\n"} {
		runes := []string{}
		content := strings.Repeat(unit, 1106) // 11060 characters
		for i, r := range content {
			width := len(string(r))
			if r == '�' {
				width = 1
			}
			runes = append(runes, content[i:i+width])
		}
		chunks := File(Input{Path: "a.go", Content: []byte(content)}, Options{Mode: ModeFixed, Model: "voyage-code-3"})
		if len(chunks) != 3 {
			t.Fatalf("%q: %d chunks", unit, len(chunks))
		}
		for i, want := range [][2]int{{0, 4095}, {3482, 7577}, {6964, 11059}} {
			c := chunks[i]
			if c.Text != strings.Join(runes[want[0]:want[1]+1], "") {
				t.Errorf("%q: chunk %d is not characters %d-%d", unit, i, want[0], want[1])
			}
			if first, last := want[0]/10+1, want[1]/10+1; int(c.StartLine) != first || int(c.EndLine) != last {
				t.Errorf("%q: chunk %d is lines %d-%d, want %d-%d", unit, i, c.StartLine, c.EndLine, first, last)
			}
			if id := fmt.Sprintf("code-a.go#file-%d", i); c.ID != id {
				t.Errorf("got %s, want %s", c.ID, id)
			}
		}
	}
}

// TestFixedEnd: the last chunk is the first that reaches the end.
func TestFixedEnd(t *testing.T) {
	for _, c := range []struct{ length, want int }{
		{1, 1}, {4096, 1}, {4097, 2}, {3482 + 4096, 2}, {3482 + 4097, 3},
	} {
		in := Input{Path: "a", Content: []byte(strings.Repeat("x", c.length))}
		if got := File(in, Options{Mode: ModeFixed, Model: "voyage-code-2"}); len(got) != c.want {
			t.Errorf("%d characters: %d chunks, want %d", c.length, len(got), c.want)
		}
	}
}

func TestModelSize(t *testing.T) {
	for model, want := range map[string]int{
		"voyage-code-3": 4096, "voyage-code-2": 4096, "voyage-large-2": 4096, "Voyage-Code-3": 4096,
		"voyageai/voyage-code-3": 4096, "nomic-embed-text": 2048, "nomic-embed-text:latest": 2048,
		"bge-small": 1000, "": 1000,
	} {
		if got := modelSize(model); got != want {
			t.Errorf("%q: %d, want %d", model, got, want)
		}
	}
	in := Input{Path: "a", Content: []byte(strings.Repeat("x", 200))}
	if got := File(in, Options{Mode: ModeFixed, Model: "voyage-code-3", FixedSize: 100}); len(got) != 3 || len(got[0].Text) != 100 {
		t.Errorf("a size over that of the model: %d chunks", len(got))
	}
}
