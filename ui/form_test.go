package ui_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"bellhop/ui"
	"bellhop/ui/uitest"
)

// guestForm is a form of every kind of field; its last one is a choice that has
// only the option given.
func guestForm(mailing ...ui.Option) *ui.Form {
	return ui.NewForm(uitest.Theme(),
		ui.Section{Title: "Guest", Fields: []ui.Field{
			{Name: "title", Label: "Title", Kind: ui.FieldChoice, Options: []ui.Option{{Value: ""}, {Value: "MR", Label: "Mr"}, {Value: "MS", Label: "Ms"}}},
			{Name: "name", Label: "Surname", Required: true, Limit: 20, Paths: []string{"guest.name.surname"}, Help: "As in the passport."},
			{
				Name: "mail", Label: "E-mail", Placeholder: "ada@example.com", Paths: []string{"guest.email", "guests.*.email"},
				Validate: func(v string) string {
					if !strings.Contains(v, "@") {
						return "An e-mail address has an @."
					}
					return ""
				},
			},
		}},
		ui.Section{Title: "Payment", Fields: []ui.Field{
			{Name: "token", Label: "Token", Kind: ui.FieldSecret, Paths: []string{"payment.token"}},
			{Name: "nights", Label: "Nights", Limit: 7, Value: "2", Validate: func(v string) string {
				switch n, err := strconv.Atoi(v); {
				case err != nil:
					return "This is not a number."
				case n < 1 || n > 30:
					return "It must be from 1 to 30."
				}
				return ""
			}},
			{Name: "mailing", Label: "Mailing", Kind: ui.FieldChoice, Options: mailing},
		}},
	)
}

func pressForm(t testing.TB, f *ui.Form, keys ...string) (last ui.FormEvent) {
	t.Helper()
	for _, name := range keys {
		msg, ok := ui.ParseKey(name)
		if !ok {
			t.Fatalf("there is no key %q", name)
		}
		last = f.Update(msg)
	}
	return last
}

func typeForm(t testing.TB, f *ui.Form, text string) {
	t.Helper()
	for _, r := range text {
		pressForm(t, f, string(r))
	}
}

func TestFormFillsAndSubmits(t *testing.T) {
	f := guestForm(ui.Option{Value: "yes", Label: "[x] yes"})
	f.SetSize(60, 20)
	pressForm(t, f, "m", "m", "enter")
	typeForm(t, f, "Lovelace ")
	pressForm(t, f, "tab")
	typeForm(t, f, "ada@x.org")
	pressForm(t, f, "down")
	typeForm(t, f, "tok_visa")
	pressForm(t, f, "tab", "backspace", "3", "tab", "space")
	if got := pressForm(t, f, "enter"); got != ui.FormSubmitted {
		t.Errorf("enter on the last field is event %d", got)
	}
	for name, want := range map[string]string{
		"title": "MS", "name": "Lovelace", "mail": "ada@x.org", "token": "tok_visa", "nights": "3", "mailing": "yes", "none": "",
	} {
		if got := f.Value(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	uitest.Golden(t, "form-60x20", f.View())
	if strings.Contains(f.View(), "tok_visa") {
		t.Error("the secret is shown")
	}
	f.SetSize(100, 14)
	uitest.Golden(t, "form-100x14", f.View())
}

func TestFormShowsWhatIsWrong(t *testing.T) {
	f := guestForm(ui.Option{Value: "no", Label: "[ ] no"})
	f.SetSize(60, 20)
	f.Focus("mail")
	typeForm(t, f, "ada")
	if got := f.ErrorOf("mail"); got != "" {
		t.Errorf("while typing: %q", got)
	}
	pressForm(t, f, "tab")
	if got := f.ErrorOf("mail"); got != "An e-mail address has an @." {
		t.Errorf("after leaving: %q", got)
	}
	f.SetValue("nights", "31")
	f.Focus("mailing")
	if got := pressForm(t, f, "enter"); got != ui.FormInvalid || f.Focused() != "name" {
		t.Errorf("event %d, focus on %q", got, f.Focused())
	}
	for name, want := range map[string]string{"name": "This is needed.", "nights": "It must be from 1 to 30.", "token": ""} {
		if got := f.ErrorOf(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	uitest.Golden(t, "form-errors-60x20", f.View())
	typeForm(t, f, "L")
	if got := f.ErrorOf("name"); got != "" {
		t.Errorf("after an edit: %q", got)
	}
	f.SetValue("nights", "x")
	if f.Submit() || f.ErrorOf("nights") != "This is not a number." {
		t.Errorf("nights: %q", f.ErrorOf("nights"))
	}
}

func TestFormPutsProblemsAtTheirFields(t *testing.T) {
	f := guestForm()
	f.SetSize(60, 20)
	rest := f.SetProblems([]ui.Problem{
		{Path: []string{"payment", "token"}, Message: "expired"},
		{Path: []string{"guests", "0", "email"}, Message: "unknown domain"},
		{Path: []string{"payment", "token"}, Message: "used"},
		{Path: []string{"rate"}, Message: "gone"},
		{Path: []string{"guest"}, Message: "bad"},
	})
	want := []ui.Problem{{Path: []string{"rate"}, Message: "gone"}, {Path: []string{"guest"}, Message: "bad"}}
	if diff := cmp.Diff(want, rest); diff != "" {
		t.Error(diff)
	}
	if f.ErrorOf("token") != "expired; used" || f.ErrorOf("mail") != "unknown domain" || f.Focused() != "mail" {
		t.Errorf("token %q, mail %q, focus on %q", f.ErrorOf("token"), f.ErrorOf("mail"), f.Focused())
	}
	f.Show("token", false)
	if f.SetError([]string{"payment", "token"}, "expired") {
		t.Error("a hidden field took a problem")
	}
	f.SetValue("name", "L")
	f.SetValue("mail", "a@b")
	if !f.Submit() {
		t.Error("what the service said before stops the next try")
	}
}

func TestFormUndo(t *testing.T) {
	f := guestForm()
	f.SetSize(60, 20)
	if f.Undoable() || f.Undo() {
		t.Error("a new form has something to undo")
	}
	f.Focus("name")
	typeForm(t, f, "Love")
	pressForm(t, f, "backspace", "backspace")
	f.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("is\nlace"), Paste: true})
	f.SetValue("nights", "3")
	f.SetValue("nights", "4")
	for _, want := range []string{
		"Lois lace 3 nights", "Lois lace 2 nights", "Lo 2 nights", "Love 2 nights", " 2 nights", " 2 nights",
	} {
		pressForm(t, f, "ctrl+_")
		if got := f.Value("name") + " " + f.Value("nights") + " nights"; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if f.Focused() != "name" {
		t.Errorf("the focus is on %q", f.Focused())
	}
	if foot := uitest.Plain(f.View()); !strings.Contains(foot, "nothing to take back") {
		t.Errorf("an undo without an edit says nothing:\n%s", foot)
	}
	typeForm(t, f, "Lois")
	pressForm(t, f, "alt+z")
	if foot := uitest.Plain(f.View()); !strings.Contains(foot, `: "Lois" taken back`) {
		t.Errorf("an undo does not say what it took back:\n%s", foot)
	}
	f.Focus("token")
	typeForm(t, f, "secret")
	f.SetValue("token", "")
	if f.Undo() {
		t.Error("a secret that was cleared comes back")
	}
}

func TestFormKeysThatAreNotItsOwn(t *testing.T) {
	f := guestForm()
	f.Focus("name")
	for _, name := range []string{"esc", "ctrl+b", "ctrl+k", "ctrl+v", "ctrl+c", "f1", "alt+x", "pgdown"} {
		if got := pressForm(t, f, name); got != ui.FormNone {
			t.Errorf("%s in a text is event %d", name, got)
		}
	}
	f.Focus("title")
	for _, name := range []string{"esc", "ctrl+b"} {
		if got := pressForm(t, f, name); got != ui.FormNone {
			t.Errorf("%s on a choice is event %d", name, got)
		}
	}
	if f.Update(tea.WindowSizeMsg{}) != ui.FormNone || ui.NewForm(uitest.Theme()).Update(tea.KeyMsg{Type: tea.KeyTab}) != ui.FormNone {
		t.Error("a form takes what it has no use for")
	}
}

func TestFormHidesFields(t *testing.T) {
	f := guestForm()
	f.SetSize(60, 20)
	f.Focus("mail")
	typeForm(t, f, "ada@x.org")
	f.Show("mail", false)
	if f.Focused() != "token" || strings.Contains(f.View(), "E-mail") {
		t.Errorf("the focus is on %q", f.Focused())
	}
	f.Show("mail", true)
	if f.Value("mail") != "ada@x.org" {
		t.Errorf("the hidden field lost its value: %q", f.Value("mail"))
	}
	one := ui.NewForm(uitest.Theme(), ui.Section{Fields: []ui.Field{{Name: "a", Label: "A"}}})
	one.Show("a", false)
	if one.Focused() != "" || one.Typing() {
		t.Error("a form without visible fields has a focus")
	}
	one.Show("a", true)
	if one.Focused() != "a" || !one.Typing() {
		t.Error("the only field has no focus")
	}
}

func TestFormChoices(t *testing.T) {
	f := guestForm()
	f.SetValue("title", "MS")
	if f.Value("title") != "MS" {
		t.Errorf("the choice became %q", f.Value("title"))
	}
	f = ui.NewForm(uitest.Theme(), ui.Section{Fields: []ui.Field{{Name: "title", Label: "Title", Kind: ui.FieldChoice}}})
	pressForm(t, f, "right", "left", "m")
	if f.Value("title") != "" {
		t.Errorf("a choice of nothing is %q", f.Value("title"))
	}
}

func TestFormTwoColumns(t *testing.T) {
	f := guestForm()
	f.SetSize(100, 20)
	pressForm(t, f, "down")
	if f.Focused() != "mail" {
		t.Errorf("below the title is %q, want mail", f.Focused())
	}
	pressForm(t, f, "down", "tab", "up", "up")
	if f.Focused() != "title" {
		t.Errorf("above nights and the row of one field is %q, want title", f.Focused())
	}
}

func TestFormScrollsToTheFocus(t *testing.T) {
	var fields []ui.Field
	for i := range 30 {
		fields = append(fields, ui.Field{Name: fmt.Sprint(i), Label: fmt.Sprintf("Field %d", i), Required: true})
	}
	f := ui.NewForm(uitest.Theme(), ui.Section{Title: "Many", Fields: fields})
	f.SetSize(60, 10)
	for i := range 30 {
		if view := uitest.Plain(f.View()); !strings.Contains(view, fmt.Sprintf("› Field %d *", i)) {
			t.Fatalf("field %d is not in view:\n%s", i, view)
		}
		pressForm(t, f, "down")
	}
	f.Submit()
	if view := uitest.Plain(f.View()); !strings.Contains(view, "Many") || !strings.Contains(view, "more below") {
		t.Errorf("after going back to the first error:\n%s", view)
	}
}

func TestFormIsExactlyItsSize(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := texts().Draw(t, "text")
		f := guestForm()
		f.SetSize(rapid.IntRange(-1, 130).Draw(t, "w"), rapid.IntRange(-1, 20).Draw(t, "h"))
		f.SetValue("name", text)
		f.SetValue("token", text)
		f.SetError([]string{"guest", "email"}, text)
		f.Focus(rapid.SampledFrom([]string{"title", "name", "mail", "token", "nights"}).Draw(t, "focus"))
		for range rapid.IntRange(0, 10).Draw(t, "left") {
			f.Update(tea.KeyMsg{Type: tea.KeyLeft})
		}
		w, h := rapid.IntRange(-1, 130).Draw(t, "w2"), rapid.IntRange(-1, 20).Draw(t, "h2")
		f.SetSize(w, h)
		lines := f.Lines()
		if len(lines) != max(h, 0) {
			t.Fatalf("%d lines for %d", len(lines), h)
		}
		for _, line := range lines {
			if ui.Width(line) != max(w, 0) {
				t.Fatalf("line %q is %d wide, want %d", line, ui.Width(line), w)
			}
		}
	})
}

func TestFormCursorStaysInView(t *testing.T) {
	f := ui.NewForm(uitest.Theme(), ui.Section{Fields: []ui.Field{{Name: "a", Label: "A"}}})
	f.SetSize(30, 2)
	typeForm(t, f, strings.Repeat("0123456789", 5)+"END")
	if view := uitest.Plain(f.View()); !strings.Contains(view, "END") {
		t.Errorf("the end is not in view: %q", view)
	}
	pressForm(t, f, "home")
	if view := uitest.Plain(f.View()); !strings.Contains(view, "0123") || strings.Contains(view, "END") {
		t.Errorf("the start is not in view: %q", view)
	}
}

// TestForm_Together shows that fields that do not agree are marked with those that are wrong by themselves, which come first
// where both hold for one field.
func TestForm_Together(t *testing.T) {
	f := guestForm()
	f.SetSize(60, 20)
	f.Together = func() map[string]string {
		return map[string]string{"mail": "not that of the token", "token": "unknown", "none": "x"}
	}
	f.SetValue("mail", "a@b")
	if f.Submit() || f.ErrorOf("name") != "This is needed." || f.ErrorOf("mail") != "not that of the token" || f.ErrorOf("token") != "unknown" || f.Focused() != "name" {
		t.Errorf("name %q, mail %q, token %q, focus on %q", f.ErrorOf("name"), f.ErrorOf("mail"), f.ErrorOf("token"), f.Focused())
	}
	f.SetValue("name", "L")
	f.Together = func() map[string]string { return nil }
	if !f.Submit() || f.ErrorOf("mail") != "" {
		t.Errorf("mail %q", f.ErrorOf("mail"))
	}
}
