package cli

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"lode/internal/code"
	"lode/internal/config"
	"lode/internal/embed"
	"lode/internal/index"
	"lode/internal/lang"
	"lode/internal/lang/all"
	"lode/internal/query"
	"lode/internal/scan"
	"lode/internal/store"
)

// folder is where a tree keeps its settings and, unless told otherwise, its index.
const folder = ".lode"

// location is where a tree and its index are.
type location struct {
	dir      string // that was asked for, somewhere in the tree
	root     string
	indexDir string
	anyTree  bool // the index may have been made of a tree at another place
}

// locate finds the tree that --dir is in. It does not look at settings.
func (a *app) locate() (location, error) {
	indexDir := a.indexDir
	if indexDir == "" {
		indexDir = a.env("LODE_INDEX_DIR")
	}
	return locate(a.dir, indexDir)
}

func locate(dir, indexDir string) (location, error) {
	root, _, err := scan.Root(dir)
	if err != nil {
		return location{}, err
	}
	l := location{root: root, indexDir: filepath.Join(root, folder)}
	if l.dir, err = filepath.Abs(dir); err != nil {
		return l, err
	}
	if real, err := filepath.EvalSymlinks(l.dir); err == nil {
		l.dir = real // as scan.Root does
	}
	if indexDir != "" {
		l.indexDir, err = filepath.Abs(indexDir)
	}
	return l, err
}

func (l *location) configFile() string { return filepath.Join(l.root, folder, config.FileName) }

// project is a tree with its settings.
type project struct {
	location
	config    config.Config
	origin    map[string]string // of settings that are not defaults
	languages []*lang.Language
}

// project finds the tree that --dir is in and reads its settings.
func (a *app) project() (*project, error) {
	l, err := a.locate()
	if err != nil {
		return nil, err
	}
	return loadProject(l, a.environ)
}

func loadProject(l location, environ []string) (*project, error) {
	p := &project{location: l, languages: all.Languages()}
	var err error
	p.config, p.origin, err = config.Load(l.configFile(), environ)
	return p, err
}

// provider returns the embedding model, or nil when there is none.
func (p *project) provider() (embed.Provider, error) {
	if p.config.Embedding.Provider == "none" {
		return nil, nil
	}
	return embed.Builtin()
}

// scanOptions are the settings in the form that the scanner takes.
func (p *project) scanOptions() scan.Options {
	o := p.config.ScanOptions()
	o.Root, o.IndexDir = p.root, p.indexDir
	return o
}

// indexOptions are the settings in the form that the indexer takes.
func (p *project) indexOptions() (index.Options, error) {
	chunks, err := p.config.ChunkOptions()
	if err != nil {
		return index.Options{}, err
	}
	provider, err := p.provider()
	if err != nil {
		return index.Options{}, err
	}
	return index.Options{
		Scan: p.scanOptions(), Chunk: chunks, Languages: p.languages, Provider: provider,
		Generated: p.config.Indexing.GeneratedPatterns, Workers: p.config.Indexing.Workers,
	}, nil
}

// detector tells the language of files that the index does not know.
func (p *project) detector() *scan.Detector { return newDetector(p.languages) }

func newDetector(languages []*lang.Language) *scan.Detector {
	var known []scan.Language
	for _, l := range languages {
		known = append(known, scan.Language{Name: l.Name, Extensions: l.Extensions, Filenames: l.Filenames, Interpreters: l.Interpreters})
	}
	return scan.NewDetector(known)
}

// open opens the index for questions. Close its store.
func (p *project) open(ctx context.Context) (*query.Index, error) {
	s, err := store.Open(ctx, p.indexDir)
	if err != nil {
		return nil, err
	}
	x, err := p.over(ctx, s)
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return x, nil
}

// over makes an index of an open store.
func (p *project) over(ctx context.Context, s *store.Store) (*query.Index, error) {
	if err := p.owns(ctx, s); err != nil {
		return nil, err
	}
	provider, err := p.provider()
	if err != nil {
		return nil, err
	}
	chunks, err := p.config.ChunkOptions()
	if err != nil {
		return nil, err
	}
	x := &query.Index{Store: s, Provider: provider, Root: p.root, Chunk: chunks, Comments: map[string]string{}, Decode: decode}
	for _, l := range p.languages {
		x.Comments[l.Name] = l.LineComment
	}
	return x, nil
}

func decode(raw []byte) []byte {
	text, _ := scan.Decode(raw)
	return text
}

// owns makes sure that an index that lies elsewhere is the one of this tree.
// One that lies in the tree belongs to it, also after the tree has moved.
func (p *project) owns(ctx context.Context, s *store.Store) error {
	if p.anyTree || p.indexDir == filepath.Join(p.root, folder) {
		return nil
	}
	root, err := meta(ctx, s, index.MetaRoot)
	if err != nil || root == "" || root == p.root {
		return err
	}
	return code.Errorf(code.Invalid, "the index in %s is of another tree (%s): choose another --index-dir, or run `lode index --full` to replace it", p.indexDir, root)
}

// meta reads a value of the index's own record.
func meta(ctx context.Context, s *store.Store, key string) (string, error) {
	snapshot, err := s.Snapshot(ctx)
	if err != nil {
		return "", err
	}
	defer snapshot.Close()
	return snapshot.Meta(ctx, key)
}

// ignoreIndex keeps the index out of the repository; settings may be committed.
const ignoreIndex = "*\n!.gitignore\n!config.json\n"

// prepareFolder makes a folder of lode's own with its .gitignore.
func prepareFolder(dir string) error {
	err := os.MkdirAll(dir, 0o755)
	if err == nil {
		ignore := filepath.Join(dir, ".gitignore")
		if _, statErr := os.Lstat(ignore); statErr != nil {
			err = os.WriteFile(ignore, []byte(ignoreIndex), 0o644)
		}
	}
	if err != nil {
		return code.Errorf(code.Unavailable, "cannot make the index folder (%v): set --index-dir or LODE_INDEX_DIR to a folder that can be written", err)
	}
	return nil
}

// relative turns a path as a person gives it into one of the index: relative
// to where the person is when there is such a file, else to the root. Windows'
// separators are accepted everywhere.
func (p *project) relative(path string) string {
	slashed := strings.ReplaceAll(path, `\`, "/")
	for _, candidate := range []string{path, slashed} {
		abs := filepath.FromSlash(candidate)
		if !filepath.IsAbs(abs) {
			abs = filepath.Join(p.dir, abs)
		}
		if _, err := os.Lstat(abs); err != nil {
			continue
		}
		if rel, err := filepath.Rel(p.root, abs); err == nil && filepath.IsLocal(rel) {
			return filepath.ToSlash(rel)
		}
	}
	return filepath.ToSlash(filepath.Clean(filepath.FromSlash(slashed)))
}
