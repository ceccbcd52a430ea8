package screens_test

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/screens"
	"bellhop/ui"
)

// press gives a screen one key outside of any shell: what its command answers
// is not delivered, as when the console has ended.
func press(t *testing.T, s ui.Screen, name string) tea.Cmd {
	t.Helper()
	msg, ok := ui.ParseKey(name)
	if !ok {
		t.Fatalf("there is no key %q", name)
	}
	_, cmd := s.Update(msg)
	return cmd
}

func TestBookTellsWhatIsUnfinished(t *testing.T) {
	t.Parallel()
	const stay = "The Aldwych Lantern, Sat 19 Dec – Tue 22 Dec 2026 · 3 nights"
	const unknown = "A booking was being sent and its outcome is not known: attempt att-TEST, " + stay +
		". It may be booked and charged. Bellhop looks for it at its next start; do not book it again before."
	for name, tt := range map[string]struct {
		err      error
		simulate bool
		before   string // what is told before the service has answered
		after    string
	}{
		"booked": {
			before: unknown,
			after: "The booking that was being sent was answered: confirmed, " + stay +
				", hotel confirmation HC-77120 · record locator QWERTZ · reservation 0123456789abcdef0123456789abcdef.",
		},
		"refused": {
			err: &api.Error{Status: 400, Type: api.TypePayment, Message: "Card declined"}, before: unknown,
			after: "The booking that was being sent failed, and nothing is booked: " + stay + ".",
		},
		"unanswered": {err: unanswered("create reservation"), before: unknown, after: unknown},
		"broken":     {err: panickingError{}, before: unknown, after: unknown},
		"simulated": {
			err: unanswered("create reservation"), simulate: true,
			before: "A simulated booking was being sent and its outcome is not known: attempt att-TEST, " + stay + ".",
			after:  "A simulated booking was being sent and its outcome is not known: attempt att-TEST, " + stay + ".",
		},
	} {
		t.Run(name, func(t *testing.T) {
			f, service := newFixtureWith(t, 0)
			service.createErr = tt.err
			s := screens.NewBook(f.deps, verifiedDraft(t, f))
			s.SetSize(118, 36)
			press(t, s, "ctrl+t")
			if tt.simulate {
				press(t, s, "tab")
				press(t, s, "right")
			}
			if got := s.Unfinished(); got != "" {
				t.Errorf("before anything is sent it tells %q", got)
			}
			cmd := press(t, s, "ctrl+b")
			if got := s.Unfinished(); got != tt.before {
				t.Errorf("it tells\n%q, want\n%q", got, tt.before)
			}
			msg := cmd()
			if got := s.Unfinished(); got != tt.after {
				t.Errorf("after the answer it tells\n%q, want\n%q", got, tt.after)
			}
			s.Update(msg)
			if got := s.Unfinished(); got != "" {
				t.Errorf("once the screen has said it, it tells %q", got)
			}
		})
	}
}

func TestCancelTellsWhatIsUnfinished(t *testing.T) {
	t.Parallel()
	const which = "reservation 00000000000000000000000000000000, The Aldwych Lantern, Sun 20 Dec – Mon 21 Dec 2026 · 1 night"
	const unknown = "A cancellation was being sent and its outcome is not known: " + which +
		". It may be cancelled. Bellhop looks for it at its next start; do not cancel it again before."
	for name, tt := range map[string]struct {
		err   error
		after string
	}{
		"cancelled": {nil, "The cancellation that was being sent is done: " + which + "."},
		"refused": {
			&api.Error{Status: 400, Type: api.TypeCancellation, Message: "Too late"},
			"The cancellation that was being sent failed, and the reservation stands: " + which + ".",
		},
		"unanswered": {unanswered("cancel reservation"), unknown},
	} {
		t.Run(name, func(t *testing.T) {
			f, service := newFixtureWith(t, 3)
			service.cancelErr = tt.err
			s := screens.NewCancel(f.deps, storedReservation(0))
			s.SetSize(118, 36)
			if got := s.Unfinished(); got != "" {
				t.Errorf("before anything is sent it tells %q", got)
			}
			cmd := press(t, s, "ctrl+x")
			if got := s.Unfinished(); got != unknown {
				t.Errorf("it tells\n%q, want\n%q", got, unknown)
			}
			cmd()
			if got := s.Unfinished(); got != tt.after {
				t.Errorf("after the answer it tells\n%q, want\n%q", got, tt.after)
			}
		})
	}
}

// That something is being sent is logged before it is, with what finds it
// again and without the guest; it travels under the same attempt.
func TestWritesAreLoggedBeforeTheyAreSent(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 3)
	var log bytes.Buffer
	f.deps.Log = slog.New(slog.NewTextHandler(&log, nil))
	p := startOn(f, screens.NewBook(f.deps, verifiedDraft(t, f)))
	p.Press("ctrl+t").Hold().Press("ctrl+b")
	if len(service.created) != 0 || log.Len() != 0 {
		t.Errorf("while it is only read, %d bookings are sent; the log is %q", len(service.created), log.String())
	}
	service.meanwhile = func() {
		if !strings.Contains(log.String(), `msg="booking is being sent" attempt=att-TEST`) {
			t.Errorf("when it is sent the log is %q", log.String())
		}
	}
	p.Release()
	custom := service.created[0].CustomData
	if last := custom[len(custom)-1]; last.Text != "att-TEST" {
		t.Errorf("the attempt that was sent is %q", last.Text)
	}
	p = startOn(f, screens.NewCancel(f.deps, storedReservation(0)))
	service.meanwhile = func() {
		if !strings.Contains(log.String(), `msg="cancellation is being sent" reservation=00000000000000000000000000000000`) {
			t.Errorf("when it is sent the log is %q", log.String())
		}
	}
	p.Press("ctrl+x")
	if service.cancels != 1 {
		t.Errorf("%d cancellations were sent", service.cancels)
	}
	for _, guest := range []string{"Graham", "guest@example.com", "tok_good"} {
		if strings.Contains(log.String(), guest) {
			t.Errorf("the log holds %q", guest)
		}
	}
}

// The end of the program waits for a write, but not for ever.
func TestWritesSettle(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f, _ := newFixtureWith(t, 3)
		f.deps.Writes = &screens.Writes{}
		settle := func() time.Duration {
			started := time.Now()
			f.deps.Writes.Settle(2 * time.Second)
			return time.Since(started)
		}
		if took := settle(); took != 0 {
			t.Errorf("with nothing sent it takes %s", took)
		}
		s := screens.NewCancel(f.deps, storedReservation(0))
		cmd := press(t, s, "ctrl+x")
		if took := settle(); took != 2*time.Second {
			t.Errorf("a write that does not end takes %s", took)
		}
		go func() {
			time.Sleep(time.Second)
			cmd()
		}()
		if took := settle(); took != time.Second {
			t.Errorf("a write that takes a second takes %s", took)
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

// What is told after the console's end names the reservation and no payment.
func TestChangesTellWhatIsUnfinished(t *testing.T) {
	t.Parallel()
	type unfinished interface{ Unfinished() string }
	f, service := newFixtureWith(t, 0)
	dates := screens.NewDates(f.deps, movable(service))
	startOn(f, dates).Type("27dec").Press("ctrl+s").Hold().Press("ctrl+b")
	payment := screens.NewPayment(f.deps, service.items[0])
	for _, r := range "tok_marked" {
		press(t, payment, string(r))
	}
	press(t, payment, "ctrl+b")
	for name, c := range map[string]struct {
		screen ui.Screen
		want   string
	}{
		"dates":   {dates, "A change of dates was being sent and its outcome is not known: reservation 00000000000000000000000000000000, The Aldwych Lantern, to Sun 27 Dec – Mon 28 Dec 2026 · 1 night. The next start finds out."},
		"payment": {payment, "A change of payment was being sent and its outcome is not known: reservation 00000000000000000000000000000000, The Aldwych Lantern. The same one may be set again."},
	} {
		if got := c.screen.(unfinished).Unfinished(); got != c.want || strings.Contains(got, "tok_marked") {
			t.Errorf("%s: %q", name, got)
		}
	}
	if f.pump.Release(); dates.Unfinished() != "" {
		t.Errorf("after the answer: %q", dates.Unfinished())
	}
}
