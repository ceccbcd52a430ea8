package ui

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/ui/paint"
)

type still struct{ text string }

func (s *still) Init() tea.Cmd                     { return nil }
func (s *still) View() string                      { return s.text }
func (s *still) SetSize(int, int)                  {}
func (s *still) Title() string                     { return "still" }
func (s *still) Keys() []key.Binding               { return nil }
func (s *still) Update(msg tea.Msg) (Nav, tea.Cmd) { s.text = fmt.Sprint(msg); return Stay(), nil }

// A failing writer works until it is gone.
type failing struct {
	bytes.Buffer
	gone bool
}

func (f *failing) Write(text []byte) (int, error) {
	if f.gone {
		return 0, errors.New("gone")
	}
	return f.Buffer.Write(text)
}

// What Update changes is on the terminal when it returns, or else it returns a
// command for later; a terminal that is gone ends the program.
func TestShellPaintsInUpdate(t *testing.T) {
	out := &failing{}
	s := NewShell(Options{Product: "x", First: &still{}, Theme: NewThemeIn(ThemeNone, NoColors), Now: time.Now})
	s.painter = paint.New(out, 1)
	if _, err := s.painter.Write([]byte("\x1b[?1049h")); err != nil {
		t.Fatal(err)
	}
	s.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	if !strings.Contains(out.String(), "still") || s.View() != "" {
		t.Fatalf("the first frame is not there: %q", out.String())
	}
	out.Reset()
	if _, cmd := s.Update("first"); out.Len() > 0 || cmd == nil {
		t.Errorf("the next was not put off: %q", out.String())
	}
	s.painter = paint.New(out, 1<<30)
	if _, err := s.painter.Write([]byte("\x1b[?1049h")); err != nil {
		t.Fatal(err)
	}
	s.painter.Resize(80, 24)
	out.gone = true
	_, cmd := s.Update("second")
	if cmd == nil {
		t.Fatal("a terminal that is gone gave no command")
	}
	if _, quits := cmd().(tea.QuitMsg); !quits {
		t.Errorf("a terminal that is gone gave %T", cmd())
	}
}
