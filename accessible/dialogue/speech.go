package dialogue

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"bellhop/internal/safetext"
)

// signs are what stands for a word on a screen, and the word. What is left of a line is heard as it is written.
var signs = strings.NewReplacer(
	" · ", ", ", "·", ",",
	" → ", " becomes ", "→", " becomes ",
	" – ", " to ", "–", " to ", " — ", ", ", "—", ", ",
	" › ", ", then ", "›", ", then ",
	"≈ ", "about ", "≈", "about ",
	"≤", "at most ", "≥", "at least ", "×", " times ",
	"…", "...", "•", "", "’", "'", "“", `"`, "”", `"`,
	" = ", ", that is ",
	"(you)", "your time", "(hotel and you)", "at the hotel, and your time", "(hotel)", "at the hotel",
	"(hotel; zone not said)", "at the hotel, whose time zone is not said",
	" n/a", " not known",
)

var (
	// masked is what a part of a private text is shown as.
	masked  = pattern(` ?··· ?`)
	starred = pattern(`\b(\d(?:\.\d)?)\*`)
	// most and least are limits of a price as they are typed: a synthesizer leaves the signs out.
	most  = pattern(`(^|\s)<(\d)`)
	least = pattern(`(^|\s)>(\d)`)
	// changed is a difference behind an amount: a synthesizer leaves its sign out too.
	changed = pattern(` \(([-+])([\d.,]+)( [A-Z]{3})?\)`)
	// money is an amount with a currency's code that could be a word: AUD, EUR, TRY.
	money = pattern(`(\d) ([A-Z]{3})\b`)
	// midnight is behind a day, where two noughts would be heard as part of it.
	midnight = pattern(`(^|\s)00:00\b`)
	// nought is a rest that says nothing: "2 d 0 h", "30 min 00 s".
	nought  = pattern(`\b(\d+ (?:d|h|min)) 0{1,2} (?:h|min|s)\b`)
	unit    = pattern(`\b(\d+(?:\.\d+)?) (d|h|min|s|mi|km)\b`)
	weekday = pattern(`\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d`)
	month   = pattern(`\b(\d{1,2}) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b`)
	spaces  = pattern(`\s+`)
)

// pattern is compiled when it is first needed: few commands speak.
func pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

// fullNames are the words of what dates shorten.
var fullNames = map[string]string{
	"Mon": "Monday", "Tue": "Tuesday", "Wed": "Wednesday", "Thu": "Thursday", "Fri": "Friday", "Sat": "Saturday", "Sun": "Sunday",
	"Jan": "January", "Feb": "February", "Mar": "March", "Apr": "April", "Jun": "June", "Jul": "July", "Aug": "August",
	"Sep": "September", "Oct": "October", "Nov": "November", "Dec": "December", "May": "May",
}

// units are the words of what measures shorten, of one and of several.
var units = map[string][2]string{
	"d": {"day", "days"}, "h": {"hour", "hours"}, "min": {"minute", "minutes"}, "s": {"second", "seconds"},
	"mi": {"mile", "miles"}, "km": {"kilometre", "kilometres"},
}

// Speech returns a text as one line that can be heard: signs are words, dates and measures are said in full, and there is no
// control character and nothing else that is only seen.
func Speech(text string) string {
	text = strings.ToValidUTF8(text, "?")
	text = masked().ReplaceAllString(text, " masked ")
	text = strings.NewReplacer(" masked , ", " masked, ", " masked .", " masked.", "masked @", "masked at ").Replace(text)
	text = signs.Replace(text)
	text = starred().ReplaceAllStringFunc(text, func(s string) string {
		if n := strings.TrimSuffix(s, "*"); n != "1" {
			return n + " stars"
		}
		return "1 star"
	})
	text = most().ReplaceAllString(text, "${1}under $2")
	text = least().ReplaceAllString(text, "${1}over $2")
	text = changed().ReplaceAllStringFunc(text, difference)
	text = money().ReplaceAllStringFunc(text, currency)
	text = midnight().ReplaceAllString(text, "${1}00:00 hours")
	text = nought().ReplaceAllString(text, "$1")
	text = unit().ReplaceAllStringFunc(text, func(s string) string {
		n, name, _ := strings.Cut(s, " ")
		if strings.TrimLeft(n, "0") == "1" {
			return n + " " + units[name][0]
		}
		return strings.TrimLeft(n[:len(n)-1], "0") + n[len(n)-1:] + " " + units[name][1]
	})
	text = month().ReplaceAllStringFunc(text, func(s string) string {
		day, name, _ := strings.Cut(s, " ")
		return day + " " + fullNames[name]
	})
	text = weekday().ReplaceAllStringFunc(text, func(s string) string { return fullNames[s[:3]] + s[3:] })
	text = strings.TrimPrefix(text, "! ")
	return strings.TrimSpace(spaces().ReplaceAllString(strings.Map(heard, text), " "))
}

// difference says "(-16.74)" as "which is 16.74 less".
func difference(text string) string {
	part := changed().FindStringSubmatch(text)
	than := " more"
	if part[1] == "-" {
		than = " less"
	}
	return ", which is " + part[2] + part[3] + than
}

// currency parts the letters of a currency's code that could be read as a word: a code without a vowel is spelled anyhow.
func currency(text string) string {
	number, code, _ := strings.Cut(text, " ")
	if !strings.ContainsAny(code, "AEIOUY") {
		return text
	}
	return number + " " + strings.Join(strings.Split(code, ""), " ")
}

// heard leaves out what is only seen: controls and their pictures, what has no width, frames, blocks and braille.
func heard(r rune) rune {
	switch {
	case unicode.IsSpace(r):
		return ' '
	case safetext.Spells(r):
		return r
	case unicode.IsControl(r), unicode.Is(unicode.Cf, r), unicode.Is(unicode.Co, r), r == utf8.RuneError:
		return -1
	case r >= 0x2400 && r <= 0x243f, r >= 0x2500 && r <= 0x25ff, r >= 0x2800 && r <= 0x28ff:
		return -1
	case r == '\u2028' || r == '\u2029':
		return ' '
	}
	return r
}

// longCode is how many letters a code has that is spelled in groups of four.
const longCode = 16

// Spell says a code letter by letter: "Q, W, 7". A long one has a longer pause behind each four letters, where one can stop
// to write them down: "A, B, C, D; 1, 2, 3, 4".
func Spell(code string) string {
	var letters []string
	for _, r := range strings.ToUpper(code) {
		switch {
		case unicode.IsSpace(r):
		case r == '-':
			letters = append(letters, "dash")
		case r == '_':
			letters = append(letters, "underscore")
		case r == '.':
			letters = append(letters, "dot")
		case r == '/':
			letters = append(letters, "slash")
		case r == '+':
			letters = append(letters, "plus")
		default:
			letters = append(letters, string(r))
		}
	}
	if len(letters) < longCode {
		return strings.Join(letters, ", ")
	}
	var groups []string
	for group := range slices.Chunk(letters, 4) {
		groups = append(groups, strings.Join(group, ", "))
	}
	return strings.Join(groups, "; ")
}

// capital gives a text a capital at its beginning.
func capital(text string) string {
	r, n := utf8.DecodeRuneInString(text)
	if n == 0 {
		return text
	}
	return string(unicode.ToUpper(r)) + text[n:]
}

// stopped ends a text as a sentence ends, so that there is a pause after it.
func stopped(text string) string {
	text = strings.TrimSpace(text)
	if text == "" || strings.ContainsAny(text[len(text)-1:], ".?!:") {
		return text
	}
	return text + "."
}
