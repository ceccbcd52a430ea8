package fault

import (
	"fmt"
	"strings"
	"time"

	"bellhop/internal/spelling"
)

// Latency is how long every answer takes on its way. The zero value is none.
type Latency struct {
	name        string
	least, most time.Duration
	rare        time.Duration // what one answer in rarity takes instead
	rarity      int
}

// Profiles lists the named latencies, none first.
func Profiles() []Latency {
	return []Latency{
		{name: "none"},
		{name: "office", least: 8 * time.Millisecond, most: 25 * time.Millisecond},
		{name: "hotel-wifi", least: 60 * time.Millisecond, most: 250 * time.Millisecond, rare: 1500 * time.Millisecond, rarity: 50},
		{name: "satellite", least: 550 * time.Millisecond, most: 750 * time.Millisecond},
	}
}

// ParseLatency reads the name of a profile or a duration such as 250ms, up to
// five minutes; "" is none.
func ParseLatency(text string) (Latency, error) {
	var names []string
	for _, p := range Profiles() {
		if p.name == text || text == "" {
			return p, nil
		}
		names = append(names, p.name)
	}
	d, err := time.ParseDuration(text)
	switch {
	case err == nil && d >= 0 && d <= maxDelay:
		return Latency{name: d.String(), least: d, most: d}, nil
	case err == nil:
		return Latency{}, fmt.Errorf("the latency %q must be from 0s to 5m", text)
	}
	hint := ""
	if near := spelling.Nearest(text, names); near != "" {
		hint = "; did you mean " + near + "?"
	}
	return Latency{}, fmt.Errorf("there is no latency profile %q, only %s, or a duration such as 250ms%s", text, strings.Join(names, ", "), hint)
}

// String is the profile's name or the duration, as ParseLatency reads it.
func (l Latency) String() string {
	if l.name == "" {
		return "none"
	}
	return l.name
}

// Of is how long the answer with a number takes: the same for the same seed and
// number.
func (l Latency) Of(seed, number uint64) time.Duration {
	if l.most == 0 {
		return 0
	}
	x := draw(fmt.Appendf(nil, "latency/%d/%d", seed, number))
	if l.rarity > 0 {
		share := 1 / float64(l.rarity)
		if x < share {
			return l.rare
		}
		x = (x - share) / (1 - share)
	}
	return l.least + time.Duration(x*float64(l.most-l.least))
}
