// Package attempt knows the ids of Bellhop's own attempts. To the service they are
// custom data like any other; who compares two runs takes one for another.
package attempt

import (
	"regexp"
	"sync"
)

// IDs finds the ids under which a booking is sent once (WIRE 5).
var IDs = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\batt-[A-Z0-9]{26}\b`) })

// AnyID stands for such an id: a client makes a new one each time.
const AnyID = "att-*"

// IsID reports whether a text is the id of an attempt.
func IsID(text string) bool { return text != "" && IDs().FindString(text) == text }
