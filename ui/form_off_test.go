package ui_test

import (
	"strings"
	"testing"

	"bellhop/ui"
	"bellhop/ui/uitest"
)

// A field that is off says why and is passed over by every key.
func TestFormPassesOverWhatIsOff(t *testing.T) {
	f := ui.NewForm(uitest.Theme(), ui.Section{Fields: []ui.Field{
		{Name: "first", Label: "First", Off: "not here", Required: true, Value: "kept", Paths: []string{"first"}},
		{Name: "name", Label: "Name"},
		{Name: "loyalty", Label: "Loyalty", Off: "not at this service: there is no name for it", Required: true},
		{Name: "city", Label: "City"},
		{Name: "last", Label: "Last", Kind: ui.FieldChoice, Off: "not here", Options: []ui.Option{{Value: "a"}, {Value: "b"}}},
	}})
	f.SetSize(40, 20)
	if f.Focused() != "name" {
		t.Fatalf("the focus begins on %q", f.Focused())
	}
	view := uitest.Plain(f.View())
	for _, want := range []string{"First *    not here", "Loyalty *  not at this service: there\n             is no name for it", "Last       not here"} {
		if !strings.Contains(view, want) {
			t.Errorf("the form does not show %q:\n%s", want, view)
		}
	}
	for _, step := range []struct{ key, want string }{
		{"up", "name"}, {"shift+tab", "name"}, {"down", "city"}, {"down", "city"}, {"tab", "city"}, {"up", "name"}, {"tab", "city"}, {"shift+tab", "name"}, {"enter", "city"},
	} {
		if pressForm(t, f, step.key); f.Focused() != step.want {
			t.Fatalf("%s leads to %q, want %q", step.key, f.Focused(), step.want)
		}
	}
	if f.Focus("loyalty"); f.Focused() != "city" {
		t.Errorf("the focus is on %q", f.Focused())
	}
	if f.SetError([]string{"first"}, "wrong") {
		t.Error("a field that is off took a problem")
	}
	if got := pressForm(t, f, "enter"); got != ui.FormSubmitted {
		t.Errorf("enter on the last field that takes keys is event %d", got)
	}
	if f.Value("first") != "kept" || f.Value("last") != "a" {
		t.Errorf("values %q, %q", f.Value("first"), f.Value("last"))
	}
}
