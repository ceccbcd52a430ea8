package screens_test

import (
	"net/http"
	"strings"
	"syscall"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/screens"
)

func TestBookReadsEverythingBack(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 0)
	draft := verifiedDraft(t, f)
	draft.CustomData = api.CustomData{{Key: "cost_centre", Text: "CC-7"}}
	draft.Loyalty = &api.Loyalty{Program: "Lantern Circle", MemberID: "LC 4471"}
	startOn(f, screens.NewBook(f.deps, draft)).Has(
		"SANDBOX", "The Aldwych Lantern · LX 20400", "1 Lantern Row", "Sat 19 Dec – Tue 22 Dec 2026 · 3 nights", "Classic Queen",
		"2 adults", "Mary Graham", "+442079460000", "12 Lamp Street", draft.Charge().String(), "City charge", "free until Thu 17 Dec 18:00",
		"cost_centre: CC-7", "Lantern Circle · LC 4471", "runs out in 20 min", "nothing sent yet", "ctrl+b book it",
	)
	f.goldens("book")
}

func TestBookSendsOnlyByCtrlBAndOnce(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	p := startOn(f, screens.NewBook(f.deps, verifiedDraft(t, f)))
	p.Press("ctrl+b").Has("Nothing was sent: the payment is not complete.", "This is needed.")
	p.Press("ctrl+t").Has("test token tok_good: once it is sent, is charged").HasNot("  tok_good")
	p.Press("enter", "enter").Has("Nothing is sent by enter.")
	if len(service.created) != 0 {
		t.Fatalf("%d bookings were sent without ctrl+b", len(service.created))
	}
	p.Hold().Press("ctrl+b", "ctrl+b", "enter", "esc", "ctrl+t", "ctrl+v", "ctrl+n", "x")
	onTop(t, p, "book")
	p.Has("Nothing is sent yet", "verifying the rate once more")
	p.Press("ctrl+c").Has("A booking is being sent. Quit anyway? y/N").Press("n")
	f.goldens("book_sending")
	p.Release()
	onTop(t, p, "receipt")
	if len(service.created) != 1 || p.Quit() {
		t.Fatalf("%d bookings were sent, quit %v", len(service.created), p.Quit())
	}
	sent := service.created[0]
	if got := sent.Payment.Token.Reveal(); got != "tok_good" {
		t.Errorf("the token sent is %q", got)
	}
	if sent.Simulate != api.SimulateNothing || sent.Guest != storedReservation(0).Guest {
		t.Errorf("sent %q for %+v", sent.Simulate, sent.Guest)
	}
	p.Has("Confirmed · booked", "HC-77120", "QWERTZ", "0123456789abcdef0123456789abcdef", "Sat 19 Dec – Tue 22 Dec 2026")
	f.goldens("receipt")
	p.Press("esc")
	onTop(t, p, "search")
	if p.Shell().Depth() != 1 {
		t.Errorf("%d screens are left behind a receipt", p.Shell().Depth())
	}
}

func TestBookSimulatesOnlyInASandbox(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	p := startOn(f, screens.NewBook(f.deps, verifiedDraft(t, f)))
	p.Press("ctrl+t", "tab", "right", "ctrl+b")
	onTop(t, p, "receipt")
	if got := service.created[0].Simulate; got != api.SimulateCreated {
		t.Errorf("simulate = %q", got)
	}
	p.Has("Unconfirmed (CREATED) · simulated, not booked", "Nothing. This is simulated; the price is 270.01 GBP.").HasNot("hotel confirmation")

	f, service = newFixtureWith(t, 0)
	f.deps.Sandbox = false
	p = startOn(f, screens.NewBook(f.deps, verifiedDraft(t, f)))
	p.Has("PRODUCTION", "type book").HasNot("simulation", "ctrl+t")
	p.Press("ctrl+b").Has("Nothing was sent: the payment is not complete.")
	p.Type("tok").Press("ctrl+b").Has("This is needed.", "Nothing was sent: the word is missing.").HasNot("payment is not complete")
	p.Press("tab").Type("boo").Press("ctrl+b").Has("Type the word book.")
	if len(service.created) != 0 {
		t.Fatal("a booking was sent without the word")
	}
	p.Type("k").Press("ctrl+b")
	onTop(t, p, "receipt")
	if len(service.created) != 1 || service.created[0].Simulate != api.SimulateNothing {
		t.Errorf("sent %d, simulate %q", len(service.created), service.created[0].Simulate)
	}
}

// A sandbox that is not Bellhop's own has no test tokens to offer, and nothing
// is known of what it does with others. Simulating it can.
func TestBookOffersNoTestTokensOfAnotherSandbox(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 0)
	f.deps.TestTokens = nil
	p := startOn(f, screens.NewBook(f.deps, verifiedDraft(t, f)))
	p.Has("simulation", "SANDBOX").HasNot("ctrl+t", "good card")
	p.Press("ctrl+t").HasNot("test token")
}

func TestBookShowsRefusalsWhereTheyAreMended(t *testing.T) {
	t.Parallel()
	token := []string{"payment", "guest", "token"}
	for _, tt := range []struct {
		name string
		err  *api.Error
		want []string
	}{
		{"declined", &api.Error{Status: 400, Code: 4001, Type: api.TypePayment, Message: "Card declined"}, []string{
			"The payment was declined; nothing is booked. Another token, then ctrl+b.", "! Card declined", "charged now",
		}},
		{"token", &api.Error{Status: 400, Code: 2001, Type: api.TypeValidation, Message: "Invalid", Problems: []api.Problem{{Field: token, Message: "is too long"}}}, []string{
			"! is too long", "The payment token was refused; nothing is booked.",
		}},
		{"rate", &api.Error{Status: 400, Code: 3001, Type: api.TypeCreation, Message: "The rate is gone"}, []string{
			"Not booked", "The rate is gone", "ctrl+e shows this hotel's nearest rates", " ctrl+e nearest rates  ctrl+v verify again", "ctrl+n search again",
		}},
		{"price", &api.Error{Status: 400, Code: 3001, Type: api.TypeCreation, Message: "It costs more now", Problems: []api.Problem{
			{Field: []string{"rate", "price", "total_price"}, Message: "is not the price of now"},
		}}, []string{
			"Not booked", "ctrl+v verifies the rate again", " ctrl+v verify again  ctrl+n search again",
		}},
		{"token missing", &api.Error{Status: 400, Code: 2001, Type: api.TypeValidation, Message: "Invalid", Problems: []api.Problem{{Field: token, Message: "payment.guest.token is missing"}}}, []string{
			"! is missing",
		}},
		{"forbidden", &api.Error{Status: 403, Code: 5001, Message: "Not here"}, []string{
			"This key may not do that", "Not allowed: ctrl+n finds another hotel, or ask who manages the account.", "ctrl+n search again",
		}},
		{"dates", &api.Error{Status: 400, Code: 2001, Type: api.TypeValidation, Message: "Invalid", Problems: []api.Problem{{Field: []string{"check_in_date"}, Message: "is past"}}}, []string{
			"The service did not accept the request", "check in date: is past", "esc goes back to the guest",
		}},
		{"down", &api.Error{Status: 500, Type: api.TypeApplication, Message: "Sorry"}, []string{
			"The service failed", "Nothing was booked. ctrl+b sends it again",
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f, service := newFixtureWith(t, 0)
			service.createErr = tt.err
			p := startOn(f, screens.NewBook(f.deps, verifiedDraft(t, f)))
			p.Press("ctrl+t", "ctrl+b")
			onTop(t, p, "book")
			p.Has(tt.want...).Has("nothing booked").HasNot("nothing sent yet")
			p.HasNot("press r", "Press r")
			service.createErr = nil
			if tt.name == "rate" || tt.name == "price" {
				p.Press("ctrl+b")
				if len(service.created) != 1 {
					t.Fatal("a refused rate was sent again without a new verification")
				}
				p.Press("ctrl+v").Has("Verified again")
			} else if tt.name != "down" {
				// What was refused is not sent again as it was.
				p.Press("ctrl+b", "pgdown", "ctrl+b").HasNot("ctrl+b book it")
				said := "Refused. ctrl+b works again once the token or something else is changed."
				if tt.err.Status == http.StatusForbidden { // Another token does not help.
					said = "Not allowed: ctrl+n finds another hotel"
				}
				p.Press("tab", "tab", "shift+tab", "shift+tab").Has(said)
				if len(service.created) != 1 {
					t.Fatal("what was refused was sent again")
				}
				p.Press("ctrl+t").Has("ctrl+b book it")
			}
			p.Press("ctrl+b")
			onTop(t, p, "receipt")
			if len(service.created) != 2 {
				t.Errorf("%d bookings were sent, want 2", len(service.created))
			}
		})
	}
}

func TestBookGivesGuestProblemsBackToTheForm(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	draft := verifiedDraft(t, f)
	draft.CustomData = api.CustomData{{Key: "cost_centre", Text: "CC-7"}}
	p := startOn(f, screens.NewGuest(f.deps, draft))
	service.createErr = &api.Error{Status: 400, Code: 2001, Type: api.TypeValidation, Message: "Invalid", Problems: []api.Problem{
		{Field: []string{"guests", "primary", "email"}, Message: "is not an address"},
		{Field: []string{"custom_data", "cost_centre"}, Message: "is not known here"},
		{Field: []string{"check_in_date"}, Message: "is past"},
	}}
	p.Press("ctrl+s", "ctrl+t", "ctrl+b")
	onTop(t, p, "guest")
	p.Has("! is not an address", "! is not known here", "- check in date: is past", "The service did not accept the booking")
	f.goldens("guest_refused")
	service.createErr = nil
	p.Press("ctrl+s")
	onTop(t, p, "book")
	if p.Press("ctrl+b").Has("Refused."); len(service.created) != 1 {
		t.Fatal("what was refused was sent again")
	}
	p.Press("esc").Type("x").Press("ctrl+s")
	// The token is still there.
	p.Press("ctrl+b")
	onTop(t, p, "receipt")
}

func TestBookAsksForANewKeyAndSendsNothingByItself(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	var stored []string
	f.deps.SetToken = func(s api.Secret) error {
		stored = append(stored, s.Reveal())
		return nil
	}
	service.createErr = unauthorized()
	p := startOn(f, screens.NewBook(f.deps, verifiedDraft(t, f)))
	p.Press("ctrl+t", "ctrl+b")
	onTop(t, p, "API key")
	p.Has("did not accept the API key")
	f.goldens("signin")
	p.Advance(signInPause).Press("enter").Has("This is needed.")
	p.Paste(" key-2 \n").HasNot("key-2").Press("enter")
	onTop(t, p, "book")
	if len(stored) != 1 || stored[0] != "key-2" || len(service.created) != 1 {
		t.Fatalf("stored %q, sent %d", stored, len(service.created))
	}
	service.createErr = nil
	p.Has("With a new key press ctrl+b again.").Press("ctrl+b")
	onTop(t, p, "receipt")
}

func TestBookThatBreaksIsNotSentAgain(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	service.createErr = panickingError{}
	p := startOn(f, screens.NewBook(f.deps, verifiedDraft(t, f)))
	p.Press("ctrl+t", "ctrl+b").Has("It is not known whether the booking happened", "outcome unknown")
	p.Press("ctrl+b")
	if len(service.created) != 1 {
		t.Errorf("%d bookings were sent", len(service.created))
	}
}

// panickingError is an error that panics when it is looked at.
type panickingError struct{}

func (panickingError) Error() string { return "broken" }

// As is called by errors.As.
func (panickingError) As(any) bool { panic("broken") }

// Without a network nothing is sent, and all that was typed is there when it is
// back.
func TestBookWithoutANetworkLosesNothing(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	service.createErr = &api.Error{Operation: "create reservation", Message: "no route to host", Cause: syscall.EHOSTUNREACH}
	p := startOn(f, screens.NewGuest(f.deps, verifiedDraft(t, f)))
	p.Press("ctrl+s", "ctrl+t", "ctrl+b").Has("The service cannot be reached", "Nothing was booked. ctrl+b sends it again", "nothing sent yet")
	service.createErr = nil
	p.Press("ctrl+b")
	onTop(t, p, "receipt")
	if len(service.created) != 2 || service.created[0].Guest != service.created[1].Guest || service.created[1].Payment.Token.Reveal() != "tok_good" {
		t.Errorf("sent %d", len(service.created))
	}
}

// Only a sandbox can be asked to simulate, whatever a screen offers.
func TestSimulationIsRefusedOutsideASandbox(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	f.deps.Desk = booking.NewDesk(booking.Options{Service: service, Now: f.now, Journal: f.journal, Environment: "production"})
	p := startOn(f, screens.NewBook(f.deps, verifiedDraft(t, f))) // The screen still thinks that this is a sandbox.
	p.Press("ctrl+t", "tab", "right", "ctrl+b").Has("Only a sandbox can be asked to simulate a booking", "nothing sent yet")
	if len(service.created) != 0 {
		t.Error("a simulation was sent to a service that may book for real")
	}
}

func TestBookSaysThatItOnlySimulates(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	for _, width := range []int{80, 100, 120} {
		p := startOn(f, screens.NewBook(f.deps, verifiedDraft(t, f))).Resize(width, 40)
		p.Press("ctrl+t", "tab").Has("< none: book it >", "charged now       270.01 GBP", "ctrl+b books this for 270.01 GBP in the SANDBOX")
		for _, label := range []string{"created: check it", "confirmed: made up"} {
			p.Press("right").Has("< "+label+" >", "ctrl+b simulates this: nothing is booked or charged", "Nothing. This is simulated; the price is 270.01 GBP.", "in the SANDBOX, only simulated")
			p.HasNot("ctrl+b books this")
		}
		p.Press("right").Has("ctrl+b books this for 270.01 GBP").HasNot("This is simulated")
	}
	if len(service.created) != 0 {
		t.Errorf("%d bookings were sent", len(service.created))
	}
}

// A declined card stands at the field and in one line; the price stays in sight.
func TestBookSaysADeclineOnce(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	service.createErr = &api.Error{Status: 400, Code: 4001, Type: api.TypePayment, Message: "Card declined", RequestID: "req-7"}
	p := startOn(f, screens.NewBook(f.deps, verifiedDraft(t, f))).Resize(80, 24)
	p.Press("ctrl+t", "ctrl+b").Has("charged now       270.01 GBP", "! Card declined (request req-7)", "The payment was declined; nothing is booked. Another token, then ctrl+b.")
	p.HasNot("ctrl+b book it", "ctrl+b books this", "! The payment was declined")
	p.Press("tab").Has("Refused. ctrl+b works again once the token or something else is changed.")
	p.Press("shift+tab").Type("x").Has("ctrl+b book it").Press("backspace").HasNot("ctrl+b book it")
	p.Advance(time.Second).Press("ctrl+b")
	if len(service.created) != 1 {
		t.Errorf("%d bookings were sent", len(service.created))
	}
}

// What is charged, now, later, at the hotel and in all, stands first and stays there whatever is put in, chosen or
// scrolled; a test token says what it will do once it is sent, and nothing has happened before.
func TestBookKeepsWhatIsChargedInSight(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	draft := verifiedDraft(t, f)
	draft.Verified.Terms[0].Penalties = []api.CancelPenalty{
		{Deadline: api.ParseDeadline("2026-12-01T18:00:00+00:00"), Amount: pounds(20413)},
		{Deadline: api.ParseDeadline("2026-12-18T12:00:00+00:00"), Amount: pounds(27001)},
	}
	p := startOn(f, screens.NewBook(f.deps, draft))
	block := []string{"charged now       270.01 GBP on the card", "due at the hotel  2.50 GBP, City charge", "guest pays        272.51 GBP: 270.01 on the card now,"}
	question := "ctrl+b books this for 270.01 GBP"
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 40}} {
		p.Resize(size[0], size[1]).Has(block...).Has(question, "! cancelling costs 204.13 GBP")
		p.Press("ctrl+t").Has(block...).Has(question, ": once it is sent, ")
		p.Press("pgdown", "pgdown", "pgdown", "pgdown", "pgdown").Has(block...).Has("environment", question)
		p.Press("pgup", "pgup", "pgup", "pgup", "pgup")
	}
	p.Resize(80, 24).Has("more lines below (pgdn)").HasNot("due later")
	p.Press("tab", "right").Has("Nothing. This is simulated; the price is 270.01 GBP.", "ctrl+b simulates this").HasNot("guest pays")
	p.Press("left")
	f.allGoldens("book_charges")

	f.deps.TestTokens = []screens.Described{{Name: "card_declined", Does: "the card issuer declines the payment"}}
	for _, size := range [][2]int{{60, 20}, {80, 24}} { // What it will do is read to its end.
		p.Resize(size[0], size[1]).Press("ctrl+t").Has("test token card_declined: once it is sent, the", "simulation", question).Has(block...)
		if words := strings.Join(strings.Fields(p.View()), " "); !strings.Contains(words, "the card issuer declines the payment") {
			t.Errorf("what the token will do is cut:\n%s", p.View())
		}
	}
	if len(service.created) != 0 {
		t.Error("it was sent")
	}
}

// However long the clock of penalties is, the guest, the hotel and the stay are in sight on a small terminal.
func TestBook_GuestHotelAndStayInSight(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 0)
	draft := verifiedDraft(t, f)
	draft.Verified.Terms[0].Penalties = []api.CancelPenalty{
		{Deadline: api.ParseDeadline("2026-12-11T18:00:00+00:00"), Amount: pounds(3000)},
		{Deadline: api.ParseDeadline("2026-12-13T18:00:00+00:00"), Amount: pounds(6000)},
		{Deadline: api.ParseDeadline("2026-12-15T18:00:00+00:00"), Amount: pounds(9000)},
		{Deadline: api.ParseDeadline("2026-12-18T12:00:00+00:00"), Amount: pounds(27001)},
	}
	p := startOn(f, screens.NewBook(f.deps, draft))
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		p.Resize(size[0], size[1]).Has("guest               Mary Graham", "The Aldwych Lantern", "Sat 19 Dec – Tue 22 Dec 2026", "cancelling")
	}
}

// What nobody can add up is not added up.
func TestBookSaysWhatTheSumLeavesOut(t *testing.T) {
	t.Parallel()
	for want, fees := range map[string][]api.Charge{
		"guest pays        270.01 GBP on the card now, and Resort fee (amount not said)":                                                     {{Description: "Resort fee", IncludedInTotal: yes(false)}},
		"guest pays        270.01 GBP on the card now, and 5.00 EUR, Resort fee":                                                             {{Description: "Resort fee", Amount: api.NewMoney("5.00", "EUR"), IncludedInTotal: yes(false)}},
		"guest pays        275.01 GBP: 270.01 on the card now, 5.00 at the hotel, 5.00 GBP less if the total includes Resort fee (not said)": {{Description: "Resort fee", Amount: pounds(500)}},
		"due at the hotel  10.00 GBP in 3 fees":                                                                                              {{Amount: pounds(500)}, {Amount: pounds(250)}, {Amount: pounds(250)}},
		"guest pays        280.01 GBP: 270.01 on the card now, 10.00 at the hotel":                                                           {{Amount: pounds(500), IncludedInTotal: yes(false)}, {Amount: pounds(500), IncludedInTotal: yes(false)}},
	} {
		f, _ := newFixtureWith(t, 0)
		draft := verifiedDraft(t, f)
		draft.Verified.FeeLines = fees
		for i := range fees {
			if len(fees) > 2 {
				fees[i].IncludedInTotal = yes(false)
			}
		}
		startOn(f, screens.NewBook(f.deps, draft)).Resize(160, 50).Has(want)
	}
}
