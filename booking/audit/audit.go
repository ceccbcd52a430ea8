// Package audit puts the journals of several machines together: each proves itself, and what they have is one timeline.
package audit

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"bellhop/api"
	"bellhop/booking/journal"
	"bellhop/booking/recovery"
)

// A Source is one journal: a file that was exported, or the folder of one.
type Source struct {
	Path    string
	Machine string // by the name that its owner gave it, else the file's
	journal.Exported
}

// OK reports whether its chain is as Bellhop wrote it.
func (s Source) OK() bool { return s.Report.OK() }

// Open reads the journal at a path. An error names the path.
func Open(path string) (Source, error) {
	about, err := os.Stat(path)
	if err != nil {
		return Source{}, err
	}
	s := Source{Path: path}
	if about.IsDir() {
		s.Exported, err = journal.ReadWhole(path)
	} else {
		s.Exported, err = readFile(path)
	}
	if err != nil {
		return Source{}, fmt.Errorf("%s: %w", path, err)
	}
	s.Machine = api.Clean(cmp.Or(s.ExportHeader.Machine, filepath.Base(path)))
	return s, nil
}

func readFile(path string) (x journal.Exported, err error) {
	file, err := os.Open(path)
	if err != nil {
		return x, err
	}
	x, err = journal.ReadExport(file)
	return x, errors.Join(err, file.Close())
}

// A Line is one event of the timeline.
type Line struct {
	Machine string
	Path    string // of the journal that has it; of several that have it the first
	journal.Event

	at time.Time // in the order: a clock that was set back moves nothing before what was written earlier
}

// A Timeline is the events of several journals in their order.
type Timeline struct {
	Sources []Source
	Lines   []Line
	// Twice is how many lines stood in more than one of them: a journal that was exported again has the older lines too.
	Twice int
}

// OK reports whether every chain is as Bellhop wrote it.
func (t Timeline) OK() bool {
	return !slices.ContainsFunc(t.Sources, func(s Source) bool { return !s.OK() })
}

// Merge puts journals together by the time of their lines. Lines of one journal never change places.
func Merge(sources []Source) Timeline {
	t := Timeline{Sources: sources}
	seen := map[string]bool{}
	for _, s := range sources {
		var last time.Time
		for _, e := range s.Events {
			if e.At.After(last) {
				last = e.At.Time
			}
			if seen[e.Hash] {
				t.Twice++
				continue
			}
			seen[e.Hash] = true
			t.Lines = append(t.Lines, Line{Machine: s.Machine, Path: s.Path, Event: e, at: last})
		}
	}
	slices.SortStableFunc(t.Lines, func(a, b Line) int { return a.at.Compare(b.at) })
	return t
}

// Of returns the timeline of one reservation or one attempt by its id: all lines of every attempt that was about it.
func (t Timeline) Of(id string) Timeline {
	attempts := map[string]bool{id: true}
	for _, line := range t.Lines {
		if about(line.Event) == id && line.Attempt != "" {
			attempts[line.Attempt] = true
		}
	}
	kept := t.Lines[:0:0]
	for _, line := range t.Lines {
		if line.Attempt != "" && attempts[line.Attempt] || about(line.Event) == id {
			kept = append(kept, line)
		}
	}
	t.Lines = kept
	return t
}

// about is the reservation that an event names; empty for none.
func about(e journal.Event) string {
	switch {
	case e.Plan != nil && e.Plan.Reservation != "":
		return e.Plan.Reservation
	case e.Outcome != nil:
		return e.Outcome.Reservation
	case e.Reveal != nil:
		return e.Reveal.Reservation
	default:
		return ""
	}
}

// Reservation returns the reservation that a line names, as it may be printed; empty for none.
func (l Line) Reservation() string { return api.Clean(about(l.Event)) }

// Words returns the line in words; those of lines that tell nobody anything are their step.
func (l Line) Words() string { return cmp.Or(recovery.EventWords(l.Event), api.Clean(string(l.Step))) }
