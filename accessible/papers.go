package accessible

import (
	"context"
	"path/filepath"

	"bellhop/accessible/dialogue"
	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/exports"
	"bellhop/booking/guests"
	"bellhop/booking/voucher"
	"bellhop/booking/wording"
)

// The words for what is handed out of a reservation.
var (
	papersWords = []string{"copy", "voucher", "calendar", "message"}
	papersHelp  = []string{
		"Copy copies the confirmation with a tool of this machine.",
		"Voucher writes it into files, calendar writes a calendar file. Message tells a message for the client.",
	}
)

// papers hands out what a word asks for.
func (c *console) papers(ctx context.Context, word string, from func(context.Context) (voucher.Voucher, error)) error {
	v, err := dialogue.During(ctx, c.Dialogue, "preparing it", from)
	if err != nil {
		return c.explain(ctx, err)
	}
	switch word {
	case "message":
		c.Say(v.Message()...)
	case "copy":
		return c.copy(ctx, v.Document().Text())
	case "calendar":
		name, file, err := v.CalendarFile()
		if err != nil {
			c.Say("Error in calendar: " + sentence(err.Error()))
			return nil
		}
		c.written(exports.Save(c.Exports, name, file))
	case "voucher":
		name, files, err := v.Files()
		if err != nil {
			c.Say("Error in voucher: " + sentence(err.Error()))
			return nil
		}
		c.written(exports.Save(c.Exports, name, files...))
	}
	return nil
}

func (c *console) copy(ctx context.Context, text string) error {
	tool := ""
	var err error
	if c.Copy != nil {
		tool, err = c.Copy(ctx, text)
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		c.Say("Error in copy: " + sentence(err.Error()))
	case tool == "":
		c.Say("This machine has no tool that copies. Voucher writes a file.")
	default:
		c.Sayf("Copied with %s.", tool)
	}
	return nil
}

// written names the files that were written, each in a line.
func (c *console) written(paths []string, err error) {
	if err != nil {
		c.Say("Error in files: " + sentence(err.Error()))
		return
	}
	c.Say("Written for you alone, into the folder " + c.Exports + ".")
	for _, path := range paths {
		c.Fact("file", filepath.Base(path))
	}
}

// voucher returns the papers of a booking that was just made.
func (p *receipt) voucher(c *console) func(context.Context) (voucher.Voucher, error) {
	return func(ctx context.Context) (voucher.Voucher, error) {
		learnHotel(ctx, c, p.made.Reservation.Hotel)
		return voucher.OfBooking(c.Desk, p.made.Reservation, p.draft), nil
	}
}

// voucher returns the papers of a reservation. They name the guest, which the journal notes first.
func (p *reservation) voucher(c *console) func(context.Context) (voucher.Voucher, error) {
	named := c.guestsShown
	return func(ctx context.Context) (voucher.Voucher, error) {
		if !named {
			if err := c.Desk.NoteReveal(p.r.ID); err != nil {
				return voucher.Voucher{}, err
			}
		}
		learnHotel(ctx, c, p.r.Hotel)
		sale, _, err := c.Desk.SaleOf(p.r)
		return voucher.Of(c.Desk, p.r, sale), err
	}
}

// learnHotel has the desk know a hotel's zone and address, if the service tells them.
func learnHotel(ctx context.Context, c *console, hotel api.HotelRef) {
	if _, _, err := c.Desk.Directory.Facts(ctx, hotel); err != nil {
		c.logFailure(err)
	}
}

// keepGuest puts the guest of a confirmed booking into the guest book, if there is one.
func (c *console) keepGuest(draft booking.Draft, r api.Reservation) {
	if c.GuestBook == nil || r.Status != api.StatusConfirmed {
		return
	}
	entry := guests.Entry{Guest: draft.Guest, Loyalty: draft.Loyalty, At: c.Desk.Now()}
	c.people.AddBook([]guests.Entry{entry})
	if _, err := c.GuestBook.Put(entry); err != nil {
		c.Say("The guest book could not be written: " + wording.Stopped(err.Error()))
	}
}
