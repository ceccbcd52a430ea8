// Package voucher makes what a client is handed of a reservation: a voucher, a message in words, and an entry for a
// calendar. None of them holds a payment token, a card or what the journal knows besides.
package voucher

import (
	"cmp"
	"strings"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/document"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
)

// A Voucher is a reservation as its guest sees it.
type Voucher struct {
	Origin      document.Origin
	Reservation api.Reservation
	Stay        trip.Stay
	Hotel       Hotel
	Terms       terms.Terms // for all rooms
	Room        string      // its name; empty where only the service knows it
	Division    string      // of the party over several rooms
	Payment     terms.Payment
	// Due is how the reservation stands among the deadlines; nil where it has none to meet.
	Due *booking.Due
	Now time.Time

	masked bool
}

// A Hotel is where the guest goes.
type Hotel struct {
	Name    string
	Address string
	Phone   string
	Email   string
	// In and Out are the hours from which and until which there is a room, by the hotel's clock: "15:00".
	In, Out string
	Zone    *time.Location // nil when it is not known
}

// Of returns the voucher of a reservation with what the desk knows of its hotel and the journal of its sale. A zero sale
// means that the journal has none.
func Of(d *booking.Desk, r api.Reservation, sale booking.Sale) Voucher {
	v := Voucher{
		Origin: d.Origin(), Reservation: bare(r), Stay: d.StayOf(r), Terms: d.TermsOf(r), Now: d.Now(),
		Hotel: hotelOf(d, api.Hotel{ID: r.Hotel.ID, Name: r.Hotel.Name}), Payment: d.PaymentOf(r, sale),
	}
	if due := d.Deadlines(v.Now, []api.Reservation{v.Reservation}); len(due) > 0 {
		v.Due = &due[0]
	}
	if agreed := sale.State.Agreement; agreed != nil {
		v.Room = agreed.Room
	}
	return v
}

// OfBooking returns the voucher of a reservation that was made from the draft.
func OfBooking(d *booking.Desk, r api.Reservation, draft booking.Draft) Voucher {
	v := Of(d, r, booking.Sale{})
	v.Hotel = hotelOf(d, draft.Hotel)
	v.Room = booking.RoomRate{Room: draft.Room, Rate: draft.Rate}.RoomName()
	v.Division = division(draft.Trip)
	v.Payment = draft.Paid(r, v.Now)
	if v.Hotel.Zone == nil {
		v.Hotel.Zone = draft.Zone
	}
	return v
}

// division tells who sleeps in which of several rooms: "1 adult + 1 child, 1 adult".
func division(t trip.Trip) string {
	_, shares, _ := strings.Cut(t.DivisionWords(), ": ")
	shares, _, _ = strings.Cut(shares, ";")
	return shares
}

// bare leaves out what no voucher needs.
func bare(r api.Reservation) api.Reservation {
	if r.Payment != nil {
		r.Payment = &api.Payment{Amount: r.Payment.Amount}
	}
	r.Partner, r.CustomData = nil, nil
	return r
}

// hotelOf joins what a search says of a hotel and what the desk's directory does.
func hotelOf(d *booking.Desk, h api.Hotel) Hotel {
	p, _ := d.Directory.Known(h.ID)
	searched := address(h.Address.Street, h.Address.City, h.Address.PostalCode, h.Address.State, h.Address.CountryCode)
	known := cmp.Or(p.FullAddress, address(strings.TrimSpace(p.AddressLine1+" "+p.AddressLine2), p.City, p.PostalCode, p.State, cmp.Or(p.Country, p.CountryCode)))
	return Hotel{
		Name: wording.HotelName(cmp.Or(h.Name, p.Name), h.ID.Chain, h.ID.Code), Address: cmp.Or(searched, known), Phone: cmp.Or(h.Phone, p.Phone), Email: cmp.Or(h.Email, p.Email),
		In: clock(cmp.Or(h.CheckInTime, p.CheckInTime)), Out: clock(cmp.Or(h.CheckOutTime, p.CheckOutTime)), Zone: d.Directory.Zone(h.ID),
	}
}

func address(street, city, postcode, state, country string) string {
	return joined(", ", street, strings.TrimSpace(city+" "+postcode), state, country)
}

// clock leaves the seconds of HH:MM:SS out.
func clock(text string) string {
	if len(text) == len("15:04:05") && text[2] == ':' && text[5] == ':' {
		return text[:5]
	}
	return text
}

// Able reports whether there is something to hand out, and otherwise why not.
func Able(r api.Reservation) (able bool, why string) {
	switch r.Status {
	case api.StatusConfirmed, api.StatusCreated, api.StatusCanceled:
		return true, ""
	}
	return false, "Its status " + r.Status + " is not known: ask the hotel before you hand out anything."
}

func (v Voucher) confirmed() bool { return v.Reservation.Status == api.StatusConfirmed }
func (v Voucher) canceled() bool  { return v.Reservation.Status == api.StatusCanceled }

// Masked returns the voucher without the guest's data, for an audience.
func (v Voucher) Masked() Voucher {
	v.masked = true
	v.Reservation.Guest = booking.MaskGuest(v.Reservation.Guest)
	if v.Due != nil {
		due := *v.Due
		due.Reservation.Guest = booking.MaskGuest(due.Reservation.Guest)
		v.Due = &due
	}
	return v
}

// numbers returns the hotel's confirmation number and the record locator; each may be empty.
func (v Voucher) numbers() (hotel, locator string) {
	if c := v.Reservation.Confirmation; c != nil {
		return c.HotelNumber, c.RecordLocator
	}
	return "", ""
}

// Number returns the number by which the hotel finds it: its own, or the service's.
func (v Voucher) Number() string {
	hotel, locator := v.numbers()
	return cmp.Or(hotel, locator, v.Reservation.ID)
}

// partyWords returns the party; empty where it is not said.
func (v Voucher) partyWords() string {
	if v.Reservation.Adults <= 0 && v.Reservation.Children <= 0 {
		return ""
	}
	return trip.PartyWords(v.Reservation.Adults, v.Reservation.Children)
}

func (v Voucher) rooms() int { return max(v.Reservation.Rate.Rooms, 1) }

// roomWords returns "2 rooms: Classic Queen", "Classic Queen" or "1 room".
func (v Voucher) roomWords() string {
	count := wording.Plural(v.rooms(), "room")
	if v.Room == "" {
		return count
	}
	return count + ": " + v.Room
}

func joined(separator string, parts ...string) string {
	var said []string
	for _, part := range parts {
		if part = strings.TrimSpace(part); part != "" {
			said = append(said, part)
		}
	}
	return strings.Join(said, separator)
}
