package trip

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"bellhop/api"
	"bellhop/booking/wording"
)

func (l *lineReading) readRefundable(at int) int {
	f := &l.line.Question.Filter
	next := l.next(at)
	switch free := l.tokens[at].text == "free"; {
	case free && slices.Contains(cancelWords, next):
		f.FreeCancel = true
		return l.once(WordRefundable, at, 2, "free to cancel")
	case free && at > 0 && next != "state": // A place may begin with it; of those with it behind there is one.
		f.FreeCancel = true
		return l.once(WordRefundable, at, 1, "free to cancel")
	}
	return l.flag(at, WordRefundable, &f.FreeCancel, "free to cancel", flagForms[:2]...)
}

var cancelWords = []string{"cancel", "cancellation", "cancelling", "cancelation"}

// next returns the word behind a token, empty where there is none or it is quoted.
func (l *lineReading) next(at int) string {
	if at+1 == len(l.tokens) || l.tokens[at+1].quoted {
		return ""
	}
	return l.tokens[at+1].text
}

func (l *lineReading) readAccessible(at int) int {
	return l.flag(at, WordAccessible, &l.line.Question.Filter.Accessible, "accessible", flagForms[2:]...)
}

// flagForms are the words that say all by themselves: the first two are of what is refundable, the others of what is
// accessible.
var flagForms = []string{"ref", "refundable", "ada", "accessible"}

func (l *lineReading) flag(at int, kind WordKind, set *bool, reading string, forms ...string) int {
	if !slices.Contains(forms, l.tokens[at].text) {
		return 0
	}
	*set = true
	return l.once(kind, at, 1, reading)
}

var (
	priceForm = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^<=?((?:0|[1-9][0-9]{0,11})(?:\.[0-9]{1,4})?)([a-z]{3})?$`)
	})
	boundsForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[0-9]{2,}-[0-9]{3,}$`) })
	signForm   = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^<=?([€£])([0-9.]+)$`) })
	below      = []string{"<", "<=", "under", "below", "max"}
)

const noLeastText = "there is no least price; by total lists the cheapest first"

func (l *lineReading) readPrice(at int) int {
	text, n := l.tokens[at].text, 1
	switch next := l.next(at); {
	case strings.HasPrefix(text, ">") || boundsForm().MatchString(text):
		return l.wrong(WordPrice, at, 1, noLeastText, "")
	case slices.Contains(below, text) && next != "" && next[0] >= '0' && next[0] <= '9':
		text, n = "<"+next, 2
	case !strings.HasPrefix(text, "<"):
		return 0
	}
	found := priceForm().FindStringSubmatch(text)
	if found == nil || strings.Trim(found[1], "0.") == "" {
		instead := ""
		if sign := signForm().FindStringSubmatch(text); sign != nil {
			instead = "<" + sign[2] + map[string]string{"€": "eur", "£": "gbp"}[sign[1]]
		}
		return l.wrong(WordPrice, at, n, "a price is like <300 or <300.50gbp, without a comma or a sign", instead)
	}
	code := strings.ToUpper(found[2])
	if next := strings.ToUpper(l.next(at + n - 1)); code == "" && api.IsCurrency(next) {
		code = next
		n++
	}
	most := api.NewMoney(found[1], code)
	l.line.Question.Filter.MaxPrice = most
	return l.once(WordPrice, at, n, "up to "+most.String()+" for the stay")
}

func (l *lineReading) readClass(at int) int {
	stars, n := l.unit(at, "*", "+", "*+", "star", "stars", "-star", "-stars")
	text := l.tokens[at].text
	if strings.Trim(text, "*") == "" { // "****"
		stars, n = len(text), 1
	}
	switch {
	case n == 0 && strings.HasPrefix(strings.TrimLeft(text, "0123456789.-"), "*"):
		n = 1
		fallthrough
	case n > 0 && (stars < 1 || stars > mostStars):
		return l.wrong(WordClass, at, n, fmt.Sprintf("a class is 1* to %d*", mostStars), "")
	case n == 0:
		return 0
	}
	l.line.Question.Filter.MinStars = stars
	return l.once(WordClass, at, n, wording.Stars(stars)+" and up")
}

const mostStars = 5

func (l *lineReading) readChain(at int) int {
	code, ok := l.tokens[at].cutKey("chain:")
	n := 1
	if l.tokens[at].text == "chain" && l.next(at) != "" {
		code, ok, n = l.tokens[at+1].raw, true, 2
	}
	switch {
	case !ok:
		return 0
	case utf8.RuneCountInString(code) != chainLetters:
		return l.wrong(WordChain, at, n, "a chain is its code of two characters, as hotels show it", "")
	}
	l.setChain(code)
	return l.once(WordChain, at, n, l.line.Question.Filter.chainWords())
}

// setChain keeps the name that Base has for a chain.
func (l *lineReading) setChain(code string) {
	f, base := &l.line.Question.Filter, l.Base.Filter
	f.Chain, f.ChainName = strings.ToUpper(code), ""
	if strings.EqualFold(code, base.Chain) {
		f.Chain, f.ChainName = base.Chain, base.ChainName
	}
}

func (f Filter) chainWords() string { return Filter{Chain: f.Chain, ChainName: f.ChainName}.Words() }

// chainLetters is how long a chain's code is.
const chainLetters = 2

// cutKey returns what stands behind a key, as typed.
func (t token) cutKey(key string) (string, bool) {
	if len(t.raw) < len(key) || !strings.EqualFold(t.raw[:len(key)], key) {
		return "", false
	}
	value := t.raw[len(key):]
	if t.inner < 0 {
		value = strings.TrimRight(value, ",;")
	}
	return value, true
}

func (l *lineReading) readAmenity(at int) int {
	t, n := l.tokens[at], 1
	part, ok := t.cutKey("+")
	switch {
	case ok && t.inner != 1 && (part == "" || strings.ContainsAny(part[:1], "0123456789")):
		return 0
	case !ok && t.text == "with" && at+1 < len(l.tokens):
		part, n = l.tokens[at+1].raw, 2
	case !ok:
		return 0
	}
	if strings.TrimSpace(part) == "" {
		return l.wrong(WordAmenity, at, n, "name the amenity, as in +pool", "")
	}
	l.line.Question.Filter.Amenity = part
	return l.once(WordAmenity, at, n, "has "+part)
}
