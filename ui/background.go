package ui

import (
	"strconv"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/ui/palette"
)

// A terminal is asked for its background (OSC 11) once the first frame is on it, by a program whose
// theme follows the terminal. Nobody waits for the answer: what comes later than backgroundTime, or
// never, changes nothing.
const (
	backgroundQuery = "\x1b]11;?\x1b\\"
	backgroundTime  = 100 * time.Millisecond
	backgroundStart = "11;"
)

// backgroundMsg is the terminal's answer.
type backgroundMsg struct{ back palette.RGB }

// parseBackground reads the answer to backgroundQuery, between the bytes that begin and end the string:
// "11;rgb:ffff/ffff/dddd", with one to four hexadecimal digits for each colour.
func parseBackground(text string) (back palette.RGB, ok bool) {
	text, ok = strings.CutPrefix(text, backgroundStart)
	if !ok {
		return palette.RGB{}, false
	}
	parts, ok := strings.CutPrefix(text, "rgb:")
	if !ok {
		if parts, ok = strings.CutPrefix(text, "rgba:"); !ok {
			return palette.RGB{}, false
		}
	}
	colours := strings.Split(parts, "/")
	if len(colours) < 3 || len(colours) > 4 {
		return palette.RGB{}, false
	}
	for i, into := range []*uint8{&back.R, &back.G, &back.B} {
		n, err := strconv.ParseUint(colours[i], 16, 16)
		if err != nil || len(colours[i]) > 4 {
			return palette.RGB{}, false
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

// askBackground puts the question once, after a frame was shown.
func (s *Shell) askBackground() error {
	if s.options.Adapt == nil || s.asked || s.width == 0 || s.job == nil {
		return nil
	}
	asked, err := s.painter.Ask(backgroundQuery)
	s.asked, s.askedAt = asked, time.Now()
	return err
}

// adapt takes the theme for the background, on all screens: what they have drawn is drawn again.
func (s *Shell) adapt(back palette.RGB) tea.Cmd {
	if s.options.Adapt == nil || time.Since(s.askedAt) > backgroundTime {
		return nil
	}
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
