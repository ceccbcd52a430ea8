package screens_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/screens"
	"bellhop/ui/uitest"
)

// A booking that shows up after it counted as not made, and was made again, is
// told at the top of the start screen, in the list of lost answers and on the
// pages of both.
func TestABookingThatShowsUpLateIsTold(t *testing.T) {
	t.Parallel()
	looking(t, 3, func(t *testing.T, f *fixture, service *reservationService) {
		service.createErr = unanswered("create reservation")
		p := startOn(f, screens.NewBook(f.deps, verifiedDraft(t, f)))
		p.Press("ctrl+t", "ctrl+b").Advance(10*time.Minute + time.Second).Press("l")
		f.settled()
		p.Skip(20 * time.Minute).Press("l")
		f.settled().Has("! Not booked, as far as can be told")
		late := service.stored[0]
		late.ID = strings.Repeat("7", len(late.ID)) // The fake service gives one id to all.
		service.createErr = nil
		again := verifiedDraft(t, f)
		again.Despite = []string{"att-TEST"}
		made, err := f.deps.Desk.Book(t.Context(), again)
		if err != nil {
			t.Fatal(err)
		}
		service.items = append([]api.Reservation{late}, service.items...) // Only now a list shows it.
		startOn(f, screens.NewReservations(f.deps, api.ReservationQuery{}))
		p = startOn(f, screens.NewSearch(f.deps, emptyTrip()))
		p.Has("! A booking that was taken for not made exists. Details: ctrl+p", "taken for not made at 10:00 and exists")
		f.goldens("search_late")
		p.Resize(60, 20).Has("! A booking that was taken for not made exists.").Resize(120, 40).Press("ctrl+p")
		p.Has("taken for not made at 10:00 and exists: CONFIRMED", "The same stay stands a second time: booked at 10:00, CONFIRMED",
			"If one is wanted, cancel the other.", "enter open reservation", "all outcomes known")
		f.goldens("unresolved_late")
		uitest.Sweep(t, p)
		p.Resize(120, 60).Press("enter")
		onTop(t, p, "reservation")
		f.settled().Has("! This booking was taken for not made at 10:00 and exists.", "! The same stay stands a second time: ", "! If one is wanted, cancel the other.",
			"journal · looked: found, CONFIRMED")
		f.allGoldens("reservation_late")
		startOn(f, screens.NewReservation(f.deps, made.Reservation))
		f.settled().Has("! The same stay stands a second time: ").HasNot("was taken for not made")
	})
}

// Of several drafts that were left the newest is offered, and the others after
// it; each is gone on with or thrown away by itself.
func TestSearchOffersOneDraftAfterTheOther(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 0)
	dir, kept := stores(f)
	older := verifiedDraft(t, f)
	older.Guest.GivenName = "Zoe"
	left(f, dir, older)
	newer := verifiedDraft(t, f)
	newer.Replaces = &api.Reservation{ID: "R1", CheckIn: api.ParseInstant("2026-12-12T00:00:00Z"), CheckOut: api.ParseInstant("2026-12-14T00:00:00Z")}
	savedAt := booking.NewDraftStore(dir, "demo", func() time.Time { return f.now().Add(time.Minute) })
	if err := errors.Join(savedAt.Save(newer), savedAt.Close()); err != nil {
		t.Fatal(err)
	}
	p := f.start(screens.NewSearch(f.deps, emptyTrip()))
	p.Has("M··· G···", "in place of Sat 12 Dec – Mon 14 Dec 2026 · 2 nights", "2 drafts are kept: ctrl+y shows the next.").HasNot("Z··· G···")
	f.goldens("search_drafts")
	p.Press("ctrl+y").Has("Z··· G···", "2 drafts are kept: ctrl+y shows the next.").HasNot("M··· G···")
	p.Press("ctrl+x").Has("M··· G···").HasNot("ctrl+y")
	if text := kept(); text == "" {
		t.Error("both are gone")
	}
	p.Press("ctrl+y", "ctrl+x").HasNot("ctrl+g", "ctrl+x")
	if text := kept(); text != "" {
		t.Errorf("the drafts are %q", text)
	}
}
