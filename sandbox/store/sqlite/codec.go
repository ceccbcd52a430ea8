package sqlite

import (
	"bytes"
	"compress/flate"
	_ "embed" // for the dictionary
	"errors"
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

var errDocument = errors.New("the document of a reservation is damaged")

// codec compresses documents for the disk.
type codec struct {
	writer  *flate.Writer // It takes a megabyte, and is made for the first document.
	readers sync.Pool
}

// compress is for one goroutine at a time, that of the writer.
func (c *codec) compress(document []byte) ([]byte, error) {
	var b bytes.Buffer
	if c.writer == nil {
		var err error
		if c.writer, err = flate.NewWriterDict(&b, flate.DefaultCompression, dictionary); err != nil {
			return nil, dataError(err)
		}
	} else {
		c.writer.Reset(&b)
	}
	if _, err := c.writer.Write(document); err != nil {
		return nil, dataError(err)
	}
	if err := c.writer.Close(); err != nil {
		return nil, dataError(err)
	}
	return b.Bytes(), nil
}

func (c *codec) decompress(stored []byte) ([]byte, error) {
	source := bytes.NewReader(stored)
	// Every reader of the package is a Resetter.
	r, ok := c.readers.Get().(io.ReadCloser)
	if !ok {
		r = flate.NewReaderDict(source, dictionary)
	} else if err := r.(flate.Resetter).Reset(source, dictionary); err != nil {
		return nil, dataError(err)
	}
	defer c.readers.Put(r)
	document, err := io.ReadAll(io.LimitReader(r, maxDocument+1))
	if err != nil || len(document) > maxDocument {
		return nil, errDocument
	}
	return document, nil
}
