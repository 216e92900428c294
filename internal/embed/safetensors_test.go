package embed

import (
	"encoding/binary"
	"strings"
	"testing"
)

// tensorFile makes a file of a header and so many bytes of data.
func tensorFile(header string, data int) []byte {
	file := binary.LittleEndian.AppendUint64(nil, uint64(len(header)))
	return append(append(file, header...), make([]byte, data)...)
}

func TestTensors(t *testing.T) {
	got, err := parseTensors(tensorFile(`{"__metadata__":{"a":"b"},"x":{"dtype":"F16","shape":[2,3],"data_offsets":[4,16]}}`, 16))
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 1 || len(got["x"].data) != 12 {
		t.Errorf("tensors: %v", got)
	}
}

func TestBrokenTensors(t *testing.T) {
	for name, file := range map[string][]byte{
		"empty":             nil,
		"short":             {1, 2, 3},
		"header too long":   binary.LittleEndian.AppendUint64(nil, 1),
		"header enormous":   binary.LittleEndian.AppendUint64(nil, 1<<63),
		"no JSON":           tensorFile(`{`, 0),
		"not an object":     tensorFile(`[]`, 0),
		"unknown type":      tensorFile(`{"x":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}`, 4),
		"unknown field":     tensorFile(`{"x":{"dtype":"I8","shape":[1],"data_offsets":[0,1],"y":1}}`, 1),
		"beyond the end":    tensorFile(`{"x":{"dtype":"I8","shape":[4],"data_offsets":[2,6]}}`, 4),
		"backwards":         tensorFile(`{"x":{"dtype":"I8","shape":[2],"data_offsets":[3,1]}}`, 4),
		"negative offset":   tensorFile(`{"x":{"dtype":"I8","shape":[2],"data_offsets":[-1,1]}}`, 4),
		"size is not shape": tensorFile(`{"x":{"dtype":"I8","shape":[2],"data_offsets":[0,3]}}`, 4),
		"empty shape":       tensorFile(`{"x":{"dtype":"I8","shape":[0],"data_offsets":[0,0]}}`, 4),
		"negative shape":    tensorFile(`{"x":{"dtype":"I8","shape":[-1,-1],"data_offsets":[0,1]}}`, 4),
		"overflowing shape": tensorFile(`{"x":{"dtype":"I8","shape":[4294967296,4294967296],"data_offsets":[0,0]}}`, 4),
	} {
		if _, err := parseTensors(file); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestBrokenModel(t *testing.T) {
	const good = `{"embeddings":{"dtype":"I8","shape":[1,256],"data_offsets":[0,256]},"scales":{"dtype":"F16","shape":[1,1],"data_offsets":[256,258]}}`
	vocab, table := viewOf(vocabFile), viewOf(tableFile)
	if _, err := openStatic(tensorFile(good, 258), vocab, table); err != nil {
		t.Fatal(err)
	}
	for name, header := range map[string]string{
		"no embeddings":    strings.Replace(good, "embeddings", "x", 1),
		"no scales":        strings.Replace(good, "scales", "x", 1),
		"other dimensions": strings.Replace(good, "[1,256]", "[2,128]", 1),
		"one dimension":    strings.Replace(good, "[1,256]", "[256]", 1),
		"types exchanged":  strings.NewReplacer("I8", "F16", "[1,256]", "[1,128]").Replace(good),
		"scales missing":   strings.Replace(good, `"shape":[1,1],"data_offsets":[256,258]`, `"shape":[1],"data_offsets":[256,258]`, 1),
	} {
		if _, err := openStatic(tensorFile(header, 258), vocab, table); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	for _, n := range []int{0, 1000, len(table) - 1} {
		if _, err := openStatic(tensorFile(good, 258), vocab, table[:n]); err == nil {
			t.Errorf("table of %d bytes: no error", n)
		}
	}
}

func FuzzTensors(f *testing.F) {
	f.Add(tensorFile(`{"x":{"dtype":"F16","shape":[2,3],"data_offsets":[4,16]}}`, 16))
	f.Fuzz(func(t *testing.T, file []byte) {
		tensors, err := parseTensors(file)
		if err != nil {
			return
		}
		for name, x := range tensors {
			n := map[string]int{"I8": 1, "F16": 2}[x.DType]
			for _, d := range x.Shape {
				n *= d
			}
			if len(x.data) != n {
				t.Errorf("%s: %d bytes for %s %v", name, len(x.data), x.DType, x.Shape)
			}
		}
	})
}
