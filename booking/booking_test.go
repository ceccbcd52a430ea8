package booking

import (
	"strings"
	"testing"

	"bellhop/api"
)

func TestMasks(t *testing.T) {
	for got, want := range map[string]string{
		MaskName(api.Guest{GivenName: "María", Surname: "González"}): "M··· G···",
		MaskName(api.Guest{GivenName: "王"}):                          "王···",
		MaskEmail("maria@example.com"):                               "m···@example.com",
		MaskEmail("nonsense"):                                        "···",
		MaskPhone("+442079460000"):                                   "···00",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestGuestFields(t *testing.T) {
	for _, c := range []struct{ field, text, problem string }{
		{FieldSurname, "O'Neill-Ó Súilleabháin", ""},
		{FieldSurname, "Ng", ""},
		{FieldGivenName, "王", ""},
		{FieldSurname, " ", "needed"},
		{FieldGivenName, "\ufffd", "it holds the replacement character U+FFFD, which has no place here"},
		{FieldEmail, "a\u202e@example.com", "it holds the direction control U+202E, which has no place here"},
		{FieldCountry, "\u202eFrance", "it holds the direction control U+202E, which has no place here"},
		{FieldGivenName, "a\x1b[2J", "it holds the control character U+001B, which has no place here"},
		{FieldEmail, "a@b", "an address like name@example.com"},
		{FieldEmail, "Ann <a@example.com>", "an address like name@example.com"},
		{FieldEmail, "a@example.com", ""},
		{FieldPhone, "+1 (202) 555-0100", ""},
		{FieldPhone, "555 0100", "an international number like +44 20 7946 0000, or with the country below in its own form"},
		{FieldState, "", ""},
		{FieldPostalCode, "", ""},
		{FieldCountry, "gb", ""},
		{FieldCountry, " tw ", ""},
		{FieldCountry, "UK1", "no country is called so: write its name, or two letters like GB"},
		{FieldSurname, "\u200c", "it holds nothing that can be seen"},
		{FieldGivenName, "\u3164", "it holds nothing that can be seen"},
		{FieldCountry, "", "a country by its name, or two letters like GB"},
		{FieldCountry, "é", "a country by its name, or two letters like GB"},
		{FieldCountry, "A ", "a country by its name, or two letters like GB"},
		{FieldCountry, "uk", ""},
		{FieldCountry, "xk", ""},
		{FieldCountry, "Kosovo", ""},
		{FieldCountry, "United Kingdom", ""},
		{FieldCountry, "ZZ", "a country by its name, or two letters like GB"},
		{FieldCountry, "eu", "a country by its name, or two letters like GB"},
		{FieldCountry, "AN", "a country by its name, or two letters like GB"},
		{FieldCountry, "Atlantis", "no country is called so: write its name, or two letters like GB"},
		{FieldCountry, "Nig", "which one: Niger or Nigeria?"},
	} {
		if got := CheckGuestField(c.field, c.text, ""); got != c.problem {
			t.Errorf("%s %q: got %q, want %q", c.field, c.text, got, c.problem)
		}
	}
}

// Section 8 counts characters, not bytes.
// ISO 3166-1 assigns 249 codes, and Kosovo uses XK.
func TestCountries(t *testing.T) {
	n := 0
	for a := 'A'; a <= 'Z'; a++ {
		for b := 'A'; b <= 'Z'; b++ {
			if isCountry(string(a) + string(b)) {
				n++
			}
		}
	}
	if n != 250 || !isCountry("AQ") || !isCountry("XK") || isCountry("UK") {
		t.Errorf("%d countries", n)
	}
}

func TestCustomDataLimits(t *testing.T) {
	for _, c := range []struct{ key, value, part string }{
		{"cost_centre-1", strings.Repeat("é", 128), ""},
		{"cost_centre", strings.Repeat("é", 129), "128 characters"},
		{strings.Repeat("k", 33), "v", "1 to 32"},
		{"", "v", "1 to 32"},
		{"größe", "v", "letters, digits"},
		{"k", `a"b`, "without"},
		{"k", "a<b", "without"},
		{"bellhop_attempt", "v", "console's own"},
	} {
		got := CheckCustomField(c.key, c.value)
		if (c.part == "") != (got == "") || !strings.Contains(got, c.part) {
			t.Errorf("%q=%q: got %q, want %q in it", c.key, c.value, got, c.part)
		}
	}
}
