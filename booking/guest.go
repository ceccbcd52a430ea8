package booking

import (
	"net/mail"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"bellhop/api"
)

// The fields of a guest, by the names that the service uses in the path of a
// problem (section 2.2).
const (
	FieldGivenName  = "given_name"
	FieldSurname    = "surname"
	FieldEmail      = "email"
	FieldPhone      = "telephone_number"
	FieldAddress    = "address"
	FieldCity       = "city"
	FieldState      = "state"
	FieldPostalCode = "postal_code"
	FieldCountry    = "country"
)

var (
	e164       = regexp.MustCompile(`^\+[1-9][0-9]{5,14}$`)
	phoneNoise = regexp.MustCompile(`[\s().\-/]`)
	customKey  = regexp.MustCompile(`^[A-Za-z0-9_-]{1,32}$`)
)

// NormalPhone strips what people write between digits and turns a leading 00
// into +. What it cannot make sense of comes back as typed.
func NormalPhone(typed string) string {
	plain := phoneNoise.ReplaceAllString(strings.TrimSpace(typed), "")
	if strings.HasPrefix(plain, "00") {
		plain = "+" + plain[2:]
	}
	if e164.MatchString(plain) {
		return plain
	}
	return typed
}

// CheckGuestField says what is wrong with one field, or nothing. Names may be
// one letter, one word, and hold any letters: guests are called what they are
// called.
func CheckGuestField(field, text string) string {
	text = strings.TrimSpace(text)
	switch field {
	case FieldState, FieldPostalCode:
		return checkText(text, false)
	case FieldEmail:
		address, err := mail.ParseAddress(text)
		if err != nil || address.Address != text || !strings.Contains(text[strings.LastIndexByte(text, '@')+1:], ".") {
			return "an address like name@example.com"
		}
	case FieldPhone:
		if !e164.MatchString(NormalPhone(text)) {
			return "an international number like +44 20 7946 0000"
		}
	case FieldCountry:
		return checkCountry(text)
	default:
		return checkText(text, true)
	}
	return ""
}

func checkText(text string, required bool) string {
	switch {
	case text == "" && required:
		return "needed"
	case !utf8.ValidString(text) || strings.ContainsFunc(text, unicode.IsControl):
		return "holds a character that cannot be sent"
	default:
		return ""
	}
}

// TidyGuest trims all fields, composes their letters (NFC), so that one name is
// one text however it was typed, and puts the phone into E.164 and the country
// into capitals. Names are never changed in any other way.
func TidyGuest(g api.Guest) api.Guest {
	for _, text := range []*string{
		&g.GivenName, &g.Surname, &g.Email, &g.Phone, &g.Address, &g.City, &g.State, &g.PostalCode, &g.Country,
	} {
		*text = norm.NFC.String(strings.TrimSpace(*text))
	}
	g.Phone = NormalPhone(g.Phone)
	g.Country = strings.ToUpper(g.Country)
	return g
}

// CheckCustomField says what is wrong with one pair of custom data, or nothing
// (section 8). Characters are counted, not bytes.
func CheckCustomField(key, value string) string {
	switch {
	case !customKey.MatchString(key):
		return "the name: 1 to 32 letters, digits, _ or -"
	case key == attemptKey:
		return "the name " + attemptKey + " is the console's own"
	default:
		return CheckCustomValue(value)
	}
}

// MaxCustomValue is the most characters that a custom value may have.
const MaxCustomValue = 128

// CheckCustomValue says what is wrong with one text value, or nothing.
func CheckCustomValue(value string) string {
	switch {
	case utf8.RuneCountInString(value) > MaxCustomValue:
		return "at most 128 characters"
	case strings.ContainsAny(value, `<>"'\`):
		return `without < > " ' \`
	default:
		return checkText(value, false)
	}
}
