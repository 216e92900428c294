package config

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// write makes a settings' file.
func write(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), FileName)
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestDefaultsAreValid(t *testing.T) {
	c := Default()
	if err := c.Validate(); err != nil {
		t.Fatal(err)
	}
	loaded, origin, err := Load(filepath.Join(t.TempDir(), "none.json"), []string{"PATH=/bin", "LODE_INDEX_DIR=x", "LODE_INDEXING=0", "LODE_=x", "HOME"})
	if err != nil || len(origin) != 0 || !reflect.DeepEqual(loaded, c) {
		t.Errorf("without file and variables: %+v, %v, %v", loaded, origin, err)
	}
}

// TestDefaultsSurviveTheFile writes the defaults as `lode init` does.
func TestDefaultsSurviveTheFile(t *testing.T) {
	b, err := json.Marshal(Default())
	if err != nil {
		t.Fatal(err)
	}
	c, origin, err := Load(write(t, string(b)), nil)
	if err != nil || !reflect.DeepEqual(c, Default()) {
		t.Errorf("%+v, %v", c, err)
	}
	keys := 0
	c.Each(func(key string, _ any) {
		keys++
		if origin[key] == "" {
			t.Errorf("%s is in the file and has no origin", key)
		}
	})
	if keys == 0 || keys != len(origin) {
		t.Errorf("%d keys, %d origins", keys, len(origin))
	}
}

func TestLayers(t *testing.T) {
	file := write(t, "\ufeff"+`{"chunking": {"size": 700, "lines": 80}, "paths": {"ignore": ["a", "b"]}, "retrieval": {}}`)
	environ := []string{"LODE_CHUNKING_SIZE=800", "LODE_PATHS_CODE= src/** , *.{go,mod},", "LODE_INDEXING_FOLLOW_SYMLINKS=true"}
	c, origin, err := Load(file, environ)
	if err != nil {
		t.Fatal(err)
	}
	if c.Chunking.Size != 800 || c.Chunking.Lines != 80 || c.Chunking.LineOverlap != Default().Chunking.LineOverlap || !c.Indexing.FollowSymlinks {
		t.Errorf("%+v", c)
	}
	if want := []string{"src/**", "*.{go,mod}"}; !reflect.DeepEqual(c.Paths.Code, want) {
		t.Errorf("paths.code is %q, want %q", c.Paths.Code, want)
	}
	if want := []string{"a", "b"}; !reflect.DeepEqual(c.Paths.Ignore, want) {
		t.Errorf("paths.ignore is %q, want %q", c.Paths.Ignore, want)
	}
	want := map[string]string{
		"chunking.size": "LODE_CHUNKING_SIZE", "chunking.lines": file, "paths.ignore": file, "paths.code": "LODE_PATHS_CODE",
		"indexing.follow_symlinks": "LODE_INDEXING_FOLLOW_SYMLINKS",
	}
	if !reflect.DeepEqual(origin, want) {
		t.Errorf("origins %v, want %v", origin, want)
	}
}

// other is a valid value of a key that is not its default.
var other = map[string]string{
	"chunking.mode": "lines", "chunking.strategies": "symbols,data", "chunking.overlap": "2", "chunking.line_overlap": "3", "chunking.doc_overlap": "7",
	"embedding.provider": "none",
}

// TestEveryKeyHasAVariable sets each key by its variable and by the file.
func TestEveryKeyHasAVariable(t *testing.T) {
	defaults := Default()
	defaults.Each(func(key string, value any) {
		text := other[key]
		if text == "" {
			switch value.(type) {
			case string:
				text = "words"
			case bool:
				text = "true"
			case int, int64:
				text = "321"
			case []string:
				text = "one,two"
			default:
				t.Fatalf("%s is a %T: the test does not know how to set it", key, value)
			}
		}
		byVariable, origin, err := Load("none", []string{Variable(key) + "=" + text})
		if err != nil {
			t.Errorf("%s=%s: %v", Variable(key), text, err)
			return
		}
		if got := valueOf(&byVariable, key); reflect.DeepEqual(got, value) {
			t.Errorf("%s=%s has no effect: %v", Variable(key), text, got)
		}
		if origin[key] != Variable(key) {
			t.Errorf("%s comes from %q", key, origin[key])
		}
		encoded, err := json.Marshal(valueOf(&byVariable, key))
		if err != nil {
			t.Fatal(err)
		}
		section, name, _ := strings.Cut(key, ".")
		byFile, _, err := Load(write(t, fmt.Sprintf(`{%q: {%q: %s}}`, section, name, encoded)), nil)
		if err != nil || !reflect.DeepEqual(byFile, byVariable) {
			t.Errorf("%s in the file: %+v, %v", key, byFile, err)
		}
	})
}

func valueOf(c *Config, key string) (value any) {
	c.Each(func(k string, v any) {
		if k == key {
			value = v
		}
	})
	return value
}

func TestMistakes(t *testing.T) {
	for _, c := range []struct {
		file, variable, want string
	}{
		{`{"chunkin": {}}`, "", `unknown section "chunkin": one of chunking, embedding, indexing, paths, retrieval`},
		{`{"chunking": {"siz": 1}}`, "", "unknown setting chunking.siz: chunking has doc_chars, doc_chunk_size,"},
		{`{"chunking": {"size": "big"}}`, "", "chunking.size: must be a whole number"},
		{`{"chunking": {"size": 1.5}}`, "", "chunking.size: must be a whole number"},
		{`{"chunking": {"size": null}}`, "", "chunking.size: must be a whole number"},
		{`{"paths": {"ignore": "a"}}`, "", "paths.ignore: must be a list of texts"},
		{`{"indexing": {"follow_symlinks": 1}}`, "", "indexing.follow_symlinks: must be true or false"},
		{`{"embedding": {"provider": 3}}`, "", "embedding.provider: must be a text"},
		{`{"chunking": {"size": 1}} {}`, "", "must be a JSON object of sections"},
		{`[]`, "", "must be a JSON object of sections"},
		{`{"chunking": 3}`, "", "must be a JSON object of sections"},
		{`{"chunking": {"size": 1}`, "", "must be a JSON object of sections"},
		{``, "", "must be a JSON object of sections"},
		{`{}`, "LODE_CHUNKING_SIZE=big", `LODE_CHUNKING_SIZE="big": must be a whole number`},
		{`{}`, "LODE_CHUNKING_SIZE=", `LODE_CHUNKING_SIZE="": must be a whole number`},
		{`{}`, "LODE_INDEXING_FOLLOW_SYMLINKS=maybe", "must be true or false"},
		{`{}`, "LODE_CHUNKING_SIZ=1", "LODE_CHUNKING_SIZ: no such setting: chunking has doc_chars,"},
		{`{"chunking": {"mode": "magic"}}`, "", `unknown chunk mode "magic": one of auto, lines, fixed`},
		{`{"chunking": {"strategies": ["code"]}}`, "", "chunk kind code is not a tier"},
		{`{"chunking": {"strategies": ["x"]}}`, "", `unknown chunk kind "x"`},
		{`{"chunking": {"lines": 10, "line_overlap": 10}}`, "", "line overlap 10 is not smaller than the 10 lines of a chunk"},
		{`{"chunking": {"size": -1}}`, "", "must not be negative"},
		{`{"embedding": {"provider": "cloud"}}`, "", `embedding.provider is "cloud": one of static, none`},
		{`{"indexing": {"max_file_size": 0}}`, "", "indexing.max_file_size is 0: must be at least 1"},
		{`{"indexing": {"workers": -1}}`, "", "indexing.workers is -1: must be at least 0"},
		{`{"indexing": {"generated_file_patterns": ["^a.*\\.go$"]}}`, "", "looks like a regular expression"},
		{`{"retrieval": {"limit": 0}}`, "", "retrieval.limit is 0: must be at least 1"},
		{`{"retrieval": {"per_file": 0}}`, "", "retrieval.per_file is 0: must be at least 1"},
	} {
		var environ []string
		if c.variable != "" {
			environ = []string{c.variable}
		}
		if _, _, err := Load(write(t, c.file), environ); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s: error %v, want %q", c.file, c.variable, err, c.want)
		}
	}
}

// TestSettingsArrive checks that the options of chunker and scanner have what
// the settings say.
func TestSettingsArrive(t *testing.T) {
	c := Default()
	c.Paths = Paths{Code: []string{"src"}, Docs: []string{"docs"}, Ignore: []string{"x"}}
	c.Indexing.MaxFileSize, c.Indexing.FollowSymlinks = 5, true
	if o := c.ScanOptions(); !reflect.DeepEqual(o.Include, []string{"src", "docs"}) || !reflect.DeepEqual(o.Ignore, []string{"x"}) || o.MaxFileSize != 5 || !o.FollowSymlinks {
		t.Errorf("%+v", o)
	}
	c.Chunking = Chunking{
		Mode: "fixed", Size: 1, Overlap: 2, Lines: 3, LineOverlap: 4, Model: "m", FixedSize: 5, DocChunkSize: 6, DocOverlap: 7, DocChars: 8, Strategies: []string{"data"},
	}
	o, err := c.ChunkOptions()
	if err != nil {
		t.Fatal(err)
	}
	v := reflect.ValueOf(o)
	for i := range v.NumField() {
		if v.Field(i).IsZero() {
			t.Errorf("%s is not set", v.Type().Field(i).Name)
		}
	}
}

// TestReferenceIsComplete keeps docs/settings.md in step.
func TestReferenceIsComplete(t *testing.T) {
	page, err := os.ReadFile("../../docs/settings.md")
	if err != nil {
		t.Fatal(err)
	}
	c := Default()
	c.Each(func(key string, _ any) {
		if !strings.Contains(string(page), "`"+key+"`") {
			t.Errorf("docs/settings.md does not mention %s", key)
		}
	})
}
