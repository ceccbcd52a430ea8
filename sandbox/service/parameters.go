package service

import (
	"maps"
	"net/url"
	"slices"

	"bellhop/sandbox/jsontree"
)

// parameters reads the query of a request, as fields reads a body.
type parameters struct {
	query url.Values
	p     *jsontree.Problems
	read  map[string]bool
}

// one reads a parameter that may be given once. Nothing has the empty name: it
// is what the service does not have (WIRE 1).
func (q *parameters) one(name string) (string, bool) {
	if name == "" {
		return "", false
	}
	q.read[name] = true
	values := q.query[name]
	if len(values) == 0 {
		return "", false
	}
	if len(values) > 1 {
		q.p.Add(ParameterPath(name), "is given %d times", len(values))
	}
	return values[0], true
}

// all reads a parameter that may be repeated.
func (q *parameters) all(name string) []string {
	if name == "" {
		return nil
	}
	q.read[name] = true
	return q.query[name]
}

// done notes every parameter that nothing has read: a typing error in a filter
// must never widen a result (WIRE 3).
func (q *parameters) done() {
	for _, name := range slices.Sorted(maps.Keys(q.query)) {
		if !q.read[name] {
			q.p.Add(ParameterPath(name), "is not a parameter of this request")
		}
	}
}
