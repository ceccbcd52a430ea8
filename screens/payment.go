package screens

import (
	"context"
	"errors"
	"log/slog"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/ui"
)

// Payment sets another payment method of a reservation (section 4.5). Token and
// code are typed unseen, leave the form with the request, and are kept nowhere.
type Payment struct {
	deps        *Deps
	reservation api.Reservation
	form        *ui.Form
	call        write[booking.Modified]
	failure     *booking.Explanation
	refused     bool // it was sent and refused
	over        bool // there is nothing left to change
	canceled    bool // because the reservation is cancelled
	lost        lost
	done        bool
	note        string
	token       int // the test token chosen last; -1 is none

	// changed tells the screen below that the reservation is another one now.
	changed       func()
	page          page
	width, height int
	keys          paymentKeys
}

type paymentKeys struct{ send, token, look, back key.Binding }

// fieldCVV is the card's code; the token's field has the name that the booking
// uses too.
const fieldCVV = "cvv"

// NewPayment asks for the payment method that the reservation is to have.
func NewPayment(deps *Deps, r api.Reservation) *Payment {
	p := &Payment{
		deps: deps, reservation: r, token: -1, page: newPage(false), call: newWrite[booking.Modified](deps),
		keys: paymentKeys{
			send: ui.Bind("set the payment", paymentKey), token: ui.Bind("test token", "ctrl+t"),
			look: ui.Bind("look now", "ctrl+r"), back: ui.Bind("back", "esc"),
		},
	}
	fields := []ui.Field{
		{
			Name: fieldToken, Label: "payment token", Kind: ui.FieldSecret, Required: true,
			Help: "The token of the new payment method; it stays hidden.", Paths: []string{"payment.guest.token"},
		},
		{
			Name: fieldCVV, Label: "cvv", Kind: ui.FieldSecret, Limit: 4, Help: "The code of the card, where it is asked for; it stays hidden.",
			Paths: []string{"payment.guest.cvv"}, Validate: booking.CheckCVV,
		},
	}
	if !deps.Sandbox {
		fields = append(fields, productionWord(paymentWord, paymentKey))
	}
	p.form = ui.NewForm(deps.Theme, ui.Section{Fields: fields})
	p.enable()
	return p
}

// enable keeps the keys in step with what can be done: none while the request is
// under way. A payment whose outcome is not known may be set again, because that
// ends in the same.
func (p *Payment) enable() {
	k, busy := &p.keys, p.call.Busy()
	k.send.SetEnabled(p.typing())
	k.token.SetEnabled(p.typing() && p.deps.Sandbox && len(p.deps.TestTokens) > 0)
	k.look.SetEnabled(!busy && p.lost.open() && p.lost.followed)
	k.back.SetEnabled(!busy)
}

// typing reports whether the form has the keys.
func (p *Payment) typing() bool { return !p.call.Busy() && !p.done && !p.over }

func (p *Payment) Init() tea.Cmd { return nil }

// Update sends, takes the answer, or edits the form.
func (p *Payment) Update(msg tea.Msg) (ui.Nav, tea.Cmd) {
	if _, err, mine := p.call.Receive(msg); mine {
		nav := p.answered(err)
		p.refresh()
		return nav, nil
	}
	switch msg := msg.(type) {
	case ui.TickMsg:
		p.lost.renew()
		p.refresh()
	case tea.KeyMsg:
		p.enable()
		nav, cmd := p.key(msg)
		p.refresh()
		return nav, cmd
	}
	return ui.Stay(), nil
}

func (p *Payment) key(msg tea.KeyMsg) (ui.Nav, tea.Cmd) {
	switch k := p.keys; {
	case key.Matches(msg, k.send):
		return ui.Stay(), p.send()
	case key.Matches(msg, k.back):
		return ui.Pop(), nil
	case key.Matches(msg, k.token):
		p.nextToken()
	case key.Matches(msg, k.look):
		p.lost.lookNow()
	case p.page.key(msg):
	case p.done && msg.Type == tea.KeyEnter:
		return ui.Pop(), nil
	case p.typing():
		p.note = ""
		if p.form.Update(msg) == ui.FormSubmitted {
			p.note = "Nothing is sent by enter. ctrl+p sets the payment."
		}
	}
	return ui.Stay(), nil
}

// nextToken puts the next test token into the field and says what it does.
func (p *Payment) nextToken() {
	p.token = (p.token + 1) % len(p.deps.TestTokens)
	chosen := p.deps.TestTokens[p.token]
	p.form.SetValue(fieldToken, chosen.Token)
	p.form.Focus(fieldToken)
	p.note = "test token " + chosen.Token + ": " + chosen.Meaning
}

// send sends the method if the form is right, and forgets what was typed. It is
// the only place that does.
func (p *Payment) send() tea.Cmd {
	if !p.form.Submit() {
		p.note = incomplete(p.form)
		return nil
	}
	token, cvv := api.NewSecret(p.form.Value(fieldToken)), api.NewSecret(p.form.Value(fieldCVV))
	for _, name := range []string{fieldToken, fieldCVV, fieldWord} {
		p.form.SetValue(name, "")
	}
	p.lost.dismiss()
	p.failure, p.note, p.lost = nil, "", lost{}
	desk, r := p.deps.Desk, p.reservation
	return p.call.send(p.deps, "change of payment", func(ctx context.Context) (booking.Modified, error) {
		return desk.ChangePayment(ctx, r, token, cvv)
	}, slog.String("reservation", r.ID))
}

// answered takes the outcome. The reservation in the answer is not shown: it
// echoes the payment and leaves its amounts out.
func (p *Payment) answered(err error) ui.Nav {
	p.form.Focus(fieldToken)
	if err == nil {
		p.done = true
		p.tell()
		return ui.Stay()
	}
	logFailure(p.deps, "changing the payment", err)
	err = writeError(journal.Modify, err)
	x := booking.Explain(err)
	p.failure, p.refused = &x, p.refused || refusedWrite(err)
	var refused *booking.RefusedError
	switch {
	case unknownOutcome(err):
		p.lost = newLost(p.deps, err)
		x.Title = "It is not known whether the payment was set"
		x.Hint = "A reservation does not show which payment it has. The same one may be set again: it ends in the same."
		p.tell()
	case api.Unauthorized(err):
		x.Hint = "Nothing was changed. With a new key, type it again."
	case errors.As(err, &refused):
		x.Problems = p.place(x.Problems)
		p.stands(refused)
	case !explainsItself(err):
		x.Hint = "Nothing was sent. Type it again."
	}
	return signInAfter(p.deps, err)
}

// stands takes how the reservation stands after a refusal. The screen below reads
// it anew.
func (p *Payment) stands(e *booking.RefusedError) {
	p.over, p.canceled = e.Over(), e.Canceled()
	if e.Now != nil {
		p.reservation = *e.Now
	}
	p.tell()
}

// Resume goes on looking at once, after a new key was asked for.
func (p *Payment) Resume() tea.Cmd {
	p.lost.lookNow()
	return nil
}

// place shows the service's problems at their fields and returns the others.
func (p *Payment) place(problems []api.Problem) []api.Problem {
	var rest []api.Problem
	for _, one := range problems {
		if !p.form.SetError(one.Field, booking.ProblemText(one)) {
			rest = append(rest, one)
		}
	}
	return rest
}

func (p *Payment) tell() {
	if p.changed != nil {
		p.changed()
	}
}

// below is the height of the form.
func (p *Payment) below() int {
	if !p.typing() {
		return 0
	}
	lines := 3
	for _, name := range []string{fieldToken, fieldCVV, fieldWord} {
		if p.form.ErrorOf(name) != "" {
			lines++
		}
	}
	if !p.deps.Sandbox {
		lines++
	}
	return min(lines, max(p.height/2, 1))
}

func (p *Payment) SetSize(width, height int) {
	p.width, p.height = width, height
	p.refresh()
}

// refresh brings keys, page and form in step with the state.
func (p *Payment) refresh() {
	p.enable()
	p.form.SetSize(inner(p.width), p.below())
	p.page.set(p.facts(inner(p.width)), p.width, max(p.height-p.below()-2, 0))
}

// View is which reservation it is about, what happens, and the form below.
func (p *Payment) View() string {
	t := p.deps.Theme
	lines := strings.Split(p.page.view(), "\n")
	if p.page.height == 0 {
		lines = nil
	}
	lines = append(lines, t.Rule.Render(strings.Repeat("─", max(p.width, 0))), margin+p.line())
	if p.typing() {
		lines = append(lines, indent(p.form.Lines())...)
	}
	return ui.Block(lines, p.width, p.height)
}

// line is what ctrl+p would do now, or why it does nothing.
func (p *Payment) line() string {
	t, width := p.deps.Theme, inner(p.width)
	switch {
	case p.call.Busy():
		return t.Warn.Render(ui.Truncate("Sent once. Waiting for the answer; please do not close the program.", width))
	case p.done:
		return t.Good.Render(ui.Truncate("enter goes back to the reservation.", width))
	case p.over:
		return t.Title.Render(ui.Truncate("esc goes back to the reservation.", width))
	case p.note != "":
		return t.Warn.Render(ui.Truncate(p.note, width))
	default:
		return t.Title.Render(ui.Truncate("ctrl+p sets this payment "+whereWords(p.deps), width))
	}
}

func (p *Payment) facts(width int) []string {
	s := newSheet(p.deps.Theme)
	lostFacts(s, &p.lost, p.failure)
	if p.done {
		s.text(p.deps.Theme.Good.Bold(true), "The payment method is changed")
		s.text(p.deps.Theme.Plain, "The service has taken the new token. It was sent once and is kept nowhere here.")
		s.blank()
	}
	r := p.reservation
	if p.canceled {
		s.styled("status", r.Status, statusStyle(p.deps.Theme, r.Status))
	}
	stayFacts(s, p.deps, r)
	s.fact("stay", p.deps.Desk.StayOf(r).Words())
	s.styled("price", r.Rate.Total.String(), p.deps.Theme.Money)
	s.fact("terms", joined(r.Rate.Terms.PaymentInfo, joined(r.Rate.Terms.Guarantee...)))
	return s.lines(width)
}

func (p *Payment) Title() string { return "change payment" }

func (p *Payment) Context() string {
	stay := p.deps.Desk.StayOf(p.reservation)
	return joined(p.reservation.Hotel.Name, stay.Short(), stay.Mark())
}

func (p *Payment) Brief() []string { return []string{p.reservation.Hotel.Name} }

func (p *Payment) Busy() string {
	if p.call.Busy() {
		return "changing the payment; sent once"
	}
	return ""
}

func (p *Payment) State() string {
	switch {
	case p.call.Busy():
		return "sent, waiting for the answer"
	case p.done:
		return "payment changed"
	case p.lost.on:
		return "outcome unknown"
	case p.refused:
		return "nothing changed"
	default:
		return nothingSent
	}
}

func (p *Payment) Guard() string {
	if p.call.Busy() {
		return "A change of payment is being sent."
	}
	return ""
}

func (p *Payment) Unfinished() string {
	if !p.call.Busy() {
		return ""
	}
	which := "reservation " + p.reservation.ID + ", " + p.reservation.Hotel.Name
	switch came := p.call.came(); {
	case came == nil:
		return "A change of payment was being sent and its outcome is not known: " + which + ". The same one may be set again."
	case came.err != nil:
		return "The change of payment that was being sent failed, and " + standing(came.err, "nothing was changed") + ": " + which + "."
	default:
		return "The change of payment that was being sent is done: " + which + "."
	}
}

func (p *Payment) Typing() bool  { return p.typing() && p.form.Typing() }
func (p *Payment) Echo() ui.Echo { return p.form.Echo() }

// Ticking keeps what is known of a lost answer in step.
func (p *Payment) Ticking() bool { return p.lost.open() }

// Close forgets what was typed.
func (p *Payment) Close() {
	for _, name := range []string{fieldToken, fieldCVV, fieldWord} {
		p.form.SetValue(name, "")
	}
}

func (p *Payment) Keys() []key.Binding {
	k := p.keys
	keys := []key.Binding{k.send, k.token, k.look, k.back, p.page.down, p.page.up}
	if p.done {
		return append([]key.Binding{ui.Bind("back", "enter")}, keys...)
	}
	if !p.typing() {
		return keys
	}
	return append(keys, p.form.Keys()...)
}
