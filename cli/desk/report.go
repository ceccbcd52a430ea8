package desk

import (
	"context"
	"strings"

	"bellhop/booking/report"
	"bellhop/booking/trip"
	"bellhop/booking/views"
	"bellhop/booking/wording"
	"bellhop/cli/arguments"
	"bellhop/cli/exit"
	"bellhop/cli/output"
	"bellhop/config"

	"github.com/spf13/cobra"
)

// reportDays is how many days a report has where nobody says it.
const reportDays = 7

func reportCommand(h Host) *cobra.Command {
	var flags config.Flags
	var format output.Format
	var from, to string
	var guest bool
	var limit int
	cmd := &cobra.Command{
		Use:   "report KIND",
		Short: "Count arrivals, departures, cancellations or deadlines by day",
		Long: `Report counts what is on each of the hotels' days, with sums by currency; no two
currencies are ever added. Days are the hotels'. When a reservation was cancelled the
service does not tell: those that this machine cancelled have a day, the others are
listed apart. Guests are masked; --guest shows them, and the journal notes it. The
exit code is 11 if the list is incomplete.`,
		Example: "  bellhop reservation report arrivals\n  bellhop reservation report arrivals --from today --to +30 --json totals,count\n  bellhop reservation report deadlines --from 2026-12-01 --to 2026-12-31",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return exit.Wrong("%q takes one KIND: %s; %s given", cmd.CommandPath(), strings.Join(kindNames(), ", "), arguments.WasWere(len(args)))
			}
			return nil
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return kindNames(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			kind, err := report.ParseKind(args[0])
			if err != nil {
				return exit.With(exit.Usage, err)
			}
			return h.with(cmd, &flags, &format, func(ctx context.Context, s *Session) error {
				cells, err := views.NewCells(s.Desk, s.Zone)
				if err != nil {
					return err
				}
				cells.Guests = guest
				span, err := s.reportSpan(cmd, from, to)
				if err != nil {
					return err
				}
				p := progress(cmd)
				made, found, err := report.Read(ctx, cells, kind, span.From, span.Until, func(have, total int) {
					p.Tell("reading reservations: " + wording.Count(have) + " of " + wording.Count(total))
				})
				p.Done()
				s.Desk.Recovery.Correct(found)
				if err != nil {
					return s.outcome(err)
				}
				if guest && made.Count > 0 {
					if err := s.Desk.NoteReveal(); err != nil {
						return err
					}
				}
				if err := format.Print(ctx, cmd.OutOrStdout(), limitedReport(made.Document(cells), limit), func() error { return printReport(cmd, cells, made, limit) }); err != nil {
					return err
				}
				if !made.Complete {
					return incomplete()
				}
				return nil
			})
		},
	}
	cmd.Flags().StringVar(&from, "from", "today", "the first `DAY`: today, -7, 12dec, 2026-12-12; or a whole range: nov, last month")
	cmd.Flags().StringVar(&to, "to", "", "the last `DAY`; a week if --from is a single day")
	guestFlag(cmd, &guest)
	format.Flags(cmd, report.Document{})
	output.LimitFlag(cmd, &limit)
	h.Flags(cmd, &flags)
	return cmd
}

func kindNames() []string {
	var out []string
	for _, kind := range report.Kinds() {
		out = append(out, string(kind))
	}
	return out
}

// reportSpan returns the days of a report: a span, the days from one to another, or a week from a single day.
func (s *Session) reportSpan(cmd *cobra.Command, from, to string) (trip.Span, error) {
	days := trip.ListDays(s.Desk.Now(), s.Zone)
	if to != "" {
		span, err := days.Between(from, to)
		if err != nil {
			return span, exit.Wrong("--from and --to: %w", err)
		}
		if !exact(from) || !exact(to) {
			sayDays(cmd, "--from", from+" --to "+to, span.Words())
		}
		return span, nil
	}
	span, err := days.Span(from)
	if err != nil {
		return span, exit.Wrong("--from: %w", err)
	}
	if !exact(from) {
		sayDays(cmd, "--from", from, span.Words())
	}
	if span.From == span.Until {
		span.Until = span.From.AddDays(reportDays - 1)
	}
	return span, nil
}

// exact reports whether a text can mean only one day.
func exact(text string) bool {
	_, err := views.ParseDay(text)
	return err == nil
}

// limitedReport leaves out all but so many reservations; counts and sums stay those of all.
func limitedReport(d report.Document, limit int) report.Document {
	if limit == 0 {
		return d
	}
	take := func(items []report.DocumentItem) []report.DocumentItem {
		items = items[:min(limit, len(items))]
		limit -= len(items)
		return items
	}
	for i := range d.Days {
		d.Days[i].Reservations = take(d.Days[i].Reservations)
	}
	d.Undated = take(d.Undated)
	return d
}

// printReport prints a row for each reservation, at most so many, with its day in front, and the sums of all below at a terminal.
func printReport(cmd *cobra.Command, cells views.Cells, r report.Report, limit int) error {
	columns := r.Kind.Columns()
	titles := []string{"DAY"}
	for _, column := range columns {
		titles = append(titles, strings.ToUpper(column.Title))
	}
	out := output.NewList(cmd.OutOrStdout(), append(titles, strings.ToUpper(r.Kind.AmountTitle()))...)
	out.Spare(spareTitles(columns)...)
	rows := 0
	add := func(day string, items []report.Item) {
		for _, item := range items {
			if rows++; limit > 0 && rows > limit {
				return
			}
			row := []string{day}
			for _, column := range columns {
				if out.AtTerminal() {
					row = append(row, output.Clip(column.Text(cells, item.Row), narrowHotel))
				} else {
					row = append(row, column.Plain(cells, item.Row))
				}
			}
			amount := plainMoney(item.Amount.Money)
			if out.AtTerminal() && item.Amount.IsSet() {
				amount = item.Amount.String()
			}
			out.Row(append(row, amount)...)
		}
	}
	for _, day := range r.Days {
		add(day.Date.String(), day.Items)
	}
	if r.Undated != nil {
		add("-", r.Undated.Items)
	}
	if err := out.Flush(); err != nil || !out.AtTerminal() {
		return err
	}
	lines := []string{r.Title() + ": " + wording.Count(r.Count)}
	if sums := report.SumWords(r.Sums, r.Unsaid); sums != "" {
		lines = append(lines, sums)
	}
	for _, line := range append(lines, r.Notes...) {
		if err := output.PrintFolded(cmd.OutOrStdout(), line); err != nil {
			return err
		}
	}
	return nil
}
