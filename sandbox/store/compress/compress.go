// Package compress makes the documents of reservations small for the disk.
package compress

import (
	"bytes"
	"compress/flate"
	_ "embed" // for the dictionary
	"errors"
	"fmt"
	"io"
	"sync"
)

// dictionary is text as documents have it. With it a reservation takes a fifth
// of the space. What is stored cannot be read with another one: after a change
// no earlier schema can be read.
//
//go:embed dictionary.txt
var dictionary []byte

// maxDocument is far more than a document has; a damaged one could claim to be
// endless.
const maxDocument = 1 << 20

// errDocument means that what is stored is no document.
var errDocument = errors.New("the document of a reservation is damaged")

// Codec compresses documents. It is safe for concurrent use.
type Codec struct{ writers, readers sync.Pool }

// Compress returns what is stored of a document.
func (c *Codec) Compress(document []byte) ([]byte, error) {
	var b bytes.Buffer
	w, ok := c.writers.Get().(*flate.Writer) // It takes a megabyte.
	if !ok {
		var err error
		if w, err = flate.NewWriterDict(&b, flate.DefaultCompression, dictionary); err != nil {
			return nil, fmt.Errorf("compressing a document: %w", err)
		}
	} else {
		w.Reset(&b)
	}
	defer c.writers.Put(w)
	if _, err := w.Write(document); err != nil {
		return nil, fmt.Errorf("compressing a document: %w", err)
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("compressing a document: %w", err)
	}
	return b.Bytes(), nil
}

// Decompress returns the document of what is stored, or errDocument.
func (c *Codec) Decompress(stored []byte) ([]byte, error) {
	source := bytes.NewReader(stored)
	// Every reader of the package is a Resetter.
	r, ok := c.readers.Get().(io.ReadCloser)
	if !ok {
		r = flate.NewReaderDict(source, dictionary)
	} else if err := r.(flate.Resetter).Reset(source, dictionary); err != nil {
		return nil, fmt.Errorf("decompressing a document: %w", err)
	}
	defer c.readers.Put(r)
	document, err := io.ReadAll(io.LimitReader(r, maxDocument+1))
	if err != nil || len(document) > maxDocument {
		return nil, errDocument
	}
	return document, nil
}
