package booking

import (
	"regexp"
	"strings"

	"github.com/nyaruka/phonenumbers"
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
var e164 = regexp.MustCompile(`^\+[1-9][0-9]{5,14}$`)

// ReadPhone reads a number in the form of the guest's country, or with a country's number of its own ("+44 20 7946
// 0000", "0044 …"). Country is what the country field holds, and may be empty. The problem says what is wrong, or
// nothing.
func ReadPhone(text, country string) (phone Phone, problem string) {
	const international = "an international number like +44 20 7946 0000"
	text = strings.TrimSpace(text)
	if rest, ok := strings.CutPrefix(text, "00"); ok {
		text = "+" + rest // As most of the world dials it, wherever the guest is from.
	}
	region, _ := ReadCountry(country)
	if region.Code == "" && !strings.HasPrefix(text, "+") {
		return Phone{}, international + ", or with the country below in its own form"
	}
	number, err := phonenumbers.Parse(text, region.Code)
	switch {
	case err != nil && region.Code == "" || err != nil && strings.HasPrefix(text, "+"):
		return Phone{}, international
	case err != nil:
		return Phone{}, "no number of " + region.Code + ", and none like +44 20 7946 0000"
	case number.GetExtension() != "":
		return Phone{}, "an extension cannot be sent: leave it out"
	}
	phone = Phone{
		E164:     phonenumbers.Format(number, phonenumbers.E164),
		Spaced:   phonenumbers.Format(number, phonenumbers.INTERNATIONAL),
		Doubtful: !phonenumbers.IsValidNumber(number),
	}
	switch {
	case !strings.HasPrefix(text, "+") && !phonenumbers.IsPossibleNumber(number):
		return Phone{}, "too long or too short for a number of " + region.Code
	case !e164.MatchString(phone.E164):
		return Phone{}, international
	}
	return phone, ""
}

// PhoneReading says how a typed number is sent, for whoever types it; nothing where it cannot be.
func PhoneReading(text, country string) string {
	phone, problem := ReadPhone(text, country)
	switch {
	case problem != "":
		return ""
	case phone.Doubtful:
		return "Sent as " + phone.Spaced + ", which does not look like a number in use: check it."
	}
	return "Sent as " + phone.Spaced + "."
}

// CountryReading says how a typed country is sent; nothing where it cannot be.
func CountryReading(text string) string {
	country, problem := ReadCountry(text)
	if problem != "" {
		return ""
	}
	return "Sent as " + country.Code + ", " + country.Name + "."
}
