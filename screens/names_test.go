package screens_test

import (
	"slices"
	"strings"
	"testing"

	"bellhop/api"
	"bellhop/internal/safetext/safetexttest"
	"bellhop/screens"
)

// A name that is typed, or comes from a known guest, is sent letter by letter; so are the hotel's name and its note on
// cancelling.
func TestNames_ThroughForm(t *testing.T) {
	t.Parallel()
	for _, name := range safetexttest.HotelNames() {
		for _, known := range []bool{false, true} {
			f, service := newFixtureWith(t, 1)
			service.items[0].Guest.GivenName, service.items[0].Guest.Surname = name, name
			service.named = name
			service.rooms = func(h *api.Hotel) { h.Rooms[0].Rates[0].Terms.CancelNote = name + "\tand\nmore" }
			draft := verifiedDraft(t, f)
			if known {
				draft.Guest = api.Guest{}
			} else {
				draft.Guest.GivenName, draft.Guest.Surname = "", ""
			}
			p := startOn(f, screens.NewGuest(f.deps, draft))
			if known {
				p.Press("ctrl+g", "enter")
			} else {
				p.Paste(name).Press("tab").Paste(name)
			}
			p.Press("ctrl+s").Type("tok_good").Press("ctrl+b")
			if len(service.created) != 1 {
				t.Fatalf("%+q, known %t: sent %d times:\n%s", name, known, len(service.created), p.View())
			}
			if noted, err := f.journal.State("att-TEST"); err != nil || noted.HotelName != name {
				t.Errorf("%+q is noted in the journal as %+q, %v", name, noted.HotelName, err)
			}
			sent := service.created[0]
			if sent.Guest.GivenName != name || sent.Guest.Surname != name || sent.Hotel.Name != name || sent.Rate.Terms.CancelNote != name+"\tand\nmore" {
				t.Errorf("%+q, known %t: sent for %+q at %+q, %+q", name, known, sent.Guest.Surname, sent.Hotel.Name, sent.Rate.Terms.CancelNote)
			}
		}
	}
}

// A stored guest whose fields cannot be typed opens the form, which names what is refused.
func TestGuest_OpensWithWhatItRefuses(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 1)
	draft := verifiedDraft(t, f)
	draft.Guest.Surname, draft.Guest.Phone, draft.Guest.Address = "Gra\tham", "+44\t20 7946 0000", "12 Lamp Street\nFlat 4"
	startOn(f, screens.NewGuest(f.deps, draft)).Has("U+0009", "U+000A")
}

// A name that no field of a person takes is refused at the field, with the character's code.
func TestNames_RefusedByForm(t *testing.T) {
	t.Parallel()
	for name, character := range safetexttest.RefusedNames() {
		f, service := newFixtureWith(t, 1)
		draft := verifiedDraft(t, f)
		draft.Guest.Surname = ""
		service.items[0].Guest.Surname = name
		p := startOn(f, screens.NewGuest(f.deps, draft)).Press("ctrl+g", "enter")
		filled := p.View()
		p.Press("ctrl+s")
		onTop(t, p, "guest")
		if refused := filled + p.View(); !strings.Contains(refused, "! it holds") || !strings.Contains(refused, character) {
			t.Errorf("%+q is refused with\n%s", name, refused)
		}
	}
	for name, character := range safetexttest.RefusedNames() {
		for field, tabs := range map[string]int{"surname": 1, "city": 5, "loyalty programme": 9, "member number": 10, "its value": 12} {
			f, service := newFixtureWith(t, 1)
			draft := verifiedDraft(t, f)
			draft.Guest.Surname, draft.Guest.City = "", ""
			p := startOn(f, screens.NewGuest(f.deps, draft)).Press(slices.Repeat([]string{"tab"}, tabs)...).Paste(name)
			pasted := p.View()
			p.Press("ctrl+s")
			if refused := pasted + p.View(); !strings.Contains(refused, "! it holds") || !strings.Contains(refused, character) || len(service.created) > 0 {
				t.Errorf("%+q pasted as %s is refused with\n%s", name, field, refused)
			}
		}
	}
}
