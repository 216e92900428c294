package store

import (
	"context"
	"database/sql"
	"encoding/binary"
	"fmt"
	"math/bits"
	"sort"
	"strings"
	"sync"

	"lode/internal/code"
	"lode/internal/table"
)

// Part is one immutable blob of a segment. The numbers are stored.
type Part int

// Parts of a segment.
const (
	PartFiles       Part = 1 // its files, see FileInfo
	PartChunks      Part = 2 // code and documentation chunks
	PartChunkIDs    Part = 3 // their stable ids, deflated
	PartLengths     Part = 4 // document lengths of the text index
	PartVectors     Part = 5 // of the chunks, in several pieces
	PartTiers       Part = 6 // chunks of the composed kinds
	PartTierVectors Part = 7
)

// List is one of the two sorted tables of a segment. The numbers are stored.
type List int

// Lists of a segment.
const (
	ListWords    List = 0
	ListTrigrams List = 1
)

// Chunks is a table of chunks by column. File is the place in Segment.Files.
//
// Format 1 on disk: the count as uint32, then the columns one after another,
// little-endian.
type Chunks struct {
	File      []uint32
	StartLine []uint32
	EndLine   []uint32
	Symbol    []int32 // place in the file's symbols, or -1
	Kind      []uint8 // code.ChunkKind
	Flags     []uint8 // ChunkLarge, ChunkSplit
}

// Flags of document chunks.
const (
	ChunkLarge = 1
	ChunkSplit = 2
)

// Len is the number of chunks.
func (c *Chunks) Len() int { return len(c.File) }

// Append adds chunk i of o with another place for its file.
func (c *Chunks) Append(o *Chunks, i int, file uint32) {
	c.File = append(c.File, file)
	c.StartLine = append(c.StartLine, o.StartLine[i])
	c.EndLine = append(c.EndLine, o.EndLine[i])
	c.Symbol = append(c.Symbol, o.Symbol[i])
	c.Kind = append(c.Kind, o.Kind[i])
	c.Flags = append(c.Flags, o.Flags[i])
}

// OfFile returns the range of chunks that belong to the file at a place.
func (c *Chunks) OfFile(file uint32) (from, to int) {
	from = sort.Search(len(c.File), func(i int) bool { return c.File[i] >= file })
	to = sort.Search(len(c.File), func(i int) bool { return c.File[i] > file })
	return from, to
}

const chunkWidth = 4*4 + 2

func (c *Chunks) encode() []byte {
	b := make([]byte, 0, 4+chunkWidth*c.Len())
	b = binary.LittleEndian.AppendUint32(b, uint32(c.Len()))
	for _, column := range [][]uint32{c.File, c.StartLine, c.EndLine} {
		for _, v := range column {
			b = binary.LittleEndian.AppendUint32(b, v)
		}
	}
	for _, v := range c.Symbol {
		b = binary.LittleEndian.AppendUint32(b, uint32(v))
	}
	return append(append(b, c.Kind...), c.Flags...)
}

func decodeChunks(b []byte) (Chunks, error) {
	var c Chunks
	if len(b) < 4 {
		return c, errPacked
	}
	n := int(binary.LittleEndian.Uint32(b))
	if b = b[4:]; len(b) != n*chunkWidth {
		return c, errPacked
	}
	column := func() []uint32 {
		out := make([]uint32, n)
		for i := range out {
			out[i] = binary.LittleEndian.Uint32(b[4*i:])
		}
		b = b[4*n:]
		return out
	}
	c.File, c.StartLine, c.EndLine = column(), column(), column()
	c.Symbol = make([]int32, n)
	for i, v := range column() {
		c.Symbol[i] = int32(v)
	}
	c.Kind, c.Flags = b[:n:n], b[n:]
	return c, nil
}

// check makes sure that a table can be used without looking: chunks are in the
// order of their files, of which there are n.
func (c *Chunks) check(n int) error {
	last := uint32(0)
	for i, f := range c.File {
		if f < last || int(f) >= n || c.StartLine[i] > c.EndLine[i] {
			return errPacked
		}
		last = f
	}
	return nil
}

// Segment is the immutable side of a segment, read part by part when needed
// and kept while the store is open.
type Segment struct {
	ID int64

	mu     sync.Mutex
	parts  map[Part][][]byte
	chunks map[Part]*Chunks
	files  []FileInfo
	blocks map[List]*blockCache
}

// reader is the transaction of a snapshot or of the writer.
type reader interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

type blockCache struct {
	rows   []int64 // row ids in order of first
	firsts [][]byte
	data   map[int64][]byte
}

// State is what of a segment a snapshot sees: the segment and its deletions.
// It is valid as long as the snapshot.
type State struct {
	*Segment
	reader                           reader
	FileCount, ChunkCount, TierCount int
	DeadFiles, DeadChunks, DeadTiers []uint64 // bit set: deleted
}

// Live is the number of chunks that are not deleted.
func (s *State) Live() int {
	dead := 0
	for _, w := range s.DeadChunks {
		dead += bits.OnesCount64(w)
	}
	return s.ChunkCount - dead
}

// Part returns a part of one piece, or nil when the segment has none.
func (s *State) Part(ctx context.Context, p Part) ([]byte, error) {
	pieces, err := s.Pieces(ctx, p)
	if err != nil || len(pieces) == 0 {
		return nil, err
	}
	return pieces[0], nil
}

// Pieces returns all pieces of a part.
func (s *State) Pieces(ctx context.Context, p Part) ([][]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if pieces, ok := s.parts[p]; ok {
		return pieces, nil
	}
	pieces, err := s.blobs(ctx, "SELECT data FROM segment_part WHERE segment = ? AND part = ? ORDER BY piece", s.ID, int(p))
	if err != nil {
		return nil, err
	}
	s.parts[p] = pieces
	return pieces, nil
}

// blobs reads large values. The driver makes a new slice for every value, so
// RawBytes, which saves a copy of megabytes, may be kept.
func (s *State) blobs(ctx context.Context, query string, args ...any) ([][]byte, error) {
	rows, err := s.reader.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, explain(err)
	}
	defer rows.Close()
	var out [][]byte
	for rows.Next() {
		var b sql.RawBytes
		if err := rows.Scan(&b); err != nil {
			return nil, explain(err)
		}
		out = append(out, b)
	}
	return out, explain(rows.Err())
}

// Chunks decodes the table of chunks, or with PartTiers that of the composed kinds.
func (s *State) Chunks(ctx context.Context, p Part) (*Chunks, error) {
	b, err := s.Part(ctx, p)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if c, ok := s.chunks[p]; ok {
		return c, nil
	}
	c := &Chunks{}
	if b != nil {
		if *c, err = decodeChunks(b); err == nil {
			err = c.check(s.FileCount)
		}
		if err != nil {
			return nil, Damaged(fmt.Errorf("segment %d: %w", s.ID, err))
		}
	}
	s.chunks[p] = c
	return c, nil
}

// ChunkIDs returns the stable ids of the chunks.
func (s *State) ChunkIDs(ctx context.Context) ([]string, error) {
	b, err := s.Part(ctx, PartChunkIDs)
	if err != nil {
		return nil, err
	}
	joined, err := inflate(b)
	if err != nil {
		return nil, Damaged(fmt.Errorf("segment %d: %w", s.ID, err))
	}
	ids := strings.Split(string(joined), "\x00")
	if s.ChunkCount == 0 {
		ids = nil
	}
	if len(ids) != s.ChunkCount {
		return nil, Damaged(fmt.Errorf("segment %d: %d ids for %d chunks", s.ID, len(ids), s.ChunkCount))
	}
	return ids, nil
}

// IsSet reports whether a bit is set in a bitmap that may be short.
func IsSet(bits []uint64, i int) bool { return i/64 < len(bits) && bits[i/64]>>(i%64)&1 != 0 }

// FileInfo is what of a file never changes while it is in a segment.
//
// Format 1 on disk: for each file its id as difference to the one before, its
// path, its language and its role.
type FileInfo struct {
	ID       int64
	Path     string
	Language string
	Role     code.Role
}

// Files returns the segment's files, ids ascending.
func (s *State) Files(ctx context.Context) ([]FileInfo, error) {
	b, err := s.Part(ctx, PartFiles)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.files == nil {
		if s.files, err = decodeFiles(b, s.FileCount); err != nil {
			return nil, Damaged(fmt.Errorf("segment %d: %w", s.ID, err))
		}
	}
	return s.files, nil
}

func encodeFiles(files []FileInfo) []byte {
	var p packer
	last := int64(0)
	for _, f := range files {
		p.uint(uint64(f.ID - last))
		p.string(f.Path)
		p.string(f.Language)
		p.uint(uint64(f.Role))
		last = f.ID
	}
	return p.b
}

func decodeFiles(b []byte, n int) ([]FileInfo, error) {
	u := unpacker{b: b}
	files := make([]FileInfo, n)
	languages := map[string]string{}
	last := int64(0)
	for i := range files {
		last += int64(u.uint())
		files[i] = FileInfo{ID: last, Path: u.string(), Language: u.string(), Role: code.Role(u.uint())}
		if l, ok := languages[files[i].Language]; ok {
			files[i].Language = l
		} else {
			languages[files[i].Language] = files[i].Language
		}
	}
	return files, u.err
}

// Source gives access to one list, block by block.
func (s *State) Source(ctx context.Context, l List) *Source { return &Source{ctx, s, l} }

// Source reads the blocks of one list of a segment.
type Source struct {
	ctx   context.Context
	state *State
	list  List
}

// Block returns the block that may hold key: the one with the greatest first
// key that is not above it, or nil.
func (s *Source) Block(key []byte) ([]byte, error) { return s.near(key, -1) }

// Next returns the block with the smallest first key above key, or nil.
func (s *Source) Next(key []byte) ([]byte, error) { return s.near(key, 0) }

// near returns the block at an offset from the first one that starts above key.
func (s *Source) near(key []byte, offset int) ([]byte, error) {
	s.state.mu.Lock()
	defer s.state.mu.Unlock()
	c, err := s.state.cache(s.ctx, s.list)
	if err != nil {
		return nil, err
	}
	i := offset + sort.Search(len(c.firsts), func(i int) bool { return string(c.firsts[i]) > string(key) })
	if i < 0 || i >= len(c.rows) {
		return nil, nil
	}
	return s.state.block(s.ctx, c, i)
}

// Each calls fn for all blocks in order, without keeping them.
func (s *Source) Each(fn func(table.Block) error) error {
	rows, err := s.state.reader.QueryContext(s.ctx, "SELECT first, data FROM segment_block WHERE segment = ? AND list = ? ORDER BY first", s.state.ID, int(s.list))
	if err != nil {
		return explain(err)
	}
	defer rows.Close()
	for rows.Next() {
		var b table.Block
		if err := rows.Scan(&b.First, &b.Data); err != nil {
			return explain(err)
		}
		if err := fn(b); err != nil {
			return err
		}
	}
	return explain(rows.Err())
}

// cache reads the first keys of a list's blocks, which are few.
func (s *State) cache(ctx context.Context, l List) (*blockCache, error) {
	if c, ok := s.blocks[l]; ok {
		return c, nil
	}
	c := &blockCache{data: map[int64][]byte{}}
	rows, err := s.reader.QueryContext(ctx, "SELECT rowid, first FROM segment_block INDEXED BY segment_block_first WHERE segment = ? AND list = ? ORDER BY first", s.ID, int(l))
	if err != nil {
		return nil, explain(err)
	}
	defer rows.Close()
	for rows.Next() {
		var row int64
		var first []byte
		if err := rows.Scan(&row, &first); err != nil {
			return nil, explain(err)
		}
		c.rows, c.firsts = append(c.rows, row), append(c.firsts, first)
	}
	if err := rows.Err(); err != nil {
		return nil, explain(err)
	}
	s.blocks[l] = c
	return c, nil
}

func (s *State) block(ctx context.Context, c *blockCache, i int) ([]byte, error) {
	if b, ok := c.data[c.rows[i]]; ok {
		return b, nil
	}
	found, err := s.blobs(ctx, "SELECT data FROM segment_block WHERE rowid = ?", c.rows[i])
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, Damaged(fmt.Errorf("segment %d: a block is missing", s.ID))
	}
	c.data[c.rows[i]] = found[0]
	return found[0], nil
}
