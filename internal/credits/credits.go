// Package credits holds the terms of all whose work is in the program: works.json says whose work each embedded file is, and
// THIRD_PARTY_LICENSES.txt.gz, made from it and from the module graph by go generate -C .ci/tools/attribution, has the
// texts.
package credits

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
)

//go:embed THIRD_PARTY_LICENSES.txt.gz
var packed []byte

// Write writes Bellhop's own licence and the terms of all others as plain text.
func Write(w io.Writer) error {
	text, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return err
	}
	_, err = io.Copy(w, text) //nolint:gosec // the text is the program's own
	return err
}
