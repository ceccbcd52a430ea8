package campaign

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"bellhop/booking/journal"
)

// A Report is what a campaign came to.
type Report struct {
	Seed    uint64  `json:"seed"`
	Seconds float64 `json:"seconds"` // real ones
	// Slowest is how many real seconds the service was at a write, at most; what
	// it holds back on purpose counts.
	Slowest float64 `json:"slowest_write"`

	Booked  int `json:"booked"`  // stays that a console acknowledged as booked
	Stopped int `json:"stopped"` // tries for a stay that was booked already, all of them stopped
	Skipped int `json:"skipped"` // stays that the hotel did not offer
	GaveUp  int `json:"gave_up"` // jobs that were refused again and again
	Kills   int `json:"kills"`
	Starts  int `json:"starts"` // of console processes
	Left    int `json:"left"`   // jobs under way when the last consoles were killed
	// Restarts is how often the service was killed and started again, and Fills
	// how often the disk under a console's journal was full.
	Restarts int `json:"service_kills"`
	Fills    int `json:"full_disks"`
	// Outages are what happened to a service of several parts, by kind.
	Outages map[string]int `json:"outages,omitempty"`

	Faults        map[string]int64 `json:"faults"`    // by kind
	At            map[string]int64 `json:"faults_at"` // by request
	Outcomes      map[string]int   `json:"outcomes"`  // of the journal's attempts, by result
	Lost          map[string]int   `json:"lost_answers"`
	Looks         int              `json:"looks"`
	Creates       int              `json:"creates"`        // requests to book that reached the service
	SecondCreates map[string]int   `json:"second_creates"` // those beyond the first of a stay, by why the one before had booked nothing
	Stored        int              `json:"stored"`         // reservations of the service
	Lines         int64            `json:"lines"`          // of the journal

	Doubled     int      `json:"doubled"`
	Missing     int      `json:"lost"`
	Unexplained int      `json:"unexplained"`
	Journal     []string `json:"journal_problems"`
	// Violations name each violation, at most so many that a person reads them.
	Violations []string `json:"findings"`
	Dir        string   `json:"dir,omitempty"` // where everything is kept
}

// OK reports whether nothing was doubled, lost or left unexplained and the
// journal is whole.
func (r *Report) OK() bool {
	return r.Doubled == 0 && r.Missing == 0 && r.Unexplained == 0 && len(r.Journal) == 0
}

// Figures returns the figures that count in one line.
func (r *Report) Figures() string {
	return fmt.Sprintf("%d doubled, %d lost, %d unexplained, %d problems of the journal", r.Doubled, r.Missing, r.Unexplained, len(r.Journal))
}

// count counts what the journal knows.
func (r *Report) count(states []journal.AttemptState) {
	r.Outcomes, r.Lost = map[string]int{}, map[string]int{}
	for _, s := range states {
		name := "open"
		if !s.Open() {
			name = string(s.Outcome.Result)
			if s.Outcome.Cause != "" {
				name += " (" + string(s.Outcome.Cause) + ")"
			}
		}
		r.Outcomes[string(s.Kind)+" "+name]++
		if s.Cause != "" {
			r.Lost[string(s.Cause)]++
		}
		r.Looks += s.Looks
	}
}

// Print writes the report as a table.
func (r *Report) Print(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	line := func(name string, value any) { _, _ = fmt.Fprintf(t, "%s\t%v\n", name, value) }
	line("seed", r.Seed)
	line("real seconds", fmt.Sprintf("%.0f", r.Seconds))
	line("slowest write, real seconds", fmt.Sprintf("%.1f", r.Slowest))
	line("bookings acknowledged", r.Booked)
	line("second tries stopped", r.Stopped)
	line("stays not offered", r.Skipped)
	line("jobs given up", r.GaveUp)
	line("kills", r.Kills)
	line("console starts", r.Starts)
	line("jobs left to the last console", r.Left)
	line("kills of the service", r.Restarts)
	line("full disks", r.Fills)
	table(t, "outages", r.Outages)
	table(t, "faults", r.Faults)
	table(t, "faults at", r.At)
	table(t, "lost answers", r.Lost)
	table(t, "outcomes", r.Outcomes)
	line("looks", r.Looks)
	line("creates that reached it", r.Creates)
	table(t, "second creates of a stay", r.SecondCreates)
	line("reservations stored", r.Stored)
	line("journal lines", r.Lines)
	line("journal problems", len(r.Journal))
	line("DOUBLED", r.Doubled)
	line("LOST", r.Missing)
	line("UNEXPLAINED", r.Unexplained)
	if r.Dir != "" {
		line("kept in", r.Dir)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for _, text := range append(slices.Clone(r.Journal), r.Violations...) {
		if _, err := fmt.Fprintln(w, "  "+text); err != nil {
			return err
		}
	}
	return nil
}

func table[N int | int64](w io.Writer, title string, counts map[string]N) {
	for i, name := range slices.Sorted(maps.Keys(counts)) {
		if i > 0 {
			title = strings.Repeat(" ", 2)
		}
		_, _ = fmt.Fprintf(w, "%s\t%s %d\n", title, name, counts[name])
	}
}
