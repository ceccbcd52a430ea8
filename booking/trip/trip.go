package trip

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	"bellhop/api"
	"bellhop/booking/wording"
)

// Limits of a trip. No room is without an adult, and hotels treat more rooms than GroupRooms as a group and may cancel.
const (
	MaxNights  = 99
	MaxGuests  = 9 // adults, and children
	MaxRooms   = MaxGuests
	GroupRooms = 8
)

// A Trip is where, when and with whom.
type Trip struct {
	Destination Destination `json:"Place"` // the name that saved drafts have
	Radius      Radius      // around a code's place; other destinations have none
	CheckIn     api.Date
	CheckOut    api.Date
	Adults      int
	Children    int
	Rooms       int
}

// Nights returns the length of the stay.
func (t Trip) Nights() int { return t.CheckIn.DaysUntil(t.CheckOut) }

// Guests counts the adults and the children.
func (t Trip) Guests() int { return t.Adults + t.Children }

// EarliestCheckIn returns the first day that has not ended everywhere on earth; the hotel's own today decides in the
// end.
func EarliestCheckIn(now time.Time) api.Date {
	return api.DateOf(now.In(time.FixedZone("", -12*60*60)))
}

// EarliestCheckInAt returns the hotel's today.
func EarliestCheckInAt(now time.Time, zone *time.Location) api.Date {
	return api.DateOf(now.In(zone))
}

// A Problem is something to correct in a field.
type Problem struct {
	Field   string
	Message string
}

// The fields that Problems of a trip name.
const (
	FieldDestination = "place"
	FieldCheckIn     = "check_in"
	FieldCheckOut    = "check_out"
	FieldAdults      = "adults"
	FieldChildren    = "children"
	FieldRooms       = "rooms"
	FieldRadius      = "radius"
)

// Problems lists what keeps the trip from being searched.
func (t Trip) Problems(now time.Time) []Problem {
	var out []Problem
	add := func(field, format string, args ...any) {
		out = append(out, Problem{Field: field, Message: fmt.Sprintf(format, args...)})
	}
	if t.Destination.Kind == KindNone {
		add(FieldDestination, "choose a destination, a hotel or an airport code from the list")
	}
	_, earliest := todayIn(t.Destination.zone(), now, time.UTC)
	switch {
	case t.CheckIn.IsZero():
		add(FieldCheckIn, "when does the guest arrive?")
	case t.CheckIn.Before(earliest) && t.Destination.zone() == nil:
		add(FieldCheckIn, "%s is past", DayWords(t.CheckIn)) // The earliest day is that of the place.
	case t.CheckIn.Before(earliest):
		add(FieldCheckIn, "%s is past; the earliest day is %s", DayWords(t.CheckIn), DayWords(earliest))
	}
	switch {
	case t.CheckOut.IsZero():
		add(FieldCheckOut, "when does the guest leave?")
	case !t.CheckIn.IsZero() && !t.CheckIn.Before(t.CheckOut):
		add(FieldCheckOut, "departure must be after arrival")
	case !t.CheckIn.IsZero() && t.Nights() > MaxNights:
		add(FieldCheckOut, "%s", t.tooLong())
	}
	if t.Adults < 1 || t.Adults > MaxGuests {
		add(FieldAdults, "%s", outOfRange(t.Adults, 1, "adults"))
	}
	if t.Children < 0 || t.Children > MaxGuests {
		add(FieldChildren, "%s", outOfRange(t.Children, 0, "children"))
	}
	if t.HasRadius() && (t.Radius.Number() < 1 || t.Radius.Number() > MaxRadius) {
		add(FieldRadius, "1 to %d %s", MaxRadius, t.Radius.unit())
	}
	switch {
	case t.Rooms < 1 || t.Rooms > MaxRooms:
		add(FieldRooms, "%s", outOfRange(t.Rooms, 1, "rooms"))
	case t.Adults >= 1 && t.Rooms > t.Adults:
		add(FieldRooms, "%s, %s: a room needs an adult", wording.Plural(t.Rooms, "room"), wording.Plural(t.Adults, "adult"))
	}
	return out
}

// outOfRange says how many adults, children or rooms there may be and, where there are too many, how to book them all.
func outOfRange(n, least int, what string) string {
	if n <= MaxGuests {
		return fmt.Sprintf("%d to %d %s", least, MaxGuests, what)
	}
	bookings := (n + MaxGuests - 1) / MaxGuests
	share := (n + bookings - 1) / bookings
	return fmt.Sprintf("at most %d %s in one booking: make %d, the first for %d (%d%s)", MaxGuests, what, bookings, share, share, what[:1])
}

// Words returns the trip in one line for a header.
func (t Trip) Words() string { return t.words(t.Destination.Short()) }

// SearchWords is Words with the radius, for what is searched.
func (t Trip) SearchWords() string { return t.words(t.around()) }

// around names the destination, with the radius where it has one.
func (t Trip) around() string {
	if !t.HasRadius() {
		return t.Destination.Short()
	}
	where := t.Destination.Short()
	if t.Destination.Near != "" {
		where += " by " + t.Destination.Near
	}
	return where + " within " + t.Radius.String()
}

func (t Trip) words(where string) string {
	var parts []string
	if where != "" {
		parts = append(parts, where)
	}
	if !t.CheckIn.IsZero() && !t.CheckOut.IsZero() {
		parts = append(parts, StayWords(t.CheckIn, t.CheckOut))
	}
	return strings.Join(append(parts, t.partyWords()), " · ")
}

func (t Trip) partyWords() string {
	words := PartyWords(t.Adults, t.Children)
	if t.Rooms > 1 {
		words += " · " + wording.Plural(t.Rooms, "room")
	}
	return words
}

// partyCode is the party as a line has it: "2a1c".
func (t Trip) partyCode() string {
	words := strconv.Itoa(t.Adults) + "a"
	if t.Children > 0 {
		words += strconv.Itoa(t.Children) + "c"
	}
	return words
}

// Brief lists shorter forms of Words, the longest first; all but the last name the party, and none leaves out a year
// that is not obvious.
func (t Trip) Brief(now time.Time) []string { return t.brief(t.Destination.Short(), now) }

// SearchBrief lists shorter forms of SearchWords.
func (t Trip) SearchBrief(now time.Time) []string {
	if !t.HasRadius() {
		return t.Brief(now)
	}
	named, coded := t.brief(t.around(), now), t.brief(t.Destination.code()+" "+t.Radius.String(), now)
	if len(named) == 0 {
		return nil
	}
	return append(named[:2:2], coded...)
}

// obviousDays is how many days ahead a day's year goes without saying.
const obviousDays = 300

func (t Trip) brief(where string, now time.Time) []string {
	if t.CheckIn.IsZero() || t.CheckOut.IsZero() {
		return nil
	}
	if where != "" {
		where += " · "
	}
	party := " · " + t.partyWords()
	days := BriefStay(t.CheckIn, t.CheckOut)
	year, nights := t.CheckOut.Format(" 2006"), " · "+wording.Plural(t.Nights(), "night")
	if !now.IsZero() && api.DateOf(now).DaysUntil(t.CheckOut) > obviousDays {
		days, year = days+year, ""
	}
	code := days + " · " + t.partyCode()
	if t.Rooms > 1 {
		code += " " + strconv.Itoa(t.Rooms) + "r"
	}
	return []string{where + days + year + nights + party, where + days + party, days + party, code, days}
}

// HotelQuery returns the trip as a search of the service, which prices one room: that of the largest share.
//
// An airport is searched by its coordinates, from which distances are measured as well. Searched by its code, a service may
// use the centre of a city with the same code.
func (t Trip) HotelQuery() api.HotelQuery {
	if centre := t.Destination.Centre(); centre != nil && centre.Airport {
		q := t.CodeQuery()
		q.Code, q.Around = "", &centre.Coordinates
		return q
	}
	return t.CodeQuery()
}

// CodeQuery is HotelQuery for a service that does not search by coordinates.
func (t Trip) CodeQuery() api.HotelQuery {
	share := t.Largest()
	q := api.HotelQuery{CheckIn: t.CheckIn, CheckOut: t.CheckOut, Adults: share.Adults, Children: share.Children}
	if t.HasRadius() {
		q.Code, q.Radius, q.RadiusUnit = t.Destination.code(), float64(t.Radius.Number()), t.Radius.unit()
		return q
	}
	q.Properties = t.Destination.Properties
	return q
}

// Shift returns the trip some days later, or earlier, with its nights unchanged.
func (t Trip) Shift(days int) Trip {
	t.CheckIn, t.CheckOut = t.CheckIn.AddDays(days), t.CheckOut.AddDays(days)
	return t
}

// AddNights returns the trip with a later or an earlier departure.
func (t Trip) AddNights(nights int) Trip {
	t.CheckOut = t.CheckOut.AddDays(nights)
	return t
}

// NightsProblem says why a trip cannot have so many nights more, or fewer; empty where it can.
func (t Trip) NightsProblem(by int) string {
	switch nights := t.Nights() + by; {
	case nights < 1:
		return "One night is the least."
	case nights > MaxNights:
		return fmt.Sprintf("%d nights are the most.", MaxNights)
	default:
		return ""
	}
}

// OtherDays reports whether a trip is the same but for its days.
func (t Trip) OtherDays(other Trip) bool {
	days := t.CheckIn != other.CheckIn || t.CheckOut != other.CheckOut
	other.CheckIn, other.CheckOut = t.CheckIn, t.CheckOut
	return days && reflect.DeepEqual(t, other)
}

// WithCheckIn returns the trip with another arrival and the same number of nights.
func (t Trip) WithCheckIn(day api.Date) Trip {
	nights := max(1, min(t.Nights(), MaxNights))
	t.CheckIn, t.CheckOut = day, day.AddDays(nights)
	return t
}

// WithStay returns the trip with the days that were typed. An arrival alone keeps the nights.
func (t Trip) WithStay(typed TypedStay) Trip {
	switch {
	case typed.Whole():
		t.CheckIn, t.CheckOut = typed.In, typed.Out
	case !typed.In.IsZero():
		return t.WithCheckIn(typed.In)
	case !typed.Out.IsZero():
		t.CheckOut = typed.Out
	}
	return t
}

// Default returns what a new search starts with: two adults, one room, two nights in two weeks.
func Default(today api.Date) Trip {
	return Trip{CheckIn: today.AddDays(14), CheckOut: today.AddDays(16), Adults: 2, Rooms: 1}
}

// Crowded reports whether the party may be why a search, which is for the largest share, finds nothing.
func (t Trip) Crowded() bool { return t.Largest().Guests() >= crowdedFrom }

// crowdedFrom is the number of guests from which a room for all of them is rare.
const crowdedFrom = 3

// tooLong says by how much a stay is too long, and the year of its departure where a day before the arrival was meant.
func (t Trip) tooLong() string {
	words := fmt.Sprintf("%d nights are more than %d", t.Nights(), MaxNights)
	if in, out := t.CheckIn.Year, t.CheckOut.Year; in != out {
		words += fmt.Sprintf(": the departure is in %d", out)
	}
	return words
}
