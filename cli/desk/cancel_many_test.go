package desk

import (
	"testing"

	"bellhop/booking/bulk"
	"bellhop/cli/exit"
)

// The exit code is the gravest of all outcomes.
func TestEndOf(t *testing.T) {
	t.Parallel()
	canceled, missing, open := bulk.Left{Canceled: true}, bulk.Left{}, bulk.Left{Open: true}
	for name, c := range map[string]struct {
		results []bulk.Outcome
		left    []bulk.Left
		want    int
	}{
		"none":                     {nil, nil, exit.OK},
		"all cancelled":            {[]bulk.Outcome{bulk.Canceled, bulk.Already}, []bulk.Left{canceled}, exit.OK},
		"one not found":            {[]bulk.Outcome{bulk.Canceled}, []bulk.Left{canceled, missing}, exit.Failed},
		"one refused":              {[]bulk.Outcome{bulk.Canceled, bulk.Refused}, nil, exit.Failed},
		"one not tried":            {[]bulk.Outcome{bulk.Refused, bulk.NotTried}, []bulk.Left{missing}, exit.Changed},
		"one changed":              {[]bulk.Outcome{bulk.Canceled, bulk.Changed}, []bulk.Left{missing}, exit.Changed},
		"one not sent":             {[]bulk.Outcome{bulk.NotSent}, nil, exit.Changed},
		"one not known":            {[]bulk.Outcome{bulk.Unresolved, bulk.NotTried, bulk.Refused}, []bulk.Left{missing}, exit.Unresolved},
		"an earlier one not known": {[]bulk.Outcome{bulk.Canceled, bulk.Changed}, []bulk.Left{open}, exit.Unresolved},
	} {
		report := bulk.Report{Left: c.left}
		for _, outcome := range c.results {
			report.Results = append(report.Results, bulk.Result{Outcome: outcome})
		}
		err := endOf(report)
		code, coded := exit.CodeOf(err)
		if code != c.want || coded != (c.want != exit.OK) || err != nil && err.Error() == "" {
			t.Errorf("%s: exit %d, %v, want %d", name, code, err, c.want)
		}
	}
}
