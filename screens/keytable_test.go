package screens_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/bubbles/key"

	"bellhop/screens/keys"
	"bellhop/ui"
	"bellhop/ui/keymap"
)

// placesOf are the names in the table of the screens of a type.
func placesOf(screen ui.Screen) []string {
	name := strings.ToLower(reflect.TypeOf(screen).Elem().Name())
	return map[string][]string{
		"hotels": {"hotels", "filters"}, "nearestrates": {"other-rates"}, "knownguests": {"known-guests"}, "cancelmany": {"cancel-several"},
		"dates": {"change-dates"}, "payment": {"change-payment"}, "unresolved": {"lost-answers"}, "handover": {"hand-over"}, "openhandover": {"open-handover"},
		"activityrequest": {"request"}, "linehelp": {"line-help"}, "signin": {"api-key"}, "sandboxpanel": {"sandbox"},
		"deadlinemonth": {"month"},
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
	for _, a := range keys.Table().Actions {
		if a.ID == id {
			return a, true
		}
	}
	return keymap.Action{}, false
}
