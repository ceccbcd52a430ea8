package desk

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"bellhop/booking"
	"bellhop/booking/document"
	"bellhop/booking/terms"
	"bellhop/booking/wording"
	"bellhop/cli/arguments"
	"bellhop/cli/exit"
	"bellhop/cli/output"
	"bellhop/config"

	"github.com/spf13/cobra"
)

const deadlinesLong = `Deadlines lists the open reservations by the next moment at which cancelling
gets dearer, the nearest first, with the money at stake. It changes nothing at
the service. Guests are masked. Times are the hotels'; a terminal that is too
narrow leaves out what cancelling costs, the stay and the time left, and sets
the id below its row.

With --within only those that come before so much time has passed are listed,
and the exit code is 10 when there is one and 0 when there is none: made for
cron. Without --within the exit code is 0. It is 11, whatever is listed, when
the list of reservations is incomplete: some may be missing.

--calendar writes what is listed as a calendar file with alarms three days, one
day and two hours before; only you can read it, and no guest is in it.`

const deadlinesExample = `  bellhop deadlines
  bellhop deadlines --within 48h --json
  bellhop deadlines --within 7d --calendar deadlines.ics
  bellhop deadlines --within 24h >due.txt || [ $? -ne 10 ] || mail -s "Cancel by tomorrow" me <due.txt`

func deadlinesCommand(h Host) *cobra.Command {
	var flags config.Flags
	var within, calendar string
	var limit int
	var format output.Format
	cmd := &cobra.Command{
		Use:     "deadlines",
		Short:   "List what must be cancelled by when, with the money at stake",
		Long:    deadlinesLong,
		Example: deadlinesExample,
		Args:    arguments.None,
		RunE: func(cmd *cobra.Command, _ []string) error {
			span, limited := time.Duration(0), cmd.Flags().Changed("within")
			if limited {
				var err error
				if span, err = readSpan(within); err != nil {
					return err
				}
			}
			if cmd.Flags().Changed("calendar") && calendar == "" {
				return exit.Wrong("--calendar is empty; give it a file or leave it out")
			}
			return h.with(cmd, &flags, &format, func(ctx context.Context, s *Session) error {
				list, now, complete, err := dueList(ctx, s.Desk, span, limited)
				if err != nil {
					return err
				}
				if calendar != "" {
					if err := writeCalendar(calendar, now, s.Desk.Origin(), list); err != nil {
						return err
					}
				}
				err = format.Print(ctx, cmd.OutOrStdout(), deadlinesOf(now, list, complete, limit), func() error {
					if len(list) == 0 && !complete {
						return nil // There may be deadlines among the missing ones.
					}
					return printDeadlines(cmd.OutOrStdout(), now, list, within, limit)
				})
				switch {
				case err != nil:
					return err
				case !complete:
					return incomplete()
				case limited && len(list) > 0:
					return exit.With(exit.Due, nil)
				}
				return nil
			})
		},
	}
	cmd.Flags().StringVar(&within, "within", "", "only what comes within a `TIME` such as 48h or 7d")
	cmd.Flags().StringVar(&calendar, "calendar", "", "write a calendar `FILE` with alarms as well")
	_ = cmd.RegisterFlagCompletionFunc("within", cobra.FixedCompletions([]string{"24h", "48h", "7d"}, cobra.ShellCompDirectiveNoFileComp))
	_ = cmd.MarkFlagFilename("calendar", "ics")
	format.Flags(cmd, deadlinesJSON{})
	output.LimitFlag(cmd, &limit)
	h.Flags(cmd, &flags)
	return cmd
}

// dueList reads every open reservation and keeps those with a deadline to come.
// Complete says that none was missed.
func dueList(ctx context.Context, desk *booking.Desk, limit time.Duration, limited bool) (list []booking.Due, now time.Time, complete bool, err error) {
	open, found, err := desk.OpenReservations(ctx, nil)
	desk.Recovery.Correct(found)
	if err != nil {
		return nil, time.Time{}, false, err
	}
	now = desk.Now()
	for _, due := range desk.Deadlines(now, open.Items) {
		if _, comes := due.Left(now); comes {
			list = append(list, due)
		}
	}
	if limited {
		list = booking.Within(list, now, limit)
	}
	return list, now, !open.Incomplete(), nil
}

var spanForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(?:(\d{1,4})d)?(.*)$`) })

// readSpan reads 48h, 7d, 1d12h, 90m.
func readSpan(text string) (time.Duration, error) {
	parts := spanForm().FindStringSubmatch(strings.TrimSpace(text))
	if parts == nil {
		parts = make([]string, 3)
	}
	days, _ := strconv.Atoi(parts[1]) // No digits are no days.
	span := time.Duration(days) * 24 * time.Hour
	var err error
	if parts[2] != "" {
		var rest time.Duration
		rest, err = time.ParseDuration(parts[2])
		span += rest
		if rest < 0 {
			span = 0
		}
	}
	if err != nil || span <= 0 {
		return 0, exit.Wrong("--within %q is not a span of time such as 48h, 7d or 1d12h", text)
	}
	return span, nil
}

// wideDeadlines is the width of a terminal at which a deadline has its year and its zone.
const wideDeadlines = 150

// printDeadlines prints at most so many rows; the sums are those of all.
func printDeadlines(w io.Writer, now time.Time, list []booking.Due, within string, limit int) error {
	suffix := ""
	if within != "" {
		suffix = " within " + within
	}
	if len(list) == 0 {
		_, err := fmt.Fprintf(w, "no deadlines%s\n", suffix)
		return err
	}
	t := output.NewTable(w)
	shown := output.Limited(list, limit)
	if err := printDue(t, now, shown); err != nil {
		return err
	}
	line := wording.Plural(len(list), "deadline") + suffix
	if len(shown) < len(list) {
		line = wording.Count(len(shown)) + " of " + line
	}
	switch sums := booking.AtStake(list); len(sums) {
	case 0:
	case 1:
		line += ", at stake " + sums[0].String()
	default: // No two currencies are one sum.
		line += ", at stake"
		for _, sum := range sums {
			line += "\n  " + sum.String()
		}
	}
	_, err := fmt.Fprintln(w, line)
	if len(t.Left) > 0 {
		err = errors.Join(err, output.PrintFolded(w, "This terminal is too narrow for: "+strings.ToLower(strings.Join(t.Left, ", "))+"."))
	}
	return err
}

// printDue prints the rows. Who is to be asked, where, by when, for how much and the id stay on a narrow terminal:
// the id, and a long name of a hotel, go below their row.
func printDue(t *output.Table, now time.Time, list []booking.Due) error {
	t.Spare = []string{"NOW", "THEN", "STAY", "LEFT"}
	byWords, earliest := terms.DeadlineLong, ", at the earliest"
	if t.Width() > 0 && t.Width() < wideDeadlines {
		byWords, earliest = terms.DeadlineWords, "?"
	}
	assumed := false
	t.Row("CANCEL BY", "LEFT", "NOW", "THEN", "AT STAKE", "GUEST", "HOTEL", "STAY", "RESERVATION")
	for _, due := range list {
		left, _ := due.Left(now)
		more := "not known"
		if due.AtStake.Valid() {
			more = due.AtStake.String()
		}
		by := byWords(due.Next.Deadline)
		if due.Next.Assumed {
			by, assumed = by+earliest, true
		}
		t.Row(by, wording.Left(left), due.Now.Words(), due.Then.Words(), more,
			booking.MaskName(due.Reservation.Guest), due.Reservation.Hotel.Name, due.Stay.Words(), due.Reservation.ID)
	}
	err := t.Flush()
	if assumed && earliest == "?" {
		err = errors.Join(err, t.Note("?: the zone is not said; the earliest moment that it can mean is taken."))
	}
	return err
}

type deadlineJSON struct {
	Reservation  string    `json:"reservation"`
	Confirmation string    `json:"hotel_confirmation"`
	Locator      string    `json:"record_locator"`
	Chain        string    `json:"chain"`
	Property     string    `json:"property"`
	Hotel        string    `json:"hotel"`
	Guest        string    `json:"guest"` // masked, as in lists
	CheckIn      string    `json:"check_in"`
	CheckOut     string    `json:"check_out"`
	DatesIn      string    `json:"dates_in"` // "hotel", or "UTC" where the hotel's zone is not known
	Deadline     time.Time `json:"deadline"`
	Local        string    `json:"deadline_local"`
	// Assumed says that the deadline came without a zone: it is the earliest
	// instant that it can mean.
	Assumed bool   `json:"assumed"`
	Left    int64  `json:"left_seconds"`
	Now     costOf `json:"now"`
	Then    costOf `json:"then"`
	AtStake *stake `json:"at_stake"`
}

type deadlinesJSON struct {
	Now       time.Time      `json:"now"`
	Complete  bool           `json:"complete"` // no reservation was missed
	Deadlines []deadlineJSON `json:"deadlines"`
	AtStake   []stake        `json:"at_stake"`
}

// deadlinesOf has at most so many deadlines, and what is at stake at all of them.
func deadlinesOf(now time.Time, list []booking.Due, complete bool, limit int) deadlinesJSON {
	out := deadlinesJSON{Now: now.UTC().Truncate(time.Second), Complete: complete, Deadlines: []deadlineJSON{}, AtStake: []stake{}}
	for _, due := range output.Limited(list, limit) {
		r := due.Reservation
		left, _ := due.Left(now)
		one := deadlineJSON{
			Reservation: r.ID, Chain: r.Hotel.ID.Chain, Property: r.Hotel.ID.Code, Hotel: r.Hotel.Name, Guest: booking.MaskName(r.Guest),
			CheckIn: due.Stay.In.String(), CheckOut: due.Stay.Out.String(), DatesIn: due.Stay.Zone,
			Deadline: due.Next.From.UTC(), Local: due.Next.Deadline.Wall.Format("2006-01-02T15:04:05"), Assumed: due.Next.Assumed,
			Left: int64(left / time.Second), Now: costJSON(due.Now), Then: costJSON(due.Then), AtStake: stakeOf(due.AtStake),
		}
		if r.Confirmation != nil {
			one.Confirmation, one.Locator = r.Confirmation.HotelNumber, r.Confirmation.RecordLocator
		}
		out.Deadlines = append(out.Deadlines, one)
	}
	for _, sum := range booking.AtStake(list) {
		out.AtStake = append(out.AtStake, *stakeOf(sum))
	}
	return out
}

// writeCalendar writes the file for its owner only, replacing an older one as a
// whole.
func writeCalendar(path string, now time.Time, from document.Origin, list []booking.Due) error {
	file, err := os.CreateTemp(filepath.Dir(path), ".bellhop-*.ics") // It is made 0600.
	if err != nil {
		return calendarError(path, err)
	}
	err = errors.Join(booking.WriteCalendar(file, now, from, list), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		_ = os.Remove(file.Name())
		return calendarError(path, err)
	}
	return nil
}

// calendarError names the file that was asked for, not the one that is written
// in its place.
func calendarError(path string, err error) error {
	var file *fs.PathError
	var link *os.LinkError
	if about, wrong := os.Stat(path); wrong == nil && about.IsDir() {
		err = syscall.EISDIR
	} else if errors.As(err, &file) {
		err = file.Err
	} else if errors.As(err, &link) {
		err = link.Err
	}
	return fmt.Errorf("the calendar cannot be written: %w", &fs.PathError{Op: "write", Path: path, Err: err})
}

// incomplete is the error of a list that is incomplete, after all that is known.
func incomplete() error {
	return exit.With(exit.Incomplete, exit.Tell(nil, booking.IncompleteWords+" Run it again."))
}
