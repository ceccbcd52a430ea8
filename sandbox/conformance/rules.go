package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// section is a part of the specification with its rules, in their order.
type section struct {
	id    string // "SPEC 4.6"
	title string
	rules []rule
}

// rule is one sentence that can be broken.
type rule struct {
	id   string // "SPEC 4.6/3"
	text string
}

// readRules reads the rule book: a line whose id has no slash opens a section,
// the others are its rules, numbered from 1. Lines that start with # are
// comments. It fails on anything else, so that no rule is lost silently.
func readRules(book string) ([]section, error) {
	var list []section
	line := 0
	for text := range strings.Lines(book) {
		line++
		text = strings.TrimRight(text, "\r\n")
		if text == "" || text[0] == '#' {
			continue
		}
		id, sentence, ok := strings.Cut(text, "\t")
		if !ok || sentence == "" || strings.Contains(sentence, "\t") {
			return nil, fmt.Errorf("rules.tsv:%d: want an id, a tab and a text", line)
		}
		name, _, isRule := strings.Cut(id, "/")
		if !isRule {
			if slices.ContainsFunc(list, func(s section) bool { return s.id == id }) {
				return nil, fmt.Errorf("rules.tsv:%d: the section %s is there twice", line, id)
			}
			list = append(list, section{id: id, title: sentence})
			continue
		}
		if len(list) == 0 || list[len(list)-1].id != name {
			return nil, fmt.Errorf("rules.tsv:%d: the rule %s is outside its section", line, id)
		}
		last := &list[len(list)-1]
		if want := fmt.Sprintf("%s/%d", name, len(last.rules)+1); id != want {
			return nil, fmt.Errorf("rules.tsv:%d: the rule is %s, want %s", line, id, want)
		}
		last.rules = append(last.rules, rule{id: id, text: sentence})
	}
	return list, nil
}

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

// outcome is what a run of tests came to.
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
