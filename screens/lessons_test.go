package screens_test

import (
	"strings"
	"testing"

	"bellhop/api"
	"bellhop/screens"
	"bellhop/ui"
	"bellhop/ui/uitest"
)

// taught has the fixture explain keys that were used so often.
func taught(f *fixture, uses map[string]int) (used *[]string) {
	used = &[]string{}
	lessons := &screens.Lessons{Uses: func() map[string]int { return uses }, Use: func(name string) { *used = append(*used, name) }}
	f.change = append(f.change, func(o *ui.Options) {
		o.Lessons = lessons
		o.Environment = f.deps.Environment
	})
	return used
}

// A key that sends something is explained where it is offered, until it was used three times. In a sandbox it takes no key
// more than without.
func TestAWriteIsExplainedThreeTimes(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 3)
	used := taught(f, map[string]int{"ctrl+b book it": 1})
	const explained = "ctrl+b books it: it is sent to the service once."
	p := startOn(f, screens.NewBook(f.deps, verifiedDraft(t, f)))
	p.Has(explained)
	f.goldens("lesson_book")
	p.Resize(120, 40)
	// What does not send is no use of it.
	p.Press("ctrl+b").Has(explained)
	if len(*used) != 0 {
		t.Fatalf("counted %q", *used)
	}
	p.Press("ctrl+t", "ctrl+b")
	onTop(t, p, "receipt")
	if len(service.created) != 1 || strings.Join(*used, ",") != "ctrl+b book it" {
		t.Fatalf("%d bookings, counted %q", len(service.created), *used)
	}
	p.HasNot(explained)
	f2, _ := newFixtureWith(t, 3)
	taught(f2, map[string]int{"ctrl+b book it": 3})
	startOn(f2, screens.NewBook(f2.deps, verifiedDraft(t, f2))).HasNot(explained)
}

func TestEveryWriteHasALesson(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 3)
	taught(f, nil)
	startOn(f, screens.NewCancel(f.deps, storedReservation(0))).Has("ctrl+x cancels it at the service, once, at the cost above.")
	f.goldens("lesson_cancel")
	startOn(f, screens.NewPayment(f.deps, storedReservation(0))).Has("ctrl+b sends the new payment to the service, once.")
	g, service := newFixtureWith(t, 3)
	taught(g, nil)
	startOn(g, screens.NewDates(g.deps, movable(service))).Type("27dec").Press("ctrl+s").Has("ctrl+b sends the new dates to the service, once.")
	g.service.verified = func(v *api.Verification) { v.Total = pounds(99900) }
	h := newFixture(t)
	taught(h, nil)
	h.service.verified = g.service.verified
	p := h.start(screens.NewTerms(h.deps, londonDraft(h))).Has("ctrl+y accepts what has changed since it was shown.").Press("ctrl+y")
	onTop(t, p, "guest")
}

// In production, what asks for no typed word asks once more; any other key takes that back.
func TestProductionAsksOnceMore(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	production(f)
	f.deps.Environment.Live = true
	used := taught(f, nil)
	f.service.verified = func(v *api.Verification) { v.Total = pounds(99900) }
	p := f.start(screens.NewTerms(f.deps, londonDraft(f)))
	p.Press("ctrl+y").Has("Press it once more: ctrl+y accepts what has changed")
	onTop(t, p, "terms")
	p.Press("down").HasNot("once more").Press("ctrl+y").Has("once more").Press("ctrl+y")
	onTop(t, p, "guest")
	if strings.Join(*used, ",") != "ctrl+y accept" {
		t.Errorf("counted %q", *used)
	}
}

func TestSweepOfALesson(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 3)
	taught(f, nil)
	uitest.Sweep(t, startOn(f, screens.NewBook(f.deps, verifiedDraft(t, f))))
	uitest.Sweep(t, startOn(f, screens.NewCancel(f.deps, storedReservation(0))).Press("ctrl+x"))
}
