package booking

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"bellhop/api"
	"bellhop/internal/safetext"
)

// Characters are cut whole: half a one is invalid, and a terminal takes its
// bytes for controls.
func TestMasksCutCharacters(t *testing.T) {
	for phone, want := range map[string]string{
		"+44 20 7946 0000": "···00", "": "", "123": "···", "12é": "···", "+1555é": "···5é", "电话号码": "···号码", "555\u0301\u0308": "···\u0301\u0308",
	} {
		if got := MaskPhone(phone); got != want {
			t.Errorf("%q is masked as %q, want %q", phone, got, want)
		}
	}
}

// Whatever a text is, no mask makes a control or an invalid character of it.
func FuzzMasks(f *testing.F) {
	for _, text := range []string{"", "+44 20 7946 0000", "+1555é", "m@é", "é@", "\u0301\u0301\u0301\u0301", "电话号码", "🇬🇧🇬🇧", "a@b@c"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		text = safetext.Line(text)
		g := MaskGuest(api.Guest{GivenName: text, Surname: text, Email: text, Phone: text, Address: text})
		for _, got := range []string{
			g.GivenName, g.Surname, g.Email, g.Phone, g.Address, MaskText(text), TidyGuest(api.Guest{GivenName: text}).GivenName, TidyGuest(api.Guest{Phone: text}).Phone,
		} {
			if !utf8.ValidString(got) || strings.ContainsFunc(got, unicode.IsControl) {
				t.Errorf("%q becomes %q", text, got)
			}
		}
	})
}
