// Package lookup makes custom values by which a guest is found with the service's own filter: hashes of the surname and of
// the email with a key that the agency keeps. Whoever has the key finds a guest of a whole account in one call. Whoever
// has not learns from a value no more than that two bookings are of the same surname.
package lookup

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"bellhop/api"
	"bellhop/booking/wording"
)

// The names of the values in the custom data of a booking.
const (
	SurnameKey = "bellhop_surname"
	EmailKey   = "bellhop_email"
)

// Own reports whether a custom value is one of this package's, by its name: nobody types one, and none is shown.
func Own(name string) bool { return name == SurnameKey || name == EmailKey }

const (
	// Least is how many characters a key has at least.
	Least = 32
	most  = 256
	// pairs is how many custom values a booking has at most, and asked how many one list may be filtered by (section 8).
	pairs = 10
	asked = 5
	// size is how many bytes of a hash are stored: 32 letters and digits.
	size = 20
)

// Make returns a new key as text.
func Make() api.Secret { return api.NewSecret(rand.Text() + rand.Text()) }

// Check says what is wrong with a text as a key, or nothing. It never repeats it.
func Check(text string) string {
	switch {
	case utf8.RuneCountInString(text) < Least:
		return "it is shorter than 32 characters, and could be guessed"
	case len(text) > most:
		return "it is longer than 256 characters"
	case !utf8.ValidString(text) || strings.ContainsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }):
		return "it holds a space or a control character; copy it again"
	default:
		return ""
	}
}

// A Key makes the values of one environment. The zero key makes none.
type Key struct{ bytes []byte }

// NewKey derives the key of an environment ("sandbox", "production") from what a profile keeps, so that a value of the one
// says nothing about the other.
func NewKey(secret api.Secret, environment string) (Key, error) {
	if problem := Check(secret.Reveal()); problem != "" {
		return Key{}, errors.New("the key of the guest look-up cannot be used: " + problem)
	}
	derived, err := hkdf.Key(sha256.New, []byte(secret.Reveal()), nil, "bellhop guest look-up, "+environment, sha256.Size)
	return Key{derived}, err
}

// IsZero reports whether there is no key.
func (k Key) IsZero() bool { return len(k.bytes) == 0 }

// String hides the key.
func (Key) String() string { return "[redacted]" }

// GoString hides the key.
func (Key) GoString() string { return "[redacted]" }

// Add returns custom data with the values of a guest, as far as there is room for them.
func (k Key) Add(data api.CustomData, g api.Guest) api.CustomData {
	data = slices.Clone(data)
	for _, one := range []api.CustomField{{Key: SurnameKey, Text: k.surname(g.Surname)}, {Key: EmailKey, Text: k.email(g.Email)}} {
		if one.Text != "" && len(data) < pairs {
			data = append(data, one)
		}
	}
	return data
}

// Values returns what a list is filtered by for the guest that is typed: an email, or a surname, with or without the other
// names and in either order. None where that is no guest.
func (k Key) Values(typed string) []string {
	typed = strings.TrimSpace(typed)
	if strings.Contains(typed, "@") && !strings.ContainsFunc(typed, unicode.IsSpace) {
		return some(k.email(typed))
	}
	if before, _, comma := strings.Cut(typed, ","); comma {
		return some(k.surname(letters(before)))
	}
	var values []string
	words := strings.Fields(letters(typed))
	for i := range words { // Ada van der Berg is Berg, der Berg or van der Berg.
		values = append(values, k.surname(strings.Join(words[i:], " ")))
	}
	if len(words) > 1 {
		values = slices.Insert(values, 1, k.surname(words[0]))
	}
	return some(values...)
}

// letters leaves out the words that are of no name, as a day and a number are.
func letters(typed string) string {
	words := slices.DeleteFunc(strings.Fields(typed), func(word string) bool { return strings.ContainsFunc(word, unicode.IsDigit) })
	return strings.Join(words, " ")
}

func some(values ...string) []string {
	var out []string
	for _, value := range values {
		if value != "" && len(out) < asked && !slices.Contains(out, value) {
			out = append(out, value)
		}
	}
	return out
}

func (k Key) surname(name string) string {
	folded, _ := wording.FoldPlaces(name, true)
	return k.value("sn-", folded)
}

func (k Key) email(address string) string {
	folded, _ := wording.FoldPlaces(strings.TrimSpace(address), false)
	return k.value("em-", folded)
}

// value hashes a text for one use. It begins with a letter: the filter of the service takes what looks like a number for
// one.
func (k Key) value(use, text string) string {
	if text = strings.TrimSpace(text); k.IsZero() || text == "" {
		return ""
	}
	mac := hmac.New(sha256.New, k.bytes)
	mac.Write([]byte(use))
	mac.Write([]byte(text))
	return use + strings.ToLower(base32.StdEncoding.EncodeToString(mac.Sum(nil)[:size]))
}
