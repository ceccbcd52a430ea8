package voucher

import (
	"cmp"

	"bellhop/booking"
	"bellhop/booking/document"
	"bellhop/booking/exports"
	"bellhop/booking/terms"
	"bellhop/booking/wording"
)

// Document returns the voucher as it is handed out.
func (v Voucher) Document() document.Document {
	d := document.Document{Title: v.title(), Subtitle: v.Hotel.Name, Warnings: v.warnings()}
	d.Append(v.bookingSection(), v.staySection(), v.hotelSection(), v.paymentSection(), v.cancelSection())
	d.Foot = []string{"Times are those of the hotel's clock" + v.zoneWords() + ". As of " + v.Now.UTC().Format("Mon 2 Jan 2006 15:04") + " UTC."}
	d.Foot = append(d.Foot, v.Origin.Foot()...)
	return d
}

// Files returns the voucher in its three forms, and the name that they get.
func (v Voucher) Files() (name string, files []exports.File, err error) {
	files, err = exports.Forms(v.Document())
	return exports.ClientFileName(v.Origin, v.nameParts("voucher")...), files, err
}

// nameParts names no guest, and before an audience no number: names of files are seen where their
// content is not.
func (v Voucher) nameParts(what string) []string {
	if v.masked {
		return []string{what, v.Stay.In.String(), v.Hotel.Name}
	}
	hotel, locator := v.numbers()
	return []string{what, cmp.Or(locator, hotel, v.Reservation.ID)}
}

func (v Voucher) title() string {
	switch {
	case v.canceled():
		return "Cancelled hotel booking"
	case v.confirmed():
		return "Hotel voucher"
	default:
		return "Hotel booking, not confirmed yet"
	}
}

func (v Voucher) warnings() (list []string) {
	if trial := v.Origin.TrialWords(); trial != "" {
		list = append(list, trial+" No hotel knows of it, and nothing was paid.")
	}
	switch {
	case v.canceled():
		list = append(list, "This booking is cancelled: no room is kept.")
	case !v.confirmed():
		list = append(list, "The hotel has not confirmed this booking yet.")
	}
	return list
}

func (v Voucher) bookingSection() document.Section {
	s := document.Section{Heading: "Booking"}
	hotel, locator := v.numbers()
	s.AddStrong("confirmation number", cmp.Or(hotel, v.noNumber()))
	s.Add("record locator", locator)
	s.Add("reservation", v.Reservation.ID)
	s.Add("guest", booking.GuestName(v.Reservation.Guest))
	s.Add("party", v.partyWords())
	s.Add("rooms", v.roomWords(), v.Division)
	return s
}

func (v Voucher) noNumber() string {
	if v.confirmed() {
		return "none was given: ask for the booking by the guest's name"
	}
	return ""
}

func (v Voucher) staySection() document.Section {
	s := document.Section{Heading: "Stay"}
	s.AddStrong("arrival", joined(", ", v.Stay.InWords(), before("from ", v.Hotel.In)))
	s.AddStrong("departure", joined(", ", v.Stay.OutWords(), before("by ", v.Hotel.Out)))
	if nights, known := v.Stay.Nights(); known {
		s.Add("length", wording.Plural(nights, "night"))
	}
	if v.Stay.Mark() != "" {
		s.Notes = []string{"The hotel's time zone is not known: the days are those in UTC, and may be a day off. Ask the hotel."}
	}
	return s
}

func (v Voucher) hotelSection() document.Section {
	s := document.Section{Heading: "Hotel"}
	s.Add("name", v.Hotel.Name)
	s.Add("address", v.Hotel.Address)
	s.Add("telephone", v.Hotel.Phone)
	s.Add("e-mail", v.Hotel.Email)
	return s
}

func (v Voucher) paymentSection() document.Section {
	s := document.Section{Heading: "Price and payment"}
	s.Add("price of the stay", terms.PriceWords(v.Reservation.Rate.Total))
	for _, row := range v.Payment.RowsBelow() {
		switch {
		case row.Name != terms.AtHotelRow:
			s.Add(row.Name, row.Lines...)
		case v.Payment.Unsaid == "":
			s.AddStrong(row.Name, row.Lines...)
		default: // mayAsk replaces the fees.
			s.AddStrong(row.Name, terms.Words(v.Payment.AtHotel)...)
		}
	}
	if v.Payment.Unsaid != "" {
		s.Notes = []string{mayAsk}
	}
	return s
}

func (v Voucher) cancelSection() document.Section {
	if !v.confirmed() {
		return document.Section{}
	}
	s := document.Section{Heading: "Cancelling"}
	for _, line := range v.Terms.AgreedLines(v.Now) {
		s.Lines = append(s.Lines, wording.Sentence(line))
	}
	if v.Terms.Note != "" {
		s.Notes = append(s.Notes, v.Terms.Note)
	}
	if v.Terms.CostAt(v.Now).Assumed {
		s.Notes = append(s.Notes, "A deadline came without a time zone: cancel well before it.")
	}
	return s
}

// mayAsk replaces fees that are not known.
const mayAsk = "The hotel may also charge local taxes and fees."

// zoneWords names the hotel's zone: " (Europe/London)".
func (v Voucher) zoneWords() string {
	if v.Hotel.Zone == nil {
		return ""
	}
	return " (" + v.Hotel.Zone.String() + ")"
}

// before puts a word before a text that there is.
func before(word, text string) string {
	if text == "" {
		return ""
	}
	return word + text
}
