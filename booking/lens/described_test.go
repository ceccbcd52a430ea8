package lens_test

import (
	"testing"

	"bellhop/booking/lens"
	"bellhop/internal/contract"

	"github.com/getkin/kin-openapi/openapi3"
)

// Every field that the description of the service has of a reservation has an entry.
func TestDescribedFieldsHaveEntries(t *testing.T) {
	t.Parallel()
	text, err := contract.Text()
	if err != nil {
		t.Fatal(err)
	}
	doc, err := openapi3.NewLoader().LoadFromData(text)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	var walk func(path string, s *openapi3.Schema)
	walk = func(path string, s *openapi3.Schema) {
		for _, part := range append(append(openapi3.SchemaRefs{}, s.AllOf...), append(s.AnyOf, s.OneOf...)...) {
			walk(path, part.Value)
		}
		if s.Items != nil {
			walk(path, s.Items.Value)
		}
		for name, property := range s.Properties {
			below := name
			if path != "" {
				below = path + "." + name
			}
			walk(below, property.Value)
		}
		if len(s.Properties) == 0 && s.Items == nil && len(s.AllOf)+len(s.AnyOf)+len(s.OneOf) == 0 {
			n++
			if lens.Of(path).Section == "" && lens.Of(path+".x").Section == "" {
				t.Errorf("%s has no entry", path)
			}
		}
	}
	walk("", doc.Components.Schemas["Reservation"].Value)
	if n < 25 {
		t.Errorf("only %d fields were found", n)
	}
}
