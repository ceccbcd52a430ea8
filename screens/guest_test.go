package screens_test

import (
	"testing"

	"bellhop/api"
	"bellhop/screens"
)

func TestGuestErrorsStandAtTheField(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	draft := verifiedDraft(t, f)
	draft.Guest = api.Guest{}
	p := startOn(f, screens.NewGuest(f.deps, draft))
	p.Has("The Aldwych Lantern", draft.Charge().String(), "given name ", "surname *", "nothing sent yet", "ctrl+s go on")
	f.goldens("guest")
	p.Resize(120, 40)
	p.Press("ctrl+s").Has("This is needed.")
	onTop(t, p, "guest")
	p.Press("shift+tab").Type("Mary").Press("tab").Type("Graham").Press("tab").Type("nobody").Press("tab").Has("! an address like name@example.com")
	p.Type("00 44 (20) 7946-0000").Press("tab").HasNot("an international number")
	p.Press("shift+tab", "shift+tab")
	for range "nobody" {
		p.Press("backspace")
	}
	p.Type("m@example.com").Press("tab", "tab").Type("12 Lamp Street").Press("tab").Type("London")
	p.Press("tab").Type("N1 9GU").Press("tab", "tab").Type("gb")
	// Letters are text: none of them leaves the form.
	onTop(t, p, "guest")
	p.Press("ctrl+s")
	onTop(t, p, "book")
	p.Has("Mary Graham", "+442079460000", "m@example.com", "London N1 9GU, GB")
	if len(service.created) != 0 {
		t.Fatal("the form sent something")
	}
	p.Press("esc")
	onTop(t, p, "guest")
	p.Has("m@example.com", "12 Lamp Street")
}

// The form takes a person with one name, and says what is sent; the name stands once in what is shown.
func TestGuest_PersonWithOneName(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	draft := verifiedDraft(t, f)
	draft.Guest.GivenName, draft.Guest.Surname = "", ""
	p := startOn(f, screens.NewGuest(f.deps, draft))
	p.Resize(120, 40).Press("tab").Type("Sukarno").Has("Single name, sent as given name Sukarno, surname Sukarno.").Press("ctrl+s")
	onTop(t, p, "book")
	p.Has("Single name, sent as given name Sukarno, surname Sukarno.").HasNot("Sukarno Sukarno").Press("ctrl+t", "ctrl+b")
	onTop(t, p, "receipt")
	p.HasNot("Sukarno Sukarno")
	if g := service.created[0].Guest; g.GivenName != "Sukarno" || g.Surname != "Sukarno" {
		t.Errorf("sent as %q %q", g.GivenName, g.Surname)
	}
}

func TestGuestKeepsCustomDataAndLoyalty(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	p := startOn(f, screens.NewGuest(f.deps, verifiedDraft(t, f)))
	p.Has("custom data 2").HasNot("custom data 3")
	p.Press("tab", "tab", "tab", "tab", "tab", "tab", "tab", "tab", "tab")
	p.Type("Lantern Circle").Press("ctrl+s").Has("! required with a programme").Type("LC 1").Press("tab")
	p.Type("cost centre").Press("tab").Has("the name: 1 to 32 letters").Press("shift+tab")
	for range " centre" {
		p.Press("backspace")
	}
	p.Press("tab").Type("a<b").Press("tab").Has(`without < > " ' \`).Press("shift+tab", "backspace", "backspace").Press("tab")
	p.Type("po").Press("ctrl+s").Has("! the name needs a value").Type("7").Has("custom data 3")
	p.Press("ctrl+s")
	onTop(t, p, "book")
	p.Press("ctrl+t", "ctrl+b")
	onTop(t, p, "receipt")
	sent := service.created[0]
	want := api.CustomData{{Key: "cost", Text: "a"}, {Key: "po", Text: "7"}, {Key: "bellhop_attempt", Text: "att-TEST"}}
	if len(sent.CustomData) != len(want) {
		t.Fatalf("custom data = %+v", sent.CustomData)
	}
	for i, field := range want {
		if sent.CustomData[i] != field {
			t.Errorf("custom data %d = %+v, want %+v", i, sent.CustomData[i], field)
		}
	}
	if sent.Loyalty == nil || *sent.Loyalty != (api.Loyalty{Program: "Lantern Circle", MemberID: "LC 1"}) {
		t.Errorf("loyalty = %+v", sent.Loyalty)
	}
}

func TestGuestRefusesANameTwice(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 0)
	draft := verifiedDraft(t, f)
	draft.CustomData = api.CustomData{{Key: "po", Text: "1"}, {Key: "po", Text: "2"}}
	p := startOn(f, screens.NewGuest(f.deps, draft))
	p.Press("ctrl+s").Has("! this name is already used above")
	onTop(t, p, "guest")
}

func TestGuestTextSurvivesAStepBackToTheTerms(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 0)
	p := startOn(f, screens.NewTerms(f.deps, londonDraft(f)))
	p.Press("enter")
	onTop(t, p, "guest")
	p.Type("Mary").Press("esc")
	onTop(t, p, "terms")
	p.Press("r", "enter")
	onTop(t, p, "guest")
	p.Has("Mary")
	p.Press("ctrl+_").Has("taken back").HasNot("Mary ")
}

func TestGuestCountryIsNotCut(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 0)
	draft := verifiedDraft(t, f)
	draft.Guest.Country = ""
	p := startOn(f, screens.NewGuest(f.deps, draft))
	p.Press("tab", "tab", "tab", "tab", "tab", "tab", "tab", "tab").Type("Zoë").Press("ctrl+s")
	onTop(t, p, "guest")
	p.Has("Zoë", "! no country is called so: write")
	p.Press("backspace", "backspace", "backspace").Type("gb").Press("ctrl+s")
	onTop(t, p, "book")
}

// A phone is written as at home and a country by its name: what will be sent of them stands below the form as they
// are typed, and in the read-back.
func TestGuestPhoneAsInTheCountry(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	draft := verifiedDraft(t, f)
	draft.Guest.Phone, draft.Guest.Country = "", ""
	p := startOn(f, screens.NewGuest(f.deps, draft))
	p.Press("tab", "tab", "tab").Type("020 7946 0000").Has("As in the guest's country, or like +44 20 7946 0000.")
	p.Press("tab", "tab", "tab", "tab", "tab").HasNot("! ").Type("United K").Has("Sent as GB, United Kingdom.")
	p.Press("shift+tab", "shift+tab", "shift+tab", "shift+tab", "shift+tab").Has("Sent as +44 20 7946 0000.").Press("ctrl+s")
	onTop(t, p, "book")
	p.Has("+442079460000", ", GB").Press("ctrl+t", "ctrl+b")
	onTop(t, p, "receipt")
	if sent := service.created[0].Guest; sent.Phone != "+442079460000" || sent.Country != "GB" {
		t.Errorf("sent %q and %q", sent.Phone, sent.Country)
	}
}

// A phone that does not fit the country is told at its field, and nothing goes on.
func TestGuestPhoneOfAnotherCountry(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 0)
	draft := verifiedDraft(t, f)
	draft.Guest.Phone, draft.Guest.Country = "020", "united kingdom"
	p := startOn(f, screens.NewGuest(f.deps, draft))
	p.Press("ctrl+s").Has("! too long or too short for a")
	onTop(t, p, "guest")
}

func TestGuestGoesOnByEnterAlone(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 0)
	draft := verifiedDraft(t, f)
	p := startOn(f, screens.NewGuest(f.deps, draft))
	for range 14 {
		onTop(t, p, "guest")
		p.Press("enter")
	}
	onTop(t, p, "guest")
	p.Press("enter")
	onTop(t, p, "book")
}

// TestGuest_AllProblemsAtOnce shows that fields that are wrong by themselves and fields that do not agree are marked together.
func TestGuest_AllProblemsAtOnce(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 0)
	draft := verifiedDraft(t, f)
	draft.Guest.Email = "nobody"
	draft.Loyalty = &api.Loyalty{Program: "Lantern Circle"}
	draft.CustomData = api.CustomData{{Key: "po", Text: "1"}, {Key: "po", Text: "2"}, {Key: "cost"}}
	p := startOn(f, screens.NewGuest(f.deps, draft)).Resize(120, 60)
	p.Press("ctrl+s").Has("! an address like name@example.com", "! required with a programme", "! this name is already used above", "! the name needs a value")
	onTop(t, p, "guest")
	p.Type("x").Has("nobodyx") // The cursor is at the first.
}
