package screens_test

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"bellhop/screens"
	"bellhop/ui"
)

// keyMeanings is what a key may do, in the first words of its label, whatever the screen. Keys that
// move, enter and esc are not among them: they go around, on and back.
var keyMeanings = map[string][]string{
	"ctrl+a": {"load all"},
	"ctrl+b": {"book it", "change the dates", "set the payment"},
	"ctrl+c": {"quit"},
	"ctrl+d": {"calendar"},
	"ctrl+e": {"nearest rates"},
	"ctrl+f": {"deadlines"},
	"ctrl+g": {"known guest"},
	"ctrl+k": {"commands"},
	"ctrl+l": {"redraw"},
	"ctrl+n": {"search again", "new search"},
	"ctrl+o": {"sandbox panel"},
	"ctrl+p": {"lost answers"},
	"ctrl+r": {"reservations"},
	"ctrl+s": {"search", "go on", "price it", "show these", "save and start", "save what is shown"},
	"ctrl+t": {"test token"},
	"ctrl+v": {"verify again"},
	"ctrl+x": {"cancel it", "cancel them", "cancel the old one", "throw it away", "do it"},
	"ctrl+y": {"accept"},
	"ctrl+z": {"suspend"},
	"ctrl+_": {"undo"},
	"alt+z":  {"undo"},
	"f1":     {"help"},
	"f2":     {"presenter mode"},
	"f3":     {"continue"},
	"f4":     {"tray"},
	"f5":     {"reload", "look now"},
	"f6":     {"next draft"},
	"f7":     {"hand over", "open a hand-over"},
	"f8":     {"line help"},
	"f9":     {"activity"},
	"f12":    {"mouse"},
	"/":      {"find"},
	"?":      {"help"},
	"=":      {"convert prices"},
	"[":      {"a day earlier"},
	"]":      {"a day later"},
	"(":      {"three days earlier"},
	")":      {"three days later"},
	"{":      {"a night fewer"},
	"}":      {"a night more"},
	"-":      {"one fewer"},
	"+":      {"wider radius"},
	"$":      {"more sums"},
	"%":      {"mark-up"},
	" ":      {"change", "mark", "compare"},
	"a":      {"all around", "only the place", "rebook cheaper"},
	"b":      {"cheapest day"},
	"c":      {"cancel"},
	"d":      {"change dates"},
	"e":      {"export as CSV"},
	"f":      {"filter", "keep"}, // It opens the filter and leaves it.
	"g":      {"first"},
	"i":      {"calendar file"},
	"j":      {"down", "more"},
	"k":      {"up"},
	"l":      {"look now"},
	"m":      {"map"},
	"n":      {"keep"},
	"o":      {"in km", "in miles", "columns"},
	"p":      {"change payment", "photos"}, // Of a reservation, and of a hotel: never on one screen.
	"q":      {"quote"},
	"r":      {"reload"},
	"s":      {"sort", "message"}, // The columns have "sort by it" and "reverse order".
	"t":      {"tray"},
	"u":      {"show guest", "mask guest"},
	"w":      {"next", "window"},
	"v":      {"voucher", "write", "views"},
	"y":      {"copy"},
	"x":      {"clear", "take off the list", "remove it"},
	"z":      {"zoom in"},
	"G":      {"last"},
	"H":      {"map west"},
	"S":      {"save a snapshot"},
	"E":      {"export as JSON"},
	"F":      {"follow", "stop following"},
	"J":      {"map south", "move down"},
	"K":      {"map north", "move up"},
	"Q":      {"kept quotes"},
	"Z":      {"zoom out"},
	// The sandbox's panel has capitals and digits of its own.
	"A": {"add a fault", "mark all", "unmark all"},
	"C": {"clear faults"},
	"D": {"day on"},
	"L": {"other latency", "map east"},
	"P": {"pause the clock", "run the clock"},
	"R": {"reset", "reports"},
	"T": {"type a time"},
	"X": {"empty"},
	"0": {"real time"},
	"1": {"hour on"},
	"6": {"hours on"},
}

var goAround = []string{
	"shift+left", "shift+right", "shift+up", "shift+down",
	"enter", "esc", "tab", "shift+tab", "delete", "up", "down", "left", "right", "home", "end", "pgup", "pgdown",
}

// lettersNamed finds what reads as the name of a letter key: "press r", `r`, "r reloads", "f  change the filter".
var lettersNamed = regexp.MustCompile("[Pp]ress [a-zA-Z/]\\b|`[a-zA-Z/]`|(?:^|[ (.,;·│])[b-hj-zB-HJ-Z/] {1,2}[a-z]{3,}")

// hoursLeft are no key.
var hoursLeft = strings.NewReplacer("h left", "", "m left", "", "s left", "")

// nameless holds lines in which no letter key is named: most are looked at hundreds of times.
var nameless sync.Map

// oneMeaning holds every screen, in every state that a test brings it into, to the keys: one key means
// one thing, and where letters are text none is a key and no text says that one is.
func oneMeaning(t testing.TB, shell *ui.Shell) {
	t.Helper()
	status := shell.Status()
	if !status.Usable || status.Help {
		return
	}
	fromTheTable(t, shell)
	listed := map[string]bool{}
	for _, one := range shell.Listed() {
		listed[one.Key+" "+one.Word] = true
	}
	for _, binding := range shell.Bindings() {
		if h := binding.Help(); h.Desc != "" && !listed[h.Key+" "+strings.TrimSpace(h.Desc)] {
			t.Errorf("on %q the palette lacks %s, %q", status.Title, h.Key, h.Desc)
		}
		for _, name := range binding.Keys() {
			if status.Typing && len([]rune(name)) == 1 || slices.Contains(goAround, name) {
				continue
			}
			word := binding.Help().Desc
			if !slices.ContainsFunc(keyMeanings[name], func(meaning string) bool { return strings.HasPrefix(word, meaning) }) {
				t.Errorf("on %q, %s means %q; elsewhere it means %q", status.Title, name, word, keyMeanings[name])
			}
		}
	}
	if !status.Typing {
		return
	}
	for _, binding := range shell.Bindings() {
		if name := binding.Help().Key; len([]rune(name)) == 1 {
			t.Errorf("on %q letters are text, and %s is said to %s", status.Title, name, binding.Help().Desc)
		}
	}
	// What was typed is no name of a key: in a field, or cut where it is told.
	const field, cut = "__", "…"
	for _, line := range strings.Split(hoursLeft.Replace(ansi.Strip(shell.Top().View())), "\n") {
		typed := strings.Contains(line, field) || status.Title == "known guests" && strings.Contains(line, cut)
		if _, known := nameless.Load(line); known || typed {
			continue
		}
		if found := lettersNamed.FindString(line); found != "" {
			t.Errorf("on %q letters are text, and a key is named in %q: %q", status.Title, line, found)
			continue
		}
		nameless.Store(line, true)
	}
}

// nowAndThen looks at a rule whenever another screen is on top or letters begin or cease to be text, and else at
// every eighth message: drawing each frame once more took most of the time of these tests.
func nowAndThen(rule func(testing.TB, *ui.Shell)) func(testing.TB, *ui.Shell) {
	var last ui.Status
	messages := 0
	return func(t testing.TB, shell *ui.Shell) {
		t.Helper()
		status := shell.Status()
		if messages++; status.Title == last.Title && status.Typing == last.Typing && messages%8 != 0 {
			return
		}
		last = status
		rule(t, shell)
	}
}

var footerKey = regexp.MustCompile(`\S+(?: \S+)+`)

// The keys in the last line stay where they are while something is typed, field after field.
func TestFooterKeysStayWhileSomethingIsTyped(t *testing.T) {
	t.Parallel()
	for name, screen := range map[string]func(f *fixture) ui.Screen{
		"search": func(f *fixture) ui.Screen { return screens.NewSearch(f.deps, emptyTrip()) },
		"guest":  func(f *fixture) ui.Screen { return screens.NewGuest(f.deps, londonDraft(f)) },
		"book":   func(f *fixture) ui.Screen { return screens.NewBook(f.deps, londonDraft(f)) },
		"dates":  func(f *fixture) ui.Screen { return screens.NewDates(f.deps, storedReservation(0)) },
	} {
		for _, width := range []int{120, 80} {
			f := newFixture(t)
			p := f.start(screen(f)).Resize(width, 24)
			places := map[string]int{}
			for _, press := range strings.Split("l o n tab 2 4 backspace tab x up down backspace l ctrl+u 1", " ") {
				p.Press(press)
				for _, at := range footerKey.FindAllStringIndex(p.Footer(), -1) {
					key := p.Footer()[at[0]:at[1]]
					if before, had := places[key]; had && before != at[0] {
						t.Errorf("%s, %d wide: after %s %q is at %d, was at %d", name, width, press, key, at[0], before)
					}
					places[key] = at[0]
				}
			}
		}
	}
}
