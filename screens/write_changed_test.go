package screens_test

import (
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/screens"
	"bellhop/ui"
	"bellhop/ui/uitest"
)

// Whatever has changed since a page was opened is shown as it was and as it is, and asked about, before any of the
// three writes to a reservation is sent; enter and the write's own key send nothing of what is worse.
func TestWritesAskAboutWhatHasChanged(t *testing.T) {
	t.Parallel()
	opens := map[string]string{"cancel": "c", "change dates": "d", "change payment": "p"}
	for name, w := range writeScreens(t) {
		if name == "book" {
			continue
		}
		for change, c := range map[string]struct {
			happens func(f *fixture, r *api.Reservation)
			says    string
			over    bool
		}{
			"another desk cancels it": {func(_ *fixture, r *api.Reservation) { r.Status = api.StatusCanceled }, "cancelled (CANCELED)", true},
			"another desk moves it": {func(_ *fixture, r *api.Reservation) {
				r.CheckIn.Time, r.CheckOut.Time = r.CheckIn.Time.AddDate(0, 0, 1), r.CheckOut.Time.AddDate(0, 0, 1)
			}, "Sun 20 Dec – Mon 21 Dec 2026 · 1 night → Mon 21 Dec – Tue 22 Dec 2026 · 1 night", false},
			"the hotel asks for more": {func(_ *fixture, r *api.Reservation) { r.Rate.Total = pounds(70000) }, "worse: 612.40 GBP → 700.00 GBP (+87.60)", false},
			"the deadline passes":     {func(f *fixture, _ *api.Reservation) { f.asleep = 2 * time.Minute }, "worse: nothing → 204.13 GBP", false},
		} {
			t.Run(name+", "+change, func(t *testing.T) {
				t.Parallel()
				f, service := newFixtureWith(t, 0)
				movable(service)
				r := &service.items[0]
				r.Rate.Terms.Penalties[0].Deadline = api.ParseDeadline(uitest.Now().Add(time.Minute).Format(time.RFC3339))
				p := startOn(f, screens.NewReservation(f.deps, *r)).Press(opens[name])
				onTop(t, p, name)
				p.Has("Mary Graham", "The Aldwych Lantern", "Sun 20 Dec – Mon 21 Dec 2026", "HC-00000", "REC000")
				send := w.keys[len(w.keys)-1]
				p.Press(w.keys[:len(w.keys)-1]...)
				c.happens(f, r)
				p.Press(send).Has(c.says).HasNot("sent once")
				onTop(t, p, name)
				p.Press(send)
				if n := w.sent(service); n != 0 {
					t.Fatalf("%d were sent:\n%s", n, p.View())
				}
				if c.over {
					p.HasNot("ctrl+y", "worse: confirmed → cancelled") // The status stands there once.
					return
				}
				label := map[bool]string{true: "ctrl+y accept the change", false: "ctrl+y accept what is worse"}[change == "another desk moves it"]
				p.Has(label)
				if n := strings.Count(p.View(), "cancelling now costs"); n > 1 {
					t.Errorf("what cancelling costs stands there %d times:\n%s", n, p.View())
				}
				if change == "the hotel asks for more" {
					f.goldens("changed_" + map[string]string{"c": "cancel", "d": "dates", "p": "payment"}[opens[name]])
				}
				p.Press("ctrl+y", send)
				if n := w.sent(service); n != 1 {
					t.Fatalf("%d were sent after it was agreed to:\n%s", n, p.View())
				}
			})
		}
	}
}

// A read that fails stops the write, says that nothing was sent, and can be tried again; what was typed stays.
func TestWritesStopWhereTheReadFails(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 1)
	p := startOn(f, screens.NewPayment(f.deps, storedReservation(0))).Type("tok_x")
	service.fail = &api.Error{Operation: "read reservation", Status: 503, Message: "later"}
	p.Press("ctrl+b").Has("! Nothing was sent: the reservation could not be read first", "nothing sent yet").HasNot("not accepted")
	if len(service.modified) != 0 {
		t.Fatal("it was sent all the same")
	}
	p.Press("ctrl+b").Has("The payment method is changed")
	if len(service.modified) != 1 || service.modified[0].Token.Reveal() != "tok_x" {
		t.Errorf("%d were sent", len(service.modified))
	}
}

// A long name is whole where it decides whose booking it is.
func TestWritesShowALongNameWhole(t *testing.T) {
	t.Parallel()
	for name, open := range map[string]func(d *screens.Deps, r api.Reservation) ui.Screen{
		"cancel":  func(d *screens.Deps, r api.Reservation) ui.Screen { return screens.NewCancel(d, r) },
		"dates":   func(d *screens.Deps, r api.Reservation) ui.Screen { return screens.NewDates(d, r) },
		"payment": func(d *screens.Deps, r api.Reservation) ui.Screen { return screens.NewPayment(d, r) },
	} {
		f, service := newFixtureWith(t, 0)
		r := movable(service)
		r.Guest.GivenName, r.Guest.Surname = "Maria Magdalena Wilhelmina Henrietta Josephine", "von der Schulenburg-Wolfsburg-Hohenlohe and Altenstadt"
		p := startOn(f, open(f.deps, r)).Resize(60, 20)
		if words := strings.Join(strings.Fields(p.View()), " "); !strings.Contains(words, "Altenstadt") {
			t.Errorf("%s cuts it:\n%s", name, p.View())
		}
		uitest.Golden(t, "long_name_"+name+"_60x20", p.View())
	}
}
