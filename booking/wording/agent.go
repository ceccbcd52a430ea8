package wording

import (
	"sync"
	"time"
)

// UnknownZone stands for an agent's unknown time zone: UTC, and labelled as UTC.
var UnknownZone = sync.OnceValue(func() *time.Location { return time.FixedZone("UTC", 0) })

// Yours labels a time in the agent's zone: "(you)", or "UTC" if the zone is UnknownZone.
func Yours(zone *time.Location) string {
	if zone == UnknownZone() {
		return "UTC"
	}
	return "(you)"
}

// AndYours labels a time that is the same in the agent's zone: "(hotel)" becomes "(hotel and you)", unless the zone is
// UnknownZone.
func AndYours(zone *time.Location) string {
	if zone == UnknownZone() {
		return "(hotel)"
	}
	return "(hotel and you)"
}
