package booking

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"bellhop/api"
)

// Plural is "1 night", "3 nights".
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// DayWords is a date that cannot be misread: "Sat 12 Dec 2026".
func DayWords(d api.Date) string {
	if d.IsZero() {
		return "no date"
	}
	return d.Format("Mon 2 Jan 2006")
}

// StayWords is "Sat 12 Dec – Tue 15 Dec 2026 · 3 nights". The nights are left
// out where the days do not tell them.
func StayWords(in, out api.Date) string {
	first := DayWords(in)
	if !in.IsZero() && in.Year == out.Year {
		first = in.Format("Mon 2 Jan")
	}
	words := first + " – " + DayWords(out)
	if nights, known := nightsOf(in, out); known {
		words += " · " + Plural(nights, "night")
	}
	return words
}

// sentence is a text with a capital at its beginning and a full stop.
func sentence(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:] + "."
}

// PriceWords is an amount, or that it is not said.
func PriceWords(m api.Money) string {
	if !m.IsSet() {
		return NotSaid
	}
	return m.String()
}

// PartyWords is "2 adults" or "2 adults, 1 child".
func PartyWords(adults, children int) string {
	words := Plural(adults, "adult")
	switch {
	case children == 1:
		words += ", 1 child"
	case children > 1:
		words += fmt.Sprintf(", %d children", children)
	}
	return words
}

// LeftWords says how long is left: "2 d 4 h", "3 h 12 min", "4 min 09 s",
// "past".
func LeftWords(left time.Duration) string {
	switch {
	case left <= 0:
		return "past"
	case left >= 24*time.Hour:
		return fmt.Sprintf("%d d %d h", left/(24*time.Hour), left%(24*time.Hour)/time.Hour)
	case left >= time.Hour:
		return fmt.Sprintf("%d h %d min", left/time.Hour, left%time.Hour/time.Minute)
	case left >= time.Minute:
		return fmt.Sprintf("%d min %02d s", left/time.Minute, left%time.Minute/time.Second)
	default:
		return fmt.Sprintf("%d s", left/time.Second)
	}
}

// MaskName shows of every part of a name its first letter: "M··· G···".
func MaskName(g api.Guest) string {
	mask := func(name string) string {
		for _, r := range name {
			return string(r) + "···"
		}
		return ""
	}
	return strings.TrimSpace(mask(g.GivenName) + " " + mask(g.Surname))
}

// MaskEmail keeps the first letter and the domain: "m···@example.com".
func MaskEmail(email string) string {
	at := strings.LastIndexByte(email, '@')
	if at < 1 {
		return maskAll(email)
	}
	for _, r := range email {
		return string(r) + "···" + email[at:]
	}
	return ""
}

// MaskPhone keeps the last two digits.
func MaskPhone(phone string) string {
	digits := []rune(phone)
	if len(digits) < 4 {
		return maskAll(phone)
	}
	return "···" + string(digits[len(digits)-2:])
}

// MaskText hides a text wholly and says only whether there is one.
func MaskText(text string) string { return maskAll(text) }

func maskAll(text string) string {
	if text == "" {
		return ""
	}
	return "···"
}
