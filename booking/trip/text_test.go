package trip

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"bellhop/api"
	"bellhop/booking/wording"
)

// Characters are cut whole: half a one is invalid, and a terminal takes its
// bytes for controls.
func TestPropertyIDsCutCharacters(t *testing.T) {
	if id, ok := splitPropertyID("Lé20417"); !ok || id.Chain != "Lé" || id.Code != "20417" {
		t.Errorf("the property is %+v", id)
	}
}

// Whatever a text is, no control or invalid character is made of it.
func FuzzText(f *testing.F) {
	for _, text := range []string{"", "+44 20 7946 0000", "+1555é", "m@é", "é@", "\u0301\u0301\u0301\u0301", "电话号码", "🇬🇧🇬🇧", "a@b@c"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		text = api.Clean(text)
		id, _ := splitPropertyID(text)
		for _, got := range []string{id.Chain, id.Code, wording.Clip(text), wording.ClipTo(maxDayText, text), dayOrText(api.Date{}, text)} {
			if !utf8.ValidString(got) || strings.ContainsFunc(got, unicode.IsControl) {
				t.Errorf("%q becomes %q", text, got)
			}
		}
	})
}
