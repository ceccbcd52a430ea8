package booking

import (
	"strings"
	"testing"

	"bellhop/api"
	"bellhop/booking/recovery"
	"bellhop/booking/wording"
)

// A guest is sent as they are called, in composed letters; a search finds them
// however they are typed; what a system refuses can be written in plain letters.
func TestTrap33Diacritics(t *testing.T) {
	g := TidyGuest(api.Guest{GivenName: " Zoë ", Surname: "Mu\u0308ller-Øster\u00df"})
	if g.GivenName != "Zoë" || g.Surname != "M\u00fcller-Øster\u00df" {
		t.Errorf("sent as %q %q", g.GivenName, g.Surname)
	}
	list := ReservationList{Items: []api.Reservation{{Guest: api.Guest{GivenName: "Jürgen", Surname: "Groß-Müller"}}, {Guest: api.Guest{Surname: "Miller"}}}}
	for _, typed := range []string{"Müller", "Muller", "Mueller", "MÜLLER", "mu\u0308ller", "gross", "groß", "Juergen Gross"} {
		if found := list.Arrange(SortCreated, typed); len(found) != 1 || found[0] != 0 {
			t.Errorf("%q finds %v", typed, found)
		}
	}
	for name, want := range map[string]string{
		"Müller": "Mueller", "Groß": "Gross", "Øster": "Oester", "ØRSTED": "OERSTED", "Łódź": "Lodz", "Ñandú": "Nandu", "O'Neill-Smith": "O'Neill-Smith", "Æsir": "Aesir", "山田": "",
	} {
		if got := wording.PlainLetters(name); got != want {
			t.Errorf("%q in plain letters is %q, want %q", name, got, want)
		}
	}
	for _, c := range [][3]string{{FieldSurname, "Müller", " (in plain letters: Mueller)"}, {FieldSurname, "Miller", ""}, {FieldCity, "Zürich", ""}, {FieldGivenName, "山田", ""}} {
		if got := PlainHint(c[0], c[1]); got != c[2] {
			t.Errorf("%s %q: the hint is %q, want %q", c[0], c[1], got, c[2])
		}
	}
}

// Whatever a name is, it is proposed in plain letters or not at all.
func FuzzPlainLetters(f *testing.F) {
	for _, seed := range []string{"Müller", "ØRSTED", "山田", "O'Neill", "\u0308", "ﬁ", ""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, name string) {
		got := wording.PlainLetters(name)
		for _, r := range got {
			if r >= 0x80 {
				t.Errorf("%q in plain letters is %q", name, got)
			}
		}
		if again := wording.PlainLetters(got); again != got {
			t.Errorf("%q becomes %q, and that %q", name, got, again)
		}
	})
}

// Phones go as E.164; what cannot be read stays as typed and is told.
func TestTrap34Phones(t *testing.T) {
	for typed, sent := range map[string]string{
		"+44 20 7946 0000": "+442079460000", "0044 (20) 7946-0000": "+442079460000", "+1.212.555.0199": "+12125550199",
		"020 7946 0000": "020 7946 0000", "call me": "call me", "+123456789012345": "+123456789012345", "+1234567890123456": "+1234567890123456",
	} {
		if got := TidyGuest(api.Guest{Phone: typed}).Phone; got != sent {
			t.Errorf("%q is sent as %q, want %q", typed, got, sent)
		}
		if bad, told := !strings.HasPrefix(sent, "+") || len(sent) > 16, CheckGuestField(FieldPhone, typed) != ""; bad != told {
			t.Errorf("%q: told is %v", typed, told)
		}
	}
}

// An address that comes back otherwise than it was typed is no deviation.
func TestTrap35ANormalisedAddressIsNoError(t *testing.T) {
	draft := searchedDraft()
	v := verified()
	draft.Verified, draft.Guest = &v, api.Guest{GivenName: "Mary", Surname: "Graham", Address: "12 lamp st.", City: "london", PostalCode: "n19gu"}
	sent := createRequest(december, draft)
	stored := api.Reservation{
		Adults: 2, Children: 1, Hotel: sent.Hotel, Rate: sent.Rate,
		Guest: api.Guest{GivenName: "Mary", Surname: "Graham", Address: "12 Lamp Street", City: "London", PostalCode: "N1 9GU", State: "England"},
	}
	if got := draft.Deviations(december, nil, stored); len(got) != 0 {
		t.Errorf("told as deviations: %+v", got)
	}
}

// Names of one word, of one letter and with apostrophes pass, and are not split
// or changed.
func TestTrap36NamesPass(t *testing.T) {
	for _, name := range []string{"Ng", "O", "O'Neill", "d’Arcy", "Sukarno", "María José", "van der Berg", "Nguyễn", "山田", "Ó Súilleabháin", "Smith-Jones"} {
		if problem := CheckGuestField(FieldSurname, name); problem != "" {
			t.Errorf("%q: %s", name, problem)
		}
		if got := TidyGuest(api.Guest{Surname: name}); got.Surname != name || got.GivenName != "" {
			t.Errorf("%q is sent as %+v", name, got)
		}
	}
}

// Characters are counted, not bytes; the console's own ids are never taken for
// numbers.
func TestTrap37CustomDataLimits(t *testing.T) {
	for value, ok := range map[string]bool{
		strings.Repeat("ü", 128): true, strings.Repeat("ü", 129): false, strings.Repeat("🏨", 128): true,
		"a<b": false, "a>b": false, `a"b`: false, "a'b": false, `a\b`: false, "": true,
	} {
		if got := CheckCustomField("cost_centre", value) == ""; got != ok {
			t.Errorf("a value of %d bytes: ok is %v", len(value), got)
		}
	}
	for key, ok := range map[string]bool{strings.Repeat("k", 32): true, strings.Repeat("k", 33): false, "cost centre": false, "ü": false, recovery.AttemptKey: false} {
		if got := CheckCustomField(key, "x") == ""; got != ok {
			t.Errorf("the key %q: ok is %v", key, got)
		}
	}
	if id := newAttempt(); !strings.HasPrefix(id, "att-") || CheckCustomValue(id) != "" {
		t.Errorf("the attempt id is %q", id)
	}
}
