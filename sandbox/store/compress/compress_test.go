package compress

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strings"
	"testing"
)

// FuzzCodec shows that a document comes back as it was, and that bytes which
// are none are an error at most.
func FuzzCodec(f *testing.F) {
	f.Add([]byte(`{"guests":{"number_of_adults":2}}`))
	f.Add([]byte{})
	f.Add(bytes.Repeat([]byte{0xff, 0}, 999))
	f.Add([]byte{0xed, 0xc1, 1, 1, 0})
	var c Codec
	f.Fuzz(func(t *testing.T, text []byte) {
		small, err := c.Compress(text)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := c.Decompress(small); err != nil || !bytes.Equal(again, text) {
			t.Errorf("%q comes back as %q, %v", text, again, err)
		}
		if _, err := c.Decompress(text); err != nil && !errors.Is(err, errDocument) {
			t.Errorf("%q: %v", text, err)
		}
	})
}

func TestCodec(t *testing.T) {
	t.Parallel()
	var c Codec
	small, err := c.Compress([]byte(strings.Repeat("x", maxDocument+1)))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Decompress(small); !errors.Is(err, errDocument) {
		t.Errorf("a document without an end: %v, want %v", err, errDocument)
	}
	usual, err := c.Compress(dictionary[:1400])
	if err != nil || len(usual) > 280 {
		t.Errorf("a usual document takes %d bytes, %v; want 280 at most", len(usual), err)
	}
}

// Stored documents need the dictionary that they were made with: with another one,
// every store's schema needs another version, and reads no earlier one.
func TestDictionaryBelongsToTheSchemas(t *testing.T) {
	t.Parallel()
	sum := sha256.Sum256(dictionary)
	if got := hex.EncodeToString(sum[:4]); got != "6e157d8b" {
		t.Errorf("the dictionary is %s, which no schema was made with", got)
	}
}
