package voucher

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"time"

	ics "github.com/arran4/golang-ical"

	"bellhop/booking"
	"bellhop/booking/exports"
	"bellhop/internal/safetext"
)

// ErrNoDays is of a reservation that a calendar has no entry for.
var ErrNoDays = errors.New("the days of the stay are not known, and no deadline is: there is nothing for a calendar")

// Calendar returns the stay as an entry of whole days, the last one included, and the deadline of cancelling as another
// one with alarms (RFC 5545). The guest is not in it, because calendars are shared.
func (v Voucher) Calendar() (string, error) {
	cal := ics.NewCalendarFor("bellhop")
	cal.SetMethod(ics.MethodPublish)
	if from := v.Origin.Words(); from != "" {
		cal.SetXWRCalName("Hotel stay, " + safetext.Line(from))
	}
	if !v.Stay.In.IsZero() && !v.Stay.Out.IsZero() {
		v.addStay(cal)
	}
	if v.Due != nil {
		booking.AddDeadline(cal, v.Now, v.Origin, *v.Due)
	}
	if len(cal.Events()) == 0 {
		return "", ErrNoDays
	}
	var text bytes.Buffer
	if err := cal.SerializeTo(&text, ics.WithNewLineWindows); err != nil {
		return "", fmt.Errorf("writing the calendar: %w", err)
	}
	return text.String(), nil
}

// CalendarFile returns the calendar as a file, and the name that it gets.
func (v Voucher) CalendarFile() (name string, file exports.File, err error) {
	text, err := v.Calendar()
	return exports.ClientFileName(v.Origin, v.nameParts("stay")...), exports.File{Ending: "ics", Text: text}, err
}

func (v Voucher) addStay(cal *ics.Calendar) {
	event := cal.AddEvent(safetext.Line(v.Reservation.ID) + "-stay@bellhop")
	event.SetDtStampTime(v.Now.UTC())
	event.SetAllDayStartAt(v.Stay.In.In(time.UTC))
	// The day after the last one: the guest leaves on a day that counts.
	event.SetAllDayEndAt(v.Stay.Out.AddDays(1).In(time.UTC))
	event.SetSummary(safetext.Line(joined(": ", v.Origin.Trial(), v.Hotel.Name)))
	event.SetLocation(safetext.Line(joined(", ", v.Hotel.Name, v.Hotel.Address)))
	event.SetTimeTransparency(ics.TransparencyTransparent)
	if v.canceled() {
		event.SetStatus(ics.ObjectStatusCancelled)
	}
	hotel, locator := v.numbers()
	lines := []string{
		"In " + joined(", ", v.Stay.InWords(), before("from ", v.Hotel.In)), "Out " + joined(", ", v.Stay.OutWords(), before("by ", v.Hotel.Out)),
		joined(", ", v.partyWords(), v.roomWords()),
		before("Hotel confirmation ", hotel), before("Record locator ", locator), before("Telephone ", v.Hotel.Phone),
	}
	event.SetDescription(safetext.Lines(joined("\n", lines...)))
}

// DeadlineWords says what the calendar's alarm is for, and empty where it has none.
func (v Voucher) DeadlineWords() string {
	if v.Due == nil || v.Due.Next == nil || v.Due.Next.From.IsZero() {
		return ""
	}
	return strings.TrimSuffix(v.Terms.AgreedLines(v.Now)[0], ".")
}
