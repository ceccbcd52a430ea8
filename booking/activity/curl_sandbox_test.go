package activity_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking/activity"
	"bellhop/sandbox"
)

// realCurl skips a test that lacks curl, and fails it where CI could install it.
func realCurl(t *testing.T) {
	t.Helper()
	for _, name := range []string{"sh", "curl"} {
		if _, err := exec.LookPath(name); err != nil {
			if os.Getenv("CI") != "" && os.Getuid() == 0 {
				t.Fatalf("%s is needed", name)
			}
			t.Skipf("NOT RUN: %s is not installed; install curl", name)
		}
	}
}

// Each request of the client, copied as curl and run, asks the sandbox the same and is answered the same. Only a write
// is another write.
func TestCurlRunsAgainstTheSandbox(t *testing.T) {
	t.Parallel()
	realCurl(t)
	box, err := sandbox.Open(t.Context(), sandbox.Options{Properties: 200, Accounts: []sandbox.Account{{ID: "acme", Token: "Key-'Mark$1"}}})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(box.Handler())
	t.Cleanup(func() {
		server.Close()
		_ = box.Close()
	})
	log := activity.NewLog()
	c, err := api.New(api.Options{BaseURL: server.URL, Account: "acme", Token: api.NewSecret("Key-'Mark$1"), Observe: log.Observe})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	env := map[string]string{
		"BELLHOP_ACCOUNT": "acme", "BELLHOP_TOKEN": "Key-'Mark$1", "BELLHOP_PAYMENT_TOKEN": "card_good", "BELLHOP_CVV": "987", "GUEST_GIVEN_NAME": "Ada", "GUEST_SURNAME": `O'Hara \"x\"`,
		"GUEST_EMAIL": "ada@example.com", "GUEST_TELEPHONE_NUMBER": "+442070000000", "GUEST_ADDRESS": "1 $HOME Street", "GUEST_CITY": "London",
		"GUEST_POSTAL_CODE": "N1 9GU", "GUEST_COUNTRY": "GB", "CUSTOM_COST_CENTER": "AB1234", "FILTER_FILTER_CUSTOM_DATA": "AB1234",
	}
	seen := map[string]bool{}
	work(t, c, func() {
		x := log.At(time.Now()).Exchanges[0]
		command, err := activity.Curl(x)
		if err != nil {
			t.Fatal(err)
		}
		for _, private := range []string{"Key-", "card_good", "Hara", "ada@", "+44", "AB1234"} {
			if strings.Contains(command, private) {
				t.Errorf("%s is in\n%s", private, command)
			}
		}
		seen[x.Operation] = true
		status, answer := runCurl(t, command, env)
		switch x.Operation {
		case "create reservation":
			var made struct{ ID string }
			if err := json.Unmarshal([]byte(answer), &made); err != nil || status != activity.Status(x) || strings.Contains(string(x.Answer.Text), made.ID) || !strings.Contains(answer, `O'Hara \"x\"`) {
				t.Errorf("%s %s of\n%s", status, answer, command)
			}
		case "cancel reservation":
			if !strings.Contains(answer, "BOOKING_CANCELLATION_ERROR") && status != "200" {
				t.Errorf("%s %s of\n%s", status, answer, command)
			}
		case "verify rate":
			if want := string(x.Answer.Text); compactJSON(t, answer) != compactJSON(t, want) {
				t.Errorf("the answer is\n%s\nand was\n%s", answer, want)
			}
		default:
			if status != activity.Status(x) || status != "200" {
				t.Errorf("%s, and to the client %s, of\n%s\n%s", status, activity.Status(x), command, answer)
			}
		}
	})
	for _, want := range []string{
		"search destinations", "search hotels", "verify rate", "create reservation", "list reservations", "read reservation", "modify reservation", "cancel reservation",
	} {
		if !seen[want] {
			t.Errorf("nothing asked to %s", want)
		}
	}
}

// work does everything that a client can, and says when each request is over.
func work(t *testing.T, c *api.Client, over func()) {
	t.Helper()
	ctx := t.Context()
	must := func(err error) {
		t.Helper()
		if e := new(api.Error); errors.As(err, &e) {
			t.Fatal(err, e.Problems)
		}
		over()
	}
	_, err := c.SearchDestinations(ctx, api.DestinationQuery{Text: "st. john's & co"})
	must(err)
	in := api.DateOf(time.Now().AddDate(0, 0, 30))
	page, err := c.SearchHotels(ctx, api.HotelQuery{Code: "LON", Radius: 30, CheckIn: in, CheckOut: in.AddDays(2), Adults: 2})
	must(err)
	request, verified := bookable(ctx, t, c, page, in)
	over()
	request.Guest = api.Guest{
		GivenName: "Ada", Surname: `O'Hara "x"`, Email: "ada@example.com", Phone: "+442070000000", Address: "1 $HOME Street", City: "London", PostalCode: "N1 9GU", Country: "GB",
	}
	request.Payment = api.PaymentSource{Token: api.NewSecret("card_good"), Amount: verified.Total}
	request.CustomData = api.CustomData{{Key: "cost_center", Text: "AB1234"}}
	made, err := c.CreateReservation(ctx, request)
	must(err)
	_, err = c.ListReservations(ctx, api.ReservationQuery{PageSize: 5, CheckIn: api.DateRange{From: in}, CustomValues: []string{"AB1234"}})
	must(err)
	_, err = c.ReadReservation(ctx, made.ID)
	must(err)
	_, err = c.ModifyReservation(ctx, api.ModifyRequest{ID: made.ID, Token: api.NewSecret("card_good"), CVV: api.NewSecret("987")})
	must(err)
	_, err = c.CancelReservation(ctx, made.ID)
	must(err)
}

// bookable verifies rates until one can be booked.
func bookable(ctx context.Context, t *testing.T, c *api.Client, page api.HotelPage, in api.Date) (api.CreateRequest, api.Verification) {
	t.Helper()
	for _, h := range page.Hotels {
		for _, room := range h.Rooms {
			for _, rate := range room.Rates {
				v, err := c.VerifyRate(ctx, api.VerifyRequest{
					BookingCode: rate.BookingCode, ChannelCode: rate.ChannelCode, Property: h.ID, CheckIn: in, CheckOut: in.AddDays(2), Adults: 2,
				})
				if err != nil || rate.Terms.Refundable == nil {
					continue
				}
				return api.CreateRequest{
					CheckIn: in, CheckOut: in.AddDays(2), Adults: 2, Hotel: api.HotelRef{ID: h.ID, Name: h.Name},
					Rate: api.BookedRate{BookingCode: v.BookingCode, ChannelCode: v.ChannelCode, Rooms: 1, Total: v.Total, Base: v.Base, Taxes: v.Taxes, Terms: rate.Terms},
				}, v
			}
		}
	}
	t.Fatal("no rate can be booked")
	return api.CreateRequest{}, api.Verification{}
}

// runCurl runs a copy in a shell whose variables are set.
func runCurl(t *testing.T, command string, env map[string]string) (status, answer string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "sh", "-c", strings.TrimSuffix(command, "\n")+" -w '\\n%{http_code}'\n")
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir()}
	for name, value := range env {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	var problems strings.Builder
	cmd.Stderr = &problems
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s of\n%s", err, problems.String(), command)
	}
	at := strings.LastIndexByte(string(out), '\n')
	return string(out[at+1:]), string(out[:at])
}

func compactJSON(t *testing.T, text string) string {
	t.Helper()
	var value any
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		t.Fatal(err)
	}
	out, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
