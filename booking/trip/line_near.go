package trip

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"bellhop/booking/wording"
	"bellhop/internal/spelling"
)

// longWords are the words that a misspelt one among words of a destination was perhaps meant to be.
var longWords = []string{
	"tonight", "tomorrow", "weekend", "refundable", "accessible", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
}

// unitWords stand behind a number.
var unitWords = []string{"nights", "adults", "adult", "child", "children", "rooms", "miles", "stars"}

// checkNear points at a word of the destination that was probably meant as something else. A line of one word is its
// destination, whatever it is like.
func (l *lineReading) checkNear() {
	left := 0
	for _, kind := range l.kinds {
		if kind == WordDestination {
			left++
		}
	}
	for i, t := range l.tokens {
		if l.kinds[i] != WordDestination || t.quoted {
			continue
		}
		if i > 0 && slices.Contains(spans, t.text) && l.kinds[i-1] == WordDestination && strings.Trim(l.tokens[i-1].text, "0123456789") == "" {
			l.wrong(WordDays, i-1, 2, "a number of days is +3 for an arrival, and 3n for nights", "")
			continue
		}
		if instead, kind := nearForm(t.text, left > 1); kind != WordDestination {
			l.wrong(kind, i, 1, fmt.Sprintf("%q is not read; quote it if it is a name", wording.Clip(t.raw)), instead)
		}
	}
}

// spans are lengths of time that no form has.
var spans = []string{"day", "days", "week", "weeks"}

var (
	plusDays    = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\+[0-9]{1,3}`) })
	joinedForm  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(?:[0-9]+[a-z]+-?){2,}$`) })
	joinedPart  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[0-9]+[a-z]+`) })
	joinedUnits = []string{"n", "nt", "nts", "a", "c", "r", "mi", "km"}
)

// takenApart returns words that were typed as one: "12dec 3n" for "12dec3n".
func takenApart(text string) string {
	if !joinedForm().MatchString(text) {
		return ""
	}
	parts := joinedPart().FindAllString(text, -1)
	for _, part := range parts {
		unit := strings.TrimLeft(part, "0123456789")
		if _, month := monthOf(unit); !month && !slices.Contains(joinedUnits, unit) {
			return ""
		}
	}
	return strings.Join(parts, " ")
}

// nearForm returns what a word was probably meant to be, and its row; that of the destination where it may be a name.
func nearForm(text string, amongOthers bool) (instead string, kind WordKind) {
	if strings.HasPrefix(text, "+") {
		if days := plusDays().FindString(text); days != "" {
			return days, WordDays
		}
		return "", WordAmenity
	}
	if head, most, found := strings.Cut(text, "<"); found && head != "" {
		return belowForm(head, "<"+most), WordPrice
	}
	if apart := takenApart(text); apart != "" {
		return apart, WordDays
	}
	if found := mixedForm().FindStringSubmatch(text); found != nil {
		number, word, year := found[1], found[2], found[3]
		months := make([]string, 0, 12)
		for m := time.January; m <= time.December; m++ {
			months = append(months, strings.ToLower(m.String()[:min(len(word), len(m.String()))]))
		}
		if near := nearWord(word, months); near != "" && len(word) >= 3 {
			return number + near + year, WordDays
		}
		if near := nearWord(word, unitWords); near != "" && len(word) >= 4 {
			return strings.TrimRight(number, "-–/.") + " " + near, kindOfUnit(near)
		}
		if len(word) == 1 && year == "" {
			return "", WordNights
		}
		return "", WordDestination
	}
	if near := nearWord(text, longWords); amongOthers && near != "" {
		switch near {
		case "refundable":
			return near, WordRefundable
		case "accessible":
			return near, WordAccessible
		}
		return near, WordDays
	}
	return "", WordDestination
}

// belowForm returns what a word with a price behind another one was meant to be: "<300" for "total<300", "lon <300" for
// "lon<300".
func belowForm(head, price string) string {
	switch {
	case !priceForm().MatchString(price):
		return ""
	case slices.Contains(priceWords, head):
		return price
	default:
		return head + " " + price
	}
}

// priceWords say what is bounded, which a price says by itself.
var priceWords = []string{"price", "total", "cost", "max"}

func kindOfUnit(unit string) WordKind {
	switch unit[0] {
	case 'n':
		return WordNights
	case 'r':
		return WordRooms
	case 'm':
		return WordRadius
	case 's':
		return WordClass
	default:
		return WordParty
	}
}

// nearWord returns the known word that is one letter away, or two if it is long.
func nearWord(text string, known []string) string {
	most := 1
	if len(text) >= longWord {
		most = 2
	}
	if len(text) > maxNear {
		return ""
	}
	for _, word := range known {
		if d := len(word) - len(text); d > most || -d > most {
			continue
		}
		if spelling.Distance([]rune(text), []rune(word)) <= most {
			return word
		}
	}
	return ""
}

// maxNear is the longest word that is compared.
const maxNear = 16
