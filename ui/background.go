package ui

import (
	"strconv"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/ui/paint"
	"bellhop/ui/picture"
	"bellhop/ui/scheme"
)

// A terminal is asked for its background (OSC 11) once the first frame is on it, by a program whose
// theme follows the terminal. Nobody waits for the answer: what comes later than backgroundTime, or
// never, changes nothing. It is long, because a terminal may be far away, and dark colours on white cannot be read.
const (
	backgroundQuery = "\x1b]11;?\x1b\\"
	backgroundTime  = 2 * time.Second
	backgroundStart = "11;"
)

// backgroundMsg is the terminal's answer.
type backgroundMsg struct{ back scheme.RGB }

// backgroundDue ends the time for it.
type backgroundDue struct{}

// parseBackground reads the answer to backgroundQuery, between the bytes that begin and end the string:
// "11;rgb:ffff/ffff/dddd", with one to four hexadecimal digits for each colour.
func parseBackground(text string) (back scheme.RGB, ok bool) {
	text, ok = strings.CutPrefix(text, backgroundStart)
	if !ok {
		return scheme.RGB{}, false
	}
	parts, ok := strings.CutPrefix(text, "rgb:")
	if !ok {
		if parts, ok = strings.CutPrefix(text, "rgba:"); !ok {
			return scheme.RGB{}, false
		}
	}
	colours := strings.Split(parts, "/")
	if len(colours) < 3 || len(colours) > 4 {
		return scheme.RGB{}, false
	}
	for i, into := range []*uint8{&back.R, &back.G, &back.B} {
		n, err := strconv.ParseUint(colours[i], 16, 16)
		if err != nil || len(colours[i]) > 4 {
			return scheme.RGB{}, false
		}
		*into = uint8(n * 255 / (uint64(1)<<(4*len(colours[i])) - 1)) //nolint:gosec // n has as many digits.
	}
	return back, true
}

// LightBackground reports whether the value of COLORFGBG, such as "0;default;15", names a light
// background. Terminals set it that cannot be asked.
func LightBackground(colorfgbg string) bool {
	last := colorfgbg[strings.LastIndexByte(colorfgbg, ';')+1:]
	n, err := strconv.Atoi(last)
	return err == nil && strings.Contains(colorfgbg, ";") && (n == 7 || n >= 9 && n <= 15)
}

// askBackground puts the question once, after a frame was shown. What Guess warns of is told when no answer has come.
func (s *Shell) askBackground() tea.Cmd {
	if s.options.Adapt == nil || s.asked || s.width == 0 || s.job == nil {
		return nil
	}
	asked, err := s.painter.Ask(backgroundQuery)
	if err != nil {
		return tea.Quit // The terminal is gone.
	}
	s.asked, s.askedAt = asked, time.Now()
	if !asked || s.options.Guess == "" {
		return nil
	}
	return tea.Tick(backgroundTime, func(time.Time) tea.Msg { return backgroundDue{} })
}

// adapt takes the theme for the background, on all screens: what they have drawn is drawn again.
func (s *Shell) adapt(back scheme.RGB) tea.Cmd {
	if s.options.Adapt == nil || time.Since(s.askedAt) > backgroundTime {
		return nil
	}
	s.options.Guess = ""
	theme, warning := s.options.Adapt(back)
	s.options.Theme.take(theme)
	s.rule = ruleLine(s.options.Theme, s.width)
	if s.usable() {
		s.sizeAll()
	}
	if warning == s.options.Warning {
		return nil
	}
	return Flash(warning)
}

// graphics is what is known of the terminal's. It is asked once, when a screen first wants to know.
type graphics struct {
	known    *picture.Support // what the screens were told
	asked    bool
	answered bool
	window   func() (cols, rows, width, height int) // of the terminal's line; nil is none
	cell     picture.Size                           // by the window, when that was last looked at
}

// mostReports is how many answers to one question are listened to.
const mostReports = 16

// graphicsReports returns what takes the answers to picture.Query, and hands them over together with the last.
func graphicsReports(whole func([]string)) func(string) {
	var reports []string
	return func(text string) {
		if len(reports) < mostReports {
			reports = append(reports, text)
		}
		if strings.HasPrefix(text, "\x1b[?") && strings.HasSuffix(text, "c") {
			whole(reports)
			reports = nil
		}
	}
}

func (g *graphics) ask(s *Shell) tea.Cmd {
	switch {
	case g.known != nil:
		return g.tell(s, *g.known)
	case g.asked:
		return nil // All screens are told.
	}
	g.measured()
	if s.painter != nil && s.options.Graphics != picture.Blocks && !s.give.begun {
		var err error
		if g.asked, err = s.painter.Ask(picture.Query); err != nil {
			return tea.Quit // The terminal is gone.
		}
	}
	if !g.asked {
		return g.tell(s, picture.Support{Cell: g.cell})
	}
	s.painter.Expect(true)
	return tea.Tick(picture.AnswerTime, func(time.Time) tea.Msg { return graphicsDue{} })
}

// answer takes all that the terminal says, however late it comes.
func (g *graphics) answer(s *Shell, reports []string) tea.Cmd {
	if !g.asked || g.answered {
		return nil
	}
	g.answered = true
	s.painter.Expect(false)
	support := picture.ReadAnswers(reports)
	if support.Cell == (picture.Size{}) {
		support.Cell = g.cell // xterm answers only where that is allowed.
	}
	return tea.Batch(g.tell(s, support.Use(s.options.Graphics)), s.give.answered(s.painter))
}

// overdue has the screens draw in cells until the answer comes. A terminal that has never answered anything is not waited for
// when it is given away.
func (g *graphics) overdue(s *Shell) tea.Cmd {
	if g.answered || g.known != nil {
		return nil
	}
	s.painter.Expect(s.painter.HasAnswered())
	return tea.Batch(g.tell(s, picture.Support{Cell: g.cell}), s.give.answered(s.painter))
}

// measured looks at the size of a cell by the window, and reports whether it is another one than before.
func (g *graphics) measured() (changed bool) {
	before := g.cell
	if g.window != nil {
		g.cell = picture.CellOf(g.window())
	}
	return g.cell != before
}

// resized tells the screens where letters are larger or smaller than before: a picture of so many cells has other pixels.
func (g *graphics) resized(s *Shell) tea.Cmd {
	if g.known == nil || !g.measured() || g.cell == (picture.Size{}) {
		return nil
	}
	support := *g.known
	support.Cell = g.cell
	return g.tell(s, support)
}

func (g *graphics) tell(s *Shell, support picture.Support) tea.Cmd {
	g.known = &support
	return s.broadcast(GraphicsMsg{support})
}

// placed returns the picture of the top screen, where that is seen, by its place in the window.
func (s *Shell) placed() *paint.Graphic {
	top, ok := s.Top().(Pictured)
	if !ok || s.help != nil || !s.usable() || s.failed != nil {
		return nil
	}
	g := top.Picture()
	if g == nil {
		return nil
	}
	return &paint.Graphic{Name: g.Name, Y: g.Row + 2, X: g.Col + FrameWidth/2, Rows: g.Size.Height, Draw: g.Draw, Erase: g.Erase}
}
