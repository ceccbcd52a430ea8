package check

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"net/mail"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// A difference is one location of an answer that is not as the description says.
type difference struct {
	schema   string   // the named schema that the location belongs to
	path     []string // of the value, or of the object that lacks a member
	keyword  string   // what of the schema is not met, such as "type"
	member   string   // that is missing or not known
	want     string   // in words
	value    any      // what the answer has
	required bool     // the member must be there: it says how bad a null is
	nullable bool     // null or an empty text would be as good
}

// A result is how a value compares with a schema.
type result struct {
	differences []difference
	schemas     []string // the named schemas that were compared with something, each once
}

func (r *result) add(other result) {
	r.differences = append(r.differences, other.differences...)
	for _, name := range other.schemas {
		r.met(name)
	}
}

func (r *result) met(name string) {
	if !slices.Contains(r.schemas, name) {
		r.schemas = append(r.schemas, name)
	}
}

// compare compares a decoded JSON value, its numbers as json.Number, with a named
// schema.
func (d *document) compare(name string, v any) result {
	c := comparison{schemas: d.Schemas}
	c.value(&schema{Ref: name}, v)
	return c.result
}

// A comparison walks through a value. The path and the schema's name say where it
// is.
type comparison struct {
	schemas map[string]*schema
	name    string // of the innermost schema that a rule belongs to
	path    []string
	result  result
}

func (c *comparison) differ(keyword, want string, value any) *difference {
	c.result.differences = append(c.result.differences, difference{schema: c.name, path: slices.Clone(c.path), keyword: keyword, want: want, value: value})
	return &c.result.differences[len(c.result.differences)-1]
}

// inside calls f for a member or an item of the present value.
func (c *comparison) inside(step string, f func()) {
	c.path = append(c.path, step)
	f()
	c.path = c.path[:len(c.path)-1]
}

// try compares a value without counting the result.
func (c *comparison) try(s *schema, v any) result {
	outer := c.result
	c.result = result{}
	c.value(s, v)
	inner := c.result
	c.result = outer
	return inner
}

func (c *comparison) accepts(s *schema, v any) bool { return len(c.try(s, v).differences) == 0 }

func (c *comparison) value(s *schema, v any) {
	if s.Ref != "" {
		outer := c.name
		if ruleOfSchema(s.Ref) != "" {
			c.name = s.Ref
			c.result.met(s.Ref)
		}
		c.value(c.schemas[s.Ref], v)
		c.name = outer
	}
	if len(s.Type) > 0 && !slices.ContainsFunc(s.Type, func(t string) bool { return isType(t, v) }) {
		c.differ("type", strings.Join(s.Type, " or "), v)
		return
	}
	if s.Const != nil && !isConst(s.Const, v) {
		c.differ("const", fmt.Sprint(s.Const), v)
	}
	switch v := v.(type) {
	case string:
		c.text(s, v)
	case json.Number:
		c.number(s, v)
	case []any:
		c.array(s, v)
	case map[string]any:
		c.object(s, v)
	}
	for _, one := range s.AllOf {
		c.value(one, v)
	}
	for _, alternatives := range [][]*schema{s.OneOf, s.AnyOf} {
		if len(alternatives) > 0 {
			c.choice(alternatives, v)
		}
	}
	if s.Not != nil && c.accepts(s.Not, v) {
		c.differ("not", "another value", v)
	}
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

// isWhole reports whether a number is an integer, however it is written: to JSON
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

func (c *comparison) text(s *schema, v string) {
	length, want := utf8.RuneCountInString(v), ""
	switch {
	case s.MaxLength != nil && length > *s.MaxLength:
		want = fmt.Sprintf("at most %d characters", *s.MaxLength)
	case s.MinLength != nil && length < *s.MinLength:
		want = fmt.Sprintf("%d characters or more", *s.MinLength)
	}
	if want != "" {
		c.differ("length", want, v).nullable = slices.Contains(s.Type, "null")
	}
	if s.Pattern != nil && !matches(s.Pattern, v) {
		c.differ("pattern", "a text like "+s.Pattern.String(), v)
	}
	if len(s.Enum) > 0 && !slices.Contains(s.Enum, v) {
		c.differ("enum", strings.Join(s.Enum, ", "), v)
	}
	if s.Format != "" && !isFormat(s.Format, v) {
		c.differ("format", "a text of the form "+s.Format, v)
	}
}

// matches reports whether a text has a pattern. Nearly every text has that of a
// visible character, which is looked for without a machine.
func matches(p *regexp.Regexp, v string) bool {
	if p.String() == `\S` {
		return strings.Trim(v, "\t\n\f\r ") != ""
	}
	return p.MatchString(v)
}

var uuid = pattern(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)

// isFormat reports whether a text has a format. It has every format of numbers.
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

func (c *comparison) number(s *schema, v json.Number) {
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
		c.differ("format", "a number within "+strings.TrimSpace("range "+s.Format), v)
	case s.Minimum != nil && f < *s.Minimum:
		c.differ("minimum", "a number of "+plain(*s.Minimum)+" or more", v)
	case s.ExclusiveMinimum != nil && f <= *s.ExclusiveMinimum:
		c.differ("minimum", "a number above "+plain(*s.ExclusiveMinimum), v)
	case s.Maximum != nil && f > *s.Maximum:
		c.differ("maximum", "a number of at most "+plain(*s.Maximum), v)
	}
}

func plain(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

func (c *comparison) array(s *schema, v []any) {
	switch {
	case s.MinItems != nil && len(v) < *s.MinItems:
		c.differ("minItems", fmt.Sprintf("%d or more", *s.MinItems), v)
	case s.MaxItems != nil && len(v) > *s.MaxItems:
		c.differ("maxItems", fmt.Sprintf("at most %d", *s.MaxItems), v)
	}
	known := map[string]bool{}
	for i, item := range v {
		c.inside(strconv.Itoa(i), func() {
			if text, ok := item.(string); ok && s.UniqueItems {
				if known[text] {
					c.differ("uniqueItems", "each only once", item)
				}
				known[text] = true
			}
			if s.Items != nil {
				c.value(s.Items, item)
			}
		})
	}
}

func (c *comparison) object(s *schema, v map[string]any) {
	for _, name := range s.Required {
		if _, there := v[name]; !there {
			c.differ("required", "it", v).member = name
		}
	}
	if s.MaxProperties != nil && len(v) > *s.MaxProperties {
		c.differ("maxProperties", fmt.Sprintf("at most %d pairs", *s.MaxProperties), v)
	}
	for _, name := range slices.Sorted(maps.Keys(v)) { // The same answer, the same report.
		c.member(s, name, v[name])
	}
}

func (c *comparison) member(s *schema, name string, v any) {
	if s.PropertyNames != nil && !c.accepts(s.PropertyNames, name) {
		c.inside(name, func() { c.differ("propertyNames", "a key as the limits allow", name) })
	}
	own, known := s.Properties[name]
	if !known {
		own = s.Additional
	}
	switch {
	case !known && s.Closed:
		c.differ("additionalProperties", "no such member", v).member = name
	case own == nil:
	case v == nil && !c.accepts(own, nil):
		c.inside(name, func() {
			d := c.differ("null", "a value", nil)
			d.required, d.nullable = slices.Contains(s.Required, name), c.accepts(own, "")
		})
	default:
		c.inside(name, func() { c.value(own, v) })
	}
}

// choice compares a value with alternatives. When it meets none of them, the
// differences from one are told: from the one that the value means to be, which is
// the one whose constants it has, such as its type's name, or else from the one
// with the fewest.
func (c *comparison) choice(alternatives []*schema, v any) {
	var best result
	bestRank := math.MaxInt
	constants := map[string][]string{} // of each member that tells the alternatives apart
	named := false
	for _, one := range alternatives {
		r := c.try(one, v)
		if len(r.differences) == 0 {
			c.result.add(r)
			return
		}
		rank := len(r.differences)
		for _, d := range r.differences {
			if len(d.path) == len(c.path) && d.keyword == "type" {
				rank += 1 << 20
			}
		}
		own := c.constants(one)
		meant := len(own) > 0
		for name, want := range own {
			constants[name] = append(constants[name], fmt.Sprint(want))
			meant = meant && isConst(want, at(v, name))
		}
		if meant {
			named, rank = true, rank-1<<20
		}
		if rank < bestRank {
			best, bestRank = r, rank
		}
	}
	if !named {
		best.differences = c.unnamed(best.differences, constants)
	}
	c.result.add(best)
}

// unnamed makes the differences from one alternative those from all of them. Which
// members the value may have cannot be said then.
func (c *comparison) unnamed(list []difference, constants map[string][]string) []difference {
	n := len(c.path)
	var out []difference
	for _, d := range list {
		switch {
		case d.keyword == "additionalProperties" && len(d.path) == n:
			continue
		case d.keyword == "type" && len(d.path) == n:
			d.schema = c.name
		case d.keyword == "const" && len(d.path) == n+1:
			d.schema = c.name
			if all := constants[d.path[n]]; len(all) > 0 {
				d.want = strings.Join(all, " or ")
			}
		}
		out = append(out, d)
	}
	return out
}

// constants returns the texts by which an alternative is known, by member. Sentences
// and numbers are none.
func (c *comparison) constants(s *schema) map[string]any {
	if s.Ref != "" {
		return c.constants(c.schemas[s.Ref])
	}
	out := map[string]any{}
	for name, one := range s.Properties {
		if text, ok := one.Const.(string); ok && !strings.Contains(text, " ") {
			out[name] = text
		}
	}
	return out
}
