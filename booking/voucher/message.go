package voucher

import (
	"cmp"
	"slices"
	"strings"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/exports"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
	"bellhop/internal/safetext"
)

// longDay is how a letter writes a day.
const longDay = "Monday, 2 January 2006"

// Message returns a message for the client in words, a paragraph each, as it is pasted into a mail or a chat.
func (v Voucher) Message() []string {
	lines := []string{v.greeting(), v.news()}
	if trial := v.Origin.TrialWords(); trial != "" {
		lines = append([]string{trial + " No hotel knows of it."}, lines...)
	}
	lines = append(lines, v.stayWords(), v.whereWords())
	if !v.canceled() {
		lines = append(lines, v.priceWords())
	}
	if v.confirmed() {
		lines = append(lines, v.cancelWords())
	}
	lines = slices.DeleteFunc(append(lines, "Kind regards"), func(line string) bool { return line == "" })
	for i, line := range lines {
		lines[i] = safetext.Line(line)
	}
	return lines
}

// MessageText returns the message as one text.
func (v Voucher) MessageText() string { return strings.Join(v.Message(), "\n\n") + "\n" }

// MessageFiles returns the message as a plain text file, and its name. The text is for a client, so the name has the environment
// and the profile.
func (v Voucher) MessageFiles() (name string, files []exports.File) {
	return exports.FileName(v.Origin, v.nameParts("message")...), []exports.File{{Ending: "txt", Text: v.MessageText()}}
}

func (v Voucher) greeting() string {
	if name := booking.GuestName(v.Reservation.Guest); name != "" {
		return "Dear " + name + ","
	}
	return "Good day,"
}

func (v Voucher) news() string {
	where := cmp.Or(v.Hotel.Name, "the hotel")
	hotel, locator := v.numbers()
	switch {
	case v.canceled():
		return "Your booking at " + where + " (" + v.Number() + ") is cancelled. No room is kept for you."
	case !v.confirmed():
		return "Your booking at " + where + " has been sent. The hotel has not confirmed it yet: I shall write again as soon as it has."
	case hotel == "" && locator == "":
		return "Your booking at " + where + " is confirmed."
	case hotel == "":
		return "Your booking at " + where + " is confirmed. Its number is " + locator + "."
	case locator == "":
		return "Your booking at " + where + " is confirmed. The hotel's confirmation number is " + hotel + "."
	default:
		return "Your booking at " + where + " is confirmed. The hotel's confirmation number is " + hotel + ", the record locator " + locator + "."
	}
}

func (v Voucher) stayWords() string {
	day := func(d api.Date, words string) string {
		if d.IsZero() {
			return words
		}
		return d.Format(longDay)
	}
	if unsaid := trip.DayWords(api.Date{}); v.Stay.InWords() == unsaid && v.Stay.OutWords() == unsaid {
		return "The days of the stay are not said: " + joined(", ", v.partyWords(), strings.ReplaceAll(v.roomWords(), ": ", ", ")) + "."
	}
	verbs := [2]string{"You arrive on ", " and leave on "}
	if v.canceled() {
		verbs = [2]string{"It was for ", " to "}
	}
	words := verbs[0] + joined(", ", day(v.Stay.In, v.Stay.InWords()), before("from ", v.Hotel.In)) +
		verbs[1] + joined(", ", day(v.Stay.Out, v.Stay.OutWords()), before("by ", v.Hotel.Out)) + ": "
	nights := ""
	if n, known := v.Stay.Nights(); known {
		nights = wording.Plural(n, "night")
	}
	return words + joined(", ", nights, v.partyWords(), strings.ReplaceAll(v.roomWords(), ": ", ", ")) + "."
}

func (v Voucher) whereWords() string {
	return joined(", ", v.Hotel.Name, v.Hotel.Address, before("telephone ", v.Hotel.Phone))
}

func (v Voucher) priceWords() string {
	words := []string{"The price of the stay is " + terms.PriceWords(v.Reservation.Rate.Total) + "."}
	for _, row := range v.Payment.RowsBelow() {
		if row.Name == terms.AtHotelRow && v.Payment.Unsaid != "" { // mayAsk replaces the fees.
			if row.Lines = terms.Words(v.Payment.AtHotel); len(row.Lines) == 0 {
				continue
			}
		}
		name := wording.Capital(row.Name) + ": "
		if row.Name == terms.GuestPaysRow {
			name = "You pay "
		}
		words = append(words, wording.Stopped(name+strings.Join(row.Lines, "; ")))
	}
	if v.Payment.Unsaid != "" {
		words = append(words, mayAsk)
	}
	return strings.Join(words, " ")
}

func (v Voucher) cancelWords() string {
	lines := v.Terms.AgreedLines(v.Now)
	words := "Cancelling: " + strings.Join(lines, "; ") + "."
	if len(lines) > 1 { // The later ones have a deadline.
		words += " These are times at the hotel" + v.zoneWords() + "."
	}
	return words
}
