package embed

import (
	"go/build"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// sourceText returns n bytes of Go source of the standard library.
func sourceText(t testing.TB, n int) []byte {
	t.Helper()
	var text []byte
	for _, dir := range []string{"net/http", "go/types", "encoding/json", "crypto/tls", "os", "runtime"} {
		files, err := filepath.Glob(filepath.Join(build.Default.GOROOT, "src", filepath.FromSlash(dir), "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if strings.HasSuffix(f, "_test.go") {
				continue
			}
			b, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			text = append(text, b...)
		}
	}
	if len(text) < n {
		t.Fatalf("%d bytes of source in GOROOT, %d needed", len(text), n)
	}
	return text[:n]
}

func BenchmarkOpen(b *testing.B) {
	for b.Loop() {
		if _, err := openStatic(viewOf(modelFile), viewOf(vocabFile), viewOf(tableFile)); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkVector is one text of 600 bytes of source.
func BenchmarkVector(b *testing.B) {
	s, text := openBuiltin(b), sourceText(b, 3<<20)
	const size = 600
	dst := make([]float32, dimensions)
	b.SetBytes(size)
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		s.Vector(dst, text[i:i+size])
		if i += size; i+size > len(text) {
			i = 0
		}
	}
}

func BenchmarkQuery(b *testing.B) {
	s, text := openBuiltin(b), []byte("retry a failed request with exponential backoff")
	dst := make([]float32, dimensions)
	for b.Loop() {
		s.Vector(dst, text)
	}
}

// BenchmarkTokens is the part of BenchmarkVector that cuts text into tokens.
func BenchmarkTokens(b *testing.B) {
	s, text := openBuiltin(b), sourceText(b, 3<<20)
	b.SetBytes(int64(len(text)))
	n := 0
	for b.Loop() {
		n = 0
		s.vocabulary.tokens(text, func(uint16) { n++ })
	}
	b.ReportMetric(float64(len(text))/float64(n), "bytes/token")
}
