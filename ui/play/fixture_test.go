package play_test

import (
	"strings"
	"testing"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/ui"
)

// fakeScreen is a screen that writes down which keys and answers reach it.
type fakeScreen struct {
	title, body, state, busy, guard string

	typing        bool
	width, height int
	got           []string
	on            map[string]func() (ui.Nav, tea.Cmd)
	keys          []key.Binding
}

func (p *fakeScreen) Init() tea.Cmd       { return nil }
func (p *fakeScreen) SetSize(w, h int)    { p.width, p.height = w, h }
func (p *fakeScreen) Title() string       { return p.title }
func (p *fakeScreen) Keys() []key.Binding { return p.keys }
func (p *fakeScreen) State() string       { return p.state }
func (p *fakeScreen) Busy() string        { return p.busy }
func (p *fakeScreen) Typing() bool        { return p.typing }
func (p *fakeScreen) Guard() string       { return p.guard }

func (p *fakeScreen) View() string {
	return ui.Block(strings.Split(p.title+" body "+p.body, "\n"), p.width, p.height)
}

func (p *fakeScreen) Update(msg tea.Msg) (ui.Nav, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		p.got = append(p.got, msg.String())
		if do := p.on[msg.String()]; do != nil {
			return do()
		}
	case string:
		p.got = append(p.got, "answer "+msg)
	}
	return ui.Stay(), nil
}

// does has a key do something.
func (p *fakeScreen) does(name string, do func() (ui.Nav, tea.Cmd)) *fakeScreen {
	if p.on == nil {
		p.on = map[string]func() (ui.Nav, tea.Cmd){}
	}
	p.on[name] = do
	return p
}

// goes has a key go somewhere.
func (p *fakeScreen) goes(name string, nav ui.Nav) *fakeScreen {
	return p.does(name, func() (ui.Nav, tea.Cmd) { return nav, nil })
}

func (p *fakeScreen) wants(t *testing.T, want string) {
	t.Helper()
	if got := strings.Join(p.got, " "); got != want {
		t.Errorf("%s got %q, want %q", p.title, got, want)
	}
}
