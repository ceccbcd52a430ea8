package cli

import (
	"fmt"
	"io"
	"strings"
	"time"

	"bellhop/api"
	"bellhop/booking/trip"
	"bellhop/cli/arguments"
	"bellhop/cli/output"

	"github.com/spf13/cobra"
)

const phrasebookLong = `Phrasebook prints what a line of the search can say, and how other desktops say
it. With a line it prints how that is read and the entry for it at each of them,
with what the entry leaves out. The line may itself be an entry of Sabre, Amadeus
or Travelport: what a search here has not is named.

Nothing is asked of a service.`

const phrasebookExample = `  bellhop phrasebook
  bellhop phrasebook lon 12dec 3n 2a
  bellhop phrasebook 'lhr 12-15dec 2a1c 5mi ref <300 4* by distance'
  bellhop phrasebook HOTLHR/12DEC-3NT2`

// phrasebookSample is the line that is shown where none is asked about.
const phrasebookSample = "LHR 12dec 3n 2a 5mi"

func phrasebookCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "phrasebook [line]",
		Short:   "Print what a line of the search can say, and its entry at other desktops",
		Long:    phrasebookLong,
		Example: phrasebookExample,
		RunE: func(cmd *cobra.Command, args []string) error {
			now := time.Now()
			reader := trip.LineReader{Now: now, Agent: time.Local, Base: trip.Question{Trip: trip.Default(api.DateOf(now))}}
			if len(args) == 0 {
				return printPhrasebook(cmd.OutOrStdout(), reader)
			}
			line := reader.Read(arguments.Line(args))
			if line.Problem != nil {
				return arguments.LineError(line)
			}
			return printPhrases(cmd.OutOrStdout(), reader, line)
		},
	}
}

// printPhrasebook prints the grammar, and a sample at each desktop.
func printPhrasebook(w io.Writer, reader trip.LineReader) error {
	out := output.NewTable(w)
	for _, row := range trip.Grammar() {
		_, _ = fmt.Fprintf(out, "%s\t%s\t%s\n", row.Name, strings.Join(row.Forms, "  "), row.Says)
	}
	if err := out.Flush(); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(w, "\nThe order is free. The same at other desktops:\n\n"); err != nil {
		return err
	}
	return printEntries(w, reader, reader.Read(phrasebookSample).Question)
}

// printPhrases prints how a line is read, and its entries.
func printPhrases(w io.Writer, reader trip.LineReader, line trip.Line) error {
	if _, err := fmt.Fprintln(w, line.Question.Words()); err != nil {
		return err
	}
	for _, note := range line.Notes {
		if _, err := fmt.Fprintln(w, "! "+note); err != nil {
			return err
		}
	}
	if _, err := fmt.Fprintln(w); err != nil {
		return err
	}
	return printEntries(w, reader, line.Question)
}

func printEntries(w io.Writer, reader trip.LineReader, q trip.Question) error {
	out := output.NewTable(w)
	_, _ = fmt.Fprintf(out, "%s\t%s\n", trip.Plain, reader.Write(q))
	for _, d := range trip.Desktops() {
		entry, left := reader.In(d, q)
		switch {
		case entry == "":
			_, _ = fmt.Fprintf(out, "%s\tnone: it needs %s\n", d, strings.Join(left, " and "))
		case len(left) > 0:
			_, _ = fmt.Fprintf(out, "%s\t%s  (without: %s)\n", d, entry, strings.Join(left, ", "))
		default:
			_, _ = fmt.Fprintf(out, "%s\t%s\n", d, entry)
		}
	}
	return out.Flush()
}
