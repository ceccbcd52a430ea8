package campaign

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"bellhop/sandbox/service"
	"bellhop/sandbox/training/fault"
)

const onePath = "/rest/v1/reservation/{reservation_id}"

// faultRules returns the rules of a campaign: every kind of fault at every request
// that it can meet. The rules of each process of the service have a seed of
// their own, so that none goes through the same faults as the one before it.
func (o Options) faultRules(life int) string {
	if o.faults != "" || o.Fault < 0 {
		return o.faults
	}
	// An answer that comes after the client has given up.
	tooLate := func(limit time.Duration) string {
		return " delay=" + (limit + limit/2 + 50*time.Millisecond).Round(time.Millisecond).String()
	}
	var b strings.Builder
	b.WriteString(o.certain)
	for _, e := range service.Endpoints() {
		for _, k := range fault.Kinds() {
			share := share(e, k)
			if share == 0 || o.ReadFaults && writes(e) {
				continue
			}
			fmt.Fprintf(&b, "%s %s %s p=%g seed=%d", k.Kind, e.Method, e.Path, share*o.Fault, life)
			switch {
			case k.Kind == fault.Slow:
				b.WriteString(tooLate(o.WriteTime))
			case k.Kind == fault.Stalled && isSearch(e):
				b.WriteString(tooLate(readTimes * o.WriteTime))
			case k.Kind == fault.Stalled:
				b.WriteString(tooLate(o.WriteTime))
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// share returns how likely a kind of fault is at a request, as a multiple of the
// usual probability. Foreign answers have many statuses and bodies, and come
// more often; a search is tried again at once, and what holds it back less.
func share(e service.Endpoint, k fault.Description) float64 {
	write := writes(e)
	switch {
	case !k.Kind.Meets(e), k.Kind == fault.ForeignAfter && !write: // Of a read it is the same as Foreign.
		return 0
	case k.Kind == fault.ForeignAfter:
		return 3
	case k.Kind == fault.Foreign && !write, k.Kind == fault.OddPrice:
		return 2
	case isSearch(e):
		return 0.5
	default:
		return 1
	}
}

func writes(e service.Endpoint) bool {
	return slices.Contains([]string{"POST /rest/v1/reservation", "PATCH " + onePath, "POST " + onePath + "/cancel"}, e.Method+" "+e.Path)
}

func isSearch(e service.Endpoint) bool { return !strings.HasPrefix(e.Path, "/rest/v1/reservation") }
