package screens_test

import (
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking/quote/quotetest"
	"bellhop/booking/quotestore"
	"bellhop/screens"
	"bellhop/ui"
	"bellhop/ui/uitest"
)

// quoteOf marks the first two rates of the list and makes a quote of them.
func quoteOf(t *testing.T, f *fixture) *uitest.Pump {
	t.Helper()
	f.deps.Exports = filepath.Join(t.TempDir(), "exports")
	f.deps.Quotes = quotestore.NewStore(filepath.Join(t.TempDir(), "quotes"), "demo@here", f.now)
	p := trayOf(f, 2).Has("q quote").Press("q")
	onTop(t, p, "quote")
	return p
}

// From the tray to a file for the client: previewed, marked up, copied and written, while nothing is asked anew.
func TestAQuoteIsHandedOut(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := quoteOf(t, f).Has("Hotel quote", "At a glance", "1. The Aldwych Lantern", "kept for thirty days")
	goldensAtFour(f, "quote")
	searches, verified := len(f.service.searches), f.service.verifications
	p.Resize(120, 40).Press("%").Has("mark-up", "The service is never told").Type("10 EUR").Press("enter").Has("cannot be added to")
	p.Press("ctrl+u").Type("12.5%")
	goldensAtFour(f, "quote_markup")
	p.Resize(120, 40).Press("enter").Has("Mark-up 12.5%", "total").HasNot("270.01")
	says(t, p.Press("y"), "The quote was copied with xclip.", "Kept since")
	says(t, p.Press("v"), "sandbox-demo-quote-2026-12-19-the-aldwych-lantern.txt, .md and .html in ")
	says(t, p.Resize(80, 24).Press("pgdown", "pgdown", "v"), "and .html in ") // Whoever has read on sees it, too.
	says(t, p.Press("pgdown", "y"), "The quote was copied with xclip.").Resize(120, 40)
	files := exported(t, f)
	if len(f.copied) != 2 || f.copied[0] != files["sandbox-demo-quote-2026-12-19-the-aldwych-lantern.txt"] || strings.Contains(f.copied[0], "12.5") {
		t.Errorf("copied %q, written %q", f.copied, files)
	}
	if len(f.service.searches) != searches || f.service.verifications != verified {
		t.Error("making a quote asked the service")
	}
	// The same quote is kept once; with another mark-up it is another one.
	p.Press("Q")
	onTop(t, p, "quotes")
	p.Has("1 quote", "The Aldwych Lantern and 1 other", "2").Press("esc", "%", "ctrl+u", "enter", "y", "Q").Has("2 quotes")
	p.Press("esc", "esc")
	onTop(t, p, "tray")
	uitest.Sweep(t, p.Press("q"))
	uitest.Sweep(t, p.Press("%").Type("x").Press("enter"))
}

// A kept quote is opened again as it was, and verified again: what became of each offer stands above.
func TestAKeptQuoteIsVerifiedAgain(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := quoteOf(t, f).Press("y", "esc", "Q")
	goldensAtFour(f, "quotes")
	p.Resize(120, 40).Press("enter")
	onTop(t, p, "quote")
	says(t, p, "Kept since").HasNot("Q kept quotes")
	f.service.verified = func(v *api.Verification) { v.Total = pounds(99900) }
	p.Press("ctrl+v").Has("1. The Aldwych Lantern", "dearer by", "999.00 GBP")
	goldensAtFour(f, "quote_again")
	says(t, p.Resize(120, 40).Press("y"), "Kept since").Press("esc").Has("2 quotes")
	// One of which nothing is left is not handed out, and one that nobody could ask for stays as it was.
	f.service.verified = nil
	p.Press("enter")
	f.service.fail = &api.Error{Operation: "verify rate", Status: 503, Message: "no"}
	p.Press("ctrl+v").Has("could not be asked")
	p.Press("esc", "x").Has("Remove this quote?").Press("esc")
	onTop(t, p, "tray")
	p.Press("ctrl+k").Type("quotes of").Press("enter")
	onTop(t, p, "quotes")
	p.Press("x", "x").Has("1 quote").Press("x", "x").Has("No quotes")
	uitest.Sweep(t, p)
}

// A quote that is written while the copied one is still being kept is kept once, and stays as it is until then.
func TestQuote_KeptOnceWhenWrittenWhileKeeping(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := quoteOf(t, f)
	s := p.Top()
	press := func(name string) tea.Cmd {
		msg, _ := ui.ParseKey(name)
		_, cmd := s.Update(msg)
		return cmd
	}
	answer := func(cmd tea.Cmd) tea.Cmd {
		_, next := s.Update(cmd())
		return next
	}
	keeping := answer(press("y"))
	if press("%"); s.(*screens.Quote).Typing() || press("ctrl+v") != nil {
		t.Error("the quote can be changed while it is being kept")
	}
	again := answer(press("v"))
	answer(keeping)
	if again != nil {
		answer(again)
	}
	kept, _, err := f.deps.Quotes.List(f.deps.Desk)
	if err != nil || len(kept) != 1 {
		t.Errorf("%d quotes are kept, %v", len(kept), err)
	}
	if files := exported(t, f); len(f.copied) != 1 || len(files) != 3 {
		t.Errorf("copied %q, written %q", f.copied, files)
	}
	says(t, p.Resize(120, 41), "Kept since", ".txt, .md and .html in ")
	p.Press("%").Has("mark-up")
}

// A key that is pressed while the other one's answer is on its way is not lost.
func TestQuote_CopiedAndWrittenAtOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	s := quoteOf(t, f).Top()
	press := func(name string) tea.Cmd {
		msg, _ := ui.ParseKey(name)
		_, cmd := s.Update(msg)
		return cmd
	}
	for running := []tea.Cmd{press("y"), press("v")}; len(running) > 0; running = running[1:] {
		if cmd := running[0]; cmd != nil {
			_, next := s.Update(cmd())
			running = append(running, next)
		}
	}
	kept, _, err := f.deps.Quotes.List(f.deps.Desk)
	if err != nil || len(kept) != 1 {
		t.Errorf("%d quotes are kept, %v", len(kept), err)
	}
	if files := exported(t, f); len(f.copied) != 1 || len(files) != 3 {
		t.Errorf("copied %q, written %q", f.copied, files)
	}
}

func TestAQuoteWithoutFilesOrStore(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := trayOf(f, 1).Press("q")
	onTop(t, p, "quote")
	p.HasNot("v write it", "Q kept quotes", "thirty days").Press("y").Has("The quote was copied with xclip.")
	empty := newFixture(t)
	startOn(empty, screens.NewQuote(empty.deps)).Has("Nothing to hand out", "No rate can be quoted.").HasNot("y copy it")
}

// No form of a quote has a rate that was gone when last verified. A changed rate is quoted as it is now. The screen names
// both.
func TestQuote_LeavesOutWhatIsGone(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.deps.Exports = filepath.Join(t.TempDir(), "exports")
	f.deps.Quotes = quotestore.NewStore(filepath.Join(t.TempDir(), "quotes"), "demo@here", f.now)
	p := trayOf(f, 2).Press("q", "y")
	says(t, p, "Kept since").Press("esc")
	f.service.gone = func(hotel int) bool { return hotel == 0 }
	f.service.verified = func(v *api.Verification) { v.Total = pounds(99900) }
	p.Press("ctrl+v").Has("gone", "dearer by")
	p.Press("q")
	onTop(t, p, "quote")
	p.Has("The Aldwych Lantern, Classic Queen, 1 queen bed: not offered any more, left out", "Londinium House, Classic Queen, 1 queen bed is quoted as it is now: dearer by", "999.00 GBP")
	says(t, p.Press("v"), ".txt, .md and .html in ")
	for name, text := range exported(t, f) {
		if strings.Contains(text, "Aldwych") || !strings.Contains(text, "999.00 GBP") {
			t.Errorf("%s offers what is gone:\n%s", name, text)
		}
	}
	// A quote that was kept before says what has become of it since.
	p.Press("esc", "Q").Has("2 quotes").Press("down", "enter")
	onTop(t, p, "quote")
	p.Has("The Aldwych Lantern, Classic Queen, 1 queen bed: not offered any more, left out", "Londinium House").Press("esc", "esc", "q")
	// A service that cannot be asked does not bring it back.
	p.Press("esc")
	f.service.fail = &api.Error{Operation: "verify rate", Status: 503, Message: "no"}
	p.Press("ctrl+v", "q").Has("The Aldwych Lantern, Classic Queen, 1 queen bed: not offered any more, left out")
}

// Whichever screen verifies a marked rate, the quote shows the service's answer.
func TestQuote_KnowsWhatOtherScreensFoundOut(t *testing.T) {
	t.Parallel()
	gone := func(f *fixture) { f.service.gone = func(hotel int) bool { return hotel == 0 } }
	dearer := func(f *fixture) { f.service.verified = func(v *api.Verification) { v.Total = pounds(99900) } }
	book := func(f *fixture) *uitest.Pump {
		return startOn(f, screens.NewBook(f.deps, verifiedDraft(f.t, f))).Press("ctrl+t")
	}
	for name, verify := range map[string]func(f *fixture, p *uitest.Pump, change func(*fixture)){
		"terms": func(f *fixture, p *uitest.Pump, change func(*fixture)) {
			change(f)
			p.Press("enter")
		},
		"terms again": func(f *fixture, p *uitest.Pump, change func(*fixture)) {
			p.Press("enter")
			change(f)
			p.Press("ctrl+v")
		},
		"an ended offer": func(f *fixture, p *uitest.Pump, change func(*fixture)) {
			change(f)
			p.Skip(time.Hour).Press("enter")
		},
		"book again": func(f *fixture, _ *uitest.Pump, change func(*fixture)) {
			p := book(f).Skip(21 * time.Minute)
			change(f)
			p.Press("ctrl+v")
		},
		"read-back": func(f *fixture, _ *uitest.Pump, change func(*fixture)) {
			p := book(f).Advance(3 * time.Minute)
			change(f)
			p.Press("ctrl+b")
		},
	} {
		for kind, c := range map[string]struct {
			change func(*fixture)
			note   string
		}{
			"gone":   {gone, "The Aldwych Lantern, Classic Queen, 1 queen bed: not offered any more, left out"},
			"dearer": {dearer, "The Aldwych Lantern, Classic Queen, 1 queen bed is quoted as it is now: dearer by 728.99 GBP"},
		} {
			t.Run(name+"/"+kind, func(t *testing.T) {
				t.Parallel()
				f := newFixture(t)
				verified := f.service.verifications
				verify(f, trayOf(f, 2), c.change)
				if f.service.verifications == verified {
					t.Fatal("nothing was verified")
				}
				f.start(screens.NewQuote(f.deps)).Has(c.note).HasNot("270.01 GBP")
			})
		}
	}
}

// A verification that is stopped, or that ends with an error, counts as far as it came.
func TestQuote_StoppedVerification(t *testing.T) {
	t.Parallel()
	for name, stop := range map[string]func(f *fixture, p *uitest.Pump){
		"esc": func(_ *fixture, p *uitest.Pump) {
			p.Press("esc").Has("Stopped after 1 of 2.").Release()
		},
		"a refused key": func(f *fixture, p *uitest.Pump) {
			f.service.fail = &api.Error{Operation: "verify rate", Status: 401}
			p.Release()
			onTop(t, p, "API key")
			p.Press("esc")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			f.deps.Exports = filepath.Join(t.TempDir(), "exports")
			p := trayOf(f, 2).Press("q")
			f.service.gone = func(hotel int) bool { return hotel == 0 }
			p.Hold().Press("ctrl+v").Step().Has("verifying 2 of 2")
			stop(f, p)
			onTop(t, p, "quote")
			p.Has("The Aldwych Lantern, Classic Queen, 1 queen bed: not offered any more, left out")
			p.Press("v")
			withoutAldwych(t, f)
		})
	}
}

// withoutAldwych checks that every form that was handed out has the second hotel alone.
func withoutAldwych(t *testing.T, f *fixture) {
	t.Helper()
	forms := exported(t, f)
	if len(forms) != 3 {
		t.Errorf("there are %d forms", len(forms))
	}
	for i, text := range f.copied {
		forms["copied "+strconv.Itoa(i)] = text
	}
	for name, text := range forms {
		if strings.Contains(text, "Aldwych") || !strings.Contains(text, "Londinium House") {
			t.Errorf("%s offers what cannot be had:\n%s", name, text)
		}
	}
}

// A quote leaves out an offer that has ended, even while it is on the screen, and shows it again once verified.
func TestQuote_LeavesOutWhatHasEnded(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.deps.Exports = filepath.Join(t.TempDir(), "exports")
	p := trayOf(f, 2).Skip(time.Hour)
	p.Press("q").Has("Londinium House, Classic Queen, 1 queen bed: the offer ended 40 min ago, left out until it is verified again", "Nothing to hand out").HasNot("y copy it", "v write it")
	p.Press("ctrl+v").Has("Verified: prices and terms are the same.", "2 offers", "1. The Aldwych Lantern").HasNot("left out")

	f = newFixture(t)
	f.deps.Exports = filepath.Join(t.TempDir(), "exports")
	p = trayOf(f, 2).Press("q").Has("2 offers").Skip(time.Hour)
	p.Press("y", "v")
	if len(f.copied) > 0 {
		t.Errorf("an ended offer was copied: %q", f.copied)
	}
	p.Has("Nothing to hand out", "The Aldwych Lantern, Classic Queen, 1 queen bed: the offer ended 40 min ago, left out until it is verified again")
}

// No form of a kept quote has an offer that is known to be gone.
func TestQuotes_LeaveOutWhatIsGone(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := quoteOf(t, f)
	says(t, p.Press("y"), "Kept since").Press("esc")
	f.copied = nil
	f.service.gone = func(hotel int) bool { return hotel == 0 }
	p.Press("ctrl+v", "Q", "enter")
	onTop(t, p, "quote")
	p.Has("The Aldwych Lantern, Classic Queen, 1 queen bed: not offered any more, left out").HasNot("1. The Aldwych Lantern")
	says(t, p.Press("y"), "The quote was copied")
	says(t, p.Press("v"), "and .html in ")
	if len(f.copied) != 1 {
		t.Errorf("%d texts were copied", len(f.copied))
	}
	withoutAldwych(t, f)
}

// A kept quote whose offers have all ended can be read, but not copied or written.
func TestQuotes_EndedQuoteIsReadOnly(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := quoteOf(t, f)
	says(t, p.Press("y"), "Kept since").Press("esc").Skip(24*time.Hour).Press("Q", "enter")
	onTop(t, p, "quote")
	p.Has("the offer ended 23 h 40 min ago, left out", "Below is what the client received", "1. The Aldwych Lantern", "270.01 GBP").HasNot("y copy it", "v write it", "% mark-up")
	p.Press("y", "v")
	if len(f.copied) != 1 {
		t.Errorf("%d texts were copied", len(f.copied))
	}
	p.Has("ctrl+v verify")
}

// A tray of which everything is gone has nothing to quote.
func TestQuote_NothingLeft(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := trayOf(f, 1)
	f.service.gone = func(int) bool { return true }
	p.Press("ctrl+v", "q").Has("not offered any more, left out", "Nothing to hand out").HasNot("due with the booking", "y copy")
}

// The mark-up's field reads a bare number as per cent, and an amount only with its currency.
func TestQuote_MarkupSpellings(t *testing.T) {
	t.Parallel()
	for _, s := range quotetest.Spellings() {
		t.Run(s.Typed, func(t *testing.T) {
			t.Parallel()
			p := trayOf(newFixture(t), 1).Press("q", "%").Type(s.Typed).Press("enter")
			if s.Read == "" {
				p.HasNot("Mark-up ").Has("mark-up")
				return
			}
			p.Has("Mark-up "+s.Read+",", "for the client alone").HasNot("our fee")
		})
	}
}
