package screens

import (
	"slices"
	"strconv"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/handover"
	"bellhop/booking/references"
	"bellhop/ui"
)

// Guest asks who will stay, and for what is kept with the reservation. What was typed stays.
type Guest struct {
	deps *Deps
	draftHead
	guest         reveal
	form          *ui.Form
	book          *Book // the screen above, kept so that nothing typed there is lost
	refused       []string
	from          string // where the guest or the draft is from, in words; empty for neither
	pairs         int    // how many pairs of custom data are visible
	offerKnown    bool   // known guests are offered as soon as this screen is there
	saving        bool   // the draft will be saved in a moment
	width, height int
	known         key.Binding
	next, back    key.Binding
	earlier       load[booking.ReservationList] // the newest reservations, for references
}

const (
	fieldProgram = "program"
	fieldMember  = "member_id"
	fieldCustom  = "custom" // followed by the number of the pair
	fieldWith    = "value"  // followed by the same number
)

const (
	firstPairs    = 2
	maxCustomName = 32
)

// NewGuest asks for the guest of the draft.
func NewGuest(deps *Deps, draft booking.Draft) *Guest {
	g := &Guest{
		deps: deps, draftHead: draftHead{draft}, guest: newDraftReveal(deps, draft),
		known: deps.bind("known_guest"),
		next:  deps.bind("form.done"),
		back:  deps.bind("back"),

		earlier: newLoad[booking.ReservationList](deps, "reading earlier references"),
	}
	fields := g.fields(draft.Guest)
	g.form = ui.NewForm(deps.Theme,
		ui.Section{Title: "Guest", Fields: fields[:4]},
		ui.Section{Title: "Address", Fields: fields[4:]},
		ui.Section{Title: "References", Fields: deps.referenceFields(draft)},
		ui.Section{Title: "Optional", Fields: deps.optionalFields(draft)},
	)
	g.form.Together = g.together
	g.showPairs()
	return g
}

// renew takes a draft that was verified again; what was typed stays.
func (g *Guest) renew(draft booking.Draft) {
	g.draft, g.refused = draft, nil
}

// country returns what the country's field holds now, or is about to hold while the form is made.
func (g *Guest) country() string {
	if g.form == nil {
		return g.draft.Guest.Country
	}
	return g.form.Value(booking.FieldCountry)
}

func (g *Guest) fields(guest api.Guest) []ui.Field {
	value := map[string]string{
		booking.FieldGivenName: guest.GivenName, booking.FieldSurname: guest.Surname, booking.FieldEmail: guest.Email,
		booking.FieldPhone: guest.Phone, booking.FieldAddress: guest.Address, booking.FieldCity: guest.City,
		booking.FieldPostalCode: guest.PostalCode, booking.FieldState: guest.State, booking.FieldCountry: guest.Country,
	}
	return each(booking.GuestFields(), func(f booking.GuestField) ui.Field {
		field := ui.Field{
			Name: f.Name, Label: f.Label, Value: value[f.Name], Help: f.Help, Limit: booking.MaxGuestText, Private: true, Verbatim: true,
			Paths: []string{"guests.primary." + f.Name}, Required: f.Required,
			Validate: func(text string) string { return booking.CheckGuestForm(f.Name, text, g.country()) },
		}
		switch f.Name {
		case booking.FieldSurname:
			field.Reading = func(text string) string {
				return g.deps.Desk.NameReading(api.Guest{GivenName: g.form.Value(booking.FieldGivenName), Surname: text})
			}
		case booking.FieldPhone:
			field.Reading = func(text string) string { return booking.PhoneReading(text, g.country()) }
		case booking.FieldCountry:
			field.Reading = booking.CountryReading
		}
		return field
	})
}

// optionalFields are loyalty and custom data; more pairs appear as those before are filled in.
func (d *Deps) optionalFields(draft booking.Draft) []ui.Field {
	loyalty := api.Loyalty{}
	if draft.Loyalty != nil {
		loyalty = *draft.Loyalty
	}
	off := offWords(d.Desk.Off().Loyalty)
	fields := []ui.Field{
		{
			Name: fieldProgram, Label: "loyalty programme", Value: loyalty.Program, Limit: booking.MaxGuestText, Off: off,
			Verbatim: true, Validate: booking.CheckGuestText,
			Help: "The guest's membership with the hotel's chain.", Paths: []string{api.FieldLoyalty + "." + api.FieldLoyaltyProgram, api.FieldLoyalty},
		},
		{
			Name: fieldMember, Label: "member number", Value: loyalty.MemberID, Limit: booking.MaxGuestText, Off: off, Private: true,
			Verbatim: true, Validate: booking.CheckGuestText,
			Help: "The guest's number in that programme.", Paths: []string{api.FieldLoyalty + "." + api.FieldLoyaltyMember},
		},
	}
	own := d.ownPairs(draft)
	for i := range d.pairsOf() {
		var pair api.CustomField
		if i < len(own) {
			pair = own[i]
		}
		n := strconv.Itoa(i + 1)
		fields = append(fields, ui.Field{
			Name: fieldCustom + n, Label: "custom data " + n, Value: pair.Key, Limit: maxCustomName,
			Help:     "A name for your own data, like cost_centre. Hotels never see it.",
			Validate: func(text string) string { return booking.CheckCustomField(text, "") },
		}, ui.Field{
			Name: fieldWith + n, Label: "its value", Value: pair.Text, Limit: booking.MaxCustomValue, Private: true, Verbatim: true,
			Help:     `Kept with the reservation, and found again by it; without < > " ' \`,
			Validate: booking.CheckCustomValue,
		})
	}
	return fields
}

// showPairs shows the pairs that are filled in and one more.
func (g *Guest) showPairs() {
	most := g.deps.pairsOf()
	g.pairs = min(firstPairs, most)
	for i := range most {
		if name, value := g.pair(i); name != "" || value != "" {
			g.pairs = max(g.pairs, min(i+2, most))
		}
	}
	for i := range most {
		n := strconv.Itoa(i + 1)
		g.form.Show(fieldCustom+n, i < g.pairs)
		g.form.Show(fieldWith+n, i < g.pairs)
	}
}

func (g *Guest) pair(i int) (name, value string) {
	n := strconv.Itoa(i + 1)
	return g.form.Value(fieldCustom + n), g.form.Value(fieldWith + n)
}

// Init keeps the draft: from here on there is something to lose.
func (g *Guest) Init() tea.Cmd {
	return tea.Batch(g.save(), g.learnReferences(), g.offer(), g.guest.ask(true))
}

func (g *Guest) Close() { g.earlier.cancel() }

func (g *Guest) save() tea.Cmd {
	g.saving = false
	return g.deps.Drafts.save(g.deps, g.filled())
}

// draftPause is the most that a crash can take of what was typed.
const draftPause = 400 * time.Millisecond

// saveDue has the form of the screen that it names saved.
type saveDue struct{ guest *Guest }

// saveSoon has the draft saved in a moment, with what is typed until then.
func (g *Guest) saveSoon() tea.Cmd {
	if g.saving || g.deps.Drafts == nil {
		return nil
	}
	g.saving = true
	return ui.After(draftPause, saveDue{g})
}

func (g *Guest) Update(msg tea.Msg) (_ ui.Nav, cmd tea.Cmd) {
	defer func() { cmd = tea.Batch(cmd, g.guest.ask(true)) }()
	if g.guest.receive(msg) {
		return ui.Stay(), nil
	}
	if due, ok := msg.(saveDue); ok && due.guest == g && g.saving {
		return ui.Stay(), g.save()
	}
	if offer, ok := msg.(offerKnown); ok && offer.guest == g && g.offerKnown {
		g.offerKnown = false
		return g.openKnown(), nil
	}
	if list, ok, mine, _ := g.earlier.receive(msg); mine {
		if ok {
			g.deps.learnPeople(list)
		}
		return ui.Stay(), nil
	}
	pressed, ok := msg.(tea.KeyMsg)
	if !ok {
		return ui.Stay(), nil
	}
	switch {
	case key.Matches(pressed, g.back):
		return ui.Pop(), g.save()
	case !g.formShown():
	case key.Matches(pressed, g.next):
		if g.form.Submit() {
			return g.proceed(), nil
		}
		return ui.Stay(), nil
	case key.Matches(pressed, g.deps.bind("hand_over")):
		return g.deps.handOver(handover.AtGuest, g.filled()), nil
	case key.Matches(pressed, g.known):
		return g.openKnown(), nil
	}
	switch g.form.Update(msg) {
	case ui.FormSubmitted:
		return g.proceed(), nil
	case ui.FormChanged:
		g.showPairs()
		return ui.Stay(), g.saveSoon()
	case ui.FormNone, ui.FormMoved, ui.FormInvalid:
	}
	return ui.Stay(), nil
}

// proceed hands the guest to the booking.
func (g *Guest) proceed() ui.Nav {
	g.setRefused(nil)
	if g.book == nil {
		g.book = NewBook(g.deps, g.filled())
		g.book.toGuest, g.book.guest.open = g.problems, g.guest.open
	} else {
		g.book.renew(g.filled())
	}
	return ui.Push(g.book)
}

// together returns what is wrong with fields that belong together.
func (g *Guest) together() map[string]string {
	problems := map[string]string{}
	program, member := g.form.Value(fieldProgram), g.form.Value(fieldMember)
	switch {
	case program != "" && member == "":
		problems[fieldMember] = "required with a programme"
	case program == "" && member != "":
		problems[fieldProgram] = "required with a member number"
	}
	seen := map[string]bool{}
	for _, r := range g.deps.References {
		seen[r.Key] = true
	}
	for i := range g.deps.pairsOf() {
		name, value := g.pair(i)
		n := strconv.Itoa(i + 1)
		switch {
		case name == "" && value != "":
			problems[fieldCustom+n] = "the value needs a name"
		case name != "" && value == "":
			problems[fieldWith+n] = "the name needs a value"
		case name != "" && seen[name]:
			problems[fieldCustom+n] = "this name is already used above"
		}
		seen[name] = true
	}
	return problems
}

func (g *Guest) filled() booking.Draft {
	draft, text := g.draft, g.form.Value
	draft.Guest = booking.TidyGuest(api.Guest{
		GivenName: text(booking.FieldGivenName), Surname: text(booking.FieldSurname),
		Email: text(booking.FieldEmail), Phone: text(booking.FieldPhone),
		Address: text(booking.FieldAddress), City: text(booking.FieldCity), State: text(booking.FieldState),
		PostalCode: text(booking.FieldPostalCode), Country: text(booking.FieldCountry),
	})
	draft.Loyalty = nil
	if program := text(fieldProgram); program != "" && g.deps.Desk.Off().Loyalty == nil {
		draft.Loyalty = &api.Loyalty{Program: program, MemberID: text(fieldMember)}
	}
	draft.CustomData = g.references()
	for i := range g.deps.pairsOf() {
		if name, value := g.pair(i); name != "" {
			draft.CustomData = append(draft.CustomData, api.CustomField{Key: name, Text: value})
		}
	}
	return draft
}

// problems shows what the service said of the booking at the fields, and the rest above the form.
func (g *Guest) problems(problems []api.Problem) {
	var fields []ui.Problem
	for _, p := range problems {
		message := booking.ProblemText(p)
		if n := len(p.Field); n > 0 {
			message += booking.PlainHint(p.Field[n-1], g.form.Value(p.Field[n-1]))
		}
		fields = append(fields, ui.Problem{Path: p.Field, Message: message})
	}
	rest := []string{}
	for _, p := range g.form.SetProblems(fields) {
		if name, ok := g.customField(p.Path); ok {
			g.form.SetFieldError(name, p.Message)
			continue
		}
		rest = append(rest, booking.ProblemWords(api.Problem{Field: p.Path, Message: p.Message}))
	}
	g.form.FocusError()
	g.setRefused(rest)
}

// customField returns the field of the pair that a path names.
func (g *Guest) customField(path []string) (string, bool) {
	if len(path) != 2 || path[0] != "custom_data" {
		return "", false
	}
	if slices.ContainsFunc(g.deps.References, func(r references.Reference) bool { return r.Key == path[1] }) {
		return fieldReference + path[1], true
	}
	for i := range g.deps.pairsOf() {
		if name, _ := g.pair(i); name == path[1] {
			return fieldWith + strconv.Itoa(i+1), true
		}
	}
	return "", false
}

func (g *Guest) setRefused(lines []string) {
	g.refused = lines
	g.SetSize(g.width, g.height)
}

func (g *Guest) SetSize(width, height int) {
	g.width, g.height = width, height
	g.form.SetSize(inner(width), max(height-len(g.head()), 0))
}

// head tells for what the guest is asked, and what the service did not accept.
func (g *Guest) head() []string {
	width := inner(g.width)
	lines := []string{g.deps.Theme.Title.Render(ui.Truncate(stayHead(g.draft), width))}
	lines = append(append(lines, muted(g.deps.Theme, g.from, width, 2)...), "")
	if g.refused != nil {
		lines = append(lines, ui.Notice(g.deps.Theme, width, ui.NoticeBad, "! The service did not accept the booking; nothing was booked", "")...)
		for _, line := range g.refused {
			if g.deps.masking() {
				line = maskedWords
			}
			lines = append(lines, ui.Wrap("- "+line, width)...)
		}
		lines = append(lines, "")
	}
	return lines
}

// formShown reports whether the form may be drawn: for an audience it is masked.
func (g *Guest) formShown() bool { return g.guest.open || g.deps.masking() }

func (g *Guest) View() string {
	lines := g.head()
	if g.formShown() {
		lines = append(lines, g.form.Lines()...)
	} else {
		s := newSheet(g.deps.Theme)
		s.explain(g.guest.note.failure, "")
		lines = append(lines, s.Lines(inner(g.width))...)
	}
	return ui.Block(indent(lines), g.width, g.height)
}

func (g *Guest) Title() string { return "guest" }

func (g *Guest) State() string {
	if g.book != nil {
		return g.book.write.nothing()
	}
	return nothingSent
}

func (g *Guest) Typing() bool  { return g.form.Typing() }
func (g *Guest) Echo() ui.Echo { return g.form.Echo() }

// Footer has the known guests before anything that goes on.
func (g *Guest) Footer() []key.Binding { return g.Keys()[:3] }

func (g *Guest) Keys() []key.Binding {
	return append(append([]key.Binding{g.next, g.known, g.back}, g.form.Keys()...), ui.HelpOnly(), g.deps.bind("hand_over"))
}
