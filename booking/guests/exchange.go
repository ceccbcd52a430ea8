package guests

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/emersion/go-vcard"

	"bellhop/api"
	"bellhop/booking"
)

// The columns of a CSV file are the service's names of the fields (section 2.2), and two for loyalty.
const (
	columnProgram = "loyalty_program"
	columnMember  = "loyalty_member"
)

var guestFields = []string{
	booking.FieldGivenName, booking.FieldSurname, booking.FieldEmail, booking.FieldPhone, booking.FieldAddress,
	booking.FieldCity, booking.FieldState, booking.FieldPostalCode, booking.FieldCountry,
}

// columns lists the columns of a CSV file, in the order in which they are written.
func columns() []string { return append(slices.Clone(guestFields), columnProgram, columnMember) }

// field returns a guest's field by the service's name; nil for another name.
func field(g *api.Guest, name string) *string {
	return map[string]*string{
		booking.FieldGivenName: &g.GivenName, booking.FieldSurname: &g.Surname, booking.FieldEmail: &g.Email,
		booking.FieldPhone: &g.Phone, booking.FieldAddress: &g.Address, booking.FieldCity: &g.City,
		booking.FieldState: &g.State, booking.FieldPostalCode: &g.PostalCode, booking.FieldCountry: &g.Country,
	}[name]
}

// A rowError tells what is wrong with a guest of a file, by the line that they begin on or, of a vCard, by their number.
type rowError struct {
	Where string // "line 7", "card 3"
	What  string
}

func (e rowError) Error() string { return e.Where + ": " + e.What }

// check returns what is wrong with a guest. A guest book may know less of a guest than a booking needs.
func (e *Entry) check() string {
	for _, name := range guestFields {
		text := *field(&e.Guest, name)
		if text == "" && name != booking.FieldGivenName && name != booking.FieldSurname {
			continue
		}
		if name == booking.FieldPhone && e.Guest.Country == "" && !strings.HasPrefix(text, "+") {
			return name + ": it needs a country, or + and the country's number before it"
		}
		if what := booking.CheckGuestField(name, text, e.Guest.Country); what != "" {
			return name + ": " + what
		}
	}
	switch l := e.Loyalty; {
	case l == nil:
	case l.Program == "":
		return columnProgram + ": needed with a member number"
	case l.MemberID == "":
		return columnMember + ": needed with a programme"
	}
	return ""
}

// take checks a guest that was read, and adds them to what was read before.
func take(list []Entry, problems []error, e Entry, where string) ([]Entry, []error) {
	if what := e.check(); what != "" {
		return list, append(problems, rowError{Where: where, What: what})
	}
	e.Guest = booking.TidyGuest(e.Guest)
	return append(list, e), problems
}

// byteOrderMark is what spreadsheets begin a text in UTF-8 with.
const byteOrderMark = "\ufeff"

// separator returns what parts the columns of a file, by its first line: spreadsheets take a semicolon where the comma is
// the decimal sign.
func separator(from *bufio.Reader) rune {
	head, _ := from.Peek(from.Size())
	head, _, _ = bytes.Cut(head, []byte("\n"))
	for _, r := range ",;\t" {
		if bytes.ContainsRune(head, r) {
			return r
		}
	}
	return ','
}

// ReadCSV reads guests. The first line names the columns, in any order. The error holds a rowError for each guest that is
// left out; with another error nothing can be read.
func ReadCSV(from io.Reader) ([]Entry, error) {
	text := bufio.NewReader(from)
	table := csv.NewReader(text)
	table.FieldsPerRecord, table.Comma = -1, separator(text)
	head, err := table.Read()
	if errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("the file is empty: its first line has the columns %s", strings.Join(columns(), ", "))
	}
	if err != nil {
		return nil, fmt.Errorf("no line names the columns: %w", err)
	}
	for i, name := range head {
		name = strings.TrimPrefix(name, byteOrderMark)
		head[i] = strings.ReplaceAll(strings.ToLower(strings.TrimSpace(name)), " ", "_")
		if !slices.Contains(columns(), head[i]) {
			return nil, fmt.Errorf("line 1: there is no column %q; the columns are %s", name, strings.Join(columns(), ", "))
		}
	}
	var list []Entry
	var problems []error
	for {
		row, err := table.Read()
		if errors.Is(err, io.EOF) {
			return list, errors.Join(problems...)
		}
		if wrong := new(csv.ParseError); errors.As(err, &wrong) {
			problems = append(problems, rowError{Where: fmt.Sprintf("line %d", wrong.StartLine), What: wrong.Err.Error()})
			continue
		}
		if err != nil {
			return nil, err
		}
		line, _ := table.FieldPos(0)
		where := fmt.Sprintf("line %d", line)
		if len(row) > len(head) {
			problems = append(problems, rowError{Where: where, What: fmt.Sprintf("%d fields, and %d columns", len(row), len(head))})
			continue
		}
		list, problems = take(list, problems, rowEntry(head, row), where)
	}
}

func rowEntry(head, row []string) Entry {
	var e Entry
	var loyalty api.Loyalty
	for i, text := range row {
		text = strings.TrimSpace(text)
		if isFormula(text) {
			text = strings.TrimPrefix(text, "'")
		}
		switch head[i] {
		case columnProgram:
			loyalty.Program = text
		case columnMember:
			loyalty.MemberID = text
		default:
			*field(&e.Guest, head[i]) = text
		}
	}
	if loyalty != (api.Loyalty{}) {
		e.Loyalty = &loyalty
	}
	return e
}

// isFormula reports whether a spreadsheet takes a text for a formula, or did so without the apostrophes before it.
func isFormula(text string) bool {
	text = strings.TrimLeft(text, "'")
	return text != "" && strings.ContainsRune("=+-@", rune(text[0]))
}

// cell is a text as a spreadsheet may open it: nothing that a guest is called is run there.
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
			if name != booking.FieldPhone { // It has a plus, and nothing but digits behind it.
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

// ReadVCard reads the cards of a file. Errors are as those of ReadCSV. What follows a card that is none is not read.
func ReadVCard(from io.Reader) ([]Entry, error) {
	cards := vcard.NewDecoder(from)
	var list []Entry
	var problems []error
	for n := 1; ; n++ {
		card, err := cards.Decode()
		if errors.Is(err, io.EOF) {
			return list, errors.Join(problems...)
		}
		if err != nil {
			problems = append(problems, rowError{Where: fmt.Sprintf("card %d", n), What: "this and what follows is no vCard: " + err.Error()})
			return list, errors.Join(problems...)
		}
		list, problems = take(list, problems, cardEntry(card), fmt.Sprintf("card %d", n))
	}
}

func cardEntry(card vcard.Card) Entry {
	g := api.Guest{
		Email: card.PreferredValue(vcard.FieldEmail),
		Phone: strings.TrimPrefix(card.PreferredValue(vcard.FieldTelephone), "tel:"),
	}
	if name := card.Name(); name != nil {
		g.GivenName, g.Surname = name.GivenName, name.FamilyName
	}
	if address := card.Address(); address != nil {
		g.Address, g.City, g.State = address.StreetAddress, address.Locality, address.Region
		g.PostalCode, g.Country = address.PostalCode, address.Country
	}
	for _, text := range []*string{&g.GivenName, &g.Surname, &g.Email, &g.Phone, &g.Address, &g.City, &g.State, &g.PostalCode, &g.Country} {
		*text = strings.TrimSpace(*text)
	}
	return Entry{Guest: g}
}

// WriteVCard writes guests as cards, without their loyalty, for which vCard has no field. A semicolon, which parts names and
// addresses there, becomes a comma.
func WriteVCard(to io.Writer, list []Entry) error {
	cards := vcard.NewEncoder(to)
	for _, e := range list {
		g := e.Guest
		for _, name := range guestFields {
			text := field(&g, name)
			*text = strings.ReplaceAll(*text, ";", ",")
		}
		card := vcard.Card{}
		card.SetName(&vcard.Name{GivenName: g.GivenName, FamilyName: g.Surname})
		card.SetValue(vcard.FieldFormattedName, booking.GuestName(g))
		for name, value := range map[string]string{vcard.FieldEmail: g.Email, vcard.FieldTelephone: g.Phone} {
			if value != "" {
				card.SetValue(name, value)
			}
		}
		if g.Address+g.City+g.State+g.PostalCode+g.Country != "" {
			card.SetAddress(&vcard.Address{
				StreetAddress: g.Address, Locality: g.City, Region: g.State, PostalCode: g.PostalCode, Country: g.Country,
			})
		}
		vcard.ToV4(card)
		if err := cards.Encode(card); err != nil {
			return err
		}
	}
	return nil
}
