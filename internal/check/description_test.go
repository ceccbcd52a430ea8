package check

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"bellhop/internal/contract"

	"github.com/getkin/kin-openapi/openapi3"
)

var update = flag.Bool("update", false, "write answers.json")

// components returns the schemas of sandbox/openapi.yaml, and the whole of it.
func components(t testing.TB) (map[string]any, *openapi3.T) {
	t.Helper()
	text, err := contract.Text()
	if err != nil {
		t.Fatal(err)
	}
	doc, err := openapi3.NewLoader().LoadFromData(text)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := doc.Components.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	var tree struct {
		Schemas map[string]any `json:"schemas"`
	}
	if err := json.Unmarshal(whole, &tree); err != nil {
		t.Fatal(err)
	}
	return tree.Schemas, doc
}

// The description that the program carries is what sandbox/openapi.yaml says of
// answers: which schema each status has, and those schemas without what is for
// reading.
func TestTheDescriptionIsThatOfTheService(t *testing.T) {
	all, doc := components(t)
	answers := map[string]map[string]map[string]string{}
	schemas := map[string]any{}
	for path, item := range doc.Paths.Map() {
		if !strings.HasPrefix(path, "/rest/") {
			continue // It is the sandbox's own.
		}
		for _, operation := range item.Operations() {
			statuses := map[string]map[string]string{}
			answers[operation.OperationID] = statuses
			for status, response := range operation.Responses.Map() {
				statuses[status] = map[string]string{}
				for kind, media := range response.Value.Content {
					name := schemaName(media.Schema.Ref)
					statuses[status][kind] = name
					reach(all, name, schemas)
				}
			}
		}
	}
	var want bytes.Buffer
	e := json.NewEncoder(&want)
	e.SetIndent("", " ")
	e.SetEscapeHTML(false)
	if err := e.Encode(map[string]any{"answers": answers, "schemas": schemas}); err != nil {
		t.Fatal(err)
	}
	if err := known(want.Bytes()); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile("answers.json", want.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !bytes.Equal(want.Bytes(), description) {
		t.Error("answers.json is not what sandbox/openapi.yaml says; run go test ./internal/check -run Description -update")
	}
}

func schemaName(ref string) string { return strings.TrimPrefix(ref, "#/components/schemas/") }

// reach takes a schema, and those that it refers to.
func reach(all map[string]any, name string, to map[string]any) {
	if name == "" || to[name] != nil {
		return
	}
	to[name] = bare(all[name], false)
	refer(all, all[name], to)
}

func refer(all map[string]any, v any, to map[string]any) {
	switch v := v.(type) {
	case []any:
		for _, one := range v {
			refer(all, one, to)
		}
	case map[string]any:
		if ref, ok := v["$ref"].(string); ok {
			reach(all, schemaName(ref), to)
		}
		for _, one := range v {
			refer(all, one, to)
		}
	}
}

// bare leaves out of a schema what is only for reading, and gives what may be
// written in several ways one form; names says that the members are names of
// fields and not keywords.
func bare(v any, names bool) any {
	switch v := v.(type) {
	case []any:
		out := make([]any, 0, len(v))
		for _, one := range v {
			out = append(out, bare(one, false))
		}
		return out
	case map[string]any:
		out := map[string]any{}
		for name, one := range v {
			_, isText := one.(string)
			switch {
			case names:
				out[name] = bare(one, false)
			case name == "description", name == "examples", name == "discriminator", name == "default":
			case name == "$ref" && isText:
				out[name] = schemaName(one.(string))
			case name == "type" && isText:
				out[name] = []any{one}
			case name == "additionalProperties" && one == false:
				out["closed"] = true
			default:
				out[name] = bare(one, name == "properties")
			}
		}
		return out
	default:
		return v
	}
}

// known reports why a description cannot be compared with anything: a keyword that
// is not known, or a reference that leads nowhere or round in a circle.
func known(text []byte) error {
	var d document
	strict := json.NewDecoder(bytes.NewReader(text))
	strict.DisallowUnknownFields()
	if err := strict.Decode(&d); err != nil {
		return err
	}
	var wrong []error
	for _, statuses := range d.Answers {
		for _, kinds := range statuses {
			for _, name := range kinds {
				if name != "" && d.Schemas[name] == nil {
					wrong = append(wrong, fmt.Errorf("there is no schema %q", name))
				}
			}
		}
	}
	for name, s := range d.Schemas {
		if s == nil {
			wrong = append(wrong, fmt.Errorf("the schema %q is null", name))
			continue
		}
		wrong = append(wrong, d.checkRefs(s, []string{name})...)
	}
	return errors.Join(wrong...)
}

// checkRefs lists the references of a schema that lead nowhere, and those that lead
// back to where they came from: no answer of the service is a tree of any depth.
func (d *document) checkRefs(s *schema, trail []string) []error {
	if s == nil {
		return nil
	}
	var wrong []error
	if name := s.Ref; name != "" {
		switch {
		case d.Schemas[name] == nil:
			return []error{fmt.Errorf("there is no schema %q", name)}
		case slices.Contains(trail, name):
			return []error{fmt.Errorf("the schema %q is made of itself", name)}
		}
		wrong = append(wrong, d.checkRefs(d.Schemas[name], append(trail[:len(trail):len(trail)], name))...)
	}
	for _, one := range slices.Concat([]*schema{s.PropertyNames, s.Items, s.Not, s.Additional}, slices.Collect(maps.Values(s.Properties)), s.OneOf, s.AnyOf, s.AllOf) {
		wrong = append(wrong, d.checkRefs(one, trail)...)
	}
	return wrong
}

// A keyword that is not compared, or a reference that leads nowhere, must not pass
// for one that holds.
func TestTheDescriptionIsRefused(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"schemas":{"A":{"multipleOf":2}}}`:                   `json: unknown field "multipleOf"`,
		`{"schemas":{"A":{"additionalProperties":{"if":{}}}}}`: `json: unknown field "if"`,
		`{"schemas":{"A":{"pattern":"("}}}`:                    "error parsing regexp: missing closing ): `(`",
		`{"schemas":{"A":{"items":{"$ref":"B"}}}}`:             `there is no schema "B"`,
		`{"answers":{"o":{"200":{"application/json":"B"}}}}`:   `there is no schema "B"`,
		`{"schemas":{"A":{"allOf":[{"$ref":"A"}]}}}`:           `the schema "A" is made of itself`,
		`{"schemas":{"A":null}}`:                               `the schema "A" is null`,
		`{"schemas":{"A":{"type":7}}}`:                         `json: cannot unmarshal number into Go struct field schema.schemas.type of type []string`,
	} {
		if err := known([]byte(text)); err == nil || err.Error() != want {
			t.Errorf("%s: %v", text, err)
		}
	}
}
