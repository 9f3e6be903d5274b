package group

import (
	"crypto/sha512"
	"encoding/hex"
	"math/big"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/protocol/internal/vector"
)

// generators.json: what the generators are, and encodings that are refused.
type generatorFile struct {
	Comment string          `json:"comment"`
	Cases   []generatorCase `json:"cases"`
	Invalid []encodingCase  `json:"invalid"`
}

type generatorCase struct {
	Name     string     `json:"name"`
	Label    string     `json:"label"`
	Hash     vector.Hex `json:"hash"`
	Encoding vector.Hex `json:"encoding"`
}

type encodingCase struct {
	Comment  string     `json:"comment"`
	Kind     string     `json:"kind"`
	Encoding vector.Hex `json:"encoding"`
	Error    string     `json:"error"`
}

// errorNames are the names under which vectors expect the errors.
var errorNames = map[string]error{"ErrElement": ErrElement, "ErrScalar": ErrScalar, "ErrLength": ErrLength}

func TestVectors(t *testing.T) {
	f := generatorFile{
		Comment: "a generator is the element derived (RFC 9496, section 4.3.4) from hash = SHA-512(label)",
	}
	add := func(name, label string, b *Base) {
		h := sha512.Sum512([]byte(label))
		e := b.Bytes()
		f.Cases = append(f.Cases, generatorCase{name, label, h[:], e[:]})
	}
	for j := range MaxTypes {
		add("G_"+strconv.Itoa(j), typeGeneratorLabel+strconv.Itoa(j), G(j))
	}
	add("H", blindingGeneratorLabel, H())

	comments := []string{ // of badElements, in their order
		"bit 255 set", "p + 18", "p + 6", "p",
		"negative", "negative", "negative", "x² is no square", "x² is no square",
		"xy is negative", "xy is negative", "y is zero",
	}
	require.Len(t, comments, len(badElements))
	for i, text := range badElements {
		b, err := hex.DecodeString(text)
		require.NoError(t, err)
		f.Invalid = append(f.Invalid, encodingCase{comments[i], "element", b, "ErrElement"})
	}
	b := B().Element().Bytes()
	f.Invalid = append(f.Invalid,
		encodingCase{"a byte is missing", "element", b[:31], "ErrLength"},
		encodingCase{"a byte too many", "element", append(b, 0), "ErrLength"},
		encodingCase{"q", "scalar", littleEndian(q), "ErrScalar"},
		encodingCase{"q + 1, which is 1", "scalar", littleEndian(new(big.Int).Add(q, big.NewInt(1))), "ErrScalar"},
		encodingCase{"a byte is missing", "scalar", littleEndian(big.NewInt(7))[:31], "ErrLength"},
		encodingCase{"a byte too many", "scalar", append(littleEndian(big.NewInt(7)), 0), "ErrLength"},
	)
	vector.Check(t, "generators.json", f)

	var read generatorFile
	vector.Read(t, "generators.json", &read)
	for _, c := range read.Cases {
		h := sha512.Sum512([]byte(c.Label))
		require.Equal(t, h[:], []byte(c.Hash))
		e, err := new(Element).SetUniformBytes(c.Hash)
		require.NoError(t, err)
		require.Equal(t, []byte(c.Encoding), e.Bytes())
	}
	for _, c := range read.Invalid {
		var err error
		switch c.Kind {
		case "element":
			_, err = DecodeElement(c.Encoding)
		case "scalar":
			_, err = DecodeScalar(c.Encoding)
		}
		require.ErrorIs(t, err, errorNames[c.Error], c.Comment)
	}
}
