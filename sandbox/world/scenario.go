package world

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

//go:embed data/scenarios.tsv
var scenariosTSV string

// The scenario city has a number that no other city will get, and its hotels belong to
// the last chain, so that their codes are the same in every world of every seed.
const (
	scenarioCity = cityNumbers - 1
	// scenariosFrom is the size of a world from which on every scenario has its
	// hotel. The hotels of the scenarios are the last ones that come before it.
	scenariosFrom = 100
)

// Scenario is what happens to whoever books one hotel of the scenario city.
type Scenario struct {
	Key   string `json:"scenario"` // "price-up"
	Hotel string `json:"hotel"`    // name of its hotel, at most 60 characters
	Room  string `json:"room"`     // what its rooms are called, in plain words what happens
	Does  string `json:"does"`     // one sentence that says what happens
}

// aboutRefund reports whether the scenario is about what a cancellation costs: its
// rooms are called refundable, and all their rates have to be.
func (s *Scenario) aboutRefund() bool {
	return s.Key == "terms-stricter" || s.Key == "gone-non-refundable"
}

// lastRoom reports whether the hotel has one room of each kind; an ordinary hotel, whose scenario is nil, has more.
func (s *Scenario) lastRoom() bool { return s != nil && s.Key == "last-room" }

// Scenarios lists the scenarios in the order of their hotels. The slice is the caller's.
func Scenarios() []Scenario { return slices.Clone(scenarios()) }

// scenarios reads the embedded table once. TestScenarioTable proves that it can be read.
var scenarios = sync.OnceValue(func() []Scenario {
	var list []Scenario
	for line := range strings.Lines(scenariosTSV) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		if len(f) == 4 && f[0][0] != '#' {
			list = append(list, Scenario{Key: f[0], Hotel: f[1], Room: f[2], Does: f[3]})
		}
	}
	return list
})

// scenario is the scenario that a hotel plays; nil for an ordinary one.
func (h hotel) scenario() *Scenario {
	if h.city.No != scenarioCity {
		return nil
	}
	return &scenarios()[h.k]
}

// Scenario is the key of the scenario that the hotel with index i plays, "" for
// an ordinary hotel.
func (w *World) Scenario(i int) string {
	if c, k := w.at(i); c.No == scenarioCity {
		return scenarios()[k].Key
	}
	return ""
}

// Key returns the number of the hotel with index i, the same whatever the world's size.
func (w *World) Key(i int) int64 {
	c, k := w.at(i)
	return int64(c.No)<<32 | int64(k)
}
