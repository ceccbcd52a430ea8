package output

import (
	"encoding/json"
	"io"
)

// JSON prints a value as one line, in UTF-8 whatever the locale.
func JSON(w io.Writer, value any) error {
	e := json.NewEncoder(Data(w))
	e.SetEscapeHTML(false)
	return e.Encode(value)
}

// An Object is an object of JSON whose fields keep their order.
type Object []Member

// A Member is one field of an Object.
type Member struct {
	Name  string
	Value any
}

// MarshalJSON writes the fields in their order.
func (o Object) MarshalJSON() ([]byte, error) {
	out := []byte{'{'}
	for i, m := range o {
		if i > 0 {
			out = append(out, ',')
		}
		name, err := json.Marshal(m.Name)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(m.Value)
		if err != nil {
			return nil, err
		}
		out = append(append(append(out, name...), ':'), value...)
	}
	return append(out, '}'), nil
}
