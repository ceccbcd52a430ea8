package guests

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"unicode"

	"bellhop/api"
	"bellhop/booking"
)

// columns lists the columns of a CSV file, in the order in which they are written.
func columns() []string { return append(slices.Clone(guestFields), columnProgram, columnMember) }

// A column of a CSV file fills a field, which belongs to a part of a guest. Of the columns for one part, such as the addresses
// at home and at work, those of the lowest rank with a value count.
type column struct {
	name  string // as the file has it
	field string // empty for a column that is not known
	part  string
	rank  int
}

// columnKinds maps the columnKey of a name to its column, for the book's own columns and those that Google and Outlook export.
var columnKinds = sync.OnceValue(func() map[string]column {
	kinds := map[string]column{}
	add := func(name, field, part string, rank int) {
		kinds[columnKey(name)] = column{field: field, part: part, rank: rank}
	}
	address := func(field string) string {
		switch field {
		case booking.FieldAddress, booking.FieldCity, booking.FieldState, booking.FieldPostalCode, booking.FieldCountry:
			return booking.FieldAddress
		}
		return field
	}
	for _, name := range columns() {
		add(name, name, address(name), 0)
	}
	add("First Name", booking.FieldGivenName, booking.FieldGivenName, 1)
	add("Last Name", booking.FieldSurname, booking.FieldSurname, 1)
	add("Family Name", booking.FieldSurname, booking.FieldSurname, 1)
	for i, name := range []string{"E-mail Address", "E-mail 1 - Value", "E-mail 2 Address", "E-mail 2 - Value", "E-mail 3 Address", "E-mail 3 - Value"} {
		add(name, booking.FieldEmail, booking.FieldEmail, i+1)
	}
	for i, name := range []string{"Mobile Phone", "Primary Phone", "Home Phone", "Business Phone", "Other Phone", "Phone 1 - Value", "Phone 2 - Value", "Phone 3 - Value"} {
		add(name, booking.FieldPhone, booking.FieldPhone, i+1)
	}
	for i, place := range []string{"Home", "Business", "Other", "Address 1", "Address 2", "Address 3"} {
		for name, field := range map[string]string{
			"Street": booking.FieldAddress, "City": booking.FieldCity, "State": booking.FieldState, "Region": booking.FieldState,
			"Postal Code": booking.FieldPostalCode, "Country": booking.FieldCountry, "Country/Region": booking.FieldCountry,
		} {
			add(place+" "+name, field, booking.FieldAddress, i+1)
		}
	}
	return kinds
})

// columnKey returns the letters and digits of a column's name, in lower case.
func columnKey(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}

// readColumns reads the line that names the columns.
func readColumns(names []string) ([]column, error) {
	var head []column
	for _, name := range names {
		c := columnKinds()[columnKey(name)]
		c.name = strings.TrimSpace(name)
		head = append(head, c)
	}
	if !slices.ContainsFunc(head, func(c column) bool { return c.field == booking.FieldSurname }) {
		unknown := ""
		for _, c := range head {
			if c.field == "" && c.name != "" {
				unknown = fmt.Sprintf(", and %q is not known", c.name)
				break
			}
		}
		return nil, fmt.Errorf("line 1: there is no column surname%s; the columns are %s, or those that Google and Outlook export", unknown, strings.Join(columns(), ", "))
	}
	return head, nil
}

// separator returns the character between the columns of a file, by its first line: spreadsheets write a semicolon where the
// comma is the decimal sign.
func separator(text []byte) rune {
	head, _, _ := bytes.Cut(text, []byte("\n"))
	for _, r := range ",;\t" {
		if bytes.ContainsRune(head, r) {
			return r
		}
	}
	return ','
}

// ReadCSV reads guests. The first line names the columns, in any order. An error means that nothing can be read.
func ReadCSV(text []byte) (Import, error) {
	text, _, err := linesOf(text)
	if err != nil {
		return Import{}, err
	}
	var in Import
	var encoding undeclared
	line := 0
	for part := range bytes.Lines(text) {
		line++
		encoding.add(part, line)
	}
	if err := encoding.problem(); err != nil {
		return Import{}, err
	}
	encoding.noteGuess(&in)
	table := csv.NewReader(strings.NewReader(encoding.decode(text)))
	table.FieldsPerRecord, table.Comma = -1, separator(text)
	names, err := table.Read()
	if errors.Is(err, io.EOF) {
		return Import{}, fmt.Errorf("the file is empty: its first line has the columns %s", strings.Join(columns(), ", "))
	}
	if where, what := quotationProblem(err); what != "" {
		return Import{}, fmt.Errorf("%s: %s; line 1 must name the columns", where, what)
	}
	if err != nil {
		return Import{}, err
	}
	head, err := readColumns(names)
	if err != nil {
		return Import{}, err
	}
	if err := in.takeRows(head, table); err != nil {
		return Import{}, err
	}
	return in, in.none()
}

// takeRows imports the guests of the lines below the header.
func (in *Import) takeRows(head []column, table *csv.Reader) error {
	for {
		row, err := table.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if where, what := quotationProblem(err); what != "" {
			in.refuse(where, what)
			continue
		}
		if err != nil {
			return err
		}
		line, _ := table.FieldPos(0)
		where := fmt.Sprintf("line %d", line)
		switch empty := !slices.ContainsFunc(row, func(text string) bool { return strings.TrimSpace(text) != "" }); {
		case empty: // Spreadsheets end with such lines.
		case len(row) > len(head):
			in.refuse(where, fmt.Sprintf("%d fields, and %d columns", len(row), len(head)))
		default:
			in.take(where, in.rowEntry(where, head, row))
		}
	}
}

// quotationProblem returns the lines that a wrong quotation mark makes unreadable, and the problem; "" for another error.
func quotationProblem(err error) (where, what string) {
	wrong := new(csv.ParseError)
	if !errors.As(err, &wrong) {
		return "", ""
	}
	where, what = fmt.Sprintf("line %d", wrong.StartLine), "a quotation mark is not closed, or stands within a field and is not doubled"
	if wrong.Line > wrong.StartLine {
		where = fmt.Sprintf("lines %d to %d", wrong.StartLine, wrong.Line)
		if errors.Is(wrong.Err, csv.ErrQuote) {
			what = fmt.Sprintf("the quotation mark of line %d is not closed", wrong.StartLine)
		}
	}
	return where, what
}

// valuesApart separates the values that Google writes into one cell.
const valuesApart = " ::: "

// rowEntry returns the guest of a line, and notes the values that the guest book has no field for.
func (in *Import) rowEntry(where string, head []column, row []string) Entry {
	var e Entry
	var loyalty api.Loyalty
	first := map[string]int{} // by part, the rank that counts
	for i, text := range row {
		if at, found := first[head[i].part]; strings.TrimSpace(text) != "" && (!found || head[i].rank < at) {
			first[head[i].part] = head[i].rank
		}
	}
	for i, text := range row {
		text = strings.TrimSpace(text)
		if isFormula(text) {
			text = strings.TrimPrefix(text, "'")
		}
		if text == "" {
			continue
		}
		into := field(&e.Guest, head[i].field)
		switch head[i].field {
		case columnProgram:
			into = &loyalty.Program
		case columnMember:
			into = &loyalty.MemberID
		}
		if into == nil || *into != "" || head[i].rank > first[head[i].part] {
			in.leave(where, fmt.Sprintf("the column %q", head[i].name))
			continue
		}
		if value, _, several := strings.Cut(text, valuesApart); several && head[i].rank > 0 {
			in.leave(where, fmt.Sprintf("another value of the column %q", head[i].name))
			text = value
		}
		*into = text
	}
	if loyalty != (api.Loyalty{}) {
		e.Loyalty = &loyalty
	}
	return e
}

// isFormula reports whether a spreadsheet would take a text, without the apostrophes before it, for a formula.
func isFormula(text string) bool {
	text = strings.TrimLeft(text, "'")
	return text != "" && strings.ContainsRune("=+-@", rune(text[0]))
}

// cell returns a text that a spreadsheet can open without running it as a formula.
func cell(text string) string {
	if isFormula(text) {
		return "'" + text
	}
	return text
}

// WriteCSV writes guests for ReadCSV.
func WriteCSV(to io.Writer, list []Entry) error {
	table := csv.NewWriter(to)
	if err := table.Write(columns()); err != nil {
		return err
	}
	for _, e := range list {
		var row []string
		for _, name := range guestFields {
			text := *field(&e.Guest, name)
			if name != booking.FieldPhone { // It is a plus and digits.
				text = cell(text)
			}
			row = append(row, text)
		}
		loyalty := api.Loyalty{}
		if e.Loyalty != nil {
			loyalty = *e.Loyalty
		}
		if err := table.Write(append(row, cell(loyalty.Program), cell(loyalty.MemberID))); err != nil {
			return err
		}
	}
	table.Flush()
	return table.Error()
}
