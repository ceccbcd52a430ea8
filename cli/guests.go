package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"bellhop/booking"
	"bellhop/booking/guests"
	"bellhop/booking/localfile"
	"bellhop/booking/wording"
	"bellhop/cli/arguments"
	"bellhop/cli/exit"
	"bellhop/cli/output"
	"bellhop/config"

	"github.com/spf13/cobra"
)

const guestsLong = `The guest book keeps on this machine whom you have booked, for ctrl+g on the
guest's form. It is off until you write guest_book = "on" under [preferences] of
the config file: what it holds is personal data, and yours to answer for.

list shows names masked, as lists do; --show-guests names them. export writes
everything, for that is what it is for: keep the file safe. The format is that
of the file's name, .csv or .vcf; - is CSV on standard output or input. import
also reads the columns of Google and Outlook and vCards since version 2.1. It
takes over the guests that are right, names the others by their line or card,
and ends with code 1 then; what the book has no place for is named, too.
Working on the book does not need it switched on.`

const guestsExample = `  bellhop guests list
  bellhop guests import clients.csv
  bellhop guests export guests.vcf
  bellhop guests remove jane@example.com`

func guestsCommand(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use: "guests", Short: "Read and change the guest book of this machine", Long: guestsLong, Example: guestsExample,
	}
	cmd.AddCommand(guestsListCommand(a), guestsRemoveCommand(a), guestsExportCommand(a), guestsImportCommand(a))
	return cmd
}

// guestBook returns the book of the profile in use, and whether bookings are kept in it.
func (a *app) guestBook(cmd *cobra.Command, flags config.Flags) (book *guests.Book, on bool, err error) {
	c, err := a.load(cmd, flags)
	if err != nil {
		return nil, false, err
	}
	return guests.NewBook(c.LocalState().GuestsFile), c.Preferences.GuestBook.Text == "on", nil
}

// guestJSON is a guest of the book for scripts; names of fields are the service's.
type guestJSON struct {
	Name    string    `json:"name"`
	Email   string    `json:"email"`
	Country string    `json:"country,omitempty"`
	Loyalty string    `json:"loyalty_program,omitempty"`
	At      time.Time `json:"at"`
}

func guestsListCommand(a *app) *cobra.Command {
	var flags config.Flags
	var format output.Format
	var show bool
	var limit int
	cmd := &cobra.Command{
		Use: "list", Short: "List the guests of the guest book", Args: arguments.None,
		RunE: func(cmd *cobra.Command, _ []string) error {
			book, on, err := a.guestBook(cmd, flags)
			if err != nil {
				return err
			}
			list, err := book.Entries()
			if err != nil {
				return err
			}
			list = output.Limited(list, limit)
			rows := make([]guestJSON, len(list))
			for i, e := range list {
				g := e.Guest
				if !show {
					g = booking.MaskGuest(g)
				}
				rows[i] = guestJSON{Name: booking.GuestName(g), Email: g.Email, Country: g.Country, At: e.At}
				if e.Loyalty != nil {
					rows[i].Loyalty = e.Loyalty.Program
				}
			}
			if format.JSON() {
				return format.Print(cmd.Context(), cmd.OutOrStdout(), rows, nil)
			}
			return printGuests(cmd.OutOrStdout(), rows, on)
		},
	}
	cmd.Flags().BoolVar(&show, "show-guests", false, "name the guests")
	format.Flags(cmd, []guestJSON{})
	output.LimitFlag(cmd, &limit)
	a.profileFlags(cmd, &flags)
	return cmd
}

func printGuests(w io.Writer, rows []guestJSON, on bool) error {
	if !on {
		if _, err := fmt.Fprintln(w, `The guest book is off: bookings are not kept in it. guest_book = "on" under [preferences] switches it on.`); err != nil {
			return err
		}
	}
	if len(rows) == 0 {
		_, err := fmt.Fprintln(w, "The guest book is empty.")
		return err
	}
	t := output.NewTable(w)
	for _, row := range rows {
		t.Row(row.Name, row.Email, row.Country, row.Loyalty)
	}
	return t.Flush()
}

func guestsRemoveCommand(a *app) *cobra.Command {
	var flags config.Flags
	cmd := &cobra.Command{
		Use: "remove EMAIL", Short: "Remove the guests with an email address from the guest book", Args: arguments.OneEmail,
		RunE: func(cmd *cobra.Command, args []string) error {
			book, _, err := a.guestBook(cmd, flags)
			if err != nil {
				return err
			}
			email := strings.TrimSpace(args[0])
			n, err := book.Remove(func(e guests.Entry) bool { return strings.EqualFold(e.Guest.Email, email) })
			if err != nil {
				return err
			}
			if n == 0 {
				return fmt.Errorf("no guest of the guest book has this address")
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), wording.Plural(n, "guest")+" removed.")
			return err
		},
	}
	a.profileFlags(cmd, &flags)
	return cmd
}

// cards reports whether a file's name is one of vCards. Another name than .csv or - is a mistake.
func cards(name string) (bool, error) {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".vcf", ".vcard":
		return true, nil
	case ".csv":
		return false, nil
	}
	if name == "-" {
		return false, nil
	}
	return false, exit.Wrong("the file's name tells the format: it ends in .csv or .vcf, or is - for CSV")
}

func guestsExportCommand(a *app) *cobra.Command {
	var flags config.Flags
	cmd := &cobra.Command{
		Use: "export FILE", Short: "Write the guest book as CSV or vCards", Args: arguments.OneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			asCards, err := cards(args[0])
			if err != nil {
				return err
			}
			book, _, err := a.guestBook(cmd, flags)
			if err != nil {
				return err
			}
			list, err := book.Entries()
			if err != nil {
				return err
			}
			var text bytes.Buffer
			write := guests.WriteCSV
			if asCards {
				write = guests.WriteVCard
			}
			if err := write(&text, list); err != nil {
				return err
			}
			if args[0] == "-" {
				_, err := text.WriteTo(output.Export(cmd.OutOrStdout()))
				return err
			}
			if _, err := os.Lstat(args[0]); err == nil {
				return fmt.Errorf("%s is there already: name another file, or remove it first", args[0])
			}
			if err := localfile.Replace(args[0], text.Bytes()); err != nil {
				return err
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), wording.Plural(len(list), "guest")+" written, in full. The file is for your eyes only.")
			return err
		},
	}
	a.profileFlags(cmd, &flags)
	return cmd
}

// mostImport is the largest file that is read.
const mostImport = 32 << 20

func guestsImportCommand(a *app) *cobra.Command {
	var flags config.Flags
	cmd := &cobra.Command{
		Use: "import FILE", Short: "Take guests over from CSV or vCards", Args: arguments.OneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			asCards, err := cards(args[0])
			if err != nil {
				return err
			}
			book, _, err := a.guestBook(cmd, flags)
			if err != nil {
				return err
			}
			from := cmd.InOrStdin()
			if args[0] != "-" {
				file, err := os.Open(args[0])
				if err != nil {
					return err
				}
				defer func() { _ = file.Close() }()
				from = file
			}
			read := guests.ReadCSV
			if asCards {
				read = guests.ReadVCard
			}
			text, err := io.ReadAll(io.LimitReader(from, mostImport+1))
			if err != nil {
				return err
			}
			if len(text) > mostImport {
				return fmt.Errorf("%s has more than %d MiB: divide it", args[0], mostImport>>20)
			}
			in, err := read(text)
			for _, note := range in.Notes() {
				_, _ = fmt.Fprintln(cmd.ErrOrStderr(), "bellhop: "+note)
			}
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			list := in.Entries
			for i := range list {
				list[i].At = time.Now()
			}
			added, err := book.Put(list...)
			if err != nil {
				return err
			}
			if list != nil {
				words := wording.Plural(len(list), "guest") + " taken over, " + wording.Count(added) + " of them new."
				if _, err := fmt.Fprintln(cmd.OutOrStdout(), words); err != nil {
					return err
				}
			}
			return errors.Join(in.Problems...)
		},
	}
	a.profileFlags(cmd, &flags)
	return cmd
}
