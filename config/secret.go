package config

import (
	"fmt"
	"io"
	"log/slog"
	"unique"
)

const redacted = "[redacted]"

// A Secret is an API key token. Every way of printing it gives [redacted]; only
// Reveal gives the text. Secrets compare with ==. The client of the service has
// a type like it of its own: neither package imports the other.
//
// The text stands behind a handle, because package fmt does not call the
// methods of an unexported field: where another struct holds a Secret in one,
// an address is printed and not the text.
type Secret struct{ text unique.Handle[string] }

// NewSecret wraps the text.
func NewSecret(text string) Secret {
	if text == "" {
		return Secret{}
	}
	return Secret{text: unique.Make(text)}
}

// Reveal is the text itself. Never print, log or store what it returns outside
// credentials.toml.
func (s Secret) Reveal() string {
	if s.IsZero() {
		return ""
	}
	return s.text.Value()
}

// IsZero reports whether there is no secret.
func (s Secret) IsZero() bool { return s == Secret{} }

// String hides the text.
func (s Secret) String() string { return redacted }

// Format hides the text from every verb of package fmt.
func (s Secret) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, redacted) }

// LogValue hides the text from slog.
func (s Secret) LogValue() slog.Value { return slog.StringValue(redacted) }

// MarshalText hides the text from every encoder.
func (s Secret) MarshalText() ([]byte, error) { return []byte(redacted), nil }
