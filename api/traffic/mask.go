package traffic

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// What stands in place of what is masked. A text keeps its first character, so that its owner knows it.
const (
	Secret       = "[redacted]" // an API key, a payment token, a verification code
	Masked       = "···"        // the end of a text that is masked, or all of one
	MaskedNumber = "#···"
	MaskedBool   = "?···"
)

// A rule is how much of a field may be seen.
type rule int

const (
	masked   rule = iota // its first character
	shown                // all of it
	secret               // nothing
	dataText             // a custom value: the id of an attempt, and of any other the first character
	names                // a part of a field's path: all of it, if it is one
	said                 // what the service says in words, without what a request held of a guest
	below                // all of it and of everything inside: no guest stands there
)

// A node is a field of a body and the fields inside. Arrays have no level of their own.
type node struct {
	rule   rule
	fields map[string]*node
	other  rule // of a field that is not named
}

// at returns the field at a path of names, and makes what is missing.
func (n *node) at(path ...string) *node {
	for _, name := range path {
		if n.fields == nil {
			n.fields = map[string]*node{}
		}
		if n.fields[name] == nil {
			n.fields[name] = &node{}
		}
		n = n.fields[name]
	}
	return n
}

func (n *node) show(path, names string) {
	object := n
	if path != "" {
		object = n.at(strings.Split(path, ".")...)
	}
	for _, name := range strings.Fields(names) {
		object.at(name).rule = shown
	}
}

// field returns what may be seen of a member.
func (n *node) field(name string) *node {
	if n.rule == below {
		return n
	}
	if inside := n.fields[name]; inside != nil {
		return inside
	}
	return &node{rule: n.other}
}

// secretNames are fields that nothing is shown of, wherever they stand.
var secretNames = map[string]bool{"token": true, "cvv": true, "authorization": true, "password": true, "api_key": true}

// A Masking is what may be seen of the bodies of one call.
type Masking struct {
	root    *node
	secrets *strings.Replacer
	hidden  [][]byte // what it replaces
	replace *strings.Replacer
	drawn   func(rune) bool
}

// Options say what a call is about.
type Options struct {
	// Guests reports whether a body can hold a guest: only what is known to be none is shown then.
	Guests bool
	// Shown are the names that the service's dialect has for fields that may be seen, with dots between them.
	Shown []string
	// Secrets are what no body may show wherever it stands; Account is whose key the first of them is.
	Secrets []string
	Account string
	// Drawn reports whether a character may reach a terminal as it is. Any other is written as JSON can: \u202e.
	Drawn func(rune) bool
}

// NewMasking returns what may be seen of a call's bodies.
func NewMasking(o Options) *Masking {
	m := &Masking{root: &node{rule: below}, drawn: o.Drawn}
	if o.Guests {
		m.root = reservations(o.Shown)
	}
	var pairs []string
	for _, one := range o.Secrets {
		if len(one) < 3 {
			continue // It would be found in everything.
		}
		for _, text := range []string{one, url.QueryEscape(one), base64.StdEncoding.EncodeToString([]byte(o.Account + ":" + one))} {
			pairs = append(pairs, text, Secret)
			m.hidden = append(m.hidden, []byte(text))
		}
	}
	m.secrets = strings.NewReplacer(pairs...)
	m.replace = strings.NewReplacer()
	return m
}

// reservations is what may be seen of the requests and answers about reservations (sections 2.1, 4.4 to 4.8 and 7).
func reservations(more []string) *node {
	root := &node{}
	root.show("", "code type request_id total_items_without_paging booking_code channel_code check_in_date check_out_date max_occupancy")
	root.at("message").rule = said
	root.at("details", "message").rule = said
	root.at("details", "field").rule = names
	for _, name := range []string{"pagination", "currency_exchange_rates", "price", "terms"} {
		root.at(name).rule = below
	}
	for _, one := range []string{"", "items."} {
		root.show(strings.TrimSuffix(one, "."), "id status check_in_date check_out_date created_at")
		root.show(one+"confirmation", "hotel_confirmation_number record_locator")
		root.show(one+"guests", "number_of_adults number_of_children adults children")
		root.show(one+"hotel", "chain_code name property_code")
		root.show(one+"payment.guest", "amount")
		root.show(one+"payment.partner", "amount")
		root.at(strings.Split(one+"rate", ".")...).rule = below
		root.at(strings.Split(one+"custom_data", ".")...).other = dataText
	}
	for _, name := range more {
		if name != "" {
			root.at(strings.Split(name, ".")...).rule = shown
		}
	}
	return root
}

// Mask returns a body as it may be seen: JSON of the same shape, as far as it goes. cut reports whether it breaks off,
// or is not JSON from some place on.
func (m *Masking) Mask(body []byte) (text []byte, cut bool) {
	out := bytes.NewBuffer(make([]byte, 0, len(body)))
	d := jsontext.NewDecoder(bytes.NewReader(body), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	e := jsontext.NewEncoder(out, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true),
		jsontext.PreserveRawStrings(true))
	w := walk{m: m, d: d, e: e}
	if len(bytes.TrimSpace(body)) == 0 {
		return nil, false
	}
	err := w.value(m.root, false)
	if err == nil && e.StackDepth() == 0 {
		// What follows a value is no JSON any more, and nobody knows what it is.
		_, err := d.ReadToken()
		return bytes.Clone(bytes.TrimSpace(out.Bytes())), !errors.Is(err, io.EOF)
	}
	closeAll(e)
	return bytes.Clone(bytes.TrimSpace(out.Bytes())), true
}

// longestName is how long the name of a field may be that nobody knows.
const longestName = 40

// name returns the name of a member as it may be seen: one that is no name, but a text of its own, is masked.
func (m *Masking) name(name string, n *node, hidden bool) string {
	text := m.secrets.Replace(name)
	if n.rule == below && !hidden || n.fields[name] != nil || isName(text) {
		return text
	}
	return Masked
}

// isName reports whether a text can be the name of a field, and no guest's.
func isName(text string) bool {
	for i, r := range text {
		lower := r >= 'a' && r <= 'z' || r == '_'
		if !lower && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return text != "" && len(text) <= longestName
}

// scalar returns the text that stands for a value; it is false for one that stands as it is.
func (m *Masking) scalar(raw jsontext.Value, n *node, hidden bool) (text string, stands bool) {
	kind := raw.Kind()
	switch {
	case kind == 'n':
		return "", false
	case hidden:
		return Secret, true
	case (n.rule == shown || n.rule == below) && m.plain(raw):
		return "", false
	case kind == '"':
		return m.text(unquoted(raw), n.rule), true
	case n.rule == shown, n.rule == below, n.rule == said:
		return Secret, !m.plain(raw)
	case kind == '0':
		return MaskedNumber, true
	default:
		return MaskedBool, true
	}
}

// plain reports whether JSON holds no secret, and nothing but characters that may reach a terminal as they are.
func (m *Masking) plain(raw jsontext.Value) bool {
	for _, c := range raw {
		if c < 0x20 || c > 0x7e || c == '\\' {
			return false
		}
	}
	for _, one := range m.hidden {
		if bytes.Contains(raw, one) {
			return false
		}
	}
	return true
}

func unquoted(raw jsontext.Value) string {
	text, _ := jsontext.AppendUnquote(nil, raw) // What is no UTF-8 becomes U+FFFD.
	return string(text)
}

// quote writes a text as JSON in which every character may reach a terminal.
func (m *Masking) quote(text string) jsontext.Value {
	quoted, _ := jsontext.AppendQuote(nil, text) // What is no UTF-8 has become U+FFFD.
	if m.drawn == nil || !bytes.ContainsFunc(quoted, func(r rune) bool { return !m.drawn(r) }) {
		return quoted
	}
	var out []byte
	for _, r := range string(quoted) {
		if m.drawn(r) {
			out = utf8.AppendRune(out, r)
			continue
		}
		for _, unit := range utf16.Encode([]rune{r}) {
			out = fmt.Appendf(out, `\u%04x`, unit)
		}
	}
	return out
}

func (m *Masking) text(text string, as rule) string {
	plain := m.secrets.Replace(text)
	switch {
	case text == "" || as == shown || as == below || as == dataText && isAttempt(text) || as == names && (isName(text) || isName("n"+text)):
		return plain
	case plain != text:
		return m.replace.Replace(plain)
	case as == said:
		return m.replace.Replace(text)
	}
	return first(text)
}

// first is what is seen of a text that is masked.
func first(text string) string {
	if text == "" {
		return ""
	}
	_, size := utf8.DecodeRuneInString(text)
	return text[:size] + Masked
}

// attemptLength is that of the id which the console gives an attempt.
const attemptLength = len("att-") + 26

// isAttempt reports whether a custom value names an attempt, and no person.
func isAttempt(text string) bool {
	rest, ok := strings.CutPrefix(text, "att-")
	return ok && len(text) == attemptLength && strings.Trim(rest, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") == ""
}

// Forget takes the texts that a request held of a guest out of what the service says in words.
func (m *Masking) Forget(texts []string) {
	var pairs []string
	for _, text := range texts {
		if utf8.RuneCountInString(text) < 2 {
			continue // A letter is nobody's.
		}
		for _, one := range []string{text, strings.ToUpper(text), strings.ToLower(text)} {
			pairs = append(pairs, one, first(one))
		}
	}
	m.replace = strings.NewReplacer(pairs...)
}

// Values returns the parameters of a query in the order of their names, of which some are masked.
func (m *Masking) Values(query url.Values, names []string, isMasked func(name string) bool) []Parameter {
	var out []Parameter
	for _, name := range names {
		for _, value := range query[name] {
			p := Parameter{Name: name, Value: value}
			if seen := m.secrets.Replace(value); seen != value {
				p.Value, p.Masked = seen, true
			}
			if isMasked(name) && !isAttempt(value) {
				p.Value, p.Masked = first(p.Value), true
			}
			out = append(out, p)
		}
	}
	return out
}
