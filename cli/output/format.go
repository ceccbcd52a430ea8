package output

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"bellhop/cli/exit"
	"bellhop/internal/spelling"

	"github.com/itchyny/gojq"
	"github.com/spf13/cobra"
)

// A Format is how a command prints its answer: for people, or as JSON of chosen fields, or as what an expression of jq
// makes of that.
type Format struct {
	fields fieldsValue
	jq     string
	query  *gojq.Code
}

// allFields stands for every field of an answer.
const allFields = "all"

// fieldsValue is the value of --json. It may be left out: then it is all of them.
type fieldsValue struct {
	known []string
	text  string
	taken []string // nil: all
}

// fieldsType is the type of the flag, by which the arguments after it are told from others.
const fieldsType = "FIELDS"

func (f *fieldsValue) String() string { return f.text }
func (f *fieldsValue) Type() string   { return fieldsType }

func (f *fieldsValue) Set(text string) error {
	f.text, f.taken = text, nil
	if text == allFields {
		return nil
	}
	for name := range strings.SplitSeq(text, ",") {
		name = strings.TrimSpace(name)
		if !slices.Contains(f.known, name) {
			hint := ""
			if near := spelling.Nearest(name, f.known); near != "" {
				hint = "; did you mean " + near + "?"
			}
			return fmt.Errorf("there is no field %q%s; the fields are: %s", name, hint, strings.Join(f.known, ", "))
		}
		f.taken = append(f.taken, name)
	}
	return nil
}

// Expression is a format that prints what an expression of jq makes of an answer; an empty one is for people.
func Expression(jq string) *Format { return &Format{jq: jq} }

// Flags adds --json and --jq to a command that answers with such a value: a struct, or a slice of them.
func (f *Format) Flags(cmd *cobra.Command, answer any) { f.NamedFlags(cmd, FieldsOf(answer)) }

// NamedFlags is Flags for an answer of Objects with these fields.
func (f *Format) NamedFlags(cmd *cobra.Command, names []string) {
	f.fields.known = names
	cmd.Flags().Var(&f.fields, "json", "print JSON with these `FIELDS`, parted by commas: "+strings.Join(f.fields.known, ", ")+"; none are all")
	cmd.Flags().Lookup("json").NoOptDefVal = allFields
	cmd.Flags().StringVar(&f.jq, "jq", "", "print what a jq `EXPRESSION` makes of the JSON")
	_ = cmd.RegisterFlagCompletionFunc("json", completeFields(f.fields.known))
	_ = cmd.RegisterFlagCompletionFunc("jq", cobra.NoFileCompletions)
}

// completeFields completes the last of some fields.
func completeFields(known []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		before := ""
		if i := strings.LastIndexByte(typed, ','); i >= 0 {
			before = typed[:i+1]
		}
		var out []string
		for _, name := range known {
			if !slices.Contains(strings.Split(before, ","), name) {
				out = append(out, before+name)
			}
		}
		return out, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
}

// JSON reports whether the answer is wanted as JSON.
func (f *Format) JSON() bool { return f.fields.text != "" || f.jq != "" }

// Check reads the expression, so that a wrong one is told before anything is asked or sent.
func (f *Format) Check() error {
	if f.jq == "" {
		return nil
	}
	parsed, err := gojq.Parse(f.jq)
	if err == nil {
		f.query, err = gojq.Compile(parsed)
	}
	if err != nil {
		return exit.Wrong("--jq %q: %w", f.jq, err)
	}
	return nil
}

// Print prints an answer as it is wanted; table prints it for people.
func (f *Format) Print(ctx context.Context, w io.Writer, answer any, table func() error) error {
	if !f.JSON() {
		return table()
	}
	if f.query == nil {
		if err := f.Check(); err != nil {
			return err
		}
	}
	value, err := f.chosen(answer)
	if err != nil {
		return err
	}
	if f.query == nil {
		return JSON(w, value)
	}
	results := f.query.RunWithContext(ctx, value)
	for {
		one, more := results.Next()
		if !more {
			return nil
		}
		if err, failed := one.(error); failed {
			if halt := new(gojq.HaltError); errors.As(err, &halt) && halt.Value() == nil {
				return nil
			}
			return fmt.Errorf("--jq: %w", err)
		}
		if text, plain := one.(string); plain {
			_, err = fmt.Fprintln(Data(w), text)
		} else {
			err = JSON(w, one)
		}
		if err != nil {
			return err
		}
	}
}

// chosen is the answer as plain JSON values, with the fields that are wanted.
func (f *Format) chosen(answer any) (any, error) {
	if f.query == nil && f.fields.taken == nil {
		return answer, nil
	}
	text, err := json.Marshal(answer)
	if err != nil {
		return nil, err
	}
	var value any
	if err := json.Unmarshal(text, &value); err != nil || f.fields.taken == nil {
		return value, err
	}
	if list, several := value.([]any); several {
		for i := range list {
			list[i] = f.taken(list[i], f.query != nil)
		}
		return list, nil
	}
	return f.taken(value, f.query != nil), nil
}

// taken returns an object with the fields that are wanted, in the order in which they were named; for an expression, which
// knows no order, as a plain value.
func (f *Format) taken(value any, plain bool) any {
	object, ok := value.(map[string]any)
	if !ok {
		return value
	}
	if plain {
		out := map[string]any{}
		for _, name := range f.fields.taken {
			out[name] = object[name]
		}
		return out
	}
	var out Object
	for _, name := range f.fields.taken {
		out = append(out, Member{name, object[name]})
	}
	return out
}

// FieldsOf lists the fields of a struct, or of the structs of a slice, by their names in JSON.
func FieldsOf(answer any) []string {
	t := reflect.TypeOf(answer)
	for t.Kind() == reflect.Slice || t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	var out []string
	for i := range t.NumField() {
		field := t.Field(i)
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch {
		case name == "-":
		case name == "" && field.Anonymous:
			out = append(out, FieldsOf(reflect.Zero(field.Type).Interface())...)
		case name != "":
			out = append(out, name)
		}
	}
	return out
}
