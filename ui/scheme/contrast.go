package scheme

import "fmt"

// Background returns the background that a scheme is made for.
func Background(name string) RGB {
	if name == Light || name == HighContrastLight {
		return White
	}
	return Black
}

// A Low is a colour that is hard to read on what is behind it.
type Low struct {
	Name   string // of the scheme's part
	Color  RGB
	Behind RGB
	// BehindName is the part that is behind it; empty is the terminal's background.
	BehindName   string
	Ratio, Least float64
	// Cause is the override by which it is; of use only where there are some.
	Cause int
}

// String is one line: "muted is #333333 on #000000: a contrast of 1.7 to 1, and 4.5 is easy to read".
func (l Low) String() string {
	behind := l.Behind.String()
	if l.BehindName != "" {
		behind = l.BehindName + " " + behind
	}
	return fmt.Sprintf("%s is %s on %s: a contrast of %.1f to 1, and %g is easy to read", l.Name, l.Color, behind, l.Ratio, l.Least)
}

// Least returns the contrast that a part of a scheme should have at least with what is behind it, 0 for what is
// itself behind a text: texts 4.5; keys that do nothing now 3; lines 2.
func Least(name string) float64 {
	switch name {
	case "cursor_back", "live_back":
		return 0
	case "dim":
		return 3
	case "rule":
		return 2
	}
	return 4.5
}

// Low returns what of the scheme is hard to read on a terminal with so many colours and that background, in the order
// of Names.
func (p Scheme) Low(back RGB, colors Colors) []Low {
	var found []Low
	for _, part := range parts() {
		backs := []RGB{back}
		if behind, ok := p.Named(part.behind); ok {
			backs = behind.Made(colors)
		}
		worst := Low{Name: part.name, BehindName: part.behind, Ratio: 21, Least: Least(part.name)}
		made := part.of(&p).Made(colors)
		for i := range max(len(made), len(backs)) {
			if len(made) == 0 || len(backs) == 0 {
				break // Nothing is drawn in colours.
			}
			// A terminal's own colours go with each other: xterm's with xterm's.
			c, b := made[min(i, len(made)-1)], backs[min(i, len(backs)-1)]
			if ratio := Contrast(c, b); ratio < worst.Ratio {
				worst.Color, worst.Behind, worst.Ratio = c, b, ratio
			}
		}
		if worst.Ratio < worst.Least {
			found = append(found, worst)
		}
	}
	return found
}

// Hard returns what of a scheme is hard to read because of what overrides it.
func Hard(name string, overrides []Override, back RGB, colors Colors) []Low {
	base, _ := Of(name)
	var hard []Low
	for _, low := range base.With(name, overrides).Low(back, colors) {
		low.Cause = cause(low, name, overrides)
		if low.Cause >= 0 {
			hard = append(hard, low)
		}
	}
	return hard
}

// cause is the override that a part has its colour of, or else what is behind it; -1 where both are the scheme's own.
func cause(low Low, name string, overrides []Override) int {
	for _, part := range []string{low.Name, low.BehindName} {
		found := -1
		for i, o := range overrides {
			if o.Name == part && o.For(name) && (found < 0 || o.Scheme != "" || overrides[found].Scheme == "") {
				found = i
			}
		}
		if found >= 0 {
			return found
		}
	}
	return -1
}
