package screens_test

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"bellhop/api"
	"bellhop/screens"
)

// A cancellation is not sent while nobody knows what came of an earlier write
// to the reservation. What the screen says then names that write, and does not
// say how the reservation stands, because nobody knows.
func TestCancelWaitsForAnEarlierWrite(t *testing.T) {
	t.Parallel()
	looking(t, 3, func(t *testing.T, f *fixture, service *reservationService) {
		r := storedReservation(0)
		service.modifyErr = unanswered("modify reservation")
		service.fail = unanswered("read reservation")
		p := startOn(f, screens.NewCancel(f.deps, r))
		if _, err := f.deps.Desk.ChangePayment(t.Context(), r, api.NewSecret("other_card"), api.NewSecret("123")); err == nil {
			t.Fatal("the change's answer was not lost")
		}
		p.Press("ctrl+x")
		f.settled().Has("! The cancellation was not sent: an earlier write has no known outcome yet",
			f.deps.Desk.Recovery.Writes()[0].Plan.Attempt, "Try again when its outcome is known.").HasNot("stands as it was")
		if service.cancels != 0 {
			t.Errorf("%d cancellations were sent", service.cancels)
		}
	})
}

// Two answers that were lost in one moment keep their places in the list: it is
// read again at every look, and a key means the one under the cursor.
func TestLostAnswersOfOneMomentKeepTheirPlaces(t *testing.T) {
	t.Parallel()
	looking(t, 3, func(t *testing.T, f *fixture, service *reservationService) {
		service.createErr, service.cancelErr = unanswered("create reservation"), unanswered("cancel reservation")
		startOn(f, screens.NewCancel(f.deps, service.items[0])).Press("ctrl+x")
		f.settled()
		startOn(f, screens.NewBook(f.deps, verifiedDraft(t, f))).Press("ctrl+t", "ctrl+b")
		f.settled()
		first := f.deps.Desk.Recovery.Writes()
		for range 50 {
			if list := f.deps.Desk.Recovery.Writes(); len(list) != 2 || list[0].Plan.Attempt != first[0].Plan.Attempt {
				t.Fatalf("%d are listed, %s first after %s", len(list), list[0].Plan.Attempt, first[0].Plan.Attempt)
			}
		}
	})
}

// The words of a refusal may quote what was typed of a guest: the log has only
// what says where and why.
func TestTheLogQuotesNoRefusal(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 3)
	var log bytes.Buffer
	f.deps.Log = slog.New(slog.NewTextHandler(&log, nil))
	service.cancelErr = &api.Error{Operation: "cancel reservation", Status: 400, Type: "VALIDATION", RequestID: "q-1", Message: "mary@example.com is not an address"}
	startOn(f, screens.NewCancel(f.deps, storedReservation(0))).Press("ctrl+x").Has("mary@example.com")
	if text := log.String(); strings.Contains(text, "mary") || !strings.Contains(text, "VALIDATION") || !strings.Contains(text, "q-1") {
		t.Errorf("the log says %q", text)
	}
	log.Reset()
	service.cancelErr = &api.Error{Operation: "cancel reservation", Message: "nothing was sent: no route to host"}
	startOn(f, screens.NewCancel(f.deps, storedReservation(0))).Press("ctrl+x")
	if !strings.Contains(log.String(), "no route to host") {
		t.Errorf("of a network that is gone the log says only %q", log.String())
	}
}
