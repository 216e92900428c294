//go:build unix

package main

import (
	"path/filepath"
	"strconv"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/bleve/v2/analysis/analyzer/custom"
	"github.com/blevesearch/bleve/v2/mapping"
	"github.com/blevesearch/bleve/v2/registry"
	"github.com/blevesearch/bleve/v2/search/query"

	"lode/internal/lexicon"
)

// bleveIndex is bleve with the terms of package lexicon, nothing stored but
// the postings, and BM25.
type bleveIndex struct {
	index bleve.Index
	last  int
}

// termTokenizer gives bleve the terms of package lexicon.
type termTokenizer struct{}

func (termTokenizer) Tokenize(text []byte) analysis.TokenStream {
	var out analysis.TokenStream
	for i, t := range lexicon.Tokens(string(text)) {
		out = append(out, &analysis.Token{Term: []byte(t), Position: i + 1, Start: 0, End: len(text)})
	}
	return out
}

func indexMapping() (mapping.IndexMapping, error) {
	err := registry.RegisterTokenizer("lexicon", func(map[string]any, *registry.Cache) (analysis.Tokenizer, error) {
		return termTokenizer{}, nil
	})
	if err != nil {
		return nil, err
	}
	m := bleve.NewIndexMapping()
	if err := m.AddCustomAnalyzer("lexicon", map[string]any{"type": custom.Name, "tokenizer": "lexicon"}); err != nil {
		return nil, err
	}
	m.ScoringModel = "bm25"
	field := bleve.NewTextFieldMapping()
	field.Analyzer, field.Store, field.IncludeInAll = "lexicon", false, false
	field.IncludeTermVectors, field.DocValues = false, false
	d := bleve.NewDocumentStaticMapping()
	d.AddFieldMappingsAt("path", field)
	d.AddFieldMappingsAt("body", field)
	m.DefaultMapping = d
	return m, nil
}

func (b *bleveIndex) Build(dir string, docs []doc) error {
	m, err := indexMapping()
	if err != nil {
		return err
	}
	index, err := bleve.New(filepath.Join(dir, "bleve"), m)
	if err != nil {
		return err
	}
	for first := 0; first < len(docs); first += 1000 {
		batch := index.NewBatch()
		for i := first; i < min(first+1000, len(docs)); i++ {
			if err := batch.Index(strconv.Itoa(i), fields(docs[i])); err != nil {
				return err
			}
		}
		if err := index.Batch(batch); err != nil {
			return err
		}
	}
	b.last = len(docs)
	return index.Close()
}

func fields(d doc) map[string]string { return map[string]string{"path": d.path, "body": d.body} }

func (b *bleveIndex) Open(dir string) (err error) {
	if b.last == 0 { // a process that has not built it
		if _, err := indexMapping(); err != nil {
			return err
		}
	}
	b.index, err = bleve.OpenUsing(filepath.Join(dir, "bleve"), map[string]any{"read_only": b.last == 0})
	return err
}

func (b *bleveIndex) Search(text string) (int, error) {
	var any []query.Query
	for _, t := range lexicon.Terms(text) {
		body, path := bleve.NewTermQuery(t.Text), bleve.NewTermQuery(t.Text)
		body.SetField("body")
		path.SetField("path")
		path.SetBoost(2)
		any = append(any, body, path)
	}
	result, err := b.index.Search(bleve.NewSearchRequestOptions(bleve.NewDisjunctionQuery(any...), 100, 0, false))
	if err != nil {
		return 0, err
	}
	return len(result.Hits), nil
}

func (b *bleveIndex) Replace(old []int, chunks []doc) error {
	batch := b.index.NewBatch()
	for _, id := range old {
		batch.Delete(strconv.Itoa(id))
	}
	for _, d := range chunks {
		if err := batch.Index(strconv.Itoa(b.last), fields(d)); err != nil {
			return err
		}
		b.last++
	}
	return b.index.Batch(batch)
}

func (b *bleveIndex) Close() error { return b.index.Close() }
