// Package contract holds requests and answers against the description of the
// service, sandbox/openapi.yaml. It is for tests: a handler wrapped in Check
// fails its test on every request and answer that differs from the description,
// in either direction.
//
// The description is loaded and validated as OpenAPI 3.1 by kin-openapi, and
// its schemas are compiled once as JSON Schema 2020-12, which is what OpenAPI
// 3.1 says that they are.
package contract

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// description is the description, its schemas compiled. It is safe for concurrent
// use.
type description struct {
	operations []operation
	// elsewhere has the answers to requests that are none of the operations, by
	// status.
	elsewhere map[int]answerForm
}

// operation is one method of one path.
type operation struct {
	method     string
	path       []string // the steps of the path; one in braces is a parameter
	parameters []parameter
	body       *jsonschema.Schema // nil: it takes none
	answers    map[int]answerForm
}

// parameter is one parameter of a query or a path.
type parameter struct {
	name     string
	inPath   bool
	required bool
	array    bool // several values
	explode  bool // several values are given by repetition, not joined by commas
	integer  bool
	schema   *jsonschema.Schema
}

// answerForm is what the document says of one status of an operation.
type answerForm struct {
	headers map[string]headerForm
	bodies  map[string]*jsonschema.Schema // by media type
	good    *goodBodies
}

type headerForm struct {
	required bool
	schema   *jsonschema.Schema
}

// load reads a description: JSON or YAML text of OpenAPI 3.1 in which every
// body is described by a schema of components. It fails when the text is not
// valid OpenAPI, examples included.
func load(text []byte) (*description, error) {
	doc, err := openapi3.NewLoader().LoadFromData(text)
	if err != nil {
		return nil, fmt.Errorf("the description cannot be loaded: %w", err)
	}
	if err := doc.Validate(context.Background()); err != nil {
		return nil, fmt.Errorf("the description is not valid OpenAPI: %w", err)
	}
	whole, err := doc.MarshalJSON()
	if err != nil {
		return nil, fmt.Errorf("the description cannot be written as JSON: %w", err)
	}
	c, err := newCompiler(whole)
	if err != nil {
		return nil, err
	}
	d := &description{elsewhere: map[int]answerForm{}}
	for path, item := range doc.Paths.Map() {
		for method, o := range item.Operations() {
			d.operations = append(d.operations, c.operation(path, method, item, o))
		}
	}
	for name, status := range map[string]int{
		"Unauthorized": http.StatusUnauthorized, "NotFound": http.StatusNotFound, "MethodNotAllowed": http.StatusMethodNotAllowed,
	} {
		if r := doc.Components.Responses[name]; r != nil {
			d.elsewhere[status] = c.answer("#/components/responses/"+name, r)
		}
	}
	return d, errors.Join(c.errs...)
}

// sandboxDocument reads sandbox/openapi.yaml from the module around the working
// directory, once for a test binary. The package cannot ask the sandbox for it,
// because the sandbox's own tests import the package.
var sandboxDocument = sync.OnceValues(func() (*description, error) {
	text, err := Text()
	if err != nil {
		return nil, err
	}
	return load(text)
})

// Text is sandbox/openapi.yaml of the module that the working directory is in.
func Text() ([]byte, error) {
	folder, err := os.Getwd()
	if err != nil {
		return nil, fmt.Errorf("finding the description: %w", err)
	}
	for {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			return os.ReadFile(filepath.Join(folder, "sandbox", "openapi.yaml"))
		}
		parent := filepath.Dir(folder)
		if parent == folder {
			return nil, errors.New("the working directory is in no module")
		}
		folder = parent
	}
}

// compiler compiles schemas where they stand in the description, and collects
// what goes wrong.
type compiler struct {
	schemas *jsonschema.Compiler
	good    goodBodies
	errs    []error
}

const resource = "file:///openapi.json"

func newCompiler(description []byte) (*compiler, error) {
	tree, err := jsonschema.UnmarshalJSON(bytes.NewReader(description))
	if err != nil {
		return nil, fmt.Errorf("the description is not JSON: %w", err)
	}
	c := &compiler{schemas: jsonschema.NewCompiler()}
	c.schemas.DefaultDraft(jsonschema.Draft2020)
	c.schemas.AssertFormat()
	c.schemas.UseRegexpEngine(expression)
	for _, format := range numberFormats() {
		c.schemas.RegisterFormat(format)
	}
	if err := c.schemas.AddResource(resource, tree); err != nil {
		return nil, fmt.Errorf("the description's schemas cannot be read: %w", err)
	}
	return c, nil
}

// visible is the pattern of a text with a visible character. Nearly every text has
// it, and the race detector makes the machine of an expression that is not anchored
// cost as much as the rest of the comparison.
type visible struct{}

func (visible) MatchString(text string) bool { return strings.Trim(text, "\t\n\f\r ") != "" }
func (visible) String() string               { return `\S` }

// expression compiles a pattern.
func expression(text string) (jsonschema.Regexp, error) {
	if text == (visible{}).String() {
		return visible{}, nil
	}
	return regexp.Compile(text)
}

// compile compiles the schema at a pointer such as #/components/schemas/Rate.
func (c *compiler) compile(pointer string) *jsonschema.Schema {
	s, err := c.schemas.Compile(resource + pointer)
	if err != nil {
		c.errs = append(c.errs, fmt.Errorf("the schema at %s: %w", pointer, err))
	}
	return s
}

// place returns where something stands: what it refers to, or else its own pointer.
func place(ref, own string) string {
	if ref != "" {
		return ref
	}
	return own
}

func step(pointer string, names ...string) string {
	escape := strings.NewReplacer("~", "~0", "/", "~1")
	for _, name := range names {
		pointer += "/" + url.PathEscape(escape.Replace(name))
	}
	return pointer
}

func (c *compiler) operation(path, method string, item *openapi3.PathItem, o *openapi3.Operation) operation {
	at := step("#/paths", path)
	own := step(at, strings.ToLower(method))
	op := operation{method: method, path: strings.Split(path, "/"), answers: map[int]answerForm{}}
	for i, p := range item.Parameters {
		op.parameters = append(op.parameters, c.parameter(step(at, "parameters", strconv.Itoa(i)), p))
	}
	for i, p := range o.Parameters {
		op.parameters = append(op.parameters, c.parameter(step(own, "parameters", strconv.Itoa(i)), p))
	}
	if o.RequestBody != nil {
		const kind = "application/json"
		media := o.RequestBody.Value.Content[kind]
		if media == nil || media.Schema == nil {
			c.errs = append(c.errs, fmt.Errorf("%s has a body that is no %s", own, kind))
		} else {
			op.body = c.compile(place(media.Schema.Ref, step(own, "requestBody", "content", kind, "schema")))
		}
	}
	for status, r := range o.Responses.Map() {
		number, err := strconv.Atoi(status)
		if err != nil {
			c.errs = append(c.errs, fmt.Errorf("%s: the status %q is no number", own, status))
			continue
		}
		op.answers[number] = c.answer(step(own, "responses", status), r)
	}
	return op
}

func (c *compiler) parameter(own string, ref *openapi3.ParameterRef) parameter {
	own = place(ref.Ref, own)
	p := ref.Value
	one := parameter{
		name: p.Name, inPath: p.In == openapi3.ParameterInPath, required: p.Required,
		array: p.Schema.Value.Type.Includes("array"), integer: p.Schema.Value.Type.Includes("integer"),
		explode: p.Explode == nil || *p.Explode,
	}
	one.schema = c.compile(place(p.Schema.Ref, step(own, "schema")))
	return one
}

func (c *compiler) answer(own string, ref *openapi3.ResponseRef) answerForm {
	own = place(ref.Ref, own)
	form := answerForm{headers: map[string]headerForm{}, bodies: map[string]*jsonschema.Schema{}, good: &c.good}
	for name, h := range ref.Value.Headers {
		at := place(h.Ref, step(own, "headers", name))
		form.headers[name] = headerForm{h.Value.Required, c.compile(place(h.Value.Schema.Ref, step(at, "schema")))}
	}
	for kind, media := range ref.Value.Content {
		form.bodies[kind] = c.compile(place(media.Schema.Ref, step(own, "content", kind, "schema")))
	}
	return form
}

// find returns the operation of a request, and the methods that its path has:
// none when the document does not know the path.
func (d *description) find(method, path string) (found *operation, methods []string) {
	steps := strings.Split(path, "/")
	for i := range d.operations {
		o := &d.operations[i]
		if !o.matches(steps) {
			continue
		}
		methods = append(methods, o.method)
		if o.method == method {
			found = o
		}
	}
	slices.Sort(methods)
	return found, methods
}

func (o *operation) matches(steps []string) bool {
	if len(steps) != len(o.path) {
		return false
	}
	for i, want := range o.path {
		if isParameter(want) && steps[i] == "" || !isParameter(want) && steps[i] != want {
			return false
		}
	}
	return true
}

func isParameter(step string) bool { return strings.HasPrefix(step, "{") }
