// Package config holds the settings: defaults, overridden by the project's
// file, overridden by the environment. Every key works or is an error; an
// unknown key is an error.
//
// The file is .lode/config.json at the root of the tree. The environment
// variable of a key is LODE_<SECTION>_<KEY>, for instance
// LODE_CHUNKING_SIZE=800; lists are separated by commas.
package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"lode/internal/chunk"
	"lode/internal/code"
	"lode/internal/glob"
	"lode/internal/scan"
)

// FileName is the settings' name within the project's .lode folder.
const FileName = "config.json"

// Config is all settings.
type Config struct {
	Paths     Paths     `json:"paths"`
	Indexing  Indexing  `json:"indexing"`
	Chunking  Chunking  `json:"chunking"`
	Embedding Embedding `json:"embedding"`
	Retrieval Retrieval `json:"retrieval"`
}

// Paths choose what is indexed.
type Paths struct {
	Code   []string `json:"code"`   // globs; with docs empty too: everything
	Docs   []string `json:"docs"`   // globs
	Ignore []string `json:"ignore"` // globs in gitignore syntax, added to the ignore rules
}

// Indexing decides how files are read.
type Indexing struct {
	MaxFileSize       int64    `json:"max_file_size"` // bytes
	FollowSymlinks    bool     `json:"follow_symlinks"`
	GeneratedPatterns []string `json:"generated_file_patterns"` // globs of files that count as generated
	Workers           int      `json:"workers"`                 // 0: one for each processor
}

// Chunking decides how files are cut.
type Chunking struct {
	Mode         string   `json:"mode"`           // auto, lines or fixed
	Size         int      `json:"size"`           // auto: characters of a code chunk
	Overlap      int      `json:"overlap"`        // auto: lines shared by neighbours
	Lines        int      `json:"lines"`          // lines: length of a window
	LineOverlap  int      `json:"line_overlap"`   // lines: shared by neighbours
	Model        string   `json:"model"`          // fixed: the model whose size is used
	FixedSize    int      `json:"fixed_size"`     // fixed: characters, over the model's
	DocChunkSize int      `json:"doc_chunk_size"` // tokens
	DocOverlap   int      `json:"doc_overlap"`    // tokens
	DocChars     int      `json:"doc_chars"`      // characters of a part of a document; 0: doc_chunk_size decides
	Strategies   []string `json:"strategies"`     // composed views: symbols, definitions, data
}

// Embedding chooses the model.
type Embedding struct {
	Provider string `json:"provider"` // static (built in) or none
}

// Retrieval is about answers.
type Retrieval struct {
	Limit   int `json:"limit"`    // results of a search
	PerFile int `json:"per_file"` // results from one file
}

// Default returns the settings of a tree that says nothing.
func Default() Config {
	return Config{
		Paths:    Paths{Code: []string{}, Docs: []string{}, Ignore: []string{}},
		Indexing: Indexing{MaxFileSize: scan.DefaultMaxFileSize, GeneratedPatterns: []string{}},
		Chunking: Chunking{
			Mode: string(chunk.ModeAuto), Size: chunk.DefaultSize, Lines: chunk.DefaultLines, LineOverlap: chunk.DefaultLineOverlap,
			DocChunkSize: chunk.DefaultDocSize, DocOverlap: 0, DocChars: 1200, Strategies: []string{"symbols", "definitions", "data"},
		},
		Embedding: Embedding{Provider: "static"},
		Retrieval: Retrieval{Limit: 10, PerFile: 1},
	}
}

// Load reads the file, which need not exist, and the environment (pairs of
// NAME=value, as os.Environ gives them). origin says for each key that is not
// a default where its value comes from.
func Load(file string, environ []string) (c Config, origin map[string]string, err error) {
	c, origin = Default(), map[string]string{}
	if err := c.readFile(file, origin); err != nil {
		return c, nil, err
	}
	if err := c.readEnvironment(environ, origin); err != nil {
		return c, nil, err
	}
	return c, origin, c.Validate()
}

// readFile applies the settings of a file. Keys are set one by one, so that an
// error can name the key and what it takes.
func (c *Config) readFile(file string, origin map[string]string) error {
	b, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return code.Errorf(code.Unavailable, "read settings: %v", err)
	}
	var sections map[string]map[string]json.RawMessage
	if err := json.Unmarshal(bytes.TrimPrefix(b, []byte("\ufeff")), &sections); err != nil {
		return code.Errorf(code.Invalid, "%s: must be a JSON object of sections (%v)", file, err)
	}
	fields := c.fields()
	for _, section := range slices.Sorted(maps.Keys(sections)) {
		if _, ok := keysOf(fields)[section]; !ok {
			return code.Errorf(code.Invalid, "%s: unknown section %q: one of %s", file, section, strings.Join(slices.Sorted(maps.Keys(keysOf(fields))), ", "))
		}
		for _, name := range slices.Sorted(maps.Keys(sections[section])) {
			key := section + "." + name
			field, ok := fields[key]
			if !ok {
				return code.Errorf(code.Invalid, "%s: unknown setting %s: %s has %s", file, key, section, strings.Join(keysOf(fields)[section], ", "))
			}
			if err := setJSON(field, sections[section][name]); err != nil {
				return code.Errorf(code.Invalid, "%s: %s: %v", file, key, err)
			}
			origin[key] = file
		}
	}
	return nil
}

// readEnvironment applies LODE_<SECTION>_<KEY>. A variable of a known section
// and an unknown key is an error; others are not ours to judge.
func (c *Config) readEnvironment(environ []string, origin map[string]string) error {
	variables := map[string]string{} // to keys
	for key := range c.fields() {
		variables[Variable(key)] = key
	}
	for _, pair := range environ {
		name, text, _ := strings.Cut(pair, "=")
		key, ok := variables[name]
		if !ok {
			if section := c.sectionOf(name); section != "" {
				return code.Errorf(code.Invalid, "%s: no such setting: %s has %s", name, section, strings.Join(keysOf(c.fields())[section], ", "))
			}
			continue
		}
		if err := setText(c.fields()[key], text); err != nil {
			return code.Errorf(code.Invalid, "%s=%q: %v", name, text, err)
		}
		origin[key] = name
	}
	return nil
}

// Variable is the name of the environment variable that sets a key.
func Variable(key string) string {
	return "LODE_" + strings.ToUpper(strings.ReplaceAll(key, ".", "_"))
}

// sectionOf is the section that a variable is about, or "".
func (c *Config) sectionOf(variable string) string {
	for section := range keysOf(c.fields()) {
		if strings.HasPrefix(variable, Variable(section)+"_") {
			return section
		}
	}
	return ""
}

// fields are the settings by key.
func (c *Config) fields() map[string]reflect.Value {
	fields := map[string]reflect.Value{}
	c.each(func(key string, v reflect.Value) { fields[key] = v })
	return fields
}

// keysOf lists the names of the keys of each section, sorted.
func keysOf(fields map[string]reflect.Value) map[string][]string {
	sections := map[string][]string{}
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		section, name, _ := strings.Cut(key, ".")
		sections[section] = append(sections[section], name)
	}
	return sections
}

// Each calls fn for every key with its value, in order.
func (c *Config) Each(fn func(key string, value any)) {
	c.each(func(key string, v reflect.Value) { fn(key, v.Interface()) })
}

func (c *Config) each(fn func(key string, v reflect.Value)) {
	sections := reflect.ValueOf(c).Elem()
	for i := range sections.NumField() {
		section := sections.Type().Field(i).Tag.Get("json")
		for j := range sections.Field(i).NumField() {
			fn(section+"."+sections.Field(i).Type().Field(j).Tag.Get("json"), sections.Field(i).Field(j))
		}
	}
}

// takes says what values a setting has.
func takes(v reflect.Value) error {
	switch v.Kind() {
	case reflect.Bool:
		return errors.New("must be true or false")
	case reflect.Int, reflect.Int64:
		return errors.New("must be a whole number")
	case reflect.Slice:
		return errors.New("must be a list of texts")
	}
	return errors.New("must be a text")
}

func setJSON(v reflect.Value, value json.RawMessage) error {
	if string(value) == "null" || json.Unmarshal(value, v.Addr().Interface()) != nil {
		return takes(v)
	}
	return nil
}

func setText(v reflect.Value, text string) error {
	switch v.Kind() {
	case reflect.Bool:
		b, err := strconv.ParseBool(text)
		if err != nil {
			return takes(v)
		}
		v.SetBool(b)
	case reflect.Int, reflect.Int64:
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return takes(v)
		}
		v.SetInt(n)
	case reflect.Slice:
		v.Set(reflect.ValueOf(splitList(text)))
	default:
		v.SetString(text)
	}
	return nil
}

// splitList reads words that are separated by commas; commas within braces
// belong to a glob.
func splitList(text string) []string {
	list, depth, start := []string{}, 0, 0
	add := func(item string) {
		if item = strings.TrimSpace(item); item != "" {
			list = append(list, item)
		}
	}
	for i, r := range text {
		switch {
		case r == '{':
			depth++
		case r == '}':
			depth = max(0, depth-1)
		case r == ',' && depth == 0:
			add(text[start:i])
			start = i + 1
		}
	}
	add(text[start:])
	return list
}

// Validate reports the first setting whose value makes no sense.
func (c *Config) Validate() error {
	o, err := c.ChunkOptions()
	if err != nil {
		return err
	}
	if err := chunk.Validate(o); err != nil {
		return err
	}
	if _, err := glob.Compile(c.Indexing.GeneratedPatterns); err != nil {
		return err
	}
	for _, v := range []struct {
		key   string
		value int64
		least int64
	}{
		{"indexing.max_file_size", c.Indexing.MaxFileSize, 1}, {"indexing.workers", int64(c.Indexing.Workers), 0},
		{"retrieval.limit", int64(c.Retrieval.Limit), 1}, {"retrieval.per_file", int64(c.Retrieval.PerFile), 1},
	} {
		if v.value < v.least {
			return code.Errorf(code.Invalid, "%s is %d: must be at least %d", v.key, v.value, v.least)
		}
	}
	switch c.Embedding.Provider {
	case "static", "none":
	default:
		return code.Errorf(code.Invalid, "embedding.provider is %q: one of static, none", c.Embedding.Provider)
	}
	return nil
}

// ChunkOptions are the settings of the chunker.
func (c *Config) ChunkOptions() (chunk.Options, error) {
	k := c.Chunking
	o := chunk.Options{
		Mode: chunk.Mode(k.Mode), Size: k.Size, Overlap: k.Overlap, Lines: k.Lines, LineOverlap: k.LineOverlap,
		Model: k.Model, FixedSize: k.FixedSize, DocSize: k.DocChunkSize, DocOverlap: k.DocOverlap, DocChars: k.DocChars,
		Tiers: []code.ChunkKind{},
	}
	for _, s := range k.Strategies {
		kind, err := code.ParseChunkKind(s)
		if err != nil {
			return o, err
		}
		o.Tiers = append(o.Tiers, kind)
	}
	return o, nil
}

// ScanOptions are the settings of the scanner.
func (c *Config) ScanOptions() scan.Options {
	return scan.Options{
		Ignore: c.Paths.Ignore, Include: append(append([]string{}, c.Paths.Code...), c.Paths.Docs...),
		MaxFileSize: c.Indexing.MaxFileSize, FollowSymlinks: c.Indexing.FollowSymlinks,
	}
}
