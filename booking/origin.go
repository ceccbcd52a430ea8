package booking

import (
	"strings"

	"bellhop/booking/document"
)

// Origin returns the desk's environment and profile. A nil desk has none.
func (d *Desk) Origin() document.Origin {
	if d == nil {
		return document.Origin{}
	}
	return document.Origin{Environment: strings.ToUpper(d.environment), Profile: d.profileName}
}
