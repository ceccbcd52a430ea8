package screens

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/booking/document"
	"bellhop/booking/marked"
	"bellhop/booking/quote"
	"bellhop/booking/quotestore"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
	"bellhop/ui"
)

// Quote shows what a client is handed of marked rates, as it will read, and hands it out.
type Quote struct {
	deps          *Deps
	quote         quote.Quote
	note          string
	left          []string // what is not in it, or not as it was marked
	form          *ui.Form // asks for the mark-up; nil while nobody does
	asked         []quote.Offer
	outcomes      []quote.Outcome // of the offers that were verified again, in order
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

// NewQuote shows the quote of what is marked, without what was gone when it was last verified.
func NewQuote(deps *Deps) *Quote {
	offers, notes := quote.Quotable(deps.marks.Outcomes())
	q, left := quote.New(deps.trial(), offers, deps.Desk.Now())
	q.MarkupWords = deps.MarkupWords
	screen := newQuote(deps, q)
	screen.left = notes
	if left > 0 {
		screen.note = fmt.Sprintf("A quote holds %d offers: the last %d of the tray are not in it.", quote.Most, left)
	}
	return screen
}

func newQuote(deps *Deps, q quote.Quote) *Quote {
	return &Quote{
		deps: deps, quote: q, page: newPage(deps, true), out: newHandOut(deps), keep: ui.NewCall[string](deps.Context, 0),
		verify: newLoad[quote.Outcome](deps, "verifying"),
		keys: quoteKeys{
			copy: deps.bind("copy"), write: deps.bind("write_file", "write it"), markup: deps.bind("quote.markup"), again: deps.bind("verify"), list: deps.bind("quotes"),
			take: deps.bind("open", "take it"), back: deps.bind("back"),
		},
	}
}

func (s *Quote) Init() tea.Cmd          { return nil }
func (s *Quote) Title() string          { return "quote" }
func (s *Quote) State() string          { return nothingSent }
func (s *Quote) Commands() []ui.Command { return s.deps.commands() }
func (s *Quote) Typing() bool           { return s.form != nil }
func (s *Quote) Echo() ui.Echo          { return ui.EchoNothing }
func (s *Quote) Resume() tea.Cmd        { return s.verify.resume() }

func (s *Quote) Busy() string {
	if s.verify.call.Busy() {
		return fmt.Sprintf("verifying %d of %d", len(s.outcomes)+1, len(s.asked))
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
	able := s.quote.Problem() == nil && !s.verify.call.Busy()
	settled := s.Busy() == "" && !s.keep.Busy()
	k.copy.SetEnabled(able)
	k.write.SetEnabled(able && s.deps.Exports != "")
	k.markup.SetEnabled(len(s.quote.Offers) > 0 && settled)
	k.again.SetEnabled(len(s.quote.Offers) > 0 && settled)
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
			return nav, nil
		}
		s.deps.marks.Settle(s.asked[len(s.outcomes)].ID(), outcome) // The tray shows it too, where it has the offer.
		s.outcomes = append(s.outcomes, outcome)
		return nav, s.next()
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
			s.note, s.asked, s.outcomes = "Stopped: the quote is as it was.", nil, nil
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
		s.note, s.out.note, s.outcomes, s.asked = "", "", nil, s.quote.Offers
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
	if at := len(s.outcomes); at < len(s.asked) {
		desk, o := s.deps.Desk, s.asked[at]
		return s.verify.start(func(ctx context.Context) (quote.Outcome, error) { return marked.Verify(ctx, desk, o) })
	}
	answered := func(o quote.Outcome) bool { return o.Kind != quote.NotAsked }
	if !slices.ContainsFunc(s.outcomes, answered) {
		s.note = "The service could not be asked: the quote is as it was."
		return nil
	}
	s.quote, s.left = s.quote.Again(s.outcomes, s.deps.Desk.Now()), nil // The outcomes stand above it.
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
	s.outcomeFacts(about)
	for _, note := range s.left {
		about.text(t.Warn, "! "+note)
	}
	d, err := s.quote.Document()
	if err == nil {
		about.text(t.Muted, s.stateWords())
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

// outcomeFacts tells what became of each offer when they were last verified again.
func (s *Quote) outcomeFacts(page *sheet) {
	if len(s.outcomes) == 0 {
		return
	}
	for i, outcome := range s.outcomes {
		sign, style := changeSign(s.deps.Theme, outcome.Verdict())
		page.text(style, sign+joined(fmt.Sprintf("%d. %s", i+1, outcome.Offer.Hotel.Name), trip.BriefStay(outcome.Offer.Trip.CheckIn, outcome.Offer.Trip.CheckOut), outcome.Words()))
		for _, c := range outcome.Changes {
			page.text(s.deps.Theme.Plain, c.What+": "+wording.ClipTo(longestSide, c.Before)+" → "+wording.ClipTo(longestSide, c.After))
		}
	}
	page.Gap()
}
