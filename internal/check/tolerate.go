package check

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// A shape is a place of an answer that has another shape than the description's
// and that the client reads nevertheless (WIRE 4).
type shape struct {
	path  []string
	want  string
	found string
}

// shapes turns what WIRE 4 names into the shapes of the description, and notes
// what it turned. What is left is held against the description.
type shapes struct {
	verified bool // the answer is that of a verification, whose terms are an array
	list     []shape
}

// settle returns the value with the shapes of the description; maps are changed
// in place.
func (s *shapes) settle(v any, path []string) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = s.settle(v[i], in(path, strconv.Itoa(i)))
		}
	case map[string]any:
		s.object(v, path)
		for _, name := range slices.Sorted(maps.Keys(v)) {
			v[name] = s.settle(v[name], in(path, name))
		}
	}
	return v
}

func in(path []string, name string) []string { return append(path[:len(path):len(path)], name) }

func (s *shapes) note(path []string, want, found string) {
	s.list = append(s.list, shape{path, want, found})
}

func (s *shapes) object(m map[string]any, path []string) {
	around := ""
	for _, step := range slices.Backward(path) {
		if _, err := strconv.Atoi(step); err != nil {
			around = step
			break
		}
	}
	if around == "address" {
		s.rename(m, path, "state_providence", "state_province", "state_provience")
	}
	s.rename(m, path, "processor", "stripe")
	s.rename(m, path, "room_name", "short_description")
	for _, name := range []string{"postal_code", "phone", "fax"} {
		s.word(m, path, name)
	}
	switch around {
	case "room_images", "amenities":
		s.word(m, path, "category")
	case "images":
		s.code(m, path)
	}
	if terms, there := m["terms"]; there {
		m["terms"] = s.terms(terms, in(path, "terms"))
	}
	s.deadline(m, path)
}

// rename gives a member the name of the description.
func (s *shapes) rename(m map[string]any, path []string, want string, others ...string) {
	if _, there := m[want]; there {
		return
	}
	for _, other := range others {
		if v, there := m[other]; there {
			m[want] = v
			delete(m, other)
			s.note(in(path, other), want, other)
			return
		}
	}
}

// word makes a text of a number.
func (s *shapes) word(m map[string]any, path []string, name string) {
	if n, ok := m[name].(json.Number); ok {
		m[name] = n.String()
		s.note(in(path, name), "string", "number")
	}
}

// code makes a number of the text of a category.
func (s *shapes) code(m map[string]any, path []string) {
	if text, ok := m["category"].(string); ok {
		s.note(in(path, "category"), "integer", "string")
		m["category"] = json.Number("0")
		if n, err := strconv.ParseUint(text, 10, 31); err == nil {
			m["category"] = json.Number(strconv.FormatUint(n, 10))
		}
	}
}

// terms gives the terms of a rate the form that they have in this answer.
func (s *shapes) terms(v any, path []string) any {
	whole := s.verified && len(path) == 1
	one, isObject := v.(map[string]any)
	many, isArray := v.([]any)
	switch {
	case whole && isObject:
		s.note(path, "array", "object")
		many = []any{one}
		v = many
	case !whole && isArray && len(many) > 0:
		s.note(path, "object", "array")
		v = many[0]
		one, _ = v.(map[string]any)
	}
	if !whole {
		s.term(one, path, false)
		return v
	}
	for i, each := range many {
		one, _ := each.(map[string]any)
		s.term(one, in(path, strconv.Itoa(i)), true)
	}
	return v
}

// term settles one object of terms; its guarantee type is an array in a
// verification.
func (s *shapes) term(m map[string]any, path []string, verified bool) {
	if m == nil {
		return
	}
	at := in(path, "cancel_penalties")
	if v, ok := m["cancel_penalties"].(map[string]any); ok {
		m["cancel_penalties"] = []any{v}
		s.note(at, "array", "object")
	}
	at = in(path, "guarantee_type")
	switch v := m["guarantee_type"].(type) {
	case string:
		if verified {
			m["guarantee_type"] = []any{v}
			s.note(at, "array", "string")
		}
	case []any:
		if !verified {
			m["guarantee_type"] = ""
			if len(v) > 0 {
				m["guarantee_type"] = v[0]
			}
			s.note(at, "string", "array")
		}
	}
}

var withoutSeconds = pattern(`^(\d{4}-\d\d-\d\dT\d\d:\d\d)(Z|[+-]\d\d:\d\d)$`)

// deadline adds the seconds that a deadline does not have.
func (s *shapes) deadline(m map[string]any, path []string) {
	text, _ := m["deadline_local"].(string)
	if parts := withoutSeconds().FindStringSubmatch(text); parts != nil {
		m["deadline_local"] = parts[1] + ":00" + parts[2]
		s.note(in(path, "deadline_local"), "seconds", "none")
	}
}

// Why what is not as the description says is tolerated all the same.
const (
	copes     = "the client reads it (WIRE 4)"
	ownLimit  = "the specification names no such limit"
	ownWords  = "the specification fixes no wording"
	ownCodes  = "the specification leaves the other codes open"
	emptyText = "null could stand there"
)

// tolerated returns why a difference is no deviation; "" when it is one.
func (d difference) tolerated() string {
	last := ""
	if len(d.path) > 0 {
		last = d.path[len(d.path)-1]
	}
	switch d.keyword {
	case "additionalProperties":
		if d.value == nil || !d.shown() {
			return copes
		}
	case "required":
		if canMiss(d.member) {
			return copes
		}
	case "null":
		if !d.required || d.nullable || canMiss(last) {
			return copes
		}
	case "maxItems":
		return ownLimit
	case "maximum":
		if last == "total_items" {
			return ownLimit
		}
	case "length":
		if d.nullable {
			return emptyText
		}
	}
	return d.toleratedWord(last)
}

// toleratedWord returns tolerated for a text or a number that should be another one.
func (d difference) toleratedWord(last string) string {
	isError := ruleOfSchema(d.schema) == errorFields
	text, isText := d.value.(string)
	switch {
	case d.keyword == "const" && last == "status" && isText && text != "":
		return copes
	case isError && last == "message" && d.keyword == "const":
		return ownWords
	case isError && last == "type" && isText && text != "" && (d.keyword == "const" || d.keyword == "enum"):
		return copes
	case isError && last == "code" && d.keyword == "const":
		return ownCodes
	case last == "token" && slices.Contains([]string{"pattern", "enum", "not"}, d.keyword) && slices.Contains(d.path, "payment"):
		return ownLimit
	default:
		return ""
	}
}

// shown reports whether a member stands where the specification says that it does
// not.
func (d difference) shown() bool {
	return d.member == "cvv" || d.member == "confirmation" && d.schema == "CreatedReservation"
}

// canMiss reports whether the client does without a member.
func canMiss(name string) bool {
	return slices.Contains([]string{
		"lowest_rate", "rooms", "email", "max_occupancy", "taxes_and_fees_included", "confirmation", "hotel_confirmation_number",
		"record_locator", "cancel_penalties",
	}, name)
}

// kind returns what stands somewhere, in words that hold nothing personal: a text is
// shown only where the service chose it from a few words, or where it is a date
// or a code.
func kind(v any, path []string) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return strconv.FormatBool(v)
	case json.Number:
		if isPrivate(path) || len(v) > 20 {
			return "a number"
		}
		return v.String()
	case string:
		if v == "" {
			return "an empty text"
		}
		if len(path) > 0 && !isPrivate(path) && isOpen(path[len(path)-1], v) {
			return strconv.Quote(v)
		}
		return "a text of " + strconv.Itoa(len([]rune(v))) + " characters"
	case []any:
		return "an array of " + strconv.Itoa(len(v))
	case map[string]any:
		return "an object"
	default:
		return "something else"
	}
}

var (
	harmless = pattern(`^[A-Za-z0-9:+._-]{1,40}$`)
	wordForm = pattern(`^[A-Z_]{1,30}$`)
	codeForm = pattern(`^[A-Za-z]{2,3}$`)
	timeForm = pattern(`^[0-9]{2,4}[-:][0-9TZ:+.-]{1,26}$`)
)

func isPrivate(path []string) bool {
	for _, name := range []string{"guests", "payment", "custom_data", "processor", "loyalty", "primary"} {
		if slices.Contains(path, name) {
			return true
		}
	}
	return false
}

// isOpen reports whether a text is a word of the service, a code or a time, by
// where it stands and how it looks.
func isOpen(name, text string) bool {
	switch name {
	case "status", "type":
		return wordForm().MatchString(text)
	case "currency_code", "currency", "country_code":
		return codeForm().MatchString(text)
	case "check_in_date", "check_out_date", "created_at", "deadline_local", "expiration", "date", "check_in_time", "check_out_time",
		"check_in_time_local", "check_out_time_local":
		return timeForm().MatchString(text)
	default:
		return false
	}
}

// pointer returns the JSON pointer to a place, "*" for any item of an array and for
// a key of custom_data, which is the partner's own.
func pointer(path []string) string {
	var b strings.Builder
	before := ""
	for _, step := range path {
		shown := visible(step)
		if _, err := strconv.Atoi(step); err == nil || before == "custom_data" {
			shown = "*"
		}
		b.WriteString("/" + shown)
		before = step
	}
	return b.String()
}

// visible returns a member's name when it looks like one.
func visible(name string) string {
	if harmless().MatchString(name) {
		return name
	}
	return "(an unusual name)"
}
