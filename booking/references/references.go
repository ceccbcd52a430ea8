// Package references holds what an agency wants to stand in the custom data of each of its bookings: a cost centre, an order
// number.
package references

import (
	"errors"
	"fmt"
	"regexp"

	"bellhop/booking"
)

// Most is how many references a booking can have: section 8 allows ten custom values, and one is the console's own.
const Most = 9

// A Reference is a custom value that each booking needs.
type Reference struct {
	Key     string // its name in the custom data
	Label   string // in words; the key where there are none
	pattern *regexp.Regexp
}

// New returns a reference whose whole value matches a pattern; an empty one matches every value. The errors tell what is
// wrong with the key or the pattern.
func New(key, label, pattern string) (Reference, error) {
	if what := booking.CheckCustomField(key, ""); what != "" {
		return Reference{}, errors.New(what)
	}
	r := Reference{Key: key, Label: label}
	if label == "" {
		r.Label = key
	}
	if pattern == "" {
		return r, nil
	}
	compiled, err := regexp.Compile(`^(?:` + pattern + `)$`)
	if err != nil {
		return Reference{}, fmt.Errorf("the pattern: %w", err)
	}
	r.pattern = compiled
	return r, nil
}

// Problem says what is wrong with a value, or nothing.
func (r Reference) Problem(value string) string {
	if value == "" {
		return "needed"
	}
	if what := booking.CheckCustomValue(value); what != "" {
		return what
	}
	if r.pattern != nil && !r.pattern.MatchString(value) {
		return "not like " + r.Pattern()
	}
	return ""
}

// Pattern returns what values look like, as it was written; empty for any.
func (r Reference) Pattern() string {
	if r.pattern == nil {
		return ""
	}
	text := r.pattern.String()
	return text[len(`^(?:`) : len(text)-len(`)$`)]
}
