package screens

import (
	"errors"
	"slices"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/terms"
	"bellhop/ui"
)

// The words that must be typed in production, and wherever something may be booked already.
const (
	bookWord    = booking.WordBook
	cancelWord  = booking.WordCancel
	datesWord   = booking.WordDates
	paymentWord = booking.WordPayment
	againWord   = booking.WordAgain
)

const (
	fieldToken    = "token"
	fieldCVV      = "cvv"
	fieldSimulate = "simulate"
	fieldWord     = "word"
	fieldAgain    = "again"
)

// wordField asks for a word where a key alone would be too little.
func wordField(name, word, help string) ui.Field {
	return ui.Field{
		Name: name, Label: "type " + word, Limit: len(word), Required: true, Help: help,
		Validate: func(text string) string {
			if text != word {
				return "Type the word " + word + "."
			}
			return ""
		},
	}
}

// productionWord asks for the word that every write needs in production.
func productionWord(word, key string) ui.Field {
	return wordField(fieldWord, word, "PRODUCTION: the word comes before "+key+".")
}

// productionForm asks for the word alone; nil in a sandbox, which needs none.
func (d *Deps) productionForm(word, key string) *ui.Form {
	if d.Sandbox {
		return nil
	}
	return ui.NewForm(d.Theme, ui.Section{Fields: []ui.Field{productionWord(word, key)}})
}

func tokenField(help string) ui.Field {
	return ui.Field{
		Name: fieldToken, Label: "payment token", Kind: ui.FieldSecret, Required: true, Help: help, Paths: []string{"payment.guest.token"},
	}
}

// testTokens puts the sandbox's test tokens into a form, one after another.
type testTokens struct {
	deps *Deps
	next int
}

func (t *testTokens) offered() bool { return t.deps.Sandbox && len(t.deps.TestTokens) > 0 }

// put puts the next one into the form, and returns what it will do.
func (t *testTokens) put(form *ui.Form) string {
	token := t.deps.TestTokens[t.next%len(t.deps.TestTokens)]
	t.next++
	form.SetValue(fieldToken, token.Name)
	form.Focus(fieldToken)
	return "test token " + token.Name + ": once it is sent, " + token.Does
}

// incomplete tells what kept a form with a payment from being sent.
func incomplete(form *ui.Form) string {
	if form.ErrorOf(fieldWord) != "" && form.ErrorOf(fieldToken) == "" && form.ErrorOf(fieldCVV) == "" {
		return "Nothing was sent: the word is missing."
	}
	return "Nothing was sent: the payment is not complete."
}

func errorLines(form *ui.Form, fields ...string) int {
	n := 0
	for _, name := range fields {
		if form.ErrorOf(name) != "" {
			n++
		}
	}
	return n
}

// A bookForm asks for the payment token, and for what the environment needs besides.
type bookForm struct {
	*ui.Form
	sandbox bool
	tokens  testTokens
}

// newBookForm has the simulation option only in a sandbox, the typed word only outside one.
func newBookForm(deps *Deps) bookForm {
	token := tokenField("The token of the stored payment method; it stays hidden.")
	again := wordField(fieldAgain, againWord, "It may be booked already: only this word sends it once more.")
	fields := []ui.Field{token, productionWord(bookWord, deps.say("{send}")), again}
	if deps.Sandbox {
		if len(deps.TestTokens) > 0 {
			token.Help = deps.say("{token} picks a test token; any other is a good card.")
		}
		fields = []ui.Field{token, {
			Name: fieldSimulate, Label: "simulation", Kind: ui.FieldChoice, Off: offWords(deps.Desk.Off().Simulation), Help: "Only in a sandbox: created only checks it, confirmed makes numbers up.",
			Options: []ui.Option{
				{Value: string(api.SimulateNothing), Label: "none: book it"},
				{Value: string(api.SimulateCreated), Label: "created: check it"},
				{Value: string(api.SimulateConfirmed), Label: "confirmed: made up"},
			},
		}, again}
	}
	return bookForm{ui.NewForm(deps.Theme, ui.Section{Fields: fields}), deps.Sandbox, testTokens{deps: deps}}
}

func (f *bookForm) token() api.Secret { return api.NewSecret(f.Value(fieldToken)) }

func (f *bookForm) simulation() api.Simulation {
	if !f.sandbox {
		return api.SimulateNothing
	}
	return api.Simulation(f.Value(fieldSimulate))
}

// simulates reports whether ctrl+b would only pretend.
func (f *bookForm) simulates() bool { return f.simulation() != api.SimulateNothing }

func (f *bookForm) height(again bool) int {
	lines := 3 + errorLines(f.Form, fieldToken, fieldWord, fieldAgain)
	if f.sandbox && again {
		lines++
	}
	return lines
}

// A target is the reservation that a screen writes to, as it stands by now.
type target struct {
	deps        *Deps
	reservation api.Reservation
	shownAt     time.Time // when the screen showed it so, by Desk.Now
	over        bool      // the service has it no more, or as cancelled: nothing is left to write
	unread      bool      // how it stands is not known
	told        bool      // something was learnt of it since the screen was opened
	guest       reveal    // in the question
	// changed tells the screen below.
	changed func(api.Reservation)
}

// firstReservation is what a write to a reservation does before it is sent.
const firstReservation = "reading the reservation once more"

func newTarget(d *Deps, r api.Reservation) target {
	return target{deps: d, reservation: r, shownAt: d.Desk.Now(), guest: newReveal(d, r.ID)}
}

func (t *target) take(r api.Reservation, at time.Time) {
	t.reservation, t.shownAt, t.told = r, at, true
	t.deps.noteReservation(r)
	if t.changed != nil {
		t.changed(r)
	}
}

// whose adds the booking that is written to, and names its guest while the screen asks.
func (t *target) whose(s *sheet, asks bool, nameLines int) {
	s.whoseFacts(t.deps, t.reservation, t.guest.asked(t.reservation.Guest, asks), nameLines)
	s.explain(t.guest.note.failure, "")
}

// name returns the reservation as it is named once the program has ended.
func (t *target) name() string {
	return "reservation " + t.reservation.ID + ", " + t.reservation.Hotel.Name
}

// shown returns the reservation for a write.
func (t *target) shown() booking.Shown {
	return booking.Shown{Reservation: t.reservation, At: t.shownAt}
}

// takeRefusal takes how the reservation was read before a write or after its refusal, and reports whether the error
// says so.
func (t *target) takeRefusal(err error, now time.Time) bool {
	var refused *booking.RefusedError
	var changed *booking.ChangedError
	var unread *booking.NotReadError
	switch {
	case errors.As(err, &refused):
		t.over, t.unread, t.told = refused.Over(), refused.Now == nil, true
		if refused.Now != nil {
			t.take(*refused.Now, now)
		}
	case errors.As(err, &changed) && changed.Now != nil:
		t.over = changed.Canceled()
		t.take(*changed.Now, changed.At)
	case errors.As(err, &unread) && unread.Missing:
		t.over, t.unread, t.told = true, true, true
	default:
		return false
	}
	return true
}

// A changedSince is what was otherwise than a screen had shown it, so that nothing was sent. It is asked about; what is
// worse needs acceptKey.
type changedSince struct {
	changes []terms.Change
	over    bool // it is cancelled: its status stands there by itself
	agreed  bool
}

// changedSinceIn returns what the error of a write says to have changed. Its words stand as facts then.
func changedSinceIn(err error, x *booking.Explanation) changedSince {
	var changed *booking.ChangedError
	if !errors.As(err, &changed) {
		return changedSince{}
	}
	x.Text = ""
	if !changed.Canceled() {
		x.Hint = ""
	}
	return changedSince{changes: changed.Changes, over: changed.Canceled()}
}

func (c *changedSince) on() bool { return len(c.changes) > 0 }

// stops reports whether something is worse and was not accepted so far.
func (c *changedSince) stops() bool { return terms.Stops(c.changes) && !c.agreed }

// has reports whether a row of this name tells what is now.
func (c *changedSince) has(what, now string) bool {
	return slices.ContainsFunc(c.changes, func(one terms.Change) bool { return one.What == what && one.After == now })
}

// acceptWords names acceptKey for changes: what cannot be judged is not said to be worse.
func acceptWords(changes []terms.Change) string {
	if anyWorse(changes) {
		return "accept what is worse"
	}
	return "accept the change"
}

func anyWorse(changes []terms.Change) bool {
	return slices.ContainsFunc(changes, func(one terms.Change) bool { return one.Verdict == terms.Worse })
}

// facts draws what was and what is now.
func (c *changedSince) facts(s *sheet, d *Deps) {
	changes := c.changes
	if d.masking() {
		changes = booking.MaskChanges(changes)
	}
	for _, one := range changes {
		if c.over && one.What == booking.StatusRow {
			continue
		}
		verdict := when(one.Verdict == terms.Worse || one.Verdict == terms.Better, one.Verdict.String()+": ")
		s.AddStyled(one.What, verdict+valueOr(one.Before, "nothing")+" → "+valueOr(one.After, "nothing"), changeStyle(s.theme, one.Verdict))
	}
	if len(changes) > 0 {
		s.Gap()
	}
}
