package screens_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"bellhop/api"
	"bellhop/screens"
	"bellhop/ui"
	"bellhop/ui/scheme"
	"bellhop/ui/uitest"
)

// ink is how a character is drawn. A colour is what the usual terminals make of it; nil is the terminal's own.
type ink struct {
	fore, back []scheme.RGB
	basic      int // the number of the fore among the eight dark ones; -1 for another
	bold       bool
	reverse    bool
}

// drawn is what a style of this sequence makes of the ink before it: "1;38;5;231;48;5;24".
func (i ink) drawn(t *testing.T, sequence string) ink {
	t.Helper()
	codes := strings.Split(sequence, ";")
	number := func(at int) uint8 {
		n, err := strconv.ParseUint(codes[at], 10, 8)
		if err != nil {
			t.Fatalf("a style is %q", sequence)
		}
		return uint8(n)
	}
	for at := 0; at < len(codes); at++ {
		var color []scheme.RGB
		code, ahead := codes[at], 0
		if code == "" {
			code = "0"
		}
		if code == "38" || code == "48" {
			if codes[at+1] == "5" {
				color, ahead = scheme.Color{Index: number(at + 2), Basic: number(at + 2)}.Made(scheme.Colors256), 2
			} else {
				color, ahead = []scheme.RGB{{R: number(at + 2), G: number(at + 3), B: number(at + 4)}}, 4
			}
		}
		n := int(number(at))
		switch {
		case code == "0":
			i = ink{basic: -1}
		case code == "1":
			i.bold = true
		case code == "7":
			i.reverse = true
		case code == "38":
			i.fore, i.basic = color, -1
		case code == "48":
			i.back = color
		case n >= 30 && n <= 37, n >= 90 && n <= 97:
			basic := uint8(n % 10) //nolint:gosec // It is a digit.
			if i.basic = int(basic); n >= 90 {
				basic, i.basic = basic+8, -1
			}
			i.fore = scheme.Color{Basic: basic}.Made(scheme.Colors16)
		case n >= 40 && n <= 47:
			i.back = scheme.Color{Basic: uint8(n - 40)}.Made(scheme.Colors16)
		case n >= 100 && n <= 107:
			t.Errorf("%q has a bright background, which the linux console has not", sequence)
		}
		at += ahead
	}
	return i
}

// contrast is that of the ink on a terminal with this background, the worse one of those that two usual terminals have. Bold
// may make the bright colour of a dark one of eight.
func (i ink) contrast(back scheme.RGB) float64 {
	own := scheme.White
	if back.Light() {
		own = scheme.Black
	}
	fores, backs := i.fore, i.back
	if len(fores) == 0 {
		fores = []scheme.RGB{own}
	}
	if len(backs) == 0 {
		backs = []scheme.RGB{back}
	}
	if i.bold && i.basic >= 0 {
		fores = append(fores, scheme.Color{Basic: uint8(i.basic) + 8}.Made(scheme.Colors16)...) //nolint:gosec // One of eight.
	}
	worst := 21.0
	for k, fore := range fores {
		worst = min(worst, scheme.Contrast(fore, backs[k%len(backs)]))
	}
	return worst
}

// onBars returns what is hard to read of a frame where a bar is behind it, such as that of the row under the cursor; and how
// many characters stand on one.
func onBars(t *testing.T, frame string, back scheme.RGB) (hard []string, bars int) {
	t.Helper()
	now := ink{basic: -1}
	for frame != "" {
		if rest, style := strings.CutPrefix(frame, "\x1b["); style {
			sequence, after, _ := strings.Cut(rest, "m")
			now, frame = now.drawn(t, sequence), after
			continue
		}
		text, rest := frame, ""
		if at := strings.Index(frame, "\x1b["); at >= 0 {
			text, rest = frame[:at], frame[at:]
		}
		if frame = rest; len(now.back) == 0 || strings.TrimSpace(text) == "" {
			continue
		}
		bars += ansi.StringWidth(text)
		if got := now.contrast(back); got < scheme.Least("cursor") {
			hard = append(hard, fmt.Sprintf("%q with %.1f to 1", text, got))
		}
	}
	return hard, bars
}

// Whatever stands in the row or field under the cursor can be read there, with every palette and number of colours: no text of a
// colour of its own is drawn on the bar.
func TestTheRowUnderTheCursorCanBeRead(t *testing.T) {
	for _, name := range []string{scheme.Dark, scheme.Light, scheme.HighContrast, scheme.HighContrastLight} {
		for _, colors := range []scheme.Colors{scheme.TrueColor, scheme.Colors256, scheme.Colors16} {
			p, _ := scheme.Of(name)
			theme := ui.NewThemeOf(name, p, colors)
			t.Run(fmt.Sprint(name, " ", colors), func(t *testing.T) {
				t.Parallel()
				for what, open := range cursorScreens() {
					f, _ := newFixtureWith(t, 60)
					theme.Keys = f.deps.Theme.Keys
					f.deps.Theme = theme
					f.change = append(f.change, func(o *ui.Options) { o.Theme = theme })
					pump := open(f)
					hard, bars := onBars(t, pump.Raw(), scheme.Background(name))
					if len(hard) > 0 {
						t.Errorf("%s: %q is hard to read on its bar", what, hard)
					}
					if bars == 0 {
						t.Errorf("%s: nothing is under the cursor:\n%s", what, pump.View())
					}
				}
			})
		}
	}
}

// cursorScreens are those with a row, a field or a day under the cursor, by name.
func cursorScreens() map[string]func(f *fixture) *uitest.Pump {
	on := func(s func(f *fixture) ui.Screen, keys ...string) func(f *fixture) *uitest.Pump {
		return func(f *fixture) *uitest.Pump { return startOn(f, s(f)).Press(keys...) }
	}
	hotels := func(f *fixture) ui.Screen { return hotelListOf(f.deps, londonTrip()) }
	search := func(f *fixture) ui.Screen { return screens.NewSearch(f.deps, londonTrip()) }
	rates := func(f *fixture) ui.Screen { return ratesOf(f.deps, londonDraft(f)) }
	reservations := func(f *fixture) ui.Screen { return screens.NewReservations(f.deps, api.ReservationQuery{}) }
	return map[string]func(f *fixture) *uitest.Pump{
		"welcome": on(func(f *fixture) ui.Screen { return screens.NewWelcome(welcomeTo(f, nil, nil)) }),
		"search": func(f *fixture) *uitest.Pump {
			return startOn(f, screens.NewSearch(f.deps, emptyTrip())).Type("lon").Advance(pause)
		},
		"calendar":     on(search, "tab", "enter"),
		"hotels":       on(hotels, "down"),
		"hotels find":  on(hotels, "/", "l", "o"),
		"filter":       on(hotels, "f", "down"),
		"map":          on(hotels, "m", "down"),
		"rates":        on(rates, "down"),
		"marked":       on(rates, "space"),
		"reservations": on(reservations, "down"),
		"found":        on(reservations, "/", "1"),
		"columns":      on(reservations, "o", "down"),
		"deadlines":    on(func(f *fixture) ui.Screen { return screens.NewDeadlines(f.deps) }, "down"),
		"help":         on(hotels, "?", "down"),
		"palette":      on(hotels, "ctrl+k", "s", "o"),
	}
}

// Without colours a text that is typed has its cursor still: the cell behind it is reversed.
func TestTheCursorOfATextIsSeenWithoutColours(t *testing.T) {
	t.Parallel()
	theme := ui.NewThemeIn(ui.ThemeNone, ui.Colors16)
	const cell = "xy\x1b[7m \x1b[0m"
	all := map[string]func(f *fixture) *uitest.Pump{}
	for what, keys := range map[string][]string{"find": {"/"}, "palette": {"ctrl+k"}, "help": {"?"}} {
		all["hotels "+what] = func(f *fixture) *uitest.Pump {
			return startOn(f, hotelListOf(f.deps, londonTrip())).Press(keys...)
		}
	}
	for what, keys := range map[string][]string{"find": {"/"}, "filter": {"f"}} {
		all["reservations "+what] = func(f *fixture) *uitest.Pump {
			return startOn(f, screens.NewReservations(f.deps, api.ReservationQuery{})).Press(keys...)
		}
	}
	all["search"] = func(f *fixture) *uitest.Pump { return startOn(f, screens.NewSearch(f.deps, emptyTrip())) }
	for what, open := range all {
		f, _ := newFixtureWith(t, 60)
		theme.Keys = f.deps.Theme.Keys
		f.deps.Theme = theme
		f.change = append(f.change, func(o *ui.Options) { o.Theme = theme })
		p := open(f)
		if p.Type("xy"); !strings.Contains(p.Raw(), cell) {
			t.Errorf("%s: no cursor is drawn behind what is typed:\n%s", what, p.View())
		}
	}
}
