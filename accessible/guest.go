package accessible

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"bellhop/accessible/dialogue"
	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/guests"
	"bellhop/booking/recovery"
	"bellhop/booking/references"
	"bellhop/booking/wording"
)

// A guest place asks who will stay, and for what is kept with the reservation, a field at a time.
type guest struct {
	draft    booking.Draft
	values   map[string]string
	at       int  // the field that is asked for; all are filled in behind the last
	begun    bool // known guests were offered
	noted    bool // the journal has the reveal of the draft's guest, if one is needed
	loyalty  *api.Loyalty
	pairs    []api.CustomField // kept with the reservation besides the references
	book     *book             // what was typed behind it stays
	problems []string
}

func (p *guest) name(*console) string { return "guest" }

// take takes a draft that was verified, with the guest that it has unless something was typed.
func (p *guest) take(d booking.Draft) {
	if p.values == nil {
		p.values, p.loyalty = guestValues(d.Guest), d.Loyalty
		for _, pair := range d.CustomData {
			p.values[custom+pair.Key] = pair.Text
		}
		p.pairs = d.CustomData
	}
	p.draft = d
}

// custom is followed by the key of a reference.
const custom = "custom "

func guestValues(g api.Guest) map[string]string {
	return map[string]string{
		booking.FieldGivenName: g.GivenName, booking.FieldSurname: g.Surname, booking.FieldEmail: g.Email, booking.FieldPhone: g.Phone,
		booking.FieldAddress: g.Address, booking.FieldCity: g.City, booking.FieldState: g.State, booking.FieldPostalCode: g.PostalCode,
		booking.FieldCountry: g.Country,
	}
}

// A field is one question of the guest's form.
type field struct {
	key string
	dialogue.Question
}

// fields lists what is asked for: the guest, the country before the phone that may be written as it is there, and the references.
func (p *guest) fields(c *console) []field {
	var list []field
	for _, f := range booking.GuestFields() {
		list = append(list, field{f.Name, dialogue.Question{
			Field: f.Label, Optional: !f.Required, Verbatim: true, Value: p.values[f.Name], Help: []string{f.Help, optionalHelp(!f.Required)},
			Check: func(answer string) string {
				return booking.CheckGuestField(f.Name, answer, p.values[booking.FieldCountry])
			},
		}})
	}
	last := len(list) - 1
	phone := slices.IndexFunc(list, func(f field) bool { return f.key == booking.FieldPhone })
	list = slices.Insert(list[:last:last], phone, list[last])
	for _, r := range c.References {
		list = append(list, field{custom + r.Key, dialogue.Question{
			Field: r.Label, Value: p.values[custom+r.Key], Check: r.Problem, Verbatim: true, Help: referenceHelp(r),
		}})
	}
	return list
}

func optionalHelp(optional bool) string {
	if optional {
		return "None leaves it out."
	}
	return ""
}

func referenceHelp(r references.Reference) []string {
	help := []string{"It is kept with the reservation as " + r.Key + "."}
	if r.Pattern() != "" {
		help = append(help, "It must be like "+r.Pattern()+".")
	}
	return help
}

func (p *guest) run(ctx context.Context, c *console) (move, error) {
	if ids := p.draft.Reveals(); !p.noted && len(ids) > 0 && !c.reveal(ids...) {
		return back(), nil
	}
	p.noted = true
	if !p.begun {
		p.begun = true
		c.keep(p.filled(c))
		p.at = 0
		if p.values[booking.FieldSurname] != "" {
			p.at = p.missing(c)
		} else if err := p.offerKnown(ctx, c); err != nil {
			return nil, err
		}
	}
	for _, problem := range p.problems {
		c.Say("Error in " + wording.Stopped(problem))
	}
	p.problems = nil
	fields := p.fields(c)
	for p.at < len(fields) {
		f := fields[p.at]
		answer, err := c.Ask(ctx, f.Question)
		switch {
		case err != nil && p.at > 0 && isBack(err):
			p.at--
			continue
		case err != nil:
			return nil, err
		}
		if f.Optional && answer == "none" {
			answer = ""
		}
		p.values[f.key] = answer
		p.reading(c, f.key, answer)
		p.at++
		c.keep(p.filled(c))
		fields = p.fields(c)
	}
	return p.review(ctx, c, fields)
}

// reading says how a name, a phone or a country is sent if it is not sent as typed.
func (p *guest) reading(c *console, key, answer string) {
	switch key {
	case booking.FieldSurname:
		c.Say(sentence(c.Desk.NameReading(api.Guest{GivenName: p.values[booking.FieldGivenName], Surname: answer})))
	case booking.FieldPhone:
		country := p.values[booking.FieldCountry]
		c.Say(sentence(booking.PhoneReading(answer, country)))
		if read, problem := booking.ReadPhone(answer, country); problem == "" {
			c.Say("Spelled: " + dialogue.Spell(read.Spaced) + ".")
		}
	case booking.FieldCountry:
		c.Say(sentence(booking.CountryReading(answer)))
	}
}

// review goes on, or changes a field.
func (p *guest) review(ctx context.Context, c *console, fields []field) (move, error) {
	c.Fact("guest", booking.GuestName(p.filled(c).Guest))
	if l := p.loyalty; l != nil {
		c.Fact("loyalty", joined(l.Program, l.MemberID))
	}
	c.Facts("kept with it", customWords(p.filled(c).CustomData))
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.Field
	}
	answer, err := c.Ask(ctx, dialogue.Question{
		Field: "answer", Text: "Enter goes on, or the name of a field to change it", Value: wordNext, Quiet: true,
		Help: []string{"The fields are " + joined(names...) + ".", "Loyalty asks for the guest's membership with the chain.", "Data asks for something that is kept with the reservation: a name and its value."},
		Check: func(answer string) string {
			if answer == wordNext || answer == "loyalty" || answer == "data" || slices.Contains(names, strings.ToLower(answer)) {
				return ""
			}
			return "there is no such field; the fields are " + joined(names...)
		},
	})
	switch {
	case isBack(err):
		p.at = len(fields) - 1
		return stay(), nil
	case err != nil:
		return nil, err
	case answer == "loyalty":
		return stay(), p.askLoyalty(ctx, c)
	case answer == "data":
		return stay(), p.askData(ctx, c)
	case answer != wordNext:
		i := slices.Index(names, strings.ToLower(answer))
		value, err := c.Ask(ctx, fields[i].Question)
		if err == nil {
			p.values[fields[i].key] = value
			p.reading(c, fields[i].key, value)
			c.keep(p.filled(c))
		}
		return stay(), ignoreBack(err)
	}
	// A phone may have been right for another country.
	for i, f := range fields {
		if value := p.values[f.key]; (value != "" || !f.Optional) && f.Check(value) != "" {
			c.Say("Error in " + f.Field + ": " + wording.Stopped(f.Check(value)))
			p.at = i
			return stay(), nil
		}
	}
	if p.book == nil {
		p.book = &book{guest: p}
	}
	p.book.take(p.filled(c))
	return to(p.book), nil
}

// filled returns the draft with what was typed.
func (p *guest) filled(c *console) booking.Draft {
	draft, v := p.draft, p.values
	draft.Guest = booking.TidyGuest(api.Guest{
		GivenName: v[booking.FieldGivenName], Surname: v[booking.FieldSurname], Email: v[booking.FieldEmail], Phone: v[booking.FieldPhone],
		Address: v[booking.FieldAddress], City: v[booking.FieldCity], State: v[booking.FieldState], PostalCode: v[booking.FieldPostalCode],
		Country: v[booking.FieldCountry],
	})
	draft.Loyalty = p.loyalty
	draft.CustomData = nil
	for _, r := range c.References {
		if value := v[custom+r.Key]; value != "" {
			draft.CustomData = append(draft.CustomData, api.CustomField{Key: r.Key, Text: value})
		}
	}
	for _, pair := range p.pairs {
		if !c.isReference(pair.Key) {
			draft.CustomData = append(draft.CustomData, pair)
		}
	}
	return draft
}

// refuse takes what the service did not accept of the guest, and goes back to the first field of it.
func (p *guest) refuse(c *console, problems []api.Problem) {
	fields := p.fields(c)
	first := len(fields)
	for _, one := range problems {
		p.problems = append(p.problems, booking.ProblemWords(one)+p.hint(one))
		at := slices.IndexFunc(fields, func(f field) bool {
			n := len(one.Field)
			return n > 0 && (f.key == one.Field[n-1] || f.key == custom+one.Field[n-1])
		})
		if at >= 0 {
			first = min(first, at)
		}
	}
	p.at = first
}

func (p *guest) hint(one api.Problem) string {
	if n := len(one.Field); n > 0 {
		return booking.PlainHint(one.Field[n-1], p.values[one.Field[n-1]])
	}
	return ""
}

// keep keeps the draft against a crash.
func (c *console) keep(draft booking.Draft) {
	if err := c.Drafts.Save(draft); err != nil {
		c.logFailure(err)
	}
}

// offerKnown asks for the first letters of a guest who was booked before.
func (p *guest) offerKnown(ctx context.Context, c *console) error {
	for {
		text, err := c.Ask(ctx, dialogue.Question{
			Field: "known guest", Text: "Known guest: first letters of the surname", Optional: true,
			Help: []string{"Two letters or more name guests who were booked before. Enter types a guest anew."},
		})
		if err != nil || text == "" {
			return err
		}
		known, err := c.known(ctx, text)
		if err != nil {
			return err
		}
		if len(known) == 0 {
			c.Say("No known guest begins like this.")
			continue
		}
		list := &dialogue.List{Len: len(known), Item: func(i int) string { return knownWords(known[i]) }}
		index, _, err := c.Choose(ctx, list, dialogue.Question{Field: "guest", Text: "Number of the guest", Check: onlyNumbers, Help: []string{"A number takes that guest with email, phone and address."}})
		if isBack(err) {
			continue
		}
		if err != nil {
			return err
		}
		p.values, p.loyalty = guestValues(known[index].Guest), known[index].Loyalty
		p.at = p.missing(c) // What a reservation does not say is asked for.
		return nil
	}
}

// missing returns the first field that is not filled in as it must be; all are, behind the last.
func (p *guest) missing(c *console) int {
	fields := p.fields(c)
	for i, f := range fields {
		if value := p.values[f.key]; value == "" && !f.Optional || value != "" && f.Check(value) != "" {
			return i
		}
	}
	return len(fields)
}

func knownWords(one guests.Known) string {
	last := "guest book"
	if one.Stay.ID != "" {
		last = joined("last stay "+one.Stay.Days.BriefYear(), one.Stay.Hotel)
	}
	return joined(guestWords(one.Guest, one.Named), booking.MaskEmail(one.Guest.Email), last)
}

// known finds guests by letters, in what was read and then in what was not.
func (c *console) known(ctx context.Context, text string) ([]guests.Known, error) {
	if !c.bookRead && c.GuestBook != nil {
		c.bookRead = true
		entries, err := c.GuestBook.Entries()
		if err != nil {
			c.Say("The guest book cannot be read: " + wording.Stopped(err.Error()))
		}
		c.people.AddBook(entries)
	}
	for {
		if found := c.people.Find(text); len(found) > 0 || c.peopleList.Items != nil && !c.peopleList.More() {
			return found, nil
		}
		list, err := reading(ctx, c, fmt.Sprintf("reading reservations, %d so far", len(c.peopleList.Items)), func(ctx context.Context) (booking.ReservationList, []recovery.Finding, error) {
			return c.Desk.MoreReservations(ctx, c.peopleList)
		})
		if err != nil {
			return nil, err
		}
		c.sayIncomplete(list)
		c.people.Add(list.Items, c.Desk.StayOf)
		for i, r := range list.Items { // Nobody needs more of them.
			list.Items[i] = api.Reservation{ID: r.ID}
		}
		if list.Items == nil {
			list.Items = []api.Reservation{}
		}
		c.peopleList = list
	}
}
