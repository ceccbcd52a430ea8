package check

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"net/mail"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// A difference is one place of an answer that is not as the description says.
type difference struct {
	schema  string   // the named schema that the place belongs to
	path    []string // of the value, or of the object that lacks a member
	keyword string   // what of the schema is not met, such as "type"
	member  string   // that is missing or not known
	want    string   // in words
	value   any      // what stands there
	// needed says that the member must be there: it says how bad a null is.
	needed bool
	// hollow says that nothing could stand there, as null or as an empty text.
	hollow bool
}

// A holding is what came of holding an answer against a schema.
type holding struct {
	differences []difference
	seen        []string // the named schemas that were held against something
}

func (h *holding) add(other holding) {
	h.differences = append(h.differences, other.differences...)
	h.seen = append(h.seen, other.seen...)
}

// A spot is where in an answer a value stands.
type spot struct {
	schema string
	path   []string
}

func (s spot) inside(step string) spot {
	return spot{s.schema, append(s.path[:len(s.path):len(s.path)], step)}
}

func (s spot) wrong(keyword, want string, value any) holding {
	return holding{differences: []difference{{schema: s.schema, path: s.path, keyword: keyword, want: want, value: value}}}
}

// hold holds a decoded JSON value, its numbers as json.Number, against a named
// schema.
func (d *document) hold(name string, v any) holding {
	return d.value(&schema{Ref: "#/components/schemas/" + name}, v, spot{})
}

func (d *document) value(s *schema, v any, at spot) holding {
	var h holding
	if s.Ref != "" {
		name := schemaName(s.Ref)
		named := at
		if ruleOfSchema(name) != "" {
			named.schema = name
			h.seen = append(h.seen, name)
		}
		h.add(d.value(d.Schemas[name], v, named))
	}
	if len(s.Type) > 0 && !slices.ContainsFunc(s.Type, func(t string) bool { return isType(t, v) }) {
		h.add(at.wrong("type", strings.Join(s.Type, " or "), v))
		return h
	}
	if s.Const != nil && !isConst(s.Const, v) {
		h.add(at.wrong("const", fmt.Sprint(s.Const), v))
	}
	switch v := v.(type) {
	case string:
		h.add(s.text(v, at))
	case json.Number:
		h.add(s.number(v, at))
	case []any:
		h.add(d.array(s, v, at))
	case map[string]any:
		h.add(d.object(s, v, at))
	}
	for _, one := range s.AllOf {
		h.add(d.value(one, v, at))
	}
	for _, choice := range [][]*schema{s.OneOf, s.AnyOf} {
		if len(choice) > 0 {
			h.add(d.choice(choice, v, at))
		}
	}
	if s.Not != nil && len(d.value(s.Not, v, at).differences) == 0 {
		h.add(at.wrong("not", "another value", v))
	}
	return h
}

func isType(name string, v any) bool {
	switch v := v.(type) {
	case nil:
		return name == "null"
	case bool:
		return name == "boolean"
	case string:
		return name == "string"
	case []any:
		return name == "array"
	case map[string]any:
		return name == "object"
	case json.Number:
		return name == "number" || name == "integer" && isWhole(v)
	default:
		return false
	}
}

// isWhole says whether a number is an integer, however it is written: to JSON
// Schema 2.0 is one.
func isWhole(n json.Number) bool {
	if !strings.ContainsAny(string(n), ".eE") {
		return true
	}
	f, err := n.Float64()
	return err == nil && f == math.Trunc(f)
}

func isConst(want, v any) bool {
	if number, ok := want.(float64); ok {
		n, isNumber := v.(json.Number)
		f, err := n.Float64()
		return isNumber && err == nil && f == number
	}
	return want == v
}

func (s *schema) text(v string, at spot) holding {
	var h holding
	if length := utf8.RuneCountInString(v); s.MinLength != nil && length < *s.MinLength || s.MaxLength != nil && length > *s.MaxLength {
		one := at.wrong("length", "another length", v)
		one.differences[0].hollow = slices.Contains(s.Type, "null")
		if s.MaxLength != nil {
			one.differences[0].want = fmt.Sprintf("at most %d characters", *s.MaxLength)
		} else {
			one.differences[0].want = fmt.Sprintf("%d characters or more", *s.MinLength)
		}
		h.add(one)
	}
	if s.Pattern != nil && !s.Pattern.MatchString(v) {
		h.add(at.wrong("pattern", "a text like "+s.Pattern.String(), v))
	}
	if len(s.Enum) > 0 && !slices.Contains(s.Enum, v) {
		h.add(at.wrong("enum", strings.Join(s.Enum, ", "), v))
	}
	if s.Format != "" && !isFormat(s.Format, v) {
		h.add(at.wrong("format", "a text of the form "+s.Format, v))
	}
	return h
}

var uuid = pattern(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)

// isFormat says whether a text has a format; those of numbers are no concern of
// a text.
func isFormat(format, v string) bool {
	var err error
	switch format {
	case "date":
		_, err = time.Parse(time.DateOnly, v)
	case "date-time":
		_, err = time.Parse(time.RFC3339, v)
	case "email":
		var address *mail.Address
		if address, err = mail.ParseAddress(v); err == nil && address.Address != v {
			return false
		}
	case "uri":
		var u *url.URL
		if u, err = url.Parse(v); err == nil && !u.IsAbs() {
			return false
		}
	case "uuid":
		return uuid().MatchString(v)
	}
	return err == nil
}

func (s *schema) number(v json.Number, at spot) holding {
	f, err := v.Float64()
	limit := math.Inf(1)
	switch s.Format {
	case "int32":
		limit = 1 << 31
	case "int64":
		limit = 1 << 63
	}
	switch {
	case err != nil, f >= limit, f < -limit:
		return at.wrong("format", "a number within "+strings.TrimSpace("range "+s.Format), v)
	case s.Minimum != nil && f < *s.Minimum:
		return at.wrong("minimum", "a number of "+plain(*s.Minimum)+" or more", v)
	case s.ExclusiveMinimum != nil && f <= *s.ExclusiveMinimum:
		return at.wrong("minimum", "a number above "+plain(*s.ExclusiveMinimum), v)
	case s.Maximum != nil && f > *s.Maximum:
		return at.wrong("maximum", "a number of at most "+plain(*s.Maximum), v)
	default:
		return holding{}
	}
}

func plain(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

func (d *document) array(s *schema, v []any, at spot) holding {
	var h holding
	switch {
	case s.MinItems != nil && len(v) < *s.MinItems:
		h.add(at.wrong("minItems", fmt.Sprintf("%d or more", *s.MinItems), v))
	case s.MaxItems != nil && len(v) > *s.MaxItems:
		h.add(at.wrong("maxItems", fmt.Sprintf("at most %d", *s.MaxItems), v))
	}
	seen := map[string]bool{}
	for i, item := range v {
		if text, ok := item.(string); ok && s.UniqueItems {
			if seen[text] {
				h.add(at.inside(strconv.Itoa(i)).wrong("uniqueItems", "each only once", item))
			}
			seen[text] = true
		}
		if s.Items != nil {
			h.add(d.value(s.Items, item, at.inside(strconv.Itoa(i))))
		}
	}
	return h
}

func (d *document) object(s *schema, v map[string]any, at spot) holding {
	var h holding
	missing := func(name string) difference {
		return difference{schema: at.schema, path: at.path, keyword: "required", member: name, want: "it", value: v, needed: true}
	}
	for _, name := range s.Required {
		if _, there := v[name]; !there {
			h.differences = append(h.differences, missing(name))
		}
	}
	if s.MaxProperties != nil && len(v) > *s.MaxProperties {
		h.add(at.wrong("maxProperties", fmt.Sprintf("at most %d pairs", *s.MaxProperties), v))
	}
	for _, name := range slices.Sorted(maps.Keys(v)) { // The same answer, the same report.
		member := v[name]
		if s.PropertyNames != nil && len(d.value(s.PropertyNames, name, at).differences) > 0 {
			h.add(at.inside(name).wrong("propertyNames", "a key as the limits allow", name))
		}
		own, known := s.Properties[name]
		if !known && s.AdditionalProperties != nil {
			if s.AdditionalProperties.forbidden {
				one := at.wrong("additionalProperties", "no such member", member)
				one.differences[0].member = name
				h.add(one)
				continue
			}
			own = s.AdditionalProperties.schema
		}
		switch {
		case own == nil:
		case member == nil && !d.nullable(own):
			one := at.inside(name).wrong("null", "a value", nil)
			one.differences[0].needed = slices.Contains(s.Required, name)
			one.differences[0].hollow = len(d.value(own, "", spot{}).differences) == 0
			h.add(one)
		default:
			h.add(d.value(own, member, at.inside(name)))
		}
	}
	return h
}

// nullable says whether null is a value of a schema.
func (d *document) nullable(s *schema) bool { return len(d.value(s, nil, spot{}).differences) == 0 }

// choice holds a value against alternatives. When it is none of them, what is
// wrong is told of the one that it means to be: the one whose constants it has,
// such as its type's name, or else the one that it is nearest to.
func (d *document) choice(list []*schema, v any, at spot) holding {
	var best holding
	bestRank := math.MaxInt
	constants := map[string][]string{} // of each member that tells the alternatives apart
	pinned := false
	for _, one := range list {
		h := d.value(one, v, at)
		if len(h.differences) == 0 {
			return h
		}
		rank := len(h.differences)
		for _, difference := range h.differences {
			if len(difference.path) == len(at.path) && difference.keyword == "type" {
				rank += 1 << 20
			}
		}
		meant := true
		for name, want := range d.constants(one) {
			object, _ := v.(map[string]any)
			constants[name] = append(constants[name], fmt.Sprint(want))
			meant = meant && isConst(want, object[name])
		}
		if meant && len(d.constants(one)) > 0 {
			pinned, rank = true, rank-1<<20
		}
		if rank < bestRank {
			best, bestRank = h, rank
		}
	}
	if !pinned {
		best.differences = unnamed(best.differences, at, constants)
	}
	return best
}

// unnamed says of what is none of several alternatives all that it could be: what
// is wrong then is wrong with the whole and not with one of them. Which members
// it may have cannot be said.
func unnamed(list []difference, at spot, constants map[string][]string) []difference {
	n := len(at.path)
	var out []difference
	for _, d := range list {
		switch {
		case d.keyword == "additionalProperties" && len(d.path) == n:
			continue
		case d.keyword == "type" && len(d.path) == n:
			d.schema = at.schema
		case d.keyword == "const" && len(d.path) == n+1:
			d.schema = at.schema
			if all := constants[d.path[n]]; len(all) > 0 {
				d.want = strings.Join(all, " or ")
			}
		}
		out = append(out, d)
	}
	return out
}

// constants are the texts by which an alternative is known, by member: not the
// longest ones, which are sentences, and no numbers.
func (d *document) constants(s *schema) map[string]any {
	if s.Ref != "" {
		return d.constants(d.Schemas[schemaName(s.Ref)])
	}
	out := map[string]any{}
	for name, one := range s.Properties {
		if text, ok := one.Const.(string); ok && !strings.Contains(text, " ") {
			out[name] = text
		}
	}
	return out
}
