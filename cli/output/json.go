package output

import (
	"encoding/json"
	"io"
)

// JSON prints a value as one line.
func JSON(w io.Writer, value any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(value)
}
