package desk

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"bellhop/booking"
	"bellhop/booking/draftfile"
	"bellhop/booking/localfile"
	"bellhop/booking/terms"
	"bellhop/cli/exit"
	"bellhop/cli/output"
	"bellhop/config"
	"bellhop/internal/safetext"

	"github.com/spf13/cobra"
)

// changeJSON is something that is otherwise than it was.
type changeJSON struct {
	What    string `json:"what"`
	Before  string `json:"before"`
	After   string `json:"after"`
	Verdict string `json:"verdict"` // worse, better, unclear, neutral
}

func changesOf(list []terms.Change) []changeJSON {
	out := []changeJSON{}
	for _, c := range list {
		out = append(out, changeJSON{c.What, c.Before, c.After, verdictWord(c.Verdict)})
	}
	return out
}

func verdictWord(v terms.Verdict) string {
	switch v {
	case terms.Worse:
		return "worse"
	case terms.Better:
		return "better"
	case terms.Unclear:
		return "unclear"
	default:
		return "neutral"
	}
}

// verifiedJSON is a verified rate, for all rooms.
type verifiedJSON struct {
	HotelCode string   `json:"hotel_code"`
	Hotel     string   `json:"hotel"`
	Room      string   `json:"room"`
	Total     string   `json:"total"`
	Charged   []string `json:"charged_now"`
	paymentJSON
	CostNow string         `json:"cost_now"`
	Terms   []string       `json:"terms"`
	Changes []changeJSON   `json:"changes"` // since the search
	Offer   string         `json:"offer"`
	Draft   draftfile.File `json:"draft"`
}

// paymentJSON is the part of a payment that has the same names before and after a booking.
type paymentJSON struct {
	GuestPays string   `json:"guest_pays"`
	Later     []string `json:"due_later"`
	AtHotel   []string `json:"due_at_hotel"` // price and fees paid at the hotel, and what is unknown about them
}

func paymentOf(p terms.Payment) paymentJSON {
	out := paymentJSON{GuestPays: p.GuestPays(), Later: terms.Words(p.Later), AtHotel: terms.Words(p.AtHotel)}
	if p.Unsaid != "" {
		out.AtHotel = p.AtHotelLines()
	}
	return out
}

func verifyCommand(h Host) *cobra.Command {
	var flags config.Flags
	var format output.Format
	var channel, draft, guest string
	cmd := &cobra.Command{
		Use:   "verify HOTEL BOOKING-CODE LINE",
		Short: "Ask for the price and the full terms of one rate, and prepare a booking",
		Long: `Verify asks the service what one rate costs and obliges to now, and says what is
otherwise than the search had it. It books nothing.

--draft writes what was verified into a file for "bellhop book", which compares
price and terms with it again before it sends anything. The guest is for you to
fill in, or comes from a JSON file with --guest: given_name, surname, email,
telephone_number, address, city, state, postal_code, country. A guest is never an
argument: arguments can be read by everybody on this machine. A draft whose guest was
filled in is replaced only with --guest, and a file that is no draft never.`,
		Example: `  bellhop verify LX20417 "$code" "12dec 3n 2a"
  bellhop verify LX20417 "$code" "12dec 3n 2a" --guest guest.json --draft draft.json`,
		Args: atLeast(3),
		RunE: func(cmd *cobra.Command, args []string) error {
			who, err := h.guestOf(guest)
			if err != nil {
				return err
			}
			if err := replaceable(draft, who != draftfile.Guest{}); err != nil {
				return err
			}
			return h.with(cmd, &flags, &format, func(ctx context.Context, s *Session) error {
				d, err := verified(ctx, s, args, channel)
				if err != nil {
					return err
				}
				file := draftfile.Of(d)
				file.Guest = who
				if draft != "" {
					if err := writeDraft(cmd, draft, file); err != nil {
						return err
					}
				}
				if draft == "-" {
					return nil
				}
				return format.Print(ctx, cmd.OutOrStdout(), verifiedOf(s.Desk, d, file), func() error { return printVerified(cmd, s.Desk, d) })
			})
		},
	}
	cmd.Flags().StringVar(&channel, "channel", "", "the channel `CODE`, where several sell the rate")
	cmd.Flags().StringVar(&draft, "draft", "", "write a draft for \"bellhop book\" into a `FILE`; - is standard output")
	cmd.Flags().StringVar(&guest, "guest", "", "take the draft's guest from a JSON `FILE`; - is standard input")
	_ = cmd.MarkFlagFilename("draft", "json")
	_ = cmd.MarkFlagFilename("guest", "json")
	format.Flags(cmd, verifiedJSON{})
	dryRunFlag(cmd)
	h.Flags(cmd, &flags)
	return cmd
}

// verified is the draft of a hotel's rate for a line, at the price and the terms of now.
func verified(ctx context.Context, s *Session, args []string, channel string) (booking.Draft, error) {
	t, hotel, err := stayAt(ctx, s, args[0], args[2:])
	if err != nil {
		return booking.Draft{}, err
	}
	rate, err := rateByCode(hotel, args[1], channel)
	if err != nil {
		return booking.Draft{}, err
	}
	return s.Desk.Verify(ctx, booking.Draft{
		Trip: t, Hotel: hotel, Room: rate.Room, Rate: rate.Rate, SearchedAt: s.Desk.Now(), Zone: s.Desk.Directory.Zone(hotel.ID),
	})
}

// guestOf reads a guest's file; no file is no guest.
func (h Host) guestOf(path string) (draftfile.Guest, error) {
	if path == "" {
		return draftfile.Guest{}, nil
	}
	var who draftfile.Guest
	err := h.reading(path, func(r io.Reader) (err error) {
		who, err = draftfile.ReadGuest(r)
		return err
	})
	return who, err
}

// reading opens a file, or standard input for "-", and names it in an error.
func (h Host) reading(path string, read func(io.Reader) error) error {
	name, source := path, h.Input
	if path == "-" {
		name = "standard input"
	} else {
		file, err := os.Open(path)
		if err != nil {
			return exit.With(exit.Failed, err)
		}
		defer func() { _ = file.Close() }() // It was only read.
		source = file
	}
	if err := read(source); err != nil {
		return exit.With(exit.Usage, fmt.Errorf("%s: %w", name, err))
	}
	return nil
}

// replaceable refuses to write a draft over a file that holds what nobody has elsewhere: a guest who was filled in by
// hand, unless another one is given, or anything that is no draft.
func replaceable(path string, guestGiven bool) error {
	if path == "" || path == "-" {
		return nil
	}
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return exit.With(exit.Failed, err)
	}
	if !info.Mode().IsRegular() {
		return exit.Wrong("nothing was asked: %s is no file that a draft can be written into", path)
	}
	text, err := localfile.Read(path, draftfile.MaxSize)
	if err != nil {
		return exit.With(exit.Failed, err)
	}
	old, err := draftfile.Read(bytes.NewReader(text))
	switch {
	case err != nil:
		return exit.Wrong("nothing was asked: %s is there already and is no draft that can be read (%v); give --draft another name", path, err)
	case !guestGiven && old.Guest != draftfile.Guest{}:
		return exit.Wrong("nothing was asked: %s is there already with a guest, who would be lost; give --draft another name, or the guest with --guest", path)
	}
	return nil
}

// writeDraft writes a draft for its owner only.
func writeDraft(cmd *cobra.Command, path string, file draftfile.File) error {
	text, err := json.MarshalIndent(file, "", "  ")
	if err != nil {
		return err
	}
	text = append(text, '\n')
	if path == "-" {
		_, err = output.Data(cmd.OutOrStdout()).Write(text)
		return err
	}
	return localfile.Replace(path, text)
}

func verifiedOf(d *booking.Desk, draft booking.Draft, file draftfile.File) verifiedJSON {
	now := d.Now()
	p := draft.Payment(now)
	return verifiedJSON{
		HotelCode: file.Hotel.Chain + file.Hotel.Property, Hotel: file.Hotel.Name, Room: file.Room, Total: plainMoney(draft.Charge()),
		Charged: terms.Words(p.Now), paymentJSON: paymentOf(p),
		CostNow: plainCost(draft.AllRooms().CostAt(now)), Terms: draft.AllRooms().AgreedLines(now), Changes: changesOf(draft.Changes),
		Offer: draft.OfferWords(now), Draft: file,
	}
}

func printVerified(cmd *cobra.Command, d *booking.Desk, draft booking.Draft) error {
	out, now := output.NewTable(cmd.OutOrStdout()), d.Now()
	for _, row := range verifiedRows(draft, now) {
		out.Row(row[0], row[1])
	}
	return out.Flush()
}

// paymentRows returns the rows of a payment, for people.
func paymentRows(p terms.Payment) (rows [][2]string) {
	for _, row := range p.Rows() {
		what := row.Name
		for _, line := range row.Lines {
			rows = append(rows, [2]string{what, line})
			what = ""
		}
	}
	return rows
}

// verifiedRows are what a rate costs and obliges to, for people.
func verifiedRows(draft booking.Draft, now time.Time) [][2]string {
	rows := [][2]string{
		{"hotel", draft.Hotel.Name + ", " + draft.Hotel.ID.String()},
		{"stay", draft.Trip.Words()},
		{"room", booking.RoomRate{Room: draft.Room, Rate: draft.Rate}.RoomName()},
	}
	rows = append(rows, paymentRows(draft.Payment(now))...)
	for i, line := range draft.AllRooms().AgreedLines(now) {
		what := ""
		if i == 0 {
			what = "cancelling"
		}
		rows = append(rows, [2]string{what, line})
	}
	for _, line := range draft.RoomsUnbooked() {
		rows = append(rows, [2]string{"rooms", line})
	}
	if note := draft.PartsNote(); note != "" {
		rows = append(rows, [2]string{"note", note})
	}
	if note := draft.ChangesNote(); note != "" {
		rows = append(rows, [2]string{"changes", note})
	}
	for _, c := range draft.Changes {
		rows = append(rows, [2]string{verdictWord(c.Verdict), changeWords(c)})
	}
	return append(rows, [2]string{"offer", draft.OfferWords(now)})
}

func changeWords(c terms.Change) string {
	return safetext.Line(c.What + ": " + c.Before + " → " + c.After)
}
