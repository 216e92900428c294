package embed

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// tensor is one array of a safetensors file.
type tensor struct {
	DType       string    `json:"dtype"`
	Shape       []int     `json:"shape"`
	DataOffsets [2]uint64 `json:"data_offsets"`
	data        []byte
}

// parseTensors reads a safetensors file: a little-endian 64-bit length, that
// many bytes of JSON which describe the tensors, then their data. The tensors
// must lie within the data and have the size that their shape says. They alias
// file.
func parseTensors(file []byte) (map[string]tensor, error) {
	if len(file) < 8 {
		return nil, errors.New("safetensors: shorter than its header")
	}
	n := binary.LittleEndian.Uint64(file)
	body := file[8:]
	if n > uint64(len(body)) {
		return nil, fmt.Errorf("safetensors: header of %d bytes in a file of %d", n, len(file))
	}
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(body[:n], &raw); err != nil {
		return nil, fmt.Errorf("safetensors: header: %v", err)
	}
	tensors := make(map[string]tensor, len(raw))
	for name, r := range raw {
		if name == "__metadata__" {
			continue
		}
		t, err := parseTensor(r, body[n:])
		if err != nil {
			return nil, fmt.Errorf("safetensors: tensor %q: %v", name, err)
		}
		tensors[name] = t
	}
	return tensors, nil
}

func parseTensor(description json.RawMessage, data []byte) (tensor, error) {
	var t tensor
	d := json.NewDecoder(strings.NewReader(string(description)))
	d.DisallowUnknownFields()
	if err := d.Decode(&t); err != nil {
		return t, err
	}
	size, ok := map[string]uint64{"I8": 1, "F16": 2}[t.DType]
	if !ok {
		return t, fmt.Errorf("type %q, want I8 or F16", t.DType)
	}
	for _, n := range t.Shape {
		if n <= 0 || uint64(n) > uint64(len(data))/size {
			return t, fmt.Errorf("shape %v does not fit into %d bytes", t.Shape, len(data))
		}
		size *= uint64(n)
	}
	from, to := t.DataOffsets[0], t.DataOffsets[1]
	if from > to || to > uint64(len(data)) || to-from != size {
		return t, fmt.Errorf("offsets %v for %d bytes of %d", t.DataOffsets, size, len(data))
	}
	t.data = data[from:to:to]
	return t, nil
}
