package contract

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// exchange is a request and its answer.
type exchange struct {
	method  string
	url     *url.URL
	header  http.Header
	body    []byte
	status  int
	answer  http.Header
	content []byte
}

func (x exchange) String() string {
	return fmt.Sprintf("%s %s (%d)", x.method, x.url.EscapedPath(), x.status)
}

// semantic returns the problems that a request can have although each of its
// fields is as the document says: rules between fields, with the calendar, with
// a currency, or about something that the sandbox knows or does not know.
func semantic() *regexp.Regexp {
	return regexp.MustCompile(strings.Join([]string{
		`is in the past$`,
		`^The check-in date must be before the check-out date\.$`,
		`^The stay must not be longer than \d+ nights\.$`,
		`^The payment amounts add up to `,
		`must be an amount of 0 or more with at most \d+ decimals$`,
		`must be a country's code of ISO 3166-1 alpha-2, two capital letters$`,
		`pagination_token is missing$`, // A page beyond the first needs it.
		`pagination_token is unknown, has expired, or belongs to another search$`,
		`is past the last page, \d+$`,
		`is not accepted by the hotel$`, // A scenario refuses what is right.
		// JSON Schema sees neither a name that stands twice nor how a number is
		// written: 2.0 is an integer to it, and 1e999999999 a number.
		`is given twice$`,
		`must be an integer$`,
		`is out of range$`,
		`^The body could not be read to its end\.$`,
	}, "|"))
}

// request says how a request differs from the document.
func (o *operation) request(x exchange) []string {
	var out []string
	if _, _, basic := (&http.Request{Header: x.header}).BasicAuth(); !basic {
		out = append(out, "it has no Basic credentials")
	}
	steps := strings.Split(x.url.Path, "/")
	query, err := url.ParseQuery(x.url.RawQuery)
	if err != nil {
		out = append(out, "its query is malformed")
	}
	for _, p := range o.parameters {
		values, there := query[p.name], query.Has(p.name)
		if p.inPath {
			values, there = []string{steps[slices.Index(o.path, "{"+p.name+"}")]}, true
		}
		delete(query, p.name)
		for _, line := range p.hold(values, there) {
			out = append(out, "parameter "+p.name+": "+line)
		}
	}
	for name := range query {
		out = append(out, fmt.Sprintf("parameter %q is unknown", name))
	}
	return append(out, o.requestBody(x)...)
}

func (o *operation) requestBody(x exchange) []string {
	if o.body == nil {
		if len(bytes.TrimSpace(x.body)) > 0 {
			return []string{"it takes no body"}
		}
		return nil
	}
	kind, extra, err := mime.ParseMediaType(x.header.Get("Content-Type"))
	if charset := extra["charset"]; err != nil || kind != "application/json" || charset != "" && !strings.EqualFold(charset, "utf-8") ||
		x.header.Get("Content-Encoding") != "" {
		return []string{fmt.Sprintf("its body is %q", x.header.Get("Content-Type"))}
	}
	v, err := decode(x.body)
	if err != nil {
		return []string{err.Error()}
	}
	return hold(o.body, v)
}

// hold holds the values of a parameter against its schema.
func (p parameter) hold(values []string, there bool) []string {
	switch {
	case !utf8.ValidString(strings.Join(values, "")):
		return []string{"it is not UTF-8"}
	case !there && p.required:
		return []string{"it is missing"}
	case !there:
		return nil
	case p.array && p.explode:
		return hold(p.schema, list(values))
	case len(values) > 1:
		return []string{fmt.Sprintf("it is given %d times", len(values))}
	case p.array:
		return hold(p.schema, list(strings.Split(values[0], ",")))
	case p.integer:
		return hold(p.schema, whole(values[0]))
	default:
		return hold(p.schema, values[0])
	}
}

// whole returns the number that a text of digits spells; any other text is itself.
func whole(text string) any {
	if !isDigits(text) {
		return text
	}
	number := strings.TrimLeft(text, "0")
	if number == "" {
		number = "0"
	}
	return json.Number(number)
}

func list(values []string) []any {
	out := make([]any, 0, len(values))
	for _, v := range values {
		out = append(out, v)
	}
	return out
}

// check says how an exchange differs from the document.
func (d *description) check(x exchange) []string {
	o, methods := d.find(x.method, x.url.Path)
	if o == nil {
		return d.checkElsewhere(x, methods)
	}
	form, known := o.answers[x.status]
	if !known {
		return []string{"the document does not know this status"}
	}
	return append(d.agreement(o, x), form.check(x)...)
}

// checkElsewhere checks an answer to what is no operation.
func (d *description) checkElsewhere(x exchange, methods []string) []string {
	want := http.StatusNotFound
	if len(methods) > 0 {
		want = http.StatusMethodNotAllowed
	}
	form, known := d.elsewhere[x.status]
	if !known || x.status != want && x.status != http.StatusUnauthorized {
		return []string{fmt.Sprintf("the document has no such operation, want %d", want)}
	}
	out := form.check(x)
	if x.status == http.StatusMethodNotAllowed {
		allowed := strings.Split(x.answer.Get("Allow"), ", ")
		slices.Sort(allowed)
		if !slices.Equal(allowed, methods) {
			out = append(out, fmt.Sprintf("header Allow is %v, the document has %v", allowed, methods))
		}
	}
	return out
}

const maxBody = 1 << 20 // of a request, as the document says at 413

// agreement compares what the service makes of a request with what the
// document says of it.
func (d *description) agreement(o *operation, x exchange) []string {
	problems := o.request(x)
	var out []string
	switch {
	case x.status < 300:
		for _, line := range problems {
			out = append(out, "the request was carried out, which the document does not allow: "+line)
		}
	case len(problems) > 0:
	case x.status == http.StatusUnsupportedMediaType,
		x.status == http.StatusRequestEntityTooLarge && len(x.body) <= maxBody:
		out = append(out, "the document allows the request")
	case x.status == http.StatusBadRequest:
		out = append(out, refused(x.content)...)
	}
	return out
}

// refused lists the details of a VALIDATION error that are not semantic.
func refused(content []byte) []string {
	var e struct {
		Type    string
		Details []struct{ Message string }
	}
	if json.Unmarshal(content, &e) != nil || e.Type != "VALIDATION" {
		return nil
	}
	known := semantic()
	var out []string
	for _, one := range e.Details {
		if !known.MatchString(one.Message) {
			out = append(out, "the document allows the request, which was refused: "+one.Message)
		}
	}
	return out
}

// check says how an answer differs from its form.
func (f answerForm) check(x exchange) []string {
	var out []string
	for name, h := range f.headers {
		value := x.answer.Get(name)
		switch {
		case value == "" && h.required:
			out = append(out, "header "+name+" is missing")
		case value != "":
			for _, line := range hold(h.schema, value) {
				out = append(out, "header "+name+": "+line)
			}
		}
	}
	kind := x.answer.Get("Content-Type")
	schema, known := f.bodies[kind]
	switch {
	case !known:
		return append(out, fmt.Sprintf("its body is %q", kind))
	case kind != "application/json":
		return out
	}
	return append(out, f.good.check(schema, x.content)...)
}

// broken reports whether an answer is one that a fault has made of a good one: none
// at all, cut off, empty, or a page of HTML in place of it. No endpoint gives such an answer
// of its own, and the document does not describe them.
func (x exchange) broken() bool {
	length, err := strconv.Atoi(x.answer.Get("Content-Length"))
	kind := x.answer.Get("Content-Type")
	return x.status == 0 || x.status < 300 && (err == nil && length != len(x.content) || len(x.content) == 0 && kind == "" || kind == "text/html")
}
