package config

import "log/slog"

const redacted = "[redacted]"

// A Secret is an API key token. Every way of printing it gives [redacted]; only
// Reveal gives the text.
type Secret struct{ text string }

// NewSecret wraps the text.
func NewSecret(text string) Secret { return Secret{text: text} }

// Reveal is the text itself. Never print, log or store what it returns outside
// credentials.toml.
func (s Secret) Reveal() string { return s.text }

// IsZero says whether there is no secret.
func (s Secret) IsZero() bool { return s.text == "" }

// String hides the text.
func (s Secret) String() string { return redacted }

// GoString hides the text from %#v.
func (s Secret) GoString() string { return redacted }

// LogValue hides the text from slog.
func (s Secret) LogValue() slog.Value { return slog.StringValue(redacted) }

// MarshalText hides the text from every encoder.
func (s Secret) MarshalText() ([]byte, error) { return []byte(redacted), nil }
