package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"
	"time"

	"bellhop/booking/journal"
	"bellhop/booking/recovery"
	"bellhop/booking/wording"
	"bellhop/cli/arguments"
	"bellhop/cli/desk"
	"bellhop/cli/exit"
	"bellhop/cli/output"
	"bellhop/config"

	"github.com/spf13/cobra"
)

const auditLong = `Audit reads the journal: the record of every booking, change and cancellation
that Bellhop sends, written and synced before it goes out. It holds no token, no
card and no guest that anybody could read.

The journal is that of the profile in use; the demo has its own, which goes with
its world. "bellhop paths" prints where it is.`

func auditCommand(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "audit",
		Short: "Read and verify the journal of what was sent",
		Long:  auditLong,
	}
	cmd.AddCommand(auditListCommand(a), auditShowCommand(a), auditRevealsCommand(a), auditVerifyCommand(a),
		desk.ProofCommand(a.deskHost()), auditExportCommand(a), auditKeyCommand(a))
	return cmd
}

// reading opens a journal for as long as read takes. A folder that is not there
// is no journal yet, and is not made.
func reading(dir string, read func(*journal.Journal) error) error {
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return errNoJournal
	}
	j, err := journal.Open(dir, journal.Options{})
	if err != nil {
		return err
	}
	return errors.Join(read(j), j.Close())
}

var errNoJournal = errors.New("nothing was sent from this machine yet: there is no journal")

type auditAttempt struct {
	Attempt     string          `json:"attempt"`
	Kind        journal.Kind    `json:"kind"`
	Service     string          `json:"service"`
	Environment string          `json:"environment"`
	Step        journal.Step    `json:"step"`
	Open        bool            `json:"open"`
	Result      string          `json:"result"` // "" while it is not known
	Planned     time.Time       `json:"planned_at"`
	Sent        *time.Time      `json:"sent_at"`
	Updated     time.Time       `json:"updated_at"`
	Reservation string          `json:"reservation"`
	Lost        journal.Cause   `json:"answer_lost"` // why; "" when it was not
	Looks       int             `json:"looks"`
	Plan        journal.Plan    `json:"plan"`
	Outcome     journal.Outcome `json:"outcome"`
}

func auditAttemptOf(s journal.AttemptState) auditAttempt {
	one := auditAttempt{
		Attempt: s.Attempt, Kind: s.Kind, Service: s.Profile, Environment: s.Environment, Step: s.Step, Open: s.Open(),
		Planned: s.Planned, Updated: s.Updated, Reservation: s.ReservationID(), Lost: s.Cause, Looks: s.Looks,
		Plan: s.Plan, Outcome: s.Outcome,
	}
	if !s.Open() {
		one.Result = string(s.Outcome.Result)
	}
	if !s.Sent.IsZero() {
		one.Sent = &s.Sent
	}
	return one
}

func auditListCommand(a *app) *cobra.Command {
	var flags config.Flags
	var format output.Format
	var open, all bool
	var limit int
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List what was sent, the newest first",
		Long: `List prints every booking, change and cancellation that was sent to the service
of the profile in use, the newest first, and what came of each.`,
		Example: "  bellhop audit list --open\n  bellhop audit list --profile demo --json",
		Args:    arguments.None,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := a.load(cmd, flags)
			if err != nil {
				return err
			}
			filter := journal.Filter{Open: open, Profile: c.LocalState().Service}
			if all {
				filter.Profile = ""
			}
			var states []journal.AttemptState
			err = reading(c.LocalState().JournalDir, func(j *journal.Journal) (err error) {
				states, err = j.Attempts(filter)
				return err
			})
			if err != nil && !errors.Is(err, errNoJournal) {
				return err
			}
			states = output.Limited(states, limit)
			if format.JSON() {
				list := make([]auditAttempt, 0, len(states))
				for _, s := range states {
					list = append(list, auditAttemptOf(s))
				}
				return format.Print(cmd.Context(), cmd.OutOrStdout(), list, nil)
			}
			if len(states) == 0 && open {
				_, err = fmt.Fprintln(cmd.OutOrStdout(), "the outcome of every write is known")
				return err
			}
			return printAttempts(cmd.OutOrStdout(), states, c.Preferences.Zone)
		},
	}
	cmd.Flags().BoolVar(&open, "open", false, "only those of which it is not known what came")
	cmd.Flags().BoolVar(&all, "all", false, "those to other services as well")
	format.Flags(cmd, []auditAttempt{})
	output.LimitFlag(cmd, &limit)
	a.profileFlags(cmd, &flags)
	return cmd
}

const auditTime = "2006-01-02 15:04:05 -0700"

func printAttempts(w io.Writer, states []journal.AttemptState, zone *time.Location) error {
	if len(states) == 0 {
		_, err := fmt.Fprintln(w, "nothing was sent")
		return err
	}
	t := output.NewTable(w)
	t.Row("PLANNED", "WRITE", "CAME TO", "STAY", "HOTEL", "RESERVATION", "ATTEMPT")
	for _, s := range states {
		stay := ""
		if s.CheckIn != "" || s.CheckOut != "" {
			stay = cmp.Or(s.CheckIn, "-") + " " + cmp.Or(s.CheckOut, "-") // A change of one date leaves the other as it is.
		}
		t.Row(s.Planned.In(zone).Format(auditTime), recovery.ActionWords(s.Kind),
			recovery.OutcomeWords(s), stay, s.HotelName, s.ReservationID(), s.Attempt)
	}
	return t.Flush()
}

func auditRevealsCommand(a *app) *cobra.Command {
	var flags config.Flags
	var format output.Format
	var limit int
	cmd := &cobra.Command{
		Use:   "reveals",
		Short: "List when guests were shown, and to whom",
		Long: `Reveals lists, the newest first, when guests that the console masks were shown, to
which user of this machine, and of which reservation or of a list.`,
		Args: arguments.None,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := a.load(cmd, flags)
			if err != nil {
				return err
			}
			events := []journal.Event{}
			err = reading(c.LocalState().JournalDir, func(j *journal.Journal) error {
				all, err := j.Reveals()
				for _, e := range all {
					if e.Reveal.Profile == c.LocalState().Service {
						events = append(events, e)
					}
				}
				return err
			})
			if err != nil && !errors.Is(err, errNoJournal) {
				return err
			}
			events = output.Limited(events, limit)
			if format.JSON() {
				return format.Print(cmd.Context(), cmd.OutOrStdout(), events, nil)
			}
			return printReveals(cmd.OutOrStdout(), events, c.Preferences.Zone)
		},
	}
	format.Flags(cmd, []journal.Event{})
	output.LimitFlag(cmd, &limit)
	a.profileFlags(cmd, &flags)
	return cmd
}

func printReveals(w io.Writer, events []journal.Event, zone *time.Location) error {
	if len(events) == 0 {
		_, err := fmt.Fprintln(w, "no guest was shown")
		return err
	}
	t := output.NewTable(w)
	t.Row("SHOWN", "TO", "RESERVATION")
	for _, e := range events {
		of := cmp.Or(e.Reveal.Reservation, "a list")
		t.Row(e.At.In(zone).Format(auditTime), cmp.Or(e.User, "not known"), of)
	}
	return t.Flush()
}

// auditReport is a verification as --json prints it.
type auditReport struct {
	Journal  string         `json:"journal"`
	OK       bool           `json:"ok"`
	Lines    int64          `json:"lines"`
	Attempts int            `json:"attempts"`
	Open     int            `json:"open"`
	Last     *time.Time     `json:"last_at"`
	Repairs  int            `json:"repairs"`
	Torn     int64          `json:"torn_bytes"`
	Problems []auditProblem `json:"problems"`
	Notes    []string       `json:"notes"`
	SignedBy string         `json:"signed_by"` // a fingerprint; "" without a valid signature
	Genuine  bool           `json:"genuine"`   // it is signed with the key that was given, and is as it was exported
}

type auditProblem struct {
	Line int64  `json:"line"`
	What string `json:"what"`
}

func auditVerifyCommand(a *app) *cobra.Command {
	var flags config.Flags
	var format output.Format
	var key string
	cmd := &cobra.Command{
		Use:   "verify [FILE]",
		Short: "Check the lines of the journal, or the signature of an export",
		Long: `Verify reads the whole journal, or a FILE that "bellhop audit export" wrote. It
names every line that was changed, removed, inserted or moved, an end that was cut
off, and a guest.key that is not the one the journal was written with. It changes
nothing. The exit code is 1 if there is a problem.

Each line holds the hash of the one before. That finds accidents, not forgers:
anyone who can write the journal can compute all hashes again. A FILE is signed,
header included, and verify prints the fingerprint of the key. With --key it says
whether the file is genuine: signed by that key, and unchanged since. Get the
FINGERPRINT, which "bellhop audit key" prints on the machine, separately from
the FILE. No signature shows what was changed on the machine before the export.`,
		Example: "  bellhop audit verify\n  bellhop audit verify reception.jsonl --key SHA256:…",
		Args:    arguments.OptionalFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			verify, where := verifyExport, ""
			given := cmd.Flags().Changed("key")
			switch {
			case given && len(args) == 0:
				return exit.Wrong("--key is for a FILE that was exported: the journal itself has no signature")
			case given && !fingerprint.MatchString(key):
				return exit.Wrong("--key %q is not a fingerprint (SHA256: and 43 characters): bellhop audit key prints it on the machine that exported the file", key)
			}
			if len(args) > 0 {
				where = args[0]
			} else {
				c, err := a.load(cmd, flags)
				if err != nil {
					return err
				}
				verify, where = verifyJournal, c.LocalState().JournalDir
			}
			report, err := verify(where)
			if err != nil {
				return err
			}
			switch {
			case !given || report.SignedBy == key:
			case report.SignedBy != "":
				report.Problems = append([]journal.Problem{{What: "it is signed by key " + report.SignedBy + ", not by the key that was given"}}, report.Problems...)
			case report.OK(): // Of an earlier version.
				report.Problems = []journal.Problem{{What: "it has no signature"}}
			}
			genuine := given && report.OK()
			if format.JSON() {
				err = format.Print(cmd.Context(), cmd.OutOrStdout(), auditReportOf(where, report, genuine), nil)
			} else {
				printReport(cmd.OutOrStdout(), where, report, genuine)
			}
			if err == nil && !report.OK() {
				err = fmt.Errorf("verification failed: %s", report.Problems[0])
				if more := len(report.Problems) - 1; more > 0 {
					err = fmt.Errorf("%w, and %s", err, wording.Plural(more, "more problem"))
				}
			}
			return err
		},
	}
	cmd.Flags().StringVar(&key, "key", "", "the `FINGERPRINT` of the key that a FILE must be signed with")
	_ = cmd.RegisterFlagCompletionFunc("key", cobra.NoFileCompletions)
	format.Flags(cmd, auditReport{})
	a.profileFlags(cmd, &flags)
	return cmd
}

// fingerprint matches what journal.Fingerprint returns.
var fingerprint = regexp.MustCompile(`^SHA256:[A-Za-z0-9+/]{43}$`)

// verifyJournal verifies the journal of a folder. Without a journal, nothing was sent yet.
func verifyJournal(dir string) (journal.Report, error) {
	report, err := journal.Verify(dir)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return report, err
}

// verifyExport verifies a file that was exported of a journal.
func verifyExport(path string) (journal.Report, error) {
	file, err := os.Open(path)
	if err != nil {
		return journal.Report{}, err
	}
	defer func() { _ = file.Close() }()
	report, err := journal.VerifyExport(file)
	if err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return report, err
}

func auditReportOf(dir string, r journal.Report, genuine bool) auditReport {
	out := auditReport{
		Journal: dir, OK: r.OK(), Lines: r.Lines, Attempts: r.Attempts, Open: r.Open, Repairs: r.Repairs, Torn: r.Torn,
		Problems: []auditProblem{}, Notes: append([]string{}, r.Notes...), SignedBy: r.SignedBy, Genuine: genuine,
	}
	if !r.Last.IsZero() {
		out.Last = &r.Last
	}
	for _, p := range r.Problems {
		out.Problems = append(out.Problems, auditProblem(p))
	}
	return out
}

func printReport(w io.Writer, dir string, r journal.Report, genuine bool) {
	say := func(format string, args ...any) { _, _ = fmt.Fprintf(w, format+"\n", args...) }
	say("%s: %s about %s, %d of them open", dir, wording.Plural(int(r.Lines), "line"), wording.Plural(r.Attempts, "attempt"), r.Open)
	if r.Repairs > 0 {
		say("%s repaired after a crash", wording.Plural(r.Repairs, "torn line"))
	}
	if r.Torn > 0 {
		say("%s of a torn line at the end, which the next write cuts off", wording.Plural(int(r.Torn), "byte"))
	}
	for _, note := range r.Notes {
		say("%s", note)
	}
	for _, p := range r.Problems {
		say("%s", p)
	}
	if r.SignedBy != "" {
		say("signed by key %s", r.SignedBy)
	}
	switch {
	case genuine:
		say("genuine: it is signed with the key that was given, and unchanged since")
	case r.OK():
		say(journal.Fits)
	}
}
