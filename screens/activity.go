package screens

import (
	"context"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api/traffic"
	"bellhop/booking/activity"
	"bellhop/booking/wording"
	"bellhop/ui"
)

// activityCommand opens the activity from everywhere; none where nothing is observed.
func activityCommand(deps *Deps) []ui.Command {
	if deps.Activity == nil {
		return nil
	}
	return []ui.Command{{Key: deps.bind("go.activity"), Run: func() (ui.Nav, tea.Cmd) { return deps.openActivity() }}}
}

// openActivity opens the activity, unless it is open already.
func (d *Deps) openActivity() (ui.Nav, tea.Cmd) {
	if d.activityOpen {
		return ui.Stay(), ui.Flash("the activity is open already: esc leads back to it")
	}
	return ui.Push(NewActivity(d)), nil
}

// Activity lists what the session asked of its service, the newest first, with the bodies of the one under the cursor.
// It holds no guest: the client masks them before anybody sees them.
type Activity struct {
	deps    *Deps
	version uint64
	now     time.Time // of the machine: the activity goes by no other clock
	shot    activity.Snapshot
	rowList[traffic.Exchange]
	find   findLine
	class  activity.Class
	answer bool // in a narrow window the answer is shown, and not the request
	out    handOut
	drawn  drawnBodies

	width, height int
	keys          activityKeys
}

type activityKeys struct{ open, find, filter, clear, copy, other, back key.Binding }

// NewActivity lists the requests so far, and those that come.
func NewActivity(deps *Deps) *Activity {
	s := &Activity{
		deps: deps, find: newFindLine(deps, "method, status, 4xx, part of the path", "clear"), out: newHandOut(deps), answer: true,
		keys: activityKeys{
			open: deps.bind("open"), find: deps.bind("find"), filter: deps.bind("filter"), clear: deps.bind("clear"),
			copy: deps.bind("copy", "copy as curl"), other: deps.bind("part.next", "other body"), back: deps.bind("back"),
		},
	}
	s.same = func(a, b traffic.Exchange) bool { return a.Number == b.Number }
	s.table = ui.NewTable(deps.Theme, activityColumns(), s.row)
	s.table.Style = s.cellStyle
	s.read()
	return s
}

func (s *Activity) Init() tea.Cmd {
	s.deps.activityOpen = true
	return nil
}

func (s *Activity) Close() {
	s.deps.activityOpen = false
	s.out.cancel()
}

// read takes what there is now. The cursor stays on its request.
func (s *Activity) read() {
	s.now = s.deps.clock()
	s.shot, s.version = s.deps.Activity.At(s.now), s.deps.Activity.Version()
	s.narrow()
}

func (s *Activity) filter() activity.Filter {
	return activity.Filter{Class: s.class, Words: s.find.Value()}
}

func (s *Activity) narrow() { s.setRows(s.filter().Pick(s.shot.Exchanges)) }

func (s *Activity) Update(msg tea.Msg) (ui.Nav, tea.Cmd) {
	defer s.layout()
	if cmd, mine := s.out.receive(msg); mine {
		return ui.Stay(), cmd
	}
	if _, ticks := msg.(ui.TickMsg); ticks || s.version != s.deps.Activity.Version() {
		s.read()
	}
	if pressed, ok := msg.(tea.KeyMsg); ok {
		return s.key(pressed)
	}
	return ui.Stay(), nil
}

func (s *Activity) key(msg tea.KeyMsg) (ui.Nav, tea.Cmd) {
	s.out.note = ""
	k := s.keys
	if s.find.open {
		if s.find.key(msg, s.table) {
			s.narrow()
		}
		return ui.Stay(), nil
	}
	row, has := s.selected()
	switch {
	case key.Matches(msg, k.back) && s.narrowed():
		s.clear()
	case key.Matches(msg, k.back):
		return ui.Pop(), nil
	case key.Matches(msg, k.find):
		s.find.open = true
	case key.Matches(msg, k.filter):
		s.class = s.class.Next()
		s.narrow()
	case key.Matches(msg, k.clear):
		s.clear()
	case key.Matches(msg, k.other):
		s.answer = !s.answer
	case key.Matches(msg, k.open) && has:
		s.table.Pin()
		return ui.Push(newActivityRequest(s.deps, row)), nil
	case key.Matches(msg, k.copy) && has:
		return ui.Stay(), s.out.copyCurl(row)
	default:
		s.table.Update(msg)
	}
	return ui.Stay(), nil
}

// copyCurl copies a request as a command.
func (h *handOut) copyCurl(x traffic.Exchange) tea.Cmd {
	return h.copyText("The request as curl, with variables for its secrets and the guest, was", "let your terminal take what programs copy",
		func(context.Context) (string, error) { return activity.Curl(x) })
}

// narrowed reports whether not all requests are wanted.
func (s *Activity) narrowed() bool { return s.filter() != activity.Filter{} }

func (s *Activity) clear() {
	s.find.clear()
	s.class = activity.Every
	s.narrow()
}

func (s *Activity) Title() string { return "activity" }
func (s *Activity) Typing() bool  { return s.find.open }
func (s *Activity) Ticking() bool { return true }
func (s *Activity) Busy() string  { return s.out.busy() }
func (s *Activity) Commands() []ui.Command {
	return s.deps.commandsAt("go.activity", "this is the activity: esc leaves it")
}

func (s *Activity) State() string {
	if s.narrowed() {
		return wording.Count(len(s.rows)) + " of " + wording.Count(len(s.shot.Exchanges))
	}
	return wording.Plural(len(s.rows), "request")
}

func (s *Activity) Keys() []key.Binding {
	if s.find.open {
		return []key.Binding{s.find.done, s.find.back}
	}
	k := s.keys
	k.open.SetEnabled(len(s.rows) > 0)
	k.copy.SetEnabled(len(s.rows) > 0)
	k.find.SetEnabled(len(s.shot.Exchanges) > 0)
	k.filter.SetEnabled(len(s.shot.Exchanges) > 0)
	k.clear.SetEnabled(s.narrowed())
	keys := []key.Binding{k.open, k.find, k.filter, k.copy}
	if s.width < ui.WideBody {
		k.other.SetEnabled(len(s.rows) > 0)
		keys = append(keys, k.other)
	}
	return append(append(keys, k.back, k.clear, ui.HelpOnly()), s.table.Keys()...)
}

// Footer leaves out the keys that move around.
func (s *Activity) Footer() []key.Binding {
	if s.find.open {
		return s.Keys()
	}
	keys := s.Keys()
	return keys[:len(keys)-len(s.table.Keys())-1]
}
