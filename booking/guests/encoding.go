package guests

import (
	"bytes"
	"cmp"
	"fmt"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"bellhop/booking/localfile"
)

// linesOf returns a file's text with \n or \r\n between its lines. UTF-16 becomes UTF-8; wide reports that it was UTF-16.
func linesOf(text []byte) (out []byte, wide bool, err error) {
	out, wide, err = localfile.Unmarked(text)
	if !bytes.ContainsRune(out, '\n') { // Old Mac spreadsheets end lines with \r.
		out = bytes.ReplaceAll(out, []byte("\r"), []byte("\n"))
	}
	return out, wide, err
}

// undeclared is the encoding of the texts that do not declare theirs: UTF-8, or Windows-1252 if all can be that and none is
// UTF-8. Each field is the first line of its kind, or 0.
type undeclared struct{ utf8, other, neither int }

func (u *undeclared) add(text []byte, line int) {
	switch {
	case !utf8.Valid(text):
		u.other = cmp.Or(u.other, line)
		if !isWindows1252(text) {
			u.neither = cmp.Or(u.neither, line)
		}
	case utf8.RuneCount(text) < len(text):
		u.utf8 = cmp.Or(u.utf8, line)
	}
}

// isWindows1252 reports whether every byte of a text is a character of Windows-1252.
func isWindows1252(text []byte) bool {
	for _, b := range text {
		switch b {
		case 0x81, 0x8d, 0x8f, 0x90, 0x9d:
			return false
		}
	}
	return true
}

// problem returns why the texts cannot be read, or nil.
func (u undeclared) problem() error {
	switch {
	case u.neither != 0:
		return fmt.Errorf("line %d is neither UTF-8 nor Windows-1252: save the file as UTF-8", u.neither)
	case u.other != 0 && u.utf8 != 0:
		return fmt.Errorf("line %d is not UTF-8, and line %d is: save the whole file as UTF-8", u.other, u.utf8)
	}
	return nil
}

// noteGuess adds a note if the encoding is a guess.
func (u undeclared) noteGuess(in *Import) {
	if u.other != 0 {
		in.note("encoding", fmt.Sprintf("line %d", u.other), "read as Windows-1252 (a guess): check names with accents, or save the file as UTF-8")
	}
}

func (u undeclared) decode(text []byte) string {
	if utf8.Valid(text) {
		return string(text)
	}
	out, _ := charmap.Windows1252.NewDecoder().Bytes(text) // The decoder does not fail: it maps every byte.
	return string(out)
}
