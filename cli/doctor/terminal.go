package doctor

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/term"

	"bellhop/ui/scheme"
)

// The smallest terminal that every screen is laid out for.
const leastColumns, leastRows = 60, 20

const notTerminal = "not looked at: the output is no terminal"

func lookAtTerminal(_ context.Context, s *Subject) []Finding {
	name := s.Env("TERM")
	switch {
	case s.Screen == nil:
		return one(ok(notTerminal))
	case name == "dumb" || name == "" && s.GOOS != "windows":
		return one(bad("set TERM to what your terminal is, such as xterm-256color", "TERM is %q: the console cannot draw there", name))
	}
	columns, rows, err := term.GetSize(int(s.Screen.Fd()))
	switch {
	case err != nil:
		return one(warn("", "%s does not tell its size: %v", name, err))
	case columns == 0 || rows == 0:
		return one(warn("", "%s tells no size: the console asks it, and else takes 80 columns by 24 rows", name))
	case columns < leastColumns || rows < leastRows:
		return one(warn(fmt.Sprintf("make it at least %d columns by %d rows", leastColumns, leastRows),
			"%s is %d columns by %d rows, which is less than the screens are made for", name, columns, rows))
	default:
		return one(ok("%s, %d columns by %d rows", name, columns, rows))
	}
}

func lookAtColours(_ context.Context, s *Subject) []Finding {
	name, depth := s.Env("TERM"), s.Env("COLORTERM")
	switch {
	case s.Env("NO_COLOR") != "":
		return one(ok("none, because NO_COLOR is set; nothing is told by colour alone"))
	case depth == "truecolor" || depth == "24bit":
		return append(one(ok("16 million (COLORTERM=%s)", depth)), lookAtContrast(s, scheme.TrueColor)...)
	case strings.Contains(name, "256color"):
		return append(one(ok("256 (TERM=%s)", name)), lookAtContrast(s, scheme.Colors256)...)
	case !scheme.BasicTerminal(name):
		return one(ok("none; nothing is told by colour alone"))
	default:
		return append(one(ok("16 (TERM=%s)", name)), lookAtContrast(s, scheme.Colors16)...)
	}
}

// lookAtContrast says which colours of the file are hard to read in a theme.
func lookAtContrast(s *Subject, colors scheme.Colors) (found []Finding) {
	var overrides []scheme.Override
	for _, c := range s.config.Colors {
		color, _ := scheme.ParseColor(c.Text) // It has been checked.
		overrides = append(overrides, scheme.Override{Scheme: c.Theme, Name: c.Name, Color: color})
	}
	for _, name := range append(scheme.Overridable(), scheme.HighContrastLight) {
		for _, low := range scheme.Hard(name, overrides, scheme.Background(name), colors) {
			c := s.config.Colors[low.Cause]
			found = append(found, warn(fmt.Sprintf("give %s another colour in line %d of %s", c.Name, c.Line, c.File), "in the theme %s, %s", name, low))
		}
	}
	return found
}

// lookAtClipboard says what is known of copying by the terminal (OSC 52). No terminal
// tells whether it does.
func lookAtClipboard(_ context.Context, s *Subject) []Finding {
	const paste = "press y in the console and paste: nobody hears whether a terminal copies"
	remote := s.Env("SSH_CONNECTION") != "" || s.Env("SSH_TTY") != ""
	switch {
	case s.Screen == nil:
		return one(ok(notTerminal))
	case s.Env("TMUX") != "":
		return one(ok("tmux stands between: it copies with \"set -g set-clipboard on\", or \"allow-passthrough on\"; %s", paste))
	case s.Env("STY") != "":
		return one(warn("select with the mouse, or use tmux", "screen stands between, and may keep what is copied (OSC 52)"))
	case s.Env("TERM_PROGRAM") == "Apple_Terminal" && remote:
		return one(warn("use another terminal, or select with the mouse", "Apple's Terminal takes no copies (OSC 52) from another machine"))
	case remote:
		return one(ok("the terminal is asked to copy (OSC 52); %s", paste))
	default:
		return one(ok("a tool of this machine copies, or else the terminal is asked to (OSC 52); %s", paste))
	}
}

// The characters whose width is asked for, with the columns that layouts give them.
var samples = []struct {
	text    string
	columns int
}{{"é", 1}, {"≈", 1}, {"›", 1}, {"▀", 1}, {"e\u0301", 1}, {"世", 2}, {"👍", 2}}

func lookAtCharacters(_ context.Context, s *Subject) []Finding {
	if s.Screen != nil && s.Keyboard != nil && s.Env("TERM") != "dumb" && s.GOOS != "windows" {
		if widths, answered := askWidths(s.Keyboard, s.Screen, answerTime); answered {
			return one(judged(widths))
		}
	}
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		text := s.Env(name)
		if text == "" {
			continue
		}
		if upper := strings.ToUpper(text); strings.Contains(upper, "UTF-8") || strings.Contains(upper, "UTF8") {
			return one(ok("%s is %s; the terminal was not asked how wide it draws them", name, text))
		}
		return one(warn("set LANG to one that ends in UTF-8, such as C.UTF-8, or glyphs = \"unicode\" in config.toml", "%s is %s: everything is drawn in ASCII", name, text))
	}
	return one(ok("no locale is set; Bellhop writes UTF-8"))
}

func judged(widths []int) Finding {
	var off []string
	for i, sample := range samples {
		if widths[i] != sample.columns {
			off = append(off, fmt.Sprintf("%s in %d instead of %d", sample.text, widths[i], sample.columns))
		}
	}
	if len(off) > 0 {
		return warn("set the terminal to UTF-8; where only ambiguous characters are wide, ambiguous_width = \"wide\" in config.toml", "the terminal draws %s: columns may not line up", strings.Join(off, ", "))
	}
	return ok("the terminal draws wide and combined characters as wide as layouts have them")
}

// answerTime is how long a terminal may take to say where its cursor is.
const answerTime = time.Second

// askWidths draws each sample at the begin of the line, asks where the cursor is, and
// wipes the line. A terminal that does not answer is left alone.
func askWidths(keyboard, screen *os.File, wait time.Duration) ([]int, bool) {
	before, err := term.MakeRaw(int(keyboard.Fd()))
	if err != nil {
		return nil, false
	}
	defer func() { _ = term.Restore(int(keyboard.Fd()), before) }()
	var question strings.Builder
	for _, sample := range samples {
		question.WriteString("\r" + sample.text + "\x1b[6n")
	}
	question.WriteString("\r\x1b[K")
	if _, err := screen.WriteString(question.String()); err != nil {
		return nil, false
	}
	answers := make(chan []byte)
	done := make(chan struct{})
	defer close(done)
	// A read cannot be called off: without an answer it ends with the program.
	go func() {
		for {
			text := make([]byte, 256)
			n, err := keyboard.Read(text)
			select {
			case answers <- text[:n]:
			case <-done:
				return
			}
			if err != nil {
				return
			}
		}
	}()
	end := time.NewTimer(wait)
	defer end.Stop()
	var all []byte
	for {
		select {
		case text := <-answers:
			if all = append(all, text...); len(text) == 0 || len(all) > mostAnswer {
				return nil, false
			}
			if widths, whole := widthsIn(all, len(samples)); whole {
				return widths, true
			}
		case <-end.C:
			return nil, false
		}
	}
}

// mostAnswer bounds what is read of a terminal.
const mostAnswer = 4096

var cursorAt = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\x1b\[(\d{1,4});(\d{1,4})R`) })

// widthsIn reads so many answers of where the cursor is, and false where there are not
// all of them yet. What was typed between them is left out.
func widthsIn(text []byte, count int) ([]int, bool) {
	found := cursorAt().FindAllSubmatch(text, count)
	if len(found) < count {
		return nil, false
	}
	widths := make([]int, count)
	for i, one := range found {
		column, err := strconv.Atoi(string(one[2]))
		if err != nil {
			return nil, false
		}
		widths[i] = column - 1
	}
	return widths, true
}
