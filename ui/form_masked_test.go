package ui_test

import (
	"strings"
	"testing"

	"bellhop/ui"
	"bellhop/ui/uitest"
)

// A private field is dots for an audience, and what is wrong with it does not
// repeat it.
func TestPresenterForm(t *testing.T) {
	theme := uitest.Theme()
	theme.Presenter = ui.NewPresenter(true)
	form := ui.NewForm(theme, ui.Section{Fields: []ui.Field{
		{Name: "surname", Label: "surname", Value: "Markham", Private: true, Required: true, Paths: []string{"surname"}},
		{Name: "city", Label: "city", Value: "London"},
		{Name: "token", Label: "token", Kind: ui.FieldSecret, Value: "tok_marked", Paths: []string{"token"}},
	}})
	form.SetSize(60, 12)
	draw := func() string { return uitest.Plain(form.View()) }
	for name, want := range map[string]ui.Echo{"surname": ui.EchoDots, "city": ui.EchoLetters, "token": ui.EchoNothing} {
		form.Focus(name)
		if got := form.Echo(); got != want {
			t.Errorf("%s echoes %d, want %d", name, got, want)
		}
		if view := draw(); strings.Contains(view, "Markham") || strings.Contains(view, "marked") || !strings.Contains(view, "•••••••") {
			t.Errorf("with the focus on %s:\n%s", name, view)
		}
	}
	form.SetProblems([]ui.Problem{{Path: []string{"surname"}, Message: "Markham is refused"}, {Path: []string{"token"}, Message: "no card tok_marked"}})
	if view := draw(); strings.Contains(view, "Markham") || strings.Contains(view, "marked") || strings.Count(view, "! This is not accepted.") != 2 {
		t.Errorf("what the service says:\n%s", view)
	}
	form.SetValue("surname", "")
	form.Submit()
	if view := draw(); !strings.Contains(view, "! This is needed.") {
		t.Errorf("what is the console's own is shown:\n%s", view)
	}
}
