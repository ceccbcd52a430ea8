package wording

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Plural counts a noun: "1 night", "3 nights".
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return Count(n) + " " + noun + "s"
}

// AtLeast is Plural where there may be more: "25+ hotels".
func AtLeast(n int, noun string) string { return Count(n) + "+ " + noun + "s" }

// HotelName returns the name of a hotel, and one of its codes where the service has not named it: "hotel LX 20417".
func HotelName(name, chain, code string) string {
	if name != "" || chain+code == "" {
		return name
	}
	return strings.TrimSpace("hotel " + strings.TrimSpace(chain+" "+code))
}

// Count writes a number so that its size is seen: "1,200".
func Count(n int) string {
	digits := strconv.Itoa(n)
	for at := len(digits) - 3; at > 0 && digits[at-1] != '-'; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return digits
}

// Sentence gives a text a capital at its beginning and a full stop.
func Sentence(text string) string { return Stopped(Capital(text)) }

// Stopped gives a text a full stop, unless it ends as a sentence does.
func Stopped(text string) string {
	if strings.HasSuffix(text, ".") || strings.HasSuffix(text, "?") {
		return text
	}
	return text + "."
}

// Capital gives a text a capital at its beginning.
func Capital(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

// Left writes how long is left: "2 d 4 h", "3 h 12 min", "4 min 09 s", "past".
func Left(left time.Duration) string {
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

// Clip keeps a pasted page out of an error message.
func Clip(text string) string { return ClipTo(20, text) }

// ClipTo cuts a text after so many characters, and marks the cut.
func ClipTo(most int, text string) string {
	runes := []rune(strings.TrimSpace(text))
	if len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return string(runes)
}

// Ago writes how long ago something was: "just now", "3 min ago", "2 h 5 min ago".
func Ago(age time.Duration) string {
	switch {
	case age < time.Minute:
		return "just now"
	case age < time.Hour:
		return fmt.Sprintf("%d min ago", age/time.Minute)
	default:
		return Left(age) + " ago"
	}
}

// jump is the least difference between two readings a second apart that shows a clock to have been asleep or
// set.
const jump = 2 * time.Minute

// ClockJump returns a sentence when a clock that is read every second has jumped, and empty when it has not.
func ClockJump(before, now time.Time) string {
	switch by := now.Sub(before); {
	case before.IsZero():
		return ""
	case by >= jump:
		return "The clock has jumped ahead by " + Left(by) + "."
	case by <= -jump:
		return "The clock was set back by " + Left(-by) + "."
	default:
		return ""
	}
}

// Stars writes a class as "4*": a plain glyph that is one cell wide everywhere.
func Stars(stars int) string { return string(rune('0'+stars%10)) + "*" }
