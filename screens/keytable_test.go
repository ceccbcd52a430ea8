package screens_test

import (
	"errors"
	"go/scanner"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/charmbracelet/bubbles/key"

	"bellhop/api"
	"bellhop/screens"
	"bellhop/screens/keys"
	"bellhop/ui"
	"bellhop/ui/keymap"
	"bellhop/ui/uitest"
)

// placesOf are the names in the table of the screens of a type.
func placesOf(screen ui.Screen) []string {
	name := strings.ToLower(reflect.TypeOf(screen).Elem().Name())
	return map[string][]string{
		"hotels": {"hotels", "filters"}, "nearestrates": {"other-rates"}, "knownguests": {"known-guests"}, "cancelmany": {"cancel-several"},
		"dates": {"change-dates"}, "payment": {"change-payment"}, "unresolved": {"lost-answers"}, "handover": {"hand-over"}, "openhandover": {"open-handover"},
		"activityrequest": {"request"}, "linehelp": {"line-help"}, "signin": {"api-key"}, "sandboxpanel": {"sandbox"},
		"deadlinemonth": {"month"}, "viewsscreen": {"views"},
		"reservations": {"reservations", "filters-of-reservations"},
	}[name]
}

// fromTheTable holds what a screen lists to the table: each binding is of an action there, which says that it works on
// this screen, and, where letters are text, that it works there too.
func fromTheTable(t testing.TB, shell *ui.Shell) {
	t.Helper()
	top, status := shell.Top(), shell.Status()
	if !strings.Contains(reflect.TypeOf(top).String(), "screens.") || strings.Contains(reflect.TypeOf(top).String(), "screens_test.") {
		return
	}
	places := placesOf(top)
	if places == nil {
		places = []string{strings.ToLower(reflect.TypeOf(top).Elem().Name())}
	}
	for _, b := range top.Keys() {
		if b.Help().Desc == "" || b.Help().Key == "" {
			continue
		}
		action, ok := actionOf(b)
		if !ok {
			t.Errorf("on %q, %s (%s) is no action of the table", status.Title, b.Help().Desc, b.Help().Key)
			continue
		}
		if !slices.Contains(action.On, keymap.Everywhere) && !slices.ContainsFunc(places, func(p string) bool { return slices.Contains(action.On, p) }) {
			t.Errorf("the table does not say that %s (%s) is on %q", action.ID, action.Words, places)
		}
		if b.Enabled() && status.Typing && action.Text == keymap.Letters && slices.ContainsFunc(b.Keys(), func(k string) bool { return !keymap.IsLetter(k) && !keymap.Kept(k) }) {
			t.Errorf("%s works on %q where letters are text; the table has letters for it", action.ID, status.Title)
		}
	}
}

// actionOf is the action that a binding was made of.
func actionOf(b key.Binding) (keymap.Action, bool) {
	id, ok := keys.Default().Of(b)
	if !ok {
		return keymap.Action{}, false
	}
	action, ok := actions()[id]
	return action, ok
}

// actions are those of the table by their names. Every rule asks for them at every look.
var actions = sync.OnceValue(func() map[string]keymap.Action {
	byID := map[string]keymap.Action{}
	for _, a := range keys.Table().Actions {
		byID[a.ID] = a
	}
	return byID
})

// moved is a map in which every action has other keys than by default, except those that every program has.
func moved(t testing.TB) *keymap.Map {
	t.Helper()
	letter, control := rune(0x1e00), []string{"ctrl+q", `ctrl+\`, "ctrl+]"}
	own := map[string][]string{}
	for _, a := range keys.Table().Actions {
		if !slices.ContainsFunc(a.Keys, func(k string) bool { return !keymap.Kept(k) }) {
			continue
		}
		switch letter := string(letter); {
		case a.Write:
			own[a.ID], control = []string{control[0]}, control[1:]
			continue
		case a.Text == keymap.Letters:
			own[a.ID] = []string{letter}
		case a.Text == keymap.Mixed:
			own[a.ID] = []string{letter, "alt+" + letter}
		default:
			own[a.ID] = []string{"alt+" + letter}
		}
		letter++
	}
	m, found := keymap.New(keys.Table(), "", own)
	for _, p := range found {
		t.Errorf("%s: %s", p.ID, p.What)
	}
	return m
}

// defaultsNamed finds the name of a key that is the default of something, and that nobody has once all were moved.
var defaultsNamed = regexp.MustCompile(`\bctrl\+[a-z_]|\balt\+[a-z]\b|\bf[1-9][0-2]?\b`)

// letterNamed finds a key that is a letter or a sign in a text, by what follows it: "S saves one".
var letterNamed = regexp.MustCompile("(?:^|[ ·(\"`])[b-zB-HJ-Z\\[\\]{}<>+=$%*/?-] (?:and|or|leaves|saves|adds|zoom|in words|marks|shows|clears|opens|moves?|finds|searches|filters|sorts|looks|goes|reloads|writes|copies|explains)\\b")

// With every key moved, no screen shows a key that is not in force: not in its footer, its texts, its help or the palette.
func TestTextsNameTheKeysInForce(t *testing.T) {
	t.Parallel()
	production := func(f *fixture) { production(f) }
	for name, test := range map[string]struct {
		open  func(f *fixture) ui.Screen
		press []string
		on    func(f *fixture)
	}{
		"search":      {open: func(f *fixture) ui.Screen { return screens.NewSearch(f.deps, emptyTrip()) }},
		"search trip": {open: func(f *fixture) ui.Screen { return screens.NewSearch(f.deps, londonTrip()) }, press: []string{"tab"}},
		"hotels":      {open: func(f *fixture) ui.Screen { return hotelListOf(f.deps, londonTrip()) }},
		"no hotels":   {open: func(f *fixture) ui.Screen { f.service.hotels = 0; return hotelListOf(f.deps, londonTrip()) }},
		"hotels fail": {open: func(f *fixture) ui.Screen {
			f.service.fail = errors.New("no")
			return hotelListOf(f.deps, londonTrip())
		}},
		"filters":        {open: func(f *fixture) ui.Screen { return hotelListOf(f.deps, londonTrip()) }, press: []string{"filter"}},
		"terms":          {open: func(f *fixture) ui.Screen { return screens.NewTerms(f.deps, londonDraft(f)) }},
		"guest":          {open: func(f *fixture) ui.Screen { return screens.NewGuest(f.deps, londonDraft(f)) }},
		"book":           {open: func(f *fixture) ui.Screen { return screens.NewBook(f.deps, verifiedDraft(t, f)) }, press: []string{"enter"}},
		"book live":      {open: func(f *fixture) ui.Screen { return screens.NewBook(f.deps, verifiedDraft(t, f)) }, on: production},
		"tray":           {open: func(f *fixture) ui.Screen { return screens.NewTray(f.deps) }},
		"reservations":   {open: func(f *fixture) ui.Screen { return screens.NewReservations(f.deps, api.ReservationQuery{}) }},
		"reservation":    {open: func(f *fixture) ui.Screen { return screens.NewReservation(f.deps, storedReservation(0)) }},
		"cancel":         {open: func(f *fixture) ui.Screen { return screens.NewCancel(f.deps, storedReservation(0)) }},
		"cancel live":    {open: func(f *fixture) ui.Screen { return screens.NewCancel(f.deps, storedReservation(0)) }, on: production},
		"change dates":   {open: func(f *fixture) ui.Screen { return screens.NewDates(f.deps, storedReservation(0)) }},
		"change payment": {open: func(f *fixture) ui.Screen { return screens.NewPayment(f.deps, storedReservation(0)) }, press: []string{"enter"}},
		"deadlines":      {open: func(f *fixture) ui.Screen { return screens.NewDeadlines(f.deps) }},
		"lost answers":   {open: func(f *fixture) ui.Screen { return screens.NewUnresolved(f.deps) }},
		"receipt":        {open: func(f *fixture) ui.Screen { return receiptOf(t, f) }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, _ := newFixtureWith(t, 3)
			f.deps.Theme = themeWith(moved(t))
			if test.on != nil {
				test.on(f)
			}
			p := uitest.New(t, test.open(f), func(o *ui.Options) {
				o.Theme.Keys, o.Alone = f.deps.Theme.Keys, f.deps.Theme.Keys.WriteKeys()
				o.Lessons = &screens.Lessons{Keys: f.deps.Theme.Keys}
			})
			f.pump = p
			for _, action := range test.press {
				if shown := f.deps.Theme.Keys.Shown(action); shown != "" {
					action = shown
				}
				p.Press(action)
			}
			looks := func(what string) {
				for _, size := range [][2]int{{120, 40}, {80, 24}} {
					p.Resize(size[0], size[1])
					for _, line := range strings.Split(p.View(), "\n") {
						for _, found := range defaultsNamed.FindAllString(line, -1) {
							if found != "ctrl+q" && found != "ctrl+c" {
								t.Errorf("%s: %s is not in force, and is named: %s", what, found, strings.TrimSpace(line))
							}
						}
					}
				}
			}
			looks("the screen")
			p.Press(f.deps.Theme.Keys.Typing("global.help").Keys()[0])
			looks("the help")
			p.Press("esc", f.deps.Theme.Keys.Typing("global.palette").Keys()[0])
			looks("the palette")
		})
	}
}

// literals returns the texts of a source.
func literals(source []byte) []string {
	var s scanner.Scanner
	files := token.NewFileSet()
	s.Init(files.AddFile("", files.Base(), len(source)), source, nil, 0)
	var out []string
	for {
		_, kind, text := s.Scan()
		if kind == token.EOF {
			return out
		}
		if kind == token.STRING {
			out = append(out, text)
		}
	}
}

// What a source says of keys is in the table: the name of each action that a screen binds or a text names.
func TestActionsOfTheSourceAreInTheTable(t *testing.T) {
	t.Parallel()
	known := map[string]bool{}
	for _, a := range keys.Table().Actions {
		known[a.ID] = false
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	kit, err := filepath.Glob("../ui/*.go")
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile(`(?:\b(?:bind|typing|Binding|Typing|shown|Shown)|Pair\("[a-z]+", )\(?"([a-z_.]+)"|"([a-z]+\.[a-z_]+)"\)|\{([a-z_]+(?:\.[a-z_]+)?)!?\}|\{"([a-z_.]+)!?", "`)
	bound := regexp.MustCompile(`(?:\b(?:bind|typing|Binding|Typing)\()"([a-z_.]+)"`)
	for _, file := range append(files, kit...) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		for _, match := range named.FindAllStringSubmatch(string(text), -1) {
			for _, name := range match[1:] {
				if _, ok := known[name]; ok {
					known[name] = true
				}
			}
		}
		for _, match := range bound.FindAllStringSubmatch(string(text), -1) {
			if _, ok := known[match[1]]; !ok {
				t.Errorf("%s binds %q, which is not in the table", file, match[1])
			}
		}
		for _, literal := range literals(text) {
			literal = strings.ReplaceAll(literal, "ctrl+c", "")
			if name := defaultsNamed.FindString(literal) + letterNamed.FindString(literal); name != "" && !strings.Contains(literal, "digits, - and _") {
				t.Errorf("%s says %s: %s; a text names the action in braces", file, name, literal)
			}
		}
		if strings.Contains(string(text), "key.WithKeys(") && file != "../ui/keys.go" {
			t.Errorf("%s makes a binding that is not of the table", file)
		}
	}
	for name, used := range known {
		if !used {
			t.Errorf("nothing does %s", name)
		}
	}
}
