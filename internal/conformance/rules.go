package main

import (
	"fmt"
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
