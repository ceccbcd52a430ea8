package trip

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"bellhop/api"
	"bellhop/booking/wording"
)

// A Stay is a reservation's dates as the hotel sees them.
type Stay struct {
	In, Out api.Date
	// Zone is whose days they are: HotelDay, or utcDay.
	Zone string
	// sentIn and sentOut are the dates as the service wrote them.
	sentIn, sentOut string
}

// The values of Stay.Zone: without the hotel's zone the UTC dates stand in.
const (
	HotelDay = "hotel"
	utcDay   = "UTC"
)

// InWords returns the first day: "Sat 12 Dec 2026", or quoted where it cannot be read: "as sent: soon".
func (s Stay) InWords() string { return dayOrText(s.In, s.sentIn) }

// OutWords is InWords for the last day.
func (s Stay) OutWords() string { return dayOrText(s.Out, s.sentOut) }

func dayOrText(d api.Date, sent string) string {
	if sent = strings.TrimSpace(sent); d.IsZero() && sent != "" {
		return "as sent: " + wording.ClipTo(maxDayText, sent)
	}
	return DayWords(d)
}

// ArrivalShort returns the first day without its year: "Sat 12 Dec".
func (s Stay) ArrivalShort() string {
	if s.In.IsZero() {
		return s.InWords()
	}
	return s.In.Format("Mon 2 Jan")
}

// InPlain returns the first day for comparing: YYYY-MM-DD, quoted where it cannot be read, and empty where there is
// none.
func (s Stay) InPlain() string { return plainDay(s.In, s.sentIn) }

// OutPlain is InPlain for the last day.
func (s Stay) OutPlain() string { return plainDay(s.Out, s.sentOut) }

func plainDay(d api.Date, sent string) string {
	if d.IsZero() && strings.TrimSpace(sent) != "" {
		return dayOrText(d, sent)
	}
	return d.String()
}

// maxDayText is enough for a date-time with a fraction and an offset.
const maxDayText = 36

// Nights counts the nights; false when the dates do not tell.
func (s Stay) Nights() (int, bool) { return Nights(s.In, s.Out) }

// Short is Words without the note about UTC, for a header.
func (s Stay) Short() string {
	if s.In.IsZero() || s.Out.IsZero() {
		return s.InWords() + " – " + s.OutWords()
	}
	return StayWords(s.In, s.Out)
}

// Brief is BriefStay; a date that cannot be read is quoted.
func (s Stay) Brief() string {
	if s.In.IsZero() || s.Out.IsZero() {
		return s.Short()
	}
	return BriefStay(s.In, s.Out)
}

// BriefYear is Brief with the year: "19–22 Dec 2026".
func (s Stay) BriefYear() string {
	if s.In.IsZero() || s.Out.IsZero() {
		return s.Short()
	}
	return s.Brief() + s.Out.Format(" 2006")
}

// Words returns the stay in one line, with a note where the dates are UTC dates.
func (s Stay) Words() string {
	words := s.Short()
	if s.Zone != HotelDay {
		words += " (UTC dates: the hotel's zone is not known)"
	}
	return words
}

// Mark returns "UTC dates", and empty where the dates are the hotel's own.
func (s Stay) Mark() string {
	if s.Zone == HotelDay {
		return ""
	}
	return "UTC dates"
}

// CompareArrival compares the first days of two stays.
func (s Stay) CompareArrival(other Stay) int { return cmp.Compare(s.In.String(), other.In.String()) }

// A Reading is a service's meaning of a date at 00:00 UTC.
type Reading int

// The readings. One is proved when a stay that was sent agrees with it only.
const (
	ReadingUnknown  Reading = iota
	ReadingDays             // it is the calendar date
	ReadingInstants         // it is an instant, whose day is the hotel's
)

// Readings are the two ways of reading the dates of a reservation.
type Readings struct {
	Days, Instants Stay
	// Likely is the stay while the service's reading is unknown: a date at 00:00 UTC is the day itself if it was written in
	// UTC.
	Likely Stay
}

// ReadStay reads the dates of a reservation at a hotel in the zone, which may be nil.
func ReadStay(r api.Reservation, zone *time.Location) Readings {
	day, whose := func(i api.Instant) api.Date { return dayIn(i, zone) }, HotelDay
	if zone == nil {
		if offset := offsetOf(r.Rate.Terms); offset != nil {
			day = func(i api.Instant) api.Date { return dayAtOffset(i, offset) }
		} else {
			zone, whose = time.UTC, utcDay
		}
	}
	instants := Stay{In: day(r.CheckIn), Out: day(r.CheckOut), Zone: whose, sentIn: r.CheckIn.Text, sentOut: r.CheckOut.Text}
	in, inCertain := calendarDay(r.CheckIn, instants.In)
	out, outCertain := calendarDay(r.CheckOut, instants.Out)
	if inCertain && outCertain {
		whose = HotelDay
	}
	days := instants
	days.In, days.Out, days.Zone = in, out, whose
	likely := days
	if !r.CheckIn.IsZero() && !r.CheckIn.InUTC() {
		likely.In = instants.In
	}
	if !r.CheckOut.IsZero() && !r.CheckOut.InUTC() {
		likely.Out = instants.Out
	}
	return Readings{Days: days, Instants: instants, Likely: likely}
}

// calendarDay returns the day that a date names by itself, or else the given one; certain when a zone would tell no
// more. Programs write the first day of the first year for no date.
func calendarDay(i api.Instant, otherwise api.Date) (day api.Date, certain bool) {
	if d, ok := i.CalendarDate(); ok && d.Year > 1 {
		return d, true
	}
	return otherwise, i.IsZero()
}

// offsetOf returns the hotel's offset by a deadline of its terms, nil where none has one. A deadline in Z tells
// nothing of the hotel.
func offsetOf(t api.Terms) *time.Location {
	for _, p := range t.Penalties {
		if d := p.Deadline; !d.IsZero() && d.HasOffset && !d.InUTC() {
			return d.Wall.Location()
		}
	}
	return nil
}

func dayIn(i api.Instant, zone *time.Location) api.Date {
	if i.IsZero() {
		return api.Date{}
	}
	return api.DateOf(i.Time.In(zone))
}

// dayAtOffset returns the day of an instant at the offset of a deadline, which may be on the other side of a change
// of clocks: the hotel's midnight is 23:00 of the day before there, and no other time of the day is moved by that.
func dayAtOffset(i api.Instant, offset *time.Location) api.Date {
	if i.IsZero() {
		return api.Date{}
	}
	day := dayIn(i, offset)
	if i.Time.Equal(day.At(23, 0, 0, offset)) {
		return day.AddDays(1)
	}
	return day
}

// Differ reports whether the two readings are of different days.
func (r Readings) Differ() bool {
	return r.Days.In != r.Instants.In && !r.Instants.In.IsZero() || r.Days.Out != r.Instants.Out && !r.Instants.Out.IsZero()
}

// Decide returns the stay under the only reading that agrees with a stay that was sent. If both days agree, it also
// returns that reading as proved for the service. If neither or both readings agree, the service's known reading
// decides and nothing is proved.
func (r Readings) Decide(sent []SentStay, service Reading) (Stay, Reading) {
	agree := func(stay Stay) bool {
		return slices.ContainsFunc(sent, func(s SentStay) bool { return s.agrees(stay) })
	}
	var reading Reading
	switch days, instants := agree(r.Days), agree(r.Instants); {
	case days && !instants:
		reading = ReadingDays
	case instants && !days:
		reading = ReadingInstants
	default:
		return r.of(service), ReadingUnknown
	}
	stay := r.of(reading)
	if !slices.Contains(sent, SentStay{In: stay.In.String(), Out: stay.Out.String()}) {
		return stay, ReadingUnknown
	}
	return stay, reading
}

func (r Readings) of(reading Reading) Stay {
	return [...]Stay{ReadingUnknown: r.Likely, ReadingDays: r.Days, ReadingInstants: r.Instants}[reading]
}

// A SentStay is a stay that was sent for a reservation; a date that is not known is empty.
type SentStay struct{ In, Out string }

func (s SentStay) agrees(stay Stay) bool {
	return (s.In != "" || s.Out != "") && (s.In == "" || s.In == stay.In.String()) && (s.Out == "" || s.Out == stay.Out.String())
}

// OtherDay reports whether a reservation's date cannot be the day that was sent, however it is read: as the
// calendar date or as an instant of the hotel's day (WIRE 4), which without the zone may be a day away.
func OtherDay(day api.Date, got api.Instant, zone *time.Location) bool {
	named, certain := calendarDay(got, api.Date{})
	switch {
	case day.IsZero() || day == named:
		return false
	case got.IsZero():
		// A text that is no date contradicts nothing.
		return certain && !named.IsZero()
	}
	utc := api.DateOf(got.Time)
	if day == utc {
		return false
	}
	if zone == nil {
		return day.Before(utc.AddDays(-1)) || utc.AddDays(1).Before(day)
	}
	return day != dayIn(got, zone) && !got.Time.Equal(skippedMidnight(day, zone))
}

// skippedMidnight returns the instant that some services send for a day whose midnight a change of clocks skips: the
// day's first instant less the time that the clocks were set forward, which is still the day before. Of any other
// day it is the first instant.
func skippedMidnight(day api.Date, zone *time.Location) time.Time {
	first := day.In(zone)
	hour, minute, second := first.Clock()
	return first.Add(-time.Duration(hour*3600+minute*60+second) * time.Second)
}
