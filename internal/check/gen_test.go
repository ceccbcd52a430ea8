package check

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"

	"bellhop/internal/contract"

	"github.com/getkin/kin-openapi/openapi3"
)

var update = flag.Bool("update", false, "write answers.json")

// The description that the program carries is what sandbox/openapi.yaml says of
// answers: which schema each status has, and those schemas without what is for
// reading.
func TestTheDescriptionIsThatOfTheService(t *testing.T) {
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
	var components struct {
		Schemas map[string]any `json:"schemas"`
	}
	if err := json.Unmarshal(whole, &components); err != nil {
		t.Fatal(err)
	}
	answers := map[string]map[string]map[string]string{}
	schemas := map[string]any{}
	for _, item := range doc.Paths.Map() {
		for _, operation := range item.Operations() {
			statuses := map[string]map[string]string{}
			answers[operation.OperationID] = statuses
			for status, response := range operation.Responses.Map() {
				statuses[status] = map[string]string{}
				for kind, media := range response.Value.Content {
					name := schemaName(media.Schema.Ref)
					statuses[status][kind] = name
					reach(components.Schemas, name, schemas)
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

// reach takes a schema, and those that it refers to.
func reach(all map[string]any, name string, to map[string]any) {
	if name == "" || to[name] != nil {
		return
	}
	to[name] = bare(all[name], false)
	refer(all, to[name], to)
}

func refer(all map[string]any, v any, to map[string]any) {
	switch v := v.(type) {
	case []any:
		for _, one := range v {
			refer(all, one, to)
		}
	case map[string]any:
		if ref, ok := v["$ref"].(string); ok {
			reach(all, strings.TrimPrefix(ref, "#/components/schemas/"), to)
		}
		for _, one := range v {
			refer(all, one, to)
		}
	}
}

// bare leaves out of a schema what is only for reading; names says that the
// members are names of fields and not keywords.
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
			switch {
			case names:
				out[name] = bare(one, false)
			case name == "description", name == "examples", name == "discriminator", name == "default":
			default:
				out[name] = bare(one, name == "properties")
			}
		}
		return out
	default:
		return v
	}
}
