package desk

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"bellhop/api"
	"bellhop/booking/find"
	"bellhop/booking/trip"
	"bellhop/booking/views"
	"bellhop/booking/wording"
	"bellhop/cli/arguments"
	"bellhop/cli/exit"
	"bellhop/cli/output"
	"bellhop/config"

	"github.com/spf13/cobra"
)

// A selection is which reservations of the account are meant, and what is told of each.
type selection struct {
	view, arrival, departure, status, find, columns, sort string
	ids, custom                                           []string
	limit                                                 int
	guest                                                 bool
}

func (l *selection) flags(cmd *cobra.Command, h Host) {
	cmd.Flags().StringVar(&l.view, "view", "", "begin with the filter, columns and order of the view of this `NAME`")
	cmd.Flags().StringVar(&l.arrival, "arrival", "", "that arrive on these `DAYS`: "+trip.SpanHelp+", today..+7")
	cmd.Flags().StringVar(&l.departure, "departure", "", "that leave in these `DAYS`")
	cmd.Flags().StringVar(&l.status, "status", "", "only this `STATUS`: "+strings.ToLower(strings.Join(views.States(), ", ")))
	cmd.Flags().StringVar(&l.find, "find", "", "that hold this `TEXT`: a name, a number, a date, a reference")
	cmd.Flags().StringArrayVar(&l.custom, "custom", nil, "with this `VALUE` under any key of their data; up to five")
	cmd.Flags().StringArrayVar(&l.ids, "id", nil, "only this `ID`; several times for several")
	cmd.Flags().StringVar(&l.columns, "columns", "", "these `COLUMNS`, parted by commas: "+strings.Join(views.ColumnNames(), ", ")+", data.KEY")
	cmd.Flags().StringVar(&l.sort, "sort", "", "by a `COLUMN`; -total begins with the highest")
	guestFlag(cmd, &l.guest)
	output.LimitFlag(cmd, &l.limit)
	fixed := func(flag string, words []string) {
		_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
	}
	fixed("status", views.States())
	fixed("columns", views.ColumnNames())
	fixed("sort", views.ColumnNames())
	_ = cmd.RegisterFlagCompletionFunc("view", h.completeViews)
}

// completeViews completes the names of views.
func (h Host) completeViews(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	list, _ := views.NewFile(h.ViewsFile).Views() // Those of the program come beside an error.
	var out []string
	for _, view := range list {
		out = append(out, view.Name)
	}
	return out, cobra.ShellCompDirectiveNoFileComp
}

// asked is the view that the flags make, out of one with a name or of the list that shows all.
func (l *selection) asked(cmd *cobra.Command, h Host, s *Session) (v views.View, err error) {
	if l.view != "" {
		list, err := views.NewFile(h.ViewsFile).Views()
		if err != nil {
			return v, exit.With(exit.Config, err)
		}
		if v, err = views.Named(list, l.view); err != nil {
			return v, exit.With(exit.Usage, err)
		}
	}
	var wrong []error
	for _, r := range []struct {
		flag, text string
		into       *views.Range
	}{{"--arrival", l.arrival, &v.Arrival}, {"--departure", l.departure, &v.Departure}} {
		if r.text == "" {
			continue
		}
		words := ""
		if *r.into, words, err = views.ReadRange(r.text, trip.ListDays(s.Desk.Now(), s.Zone)); err != nil {
			wrong = append(wrong, fmt.Errorf("%s: %w", r.flag, err))
			continue
		}
		sayDays(cmd, r.flag, r.text, words)
	}
	if l.status != "" {
		state, known := views.ParseState(l.status)
		if !known {
			wrong = append(wrong, fmt.Errorf("--status %q is none of %s", l.status, strings.Join(views.States(), ", ")))
		} else {
			v.States = []string{state}
		}
	}
	if len(l.ids) > 0 {
		v.IDs = l.ids
	}
	if len(l.custom) > 0 {
		v.Custom = l.custom
	}
	if l.columns != "" {
		v.Columns = strings.Split(strings.ReplaceAll(l.columns, " ", ""), ",")
	}
	if l.sort != "" {
		v.Sort = views.ParseSort(l.sort)
	}
	v.Name = "asked" // It has one in a file only.
	for _, p := range v.Problems() {
		if p.Key == "ids" {
			p.Key = "id" // Of a view they are several.
		}
		wrong = append(wrong, fmt.Errorf("--%s: %s", p.Key, p.What))
	}
	return v, wrongUsage(wrong...)
}

// sayDays prints on standard error the days that a text was read as. words is empty for a text that is exact.
func sayDays(cmd *cobra.Command, flags, text, words string) {
	if words != "" {
		notes(cmd, []string{flags + " " + text + " is " + words})
	}
}

// A listing is what a selection found.
type listing struct {
	cells    views.Cells
	columns  []views.Column
	rows     []*views.Row
	complete bool // no reservation is missing
}

// list reads all that are meant, and notes that guests are shown where they are.
func (l *selection) list(ctx context.Context, cmd *cobra.Command, h Host, s *Session) (listing, error) {
	v, err := l.asked(cmd, h, s)
	if err != nil {
		return listing{}, err
	}
	cells, err := views.NewCells(s.Desk, s.Zone)
	if err != nil {
		return listing{}, err
	}
	cells.Guests = l.guest
	p := progress(cmd)
	all, found, err := s.Desk.ReadReservations(ctx, v.Query(cells.Today()), l.least(v), func(have, total int) {
		p.Tell("reading reservations: " + wording.Count(have) + " of " + wording.Count(total))
	})
	p.Done()
	s.Desk.Recovery.Correct(found)
	if err != nil {
		return listing{}, s.outcome(err)
	}
	items := all.Items
	if l.find != "" {
		items = s.holding(items, l.find)
	}
	rows := v.Of(cells, cells.Rows(items))
	if l.guest && len(rows) > 0 {
		if err := s.Desk.NoteReveal(); err != nil {
			return listing{}, err
		}
	}
	return listing{cells, v.Shown(), output.Limited(rows, l.limit), !all.Incomplete()}, nil
}

// least is how many must be read: where the service does the choosing no more than are printed.
func (l *selection) least(v views.View) int {
	days := v.Arrival.IsZero() && v.Departure.IsZero() && v.Deadline.IsZero()
	if l.limit > 0 && l.find == "" && days && v.Sort == (views.Sort{}) && len(v.States) == 0 {
		return l.limit
	}
	return int(^uint(0) >> 1)
}

// holding are those in which a text is found, the best first.
func (s *Session) holding(all []api.Reservation, text string) []api.Reservation {
	finder := find.Finder{Zone: s.Zone}
	for _, r := range all {
		finder.Add(r, s.Desk.StayOf(r))
	}
	var out []api.Reservation
	for _, m := range finder.Find(text) {
		out = append(out, all[m.Index])
	}
	return out
}

func listCommand(h Host) *cobra.Command {
	var flags config.Flags
	var format output.Format
	var which selection
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List reservations, the most recent first",
		Long: `List prints the reservations of the account. Days are the hotels'. The service
chooses by days, ids and data; status and --find are looked for in all that it has.
A view is a filter, columns and an order under a name: those of the console's list,
which are in views.toml (see "bellhop paths"), and some that come with the program.
Guests are masked; --guest shows them, and the journal notes it. The exit code is 11
if the list is incomplete.`,
		Example: "  bellhop reservation list --arrival 12-15dec\n  bellhop reservation list --view \"arrivals today\"\n" +
			"  bellhop reservation list --find 'rossi, ada' --json id,status\n  bellhop reservation list --status cancelled --columns id,cancelled,total --sort -total",
		Args: arguments.None,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return h.with(cmd, &flags, &format, func(ctx context.Context, s *Session) error {
				found, err := which.list(ctx, cmd, h, s)
				if err != nil {
					return err
				}
				columns := found.columns
				if format.JSON() {
					columns = views.Columns() // --json chooses.
				}
				answer := []output.Object{}
				for _, row := range found.rows {
					answer = append(answer, rowObject(found.cells, columns, row))
				}
				if err := format.Print(ctx, cmd.OutOrStdout(), answer, func() error { return found.print(cmd) }); err != nil {
					return err
				}
				if !found.complete {
					return incomplete()
				}
				return nil
			})
		},
	}
	which.flags(cmd, h)
	format.NamedFlags(cmd, views.ColumnNames())
	h.Flags(cmd, &flags)
	return cmd
}

// Below this width of a terminal a hotel's name is cut, so that its row has room for more.
const (
	wideList    = 160
	narrowHotel = 28
)

// print prints the rows: for people with the id, which other commands take.
func (l listing) print(cmd *cobra.Command) error {
	columns := l.columns
	if id, _ := views.ColumnNamed("id"); !slices.ContainsFunc(columns, func(c views.Column) bool { return c.Name == "id" }) {
		columns = append([]views.Column{id}, columns...)
	}
	titles := make([]string, len(columns))
	for i, column := range columns {
		titles[i] = strings.ToUpper(column.Title)
	}
	out := output.NewList(cmd.OutOrStdout(), titles...)
	out.Spare(spareTitles(columns)...)
	for _, row := range l.rows {
		cells := make([]string, len(columns))
		for i, column := range columns {
			if cells[i] = column.Plain(l.cells, row); out.AtTerminal() {
				cells[i] = column.Text(l.cells, row)
				if column.Name == "hotel" && out.Width() < wideList {
					cells[i] = output.Clip(cells[i], narrowHotel)
				}
			}
		}
		out.Row(cells...)
	}
	if l.complete {
		nothingFound(cmd, len(l.rows))
	}
	return out.Flush()
}

// spareTitles are what a narrow terminal leaves out, the first of them first: who and where stay longest.
func spareTitles(columns []views.Column) []string {
	var rest, kept []string
	for _, column := range slices.Backward(columns) {
		switch title := strings.ToUpper(column.Title); column.Name {
		case "id":
		case "guest", "hotel":
			kept = append([]string{title}, kept...) // A name is short and says most.
		default:
			rest = append(rest, title)
		}
	}
	return append(rest, kept...)
}

func exportCommand(h Host) *cobra.Command {
	var flags config.Flags
	var none output.Format
	var which selection
	var form, to string
	cmd := &cobra.Command{
		Use:   "export",
		Short: "Write reservations into a file, as CSV or JSON",
		Long: `Export writes what "reservation list" lists, with its columns and in its order,
and then the environment and the profile. A text that a spreadsheet would take for a
formula gets an apostrophe before it. The file is for you only (0600) and never takes
the place of another; without --output it is standard output. Guests are masked;
--guest shows them, and the journal notes it. The exit code is 11 if the list is
incomplete.`,
		Example: "  bellhop reservation export --view \"arriving in 7 days\" --output arrivals.csv\n  bellhop reservation export --format json --columns id,guest,data",
		Args:    arguments.None,
		RunE: func(cmd *cobra.Command, _ []string) error {
			format, err := views.ParseFormat(formOf(form, to))
			if err != nil {
				return exit.With(exit.Usage, err)
			}
			return h.with(cmd, &flags, &none, func(ctx context.Context, s *Session) error {
				found, err := which.list(ctx, cmd, h, s)
				if err != nil {
					return err
				}
				if to != "" && to != "-" {
					err = found.writeFile(to, format)
				} else {
					err = views.Write(output.Export(cmd.OutOrStdout()), format, found.cells, found.columns, found.rows)
				}
				if err != nil {
					return err
				}
				if !found.complete {
					return incomplete()
				}
				return nil
			})
		},
	}
	which.flags(cmd, h)
	cmd.Flags().StringVar(&form, "format", "", "`csv|json`; by the ending of --output where that says it, and csv else")
	cmd.Flags().StringVar(&to, "output", "", "the `FILE` to write; - is standard output")
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(views.Formats(), cobra.ShellCompDirectiveNoFileComp))
	_ = cmd.MarkFlagFilename("output", views.Formats()...)
	h.Flags(cmd, &flags)
	return cmd
}

// writeFile writes the rows into a new file of the owner's. It is whole or not there.
func (l listing) writeFile(path string, format views.Format) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("nothing was written: %s is there already", path)
	}
	if err != nil {
		return fmt.Errorf("nothing was written: %w", err)
	}
	err = errors.Join(views.Write(file, format, l.cells, l.columns, l.rows), file.Close())
	if err != nil {
		_ = os.Remove(path) // What was begun is no export.
		return fmt.Errorf("nothing was written: %w", err)
	}
	return nil
}

// formOf is the format that is asked for, or that the name of the file says.
func formOf(form, to string) string {
	switch {
	case form != "":
		return form
	case strings.HasSuffix(strings.ToLower(to), ".json"):
		return string(views.JSON)
	default:
		return string(views.CSV)
	}
}
