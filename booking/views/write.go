package views

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"bellhop/booking/exports"
	"bellhop/internal/spelling"
)

// A Format is how rows are written out.
type Format string

// The formats.
const (
	CSV  Format = "csv"
	JSON Format = "json"
)

// Formats returns the names of all formats.
func Formats() []string { return []string{string(CSV), string(JSON)} }

// ParseFormat reads the name of a format. The error names all of them.
func ParseFormat(text string) (Format, error) {
	switch f := Format(strings.ToLower(strings.TrimSpace(text))); f {
	case CSV, JSON:
		return f, nil
	default:
		return "", fmt.Errorf("there is no format %q; %s", text, spelling.Hint(text, Formats()))
	}
}

// OriginColumns are the last columns of each file of rows: the environment and the profile that they come from.
func OriginColumns() []string { return []string{"environment", "profile"} }

// Write writes exactly these rows and columns, in their order and with guests as the cells have them, and then
// OriginColumns.
func Write(w io.Writer, f Format, c Cells, columns []Column, rows []*Row) error {
	if f == JSON {
		return writeJSON(w, c, columns, rows)
	}
	return writeCSV(w, c, columns, rows)
}

// Save writes rows into a file of the owner's in a folder, and returns its path. It never takes the place of another file.
func Save(folder, name string, f Format, c Cells, columns []Column, rows []*Row) (string, error) {
	var text bytes.Buffer
	if err := Write(&text, f, c, columns, rows); err != nil {
		return "", err
	}
	paths, err := exports.Save(folder, exports.FileName(c.Desk.Origin(), "reservations", name), exports.File{Ending: string(f), Text: text.String()})
	if err != nil {
		return "", err
	}
	return paths[0], nil
}

func writeCSV(w io.Writer, c Cells, columns []Column, rows []*Row) error {
	out := csv.NewWriter(w)
	record := make([]string, len(columns), len(columns)+len(OriginColumns()))
	for i, col := range columns {
		record[i] = Neutral(col.Name)
	}
	from := c.Desk.Origin()
	last := []string{Neutral(from.Environment), Neutral(from.Profile)}
	record = append(record, OriginColumns()...)
	err := out.Write(record)
	for _, r := range rows {
		if err != nil {
			break
		}
		for i, col := range columns {
			record[i] = Neutral(col.Plain(c, r))
		}
		copy(record[len(columns):], last)
		err = out.Write(record)
	}
	if err == nil {
		out.Flush()
		err = out.Error()
	}
	if err != nil {
		return fmt.Errorf("writing CSV: %w", err)
	}
	return nil
}

// Neutral returns a text that no spreadsheet takes for a formula: one that begins like one gets an apostrophe before it.
func Neutral(text string) string {
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(text, " \u00a0\u3000"))
	switch first {
	case '=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠':
		return "'" + text
	default:
		return text
	}
}

// writeJSON writes a list of objects whose keys are in the columns' order.
func writeJSON(w io.Writer, c Cells, columns []Column, rows []*Row) error {
	var out bytes.Buffer
	write := func(v any) error {
		text, err := encode(v)
		out.Write(text)
		return err
	}
	from := c.Desk.Origin()
	out.WriteString("[")
	for i, r := range rows {
		if i > 0 {
			out.WriteString(",")
		}
		out.WriteString("\n  {")
		for k, col := range columns {
			if k > 0 {
				out.WriteString(", ")
			}
			if err := write(col.Name); err != nil {
				return err
			}
			out.WriteString(": ")
			if err := write(col.Value(c, r)); err != nil {
				return err
			}
		}
		for k, text := range []string{from.Environment, from.Profile} {
			if len(columns)+k > 0 {
				out.WriteString(", ")
			}
			out.WriteString(`"` + OriginColumns()[k] + `": `)
			if err := write(text); err != nil {
				return err
			}
		}
		out.WriteString("}")
	}
	if len(rows) > 0 {
		out.WriteString("\n")
	}
	out.WriteString("]\n")
	if _, err := w.Write(out.Bytes()); err != nil {
		return fmt.Errorf("writing JSON: %w", err)
	}
	return nil
}

// encode returns a value as JSON on one line, with <, > and & as they are.
func encode(v any) ([]byte, error) {
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, fmt.Errorf("writing JSON: %w", err)
	}
	return bytes.TrimRight(text.Bytes(), "\n"), nil
}
