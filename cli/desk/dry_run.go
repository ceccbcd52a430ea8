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
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/cli/output"
	"bellhop/config"

	"github.com/spf13/cobra"
)

// What stands in a printed request for what is secret: it can be pasted where the variables are set.
const (
	accountVariable = "$BELLHOP_ACCOUNT"
	tokenVariable   = "$BELLHOP_TOKEN"
	paymentVariable = "$BELLHOP_PAYMENT_TOKEN"
	cvvVariable     = "$BELLHOP_CVV"
)

// errDryRun stands for the answer to a request that was printed and not sent.
var errDryRun = errors.New("nothing is sent in a dry run")

// A printer is a connection that prints a request in place of sending it.
type printer struct {
	out     io.Writer
	printed bool
}

func (p *printer) RoundTrip(r *http.Request) (*http.Response, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s\n", r.Method, r.URL)
	if r.Body != nil && r.Body != http.NoBody {
		text, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		var lines bytes.Buffer
		if err := json.Indent(&lines, text, "", "  "); err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, "Content-Type: %s\n\n%s\n", r.Header.Get("Content-Type"), lines.String())
	}
	if _, err := io.WriteString(p.out, b.String()); err != nil {
		return nil, err
	}
	p.printed = true
	return nil, errDryRun
}

// dry runs something with a client of the profile's service that prints its requests. It needs no account and opens no
// connection.
func (h Host) dry(cmd *cobra.Command, flags *config.Flags, use func(context.Context, *api.Client, config.Profile) error) error {
	c, err := h.Load(cmd, *flags)
	if err != nil {
		return err
	}
	dialect, err := DialectOf(c.Profile)
	if err != nil {
		return err
	}
	base := c.Profile.BaseURL.Text
	if base == "" {
		base = "http://127.0.0.1" // The demo has the address that it is given when it starts.
	}
	p := &printer{out: output.Data(cmd.OutOrStdout())}
	client, err := api.New(api.Options{
		BaseURL: base, Account: accountVariable, Token: api.NewSecret(tokenVariable), Dialect: &dialect, Transport: p, ReadRetries: -1,
	})
	if err != nil {
		return err
	}
	if err := use(cmd.Context(), client, c.Profile); !p.printed {
		return err // It was refused before there was a request.
	}
	return nil
}

// dryRunFlag is that of a command that only reads.
func dryRunFlag(cmd *cobra.Command) {
	cmd.Flags().Bool("dry-run", false, "print the first request and send nothing, without a connection")
}

// drySession is a session at such a client, without a journal.
func drySession(client *api.Client) *Session {
	return &Session{Desk: booking.NewDesk(booking.Options{Service: client}), Zone: time.Local}
}
