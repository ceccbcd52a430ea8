package screens

import (
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api/traffic"
	"bellhop/booking/activity"
	"bellhop/ui"
)

// activityRequest is one request of the activity, with all that is kept of its bodies.
type activityRequest struct {
	deps   *Deps
	about  traffic.Exchange
	answer bool // in a narrow window the answer is shown, and not the request
	page   page
	out    handOut
	drawn  drawnBodies

	width, height int
	keys          activityRequestKeys
}

type activityRequestKeys struct{ copy, other, back key.Binding }

func newActivityRequest(deps *Deps, x traffic.Exchange) *activityRequest {
	return &activityRequest{
		deps: deps, about: x, answer: true, page: newPage(deps, true), out: newHandOut(deps),
		keys: activityRequestKeys{copy: deps.bind("copy", "copy as curl"), other: deps.bind("part.next", "other body"), back: deps.bind("back")},
	}
}

func (e *activityRequest) Init() tea.Cmd          { return nil }
func (e *activityRequest) Close()                 { e.out.cancel() }
func (e *activityRequest) Title() string          { return "request" }
func (e *activityRequest) State() string          { return when(!e.about.Over, "no answer yet") }
func (e *activityRequest) Busy() string           { return e.out.busy() }
func (e *activityRequest) Ticking() bool          { return !e.about.Over }
func (e *activityRequest) Commands() []ui.Command { return e.deps.commands() }

func (e *activityRequest) Keys() []key.Binding {
	keys := []key.Binding{e.keys.copy, e.keys.back}
	if e.width < ui.WideBody {
		keys = append(keys, e.keys.other)
	}
	return append(keys, e.page.keys()...)
}

func (e *activityRequest) Update(msg tea.Msg) (ui.Nav, tea.Cmd) {
	defer e.draw()
	if cmd, mine := e.out.receive(msg); mine {
		return ui.Stay(), cmd
	}
	if !e.about.Over {
		e.look()
	}
	pressed, ok := msg.(tea.KeyMsg)
	if !ok {
		return ui.Stay(), nil
	}
	e.out.note = ""
	switch {
	case key.Matches(pressed, e.keys.back):
		return ui.Pop(), nil
	case key.Matches(pressed, e.keys.copy):
		return ui.Stay(), e.out.copyCurl(e.about)
	case key.Matches(pressed, e.keys.other) && e.width < ui.WideBody:
		e.answer = !e.answer
		e.page.top()
	default:
		e.page.key(pressed)
	}
	return ui.Stay(), nil
}

// look takes the answer once it is there.
func (e *activityRequest) look() {
	for _, x := range e.deps.Activity.At(e.deps.clock()).Exchanges {
		if x.Number == e.about.Number {
			e.about = x
		}
	}
}

func (e *activityRequest) SetSize(width, height int) {
	e.width, e.height = width, height
	e.draw()
}

func (e *activityRequest) draw() {
	e.page.set(e.drawn.get(e.deps, e.about, inner(e.width), e.answer), e.width, max(e.height-len(e.head()), 0))
}

// head is what it was and what came of it.
func (e *activityRequest) head() []string {
	t, width, x := e.deps.Theme, inner(e.width), e.about
	lines := styled(t.Title.Render, ui.WrapShort(x.Method+" "+e.deps.exchangeTarget(x), width, 2))
	words := joined(
		x.Operation, activity.Status(x), x.Failure, activity.Took(x),
		"at "+x.Began.In(e.deps.agentZone()).Format("15:04:05"), when(x.Try > 0, "a repetition"), when(x.RequestID != "" && !e.deps.masking(), "request id "+x.RequestID),
	)
	lines = append(lines, styled(exchangeStyle(t, x).Render, ui.WrapShort(words, width, 3))...)
	if e.out.note != "" {
		lines = append(lines, styled(e.out.style().Render, ui.WrapShort(e.out.words(), width, 2))...)
	}
	return append(lines, "")
}

func (e *activityRequest) View() string {
	if e.drawn.of.presented != e.deps.masking() {
		e.draw() // The presenter was switched since.
	}
	lines := indent(e.head())
	if e.page.height > 0 {
		lines = append(lines, strings.Split(e.page.view(), "\n")...)
	}
	return ui.Block(lines, e.width, e.height)
}
