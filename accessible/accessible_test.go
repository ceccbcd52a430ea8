package accessible_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"

	"bellhop/accessible"
	"bellhop/accessible/dialogue"
	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/bulk"
	"bellhop/booking/journal"
	"bellhop/booking/lines"
	"bellhop/booking/views"
	"bellhop/sandbox"
)

// A counted service counts what is written.
type counted struct {
	booking.Service
	mu                       sync.Mutex
	creates, changes, cancel int
	// lose is the number of the cancellation, from 1, whose answer is lost.
	lose int
	// fails is what searches of hotels fail with.
	fails error
	// repeats makes every page of a search the first one of very many, and counts the searches.
	unlisted bool // lists are refused
	repeats  bool
	searches int
	// verified, if set, changes each verification.
	verified func(*api.Verification)
	// stored, if set, changes each new reservation.
	stored func(*api.Reservation)
	sent   api.CreateRequest // the last one
}

func (s *counted) VerifyRate(ctx context.Context, r api.VerifyRequest) (api.Verification, error) {
	v, err := s.Service.VerifyRate(ctx, r)
	if err == nil && s.verified != nil {
		s.verified(&v)
	}
	return v, err
}

func (s *counted) SearchHotels(ctx context.Context, q api.HotelQuery) (api.HotelPage, error) {
	if s.fails != nil {
		return api.HotelPage{}, s.fails
	}
	if !s.repeats {
		return s.Service.SearchHotels(ctx, q)
	}
	s.searches++
	q.Page, q.PageToken = 0, ""
	page, err := s.Service.SearchHotels(ctx, q)
	page.TotalPages, page.TotalItems, page.NextToken = 600, 15000, "A"
	return page, err
}

func (s *counted) CreateReservation(ctx context.Context, r api.CreateRequest) (api.Reservation, error) {
	s.mu.Lock()
	s.creates++
	s.sent = r
	s.mu.Unlock()
	made, err := s.Service.CreateReservation(ctx, r)
	if err == nil && s.stored != nil {
		s.stored(&made)
	}
	return made, err
}

func (s *counted) ReadReservation(ctx context.Context, id string) (api.Reservation, error) {
	r, err := s.Service.ReadReservation(ctx, id)
	if err == nil && s.stored != nil {
		s.stored(&r)
	}
	return r, err
}

func (s *counted) ListReservations(ctx context.Context, q api.ReservationQuery) (api.ReservationPage, error) {
	s.mu.Lock()
	unlisted := s.unlisted
	s.mu.Unlock()
	if unlisted {
		return api.ReservationPage{}, io.ErrUnexpectedEOF
	}
	return s.Service.ListReservations(ctx, q)
}

// lists sets whether the service answers lists.
func (s *counted) lists(answered bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.unlisted = !answered
}

func (s *counted) ModifyReservation(ctx context.Context, r api.ModifyRequest) (api.Reservation, error) {
	s.mu.Lock()
	s.changes++
	s.mu.Unlock()
	return s.Service.ModifyReservation(ctx, r)
}

func (s *counted) CancelReservation(ctx context.Context, id string) (api.Reservation, error) {
	s.mu.Lock()
	s.cancel++
	lost := s.cancel == s.lose
	s.mu.Unlock()
	r, err := s.Service.CancelReservation(ctx, id)
	if lost {
		return api.Reservation{}, io.ErrUnexpectedEOF
	}
	return r, err
}

// A fixture is a sandbox of its own, whose clock stands still, and what a conversation needs there.
type fixture struct {
	t       testing.TB
	service *counted
	deps    accessible.Deps
	box     *sandbox.Sandbox
	journal *journal.Journal
	dir     string
	// before is done before a line is answered, once.
	before map[string]func()
}

// today is when the sandbox's clock stands still.
const today = "2026-12-01 09:30"

func newFixture(t testing.TB) *fixture {
	t.Helper()
	box, err := sandbox.Open(context.Background(), sandbox.Options{
		Seed: 1, Properties: 500, Samples: 40, Accounts: []sandbox.Account{{ID: "demo", Token: "key"}}, Start: today,
	})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(box.Handler())
	t.Cleanup(func() {
		server.Close()
		_ = box.Close()
	})
	client, err := api.New(api.Options{BaseURL: server.URL, Account: "demo", Token: api.NewSecret("key"), Now: box.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	dir := t.TempDir()
	j, err := journal.Open(filepath.Join(dir, "journal"), journal.Options{Now: box.Now})
	if err != nil {
		t.Fatal(err)
	}
	f := &fixture{t: t, service: &counted{Service: client}, box: box, journal: j, dir: dir, before: map[string]func(){}}
	attempts := 0
	ctx, cancel := context.WithCancel(context.Background())
	desk := booking.NewDesk(booking.Options{
		Service: f.service, Now: box.Now, Journal: j, Profile: "demo", Environment: "sandbox", ProfileName: "demo",
		Attempt: func() string { attempts++; return fmt.Sprintf("att-%026d", attempts) },
		Sleep:   func(ctx context.Context, _ time.Duration) error { return api.Sleep(ctx, time.Millisecond) },
	})
	t.Cleanup(func() {
		cancel()
		desk.Recovery.Stop()
		_ = j.Close()
	})
	desk.Recovery.Start(ctx)
	f.deps = accessible.Deps{
		Desk: desk, Profile: "demo", Sandbox: true, Miles: true, Exports: filepath.Join(dir, "exports"),
		Drafts:     booking.NewDraftStore(filepath.Join(dir, "drafts"), "demo", box.Now),
		Batches:    bulk.NewStore(filepath.Join(dir, "batches"), "demo", box.Now),
		Stored:     lines.NewStoredFile(filepath.Join(dir, "lines")),
		Views:      views.NewFile(filepath.Join(dir, "views.toml")),
		TestTokens: []accessible.TestToken{{Name: "card_declined", Does: "the bank declines it"}},
	}
	return f
}

// talk answers with lines until they are over, and returns what was told. Every answer that is read stands in it behind "> ".
func (f *fixture) talk(lines ...string) (string, error) {
	f.t.Helper()
	return f.talkIn(context.Background(), lines...)
}

func (f *fixture) talkIn(ctx context.Context, lines ...string) (string, error) {
	f.t.Helper()
	var out bytes.Buffer
	in := &answers{lines: lines, echo: &out, before: f.before}
	d := dialogue.New(dialogue.Options{In: in, Out: &out, After: func(time.Duration) <-chan time.Time { return nil }})
	err := accessible.Run(ctx, d, f.deps)
	told := out.String()
	for line := range strings.SplitSeq(told, "\n") {
		if why := misheard(line); why != "" {
			f.t.Errorf("%q was told: %s", line, why)
		}
	}
	return told, err
}

// notHeard is what no line may have, found by having a synthesizer read whole conversations, and why.
var notHeard = []struct {
	pattern *regexp.Regexp
	why     string
}{
	{regexp.MustCompile(`[\p{Cc}\x{2400}-\x{243f}\x{2500}-\x{25ff}\x{2800}-\x{28ff}·→≈›…–—≤≥×•]`), "it is only seen"},
	{regexp.MustCompile(`\.\d\d (?:[AEIOUY][A-Z]{2}|[A-Z][AEIOUY][A-Z]|[A-Z]{2}[AEIOUY])\b`), "a currency's code may be heard as a word"},
	{regexp.MustCompile(`\([-+]\d|(^|\s)<\d`), "the sign is not heard"},
	{regexp.MustCompile(`(^|\s)00:00(?: [^h]|[^ ]|$)| 0 (days|hours|minutes|seconds)\b`), "noughts are heard as part of what is before them"},
	{regexp.MustCompile(`\b\d{4}-\d\d-\d\d\b`), "such a date is heard as three numbers"},
	{regexp.MustCompile(`\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d|\d (d|h|min|mi|km)\b`), "it is shortened"},
}

// codes are what is spelled in the next line.
var codes = regexp.MustCompile(`\b([0-9a-f]{32}|att-\w{26}|[0-9a-f]{8}-[0-9a-f-]{27})\b`)

// misheard says what would be heard wrongly in a line; empty for a good one. What was typed is not looked at.
func misheard(line string) string {
	if strings.HasPrefix(line, "> ") || strings.HasPrefix(line, "File: ") || strings.HasPrefix(line, "Error in days: ") {
		return "" // Names of files, and how a day may be typed.
	}
	for _, one := range notHeard {
		if one.pattern.MatchString(line) {
			return one.why
		}
	}
	if codes.MatchString(line) && !regexp.MustCompile(`^(Reservation id|Attempt[a-z ]*|Request id[a-z ,]*): \S+$`).MatchString(line) {
		return "a long code stands in a sentence"
	}
	return ""
}

// answers are lines as somebody types them, and echoes each as it is read.
type answers struct {
	lines []string
	echo  io.Writer
	left  []byte
	// before is done before a line is read, once.
	before map[string]func()
}

func (a *answers) Read(p []byte) (int, error) {
	if len(a.left) == 0 {
		if len(a.lines) == 0 {
			return 0, io.EOF
		}
		if do := a.before[a.lines[0]]; do != nil {
			delete(a.before, a.lines[0])
			do()
		}
		a.left = []byte(a.lines[0] + "\n")
		_, _ = fmt.Fprintf(a.echo, "> %s\n", strings.Map(func(r rune) rune {
			if unicode.IsControl(r) {
				return '?'
			}
			return r
		}, strings.ToValidUTF8(a.lines[0], "?")))
		a.lines = a.lines[1:]
	}
	p[0] = a.left[0]
	a.left = a.left[1:]
	return 1, nil
}

// wants fails unless all of these stand in what was told, in this order.
func wants(t testing.TB, told string, texts ...string) {
	t.Helper()
	rest := told
	for _, text := range texts {
		_, after, ok := strings.Cut(rest, text)
		if !ok {
			t.Fatalf("%q is not told there:\n%s", text, told)
		}
		rest = after
	}
}

// guest answers for a new guest, a field each.
func guest() []string {
	return []string{
		"",                                                                                                                        // No known one.
		"Ada", "Lovelace", "ada@example.com", "United Kingdom", "020 7946 0000", "12 St James's Square", "London", "SW1Y 4JH", "", // No state.
		"", // Go on.
	}
}

// to are the answers from a search line to the read-back with a payment token, of the first rate of the first hotel.
func toBook(line string) []string {
	return append(append([]string{line, "1", "1", ""}, guest()...), "tok_good")
}

func TestBooking(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	told, err := f.talk(append(toBook("lon 12dec 3n 2a free"), "", "yes", "book", "voucher", "calendar", "message", "copy", "read", "quit")...)
	if err != nil || f.service.creates != 1 {
		t.Errorf("%v, %d sent", err, f.service.creates)
	}
	wants(t, told,
		"Bellhop, SANDBOX demo. What is booked here is not for real.\n",
		"Searching London GB", "Saturday 12 December to Tuesday 15 December 2026, 3 nights, 2 adults.\n",
		"Verified: ", "Cancelling: refundable, free until ", "at the hotel", "Charged now: ",
		"Country:\n> United Kingdom\n", "Phone", "Sent as +44 20 7946 0000.",
		"Payment token, which is not shown", "This is what is booked.\n", "Charged now: ", "Guest: Ada Lovelace.\n", "Environment: in the sandbox, not for real.\n",
		"Type book to book this for ", "> \n", "Error in the word: nothing was typed.\n", "> yes\n", "Error in the word: type book, token, read or simulate.\n", "> book\n",
		"Sent once. Waiting for the answer.\n", "Confirmed, ", "Record locator: ", "Spelled: ",
		"File: sandbox-demo-voucher-", "File: sandbox-demo-stay-", "This machine has no tool that copies.")
}

// The conversation takes a person with one name and says what is sent.
func TestGuest_PersonWithOneName(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	answers := toBook("lon 12dec 3n 2a free")
	given := slices.Index(answers, "Ada")
	answers[given], answers[given+1] = "", "Sukarno"
	told, err := f.talk(append(answers, "book", "quit")...)
	if err != nil || f.service.creates != 1 {
		t.Errorf("%v, %d sent", err, f.service.creates)
	}
	const sent = "Single name, sent as given name Sukarno, surname Sukarno.\n"
	wants(t, told, "Given name, or enter for none:\n> \n", "Surname:\n> Sukarno\n"+sent, "This is what is booked.\n", "Guest: Sukarno.\n"+sent, "Confirmed, ")
}

func TestPriceGoesUp(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	told, err := f.talk(`"Scenario: price goes up" 12dec 3n`, "1", "1", "", "1", "accept", "quit")
	if err != nil || f.service.creates != 0 {
		t.Errorf("%v, %d sent", err, f.service.creates)
	}
	wants(t, told, "Not as searched: ", "Worse. ", ": was ", " E U R", ", is now ", "Type accept to go on with it", "> \n", "Not accepted.", "> accept\n", "Known guest")
}

func TestLostAnswerIsFollowed(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	told, err := f.talk(append(toBook(`"Scenario: ghost booking" 12dec 3n`), "book", "open", "quit")...)
	if err != nil || f.service.creates != 1 {
		t.Errorf("%v, %d sent", err, f.service.creates)
	}
	wants(t, told, "Error. It is not known whether the booking happened.\n", "It was sent once and the answer was lost", "Sent once at ",
		"Booked: confirmed, record locator ", "Found after its answer was lost: it was sent once and exists once.\n", "Spelled: ", "Status: confirmed")
}

// A booking that never arrives is unresolved when the conversation ends, and its exit says so.
func TestUnresolvedAtTheEnd(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	told, err := f.talk(append(toBook(`"Scenario: connection is reset" 12dec 3n`), "book", "numbers", "back", "lost answers", "1", "back", "back", "quit")...)
	unresolved := new(accessible.UnresolvedError)
	if !errors.As(err, &unresolved) || f.service.creates != 1 {
		t.Fatalf("%v, %d sent; told\n%s", err, f.service.creates, told)
	}
	if open, _, err := f.deps.Desk.Drafts(f.deps.Drafts); err != nil || len(open) != 0 || len(f.deps.Drafts.Drafts()) != 1 {
		t.Errorf("offered are %+v, %v, kept %+v", open, err, f.deps.Drafts.Drafts())
	}
	wants(t, err.Error(), "Scenario: connection is reset", "It may be booked and charged.", "Do not send it again.")
	wants(t, told, "Type wait, look, numbers or back:\n> numbers\nAttempt: att-", "Spelled: A, T, T, dash; ", "> back\n",
		"Lost answers: it is not known what became of 1 write.\n", "> lost answers\n1. booking, Scenario",
		"> 1\nError. It is not known whether the booking happened.\n", "Sent once at ", "Type wait, look, numbers or back:\n> back\n")
}

func TestFindAndCancel(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	told, err := f.talk(append(toBook("lon 12dec 3n 2a free"), "book", "back", "find lovelace", "cancel", "", "cancel", "no", "show guest", "cancel", "cancel", "cancel", "quit")...)
	if err != nil || f.service.cancel != 1 {
		t.Errorf("%v, %d sent", err, f.service.cancel)
	}
	wants(t, told, "> find lovelace\n", "1 found, looked at all 41.\n", "Status: confirmed", "Guest: A masked L masked.\n",
		"> cancel\nCancelling now costs: ", "The price is: ", "Guest: Ada Lovelace.\n", "Type cancel to cancel it in the sandbox, not for real; enter keeps it:\n> \nIt is kept. Nothing was sent.\n",
		"> no\nIt is kept. Nothing was sent.\n", "> show guest\nGuest: Ada Lovelace.\n", "Email: ada@example.com",
		"> cancel\nLooking first", "Sent once.", "Status: cancelled", "It cost: ", "\nPaid: ", "> cancel\n", "cancelled")
}

func TestChangedDates(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	told, err := f.talk(append(toBook("lon 12dec 3n 2a free"), "book", "open", "dates", "13dec", "16dec", "accept", "change", "accept", "change", "quit")...)
	if err != nil || f.service.changes > 1 {
		t.Errorf("%v, %d sent", err, f.service.changes)
	}
	wants(t, told, "> dates\nStay now: Saturday 12 December to Tuesday 15 December 2026", "New arrival, enter for 12dec2026:\n> 13dec\n", "Pricing the new dates.\n")
}

func TestPaymentIsChanged(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	told, err := f.talk(append(toBook("lon 12dec 3n 2a free"), "book", "open", "payment", "tok_other", "12", "123", "", "payment", "tok_other", "", "payment", "quit")...)
	if err != nil || f.service.changes != 1 {
		t.Errorf("%v, %d sent", err, f.service.changes)
	}
	wants(t, told, "New payment token, which is not shown:\n", "Error in cvv: ", "Nothing was sent.\n", "The payment method is changed. It was sent once.\n")
}

// An interrupted booking is offered, and gone on with.
func TestInterruptedBooking(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	script := toBook("lon 12dec 3n 2a free")
	if _, err := f.talk(script[:8]...); err != nil {
		t.Fatal(err)
	}
	told, err := f.talk("interrupted", "1", "", "Byron", "quit")
	if err != nil {
		t.Error(err)
	}
	wants(t, told, "6. 1 booking interrupted", "> interrupted\n1. ", "masked", "Verifying the booking again.\n", "Verified: ")
}

// A declined card asks for another token, and a refused guest for that field.
func TestRefusals(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	told, err := f.talk(append(toBook(`"Scenario: card is declined" 12dec 3n`), "book", "tokens", "tok_2", "quit")...)
	if err != nil {
		t.Error(err)
	}
	wants(t, told, "Error. The payment was declined.\n", "Nothing was booked.\n", "> tokens\nCard_declined: the bank declines it.\n")
	told, err = f.talk(append(toBook(`"Scenario: hotel refuses the data" 12dec 3n`), "book", "quit")...)
	if err != nil {
		t.Error(err)
	}
	wants(t, told, "Error in guest's telephone number: ", "Nothing was booked.\n", "Error in ", "Phone, enter for 020 7946 0000:\n> quit\n")
}
