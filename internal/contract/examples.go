package contract

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

// Example is one request that the description shows.
type Example struct {
	Name   string // the operation's id, and the example's name where there are several
	Method string
	Target string // the path with the query
	Body   string // JSON, or empty
}

// Examples lists the requests that the description shows, in the order of their
// names: each operation once for each example of its body, with the examples of
// all its parameters.
func Examples(t testing.TB) []Example {
	t.Helper()
	text, err := Text()
	if err != nil {
		t.Fatal(err)
	}
	doc, err := openapi3.NewLoader().LoadFromData(text)
	if err != nil {
		t.Fatal(err)
	}
	var list []Example
	for path, item := range doc.Paths.Map() {
		for method, o := range item.Operations() {
			one := Example{Name: o.OperationID, Method: method, Target: target(path, slices.Concat(item.Parameters, o.Parameters))}
			if o.RequestBody == nil {
				list = append(list, one)
				continue
			}
			media := o.RequestBody.Value.Content["application/json"]
			bodies := map[string]any{"": media.Example}
			if media.Example == nil {
				delete(bodies, "")
			}
			for name, e := range media.Examples {
				bodies[" "+name] = e.Value.Value
			}
			for name, body := range bodies {
				text, err := json.Marshal(body)
				if err != nil {
					t.Fatal(err)
				}
				list = append(list, Example{Name: one.Name + name, Method: method, Target: one.Target, Body: string(text)})
			}
		}
	}
	slices.SortFunc(list, func(a, b Example) int { return strings.Compare(a.Name, b.Name) })
	return list
}

func target(path string, parameters openapi3.Parameters) string {
	query := url.Values{}
	for _, ref := range parameters {
		p := ref.Value
		var values []string
		text, several := p.Example.([]any)
		if !several {
			text = []any{p.Example}
		}
		for _, one := range text {
			word, isText := one.(string)
			if !isText {
				number, _ := json.Marshal(one) // What came from YAML can be written.
				word = string(number)
			}
			values = append(values, word)
		}
		switch {
		case p.In == openapi3.ParameterInPath:
			path = strings.ReplaceAll(path, "{"+p.Name+"}", url.PathEscape(values[0]))
		case p.Explode != nil && !*p.Explode:
			query.Set(p.Name, strings.Join(values, ","))
		default:
			query[p.Name] = values
		}
	}
	if len(query) > 0 {
		path += "?" + query.Encode()
	}
	return path
}
