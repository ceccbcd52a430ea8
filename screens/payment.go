package screens

import (
	"context"
	"log/slog"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/ui"
)

// Payment sets another payment method of a reservation (section 4.5). Token and code are typed
// unseen and kept nowhere.
type Payment struct {
	deps   *Deps
	target target
	form   *ui.Form
	write  write[booking.Modified]
	tokens testTokens
	note   string

	page          page
	width, height int
	keys          paymentKeys
}

type paymentKeys struct{ send, accept, token, look, back key.Binding }

// NewPayment asks for the payment method that the reservation is to have.
func NewPayment(deps *Deps, r api.Reservation) *Payment {
	p := &Payment{
		deps: deps, target: newTarget(deps, r), tokens: testTokens{deps: deps}, page: newPage(deps, false),
		write: newWrite[booking.Modified](deps, writeWords{
			name: "change of payment", doing: "changing the payment", kind: journal.Modify, first: firstReservation,
			made: "payment changed", refused: "nothing changed", undone: "nothing was changed",
			signedIn:   "Nothing was changed. With a new key, send it again.",
			notSent:    "Nothing was sent. Send it again.",
			unfinished: "The same one may be set again.",
		}),
		keys: paymentKeys{
			send: deps.bind("send", "set the payment"), accept: deps.bind("accept"), token: deps.bind("token"),
			look: deps.typing("reload", "look now"), back: deps.bind("back"),
		},
	}
	fields := []ui.Field{tokenField("The token of the new payment method; it stays hidden."), {
		Name: fieldCVV, Label: "cvv", Kind: ui.FieldSecret, Limit: 4, Help: "The code of the card, where it is asked for; it stays hidden.",
		Paths: []string{"payment.guest.cvv"}, Validate: booking.CheckCVV,
	}}
	if !deps.Sandbox {
		fields = append(fields, productionWord(paymentWord, deps.say("{send}")))
	}
	p.form = ui.NewForm(deps.Theme, ui.Section{Fields: fields})
	p.enable()
	return p
}

// enable allows a payment of unknown outcome to be set again, because that ends in the same.
func (p *Payment) enable() {
	k := &p.keys
	k.send.SetEnabled(p.typing() && !p.write.since.stops())
	k.accept.SetEnabled(p.typing() && p.write.since.stops())
	ui.Reword(&k.accept, acceptWords(p.write.since.changes))
	k.token.SetEnabled(p.typing() && p.tokens.offered())
	k.look.SetEnabled(p.write.unresolved.open() && p.write.unresolved.followed)
	k.back.SetEnabled(!p.write.sending())
}

func (p *Payment) typing() bool  { return !p.write.sending() && p.write.result == nil && !p.target.over }
func (p *Payment) Init() tea.Cmd { return p.target.guest.ask(p.typing()) }

func (p *Payment) Update(msg tea.Msg) (_ ui.Nav, cmd tea.Cmd) {
	defer func() {
		p.refresh()
		cmd = tea.Batch(cmd, p.target.guest.ask(p.typing()))
	}()
	if p.target.guest.receive(msg) {
		return ui.Stay(), nil
	}
	if nav, mine, err := p.write.receive(msg); mine {
		p.answered(err)
		return nav, nil
	}
	switch msg := msg.(type) {
	case ui.TickMsg:
		p.write.renew()
	case tea.KeyMsg:
		p.enable()
		return p.key(msg)
	}
	return ui.Stay(), nil
}

func (p *Payment) key(msg tea.KeyMsg) (ui.Nav, tea.Cmd) {
	p.page.reading = ""
	switch k := p.keys; {
	case key.Matches(msg, k.send, k.accept) && p.page.unread("what has changed"):
	case key.Matches(msg, k.send):
		return ui.Stay(), p.send()
	case key.Matches(msg, k.back):
		return ui.Pop(), nil
	case key.Matches(msg, k.accept):
		p.write.since.agreed = true
	case key.Matches(msg, k.token):
		p.note = p.tokens.put(p.form)
	case key.Matches(msg, k.look):
		p.write.lookNow()
	case p.page.key(msg):
	case p.write.result != nil && msg.Type == tea.KeyEnter:
		return ui.Pop(), nil
	case p.typing():
		p.note = ""
		if p.form.Update(msg) == ui.FormSubmitted {
			p.note = p.deps.say("Nothing is sent by enter. {send} sets the payment.")
		}
	}
	return ui.Stay(), nil
}

// send sends the method if the form is right. What was typed is forgotten as soon as it was sent.
func (p *Payment) send() tea.Cmd {
	if !p.form.Submit() {
		p.note = incomplete(p.form)
		return nil
	}
	token, cvv := api.NewSecret(p.form.Value(fieldToken)), api.NewSecret(p.form.Value(fieldCVV))
	p.write.unresolved.dismiss()
	p.note = ""
	desk, target := p.deps.Desk, p.target
	return p.write.send(func(ctx context.Context) (booking.Modified, error) {
		return desk.ChangePayment(ctx, target.shown(), token, cvv)
	}, slog.String("reservation", target.reservation.ID))
}

// answered does not take the reservation from the answer: some services show only the token and the cvv of the payment in it.
func (p *Payment) answered(err error) {
	if booking.Unsent(err) {
		p.form.SetValue(fieldWord, "")
	} else {
		p.forget()
	}
	p.form.Focus(fieldToken)
	x := p.write.failure
	switch {
	case err == nil:
		p.target.told = true
	case p.write.unresolved.on:
		x.Title = "It is not known whether the payment was set"
		x.Hint = "A reservation does not show which payment it has. The same one may be set again: it ends in the same."
		p.target.told = true
	case p.target.takeRefusal(err, p.deps.Desk.Now()):
		x.Problems = p.place(x.Problems)
	}
	if p.target.over {
		p.forget()
	}
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

func (p *Payment) below() int {
	if !p.typing() {
		return 0
	}
	lines := 3 + errorLines(p.form, fieldToken, fieldCVV, fieldWord)
	if !p.deps.Sandbox {
		lines++
	}
	return min(lines, max(p.height/2, 1))
}

func (p *Payment) SetSize(width, height int) {
	p.width, p.height = width, height
	p.refresh()
}

func (p *Payment) refresh() {
	p.enable()
	p.form.SetSize(inner(p.width), p.below())
	_, line := p.line()
	p.facts().onto(&p.page, p.width, max(p.height-p.below()-p.page.below(line, p.width), 0))
}

func (p *Payment) View() string {
	var form []string
	if p.typing() {
		form = indent(p.form.Lines())
	}
	style, line := p.line()
	return p.page.over(p.deps.Theme, style, line, form, p.height)
}

func (p *Payment) line() (ui.Style, string) {
	t := p.deps.Theme
	switch {
	case p.write.sending():
		return p.write.waitingLine()
	case p.write.result != nil:
		return t.Good, "enter goes back to the reservation."
	case p.target.over:
		return t.Title, "esc goes back to the reservation."
	case p.note != "":
		return t.Warn, p.note
	case p.write.since.stops():
		return t.Bad, p.deps.say("It has changed: not sent unless {accept} accepts that.")
	default:
		return t.Title, p.deps.say("{send} sets this payment ") + p.deps.whereWords()
	}
}

func (p *Payment) facts() *sheet {
	t, s := p.deps.Theme, newSheet(p.deps.Theme)
	p.target.whose(s, p.typing(), shortTrouble-1)
	s.Gap()
	p.write.trouble(s)
	if p.write.result != nil {
		s.text(t.Good.Bold(), "The payment method is changed")
		s.text(t.Plain, "The service has taken the new token. It was sent once and is kept nowhere here.")
		s.Gap()
	}
	r := p.target.reservation
	if p.target.over && r.Status == api.StatusCanceled {
		s.statusFacts(r)
	}
	s.AddStyled("price", r.Rate.Total.String(), t.Money)
	agreed := p.deps.Desk.TermsOf(r)
	s.Add("terms", joined(agreed.Payment, agreed.GuaranteeWords()))
	return s
}

func (p *Payment) Title() string { return "change payment" }

func (p *Payment) Context() string {
	return stayContext(p.target.reservation, p.deps.Desk.StayOf(p.target.reservation))
}

func (p *Payment) Brief() []string    { return []string{p.target.reservation.Hotel.Name} }
func (p *Payment) Unfinished() string { return p.write.unfinished(p.target.name()) }

func (p *Payment) Busy() string  { return p.write.busy() }
func (p *Payment) State() string { return p.write.inWords() }
func (p *Payment) Guard() string { return p.write.guard() }

func (p *Payment) Resume() tea.Cmd {
	p.write.lookNow()
	return nil
}

// stale reports whether the screen below must read the reservation anew.
func (p *Payment) stale() bool { return p.target.told }

func (p *Payment) Typing() bool  { return p.typing() && p.form.Typing() }
func (p *Payment) Echo() ui.Echo { return p.form.Echo() }
func (p *Payment) Ticking() bool { return p.write.unresolved.open() }
func (p *Payment) Close()        { p.forget() }

func (p *Payment) forget() {
	for _, name := range []string{fieldToken, fieldCVV, fieldWord} {
		p.form.SetValue(name, "")
	}
}

func (p *Payment) Keys() []key.Binding {
	k := p.keys
	var keys []key.Binding
	switch {
	case p.write.result != nil:
		keys = append(keys, p.deps.bind("open", "back"))
	case p.typing() && p.tokens.offered():
		keys = append(keys, ui.Instead(k.send, k.accept), k.token)
	case p.typing() || p.write.sending():
		keys = append(keys, ui.Instead(k.send, k.accept))
	}
	keys = append(append(keys, ui.Offered(k.look)...), k.back)
	keys = append(keys, p.page.keys()...)
	if p.typing() {
		keys = append(keys, p.form.Keys()...)
	}
	return keys
}
