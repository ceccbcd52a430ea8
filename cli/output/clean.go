// Package output is how commands print: tables, lists and JSON, and never anything that drives
// a terminal.
package output

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"sync"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/term"

	"bellhop/internal/safetext"
	"bellhop/ui/glyph"
)

// A Cleaner stands between a command and what it prints to, whatever that is: a
// file that is printed today is shown at a terminal tomorrow. Line breaks, tabs,
// joiners, variation selectors and characters that draw something pass; every other character is written as
// \u001b, which is the same text where it stands in JSON, and a carriage return as
// a space. Invalid UTF-8 becomes U+FFFD. It is safe for concurrent use.
type Cleaner struct {
	mu     sync.Mutex
	out    io.Writer
	glyphs glyph.Set
	cut    []byte // the beginning of a character whose end is not written yet
	err    error  // the first that writing ended with
}

// NewCleaner returns a cleaner in front of a writer. What is for people to read has the characters of the set alone, unless
// the writer is a file: that is read elsewhere.
func NewCleaner(out io.Writer, glyphs glyph.Set) *Cleaner {
	if file, ok := out.(*os.File); ok {
		if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
			glyphs = glyph.Unicode
		}
	}
	return &Cleaner{out: out, glyphs: glyphs}
}

// Data returns where data is written for a program to read, such as JSON: in UTF-8, whatever the locale.
func Data(w io.Writer) io.Writer {
	if c, ok := w.(*Cleaner); ok {
		return data{c}
	}
	return w
}

// Export returns the writer for an export: a pipe or a file gets the bytes that a named file would get, a terminal gets what
// Data writes.
func Export(w io.Writer) io.Writer {
	c, ok := w.(*Cleaner)
	if _, shown := TerminalOf(w); !ok || shown {
		return Data(w)
	}
	return export{c}
}

type export struct{ *Cleaner }

func (e export) Write(text []byte) (int, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	n, err := e.out.Write(text)
	e.err = cmp.Or(e.err, err)
	return n, err
}

type data struct{ *Cleaner }

func (d data) Write(text []byte) (int, error) { return d.write(text, glyph.Unicode) }

// Write returns the length of the text when all of it is written, and else 0:
// what was written is no part of the text.
func (c *Cleaner) Write(text []byte) (int, error) { return c.write(text, c.glyphs) }

func (c *Cleaner) write(text []byte, glyphs glyph.Set) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	whole := text
	if len(c.cut) > 0 {
		whole = append(c.cut, text...)
	}
	end := len(whole)
	for i := max(0, end-utf8.UTFMax+1); i < end; i++ {
		if utf8.RuneStart(whole[i]) && !utf8.FullRune(whole[i:]) {
			end = i
			break
		}
	}
	c.cut = bytes.Clone(whole[end:])
	if _, err := c.out.Write(inGlyphs(cleaned(whole[:end]), glyphs)); err != nil {
		c.err = cmp.Or(c.err, err)
		return 0, err
	}
	return len(text), nil
}

// Err is the first error of writing: whoever printed may not have looked, as the library that prints the help.
func (c *Cleaner) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}

// Flush writes what a character was begun with and never ended.
func (c *Cleaner) Flush() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.cut) > 0 {
		_, _ = c.out.Write(inGlyphs(cleaned(c.cut), c.glyphs)) // Nobody is left to be told.
		c.cut = nil
	}
}

func inGlyphs(text []byte, glyphs glyph.Set) []byte {
	if glyphs == glyph.Unicode {
		return text
	}
	return []byte(glyphs.Line(string(text)))
}

// cleaned is a text as it may be printed.
func cleaned(text []byte) []byte {
	plain := func(r rune) bool { return r == '\n' || r == '\t' || safetext.Drawn(r) || safetext.Spells(r) }
	if utf8.Valid(text) && bytes.IndexFunc(text, func(r rune) bool { return !plain(r) }) < 0 {
		return text
	}
	b := make([]byte, 0, len(text)+64)
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text) // Of invalid UTF-8 it is U+FFFD.
		text = text[size:]
		if plain(r) {
			b = utf8.AppendRune(b, r)
			continue
		}
		if r == '\r' { // It may stand between the values of JSON.
			b = append(b, ' ')
			continue
		}
		for _, unit := range utf16.AppendRune(nil, r) {
			b = fmt.Appendf(b, `\u%04x`, unit)
		}
	}
	return b
}

// TerminalOf is the terminal that something is written to, if it is one.
func TerminalOf(w io.Writer) (*os.File, bool) {
	switch c := w.(type) {
	case *Cleaner:
		w = c.out
	case data:
		w = c.out
	}
	file, ok := w.(*os.File)
	return file, ok && IsTerminal(file)
}

// IsTerminal reports whether the file is a terminal; /dev/null is none.
func IsTerminal(file *os.File) bool { return term.IsTerminal(int(file.Fd())) }
