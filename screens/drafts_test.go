package screens_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/screens"
	"bellhop/ui/uitest"
)

// stores has the fixture keep drafts, and returns the folder and what is in it.
func stores(f *fixture) (dir string, kept func() string) {
	f.t.Helper()
	dir = filepath.Join(f.t.TempDir(), "drafts")
	store := booking.NewDraftStore(dir, "demo", f.now)
	f.t.Cleanup(func() { _ = store.Close() })
	f.deps.Drafts = screens.NewDrafts(store)
	return dir, func() string {
		f.t.Helper()
		paths, err := filepath.Glob(filepath.Join(dir, "*.json"))
		if err != nil {
			f.t.Fatal(err)
		}
		var all strings.Builder
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				f.t.Fatal(err)
			}
			all.Write(text)
		}
		return all.String()
	}
}

// left is a draft of a console that has ended.
func left(f *fixture, dir string, draft booking.Draft) {
	f.t.Helper()
	store := booking.NewDraftStore(dir, "demo", f.now)
	if err := errors.Join(store.Save(draft), store.Close()); err != nil {
		f.t.Fatal(err)
	}
}

// A disk that takes no draft is told of, once.
func TestGuestThatCannotBeKeptIsTold(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 0)
	dir, _ := stores(f)
	if err := os.WriteFile(dir, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	p := startOn(f, screens.NewTerms(f.deps, londonDraft(f))).Press("enter")
	p.Has("this booking is not kept on the disk: not a directory")
	p.Advance(time.Minute).Type("Xenia").Advance(time.Second).HasNot("not kept")
}

// What is typed of a guest is on the disk a moment later, and the payment token
// never.
func TestGuestIsKeptWhileItIsTyped(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	_, kept := stores(f)
	p := startOn(f, screens.NewTerms(f.deps, londonDraft(f)))
	if text := kept(); text != "" {
		t.Errorf("before the rate is accepted there is a draft: %s", text)
	}
	p.Press("enter")
	if text := kept(); !strings.Contains(text, "The Aldwych Lantern") {
		t.Errorf("once the rate is accepted the draft is %q", text)
	}
	p.Type("Xenia").Press("tab").Type("Qui")
	if text := kept(); strings.Contains(text, "Xenia") {
		t.Error("each letter is saved by itself")
	}
	p.Advance(time.Second)
	if text := kept(); !strings.Contains(text, "Xenia") || !strings.Contains(text, "Qui") {
		t.Errorf("a second after the typing the draft is %q", text)
	}
	p.Type("st").Press("esc") // Nothing is lost by leaving at once.
	if text := kept(); !strings.Contains(text, "Quist") {
		t.Errorf("after leaving the draft is %q", text)
	}
	p.Press("enter").Type("!").Advance(time.Second)
	if text := kept(); !strings.Contains(text, "Quist!") && !strings.Contains(text, "Xenia!") {
		t.Errorf("after coming back the draft is %q", text)
	}
	draft := verifiedDraft(t, f)
	p = startOn(f, screens.NewGuest(f.deps, draft))
	p.Press("ctrl+s").Type("marked-token").Advance(time.Second)
	if text := kept(); text == "" || strings.Contains(text, "marked-token") {
		t.Errorf("the draft is %q", text)
	}
	service.createErr = unauthorized()
	p.Press("ctrl+b").Press("esc")
	if kept() == "" {
		t.Error("a booking that was refused has thrown the draft away")
	}
	service.createErr = nil
	p.Press("ctrl+b")
	onTop(t, p, "receipt")
	if text := kept(); text != "" {
		t.Errorf("after the booking the draft is %q", text)
	}
}

// A booking whose answer was lost is the journal's: it is not offered to be
// made again.
func TestDraftOfALostAnswerIsNotOffered(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	_, kept := stores(f)
	service.createErr = unanswered("create reservation")
	startOn(f, screens.NewGuest(f.deps, verifiedDraft(t, f))).Press("ctrl+s", "ctrl+t", "ctrl+b").Has("It is not known")
	startOn(f, screens.NewSearch(f.deps, emptyTrip())).HasNot("continues the booking")
	if text := kept(); !strings.Contains(text, "att-TEST") {
		t.Errorf("the draft is %q", text)
	}
}

// When the lost answer is found out, the draft is offered if nothing was booked, and deleted if it was booked.
func TestDraftOfALostAnswer_WhenItIsKnown(t *testing.T) {
	t.Parallel()
	for name, made := range map[string]bool{"made": true, "not made": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			looking(t, 3, func(t *testing.T, f *fixture, service *reservationService) {
				_, kept := stores(f)
				service.createErr = unanswered("create reservation")
				p := startOn(f, screens.NewBook(f.deps, verifiedDraft(t, f)))
				p.Press("ctrl+t", "ctrl+b")
				f.settled()
				if made {
					service.items = append([]api.Reservation{service.stored[0]}, service.items...)
				}
				p.Advance(10 * time.Minute).Press("l")
				f.settled()
				if made {
					onTop(t, p, "receipt")
				} else {
					p.Skip(20 * time.Minute).Press("l")
					f.settled().Has("! Not booked, as far as can be told")
				}
				if text := kept(); (text == "") != made {
					t.Errorf("the draft is %q", text)
				}
				f.asleep = p.Now().Sub(uitest.Now())
				p = startOn(f, screens.NewSearch(f.deps, emptyTrip()))
				if made {
					p.HasNot("continues the booking")
				} else {
					p.Has("continues the booking", "It was sent once and not booked.").HasNot("nothing sent yet")
				}
			})
		})
	}
}

// A draft that could not be saved as it was sent is announced when nothing was booked. If the journal cannot be read, the
// screen says why no draft is offered.
func TestDrafts_FailuresAreTold(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	dir, _ := stores(f)
	service.createErr = &api.Error{Status: 400, Type: api.TypePayment, Message: "Card declined", Outcome: api.OutcomeRefused}
	p := startOn(f, screens.NewBook(f.deps, verifiedDraft(t, f)))
	if err := os.WriteFile(dir, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	p.Press("ctrl+t", "ctrl+b").Has("this booking is not kept on the disk: not a directory")

	f, service = newFixtureWith(t, 0)
	dir, _ = stores(f)
	draft := verifiedDraft(t, f)
	draft.Attempt = "att-TEST"
	left(f, dir, draft)
	closed := filepath.Join(t.TempDir(), "journal")
	if err := errors.Join(os.Mkdir(closed, 0o700), os.Chmod(closed, 0o755)); err != nil {
		t.Fatal(err)
	}
	f.deskOpening(service, closed)
	says(t, f.start(screens.NewSearch(f.deps, emptyTrip())), "! A booking that was sent is not offered to go on with: the journal cannot be read, so it may be booked.")
}

// If the console ends while a booking is under way, the next start says what the journal has of it, whatever draft is left.
func TestSearch_AfterABookingThatTheConsoleDidNotShow(t *testing.T) {
	t.Parallel()
	const booked = "Booked: confirmed, record locator QWERTZ · The Aldwych Lantern · Sat 19 Dec – Tue 22 Dec 2026 · 3 nights"
	for name, tt := range map[string]struct {
		err      error
		has, not []string
		kept     bool // the draft
	}{
		"answered": {nil, []string{booked, "The console ended before it showed the answer; ctrl+p shows it.", "outcomes known"}, []string{"continues the booking", "nothing sent yet"}, false},
		"refused": {
			&api.Error{Status: 400, Type: api.TypePayment, Message: "Card declined", Outcome: api.OutcomeRefused},
			[]string{"continues the booking", "It was sent once and not booked.", "nothing booked"},
			[]string{"Booked:", "nothing sent yet"},
			true,
		},
		"unanswered": {unanswered("create reservation"), []string{"destination"}, []string{"continues the booking", "Booked:"}, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, service := newFixtureWith(t, 0)
			_, kept := stores(f)
			service.createErr = tt.err
			s := screens.NewBook(f.deps, verifiedDraft(t, f))
			s.SetSize(118, 36)
			press(t, s, "ctrl+t")
			press(t, s, "ctrl+b")() // The answer reaches no screen: the line has dropped.
			if text := kept(); (text != "") != tt.kept {
				t.Errorf("the draft is %q", text)
			}
			if err := f.deps.Desk.Recovery.Round(t.Context()); err != nil {
				t.Fatal(err)
			}
			p := f.start(screens.NewSearch(f.deps, londonTrip()))
			p.Has(tt.has...).HasNot(tt.not...)
			if tt.err != nil {
				return
			}
			if first := strings.TrimSpace(strings.Split(p.View(), "\n")[2]); !strings.HasPrefix(first, "Booked: confirmed") {
				t.Errorf("the first line is %q", first)
			}
			f.goldens("search_unseen")
			p.Press("ctrl+p")
			onTop(t, p, "lost answers")
			p.Has("Sent once at 09:30:00. The console ended before it showed the answer.", "enter open", "x take off the list")
			if list, err := f.journal.Attempts(journal.Filter{Unseen: true}); err != nil || len(list) != 0 {
				t.Errorf("once it was shown the journal has it unseen: %+v, %v", list, err)
			}
			p.Press("enter")
			onTop(t, p, "reservation")
		})
	}
}

// A receipt is noted as shown once a key is pressed on it, or once it has stood for a second: the line may have dropped before.
func TestReceipt_NotedAsShown(t *testing.T) {
	t.Parallel()
	for name, seen := range map[string]func(p *uitest.Pump){
		"key":  func(p *uitest.Pump) { p.Press("down") },
		"time": func(p *uitest.Pump) { p.Advance(3 * time.Second) },
		"quit": func(p *uitest.Pump) { p.Press("ctrl+c") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, _ := newFixtureWith(t, 0)
			unseen := func() int {
				list, err := f.journal.Attempts(journal.Filter{Unseen: true})
				if err != nil {
					t.Fatal(err)
				}
				return len(list)
			}
			p := startOn(f, screens.NewBook(f.deps, verifiedDraft(t, f))).Press("ctrl+t", "ctrl+b")
			onTop(t, p, "receipt")
			if n := unseen(); n != 1 {
				t.Errorf("as the receipt opens, %d are unseen", n)
			}
			seen(p)
			if n := unseen(); n != 0 {
				t.Errorf("after it was seen, %d are unseen", n)
			}
		})
	}
}

// interrupted is a start screen after a run that ended while a guest was typed.
func interrupted(t *testing.T, saver func(*booking.Draft)) (*fixture, *reservationService, func() string) {
	t.Helper()
	f, service := newFixtureWith(t, 0)
	dir, kept := stores(f)
	draft := verifiedDraft(t, f)
	if saver != nil {
		saver(&draft)
	}
	left(f, dir, draft)
	return f, service, kept
}

func TestSearchOffersTheBookingThatWasInterrupted(t *testing.T) {
	t.Parallel()
	f, service, kept := interrupted(t, nil)
	p := f.start(screens.NewSearch(f.deps, emptyTrip()))
	p.Has("f3 continues the booking of 09:30: The Aldwych Lantern · M··· G··· · Sat 19 Dec – Tue 22 Dec 2026 · 3 nights",
		"ctrl+x throws it away", "f3 continue").HasNot("Graham")
	f.goldens("search_draft")
	p.Resize(80, 24).Has("· M··· G···\n", "  Sat 19 Dec – Tue 22 Dec 2026 · 3 nights\n", "ctrl+x throws it away")
	p.Resize(60, 20).Has("f3 continues", "ctrl+x throws it away", "destination").Resize(120, 40)
	service.fail = &api.Error{Operation: "search hotels", Message: "no route to host"}
	p.Press("f3").Has("! The service cannot be reached. f3 tries again; nothing of it is lost.")
	service.verified = func(v *api.Verification) { v.Total = pounds(99900) }
	p.Press("f3")
	onTop(t, p, "terms")
	p.Has("total when saved", "999.00 GBP", "ctrl+y accept the change")
	p.Press("ctrl+y")
	onTop(t, p, "guest")
	p.Has("Mary", "Graham").Press("ctrl+s", "ctrl+t", "ctrl+b")
	onTop(t, p, "receipt")
	if len(service.created) != 1 || kept() != "" {
		t.Errorf("%d bookings were sent, and the draft is %q", len(service.created), kept())
	}
	p.Press("ctrl+n").HasNot("f3")
}

// A draft that another console was faster with is not tried again and again: what
// is kept is read anew, and what happened is said.
func TestSearchTellsThatAnotherConsoleHasTheDraft(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 0)
	dir, _ := stores(f)
	left(f, dir, verifiedDraft(t, f))
	p := f.start(screens.NewSearch(f.deps, emptyTrip())).Has("f3 continues the booking of 09:30")
	other := booking.NewDraftStore(dir, "demo", f.now)
	t.Cleanup(func() { _ = other.Close() })
	if err := other.Take(other.Drafts()[0]); err != nil {
		t.Fatal(err)
	}
	p.Press("f3")
	onTop(t, p, "search")
	p.Has("! Another Bellhop goes on with that booking, has changed it or has thrown it away.", "No other draft is kept.").
		HasNot("tries again", "f3", "ctrl+x").Resize(80, 24).Has("No other draft is kept.").Resize(120, 40)
	if err := other.Close(); err != nil { // It is offered again once nobody goes on with it.
		t.Fatal(err)
	}
	p.Press("ctrl+r", "esc", "esc")
	onTop(t, p, "search")
	p.Has("f3 continues the booking of 09:30").HasNot("Another Bellhop").Press("f3")
	onTop(t, p, "terms")
}

// One that was typed on in another console meanwhile is offered as it is now.
func TestSearchOffersADraftAsAnotherConsoleLeftIt(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 0)
	dir, _ := stores(f)
	draft := verifiedDraft(t, f)
	left(f, dir, draft)
	p := f.start(screens.NewSearch(f.deps, emptyTrip())).Has("M··· G···")
	p.Advance(time.Minute)
	draft.Guest.GivenName = "Zoe"
	other := booking.NewDraftStore(dir, "demo", f.now)
	if err := errors.Join(other.Take(other.Drafts()[0]), other.Save(draft), other.Close()); err != nil {
		t.Fatal(err)
	}
	p.Press("f3").Has("The drafts were read again.", "f3 continues the booking of 09:31", "Z··· G···").HasNot("M··· G···").Press("f3")
	onTop(t, p, "terms")
}

func TestSearchThrowsADraftAwayWhenAsked(t *testing.T) {
	t.Parallel()
	f, _, kept := interrupted(t, nil)
	p := f.start(screens.NewSearch(f.deps, emptyTrip())).Press("ctrl+x").HasNot("f3", "ctrl+x")
	if text := kept(); text != "" {
		t.Errorf("the draft is %q", text)
	}
	p.Press("f3", "ctrl+x")
	onTop(t, p, "search")
}

// Where the rate is gone, the guest is kept and other rates are offered.
func TestSearchContinuesADraftWhoseRateIsGone(t *testing.T) {
	t.Parallel()
	f, _, _ := interrupted(t, func(d *booking.Draft) { d.Rate.BookingCode = "code/0/7/gone" })
	p := f.start(screens.NewSearch(f.deps, emptyTrip())).Press("f3")
	onTop(t, p, "other rates")
	p.Has("The rate of this booking is gone", "What was typed of the guest is kept.", "Classic Queen").Press("enter", "enter")
	onTop(t, p, "guest")
	p.Has("Graham")
}

// A refused key asks for another one, and the booking goes on.
func TestSearchContinuesADraftAfterARefusedKey(t *testing.T) {
	t.Parallel()
	f, service, _ := interrupted(t, nil)
	p := f.start(screens.NewSearch(f.deps, emptyTrip()))
	service.fail = unauthorized()
	p.Press("f3")
	onTop(t, p, "API key")
	p.Advance(signInPause).Type("key-2").Press("enter")
	onTop(t, p, "terms")
}

// A journal that cannot be opened, or was changed, is told before anything is
// booked.
func TestSearchTellsOfTroubleWithTheJournal(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	dir := filepath.Join(t.TempDir(), "journal")
	if err := errors.Join(os.Mkdir(dir, 0o700), os.Chmod(dir, 0o755)); err != nil { // Whatever the umask is.
		t.Fatal(err)
	}
	f.deskOpening(service, dir)
	if _, err := f.deps.Desk.Recovery.Events("r1"); err == nil {
		t.Fatal("a journal that others can read was opened")
	}
	p := f.start(screens.NewSearch(f.deps, londonTrip()))
	says(t, p, "! Nothing can be booked, changed or cancelled: there is no journal to note it in first", "others can reach", "run: chmod 700", "Mend that and start Bellhop again.")
	p = startOn(f, screens.NewBook(f.deps, verifiedDraft(t, f)))
	says(t, p.Press("ctrl+t", "ctrl+b"), "! The booking was not sent: it could not be noted in the journal first", "chmod 700", "nothing sent yet")
	if len(service.created) != 0 {
		t.Error("a booking was sent without a line in the journal")
	}
}

func TestSearchTellsOfADamagedJournal(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	dir := filepath.Join(t.TempDir(), "journal")
	f.deskOpening(service, dir)
	if _, err := f.deps.Desk.Book(t.Context(), verifiedDraft(t, f)); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "journal.jsonl")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(strings.Replace(string(text), "270.01", "27.01", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	f.deskOpening(service, dir)
	if _, err := f.deps.Desk.Recovery.Events("r1"); err != nil {
		t.Fatal(err)
	}
	p := f.start(screens.NewSearch(f.deps, londonTrip()))
	p.Has("! The journal of bookings is damaged", "line 1:", "bellhop audit verify names every line.")
	uitest.Sweep(t, p)
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
	p.Has("M··· G···", "in place of Sat 12 Dec – Mon 14 Dec 2026 · 2 nights", "2 drafts are kept: f6 shows the next.").HasNot("Z··· G···")
	f.goldens("search_drafts")
	p.Resize(60, 20).Has("ctrl+x throws it away. 2 drafts are kept: f6 shows", "the next.").HasNot("shows …").Resize(120, 40)
	p.Press("f6").Has("Z··· G···", "2 drafts are kept: f6 shows the next.").HasNot("M··· G···")
	p.Press("ctrl+x").Has("M··· G···").HasNot("f6")
	if text := kept(); text == "" {
		t.Error("both are gone")
	}
	p.Press("f6", "ctrl+x").HasNot("f3", "ctrl+x")
	if text := kept(); text != "" {
		t.Errorf("the drafts are %q", text)
	}
}
