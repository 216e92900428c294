package lexicon

import (
	"bytes"
	"fmt"

	"lode/internal/table"
)

// cursor walks the terms of a segment in order, block after block.
type cursor struct {
	source Source
	iter   table.Iter
	first  []byte // of the block at hand
	last   []byte // the term before, to notice a table that is out of order
	valid  bool
}

// start moves to the first term that is not less than key.
func (c *cursor) start(source Source, key []byte) error {
	c.source = source
	block, err := source.Block(key)
	if err != nil {
		return err
	}
	if block == nil {
		if block, err = source.Next(key); err != nil {
			return err
		}
	}
	if err := c.open(block); err != nil {
		return err
	}
	for c.valid && bytes.Compare(c.iter.Key(), key) < 0 {
		if err := c.next(); err != nil {
			return err
		}
	}
	return nil
}

// open moves to the first term of a block; a nil block is the end.
func (c *cursor) open(block []byte) error {
	c.valid = false
	if block == nil {
		return nil
	}
	c.iter.Reset(block)
	if err := c.step(); err != nil {
		return err
	}
	if !c.valid {
		return fmt.Errorf("empty block: %w", ErrCorrupt)
	}
	c.first = append(c.first[:0], c.iter.Key()...)
	return nil
}

// next moves to the next term.
func (c *cursor) next() error {
	if err := c.step(); err != nil || c.valid {
		return err
	}
	block, err := c.source.Next(c.first)
	if err != nil {
		return err
	}
	return c.open(block)
}

// step moves to the next term of the block at hand.
func (c *cursor) step() error {
	c.valid = c.iter.Next()
	if err := c.iter.Err(); err != nil {
		return fmt.Errorf("%v: %w", err, ErrCorrupt)
	}
	if !c.valid {
		return nil
	}
	if key := c.iter.Key(); len(key) == 0 || len(key) > MaxTerm || bytes.Compare(key, c.last) <= 0 {
		c.valid = false
		return fmt.Errorf("term %q after %q: %w", key, c.last, ErrCorrupt)
	}
	c.last = append(c.last[:0], c.iter.Key()...)
	return nil
}

// key is the term that the cursor stands at, or nil at the end.
func (c *cursor) key() []byte {
	if !c.valid {
		return nil
	}
	return c.iter.Key()
}
