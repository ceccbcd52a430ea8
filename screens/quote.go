package screens

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/booking/document"
	"bellhop/booking/marked"
	"bellhop/booking/quote"
	"bellhop/booking/quotestore"
	"bellhop/booking/wording"
	"bellhop/ui"
)

// Quote shows what a client is handed of marked rates, as it will read, and hands it out.
type Quote struct {
	deps          *Deps
	quote         quote.Quote
	handed        quote.Quote // as it was opened
	offers        *quote.Tray // all that it was opened with, and what became of them
	left          []quote.Note
	note          string
	form          *ui.Form // asks for the mark-up; nil while nobody does
	asked         []quote.Offer
	at            int // the offer of asked that is being verified
	answers       int // how many of asked the service answered
	verify        load[quote.Outcome]
	out           handOut
	keep          ui.Call[string]
	listed        bool // whether the list of quotes is below
	page          page
	width, height int
	keys          quoteKeys
}

type quoteKeys struct{ copy, write, markup, again, list, take, back key.Binding }

const fieldMarkup = "markup"

// NewQuote shows the quote of what is marked.
func NewQuote(deps *Deps) *Quote {
	return newQuote(deps, quote.Quote{At: deps.Desk.Now(), Origin: deps.Desk.Origin(), MarkupWords: deps.MarkupWords, Offers: deps.marks.Offers()})
}

// newQuote shows a quote without what cannot be quoted any more.
func newQuote(deps *Deps, q quote.Quote) *Quote {
	s := &Quote{
		deps: deps, quote: q, handed: q, offers: deps.marks.Of(q.Offers), page: newPage(deps, true), out: newHandOut(deps), keep: ui.NewCall[string](deps.Context, 0),
		verify: newLoad[quote.Outcome](deps, "verifying"),
		keys: quoteKeys{
			copy: deps.bind("copy"), write: deps.bind("write_file", "write it"), markup: deps.bind("quote.markup"), again: deps.bind("verify"), list: deps.bind("quotes"),
			take: deps.bind("open", "take it"), back: deps.bind("back"),
		},
	}
	s.renew()
	return s
}

// renew leaves out what cannot be quoted now, and shows the rest as it is now.
func (s *Quote) renew() {
	s.quote, s.left = s.quote.Again(s.offers.Outcomes(), s.deps.Desk.Now())
}

func (s *Quote) Init() tea.Cmd          { return nil }
func (s *Quote) Title() string          { return "quote" }
func (s *Quote) State() string          { return nothingSent }
func (s *Quote) Commands() []ui.Command { return s.deps.commands() }
func (s *Quote) Ticking() bool          { return true }
func (s *Quote) Typing() bool           { return s.form != nil }
func (s *Quote) Echo() ui.Echo          { return ui.EchoNothing }
func (s *Quote) Resume() tea.Cmd        { return s.verify.resume() }

func (s *Quote) Busy() string {
	if s.verify.call.Busy() {
		return fmt.Sprintf("verifying %d of %d", s.at+1, len(s.asked))
	}
	return s.out.busy()
}

func (s *Quote) Close() {
	s.verify.cancel()
	s.out.cancel()
	s.keep.Cancel()
}

func (s *Quote) Keys() []key.Binding {
	k := s.keys
	if s.form != nil {
		return []key.Binding{k.take, k.back}
	}
	// It is handed out in both ways at once, but must not change while it is handed out and kept.
	able := s.quote.Problem() == nil && !s.verify.call.Busy() && !s.quote.Ended(s.deps.Desk.Now())
	settled := s.Busy() == "" && !s.keep.Busy()
	k.copy.SetEnabled(able)
	k.write.SetEnabled(able && s.deps.Exports != "")
	k.markup.SetEnabled(len(s.quote.Offers) > 0 && settled)
	k.again.SetEnabled(s.offers.Len() > 0 && settled)
	k.list.SetEnabled(s.deps.Quotes != nil && settled && !s.listed)
	return append([]key.Binding{k.copy, k.write, k.markup, k.again, k.list, k.back}, s.page.keys()...)
}

func (s *Quote) Update(msg tea.Msg) (ui.Nav, tea.Cmd) {
	defer s.layout()
	if id, err, mine := s.keep.Receive(msg); mine {
		if err != nil {
			s.deps.logFailure("keeping a quote", err)
			s.note = "! The quote is not kept: " + err.Error()
			return ui.Stay(), nil
		}
		s.quote.ID = id
		return ui.Stay(), nil
	}
	if cmd, mine := s.out.receive(msg); mine {
		if s.out.bad {
			return ui.Stay(), cmd
		}
		return ui.Stay(), tea.Batch(cmd, s.store())
	}
	if outcome, ok, mine, nav := s.verify.receive(msg); mine {
		if !ok {
			s.renew()
			return nav, nil
		}
		id := s.asked[s.at].ID()
		s.offers.Settle(id, outcome)
		s.deps.marks.Settle(id, outcome) // The tray shows it too, where it has the offer.
		s.at++
		if outcome.Kind != quote.NotAsked {
			s.answers++
		}
		return nav, s.next()
	}
	if s.Busy() == "" && !s.keep.Busy() && s.quote.Ended(s.deps.Desk.Now()) {
		s.renew()
	}
	if pressed, ok := msg.(tea.KeyMsg); ok {
		return s.key(pressed)
	}
	return ui.Stay(), nil
}

// store keeps a quote that was handed out: the client has it. It is a no-op while the quote is being kept already.
func (s *Quote) store() tea.Cmd {
	kept, q := s.deps.Quotes, s.quote
	if kept == nil || q.ID != "" || s.keep.Busy() {
		return nil
	}
	return s.keep.Start(func(context.Context) (string, error) { return kept.Keep(q) })
}

func (s *Quote) key(msg tea.KeyMsg) (ui.Nav, tea.Cmd) {
	if s.form != nil {
		s.typed(msg)
		return ui.Stay(), nil
	}
	k := s.Keys()
	works := func(b key.Binding) bool {
		for _, one := range k {
			if key.Matches(msg, one) && one.Help().Desc == b.Help().Desc {
				return true
			}
		}
		return false
	}
	switch {
	case key.Matches(msg, s.keys.back):
		if s.verify.cancel() {
			s.note = fmt.Sprintf("Stopped after %d of %d.", s.at, len(s.asked))
			s.renew()
			return ui.Stay(), nil
		}
		return ui.Pop(), nil
	case works(s.keys.copy):
		return ui.Stay(), s.copy()
	case works(s.keys.write):
		return ui.Stay(), s.write()
	case works(s.keys.markup):
		s.ask()
	case works(s.keys.again):
		s.note, s.out.note, s.asked, s.at, s.answers = "", "", s.offers.Offers(), 0, 0
		s.page.top()
		return ui.Stay(), s.next()
	case works(s.keys.list):
		return ui.Push(newQuotes(s.deps)), nil
	default:
		s.page.key(msg)
	}
	return ui.Stay(), nil
}

// What comes of copying, writing and verifying stands above the quote, so that they show its beginning.

func (s *Quote) copy() tea.Cmd {
	s.note = ""
	s.page.top()
	q := s.quote
	return s.out.copyText("The quote was", when(s.deps.Exports != "", s.deps.say("{write_file} writes it to files"))+when(s.deps.Exports == "", "mark it with the mouse"),
		func(context.Context) (string, error) {
			d, err := q.Document()
			return d.Text(), err
		})
}

func (s *Quote) write() tea.Cmd {
	s.note = ""
	s.page.top()
	folder, q := s.deps.Exports, s.quote
	return s.out.write("quote", func(context.Context) (string, error) {
		name, files, err := quotestore.Files(q)
		if err != nil {
			return "", err
		}
		return written(folder, name, files)
	})
}

// next verifies the next offer again; after the last one the quote is that of what the service says now.
func (s *Quote) next() tea.Cmd {
	if s.at < len(s.asked) {
		desk, o := s.deps.Desk, s.asked[s.at]
		return s.verify.start(func(ctx context.Context) (quote.Outcome, error) { return marked.Verify(ctx, desk, o) })
	}
	s.renew()
	switch {
	case len(s.left) == 0:
		s.note = "Verified: prices and terms are the same."
	case s.answers > 0:
		s.note = "Verified again: " + wording.Plural(s.answers, "rate") + "."
	}
	return nil
}

// ask asks for the mark-up.
func (s *Quote) ask() {
	s.form = ui.NewForm(s.deps.Theme, ui.Section{Fields: []ui.Field{{
		Name: fieldMarkup, Label: "mark-up", Value: s.quote.Markup.String(), Limit: 20, Placeholder: "10%",
		Help: "10 or 10% is per cent, 25.00 EUR an amount. The service is never told.",
		Validate: func(value string) string {
			m, err := quote.ParseMarkup(value)
			if err == nil {
				err = s.quote.With(m).Problem()
			}
			if err != nil {
				return err.Error()
			}
			return ""
		},
	}}})
	s.page.top()
	s.layout()
}

func (s *Quote) typed(msg tea.KeyMsg) {
	switch {
	case key.Matches(msg, s.keys.back):
		s.form = nil
	case key.Matches(msg, s.keys.take):
		if !s.form.Submit() {
			return
		}
		if m, err := quote.ParseMarkup(s.form.Value(fieldMarkup)); err == nil {
			if m != s.quote.Markup {
				s.quote = s.quote.With(m)
				s.out.note = ""
			}
			s.form = nil
		}
	default:
		s.form.Update(msg)
	}
}

func (s *Quote) SetSize(width, height int) {
	s.width, s.height = width, height
	s.layout()
}

// markupHeight is the field, its help and what is wrong with it.
const markupHeight = 5

func (s *Quote) layout() {
	height := s.height
	if s.form != nil {
		height = max(height-markupHeight, 0)
		s.form.SetSize(inner(s.width), min(markupHeight-1, s.height))
	}
	s.page.set(s.lines(inner(s.width)), s.width, height)
}

func (s *Quote) View() string {
	if s.form == nil {
		return s.page.view()
	}
	lines := append([]string{""}, indent(s.form.Lines())...)
	lines = append(lines[:min(len(lines), markupHeight)], strings.Split(s.page.view(), "\n")...)
	return ui.Block(lines, s.width, s.height)
}

// lines are what is for the agent, and then the quote as the client reads it.
func (s *Quote) lines(width int) []string {
	t := s.deps.Theme
	about := newSheet(t)
	about.Gap()
	s.out.say(about)
	if s.note != "" {
		about.text(t.Warn, s.note)
		about.Gap()
	}
	about.explain(s.verify.failure, s.deps.say("{verify}"))
	for _, note := range s.left {
		sign, style := changeSign(t, note.Verdict)
		about.text(style, sign+note.Text)
	}
	if len(s.left) > 0 {
		about.Gap()
	}
	d, err := s.quote.Document()
	switch kept := s.handed.ID != ""; {
	case err == nil:
		about.text(t.Muted, s.stateWords())
	case errors.Is(err, quote.ErrEmpty) && kept:
		about.text(t.Warn, s.deps.say("None of these offers can be quoted now: {verify} verifies them again. Below is what the client received."))
		d, err = s.handed.Document()
	}
	lines := append(about.Lines(width), "")
	if err != nil {
		return append(lines, ui.Notice(t, width, ui.NoticeEmpty, "Nothing to hand out", wording.Sentence(err.Error()))...)
	}
	const bar = "│ "
	room := max(min(width-ui.Width(bar), document.Columns), 1)
	for _, line := range strings.Split(strings.TrimRight(d.TextIn(room), "\n"), "\n") {
		lines = append(lines, t.Muted.Render(bar)+ui.Truncate(line, max(width-ui.Width(bar), 1)))
	}
	return lines
}

// stateWords says for the agent what is not in the quote.
func (s *Quote) stateWords() string {
	words := "This is what the client reads."
	if m := s.quote.Markup; !m.IsZero() {
		words += " Mark-up " + m.String() + ", for the client alone: a booking is sent at the service's price."
	}
	if s.quote.ID != "" {
		words += " Kept since " + s.quote.At.In(s.deps.agentZone()).Format("Mon 2 Jan 15:04") + "."
	} else if s.deps.Quotes != nil {
		words += " It is kept for thirty days once it was copied or written."
	}
	return words
}
