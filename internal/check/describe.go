package check

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// description is what sandbox/openapi.yaml says of answers, as JSON: which
// schema holds for each status of each operation, and the schemas. A test makes
// it from that file and fails when the two differ, so that the program carries
// neither a reader of YAML nor a compiler of schemas; the one that the tests use
// would make every start of the program slower.
//
//go:embed answers.json
var description []byte

// A document is the description, read.
type document struct {
	// Answers are the names of schemas by operation, status and media type; an
	// answer in HTML has none.
	Answers map[string]map[string]map[string]string `json:"answers"`
	Schemas map[string]*schema                      `json:"schemas"`
}

// A schema is a JSON Schema with the keywords that the description uses. A
// keyword that is not here makes load fail: passing over it would be to check
// less than the description says.
type schema struct {
	Ref                  string             `json:"$ref"`
	Type                 words              `json:"type"`
	Const                any                `json:"const"` // a string or a float64
	Enum                 []string           `json:"enum"`
	Pattern              *expression        `json:"pattern"`
	Format               string             `json:"format"`
	MinLength            *int               `json:"minLength"`
	MaxLength            *int               `json:"maxLength"`
	Minimum              *float64           `json:"minimum"`
	ExclusiveMinimum     *float64           `json:"exclusiveMinimum"`
	Maximum              *float64           `json:"maximum"`
	Required             []string           `json:"required"`
	Properties           map[string]*schema `json:"properties"`
	AdditionalProperties *further           `json:"additionalProperties"`
	PropertyNames        *schema            `json:"propertyNames"`
	MaxProperties        *int               `json:"maxProperties"`
	Items                *schema            `json:"items"`
	MinItems             *int               `json:"minItems"`
	MaxItems             *int               `json:"maxItems"`
	UniqueItems          bool               `json:"uniqueItems"`
	OneOf                []*schema          `json:"oneOf"`
	AnyOf                []*schema          `json:"anyOf"`
	AllOf                []*schema          `json:"allOf"`
	Not                  *schema            `json:"not"`
}

// words are one word or several.
type words []string

// UnmarshalJSON reads either form.
func (w *words) UnmarshalJSON(text []byte) error {
	if len(text) > 0 && text[0] == '[' {
		return json.Unmarshal(text, (*[]string)(w))
	}
	*w = make(words, 1)
	return json.Unmarshal(text, &(*w)[0])
}

// further says which members an object may have besides those that are named.
type further struct {
	forbidden bool
	schema    *schema // of their values; nil is any
}

// UnmarshalJSON reads true, false or a schema.
func (f *further) UnmarshalJSON(text []byte) error {
	var allowed bool
	if json.Unmarshal(text, &allowed) == nil {
		f.forbidden = !allowed
		return nil
	}
	return strictly(text, &f.schema)
}

// expression is a pattern, compiled.
type expression struct{ *regexp.Regexp }

// UnmarshalText compiles the pattern.
func (e *expression) UnmarshalText(text []byte) (err error) {
	e.Regexp, err = regexp.Compile(string(text))
	return err
}

func strictly(text []byte, to any) error {
	d := json.NewDecoder(strings.NewReader(string(text)))
	d.DisallowUnknownFields()
	return d.Decode(to)
}

// load reads a description. It fails when a reference leads nowhere or round in
// a circle, and on every keyword that it does not know.
func load(text []byte) (*document, error) {
	d := new(document)
	if err := strictly(text, d); err != nil {
		return nil, fmt.Errorf("the description cannot be read: %w", err)
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
		wrong = append(wrong, d.closed(s, []string{name})...)
	}
	if err := errors.Join(wrong...); err != nil {
		return nil, fmt.Errorf("the description is not whole: %w", err)
	}
	return d, nil
}

// closed says which references of a schema lead nowhere, and which lead back to
// where they came from: no answer of the service is a tree of any depth.
func (d *document) closed(s *schema, trail []string) []error {
	if s == nil {
		return nil
	}
	var wrong []error
	if s.Ref != "" {
		name := schemaName(s.Ref)
		switch {
		case d.Schemas[name] == nil:
			return []error{fmt.Errorf("there is no schema %q", name)}
		case slices.Contains(trail, name):
			return []error{fmt.Errorf("the schema %q is made of itself", name)}
		}
		wrong = append(wrong, d.closed(d.Schemas[name], append(trail[:len(trail):len(trail)], name))...)
	}
	for _, one := range s.parts() {
		wrong = append(wrong, d.closed(one, trail)...)
	}
	return wrong
}

// parts are the schemas that a schema is made of.
func (s *schema) parts() []*schema {
	list := []*schema{s.PropertyNames, s.Items, s.Not}
	for _, one := range s.Properties {
		list = append(list, one)
	}
	if s.AdditionalProperties != nil {
		list = append(list, s.AdditionalProperties.schema)
	}
	list = append(list, s.OneOf...)
	list = append(list, s.AnyOf...)
	return append(list, s.AllOf...)
}

func schemaName(ref string) string { return strings.TrimPrefix(ref, "#/components/schemas/") }
