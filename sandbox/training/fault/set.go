package fault

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"sync"

	"bellhop/sandbox/internal/lists"
	"bellhop/sandbox/service"
)

// Set is the rules in force. It is safe for concurrent use.
type Set struct {
	start []Rule

	mu    sync.Mutex
	seed  uint64
	rules []*counted
}

// counted is a rule and what came of it.
type counted struct {
	rule           Rule
	text           string
	matched, fired int64
}

// Status is a rule in force: its line, the requests that it matched so far, and
// those of them that met its fault.
type Status struct {
	Rule    string `json:"rule"`
	Matched int64  `json:"matched"`
	Fired   int64  `json:"fired"`
}

// NewSet returns a set that starts with rules, and goes back to them by Reset.
// The seed decides which requests meet a rule with a probability.
func NewSet(seed uint64, rules []Rule) *Set {
	s := &Set{seed: seed, start: slices.Clone(rules)}
	s.Reset()
	return s
}

// Add appends rules. More than 1,000 in all are an error, and none is added.
func (s *Set) Add(rules []Rule) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.rules)+len(rules) > maxRules {
		return fmt.Errorf("there would be more than %d fault rules: clear those that are not needed first", maxRules)
	}
	s.rules = append(s.rules, count(rules)...)
	return nil
}

// Clear drops every rule, those of the start as well.
func (s *Set) Clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rules = nil
}

// Reset puts back the rules of the start and counts from nothing.
func (s *Set) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rules = count(s.start)
}

// Status lists the rules in force, in the order in which they are tried.
func (s *Set) Status() []Status {
	s.mu.Lock()
	defer s.mu.Unlock()
	return lists.Map(s.rules, func(c *counted) Status { return Status{c.text, c.matched, c.fired} })
}

// Put makes rules that Status listed the ones in force, with what came of them.
func (s *Set) Put(list []Status) error {
	rules := make([]*counted, 0, len(list))
	for _, one := range list {
		read, err := Parse(one.Rule)
		if err != nil {
			return err
		}
		for _, r := range read {
			rules = append(rules, &counted{r, one.Rule, one.Matched, one.Fired})
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rules = rules
	return nil
}

// Matches reports whether a rule matches a request, so that Decide would count it.
func (s *Set) Matches(e service.Endpoint, known bool) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.ContainsFunc(s.rules, func(c *counted) bool { return c.rule.matches(e, known) })
}

// Decide counts a request of an endpoint, and returns the fault that it meets,
// if any: that of the first rule that fires. Known reports whether the request
// proves an account.
func (s *Set) Decide(e service.Endpoint, known bool) (Action, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var first *counted
	for _, c := range s.rules {
		if !c.rule.matches(e, known) {
			continue
		}
		c.matched++
		if first == nil && s.fires(c) {
			first = c
		}
	}
	if first == nil {
		return Action{}, false
	}
	a := first.rule.Action
	a.Turn = s.beginning(first) + uint64(first.fired) //nolint:gosec // It counts from nothing.
	first.fired++
	return a, true
}

// fires reports whether a rule fires on the request that it counted last.
func (s *Set) fires(c *counted) bool {
	r := c.rule
	switch {
	case r.Times > 0 && c.fired >= r.Times:
		return false
	case r.Nth > 0:
		return c.matched == r.Nth
	case r.Every > 0:
		return c.matched%r.Every == 0
	case r.P > 0:
		return draw(fmt.Appendf(nil, "%d/%d/%s/%d", s.seed, r.Seed, c.text, c.matched)) < r.P
	default:
		return true
	}
}

// beginning is where a rule begins to go through the ways of its kind.
func (s *Set) beginning(c *counted) uint64 {
	hash := sha256.Sum256(fmt.Appendf(nil, "turn/%d/%d/%s", s.seed, c.rule.Seed, c.text))
	return uint64(binary.BigEndian.Uint32(hash[:])) // What is added to it fits.
}

func count(rules []Rule) []*counted {
	return lists.Map(rules, func(r Rule) *counted { return &counted{rule: r, text: r.String()} })
}

// draw makes a number from 0 up to 1 that looks random of a text.
func draw(text []byte) float64 {
	hash := sha256.Sum256(text)
	return float64(binary.BigEndian.Uint64(hash[:])>>11) / (1 << 53)
}
