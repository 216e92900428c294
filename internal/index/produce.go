package index

import (
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"iter"
	"time"

	"lode/internal/chunk"
	"lode/internal/code"
	"lode/internal/embed"
	"lode/internal/glob"
	"lode/internal/grep"
	"lode/internal/lang"
	"lode/internal/lexicon"
	"lode/internal/parse"
	"lode/internal/scan"
	"lode/internal/store"
)

// product is what a worker makes of one file.
type product struct {
	entry     scan.Entry
	known     *store.File
	checkedAt int64
	err       error
	skip      *scan.Skip // not fit for indexing
	same      bool       // same bytes as the known version

	file     *scan.File
	language string
	role     code.Role
	oid      string // git's blob with these bytes, or ""
	facts    *code.Facts
	chunks   []code.Chunk
	tiers    []code.Chunk

	documents   []lexicon.Analyzed // of the chunks
	trigrams    []uint32
	vectors     [][]float32 // of the chunks; nil without a provider
	tierVectors [][]float32
}

func (p *product) stat() store.Stat {
	return store.Stat{Size: p.entry.Size, ModTime: p.entry.ModTime, CheckedAt: p.checkedAt}
}

// produce works on jobs in parallel and yields the products in their order.
// At most a few are ever finished and waiting.
func produce(ctx context.Context, o *Options, generated glob.Set, jobs []job) iter.Seq[*product] {
	return func(yield func(*product) bool) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		type ticket struct {
			job  job
			done chan *product
		}
		work := make(chan ticket)
		order := make(chan chan *product, 4*o.workers())
		detector := newDetector(o.Languages)
		for range min(o.workers(), len(jobs)) {
			go func() {
				w := newWorker(o, detector, generated)
				defer w.close()
				for t := range work {
					t.done <- w.make(ctx, t.job)
				}
			}()
		}
		go func() {
			defer close(order)
			defer close(work)
			for _, j := range jobs {
				t := ticket{j, make(chan *product, 1)}
				select {
				case order <- t.done:
				case <-ctx.Done():
					return
				}
				select {
				case work <- t:
				case <-ctx.Done():
					close(t.done)
					return
				}
			}
		}()
		for done := range order {
			p, ok := <-done
			if !ok || !yield(p) {
				return
			}
		}
	}
}

func newDetector(languages []*lang.Language) *scan.Detector {
	var known []scan.Language
	for _, l := range languages {
		known = append(known, scan.Language{Name: l.Name, Extensions: l.Extensions, Filenames: l.Filenames, Interpreters: l.Interpreters})
	}
	return scan.NewDetector(known)
}

// worker holds what one goroutine reuses from file to file.
type worker struct {
	options   *Options
	detector  *scan.Detector
	generated glob.Set
	comments  map[string]string // language to what starts a comment
	parser    *parse.Parser
	analyzer  lexicon.Analyzer
	scratch   grep.Scratch
}

func newWorker(o *Options, d *scan.Detector, generated glob.Set) *worker {
	w := &worker{options: o, detector: d, generated: generated, comments: map[string]string{}, parser: parse.New(o.Languages)}
	for _, l := range o.Languages {
		w.comments[l.Name] = l.LineComment
	}
	return w
}

func (w *worker) close() { w.parser.Close() }

// make turns one file into a product. Trouble with the file is a skip; an
// error is about lode itself or about the caller's context.
func (w *worker) make(ctx context.Context, j job) *product {
	p := &product{entry: j.entry, known: j.known, checkedAt: time.Now().UnixNano()}
	if p.err = ctx.Err(); p.err != nil {
		return p
	}
	p.file, p.skip, p.err = scan.Read(w.options.Scan, j.entry)
	if p.err != nil || p.skip != nil {
		return p
	}
	if j.reuse && j.known != nil && j.known.Hash == p.file.Hash {
		p.same = true
		return p
	}
	p.language = w.detector.Language(j.entry.Path, p.file.Bytes)
	p.role = w.role(p)
	if p.facts, p.err = w.parser.Parse(p.file.Bytes, p.language); p.err != nil {
		p.err = fmt.Errorf("%s: %w", j.entry.Path, p.err)
		return p
	}
	if blobID(j.entry.OID, p.file.Raw) == j.entry.OID {
		p.oid = j.entry.OID
	}
	in := chunk.Input{Path: j.entry.Path, Language: p.language, Content: p.file.Bytes, Facts: p.facts, LineComment: w.comments[p.language]}
	p.chunks = chunk.File(in, w.options.Chunk)
	p.tiers = chunk.Tiers(in, w.options.Chunk)
	p.trigrams = grep.Trigrams(nil, p.file.Bytes, &w.scratch)
	p.err = w.index(ctx, p)
	return p
}

func (w *worker) role(p *product) code.Role {
	if w.generated.Match(p.entry.Path) {
		return code.RoleGenerated
	}
	return scan.RoleOf(p.entry.Path, p.language, p.file.Bytes)
}

// index analyses and embeds the chunks.
func (w *worker) index(ctx context.Context, p *product) error {
	documents := compose(p)
	p.documents = make([]lexicon.Analyzed, len(documents))
	passages := make([]string, len(documents))
	for i := range documents {
		p.documents[i] = w.analyzer.Analyze(&documents[i])
		passages[i] = passage(p.entry.Path, documents[i][lexicon.FieldBody])
	}
	if w.options.Provider == nil {
		return nil
	}
	var err error
	if p.vectors, err = w.options.Provider.Embed(ctx, passages, embed.ModePassage); err != nil {
		return err
	}
	blend(p.vectors)
	texts := make([]string, len(p.tiers))
	for i := range p.tiers {
		texts[i] = passage(p.entry.Path, p.tiers[i].Text)
	}
	p.tierVectors, err = w.options.Provider.Embed(ctx, texts, embed.ModePassage)
	return err
}

// blobID is the name that git gives to content, in the hash that like is of.
func blobID(like string, content []byte) string {
	var h hash.Hash
	switch len(like) {
	case 2 * sha1.Size:
		h = sha1.New()
	case 2 * sha256.Size:
		h = sha256.New()
	default:
		return "none"
	}
	fmt.Fprintf(h, "blob %d\x00", len(content))
	h.Write(content)
	return hex.EncodeToString(h.Sum(nil))
}
