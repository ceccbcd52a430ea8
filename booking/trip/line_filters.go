package trip

import (
	"cmp"
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
		return regexp.MustCompile(`^([<>])=?(` + number + `)([a-z]{3})?$`)
	})
	// boundsForm are two prices. Without a currency they need so many digits that they are no days.
	boundsForm = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(?:(` + number + `)-(` + number + `)([a-z]{3})|([0-9]{2,12}(?:\.[0-9]{1,4})?)-([0-9]{3,12}(?:\.[0-9]{1,4})?))$`)
	})
	signForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([<>])=?([€£])([0-9.]+)$`) })
	below    = []string{"<", "<=", "under", "below", "max"}
	above    = []string{">", ">=", "over", "above", "min"}
)

// number is an amount without a sign and without a group of thousands.
const number = `(?:0|[1-9][0-9]{0,11})(?:\.[0-9]{1,4})?`

func (l *lineReading) readPrice(at int) int {
	text, n := l.tokens[at].text, 1
	if next := l.next(at); amountLike(next) {
		switch {
		case slices.Contains(below, text):
			text, n = "<"+next, 2
		case slices.Contains(above, text):
			text, n = ">"+next, 2
		}
	}
	var least, most, code string
	if from, to, currency, both := boundsOf(text); both {
		least, most, code = from, to, currency
	} else if found := priceForm().FindStringSubmatch(text); found != nil && strings.Trim(found[2], "0.") != "" {
		if code = found[3]; found[1] == ">" {
			least = found[2]
		} else {
			most = found[2]
		}
	} else if strings.HasPrefix(text, "<") || strings.HasPrefix(text, ">") {
		instead := ""
		if sign := signForm().FindStringSubmatch(text); sign != nil {
			instead = sign[1] + sign[3] + map[string]string{"€": "eur", "£": "gbp"}[sign[2]]
		}
		return l.wrong(WordPrice, at, n, "a price is like <300, >300 or 300-500gbp, without a comma or a sign", instead)
	} else {
		return 0
	}
	if next := l.next(at + n - 1); code == "" && api.IsCurrency(strings.ToUpper(next)) {
		code = next
		n++
	}
	return l.priced(at, n, api.NewMoney(least, strings.ToUpper(code)), api.NewMoney(most, strings.ToUpper(code)))
}

// amountLike reports whether a word behind "under" is a price, well written or not, and no day such as 9dec.
func amountLike(text string) bool {
	code := strings.TrimLeft(text, "0123456789.,")
	return code != text && (code == "" || api.IsCurrency(strings.ToUpper(code)))
}

// boundsOf reads two prices, such as 300-500gbp.
func boundsOf(text string) (least, most, code string, ok bool) {
	found := boundsForm().FindStringSubmatch(text)
	if found == nil || found[3] != "" && !api.IsCurrency(strings.ToUpper(found[3])) {
		return "", "", "", false
	}
	return found[1] + found[4], found[2] + found[5], found[3], true
}

// priced takes the bounds of the price that a word says; one of them may be said by another word.
func (l *lineReading) priced(at, n int, least, most api.Money) int {
	f := &l.line.Question.Filter
	said := Filter{MinPrice: least, MaxPrice: most}
	if least.IsSet() && f.MinPrice.IsSet() || most.IsSet() && f.MaxPrice.IsSet() {
		return l.wrong(WordPrice, at, n, l.text(at, n)+" says price a second time", "")
	}
	if least.IsSet() {
		f.MinPrice = least
	}
	if most.IsSet() {
		f.MaxPrice = most
	}
	*f = f.in(cmp.Or(f.MinPrice.Currency(), f.MaxPrice.Currency()))
	if f.MinPrice.IsSet() && f.MaxPrice.IsSet() {
		switch order, err := f.MinPrice.Cmp(f.MaxPrice); {
		case err != nil:
			return l.wrong(WordPrice, at, n, "both bounds of the price are in one currency", "")
		case order > 0:
			instead := ""
			if least.IsSet() && most.IsSet() {
				instead = most.Number() + "-" + least.Number() + strings.ToLower(most.Currency())
			}
			return l.wrong(WordPrice, at, n, f.MinPrice.Number()+" is more than "+f.MaxPrice.Number(), instead)
		}
	}
	return l.word(WordPrice, at, n, said.PriceWords()+" for the stay")
}

// priceLine writes the bounds of the price as a line has them.
func (f Filter) priceLine() string {
	least, most, code := f.MinPrice.Number(), f.MaxPrice.Number(), strings.ToLower(cmp.Or(f.MaxPrice.Currency(), f.MinPrice.Currency()))
	both := least + "-" + most + code
	_, _, _, readable := boundsOf(both)
	switch {
	case least == "" && most == "":
		return ""
	case least == "":
		return "<" + most + code
	case most == "":
		return ">" + least + code
	case readable:
		return both
	default:
		return ">" + least + code + " <" + most + code
	}
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
