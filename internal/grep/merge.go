package grep

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"lode/internal/table"
)

// Dropped is the new ordinal of a file that a merge leaves out.
const Dropped = ^uint32(0)

// Part is a segment that goes into a merge.
type Part struct {
	// Ordinals has for each file of the part its ordinal in the new segment, or
	// Dropped. Together the parts fill 0 to n-1; any order will do.
	Ordinals []uint32
	// Next returns the data of the blocks of the part's table, one after the
	// other in order, then nil. The data must stay as it is until the next call.
	Next func() ([]byte, error)
}

// Renumber gives the files of a part that are not dead the ordinals from next
// on, in their order, and returns the first ordinal that is free after them.
func Renumber(files int, dead []uint64, next uint32) (ordinals []uint32, free uint32) {
	ordinals = make([]uint32, files)
	for i := range ordinals {
		if i>>6 < len(dead) && dead[i>>6]&(1<<(i&63)) != 0 {
			ordinals[i] = Dropped
			continue
		}
		ordinals[i] = next
		next++
	}
	return ordinals, next
}

// Next returns the blocks one after the other, as Part wants them.
func (b Blocks) Next() func() ([]byte, error) {
	return func() ([]byte, error) {
		if len(b) == 0 {
			return nil, nil
		}
		data := b[0].Data
		b = b[1:]
		return data, nil
	}
}

// Merge joins segments into one. The result is the table that a Builder makes
// of the same files in the order of their new ordinals, byte for byte.
func Merge(parts []Part) ([]table.Block, error) {
	files, err := checkOrdinals(parts)
	if err != nil {
		return nil, err
	}
	cursors := make([]*partCursor, len(parts))
	for i := range parts {
		cursors[i] = &partCursor{part: &parts[i]}
		if err := cursors[i].advance(); err != nil {
			return nil, err
		}
	}
	var w table.Writer
	var ordinals []uint32
	var value []byte
	for {
		t, ok := lowest(cursors)
		if !ok {
			return w.Blocks(), nil
		}
		ordinals = ordinals[:0]
		for _, c := range cursors {
			if c.done || c.entries[c.at].trigram != t {
				continue
			}
			if ordinals, err = c.appendOrdinals(ordinals); err != nil {
				return nil, err
			}
			if err := c.advance(); err != nil {
				return nil, err
			}
		}
		if len(ordinals) == 0 {
			continue // every file that had it is gone
		}
		if !slices.IsSorted(ordinals) {
			slices.Sort(ordinals)
		}
		value = appendPostings(value[:0], ordinals, files)
		key := trigramKey(t)
		w.Add(key[:], value)
	}
}

// checkOrdinals makes sure that the new ordinals are a numbering, and counts
// them.
func checkOrdinals(parts []Part) (int, error) {
	var all []uint32
	for _, p := range parts {
		for _, o := range p.Ordinals {
			if o != Dropped {
				all = append(all, o)
			}
		}
	}
	slices.Sort(all)
	for i, o := range all {
		if int(o) != i {
			return 0, errors.New("grep: merge: the new ordinals leave a gap or repeat one")
		}
	}
	return len(all), nil
}

func lowest(cursors []*partCursor) (t uint32, ok bool) {
	for _, c := range cursors {
		if !c.done && (!ok || c.entries[c.at].trigram < t) {
			t, ok = c.entries[c.at].trigram, true
		}
	}
	return t, ok
}

// partCursor stands at one entry of a part.
type partCursor struct {
	part    *Part
	entries []entry // of the current block
	at      int
	done    bool
	old     []uint32
}

type entry struct {
	trigram uint32
	value   []byte
}

// advance moves to the next entry; before the first call there is none.
func (c *partCursor) advance() error {
	c.at++
	for c.at >= len(c.entries) {
		data, err := c.part.Next()
		if err != nil {
			return fmt.Errorf("grep: merge: %w", err)
		}
		if data == nil {
			c.done = true
			return nil
		}
		if err := c.read(data); err != nil {
			return fmt.Errorf("grep: merge: %w", err)
		}
	}
	return nil
}

func (c *partCursor) read(data []byte) error {
	last := -1
	if n := len(c.entries); n > 0 {
		last = int(c.entries[n-1].trigram)
	}
	c.at, c.entries = 0, c.entries[:0]
	bad := false
	err := table.Each(data, func(key, value []byte) bool {
		if len(key) != 3 {
			bad = true
			return false
		}
		t := binary.BigEndian.Uint32([]byte{0, key[0], key[1], key[2]})
		bad = bad || int(t) <= last
		last = int(t)
		c.entries = append(c.entries, entry{t, value})
		return !bad
	})
	if err == nil && bad {
		err = errCorrupt
	}
	return err
}

// appendOrdinals appends the new ordinals of the current entry.
func (c *partCursor) appendOrdinals(dst []uint32) ([]uint32, error) {
	var err error
	if c.old, err = readPostings(c.old[:0], c.entries[c.at].value, len(c.part.Ordinals)); err != nil {
		return nil, fmt.Errorf("grep: merge: trigram %06x: %w", c.entries[c.at].trigram, err)
	}
	for _, o := range c.old {
		if n := c.part.Ordinals[o]; n != Dropped {
			dst = append(dst, n)
		}
	}
	return dst, nil
}
