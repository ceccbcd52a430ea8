package booking

import (
	"strings"
	"testing"

	"bellhop/api"
	"bellhop/booking/recovery"
	"bellhop/booking/wording"
)

// A guest's name is sent letter by letter as typed; a name that a service refuses can be written in plain letters.
// Package find finds both spellings.
func TestTrap33Diacritics(t *testing.T) {
	g := TidyGuest(api.Guest{GivenName: " Zoë ", Surname: "Mu\u0308ller-Øster\u00df"})
	if g.GivenName != "Zoë" || g.Surname != "Mu\u0308ller-Øster\u00df" {
		t.Errorf("sent as %q %q", g.GivenName, g.Surname)
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

// Phones go as E.164, whether they are written as in the guest's country or with its number; what cannot be read
// stays as typed and is told.
func TestTrap34Phones(t *testing.T) {
	for _, c := range []struct{ typed, country, sent, problem string }{
		{"+44 20 7946 0000", "", "+442079460000", ""},
		{"0044 (20) 7946-0000", "", "+442079460000", ""},
		{"+44 (0)20 7946 0000", "France", "+442079460000", ""},
		{"+1.212.555.0199", "", "+12125550199", ""},
		{"020 7946 0000", "GB", "+442079460000", ""},
		{"020 7946 0000", "United Kingdom", "+442079460000", ""},
		{"(212) 555-0100", "usa", "+12125550100", ""},
		{"06 12 34 56 78", "fr", "+33612345678", ""},
		{"02 1234 5678", "Italy", "+390212345678", ""},
		{"8 495 123-45-67", "RU", "+74951234567", ""},
		{"+123456789012345", "", "+123456789012345", ""},
		{"\u202a+44\u00a020\u00a07946\u202f0000\u202c", "", "+442079460000", ""},
		{"\u200e+44 20 7946 0000\u200e", "", "+442079460000", ""},
		{"\u202d020 7946 0000\u202c", "GB", "+442079460000", ""},
		{"tel:+44-20-7946-0000", "", "+442079460000", ""},
		{"TEL:020 7946 0000", "GB", "+442079460000", ""},
		{"tel:+81-90-0000-0008;ext=12", "", "tel:+81-90-0000-0008;ext=12", "an extension cannot be sent: leave it out"},
		{"+383 44 123 456", "", "+38344123456", ""},
		{"044 123 456", "XK", "+38344123456", ""},
		{"044 123 456", "Kosovo", "+38344123456", ""},
		{"020 7946 0000", "", "020 7946 0000", "an international number like +44 20 7946 0000, or with the country below in its own form"},
		{"call me", "", "call me", "an international number like +44 20 7946 0000, or with the country below in its own form"},
		{"call me", "GB", "call me", "no number of GB, and none like +44 20 7946 0000"},
		{"020", "GB", "020", "too long or too short for a number of GB"},
		{"020 7946 0000 ext 5", "GB", "020 7946 0000 ext 5", "an extension cannot be sent: leave it out"},
		{"+490000000", "", "+490000000", "an international number like +44 20 7946 0000"},
		{"+1234567890123456", "", "+1234567890123456", "an international number like +44 20 7946 0000"},
	} {
		if got := TidyGuest(api.Guest{Phone: c.typed, Country: c.country}).Phone; got != c.sent {
			t.Errorf("%q in %q is sent as %q, want %q", c.typed, c.country, got, c.sent)
		}
		if got := CheckGuestField(FieldPhone, c.typed, c.country); got != c.problem {
			t.Errorf("%q in %q: %q, want %q", c.typed, c.country, got, c.problem)
		}
	}
	for typed, want := range map[string]string{
		"020 7946 0000": "Sent as +44 20 7946 0000.", "+1 555 0100": "Sent as +1 5550100, which does not look like a number in use: check it.", "x": "",
	} {
		if got := PhoneReading(typed, "GB"); got != want {
			t.Errorf("%q reads %q, want %q", typed, got, want)
		}
	}
}

// What is sent of a phone is E.164 or what was typed, and is read the same again.
func FuzzReadPhone(f *testing.F) {
	for _, text := range []string{"+44 20 7946 0000", "020 7946 0000", "0044 20", "tel:+44-20;ext=5", "+490000000", "１２３", "+++", "1-800-FLOWERS"} {
		f.Add(text, "GB")
		f.Add(text, "")
	}
	f.Fuzz(func(t *testing.T, text, country string) {
		phone, problem := ReadPhone(text, country)
		if problem != "" {
			if phone != (Phone{}) {
				t.Errorf("%q: %q and %+v", text, problem, phone)
			}
			return
		}
		if !e164().MatchString(phone.E164) {
			t.Errorf("%q is sent as %q", text, phone.E164)
		}
		if again, problem := ReadPhone(phone.E164, country); problem != "" || again.E164 != phone.E164 {
			t.Errorf("%q is %q, and that %q, %q", text, phone.E164, again.E164, problem)
		}
	})
}

// A country is taken by its letters, by its name and by what people call it.
func TestCountriesByName(t *testing.T) {
	for typed, want := range map[string]string{
		"gb": "GB", "GBR": "GB", "United Kingdom": "GB", " united  kingdom ": "GB", "the UK": "GB", "uk": "GB", "England": "GB",
		"united k": "GB", "usa": "US", "United States of America": "US", "The Netherlands": "NL", "cote d'ivoire": "CI",
		"Côte d’Ivoire": "CI", "Ivory Coast": "CI", "Türkiye": "TR", "turkey": "TR", "Aus": "AU", "austria": "AT", "germ": "DE",
		"Niger": "NE", "Hong Kong": "HK", "hong kong sar": "HK", "Bosnia & Herz": "BA", "Bosnia and Herzegovina": "BA", "Aland": "AX",
	} {
		if got, problem := readCountry(typed); got.Code != want {
			t.Errorf("%q is %q, %q; want %s", typed, got.Code, problem, want)
		}
	}
	for _, one := range countries().all {
		for _, typed := range []string{one.Code, one.Name, strings.ToUpper(one.Name)} {
			if got, problem := readCountry(typed); got != one {
				t.Errorf("%q is %+v, %q", typed, got, problem)
			}
		}
	}
	if got := CountryReading("england"); got != "Sent as GB, United Kingdom." {
		t.Error(got)
	}
}

// Whatever is typed, a country that is read is one of the list.
func FuzzReadCountry(f *testing.F) {
	for _, text := range []string{"", "uk", "Sao", "Republic of", "ﬁ", "\x00GB", "Congo"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if got, problem := readCountry(text); (problem == "") != isCountry(got.Code) {
			t.Errorf("%q: %+v, %q", text, got, problem)
		}
	})
}

// An address that comes back otherwise than it was typed is no deviation.
func TestTrap35ANormalisedAddressIsNoError(t *testing.T) {
	draft := searchedDraft()
	v := verified()
	draft.Verified, draft.Guest = &v, api.Guest{GivenName: "Mary", Surname: "Graham", Address: "12 lamp st.", City: "london", PostalCode: "n19gu"}
	sent := createRequest(december, draft, TidyGuest(draft.Guest))
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
		if problem := CheckGuestField(FieldSurname, name, ""); problem != "" {
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
