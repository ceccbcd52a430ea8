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
  bellhop phrasebook HOTLHR/12DEC-3NT2
  bellhop phrasebook lon 12dec 3n --jq '.entries[] | .desktop + " " + .entry'`

// phrasebookSample is the line that is shown where none is asked about.
const phrasebookSample = "LHR 12dec 3n 2a 5mi"

// phrasebookJSON is how a line is read, or what a line can say, with an entry for each desktop.
type phrasebookJSON struct {
	Line    string       `json:"line"`
	Words   string       `json:"words"`
	Notes   []string     `json:"notes"` // what the line asks in vain
	Entries []entryJSON  `json:"entries"`
	Grammar []phraseJSON `json:"grammar"`
}

// entryJSON is the entry of a line at a desktop; empty where there is none.
type entryJSON struct {
	Desktop string   `json:"desktop"`
	Entry   string   `json:"entry"`
	Without []string `json:"without"` // what it leaves out, or what there is none for
}

// phraseJSON is one of the things that a line can say.
type phraseJSON struct {
	Name  string   `json:"name"`
	Forms []string `json:"forms"`
	Says  string   `json:"says"`
}

func phrasebookCommand() *cobra.Command {
	var format output.Format
	cmd := &cobra.Command{
		Use:     "phrasebook [line]",
		Short:   "Print what a line of the search can say, and its entry at other desktops",
		Long:    phrasebookLong,
		Example: phrasebookExample,
		RunE: func(cmd *cobra.Command, args []string) error {
			now := time.Now()
			reader := trip.LineReader{Now: now, Agent: time.Local, Base: trip.Question{Trip: trip.Default(api.DateOf(now))}}
			if err := format.Check(); err != nil {
				return err
			}
			text := phrasebookSample
			if len(args) > 0 {
				text = arguments.Line(args)
			}
			line := reader.Read(text)
			if line.Problem != nil {
				return arguments.LineError(line)
			}
			return format.Print(cmd.Context(), cmd.OutOrStdout(), phrasebookOf(reader, line), func() error {
				if len(args) == 0 {
					return printPhrasebook(cmd.OutOrStdout(), reader, line)
				}
				return printPhrases(cmd.OutOrStdout(), reader, line)
			})
		},
	}
	format.Flags(cmd, phrasebookJSON{})
	cmd.Flags().Bool("demo", false, "changes nothing: nothing is asked of a service")
	return cmd
}

func phrasebookOf(reader trip.LineReader, line trip.Line) phrasebookJSON {
	out := phrasebookJSON{
		Line: reader.Write(line.Question), Words: line.Question.Words(), Notes: append([]string{}, line.Notes...),
		Entries: []entryJSON{}, Grammar: []phraseJSON{},
	}
	for _, d := range trip.Desktops() {
		entry, left := reader.In(d, line.Question)
		out.Entries = append(out.Entries, entryJSON{fmt.Sprint(d), entry, append([]string{}, left...)})
	}
	for _, row := range trip.Grammar() {
		out.Grammar = append(out.Grammar, phraseJSON{row.Name, row.Forms, row.Says})
	}
	return out
}

// printPhrasebook prints the grammar, and a sample at each desktop.
func printPhrasebook(w io.Writer, reader trip.LineReader, sample trip.Line) error {
	out := output.NewTable(w)
	for _, row := range trip.Grammar() {
		out.Row(row.Name, strings.Join(row.Forms, "  "), row.Says)
	}
	if err := out.Flush(); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(w, "\nThe order is free. The same at other desktops:\n\n"); err != nil {
		return err
	}
	return printEntries(w, reader, sample.Question)
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
	out.Row(trip.Plain.String(), reader.Write(q))
	for _, d := range trip.Desktops() {
		entry, left := reader.In(d, q)
		switch {
		case entry == "":
			_, _ = fmt.Fprintf(out, "%s\tnone: it needs %s\n", d, strings.Join(left, " and "))
		case len(left) > 0:
			_, _ = fmt.Fprintf(out, "%s\t%s  (without: %s)\n", d, entry, strings.Join(left, ", "))
		default:
			out.Row(d.String(), entry)
		}
	}
	return out.Flush()
}
