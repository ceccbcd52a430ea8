package desk

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"bellhop/booking/draftfile"
	"bellhop/booking/marked"
	"bellhop/booking/quote"
	"bellhop/booking/quotestore"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
	"bellhop/cli/arguments"
	"bellhop/cli/exit"
	"bellhop/cli/output"
	"bellhop/config"

	"github.com/spf13/cobra"
)

// quoteJSON is a kept quote.
type quoteJSON struct {
	ID     string   `json:"id"`
	Made   string   `json:"made"`
	Ends   string   `json:"ends"` // when the first of its offers ends; empty where that is not known
	Markup string   `json:"markup"`
	Offers []string `json:"offers"`
}

func quoteCommand(h Host) *cobra.Command {
	var flags config.Flags
	var none output.Format
	var from []string
	var form, markup, folder string
	cmd := &cobra.Command{
		Use:   "quote --from DRAFT.json …",
		Short: "Write what a client is handed of verified rates",
		Long: `Quote verifies the rates of drafts again and writes one document for a client: what
each costs and obliges to, until when, and how they compare. No guest is in it. The
quote is kept for thirty days; "bellhop quote list" has them. A rate that is gone,
has ended or has no price is named and left out.`,
		Example: "  bellhop quote --from a.json --from b.json > quote.txt\n  bellhop quote --from a.json --format html --mark-up 5% --output .",
		Args:    arguments.None,
		RunE: func(cmd *cobra.Command, _ []string) error {
			drafts, err := h.readDrafts(from)
			if err != nil {
				return err
			}
			up, err := quote.ParseMarkup(markup)
			if err != nil {
				return exit.Wrong("--mark-up: %w", err)
			}
			ending, err := quoteEnding(form)
			if err != nil {
				return err
			}
			return h.with(cmd, &flags, &none, func(ctx context.Context, s *Session) error {
				q, err := quoteOf(ctx, cmd, s, drafts, up)
				if err != nil {
					return err
				}
				return writeQuote(cmd, s, q, ending, folder)
			})
		},
	}
	cmd.Flags().StringArrayVar(&from, "from", nil, "the `FILE` of a draft; several times for several offers")
	cmd.Flags().StringVar(&form, "format", "text", "`text|markdown|html`")
	cmd.Flags().StringVar(&markup, "mark-up", "", "add per cent to each price, such as `5%`, or an amount with its currency")
	cmd.Flags().StringVar(&folder, "output", "", "write a file into this `FOLDER` in place of standard output")
	_ = cmd.MarkFlagFilename("from", "json")
	_ = cmd.MarkFlagDirname("output")
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions([]string{"text", "markdown", "html"}, cobra.ShellCompDirectiveNoFileComp))
	h.Flags(cmd, &flags)
	cmd.AddCommand(quoteListCommand(h))
	return cmd
}

func quoteEnding(form string) (string, error) {
	switch form {
	case "text":
		return "txt", nil
	case "markdown":
		return "md", nil
	case "html":
		return "html", nil
	}
	return "", exit.Wrong("--format %q is none of text, markdown, html", form)
}

func (h Host) readDrafts(from []string) ([]draftfile.File, error) {
	if len(from) == 0 {
		return nil, exit.Wrong("what is to be quoted? --from names a draft that bellhop verify --draft wrote")
	}
	out := make([]draftfile.File, len(from))
	for i, path := range from {
		err := h.reading(path, func(r io.Reader) (err error) {
			out[i], err = draftfile.Read(r)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// quoteOf verifies the drafts again, and makes a quote of those that can be had.
func quoteOf(ctx context.Context, cmd *cobra.Command, s *Session, drafts []draftfile.File, up quote.Markup) (quote.Quote, error) {
	p := progress(cmd)
	var outcomes []quote.Outcome
	for i, file := range drafts {
		p.Tell(fmt.Sprintf("verifying %d of %d", i+1, len(drafts)))
		file.Guest = draftfile.Guest{} // A client is handed none.
		opened, err := draftfile.Open(ctx, s.Desk, file)
		if err != nil {
			p.Done()
			return quote.Quote{}, s.outcome(err)
		}
		outcomes = append(outcomes, outcomeOf(s, file, opened))
	}
	p.Done()
	offers, left := quote.Quotable(outcomes, s.Desk.Now())
	for _, note := range left {
		notes(cmd, []string{note.Text})
	}
	q, more := quote.New(s.Desk.Origin(), offers, s.Desk.Now())
	if more > 0 {
		notes(cmd, []string{"a quote has at most " + wording.Count(quote.Most) + " offers; " + wording.Count(more) + " are left out"})
	}
	q = q.With(up)
	q.MarkupWords = s.MarkupWords
	return q, q.Problem()
}

// outcomeOf is what became of a draft's rate since the draft was written.
func outcomeOf(s *Session, file draftfile.File, opened draftfile.Opened) quote.Outcome {
	now := marked.OfferOf(s.Desk, opened.Draft, s.Desk.Now())
	if opened.Gone {
		now.RoomName = file.Room
		return quote.Outcome{Kind: quote.Gone, At: s.Desk.Now(), Offer: now}
	}
	return quote.OutcomeOf(opened.Agreed, now, opened.Changes)
}

func writeQuote(cmd *cobra.Command, s *Session, q quote.Quote, ending, folder string) error {
	name, files, err := quotestore.Files(q)
	if err != nil {
		return err
	}
	if s.Quotes != nil {
		if _, err := s.Quotes.Keep(q); err != nil {
			return fmt.Errorf("nothing was handed out: the quote cannot be kept: %w", err)
		}
	}
	return handOut(cmd, files, ending, folder, name)
}

func quoteListCommand(h Host) *cobra.Command {
	var flags config.Flags
	var format output.Format
	var limit int
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the quotes of the last thirty days",
		Args:  arguments.None,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return h.with(cmd, &flags, &format, func(ctx context.Context, s *Session) error {
				kept, damaged, err := s.Quotes.List(s.Desk)
				if err != nil {
					return err
				}
				if damaged > 0 {
					notes(cmd, []string{wording.Plural(damaged, "quote") + " cannot be read"})
				}
				kept = output.Limited(kept, limit)
				list := make([]quoteJSON, len(kept))
				for i, q := range kept {
					list[i] = quoteJSON{ID: q.ID, Made: q.At.UTC().Format(time.RFC3339), Markup: q.Markup.String(), Offers: []string{}}
					if ends := q.Ends(); !ends.IsZero() {
						list[i].Ends = ends.UTC().Format(time.RFC3339)
					}
					for _, o := range q.Offers {
						list[i].Offers = append(list[i].Offers, o.HotelName()+", "+trip.BriefStay(o.Trip.CheckIn, o.Trip.CheckOut)+", "+terms.PriceWords(q.Pays(o)))
					}
				}
				return format.Print(ctx, cmd.OutOrStdout(), list, func() error {
					out := output.NewList(cmd.OutOrStdout(), "ID", "MADE", "OFFERS")
					for _, one := range list {
						out.Row(one.ID, one.Made, strings.Join(one.Offers, "; "))
					}
					nothingFound(cmd, len(list))
					return out.Flush()
				})
			})
		},
	}
	format.Flags(cmd, []quoteJSON{})
	output.LimitFlag(cmd, &limit)
	h.Flags(cmd, &flags)
	return cmd
}
