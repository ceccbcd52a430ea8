package voucher_test

import (
	"context"
	"errors"
	"flag"
	"html"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	ics "github.com/arran4/golang-ical"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/booking/recovery"
	"bellhop/booking/terms/paytest"
	"bellhop/booking/trip"
	"bellhop/booking/voucher"
	"bellhop/internal/safetext/safetexttest"
)

var (
	update = flag.Bool("update", false, "write the golden files")
	now    = time.Date(2026, 11, 23, 14, 0, 0, 0, time.UTC)
)

// town knows one hotel.
type town struct{ booking.Service }

func (town) Skew() time.Duration { return 0 }

func (town) SearchDestinations(context.Context, api.DestinationQuery) (api.DestinationResults, error) {
	return api.DestinationResults{Properties: []api.Property{{
		ID: lantern.ID, Name: lantern.Name, AddressLine1: "19 Lantern Row", City: "London", PostalCode: "WC2B 4DD", Country: "United Kingdom",
		Phone: "+44 20 7946 0417", CheckInTime: "15:00:00", CheckOutTime: "11:00:00", Timezone: "Europe/London",
	}}}, nil
}

var lantern = api.HotelRef{ID: api.PropertyID{Chain: "LX", Code: "20417"}, Name: "The Aldwych Lantern"}

func desk(t testing.TB, known bool) *booking.Desk {
	t.Helper()
	return deskIn(t, "", known)
}

func deskIn(t testing.TB, environment string, known bool) *booking.Desk {
	t.Helper()
	d := booking.NewDesk(booking.Options{Service: town{}, Now: func() time.Time { return now }, Environment: environment})
	if known {
		if _, ok, err := d.Directory.Facts(t.Context(), lantern); !ok || err != nil {
			t.Fatal(ok, err)
		}
	}
	return d
}

func money(number string) api.Money { return api.NewMoney(number, "GBP") }

// reservation has one of everything that must not leave the machine with a voucher.
func reservation() api.Reservation {
	return api.Reservation{
		ID: "0123456789abcdef0123456789abcdef", Status: api.StatusConfirmed,
		CheckIn: api.ParseInstant("2026-12-12"), CheckOut: api.ParseInstant("2026-12-15"), Created: api.Instant{Time: now},
		Confirmation: &api.Confirmation{HotelNumber: "HC-77120", RecordLocator: "QWERTZ"},
		CustomData:   api.CustomData{{Key: "cost_center", Text: "CC-9981"}, {Key: recovery.AttemptKey, Text: "att-SECRET"}},
		Adults:       2, Children: 1, Hotel: lantern,
		Guest:   api.Guest{GivenName: "Maria", Surname: "Gunnarsdottir", Email: "maria@mail.example", Phone: "+354 555 0199", Address: "Laugavegur 7"},
		Payment: &api.Payment{Amount: money("612.40"), Token: api.NewSecret("tok_live_secret"), Customer: "cus_991", MethodRef: "pm_771"},
		Partner: &api.Payment{Amount: money("1.00"), Customer: "cus_partner"},
		Rate: api.BookedRate{
			BookingCode: "BC|1", Rooms: 1, Total: money("612.40"),
			Terms: api.Terms{Guarantee: []string{"PREPAID"}, PaymentInfo: "Prepaid", Penalties: []api.CancelPenalty{
				{Deadline: api.ParseDeadline("2026-12-10T18:00:00+00:00"), Amount: money("204.13")},
			}},
		},
	}
}

var private = []string{"tok_live", "cus_", "pm_771", "CC-9981", "att-SECRET", "maria@mail", "555 0199", "Laugavegur", "BC|1"}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil || string(want) != got {
		t.Errorf("%s (%v) is now:\n%s", name, err, got)
	}
	for _, secret := range private {
		if strings.Contains(got, secret) {
			t.Errorf("%s has %q", name, secret)
		}
	}
}

func draftOf() booking.Draft {
	besides := false
	return booking.Draft{
		Trip:     trip.Trip{CheckIn: api.NewDate(2026, 12, 12), CheckOut: api.NewDate(2026, 12, 15), Adults: 2, Children: 1, Rooms: 2},
		Hotel:    api.Hotel{ID: lantern.ID, Name: lantern.Name, Phone: "+44 20 7946 0417", CheckInTime: "15:00", CheckOutTime: "11:00"},
		Room:     api.Room{Name: "Classic Queen"},
		Verified: &api.Verification{Total: money("306.20"), Terms: []api.Terms{{Guarantee: []string{"PREPAID"}, PaymentInfo: "Prepaid"}}, FeeLines: []api.Charge{{Amount: money("2.50"), Description: "City charge", IncludedInTotal: &besides}}},
	}
}

func TestAVoucher(t *testing.T) {
	t.Parallel()
	d := desk(t, true)
	r := reservation()
	v := voucher.Of(d, r, booking.Sale{})
	golden(t, "reservation.txt", v.Document().Text())
	golden(t, "reservation-message.txt", v.MessageText())

	r.Rate.Rooms = 2
	v = voucher.OfBooking(deskIn(t, "sandbox", true), r, draftOf())
	golden(t, "booking.txt", v.Document().Text())
	golden(t, "booking.md", v.Document().Markdown())
	page, err := v.Document().HTML()
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "booking.html", page)
	golden(t, "booking-message.txt", v.MessageText())
	if masked := v.Masked().Document().Text() + v.Masked().MessageText(); strings.Contains(masked, "Gunnars") || !strings.Contains(masked, "M··· G···") || !strings.Contains(masked, "HC-77120") {
		t.Errorf("masked it says\n%s", masked)
	}
	if v.Reservation.Guest.Surname != "Gunnarsdottir" {
		t.Error("masking a voucher masks the one before")
	}
	name, files, err := v.Files()
	if err != nil || name != "sandbox-voucher-qwertz" || len(files) != 3 {
		t.Errorf("%q, %d files, %v", name, len(files), err)
	}
	if name, files := v.MessageFiles(); name != "sandbox-message-qwertz" || len(files) != 1 {
		t.Errorf("%q, %d files", name, len(files))
	}
}

// What is not booked, or not any more, says so above all else.
func TestAVoucherOfWhatIsNotConfirmed(t *testing.T) {
	t.Parallel()
	d := desk(t, true)
	r := reservation()
	r.Status = api.StatusCanceled
	golden(t, "canceled.txt", voucher.Of(d, r, booking.Sale{}).Document().Text()+"\n\n"+voucher.Of(d, r, booking.Sale{}).MessageText())
	r.Status, r.Confirmation = api.StatusCreated, nil
	golden(t, "created.txt", voucher.Of(d, r, booking.Sale{}).Document().Text()+"\n\n"+voucher.Of(d, r, booking.Sale{}).MessageText())
	for status, able := range map[string]bool{api.StatusConfirmed: true, api.StatusCreated: true, api.StatusCanceled: true, "NO_SHOW": false} {
		if got, why := voucher.Able(api.Reservation{Status: status}); got != able || able != (why == "") {
			t.Errorf("%s: %v, %q", status, got, why)
		}
	}
}

// The voucher and the message show the payment in the same words as every screen.
func TestPaymentInVoucherAndMessage(t *testing.T) {
	t.Parallel()
	for _, c := range paytest.Cases() {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			c := c.Booked()
			draft := draftOf()
			draft.Trip.Rooms, draft.Zone = c.Rooms, time.UTC
			c.Verify(draft.Verified)
			r := reservation()
			r.Created, r.Rate.Rooms, r.Rate.Total = api.Instant{Time: paytest.Made.In(time.UTC)}, c.Rooms, draft.Charge()
			r.Payment.Amount, r.Rate.Terms = draft.Charge(), c.Stored()
			agreed := journal.NewAgreement(now)
			for _, fee := range draft.AtHotel() {
				agreed.AtHotel = append(agreed.AtHotel, journal.Charge{
					Name: fee.Description, Amount: fee.Amount.Number(), Currency: fee.Amount.Currency(), MaybeInTotal: fee.IncludedInTotal == nil,
				})
			}
			if d, ok := draft.AllRooms().ReadDeposit(); ok {
				agreed.Deposit = &journal.Deposit{Amount: d.Amount.Number(), Currency: d.Amount.Currency(), Due: d.Due.String()}
			}
			sale := booking.Sale{Sale: recovery.Sale{State: journal.AttemptState{Plan: journal.Plan{Agreement: agreed}}}}
			booked, sold := voucher.OfBooking(desk(t, true), r, draft), voucher.Of(desk(t, true), r, sale)
			for name, text := range map[string]string{
				"the voucher of a booking": booked.Document().Text(), "its message": booked.MessageText(),
				"the voucher of a reservation": sold.Document().Text(), "the message of it": sold.MessageText(),
			} {
				text = strings.Join(strings.Fields(text), " ")
				wants := append(append([]string{strings.TrimSuffix(c.Now, ".")}, c.Later...), c.AtHotel...)
				if len(c.Fees) > 0 {
					wants = append(wants, c.Pays)
				}
				for _, want := range wants {
					if !strings.Contains(text, want) {
						t.Errorf("%s does not say %q:\n%s", name, want, text)
					}
				}
			}
		})
	}
}

// What the journal has of the sale stands in a voucher, but not the fees of other dates.
func TestAVoucherKnowsTheSale(t *testing.T) {
	t.Parallel()
	agreed := journal.NewAgreement(now)
	agreed.Room, agreed.AtHotel = "Classic Queen", []journal.Charge{{Name: "City charge", Amount: "2.50", Currency: "GBP"}}
	sale := booking.Sale{Sale: recovery.Sale{State: journal.AttemptState{Plan: journal.Plan{Agreement: agreed}}}}
	d := desk(t, false)
	text := voucher.Of(d, reservation(), sale).Document().Text()
	for _, want := range []string{"1 room: Classic Queen", "2.50 GBP, City charge\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	sale.Moved = &journal.AttemptState{}
	if text := voucher.Of(d, reservation(), sale).Document().Text(); strings.Contains(text, "City charge") || !strings.Contains(text, "may also charge local taxes") {
		t.Errorf("after other dates:\n%s", text)
	}
}

func TestACalendarOfAStay(t *testing.T) {
	t.Parallel()
	v := voucher.OfBooking(deskIn(t, "sandbox", true), reservation(), draftOf())
	name, file, err := v.CalendarFile()
	if err != nil || name != "sandbox-stay-qwertz" || file.Ending != "ics" {
		t.Fatal(name, file.Ending, err)
	}
	golden(t, "stay.ics", file.Text)
	for _, unwanted := range []string{"Gunnars", "Maria"} {
		if strings.Contains(file.Text, unwanted) {
			t.Errorf("the calendar has %q", unwanted)
		}
	}
	cal, err := ics.ParseCalendar(strings.NewReader(file.Text))
	if err != nil || len(cal.Events()) != 2 {
		t.Fatalf("%d events, %v", len(cal.Events()), err)
	}
	stay, deadline := cal.Events()[0], cal.Events()[1]
	if from, err := stay.GetAllDayStartAt(); err != nil || from.Format(time.DateOnly) != "2026-12-12" {
		t.Errorf("it begins on %v, %v", from, err)
	}
	if to, err := stay.GetAllDayEndAt(); err != nil || to.Format(time.DateOnly) != "2026-12-16" {
		t.Errorf("it ends before %v, %v", to, err)
	}
	if at, err := deadline.GetStartAt(); err != nil || !at.Equal(time.Date(2026, 12, 10, 18, 0, 0, 0, time.UTC)) || len(deadline.Alarms()) != 3 || len(stay.Alarms()) != 0 {
		t.Errorf("the deadline is at %v, %v", at, err)
	}
	r := reservation()
	r.Status = api.StatusCanceled
	text, err := voucher.Of(desk(t, true), r, booking.Sale{}).Calendar()
	if err != nil || !strings.Contains(text, "STATUS:CANCELLED") || strings.Contains(text, "VALARM") {
		t.Errorf("a cancelled one is %v\n%s", err, text)
	}
}

// A service that says nothing but a number has papers in which nothing is made up, and no empty calendar.
func TestPapersOfWhatIsHardlySaid(t *testing.T) {
	t.Parallel()
	bare := api.Reservation{ID: "0123456789abcdef0123456789abcdef", Status: api.StatusConfirmed, Hotel: api.HotelRef{ID: api.PropertyID{Chain: "ZZ", Code: "1"}}}
	v := voucher.Of(desk(t, false), bare, booking.Sale{})
	golden(t, "bare.txt", v.Document().Text())
	golden(t, "bare-message.txt", v.MessageText())
	if text, err := v.Calendar(); !errors.Is(err, voucher.ErrNoDays) {
		t.Errorf("a calendar of nothing is %q, %v", text, err)
	}
	bare.Hotel = api.HotelRef{}
	if text := voucher.Of(desk(t, false), bare, booking.Sale{}).MessageText(); strings.Contains(text, "  ") || strings.Contains(text, "\n\n\n") {
		t.Errorf("without a hotel it reads\n%s", text)
	}
}

// Where a deadline comes without an offset it is the hotel's clock, by summer time and by winter time.
func TestADeadlineOverAChangeOfTheClock(t *testing.T) {
	t.Parallel()
	for deadline, want := range map[string]string{
		"2026-10-24T18:00:00":       "20261024T170000Z", // summer
		"2026-10-25T18:00:00":       "20261025T180000Z", // the same day, after the change
		"2026-10-25T01:30:00":       "20261025T003000Z", // there are two: the earlier one
		"2026-10-25T01:30:00+00:00": "20261025T013000Z", // the second, as it says
		"2027-03-28T01:30:00":       "20270328T010000Z", // there is none: when the clock jumps
	} {
		r := reservation()
		r.CheckIn, r.CheckOut = api.ParseInstant("2027-04-01"), api.ParseInstant("2027-04-04")
		r.Rate.Terms.Penalties[0].Deadline = api.ParseDeadline(deadline)
		d := booking.NewDesk(booking.Options{Service: town{}, Now: func() time.Time { return now.AddDate(0, -6, 0) }})
		if _, _, err := d.Directory.Facts(t.Context(), lantern); err != nil {
			t.Fatal(err)
		}
		text, err := voucher.Of(d, r, booking.Sale{}).Calendar()
		if err != nil || !strings.Contains(text, want) {
			t.Errorf("%s is not %s: %v\n%s", deadline, want, err, text)
		}
	}
}

// A message says whose clock its times are by only if it has times.
func TestMessage_TimesAtTheHotel(t *testing.T) {
	t.Parallel()
	penalty := func(deadline, amount string) api.CancelPenalty {
		return api.CancelPenalty{Deadline: api.ParseDeadline(deadline), Amount: money(amount)}
	}
	const begun, tenth = "2025-08-06T00:00:00+00:00", "2026-12-10T18:00:00+00:00"
	refundable, no := true, false
	for name, c := range map[string]struct {
		terms api.Terms
		want  bool
	}{
		"non-refundable":             {api.Terms{Refundable: &no, Penalties: []api.CancelPenalty{penalty(begun, "612.40")}}, false},
		"non-refundable from a day":  {api.Terms{Refundable: &no, Penalties: []api.CancelPenalty{penalty(tenth, "612.40")}}, false},
		"one penalty from the start": {api.Terms{Refundable: &refundable, Penalties: []api.CancelPenalty{penalty(begun, "204.13")}}, false},
		"free until a deadline":      {api.Terms{Refundable: &refundable, Penalties: []api.CancelPenalty{penalty(tenth, "204.13")}}, true},
		"nothing said":               {api.Terms{}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := reservation()
			r.Rate.Terms = c.terms
			text := voucher.Of(desk(t, true), r, booking.Sale{}).MessageText()
			if got := strings.Contains(text, "These are times at the hotel"); got != c.want || !strings.Contains(text, "Cancelling: ") {
				t.Errorf("it says whose times they are: %t\n%s", got, text)
			}
		})
	}
}

// A text of the service neither drives a terminal nor begins a paragraph of a message.
func TestMessage_Hostile(t *testing.T) {
	t.Parallel()
	r := reservation()
	r.Hotel.Name = "Inn\x1b[31m\u202e\n\nPay at https://example.com"
	v := voucher.Of(desk(t, false), r, booking.Sale{})
	if text := v.MessageText(); strings.ContainsAny(text, "\x1b\u202e") || strings.Contains(text, "\n\nPay") || !strings.Contains(text, "Pay at") {
		t.Errorf("the message is %+q", text)
	}
}

// Names stand in the papers letter by letter.
func TestPapers_Names(t *testing.T) {
	t.Parallel()
	for _, name := range safetexttest.HotelNames() {
		r := reservation()
		r.Guest.GivenName, r.Guest.Surname, r.Hotel.Name = name, "Van "+name, name
		v := voucher.Of(desk(t, false), r, booking.Sale{})
		page, err := v.Document().HTML()
		if err != nil {
			t.Fatal(err)
		}
		for form, text := range map[string]string{"text": v.Document().Text(), "page": html.UnescapeString(page), "message": v.MessageText()} {
			if strings.Count(text, name+" Van "+name) == 0 || strings.Count(text, name) < 3 {
				t.Errorf("%+q is not in the %s:\n%+q", name, form, text)
			}
		}
	}
}
