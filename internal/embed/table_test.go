package embed

import (
	"bytes"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write model/vocab.table anew")

// longEntry is a token of more than eight letters.
type longEntry struct {
	key  uint64
	rest string
	from int
	id   int
}

// buildTable makes vocab.table from vocab.txt; see vocabulary for the format.
func buildTable(vocab string) ([]byte, error) {
	if !strings.HasSuffix(vocab, "\n") {
		return nil, errors.New("no newline at the end")
	}
	table := make([]byte, 10<<shortBits+10<<startBits)
	short := newKeyTable(table[:10<<shortBits], shortBits)
	starts := newKeyTable(table[10<<shortBits:], startBits)
	var long []longEntry
	at := 0
	for id, line := range strings.Split(vocab[:len(vocab)-1], "\n") {
		end := at + len(line)
		token, mark := line, uint64(0)
		if rest, ok := strings.CutPrefix(line, "##"); ok {
			token, mark = rest, continuation
		}
		letters := strings.Trim(token, "abcdefghijklmnopqrstuvwxyz0123456789")
		switch {
		case line == "[PAD]" || line == "[UNK]":
		case token == "" || letters != "" || len(token) > 255 || id > 65535:
			return nil, fmt.Errorf("line %d: token %q", id+1, line)
		case len(token) <= keySize:
			if !put(short, loadKey([]byte(token), 0, len(token))|mark, id) {
				return nil, fmt.Errorf("line %d: token %q twice", id+1, line)
			}
		default:
			key := loadKey([]byte(token), 0, keySize) | mark
			long = append(long, longEntry{key, token[keySize:], end - len(token) + keySize, id})
		}
		at = end + 1
	}
	return append(table, putLong(starts, long)...), nil
}

// putLong fills starts and returns the list of long tokens.
func putLong(starts keyTable, long []longEntry) (list []byte) {
	group := map[uint64][]longEntry{}
	var order []uint64
	for _, t := range long {
		if group[t.key] == nil {
			order = append(order, t.key)
		}
		group[t.key] = append(group[t.key], t)
	}
	n := 0
	for _, key := range order {
		put(starts, key, n)
		g := group[key]
		slices.SortFunc(g, func(a, b longEntry) int { return len(b.rest) - len(a.rest) })
		for i, t := range g {
			list = binary.LittleEndian.AppendUint32(list, uint32(t.from))
			last := byte(0)
			if i == len(g)-1 {
				last = 1
			}
			list = append(list, byte(len(t.rest)), last)
			list = binary.LittleEndian.AppendUint16(list, uint16(t.id))
		}
		n += len(g)
	}
	return list
}

func put(t keyTable, key uint64, value int) bool {
	slot, ok := t.find(key)
	binary.LittleEndian.PutUint64(t.keys[slot*8:], key)
	binary.LittleEndian.PutUint16(t.values[slot*2:], uint16(value))
	return !ok
}

func TestTable(t *testing.T) {
	want, err := buildTable(vocabFile)
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile("model/vocab.table", want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !bytes.Equal(want, []byte(tableFile)) {
		t.Fatal("model/vocab.table does not belong to model/vocab.txt: run go generate ./internal/embed")
	}
}
