package contract

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// decode reads one JSON text, its numbers as they are written.
func decode(text []byte) (any, error) {
	if !utf8.Valid(text) {
		return nil, errors.New("the body is not UTF-8")
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("the body is not JSON: %w", err)
	}
	return v, nil
}

// goodBodies remembers which bodies were found to be right. The same world
// gives many tests the same answers, and a search's is large: looking at each
// of them once keeps a suite nearly as fast as it is without the description.
type goodBodies struct {
	seen sync.Map // of goodBody
}

type goodBody struct {
	schema *jsonschema.Schema
	hash   [sha256.Size]byte
}

// check says how the body of an answer differs from its schema.
func (g *goodBodies) check(s *jsonschema.Schema, body []byte) []string {
	key := goodBody{s, sha256.Sum256(body)}
	if _, known := g.seen.Load(key); known {
		return nil
	}
	v, err := decode(body)
	if err != nil {
		return []string{err.Error()}
	}
	out := append(hold(s, v), amountDigits(v, nil, "")...)
	if len(out) == 0 {
		g.seen.Store(key, true)
	}
	return out
}

// hold holds a value against a schema, and says in one line for each
// difference where it is, what it is, and which part of the value it is about.
func hold(s *jsonschema.Schema, v any) []string {
	err := s.Validate(v)
	if err == nil {
		return nil
	}
	var all *jsonschema.ValidationError
	if !errors.As(err, &all) {
		return []string{err.Error()}
	}
	english := message.NewPrinter(language.English)
	var out []string
	for _, one := range leaves(all) {
		line := fmt.Sprintf("%s: %s: %s", pointer(one.InstanceLocation), one.ErrorKind.LocalizedString(english), part(v, one.InstanceLocation))
		if !slices.Contains(out, line) {
			out = append(out, line)
		}
	}
	return out
}

// leaves lists the differences that an error is made of. Where a schema has
// alternatives, each of them says why it was not met; those of the alternative
// that was nearly met are the ones to tell.
func leaves(e *jsonschema.ValidationError) []*jsonschema.ValidationError {
	if len(e.Causes) == 0 {
		return []*jsonschema.ValidationError{e}
	}
	choice := false
	switch e.ErrorKind.(type) {
	case *kind.OneOf, *kind.AnyOf:
		choice = true
	}
	var list []*jsonschema.ValidationError
	most := 0
	for _, cause := range e.Causes {
		some := leaves(cause)
		near := nearness(some)
		if choice && near > most {
			list = nil
		}
		if !choice || near >= most {
			list = append(list, some...)
		}
		most = max(most, near)
	}
	return list
}

// nearness returns how nearly an alternative was met: least when a constant differs,
// such as its type's name, and else the more the deeper in it the first
// difference was found.
func nearness(differences []*jsonschema.ValidationError) int {
	deepest := 0
	for _, one := range differences {
		if _, constant := one.ErrorKind.(*kind.Const); constant {
			return 0
		}
		deepest = max(deepest, len(one.InstanceLocation))
	}
	return 1 + deepest
}

// pointer returns the JSON pointer to a place; the whole value is "the whole".
func pointer(path []string) string {
	if len(path) == 0 {
		return "the whole"
	}
	escape := strings.NewReplacer("~", "~0", "/", "~1")
	var b strings.Builder
	for _, name := range path {
		b.WriteString("/" + escape.Replace(name))
	}
	return b.String()
}

// part returns the JSON of a part of a value, cut to a length that can be read.
func part(v any, path []string) string {
	for _, name := range path {
		switch one := v.(type) {
		case map[string]any:
			v = one[name]
		case []any:
			i, err := strconv.Atoi(name)
			if err != nil || i < 0 || i >= len(one) {
				return "?"
			}
			v = one[i]
		}
	}
	text, err := json.Marshal(v)
	if err != nil {
		return "?"
	}
	const most = 200
	if len(text) > most {
		return strings.ToValidUTF8(string(text[:most]), "") + " …"
	}
	return string(text)
}

// amountDigits finds the amounts of an answer that do not have exactly the
// digits of their currency. An amount is of the currency beside it or, failing
// that, of the one around it; a reservation's payments are of the currency of
// its rate. JSON Schema knows no such rule: 612.4 and 612.40 are one number. A path
// is written over by the next one.
func amountDigits(v any, path []string, currency string) []string {
	var out []string
	switch one := v.(type) {
	case []any:
		for i, item := range one {
			out = append(out, amountDigits(item, append(path, strconv.Itoa(i)), currency)...)
		}
	case map[string]any:
		currency = currencyOf(one, currency)
		for name, member := range one {
			inside := append(path, name)
			number, ok := member.(json.Number)
			if ok && isAmount(name) && !isWritten(number.String(), currency) {
				out = append(out, fmt.Sprintf("%s: %s does not have the digits of %q", pointer(inside), number, currency))
			}
			if !ok {
				out = append(out, amountDigits(member, inside, currency)...)
			}
		}
	}
	return out
}

func isAmount(name string) bool {
	return slices.Contains([]string{"amount", "total_price", "base_price", "total_taxes", "additional_fees"}, name)
}

func currencyOf(object map[string]any, around string) string {
	for _, name := range []string{"currency_code", "currency"} {
		if code, ok := object[name].(string); ok {
			return code
		}
	}
	if rate, ok := object["rate"].(map[string]any); ok {
		if price, ok := rate["price"].(map[string]any); ok {
			return currencyOf(price, around)
		}
	}
	return around
}

// isWritten reports whether an amount is written with exactly the digits that ISO
// 4217 gives its currency. An amount of no currency is a mistake.
func isWritten(number, currency string) bool {
	digits := 2
	switch currency {
	case "":
		return false
	case "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND", "VUV", "XAF", "XOF", "XPF":
		digits = 0
	case "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND":
		digits = 3
	}
	whole, fraction, point := strings.Cut(number, ".")
	return isDigits(whole) && (whole == "0" || whole[0] != '0') && point == (digits > 0) && len(fraction) == digits && (!point || isDigits(fraction))
}

func isDigits(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }

// numberFormats returns the formats of OpenAPI that JSON Schema does not know.
func numberFormats() []*jsonschema.Format {
	var list []*jsonschema.Format
	for name, bits := range map[string]uint{"int32": 31, "int64": 63} {
		limit := new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), bits))
		list = append(list, &jsonschema.Format{Name: name, Validate: func(v any) error {
			number, ok := v.(json.Number)
			if !ok {
				return nil
			}
			if x, ok := new(big.Rat).SetString(number.String()); ok && (x.Cmp(limit) >= 0 || x.Cmp(new(big.Rat).Neg(limit)) < 0) {
				return fmt.Errorf("%s is beyond %s", number, name)
			}
			return nil
		}})
	}
	return list
}
