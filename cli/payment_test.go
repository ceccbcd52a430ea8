package cli_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/booking/quote/quotetest"
	"bellhop/booking/terms/paytest"
	"bellhop/cli/exit"
)

// A caseService is a sandbox whose verifications have the price and the terms of a case, as have its reservations.
type caseService struct {
	booking.Service
	c  paytest.Case
	id string // of its reservation
	// hotel and rate are those of atCase.
	hotel api.PropertyID
	rate  api.BookedRate
}

func (*caseService) Skew() time.Duration { return 0 } // The fixture's clock is the sandbox's.

func (s *caseService) VerifyRate(ctx context.Context, r api.VerifyRequest) (api.Verification, error) {
	v, err := s.Service.VerifyRate(ctx, r)
	if err == nil {
		s.c.Verify(&v)
	}
	return v, err
}

// atCase returns a fixture at a caseService, and the arguments that name one of its rates.
func atCase(t *testing.T) (f *fixture, service *caseService, rate []string) {
	t.Helper()
	f = newFixture(t)
	address := f.serve("--latency", "none", "--clock", "2026-12-12 00:00")
	client, err := api.New(api.Options{BaseURL: "http://" + address, Account: "partner", Token: api.NewSecret("secret")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	service = &caseService{Service: client}
	f.service, f.now = service, paytest.Made.In(time.UTC)
	_, out, errOut := f.run("hotels", "LON 5jan2027 3n 2a", "--limit", "1", "--json", "hotel_code,booking_code,channel_code")
	var list []struct {
		Hotel string `json:"hotel_code"`
		Code  string `json:"booking_code"`
		Sold  string `json:"channel_code"`
	}
	if err := json.Unmarshal([]byte(out), &list); err != nil || len(list) != 1 {
		t.Fatalf("%v, %s%s", err, out, errOut)
	}
	service.hotel = api.PropertyID{Chain: list[0].Hotel[:2], Code: list[0].Hotel[2:]}
	service.rate = api.BookedRate{BookingCode: list[0].Code, ChannelCode: list[0].Sold}
	return f, service, []string{list[0].Hotel, list[0].Code}
}

// verify shows the payment in the same words as every screen, as text and as JSON, and so does a quote of its draft.
func TestVerify_Payment(t *testing.T) {
	f, service, rate := atCase(t)
	for _, c := range paytest.Cases() {
		t.Run(c.Name, func(t *testing.T) {
			service.c = c
			line := "5jan2027 3n 2a"
			if c.Rooms > 1 {
				line += " 2r"
			}
			draft := filepath.Join(t.TempDir(), "draft.json")
			args := append(append([]string{"verify"}, rate...), line)
			code, out, errOut := f.run(append(args, "--draft", draft)...)
			text := strings.Join(strings.Fields(out), " ")
			for _, want := range append(append([]string{"guest pays " + c.Pays, "charged now " + c.Now}, c.Later...), c.AtHotel...) {
				if code != exit.OK || !strings.Contains(text, want) {
					t.Errorf("verify does not say %q: exit %d\n%s%s", want, code, out, errOut)
				}
			}
			_, out, errOut = f.run(append(args, "--json", "guest_pays,charged_now,due_later,due_at_hotel")...)
			var fields struct {
				Pays    string   `json:"guest_pays"`
				Now     []string `json:"charged_now"`
				Later   []string `json:"due_later"`
				AtHotel []string `json:"due_at_hotel"`
			}
			if err := json.Unmarshal([]byte(out), &fields); err != nil {
				t.Fatalf("%v: %s%s", err, out, errOut)
			}
			atHotel := slices.DeleteFunc(slices.Clone(c.AtHotel), func(line string) bool { return line == "No fees are named." })
			if fields.Pays != c.Pays || !slices.Equal(fields.Now, []string{c.Now}) || !slices.Equal(fields.Later, c.Later) || !slices.Equal(fields.AtHotel, atHotel) {
				t.Errorf("the JSON of verify is %s", out)
			}
			_, out, errOut = f.run("quote", "--from", draft)
			text = strings.Join(strings.Fields(out), " ")
			for _, want := range append(slices.Clone(c.Later), c.AtHotel...) {
				if !strings.Contains(text, want) {
					t.Errorf("quote does not say %q:\n%s%s", want, out, errOut)
				}
			}
		})
	}
}

func (s *caseService) ReadReservation(context.Context, string) (api.Reservation, error) {
	total := s.c.Total.Times(s.c.Rooms)
	return api.Reservation{
		ID: cmp.Or(s.id, strings.Repeat("a", 32)), Status: api.StatusConfirmed, Created: api.Instant{Time: paytest.Made.In(time.UTC)}, Payment: &api.Payment{Amount: total},
		Rate: api.BookedRate{Rooms: s.c.Rooms, Total: total, Base: total, Taxes: api.NewMoney("0", total.Currency()), Terms: s.c.Stored()},
	}, nil
}

func (s *caseService) CreateReservation(ctx context.Context, r api.CreateRequest) (api.Reservation, error) {
	made, err := s.ReadReservation(ctx, "")
	made.CheckIn, made.CheckOut = api.Instant{Time: r.CheckIn.In(time.UTC)}, api.Instant{Time: r.CheckOut.In(time.UTC)}
	made.Hotel, made.Adults, made.Guest = r.Hotel, r.Adults, r.Guest
	made.Rate.BookingCode, made.Rate.ChannelCode = r.Rate.BookingCode, r.Rate.ChannelCode
	return made, err
}

// A reservation that was sold here shows the payment in the words before booking: when it is made, when it is read, and in
// its proof. The service's answer does not have the deposit.
func TestBook_Payment(t *testing.T) {
	f, service, rate := atCase(t)
	j, err := journal.Open(filepath.Join(f.home, "journal"), journal.Options{Now: func() time.Time { return f.now }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() })
	f.journal = j
	for i, c := range paytest.Cases() {
		t.Run(c.Name, func(t *testing.T) {
			service.c = c
			id := fmt.Sprintf("%032x", i+1)
			service.id = id
			folder := t.TempDir()
			guest, draft := filepath.Join(folder, "guest.json"), filepath.Join(folder, "draft.json")
			text := strings.Replace(scriptGuest, "Rossi", "Rossi"+strings.Repeat("a", i+1), 1) // So that no booking is like another.
			if err := os.WriteFile(guest, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			line := "5jan2027 3n 2a"
			if c.Rooms > 1 {
				line += " 2r"
			}
			args := append(append([]string{"verify"}, rate...), line, "--guest", guest, "--draft", draft)
			if code, _, errOut := f.run(args...); code != exit.OK {
				t.Fatal(errOut)
			}
			f.env["BELLHOP_PAYMENT_TOKEN"] = "tok_good"
			code, made, errOut := f.run("book", "--from", draft, "--yes")
			if code != exit.OK {
				t.Fatal(errOut)
			}
			_, shown, _ := f.run("reservation", "show", id)
			_, proof, _ := f.run("audit", "proof", id)
			booked := c.Booked()
			wants := slices.Concat([]string{"paid " + booked.Now}, booked.Later, booked.AtHotel)
			for face, text := range map[string]string{"book": made, "reservation show": shown, "the proof": proof} {
				text = strings.Join(strings.Fields(text), " ")
				for _, want := range wants {
					if !strings.Contains(text, want) {
						t.Errorf("%s does not say %q:\n%s", face, want, text)
					}
				}
			}
			var fields struct {
				Pays    string   `json:"guest_pays"`
				Paid    []string `json:"paid"`
				Later   []string `json:"due_later"`
				AtHotel []string `json:"due_at_hotel"`
			}
			_, out, _ := f.run("reservation", "show", id, "--json", "guest_pays,paid,due_later,due_at_hotel")
			if err := json.Unmarshal([]byte(out), &fields); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			atHotel := slices.DeleteFunc(slices.Clone(booked.AtHotel), func(line string) bool { return line == "No fees are named." })
			if fields.Pays != booked.Pays || !slices.Equal(fields.Paid, []string{booked.Now}) || !slices.Equal(fields.Later, booked.Later) || !slices.Equal(fields.AtHotel, atHotel) {
				t.Errorf("the JSON is %s", out)
			}
		})
	}
}

// charged is the amount that was charged: 0 if the card only guarantees the room.
func TestReservationShow_Charged(t *testing.T) {
	f := newFixture(t)
	service := &caseService{}
	f.service, f.now = service, paytest.Made.In(time.UTC)
	charged := map[string]string{
		"guaranteed at the hotel": "0.00 GBP", "guaranteed, two rooms": "0 JPY", "prepaid": "241.03 EUR", "prepaid, two rooms": "482.06 EUR",
		"deposit now, rest at the hotel": "", "guarantee not said": "", "deposit not said": "",
	}
	seen := 0
	for _, c := range paytest.Cases() {
		service.c = c
		_, out, errOut := f.run("reservation", "show", strings.Repeat("a", 32))
		text := strings.Join(strings.Fields(out), " ")
		c := c.Unsold()
		for _, want := range slices.Concat([]string{"paid " + c.Now}, c.Later, c.AtHotel) {
			if !strings.Contains(text, want) {
				t.Errorf("%s: it does not say %q:\n%s%s", c.Name, want, out, errOut)
			}
		}
		var fields struct {
			Pays    string   `json:"guest_pays"`
			Paid    []string `json:"paid"`
			Later   []string `json:"due_later"`
			AtHotel []string `json:"due_at_hotel"`
		}
		_, out, errOut = f.run("reservation", "show", strings.Repeat("a", 32), "--json", "guest_pays,paid,due_later,due_at_hotel")
		if err := json.Unmarshal([]byte(out), &fields); err != nil {
			t.Fatalf("%v: %s%s", err, out, errOut)
		}
		for name, lines := range map[string][]string{"guest pays": {fields.Pays}, "paid": fields.Paid, "due later": fields.Later, "due at the hotel": fields.AtHotel} {
			for i, line := range lines {
				if row := strings.TrimSpace([]string{name, ""}[min(i, 1)] + " " + line); line != "" && !strings.Contains(text, row) {
					t.Errorf("%s: the JSON has %q, and the text is\n%s", c.Name, row, text)
				}
			}
		}
		if fields.Pays == "" || len(fields.Paid) == 0 || !slices.Contains(fields.AtHotel, "fees: not said") {
			t.Errorf("%s: the JSON is %s", c.Name, out)
		}
		want, listed := charged[c.Name]
		if !listed {
			continue
		}
		seen++
		if _, out, _ := f.run("reservation", "show", strings.Repeat("a", 32), "--jq", ".charged"); strings.TrimSpace(out) != want {
			t.Errorf("%s: charged is %q, want %q", c.Name, out, want)
		}
	}
	if seen != len(charged) {
		t.Errorf("only %d of the cases were seen", seen)
	}
}

// A datesService has one reservation, of a rate that is offered for other days as well.
type datesService struct{ *caseService }

func (s *datesService) ReadReservation(ctx context.Context, id string) (api.Reservation, error) {
	r, err := s.caseService.ReadReservation(ctx, id)
	r.Hotel, r.Adults = api.HotelRef{ID: s.hotel, Name: "Hotel"}, 2
	r.Rate.BookingCode, r.Rate.ChannelCode = s.rate.BookingCode, s.rate.ChannelCode
	r.CheckIn, r.CheckOut = api.Instant{Time: api.NewDate(2027, 1, 8).In(time.UTC)}, api.Instant{Time: api.NewDate(2027, 1, 10).In(time.UTC)}
	return r, err
}

// A change of dates shows what is due at the hotel for the new dates.
func TestReservationDates_Payment(t *testing.T) {
	f, service, _ := atCase(t)
	f.service = &datesService{service}
	for _, c := range paytest.Cases() {
		service.c = c
		_, _, errOut := f.run("reservation", "dates", strings.Repeat("a", 32), "5jan2027 3n", "--yes", "--accept-changes")
		text := strings.Join(strings.Fields(errOut), " ")
		for _, want := range c.AtHotel {
			if !strings.Contains(text, want) {
				t.Errorf("%s: it does not say %q:\n%s", c.Name, want, errOut)
			}
		}
	}
}

// --mark-up takes the spellings of the console, and names the mark-up nothing by itself.
func TestQuote_MarkupSpellings(t *testing.T) {
	f, service, rate := atCase(t)
	service.c = paytest.Cases()[0] // 474.00 GBP, at the hotel.
	draft := filepath.Join(t.TempDir(), "draft.json")
	if code, _, errOut := f.run("verify", rate[0], rate[1], "5jan2027 3n 2a", "--draft", draft); code != exit.OK {
		t.Fatal(errOut)
	}
	added := map[string]string{"10%": "47.40 GBP", "7.5%": "35.55 GBP", "10 GBP": "10.00 GBP"}
	for _, s := range quotetest.Spellings() {
		code, out, errOut := f.run("quote", "--from", draft, "--mark-up="+s.Typed)
		more := added[s.Read]
		switch {
		case s.Read == "" && code == exit.OK:
			t.Errorf("%q is taken:\n%s", s.Typed, out)
		case s.Read != "" && (code != exit.OK || !strings.Contains(out, "due with the booking  "+more+"\n")):
			t.Errorf("%q adds no %s: exit %d\n%s%s", s.Typed, more, code, out, errOut)
		}
	}
}
