package booking

import (
	"cmp"
	"fmt"
	"net/mail"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"bellhop/api"
	"bellhop/booking/recovery"
	"bellhop/booking/wording"
	"bellhop/internal/safetext"
)

// The fields of a guest, as the service names them in the path of a problem (section 2.2).
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

var customKey = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z0-9_-]{1,32}$`) })

// CheckGuestField says what is wrong with one field, or nothing. Names may hold any letters: guests are called
// what they are called. Country is what the guest's country field holds: a phone may be written as it is there.
func CheckGuestField(field, text, country string) string {
	text = strings.TrimSpace(text)
	// ReadPhone drops the invisible characters of a pasted number.
	if problem := CheckGuestText(text); problem != "" && field != FieldPhone {
		return problem
	}
	switch field {
	case FieldGivenName, FieldState, FieldPostalCode:
	case FieldEmail:
		address, err := mail.ParseAddress(text)
		if err != nil || address.Address != text || !strings.Contains(text[strings.LastIndexByte(text, '@')+1:], ".") {
			return "an address like name@example.com"
		}
	case FieldPhone:
		_, problem := ReadPhone(text, country)
		return problem
	case FieldCountry:
		_, problem := readCountry(text)
		return problem
	default:
		if text == "" {
			return "needed"
		}
	}
	return ""
}

// CheckGuestText returns what is wrong with a text about a guest, or "".
func CheckGuestText(text string) string {
	if utf8.RuneCountInString(text) > MaxGuestText {
		return fmt.Sprintf("%d characters at most", MaxGuestText)
	}
	if text != "" && !strings.ContainsFunc(text, safetext.Drawn) {
		return "it holds nothing that can be seen"
	}
	return safetext.Refusal(text)
}

// TidyGuest trims all fields and puts phone and country into their forms. Names stay as given: Unicode composition would change
// some of them for good.
func TidyGuest(g api.Guest) api.Guest {
	for _, text := range []*string{
		&g.GivenName, &g.Surname, &g.Email, &g.Phone, &g.Address, &g.City, &g.State, &g.PostalCode, &g.Country,
	} {
		*text = strings.TrimSpace(*text)
	}
	if phone, problem := ReadPhone(g.Phone, g.Country); problem == "" {
		g.Phone = phone.E164
	}
	if country, problem := readCountry(g.Country); problem == "" {
		g.Country = country.Code
	}
	return g
}

// SentGuest returns a guest as a booking sends them (WIRE 3a): tidied, and with the given name that the service requires. For a
// single name, which is the surname, that is singleName or else the surname.
func SentGuest(g api.Guest, singleName string) api.Guest {
	if g = TidyGuest(g); g.GivenName == "" && g.Surname != "" {
		g.GivenName = cmp.Or(singleName, g.Surname)
	}
	return g
}

// NameReading returns how a guest with a single name is sent; "" for other guests.
func (d *Desk) NameReading(g api.Guest) string {
	if strings.TrimSpace(g.GivenName) != "" || strings.TrimSpace(g.Surname) == "" {
		return ""
	}
	sent := SentGuest(g, d.singleName)
	return "Single name, sent as given name " + sent.GivenName + ", surname " + sent.Surname + "."
}

// CheckCustomField says what is wrong with one pair of custom data, or nothing (section 8).
func CheckCustomField(key, value string) string {
	switch {
	case !customKey().MatchString(key):
		return "the name: 1 to 32 letters, digits, _ or -"
	case OwnData(key):
		return "the name " + key + " is the console's own"
	default:
		return CheckCustomValue(value)
	}
}

// OwnData reports whether the name of a custom value is the console's own and not data of the booking: the attempt, or an
// old hash of the guest.
func OwnData(key string) bool { return key == recovery.AttemptKey || OldHash(key) }

// OldHash reports whether a custom value, by its name, is a hash of the guest that bookings of earlier versions carry.
func OldHash(key string) bool { return key == "bellhop_surname" || key == "bellhop_email" }

// MaxGuestText is the most characters that a text about a guest may have.
const MaxGuestText = 200

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
		return safetext.Refusal(value)
	}
}

// PlainHint proposes a refused name in plain letters, where it can be written so.
func PlainHint(field, typed string) string {
	plain := wording.PlainLetters(typed)
	if field != FieldGivenName && field != FieldSurname || plain == "" || plain == typed {
		return ""
	}
	return " (in plain letters: " + plain + ")"
}
