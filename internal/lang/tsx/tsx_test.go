package tsx

import (
	"testing"

	"lode/internal/lang/langtest"
)

func TestFacts(t *testing.T) { langtest.Golden(t, New()) }
func FuzzFacts(f *testing.F) { langtest.Fuzz(f, New()) }
