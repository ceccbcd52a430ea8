package check

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"regexp"
)

// description is what sandbox/openapi.yaml says of answers, as JSON. A test makes
// it from that file, refuses what compare does not know, and fails when the two
// differ. The library for JSON Schema that the tests use is not linked into the
// program: its package initialisation takes as long as that of all the others
// together, at every start (docs/check.md).
//
//go:embed answers.json
var description []byte

// A document is the description.
type document struct {
	// Answers are the names of schemas by operation, status and media type; an
	// answer in HTML has none.
	Answers map[string]map[string]map[string]string `json:"answers"`
	Schemas map[string]*schema                      `json:"schemas"`
}

// A schema is a JSON Schema with the keywords that the description uses.
type schema struct {
	Ref              string             `json:"$ref"` // the name of a schema
	Type             []string           `json:"type"`
	Const            any                `json:"const"` // a string or a float64
	Enum             []string           `json:"enum"`
	Pattern          *regexp.Regexp     `json:"pattern"`
	Format           string             `json:"format"`
	MinLength        *int               `json:"minLength"`
	MaxLength        *int               `json:"maxLength"`
	Minimum          *float64           `json:"minimum"`
	ExclusiveMinimum *float64           `json:"exclusiveMinimum"`
	Maximum          *float64           `json:"maximum"`
	Required         []string           `json:"required"`
	Properties       map[string]*schema `json:"properties"`
	Additional       *schema            `json:"additionalProperties"` // of members that have no schema of their own; nil is any value
	Closed           bool               `json:"closed"`               // there are no such members
	PropertyNames    *schema            `json:"propertyNames"`
	MaxProperties    *int               `json:"maxProperties"`
	Items            *schema            `json:"items"`
	MinItems         *int               `json:"minItems"`
	MaxItems         *int               `json:"maxItems"`
	UniqueItems      bool               `json:"uniqueItems"`
	OneOf            []*schema          `json:"oneOf"`
	AnyOf            []*schema          `json:"anyOf"`
	AllOf            []*schema          `json:"allOf"`
	Not              *schema            `json:"not"`
}

// load reads the description that the program carries.
func load() (*document, error) {
	d := new(document)
	if err := json.Unmarshal(description, d); err != nil {
		return nil, fmt.Errorf("the description cannot be read: %w", err)
	}
	return d, nil
}
