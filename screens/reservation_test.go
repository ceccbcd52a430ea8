package screens_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/screens"
	"bellhop/ui/uitest"
)

// What was sold is beside what is stored, and each line says who says it.
func TestAReservationShowsItsTimeline(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	draft := verifiedDraft(t, f)
	draft.Token = api.NewSecret("tok_good")
	made, err := f.deps.Desk.Book(t.Context(), draft)
	if err != nil {
		t.Fatal(err)
	}
	p := startOn(f, screens.NewReservation(f.deps, made.Reservation)).Resize(120, 75)
	p.Has("Agreed and on file", "sold ", "270.01 GBP · attempt att-TEST", "On file as agreed", "Timeline", "service · created", "journal · ada · planned: booking, Sat 19 Dec – Tue 22 Dec 2026 · 3 nights", "journal · ada · sent",
		"journal · ada · answered: booked, confirmed", "service · now confirmed", "Penalty clock", "now: free to cancel until Thu 17 Dec 2026 18:00 (UTC+00:00)", "(and you)")
	p.Has("agreed               Sat 12 Dec 2026 09:30 · by ada", "price                270.01 GBP for 3 nights, 1 room: base price 225.01, taxes 45.00",
		"at the hotel: 2.50 GBP, City charge", "cancelling           free to cancel until Thu 17 Dec 2026 18:00 (UTC+00:00)",
		"90.00 GBP to cancel from Thu 17 Dec 2026 18:00 (UTC+00:00)")
	uitest.Golden(t, "reservation_timeline_120x60", p.Resize(120, 60).View())
	p.Resize(120, 75)
	steps := service.items[0].Rate.Terms.Penalties
	service.items[0].Rate.Terms.Penalties = nil
	p.Press("r").Has("Differs from what was agreed: cancel penalties", "→ not said")
	service.items[0].Rate.Total, service.items[0].Rate.Terms.Penalties = pounds(99900), steps
	service.items[0].Rate.Terms.Penalties[0].Deadline = api.ParseDeadline("2026-12-16T18:00:00+00:00")
	p.Press("r").Has("Differs from what was agreed: total, cancel penalties", "999.00 GBP", "worse", "→ free until Wed 16 Dec 18:00, then")
	// One that was not booked here says so, and invents nothing.
	service.items = append(service.items, storedReservation(0))
	p = startOn(f, screens.NewReservation(f.deps, storedReservation(0))).Resize(120, 60)
	p.Has("It was not booked from this machine", "the service holds    612.40 GBP", "cancelling           free to cancel until Fri 18 Dec 2026 18:00 (UTC+00:00)",
		"service · created").HasNot("Agreed and on file")
}

func TestReservationMasksUntilAsked(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 3)
	p := startOn(f, screens.NewReservation(f.deps, storedReservation(0)))
	p.Has("confirmed", "hotel confirmation HC-00000", "record locator REC000", "Sun 20 Dec – Mon 21 Dec 2026 · 1 night", "M··· G···", "free until Fri 18 Dec 18:00", "612.40 GBP", "cost_centre: CC-0", "c cancel it")
	p.HasNot("Mary", "guest@example.com", "Lamp Street", "cus_9001", "pm_7007", "tok_secret", "\x1b")
	f.goldens("reservation")
	p.Resize(120, 40).Press("u").Has("Mary Graham", "guest@example.com", "+442079460000", "12 Lamp Street", "cus_9001", "pm_7007", "u mask guest").HasNot("tok_secret")
	p.Press("u").HasNot("Mary")
}

// Whom a masked guest was shown is in the journal before they are; it ends on this screen after a minute without a
// key, and when another screen is opened above.
func TestAGuestIsShownOnThisScreenForAWhile(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 3)
	r := storedReservation(0)
	p := startOn(f, screens.NewReservation(f.deps, r)).Resize(120, 60)
	noted := func() (n int) {
		events, err := f.deps.Desk.Recovery.Events(r.ID)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range events {
			if e.Reveal != nil && e.User == "ada" && e.Reveal.Reservation == r.ID {
				n++
			}
		}
		return n
	}
	p.Hold().Press("u", "u").Release().Has("Mary Graham", "journal · ada · guest shown")
	if noted() != 1 {
		t.Fatalf("it is noted %d times", noted())
	}
	p.Advance(59 * time.Second).Has("Mary Graham").Press("down").Advance(59 * time.Second).Has("Mary Graham")
	p.Advance(time.Second).HasNot("Mary Graham").Has("The guest is masked again", "M··· G···")
	p.Press("u").Has("Mary Graham").Press("y", "esc").HasNot("Mary Graham")
	if noted() != 2 {
		t.Errorf("it is noted %d times", noted())
	}
}

// A reveal that the journal cannot note shows nothing, and says why.
func TestAGuestWhoCannotBeNotedStaysMasked(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 3)
	notAFolder := filepath.Join(t.TempDir(), "journal")
	if err := os.WriteFile(notAFolder, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	f.deskOpening(f.service, notAFolder)
	p := startOn(f, screens.NewReservation(f.deps, storedReservation(0)))
	p.Press("u").Has("the guest stays masked, because the journal could not note that it was shown").HasNot("Mary")
}

func TestReservationReloads(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 3)
	p := startOn(f, screens.NewReservation(f.deps, storedReservation(0)))
	service.items[0].Status = "PENDING"
	service.fail = unauthorized()
	p.Press("r")
	onTop(t, p, "API key")
	// The read goes on by itself once there is a new key.
	p.Advance(signInPause).Type("k").Press("enter").Has("PENDING", "not one that is known to allow cancelling").HasNot("c cancel it")
	if service.reads != 2 {
		t.Errorf("%d reads", service.reads)
	}
	p.Hold().Press("r").Has("reading the reservation").Press("esc").Release()
	onTop(t, p, "reservation")
	p.Press("c")
	onTop(t, p, "reservation")
}

// Where nothing may be written the keys that write are gone, and say so.
func TestReadOnlyTakesTheWritesAway(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 3)
	f.deps.ReadOnly = true
	p := startOn(f, screens.NewReservation(f.deps, storedReservation(0))).Resize(120, 40)
	p.Has("u show guest").HasNot("c cancel it", "d change dates", "p change payment", "a rebook")
	for _, key := range []string{"c", "d", "p", "a"} {
		p.Press(key).Has("reservation").HasNot("Cancel this reservation", "New dates")
	}
	p = startOn(f, screens.NewBook(f.deps, verifiedDraft(t, f))).Resize(120, 40)
	p.Has("Read-only: nothing is sent from here.").Type("tok_good").Press("ctrl+b").Has("Read-only: nothing is sent from here.")
	if n := len(service.created); n != 0 {
		t.Errorf("%d bookings were sent", n)
	}
}
