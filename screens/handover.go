package screens

import (
	"context"
	"errors"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/handover"
	"bellhop/booking/recovery"
	"bellhop/booking/wording"
	"bellhop/ui"
)

// handOver shows a draft as one line for a colleague.
func (d *Deps) handOver(step handover.Step, draft booking.Draft) ui.Nav {
	return ui.Push(newHandOver(d, step, draft))
}

// handOver shows a draft as one line that a colleague opens.
type handOver struct {
	deps *Deps
	draftHead
	line          string
	err           error
	guest         bool // the draft has one, who is masked in the line
	width, height int
	page          page
	out           handOut
	copy, back    key.Binding
}

// newHandOver signs the line of a draft at a step.
func newHandOver(deps *Deps, step handover.Step, draft booking.Draft) *handOver {
	h := &handOver{
		deps: deps, draftHead: draftHead{draft}, page: newPage(deps, true), out: newHandOut(deps), copy: deps.bind("copy", "copy the line"), back: deps.bind("back"),
		guest: booking.MaskName(draft.Guest) != "",
	}
	var signing handover.Key
	if signing, h.err = deps.handOverKey(); h.err == nil {
		h.line, h.err = handover.Write(signing, step, draft, deps.Desk.Now())
	}
	h.copy.SetEnabled(h.err == nil)
	return h
}

func (d *Deps) handOverKey() (handover.Key, error) {
	if d.HandOverKey == nil {
		return handover.Key{}, errors.New("this console has no API key to sign with")
	}
	return d.HandOverKey()
}

func (h *handOver) Init() tea.Cmd { return nil }
func (h *handOver) Title() string { return "hand over" }
func (h *handOver) State() string { return nothingSent }
func (h *handOver) Busy() string  { return h.out.busy() }
func (h *handOver) Close()        { h.out.cancel() }

func (h *handOver) SetSize(width, height int) {
	h.width, h.height = width, height
	h.layout()
}

func (h *handOver) layout() { h.page.set(h.lines(), h.width, h.height) }

func (h *handOver) View() string { return h.page.view() }

func (h *handOver) Keys() []key.Binding {
	return append(append(ui.Offered(h.copy), h.back), h.page.keys()...)
}

func (h *handOver) Update(msg tea.Msg) (ui.Nav, tea.Cmd) {
	if cmd, mine := h.out.receive(msg); mine {
		h.layout()
		return ui.Stay(), cmd
	}
	switch pressed, ok := msg.(tea.KeyMsg); {
	case !ok:
	case key.Matches(pressed, h.copy):
		line := h.line
		return ui.Stay(), h.out.copyText("The line was", "select it with the mouse", func(context.Context) (string, error) { return line, nil })
	case key.Matches(pressed, h.back):
		return ui.Pop(), nil
	default:
		h.page.key(pressed)
	}
	return ui.Stay(), nil
}

func (h *handOver) lines() []string {
	t, width := h.deps.Theme, inner(h.width)
	if h.err != nil {
		return append([]string{""}, ui.Notice(t, width, ui.NoticeBad, "This cannot be handed over", "It says: "+h.err.Error()+".")...)
	}
	who := "Nothing is known of the guest yet."
	if h.guest {
		who = "Of the guest it says no more than " + booking.MaskName(h.draft.Guest) + ": your colleague asks again."
	}
	lines := []string{""}
	if h.out.note != "" {
		lines = append(append(lines, styled(h.out.style().Render, ui.Wrap(h.out.words(), width))...), "")
	}
	lines = append(lines, ui.Notice(t, width, ui.NoticeEmpty, "One line for a colleague",
		h.deps.say("{copy} copies it, for a chat. Line breaks and spaces in it do no harm. Who opens it with {hand_over}")+
			" on the search screen, at the same account, goes on from this step, the rate verified anew. "+
			"It holds no payment token and no card. "+who+" It is good for two days, and your own draft stays.")...)
	lines = append(lines, "")
	for rest := h.line; rest != ""; {
		n := min(len(rest), width)
		lines = append(lines, t.Accent.Render(rest[:n]))
		rest = rest[n:]
	}
	return lines
}

// OpenHandOver asks for a colleague's line and goes on with its draft.
type OpenHandOver struct {
	deps          *Deps
	form          *ui.Form
	load          load[openedHandOver]
	pasted        bool // whole, before the screen was there
	width, height int
	open, back    key.Binding
}

// openedHandOver is a colleague's draft at the prices and terms of now.
type openedHandOver struct {
	from     handover.Handover
	restored booking.RestoredDraft
}

const fieldLine = "line"

// NewOpenHandOver asks for the line.
func NewOpenHandOver(deps *Deps) *OpenHandOver {
	return &OpenHandOver{
		deps: deps,
		form: ui.NewForm(deps.Theme, ui.Section{Fields: []ui.Field{{
			Name: fieldLine, Label: "line", Required: true, Help: "It begins with " + handover.Prefix + " and was copied whole.",
		}}}),
		load: newLoad[openedHandOver](deps, "verifying the rate"),
		open: deps.bind("open"), back: deps.bind("back"),
	}
}

// newPastedHandOver opens a line that was pasted somewhere else; of one that is still coming it asks for the rest.
func newPastedHandOver(deps *Deps, line string, whole bool) *OpenHandOver {
	o := NewOpenHandOver(deps)
	o.form.SetValue(fieldLine, line)
	o.pasted = whole
	return o
}

// Init opens a line that was pasted.
func (o *OpenHandOver) Init() tea.Cmd {
	if o.pasted {
		return o.start()
	}
	return nil
}

func (o *OpenHandOver) Title() string   { return "open a hand-over" }
func (o *OpenHandOver) State() string   { return nothingSent }
func (o *OpenHandOver) Busy() string    { return o.load.busy() }
func (o *OpenHandOver) Typing() bool    { return true }
func (o *OpenHandOver) Echo() ui.Echo   { return ui.EchoNothing }
func (o *OpenHandOver) Close()          { o.load.cancel() }
func (o *OpenHandOver) Resume() tea.Cmd { return o.load.resume() }

func (o *OpenHandOver) Keys() []key.Binding {
	return []key.Binding{ui.Enabled(o.open, o.Busy() == ""), o.back}
}

func (o *OpenHandOver) Update(msg tea.Msg) (ui.Nav, tea.Cmd) {
	if ui.Is(msg, o.back) {
		if o.load.cancel() {
			return ui.Stay(), nil
		}
		return ui.Pop(), nil
	}
	if opened, ok, mine, nav := o.load.receive(msg); mine {
		if ok {
			return o.opened(opened)
		}
		o.SetSize(o.width, o.height)
		return nav, nil
	}
	if o.Busy() != "" {
		return ui.Stay(), nil
	}
	if o.form.Update(msg) == ui.FormSubmitted {
		return ui.Stay(), o.start()
	}
	return ui.Stay(), nil
}

// start opens the line, and has its rate verified at the prices and terms of now.
func (o *OpenHandOver) start() tea.Cmd {
	o.form.ClearErrors()
	o.load.forget()
	signing, err := o.deps.handOverKey()
	var from handover.Handover
	if err == nil {
		from, err = handover.Read(signing, o.form.Value(fieldLine), o.deps.Desk.Now())
	}
	if err != nil {
		o.form.SetFieldError(fieldLine, err.Error())
		return nil
	}
	desk := o.deps.Desk
	replaced := correcting(o.deps, func(ctx context.Context) (*api.Reservation, []recovery.Finding, error) {
		return desk.Replaced(ctx, from.Draft)
	})
	return o.load.start(func(ctx context.Context) (openedHandOver, error) {
		replaces, err := replaced(ctx)
		if err != nil {
			return openedHandOver{}, err
		}
		restored, err := desk.Restore(ctx, from.Draft, replaces)
		restored.Draft = from.Since(restored.Draft)
		return openedHandOver{from, restored}, err
	})
}

// opened goes on with the draft, at the step at which it was handed over. Where something has changed since, or was never
// agreed to, that is the page of its terms.
func (o *OpenHandOver) opened(h openedHandOver) (ui.Nav, tea.Cmd) {
	draft, words := h.restored.Draft, o.fromWords(h.from)
	if draft.Verified == nil {
		return ui.Replace(NewNearestRates(o.deps, draft, h.restored.Nearest, "The rate of this hand-over is gone", words+" These rates of the hotel come nearest to it:")), nil
	}
	t := NewVerifiedTerms(o.deps, draft)
	t.note = words
	if h.from.Step == handover.AtTerms || len(draft.Changes) > 0 {
		return ui.Replace(t), nil
	}
	return ui.Replace(t), func() tea.Msg { return handedOn{t, words} }
}

// handedOn has the terms that it names go on to the guest: a colleague has agreed to them, and they are the same now.
type handedOn struct {
	terms *Terms
	words string
}

// to goes on from the terms, unless they are another page's or do not fit the window: then they are read first.
func (h handedOn) to(t *Terms) ui.Nav {
	if t != h.terms {
		return ui.Stay()
	}
	nav := t.next()
	if nav != ui.Stay() {
		t.guest.from = h.words + " Price and terms are the same now; esc shows them."
	}
	return nav
}

// fromWords tells when the draft was handed over, where, and for whom.
func (o *OpenHandOver) fromWords(h handover.Handover) string {
	where := map[handover.Step]string{
		handover.AtTerms: ", before its terms were accepted.", handover.AtGuest: ", at the guest.", handover.AtBook: ", as it was read back.",
	}
	words := "Handed over " + wording.Ago(o.deps.Desk.Now().Sub(h.At)) + where[h.Step]
	if h.Guest != "" {
		words += " Its guest is " + h.Guest + "."
	}
	return words
}

func (o *OpenHandOver) View() string {
	return ui.Block(indent(append(o.head(), o.form.Lines()...)), o.width, o.height)
}

func (o *OpenHandOver) head() []string {
	lines := append([]string{""}, ui.Notice(o.deps.Theme, inner(o.width), ui.NoticeEmpty, "Go on with a colleague's draft",
		"Paste the line. Its rate is verified anew, and nothing is sent before you book.")...)
	if x := o.load.failure; x != nil {
		lines = append(lines, styled(o.deps.Theme.Bad.Render, ui.Wrap("! "+strings.TrimSuffix(x.Title, ".")+". Enter tries again.", inner(o.width)))...)
	}
	return append(lines, "")
}

func (o *OpenHandOver) SetSize(width, height int) {
	o.width, o.height = width, height
	o.form.SetSize(inner(width), max(height-len(o.head()), 0))
}
