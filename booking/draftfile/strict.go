package draftfile

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"bellhop/booking/localfile"
	"bellhop/internal/spelling"
)

// read decodes a file of one JSON object, and returns the names of its fields; nil if the text is not an object.
func read(r io.Reader, name string, into any) (fields []string, err error) {
	text, err := io.ReadAll(io.LimitReader(r, MaxSize+1))
	switch {
	case err != nil:
		return nil, err
	case len(text) > MaxSize:
		return nil, fmt.Errorf("it is larger than 1 MB, and no %s", name)
	}
	if text, _, err = localfile.Unmarked(text); err != nil {
		return nil, err
	}
	start := bytes.TrimSpace(text)
	if len(start) == 0 {
		return nil, fmt.Errorf("it is empty, and no %s", name)
	}
	err = strictly(text, into)
	if start[0] != '{' {
		return nil, fmt.Errorf("this is not a %s: %w", name, cmp.Or(err, errors.New("it must be an object")))
	}
	var object map[string]json.RawMessage
	if json.NewDecoder(bytes.NewReader(text)).Decode(&object) != nil {
		return nil, err
	}
	return slices.AppendSeq([]string{}, maps.Keys(object)), err
}

// known reports whether the type of kind has any of the fields.
func known(fields []string, kind any) bool {
	of := reflect.TypeOf(kind)
	return slices.ContainsFunc(fields, func(name string) bool {
		return slices.ContainsFunc(reflect.VisibleFields(of), func(f reflect.StructField) bool { return strings.EqualFold(fieldName(f), name) })
	})
}

// fieldName returns a field's name in a file, or "" if the file has no such field.
func fieldName(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	return name
}

// fieldNames lists the fields of a type and of the objects in it.
func fieldNames(of reflect.Type) (names []string) {
	for of.Kind() == reflect.Pointer || of.Kind() == reflect.Slice {
		of = of.Elem()
	}
	if of.Kind() != reflect.Struct {
		return nil
	}
	for i := range of.NumField() {
		if name := fieldName(of.Field(i)); name != "" {
			names = append(append(names, name), fieldNames(of.Field(i).Type)...)
		}
	}
	return names
}

// mostListed is the most fields that an error lists: a guest has as many.
const mostListed = 9

// unknownField returns the error text for an unknown field, with the field that was probably meant.
func unknownField(name string, into any) string {
	names := fieldNames(reflect.TypeOf(into))
	words := fmt.Sprintf("unknown field %q", name)
	if len(names) <= mostListed || spelling.Nearest(name, names) != "" {
		words += ": " + spelling.Hint(name, names)
	}
	return words
}

// strictly decodes one JSON value and nothing after it, and tells the line of what is wrong.
func strictly(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	err := d.Decode(into)
	if err == nil {
		if _, more := d.Token(); !errors.Is(more, io.EOF) {
			return fmt.Errorf("line %d: something follows the value", lineAt(text, d.InputOffset()))
		}
		return twice(text)
	}
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch words := strings.TrimPrefix(err.Error(), "json: "); {
	case errors.As(err, &syntax):
		return fmt.Errorf("line %d: %s", lineAt(text, syntax.Offset), words)
	case errors.As(err, &kind):
		field := kind.Field
		if field == "" {
			field = "it"
		}
		return fmt.Errorf("line %d: %s is %s and must be %s", lineAt(text, kind.Offset), field, valueWords(kind.Value), kindWords(kind.Type.Kind()))
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("line %d: it ends in the middle of a value", lineAt(text, int64(len(text))))
	default:
		if quoted, unknown := strings.CutPrefix(words, "unknown field "); unknown {
			if name, err := strconv.Unquote(quoted); err == nil {
				return errors.New(named(text, words) + unknownField(name, into))
			}
		}
		return errors.New(named(text, words) + words)
	}
}

// named is the line of the text that an error names in quotes; empty where it stands in none or in several, because a wrong
// line is worse than none.
func named(text []byte, words string) string {
	_, after, _ := strings.Cut(words, `"`)
	quoted, err := strconv.QuotedPrefix(`"` + after)
	if err != nil || bytes.Count(text, []byte(quoted)) != 1 {
		return ""
	}
	return fmt.Sprintf("line %d: ", lineAt(text, int64(bytes.Index(text, []byte(quoted)))))
}

// twice refuses a field that an object has twice: which of the two is meant nobody knows.
func twice(text []byte) error {
	d := json.NewDecoder(bytes.NewReader(text))
	type level struct {
		fields map[string]bool // nil in a list
		value  bool            // the next is a value, not a name
	}
	var in []level
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		top := len(in) - 1
		name, isName := token.(string)
		switch {
		case token == json.Delim('}') || token == json.Delim(']'):
			in = in[:top]
			continue
		case top >= 0 && in[top].fields != nil && !in[top].value && isName:
			if in[top].fields[name] {
				return fmt.Errorf("line %d: the field %q is there twice", lineAt(text, d.InputOffset()), name)
			}
			in[top].fields[name], in[top].value = true, true
			continue
		case top >= 0:
			in[top].value = false
		}
		switch token {
		case json.Delim('{'):
			in = append(in, level{fields: map[string]bool{}})
		case json.Delim('['):
			in = append(in, level{})
		}
	}
}

// valueWords says what stands in a file, as the decoder names it.
func valueWords(value string) string {
	switch value {
	case "array":
		return "a list"
	case "object":
		return "an object"
	case "string":
		return "a text"
	case "bool":
		return "true or false"
	case "number":
		return "a number"
	default:
		return strings.TrimPrefix(value, "number ")
	}
}

// kindWords says what a field takes.
func kindWords(kind reflect.Kind) string {
	switch kind {
	case reflect.Struct, reflect.Map:
		return "an object"
	case reflect.Slice:
		return "a list"
	case reflect.Bool:
		return "true or false"
	case reflect.String:
		return "a text in quotes"
	default:
		return "a whole number"
	}
}

func lineAt(text []byte, offset int64) int {
	return 1 + bytes.Count(text[:min(max(offset, 0), int64(len(text)))], []byte("\n"))
}
