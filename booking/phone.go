package booking

import (
	"errors"
	"regexp"
	"strings"
	"sync"
	"unicode"

	"bellhop/booking/phone"
)

// A Phone is a telephone number as it is sent, and as people read it.
type Phone struct {
	E164   string // "+442079460000" (WIRE 2)
	Spaced string // "+44 20 7946 0000"
	// Doubtful says that no number of its country looks like this. It is sent all the same: the plans that are
	// known may be older than the number.
	Doubtful bool
}

// e164 is what the form allows, whatever the plans of countries say.
var e164 = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\+[1-9][0-9]{5,14}$`) })

// ReadPhone reads a number in the form of the guest's country, or with a country's number of its own ("+44 20 7946
// 0000", "0044 …"). Country is what the country field holds, and may be empty. The problem says what is wrong, or
// nothing.
func ReadPhone(text, country string) (read Phone, problem string) {
	const international = "an international number like +44 20 7946 0000"
	text = writtenPhone(text)
	if rest, ok := strings.CutPrefix(text, "00"); ok {
		text = "+" + rest // As most of the world dials it, wherever the guest is from.
	}
	region, _ := readCountry(country)
	if region.Code == "" && !strings.HasPrefix(text, "+") {
		return Phone{}, international + ", or with the country below in its own form"
	}
	number, err := phone.Read(text, region.Code)
	switch {
	case errors.Is(err, phone.ErrExtension):
		return Phone{}, "an extension cannot be sent: leave it out"
	case err != nil && region.Code == "" || err != nil && strings.HasPrefix(text, "+"):
		return Phone{}, international
	case err != nil:
		return Phone{}, "no number of " + region.Code + ", and none like +44 20 7946 0000"
	}
	read = Phone{E164: number.E164(), Spaced: number.Spaced(), Doubtful: !number.Valid()}
	switch {
	case !strings.HasPrefix(text, "+") && !number.Possible():
		return Phone{}, "too long or too short for a number of " + region.Code
	case !e164().MatchString(read.E164):
		return Phone{}, international
	}
	// Each step reads a draft again, which must not strip another zero.
	if again, err := phone.Read(read.E164, region.Code); err != nil || again != number {
		return Phone{}, international
	}
	return read, ""
}

// writtenPhone returns a number without what address books put around it: "tel:" and direction controls.
func writtenPhone(text string) string {
	text = strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Bidi_Control, r) || r == '\ufeff' {
			return -1
		}
		return r
	}, text))
	if scheme := "tel:"; len(text) > len(scheme) && strings.EqualFold(text[:len(scheme)], scheme) {
		text = text[len(scheme):]
	}
	return text
}

// CutExtension splits a text into the number for ReadPhone and the extension at its end.
func CutExtension(text string) (number, extension string) {
	return phone.CutExtension(writtenPhone(text))
}

// PhoneReading says how a typed number is sent, for whoever types it; nothing where it cannot be.
func PhoneReading(text, country string) string {
	read, problem := ReadPhone(text, country)
	switch {
	case problem != "":
		return ""
	case read.Doubtful:
		return "Sent as " + read.Spaced + ", which does not look like a number in use: check it."
	}
	return "Sent as " + read.Spaced + "."
}

// CountryReading says how a typed country is sent; nothing where it cannot be.
func CountryReading(text string) string {
	country, problem := readCountry(text)
	if problem != "" {
		return ""
	}
	return "Sent as " + country.Code + ", " + country.Name + "."
}
