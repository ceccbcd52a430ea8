package guests

import (
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

// Columns lists the columns of a CSV file, in the order in which they are written.
func Columns() []string { return append(slices.Clone(guestFields), columnProgram, columnMember) }

// field returns a guest's field by the service's name; nil for another name.
func field(g *api.Guest, name string) *string {
	return map[string]*string{
		booking.FieldGivenName: &g.GivenName, booking.FieldSurname: &g.Surname, booking.FieldEmail: &g.Email,
		booking.FieldPhone: &g.Phone, booking.FieldAddress: &g.Address, booking.FieldCity: &g.City,
		booking.FieldState: &g.State, booking.FieldPostalCode: &g.PostalCode, booking.FieldCountry: &g.Country,
	}[name]
}

// A RowError tells what is wrong with a guest of a file, by the line that they begin on or, of a vCard, by their number.
type RowError struct {
	Where string // "line 7", "card 3"
	What  string
}

func (e RowError) Error() string { return e.Where + ": " + e.What }

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

// take cleans and checks a guest that was read, and adds them to what was read before.
func take(list []Entry, problems []error, e Entry, where string) ([]Entry, []error) {
	e.clean()
	if what := e.check(); what != "" {
		return list, append(problems, RowError{Where: where, What: what})
	}
	e.Guest = booking.TidyGuest(e.Guest)
	return append(list, e), problems
}

// ReadCSV reads guests. The first line names the columns, in any order. The error holds a RowError for each guest that is
// left out; with another error nothing can be read.
func ReadCSV(from io.Reader) ([]Entry, error) {
	table := csv.NewReader(from)
	table.FieldsPerRecord = -1
	head, err := table.Read()
	if err != nil {
		return nil, fmt.Errorf("no line names the columns: %w", err)
	}
	for i, name := range head {
		head[i] = strings.ToLower(strings.TrimSpace(strings.TrimPrefix(name, "\ufeff")))
		if !slices.Contains(Columns(), head[i]) {
			return nil, fmt.Errorf("line 1: there is no column %q; the columns are %s", api.Clean(name), strings.Join(Columns(), ", "))
		}
	}
	var list []Entry
	var problems []error
	for {
		row, err := table.Read()
		if errors.Is(err, io.EOF) {
			return list, errors.Join(problems...)
		}
		if err != nil {
			return nil, err // It names the line.
		}
		line, _ := table.FieldPos(0)
		where := fmt.Sprintf("line %d", line)
		if len(row) > len(head) {
			problems = append(problems, RowError{Where: where, What: fmt.Sprintf("%d fields, and %d columns", len(row), len(head))})
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

// WriteCSV writes guests for ReadCSV.
func WriteCSV(to io.Writer, list []Entry) error {
	table := csv.NewWriter(to)
	if err := table.Write(Columns()); err != nil {
		return err
	}
	for _, e := range list {
		var row []string
		for _, name := range guestFields {
			row = append(row, *field(&e.Guest, name))
		}
		loyalty := api.Loyalty{}
		if e.Loyalty != nil {
			loyalty = *e.Loyalty
		}
		if err := table.Write(append(row, loyalty.Program, loyalty.MemberID)); err != nil {
			return err
		}
	}
	table.Flush()
	return table.Error()
}

// ReadVCard reads the cards of a file. Errors are as those of ReadCSV.
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
			return nil, fmt.Errorf("card %d: it is no vCard: %w", n, err)
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
