package uitest

import (
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"bellhop/ui"
	"bellhop/ui/play"
)

// mostMessages ends a test whose messages breed more messages for ever.
const mostMessages = 10_000

// Now is the time at which every shell made by this package starts: Saturday,
// 12 December 2026, 09:30 UTC.
func Now() time.Time { return time.Date(2026, time.December, 12, 9, 30, 0, 0, time.UTC) }

// Theme is the dark theme with 256 colours, whatever the test's output is: with
// colours, a text that is cut at the wrong place shows.
func Theme() ui.Theme { return theme() }

var theme = sync.OnceValue(func() ui.Theme { return ui.NewThemeIn(ui.ThemeDark, ui.Colors256) })

// A Pump drives a shell. Each call runs the commands that it causes, and those
// that they cause, one after the other until none is left. Messages that are
// due later wait for Advance.
type Pump struct {
	t     testing.TB
	shell *ui.Shell
	// now is read by what runs beside the screens, too.
	now   atomic.Pointer[time.Time]
	later []due
	held  []tea.Cmd
	// holding reports whether commands are kept for Release.
	holding bool
	quit    bool
	count   int
	watch   func(testing.TB, *ui.Shell)
}

type due struct {
	at  time.Time
	msg tea.Msg
}

// New starts a shell of 120x40 on the screen. Options may be changed before
// it is made.
func New(t testing.TB, first ui.Screen, change ...func(*ui.Options)) *Pump {
	t.Helper()
	p := &Pump{t: t}
	p.setNow(Now())
	o := ui.Options{
		Product: "bellhop", Environment: ui.Environment{Name: "SANDBOX", Profile: "demo"},
		Theme: Theme(), First: first,
		Now: p.Now,
	}
	for _, c := range change {
		c(&o)
	}
	if o.Presentation == nil {
		o.Presentation = play.New(o.Theme, nil)
	}
	p.shell = ui.NewShell(o)
	p.run(p.shell.Init())
	p.Resize(120, 40)
	return p
}

// Watch has a rule looked at now and after every message: one that holds for
// every screen, whatever a test does with it.
func (p *Pump) Watch(rule func(testing.TB, *ui.Shell)) *Pump {
	p.t.Helper()
	p.watch = rule
	rule(p.t, p.shell)
	return p
}

// Shell is the shell that is driven.
func (p *Pump) Shell() *ui.Shell { return p.shell }

// Top is the screen in front.
func (p *Pump) Top() ui.Screen { return p.shell.Top() }

// Quit reports whether the program has ended.
func (p *Pump) Quit() bool { return p.quit }

// Now is the time on the shell's clock.
func (p *Pump) Now() time.Time { return *p.now.Load() }

func (p *Pump) setNow(t time.Time) { p.now.Store(&t) }

// Resize changes the size of the window.
func (p *Pump) Resize(width, height int) *Pump {
	return p.Send(tea.WindowSizeMsg{Width: width, Height: height})
}

// Send gives the shell a message.
func (p *Pump) Send(msg tea.Msg) *Pump {
	p.t.Helper()
	p.count = 0
	p.deliver(msg)
	return p
}

// Press presses keys by name: "enter", "ctrl+b", "down", "x".
func (p *Pump) Press(keys ...string) *Pump {
	p.t.Helper()
	for _, name := range keys {
		msg, ok := ui.ParseKey(name)
		if !ok {
			p.t.Fatalf("there is no key %q", name)
		}
		p.Send(msg)
	}
	return p
}

// Type types a text letter by letter.
func (p *Pump) Type(text string) *Pump {
	p.t.Helper()
	for _, r := range text {
		p.Press(string(r))
	}
	return p
}

// Paste pastes a text at once, as a terminal does.
func (p *Pump) Paste(text string) *Pump {
	p.t.Helper()
	return p.Send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text), Paste: true})
}

// Click presses and releases the left button of the mouse at the first cell of a text in the frame.
func (p *Pump) Click(text string) *Pump {
	p.t.Helper()
	p.mouse(text, tea.MouseButtonLeft)
	return p
}

// Wheel turns the wheel by so many notches over a text in the frame; below zero is up.
func (p *Pump) Wheel(text string, notches int) *Pump {
	p.t.Helper()
	button := tea.MouseButtonWheelDown
	if notches < 0 {
		button, notches = tea.MouseButtonWheelUp, -notches
	}
	for range notches {
		p.mouse(text, button)
	}
	return p
}

func (p *Pump) mouse(text string, button tea.MouseButton) {
	p.t.Helper()
	for y, line := range strings.Split(p.View(), "\n") {
		if before, _, ok := strings.Cut(line, text); ok {
			at := tea.MouseMsg{X: ansi.StringWidth(before), Y: y, Button: button, Action: tea.MouseActionPress}
			p.Send(at)
			if button == tea.MouseButtonLeft {
				at.Action = tea.MouseActionRelease
				p.Send(at)
			}
			return
		}
	}
	p.t.Fatalf("the frame does not show %q:\n%s", text, p.View())
}

// Hold keeps commands from running until Release, so that what a screen looks
// like while it waits can be tested.
func (p *Pump) Hold() *Pump {
	p.holding = true
	return p
}

// Release runs what Hold has kept.
func (p *Pump) Release() *Pump {
	p.t.Helper()
	held := p.held
	p.held, p.holding = nil, false
	p.count = 0
	for _, cmd := range held {
		p.run(cmd)
	}
	return p
}

// Step runs what Hold has kept, and keeps what that causes.
func (p *Pump) Step() *Pump {
	p.t.Helper()
	held := p.held
	p.held, p.count = nil, 0
	for len(held) > 0 {
		cmd := held[0]
		held = held[1:]
		msg := cmd()
		if batch, ok := msg.(tea.BatchMsg); ok {
			for _, cmd := range batch {
				if cmd != nil {
					held = append(held, cmd)
				}
			}
			continue
		}
		p.deliver(msg)
	}
	return p
}

// Advance lets time pass and delivers what falls due, in its order.
func (p *Pump) Advance(d time.Duration) *Pump {
	p.t.Helper()
	end := p.Now().Add(d)
	p.count = 0
	for {
		next := -1
		for i, x := range p.later {
			if !x.at.After(end) && (next < 0 || x.at.Before(p.later[next].at)) {
				next = i
			}
		}
		if next < 0 {
			p.setNow(end)
			return p
		}
		x := p.later[next]
		p.later = append(p.later[:next:next], p.later[next+1:]...)
		if x.at.After(p.Now()) {
			p.setNow(x.at)
		}
		p.deliver(x.msg)
	}
}

// Skip lets time pass as it does while the computer sleeps: what falls due
// meanwhile is delivered at the end, each once.
func (p *Pump) Skip(d time.Duration) *Pump {
	p.t.Helper()
	p.setNow(p.Now().Add(d))
	return p.Advance(0)
}

// View is the frame without escape sequences and without spaces at the ends
// of lines.
// Keys that do nothing now are dimmed; here they are left out.
func (p *Pump) View() string {
	return Plain(Theme().WithoutDim(p.shell.Frame()))
}

// Raw is the frame as it goes to the terminal.
func (p *Pump) Raw() string { return p.shell.Frame() }

// Footer is the last line of the frame.
func (p *Pump) Footer() string {
	lines := strings.Split(p.View(), "\n")
	return lines[len(lines)-1]
}

// Has fails the test unless the frame shows every one of the texts.
func (p *Pump) Has(texts ...string) *Pump {
	p.t.Helper()
	view := p.View()
	for _, text := range texts {
		if !strings.Contains(view, text) {
			p.t.Fatalf("the frame does not show %q:\n%s", text, view)
		}
	}
	return p
}

// HasNot fails the test if the frame shows one of the texts.
func (p *Pump) HasNot(texts ...string) *Pump {
	p.t.Helper()
	view := p.View()
	for _, text := range texts {
		if strings.Contains(view, text) {
			p.t.Fatalf("the frame shows %q:\n%s", text, view)
		}
	}
	return p
}

func (p *Pump) deliver(msg tea.Msg) {
	p.t.Helper()
	if p.count++; p.count > mostMessages {
		p.t.Fatalf("more than %d messages follow one", mostMessages)
	}
	switch msg := msg.(type) {
	case nil:
		return
	case tea.BatchMsg:
		for _, cmd := range msg {
			p.run(cmd)
		}
		return
	case ui.Later:
		p.later = append(p.later, due{p.Now().Add(msg.After), msg.Msg})
		return
	case tea.QuitMsg:
		p.quit = true
		return
	}
	if p.quit {
		return
	}
	model, cmd := p.shell.Update(msg)
	if model != tea.Model(p.shell) {
		p.t.Fatalf("after %T the model is %T, not the shell", msg, model)
	}
	if p.watch != nil {
		p.watch(p.t, p.shell)
	}
	p.run(cmd)
}

func (p *Pump) run(cmd tea.Cmd) {
	p.t.Helper()
	switch {
	case cmd == nil:
	case p.holding:
		p.held = append(p.held, cmd)
	default:
		p.deliver(cmd())
	}
}

// Plain takes the escape sequences and the spaces at the ends of lines out of
// a view.
func Plain(view string) string {
	lines := strings.Split(ansi.Strip(view), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ")
	}
	return strings.Join(lines, "\n")
}
