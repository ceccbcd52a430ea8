package sandbox

import "testing"

// The codes that only a service in trouble gives.
func TestWire_3_CodesOfFaults(t *testing.T) {
	t.Parallel()
	proves(t, "WIRE 3/23")
	l := start(t, func(o *Options) {
		o.Faults = "forbidden GET /rest/v1/reservations\nbusy POST /rest/v1/hotel/search retry-after=5s"
	})
	refused(t, l.do("GET", pathList, nil), 403, 1003, "APPLICATION_ERROR", "The API key token may not access this resource.")
	busy := l.do("POST", pathSearch, searchBody())
	refused(t, busy, 429, 1029, "APPLICATION_ERROR", "There were too many requests: try again later.")
	if got := busy.header.Get("Retry-After"); got != "5" {
		t.Errorf("Retry-After is %q, want 5", got)
	}
}
