package wording

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Plural is "1 night", "3 nights".
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// sentence is a text with a capital at its beginning and a full stop.
func Sentence(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:] + "."
}

// LeftWords says how long is left: "2 d 4 h", "3 h 12 min", "4 min 09 s",
// "past".
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

// clipTo cuts a text after so many characters, and shows that it did.
func ClipTo(most int, text string) string {
	runes := []rune(strings.TrimSpace(text))
	if len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return string(runes)
}

// agoWords is how long ago something was, in whole minutes: "just now", "3 min
// ago", "2 h 5 min ago".
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

// jump is how far apart two seconds of a clock must be for one that was asleep.
const jump = 2 * time.Minute

// JumpWords says in a sentence that a clock which is read every second has
// jumped, as after a machine's sleep; it is empty when it has not.
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

// StarWords is "4*": a plain glyph that is one cell wide everywhere.
func Stars(stars int) string { return string(rune('0'+stars%10)) + "*" }

// clip keeps a pasted page out of an error message.
func Clip(text string) string { return ClipTo(20, text) }
