package main

import (
	"fmt"
	"io"
	"text/tabwriter"
)

func (m *mutant) String() string {
	return fmt.Sprintf("%s:%d: %s: %s: %s -> %s", m.source.name, m.line, m.function, m.operator, m.before, m.after)
}

// report prints the mutants of a file that no test kills or, at the end, the counts of all.
func report(out io.Writer, mutants []*mutant, last bool) {
	if last {
		counts(out, mutants)
		return
	}
	for _, m := range mutants {
		switch m.verdict {
		case lived:
			_, _ = fmt.Fprintln(out, m)
		case notReached:
			_, _ = fmt.Fprintf(out, "%s (not reached)\n", m)
		case killed, timedOut:
		}
	}
}

func counts(out io.Writer, mutants []*mutant) {
	count := map[operator]map[verdict]int{}
	for _, m := range mutants {
		if count[m.operator] == nil {
			count[m.operator] = map[verdict]int{}
		}
		count[m.operator][m.verdict]++
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintf(table, "\noperator\t%s\t%s\t%s\t%s\n", killed, timedOut, lived, notReached)
	for _, o := range []operator{conditionDropped, turned, statementRemoved} {
		c := count[o]
		_, _ = fmt.Fprintf(table, "%s\t%d\t%d\t%d\t%d\n", o, c[killed], c[timedOut], c[lived], c[notReached])
	}
	_ = table.Flush()
}
