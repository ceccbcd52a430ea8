package desk

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"bellhop/api"
	"bellhop/api/traffic"
	"bellhop/booking/draftfile"
	"bellhop/booking/localfile"
	"bellhop/booking/wording"
	"bellhop/cli/exit"
	"bellhop/cli/output"
	"bellhop/config"
	"bellhop/internal/safetext"

	"github.com/spf13/cobra"
)

const apiLong = `Api sends one request as you write it, with the profile's account, and prints the
answer's body. The exit code is 4 if the status is 401 or 403, and 1 if it is any
other from 400 on, or the answer is labelled JSON and is not valid. Tokens and codes
in an answer are not shown, and guests are masked unless --guest asks for them, which
the journal notes. Text that is not JSON cannot be masked: if it may name a guest,
only --guest prints it. A path with . or .. in it is not sent.

Reads go to any service. What may write goes to a sandbox only, and with --yes: a raw
write is compared with nothing, noted nowhere and never followed. For a service in
production there are "bellhop book" and "bellhop reservation".`

func apiCommand(h Host) *cobra.Command {
	var flags config.Flags
	var input, jq string
	var include, guest, yes, dry bool
	cmd := &cobra.Command{
		Use:   "api METHOD PATH",
		Short: "Send one request as you write it",
		Long:  apiLong,
		Example: `  bellhop api GET "/rest/v1/reservations?page_size=2" --jq '.items[].id'
  bellhop api GET "/rest/v1/destinations/search?query=london" --demo
  bellhop api POST /rest/v1/hotel/search --input search.json`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 && strings.HasPrefix(args[0], "/") {
				return exit.Wrong("the method comes first: bellhop api GET %s", args[0])
			}
			if len(args) != 2 {
				return exit.Wrong("%q takes a METHOD and a PATH; see %q", cmd.CommandPath(), cmd.CommandPath()+" --help")
			}
			return nil
		},
		ValidArgsFunction: completeAPI,
		RunE: func(cmd *cobra.Command, args []string) error {
			format := output.Expression(jq)
			r := api.RawRequest{Method: strings.ToUpper(args[0]), Path: args[1], Guests: guest}
			if err := h.body(&r, input); err != nil {
				return err
			}
			if dry {
				// What is printed may be read by others.
				r.Body, _ = traffic.NewMasking(traffic.Options{Drawn: safetext.Drawn}).Mask(r.Body)
				return h.dry(cmd, &flags, func(ctx context.Context, client *api.Client, _ config.Profile) error {
					_, err := client.Raw(ctx, r)
					return err
				})
			}
			return h.with(cmd, &flags, format, func(ctx context.Context, s *Session) error {
				if err := s.mayWrite(r, yes); err != nil {
					return err
				}
				if guest {
					if err := s.Desk.NoteReveal(); err != nil {
						return err
					}
				}
				answer, err := s.Raw(ctx, r)
				if err != nil {
					return rawFailure(r, err)
				}
				return printRaw(ctx, cmd, format, answer, include)
			})
		},
	}
	cmd.Flags().StringVar(&input, "input", "", "send the JSON of a `FILE` as the body; - is standard input")
	cmd.Flags().StringVar(&jq, "jq", "", "print what a jq `EXPRESSION` makes of the answer")
	cmd.Flags().BoolVar(&include, "include", false, "print the status and the media type first")
	cmd.Flags().BoolVar(&yes, "yes", false, "send what may write at a sandbox")
	cmd.Flags().BoolVar(&dry, "dry-run", false, "print the request and send nothing, without a connection")
	guestFlag(cmd, &guest)
	h.Flags(cmd, &flags)
	return cmd
}

func completeAPI(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	switch len(args) {
	case 0:
		return []string{"GET", "POST", "PATCH"}, cobra.ShellCompDirectiveNoFileComp
	case 1:
		return []string{
			"/rest/v1/destinations/search?query=", "/rest/v1/hotel/search", "/rest/v1/hotel/rate_verification", "/rest/v1/reservations", "/rest/v1/reservation/",
		}, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	default:
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
}

// body reads what is to be sent.
func (h Host) body(r *api.RawRequest, input string) error {
	if input == "" {
		return nil
	}
	return h.reading(input, func(source io.Reader) (err error) {
		if r.Body, err = io.ReadAll(io.LimitReader(source, draftfile.MaxSize+1)); err != nil {
			return err
		}
		if len(r.Body) > draftfile.MaxSize {
			return errors.New("it is larger than 1 MB")
		}
		if r.Body, _, err = localfile.Unmarked(r.Body); err != nil {
			return err
		}
		if !json.Valid(r.Body) {
			return errors.New("it is not JSON")
		}
		return nil
	})
}

// mayWrite refuses a raw write where it could cost somebody something.
func (s *Session) mayWrite(r api.RawRequest, yes bool) error {
	switch {
	case !r.Writes():
		return nil
	case s.ReadOnly:
		return exit.Wrong("nothing was sent: the profile %s is read-only here", s.Profile)
	case s.Environment == config.Production:
		return exit.Wrong("nothing was sent: %s %s may write, and this is production; bellhop book and bellhop reservation note, compare and follow what they send", r.Method, r.Path)
	case !yes:
		return exit.Wrong("nothing was sent: %s %s may write; say --yes to send it to the sandbox", r.Method, r.Path)
	}
	return nil
}

// rawFailure says of a write without an answer that nobody knows what came of it.
func rawFailure(r api.RawRequest, err error) error {
	var failed *api.Error
	if r.Writes() && errors.As(err, &failed) && failed.Outcome == api.OutcomeUnknown {
		return exit.With(exit.Unresolved, err)
	}
	if !errors.As(err, &failed) {
		return exit.With(exit.Usage, err)
	}
	return explained(err)
}

func printRaw(ctx context.Context, cmd *cobra.Command, format *output.Format, answer api.RawAnswer, include bool) error {
	out := output.Data(cmd.OutOrStdout())
	if include {
		if _, err := fmt.Fprintf(out, "%d %s\nContent-Type: %s\n\n", answer.Status, http.StatusText(answer.Status), answer.Kind); err != nil {
			return err
		}
	}
	switch {
	case answer.Broken:
		_, _ = fmt.Fprintf(cmd.ErrOrStderr(), "bellhop: the answer is labelled JSON and is not valid: its %s may hold a token, and are not shown\n", wording.Plural(answer.Withheld, "byte"))
	case answer.Withheld > 0:
		_, _ = fmt.Fprintf(cmd.ErrOrStderr(), "bellhop: the answer is %s of text that may name a guest; --guest prints it\n", wording.Plural(answer.Withheld, "byte"))
	}
	failed := answer.Status >= http.StatusBadRequest
	isJSON := json.Valid(answer.Body)
	var err error
	if isJSON && !failed {
		err = format.Print(ctx, out, json.RawMessage(answer.Body), func() error { return pretty(out, answer.Body) })
	} else if isJSON {
		err = pretty(out, answer.Body)
	} else if len(answer.Body) > 0 {
		_, err = fmt.Fprintln(out, strings.TrimRight(string(answer.Body), "\n"))
	}
	if err == nil && answer.Broken && !failed {
		return errors.New("the answer is not valid JSON: it breaks off, or has text after its end")
	}
	if err != nil || !failed {
		return err
	}
	code := exit.Failed
	if answer.Status == http.StatusUnauthorized || answer.Status == http.StatusForbidden {
		code = exit.Auth
	}
	return exit.With(code, fmt.Errorf("the service answered %d %s", answer.Status, http.StatusText(answer.Status)))
}

// pretty prints JSON in lines at a terminal, and as it is elsewhere.
func pretty(out io.Writer, text []byte) error {
	var b bytes.Buffer
	if _, shown := output.TerminalOf(out); !shown {
		b.Write(bytes.TrimRight(text, "\n"))
	} else if err := json.Indent(&b, text, "", "  "); err != nil {
		return err
	}
	b.WriteByte('\n')
	_, err := out.Write(b.Bytes())
	return err
}
