package guests

import (
	"errors"
	"fmt"
	"strings"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/wording"
)

// The columns of a CSV file are the service's names of the fields (section 2.2), and these two for loyalty.
const (
	columnProgram = "loyalty_program"
	columnMember  = "loyalty_member"
)

var guestFields = []string{
	booking.FieldGivenName, booking.FieldSurname, booking.FieldEmail, booking.FieldPhone, booking.FieldAddress,
	booking.FieldCity, booking.FieldState, booking.FieldPostalCode, booking.FieldCountry,
}

// field returns a guest's field by the service's name; nil for another name.
func field(g *api.Guest, name string) *string {
	return map[string]*string{
		booking.FieldGivenName: &g.GivenName, booking.FieldSurname: &g.Surname, booking.FieldEmail: &g.Email,
		booking.FieldPhone: &g.Phone, booking.FieldAddress: &g.Address, booking.FieldCity: &g.City,
		booking.FieldState: &g.State, booking.FieldPostalCode: &g.PostalCode, booking.FieldCountry: &g.Country,
	}[name]
}

var errNoGuest = errors.New("no guest in it")

// An Import is what a file holds for the guest book.
type Import struct {
	Entries  []Entry
	Problems []error // guests that are left out, each by its line or card
	notes    []note
	noteAt   map[string]int // the index of a kind in notes
}

// mostNotes is how many notes of a file are listed.
const mostNotes = 50

// A note is one kind of guess or omission in a file.
type note struct {
	where, says string
	more        int // further places
}

// Notes lists the guesses, and the data that the guest book has no field for, each with its line or card.
func (in *Import) Notes() []string {
	var out []string
	for _, n := range in.notes[:min(len(in.notes), mostNotes)] {
		where := n.where
		if n.more > 0 {
			where += " and " + wording.Plural(n.more, "other")
		}
		out = append(out, where+": "+n.says)
	}
	if more := len(in.notes) - len(out); more > 0 {
		out = append(out, "and "+wording.Count(more)+" more notes, of other kinds")
	}
	return out
}

// none returns an error if the file has no guest, valid or not.
func (in *Import) none() error {
	if len(in.Entries)+len(in.Problems) == 0 {
		return errNoGuest
	}
	return nil
}

// note adds a note. The first of a kind keeps its words; the others are counted.
func (in *Import) note(kind, where, says string) {
	if i, found := in.noteAt[kind]; found {
		in.notes[i].more++
		return
	}
	if in.noteAt == nil {
		in.noteAt = map[string]int{}
	}
	in.noteAt[kind] = len(in.notes)
	in.notes = append(in.notes, note{where: where, says: says})
}

// leave notes data that is not imported.
func (in *Import) leave(where, what string) { in.note(what, where, what+" is not taken over") }

// refuse notes a guest who is left out.
func (in *Import) refuse(where, what string) {
	in.Problems = append(in.Problems, fmt.Errorf("%s: %s", where, what))
}

// take imports a guest whose fields are valid, and refuses any other.
func (in *Import) take(where string, e Entry) {
	e.Guest.Address = oneLine(e.Guest.Address)
	number, extension := booking.CutExtension(e.Guest.Phone)
	if extension != "" && phoneProblem(e.Guest) != "" {
		whole := e.Guest.Phone
		if e.Guest.Phone = number; phoneProblem(e.Guest) == "" {
			in.note("extension", where, "the extension "+extension+" of the telephone number is not taken over")
		} else {
			e.Guest.Phone = whole
		}
	}
	if what := e.check(); what != "" {
		in.refuse(where, what)
		return
	}
	e.Guest = booking.TidyGuest(e.Guest)
	in.Entries = append(in.Entries, e)
}

// oneLine joins the lines of an address with commas, because the service has one line for it.
func oneLine(address string) string {
	if !strings.Contains(address, "\n") {
		return address
	}
	var lines []string
	for line := range strings.Lines(address) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, ", ")
}

func phoneProblem(g api.Guest) string {
	problem := booking.CheckGuestField(booking.FieldPhone, g.Phone, g.Country)
	if problem != "" && g.Country == "" && !strings.HasPrefix(g.Phone, "+") {
		return "add a country, or start the number with + and the country code"
	}
	return problem
}

// check returns what is wrong with a guest, or "". A guest book may have fewer fields than a booking needs.
func (e *Entry) check() string {
	for _, name := range guestFields {
		text := *field(&e.Guest, name)
		if text == "" && name != booking.FieldSurname {
			continue
		}
		what := ""
		if name == booking.FieldPhone {
			what = phoneProblem(e.Guest)
		} else {
			what = booking.CheckGuestField(name, text, "")
		}
		if name == booking.FieldSurname && text == "" && e.Guest.GivenName != "" {
			what += "; put the one name into the surname"
		}
		if what != "" {
			return name + ": " + what
		}
	}
	l := e.Loyalty
	if l == nil {
		return ""
	}
	program, member := booking.CheckGuestText(l.Program), booking.CheckGuestText(l.MemberID)
	switch {
	case program != "":
		return columnProgram + ": " + program
	case member != "":
		return columnMember + ": " + member
	case l.Program == "":
		return columnProgram + ": required with a member number"
	case l.MemberID == "":
		return columnMember + ": required with a programme"
	}
	return ""
}
