package booking

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	ics "github.com/arran4/golang-ical"

	"bellhop/booking/document"
	"bellhop/booking/exports"
	"bellhop/booking/terms"
	"bellhop/internal/safetext"
)

// WriteCalendar writes the deadlines as events with alarms (RFC 5545). The guest is not in it, because
// calendars are shared. Every title of a sandbox's event says so, because a trial must not look real.
func WriteCalendar(w io.Writer, made time.Time, from document.Origin, list []Due) error {
	cal := ics.NewCalendarFor("bellhop")
	cal.SetMethod(ics.MethodPublish)
	cal.SetXWRCalName("Deadlines, " + safetext.Line(from.Words()))
	for _, due := range list {
		AddDeadline(cal, made, from, due)
	}
	if err := cal.SerializeTo(w, ics.WithNewLineWindows); err != nil {
		return fmt.Errorf("writing the calendar: %w", err)
	}
	return nil
}

// AddDeadline adds the event of one deadline, with its alarms, where there is one.
func AddDeadline(cal *ics.Calendar, made time.Time, from document.Origin, due Due) {
	if due.Next == nil || due.Next.From.IsZero() {
		return
	}
	r, at := due.Reservation, due.Next.From.UTC()
	title := deadlineTitle(due) + ": " + r.Hotel.Name
	if trial := from.Trial(); trial != "" {
		title = trial + ": " + title
	}
	event := cal.AddEvent(fmt.Sprintf("%s-%d@bellhop", safetext.Line(r.ID), at.Unix()))
	event.SetDtStampTime(made.UTC())
	event.SetStartAt(at)
	event.SetEndAt(at)
	event.SetSummary(safetext.Line(title))
	event.SetDescription(safetext.Lines(strings.Join(due.deadlineText(), "\n")))
	event.SetTimeTransparency(ics.TransparencyTransparent)
	for _, before := range []string{"-P3D", "-P1D", "-PT2H"} {
		alarm := event.AddAlarm()
		alarm.SetAction(ics.ActionDisplay)
		alarm.SetTrigger(before)
		alarm.SetProperty(ics.ComponentPropertyDescription, title)
	}
}

// deadlineTitle says by when to cancel, in the hotel's time with its zone, since a calendar shows the entry in its
// own, and what cancelling costs until then: "Cancel by Mon 23 Nov 14:00 (UTC+01:00), free until then".
func deadlineTitle(due Due) string {
	by := terms.DeadlineWords(due.Next.Deadline)
	switch d := due.Next.Deadline; {
	case due.Next.Assumed:
		by += " at the earliest"
	case d.HasOffset:
		by += " (UTC" + d.Wall.Format("-07:00") + ")"
	}
	return "Cancel by " + by + ", " + due.Now.Words() + " until then"
}

func (d Due) deadlineText() []string {
	r := d.Reservation
	lines := []string{
		d.Stay.Words(),
		"Until then: " + d.Now.Sentence(),
		"From " + terms.DeadlineLong(d.Next.Deadline) + " on: " + d.Then.PenaltyWords(),
		"Reservation " + r.ID,
	}
	if d.Next.Assumed {
		lines = append(lines, "The deadline came without a time zone: this is the earliest moment that it can mean.")
	}
	if r.Confirmation != nil && r.Confirmation.HotelNumber != "" {
		lines = append(lines, "Hotel confirmation "+r.Confirmation.HotelNumber)
	}
	if r.Confirmation != nil && r.Confirmation.RecordLocator != "" {
		lines = append(lines, "Record locator "+r.Confirmation.RecordLocator)
	}
	return lines
}

// SaveCalendar writes WriteCalendar's file into a folder, which it makes if it is not there, and returns its
// path. The name depends only on environment and profile, so a calendar that follows the file always has the newest deadlines.
func SaveCalendar(folder string, made time.Time, from document.Origin, list []Due) (string, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", fmt.Errorf("saving the calendar: %w", err)
	}
	path := filepath.Join(folder, exports.FileName(from, "deadlines")+".ics")
	err := replaceFile(path, ".deadlines-*", func(w io.Writer) error { return WriteCalendar(w, made, from, list) })
	if err != nil {
		return "", fmt.Errorf("saving the calendar: %w", err)
	}
	return path, nil
}

// replaceFile writes a file for the owner only beside its place and then puts it there: a crash leaves the old
// one or the new one.
func replaceFile(path, pattern string, write func(io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(path), pattern)
	if err != nil {
		return err
	}
	err = errors.Join(write(f), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}
