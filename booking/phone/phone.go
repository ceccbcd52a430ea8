// Package phone reads telephone numbers by the plans of their countries, as people type them, and writes them as they
// are sent and read. The plans are those of libphonenumber, in plans.tsv (internal/phonedata makes it); a test compares
// what comes of them with that library.
package phone

import (
	"errors"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode"
)

// A Number is a telephone number with the calling code of its country.
type Number struct {
	Code     int    // 44
	National string // "2079460000"
}

// Why a text is no number.
var (
	ErrNone      = errors.New("not a telephone number")
	ErrExtension = errors.New("a telephone number with an extension")
)

// The national part of a number has so many digits; a calling code has three at most.
const (
	leastDigits = 2
	mostDigits  = 17
	mostCode    = 3
	mostText    = 250
)

// extension is what people write before a number inside a company.
var extension = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)(?:;ext=|ext\.?n?\.?|extension|[x#~]|int\.?|anexo|доб\.?)[:. ]*([0-9]{1,15})#?$`)
})

// CutExtension returns a text without the extension at its end, and the extension's digits.
func CutExtension(text string) (before, digits string) {
	cut := extension().FindStringSubmatchIndex(text)
	if cut == nil {
		return text, ""
	}
	return strings.TrimSpace(text[:cut[0]]), text[cut[2]:cut[3]]
}

// Read reads a number as it is dialled in a region, such as "GB", or with a calling code, "+44 20 7946 0000". The
// region may be empty. What it returns has a form of its country; whether such a number is in use, Valid tells.
func Read(text, region string) (Number, error) {
	text = strings.TrimSpace(text)
	if len(text) > mostText {
		return Number{}, ErrNone
	}
	if before, extension := CutExtension(text); extension != "" {
		if _, err := Read(before, region); err == nil {
			return Number{}, ErrExtension
		}
	}
	number, plus, ok := digits(text)
	if !ok {
		return Number{}, ErrNone
	}
	plan := planOf(region)
	code, national, ok := plan.split(number, plus)
	if !ok && plus && strings.HasPrefix(number, "0") { // As "+00 44 20 7946 0000".
		code, national, ok = plan.split(number, false)
		ok = ok && code != 0
	}
	switch {
	case !ok || code == 0 && plan == nil:
		return Number{}, ErrNone
	case code == 0:
		code, national = plan.code, number
	case plan == nil || code != plan.code || mainPlan(code) != plan:
		plan = mainPlan(code)
	}
	if len(national) < leastDigits {
		return Number{}, ErrNone
	}
	if stripped := plan.withoutPrefix(national); plan.fits(stripped) {
		national = stripped
	}
	if len(national) < leastDigits || len(national) > mostDigits {
		return Number{}, ErrNone
	}
	return Number{Code: code, National: national}, nil
}

// digits returns those of a text, and whether a plus stands before them. Signs that people put between them are left out.
func digits(text string) (number string, plus, ok bool) {
	rest := strings.TrimLeft(text, "+＋")
	var b strings.Builder
	for _, r := range rest {
		switch value := digit(r); {
		case value >= 0:
			b.WriteString(strconv.Itoa(value))
		case !unicode.IsSpace(r) && !strings.ContainsRune("-‐‑‒–—―−ー－.．()（）［］[]/／~⁓∼～\u00ad\u200b\u2060", r):
			return "", false, false
		}
	}
	return b.String(), rest != text, b.Len() > leastDigits
}

// digit returns the value of a decimal digit of any script; -1 for anything else.
func digit(r rune) int {
	if r >= '0' && r <= '9' {
		return int(r - '0')
	}
	if !unicode.Is(unicode.Nd, r) {
		return -1
	}
	value := 0 // They stand in tens, one after the other.
	for value < 9 && unicode.Is(unicode.Nd, r-rune(value)-1) {
		value++
	}
	return value
}

// E164 is the number as it is sent: "+442079460000".
func (n Number) E164() string { return "+" + strconv.Itoa(n.Code) + n.National }

// Spaced is the number as people abroad read it: "+44 20 7946 0000".
func (n Number) Spaced() string {
	national := n.National
	if plan := mainPlan(n.Code); plan != nil {
		national = plan.spaced(national)
	}
	return "+" + strconv.Itoa(n.Code) + " " + national
}

// Possible reports whether a number of its country can be so long.
func (n Number) Possible() bool {
	plan := mainPlan(n.Code)
	return plan != nil && (plan.length(len(n.National)) == lengthFits || plan.length(len(n.National)) == lengthLocal)
}

// Valid reports whether the plan of its country has such a number.
func (n Number) Valid() bool {
	plans := plansOf(n.Code)
	if len(plans) == 1 {
		return plans[0].valid(n.National)
	}
	for _, plan := range plans {
		if plan.leading != "" {
			if starts(plan.leading, n.National) {
				return plan.valid(n.National)
			}
		} else if plan.valid(n.National) {
			return true
		}
	}
	return false
}
