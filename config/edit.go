package config

import (
	"slices"
	"strconv"
	"strings"
)

// An edit is a document's text while it changes. The document is read again
// after each change, so that positions are never stale.
type edit struct {
	doc    *document
	text   []byte
	secret bool
}

func newEdit(doc *document, secret bool) *edit {
	return &edit{doc: doc, text: doc.text, secret: secret}
}

// write replaces the file, unless nothing has changed.
func (e *edit) write() error {
	if string(e.text) == string(e.doc.text) {
		return nil
	}
	return writeFile(e.doc.path, e.doc.original, e.text)
}

func (e *edit) current() *document {
	doc, problem := parse(e.doc.path, e.text, e.secret)
	if problem != nil {
		return &document{text: e.text} // The save that follows finds it too.
	}
	return doc
}

func (e *edit) splice(start, end int, with string) {
	e.text = []byte(string(e.text[:start]) + with + string(e.text[end:]))
}

// set writes a text under a key, in its table's place or in a new table at the
// end.
func (e *edit) set(value string, path ...string) { e.setLiteral(strconv.Quote(value), path...) }

// setLiteral is set for a value as it stands in the file: true, 30, "text".
func (e *edit) setLiteral(quoted string, path ...string) {
	doc := e.current()
	key, table := path[len(path)-1], path[:len(path)-1]
	line := key + " = " + quoted + "\n"
	for _, at := range doc.entries {
		if slices.Equal(at.path, path) && !at.header {
			e.splice(at.value.start, at.value.end, quoted)
			return
		}
	}
	if len(table) == 0 {
		// Above every table, because below one it would belong to it.
		if len(e.text) > 0 {
			line += "\n"
		}
		e.splice(0, 0, line)
		return
	}
	end := -1
	for i, at := range doc.entries {
		if at.header && slices.Equal(at.path, table) {
			end = e.tableEnd(doc, i)
		}
	}
	if end >= 0 {
		e.splice(end, end, e.newline(end)+line)
		return
	}
	gap := e.newline(len(e.text))
	if len(e.text) > 0 {
		gap += "\n"
	}
	e.splice(len(e.text), len(e.text), gap+"["+strings.Join(table, ".")+"]\n"+line)
}

func (e *edit) newline(offset int) string {
	if offset == 0 || e.text[offset-1] == '\n' {
		return ""
	}
	return "\n"
}

func (e *edit) lineEnd(offset int) int {
	for offset < len(e.text) && e.text[offset] != '\n' {
		offset++
	}
	return min(offset+1, len(e.text))
}

// tableEnd is the offset behind the table whose header is the document's entry i.
func (e *edit) tableEnd(doc *document, i int) int {
	end := e.lineEnd(doc.entries[i].end)
	for _, inside := range doc.entries[i+1:] {
		if inside.header {
			break
		}
		end = e.lineEnd(max(inside.value.end, inside.end))
	}
	return end
}

func (e *edit) lineStart(offset int) int {
	for offset > 0 && e.text[offset-1] != '\n' {
		offset--
	}
	return offset
}

// removeTable deletes a table and the tables below it, with their keys and the
// empty lines behind them.
func (e *edit) removeTable(path ...string) {
	doc := e.current()
	for i := len(doc.entries) - 1; i >= 0; i-- {
		at := doc.entries[i]
		if !at.header || len(at.path) < len(path) || !slices.Equal(at.path[:len(path)], path) {
			continue
		}
		end := e.tableEnd(doc, i)
		for end < len(e.text) && strings.TrimSpace(string(e.text[end:e.lineEnd(end)])) == "" {
			end = e.lineEnd(end)
		}
		e.splice(e.lineStart(at.start), end, "")
	}
}

func (e *edit) removeKey(path ...string) {
	for _, at := range e.current().entries {
		if slices.Equal(at.path, path) && !at.header {
			e.splice(e.lineStart(at.start), e.lineEnd(at.value.end), "")
			return
		}
	}
}
