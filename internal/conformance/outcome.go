package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Results of a test, as go test -json spells them. A test that has none did not
// finish.
const (
	passed  = "pass"
	failed  = "fail"
	skipped = "skip"
)

// event is one line of go test -json.
type event struct {
	Action     string
	Package    string
	Test       string
	Key        string
	Value      string
	Output     string
	ImportPath string
}

// outcome is the results of a run of tests.
type outcome struct {
	results map[string]string   // by test
	proofs  map[string][]string // the tests of a rule, in the order of their names
	broken  []string            // packages that failed
	output  []string            // what the compiler said
}

// readEvents reads the output of go test -json.
func readEvents(lines io.Reader) (outcome, error) {
	o := outcome{results: map[string]string{}, proofs: map[string][]string{}}
	for d := json.NewDecoder(lines); ; {
		var e event
		if err := d.Decode(&e); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return outcome{}, fmt.Errorf("reading the output of go test: %w", err)
		}
		o.note(e)
	}
	for id := range o.proofs {
		slices.Sort(o.proofs[id])
		o.proofs[id] = slices.Compact(o.proofs[id])
	}
	slices.Sort(o.broken)
	return o, nil
}

func (o *outcome) note(e event) {
	switch e.Action {
	case "run":
		o.results[e.Test] = ""
	case passed, failed, skipped:
		if e.Test != "" {
			o.results[e.Test] = e.Action
		} else if e.Action == failed {
			o.broken = append(o.broken, e.Package)
		}
	case "attr":
		if e.Key == "rule" {
			o.proofs[e.Value] = append(o.proofs[e.Value], e.Test)
		}
	case "build-output":
		o.output = append(o.output, strings.TrimRight(e.Output, "\n"))
	}
}
