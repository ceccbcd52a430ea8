package api_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"time"

	"bellhop/api"
)

// answering is a service that answers everything with one text.
func answering(status int, text string) *httptest.Server {
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = w.Write([]byte(text))
	}))
}

func client(address string, dialect *api.Dialect) *api.Client {
	c, err := api.New(api.Options{BaseURL: address, Account: "partner", Token: api.NewSecret("secret"), Dialect: dialect, ReadRetries: -1})
	if err != nil {
		panic(err)
	}
	return c
}

// A client is made once, and sends nothing before it is asked to. Addresses that would
// send the key in the clear are refused.
func ExampleNew() {
	_, err := api.New(api.Options{BaseURL: "http://api.example.com", Account: "1234", Token: api.NewSecret("hunter2")})
	fmt.Println(err)
	c, err := api.New(api.Options{BaseURL: "https://api.example.com", Account: "1234", Token: api.NewSecret("hunter2")})
	fmt.Println(c, err)
	// Output:
	// the base address must be https; http is for loopback addresses only
	// api.Client(https://api.example.com) <nil>
}

// Amounts are added and compared as they were sent, digit by digit.
func ExampleMoney() {
	night, tax := api.NewMoney("204.10", "GBP"), api.NewMoney("0.3", "GBP")
	stay, err := night.Times(3).Add(tax)
	fmt.Println(stay, err)
	_, err = stay.Cmp(api.NewMoney("1", "EUR"))
	fmt.Println(err != nil)
	fmt.Println(api.Money{}.IsSet(), api.NewMoney("0", "JPY").IsSet(), api.NewMoney("twelve", "GBP").Valid())
	// Output:
	// 612.60 GBP <nil>
	// true
	// false true false
}

// A stay is two dates of the hotel's calendar, whatever the zone of this machine.
func ExampleDate() {
	checkIn := api.NewDate(2026, time.December, 30)
	checkOut := checkIn.AddDays(3)
	fmt.Println(checkIn, checkOut, checkIn.DaysUntil(checkOut))
	// Output: 2026-12-30 2027-01-02 3
}

// A write whose answer is lost may have been made. It is looked for by what was left in
// it, and never sent again.
func ExampleClient_CreateReservation() {
	lossy := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, _ *http.Request) { panic(http.ErrAbortHandler) }))
	defer lossy.Close()
	day := api.NewDate(2026, time.December, 12)
	_, err := client(lossy.URL, nil).CreateReservation(context.Background(), api.CreateRequest{
		CheckIn: day, CheckOut: day.AddDays(2), Adults: 2,
		Guest: api.Guest{
			GivenName: "Ada", Surname: "Rossi", Email: "ada@example.com", Phone: "+442071234567",
			Address: "1 High Street", City: "London", Country: "GB",
		},
		Hotel:      api.HotelRef{ID: api.PropertyID{Chain: "AA", Code: "12345"}, Name: "Grand Hotel"},
		Payment:    api.PaymentSource{Amount: api.NewMoney("408.20", "GBP"), Token: api.NewSecret("card")},
		Rate:       api.BookedRate{BookingCode: "opaque", Rooms: 1, Total: api.NewMoney("408.20", "GBP"), Base: api.NewMoney("400", "GBP"), Taxes: api.NewMoney("8.20", "GBP")},
		CustomData: api.CustomData{{Key: "attempt", Text: "att-7"}},
	})
	failed := new(api.Error)
	if errors.As(err, &failed) && failed.Outcome == api.OutcomeUnknown {
		fmt.Println("ask ListReservations for the custom value att-7")
	}
	// Output: ask ListReservations for the custom value att-7
}

// What a service refuses has its number, its type and the fields that it is about.
func ExampleError() {
	service := answering(http.StatusBadRequest, `{"code": 2001, "type": "VALIDATION", "message": "not understood", "details": [{"message": "is in the past", "field": ["check_in_date"]}]}`)
	defer service.Close()
	_, err := client(service.URL, nil).ReadReservation(context.Background(), "0123456789abcdef0123456789ABCDEF")
	failed := new(api.Error)
	if errors.As(err, &failed) {
		fmt.Println(failed.Status, failed.Code, failed.Type, failed.Outcome == api.OutcomeRefused)
		for _, problem := range failed.Problems {
			fmt.Println(problem.Field, problem.Message)
		}
	}
	// Output:
	// 400 2001 VALIDATION true
	// [check_in_date] is in the past
}

// A service that calls something else, or does not have it, is told by its dialect.
func ExampleDialect_With() {
	dialect, err := api.DefaultDialect().With(map[string]string{"page_size": "per_page", "custom_data_filter": ""})
	if err != nil {
		panic(err)
	}
	_, err = client("https://api.example.com", &dialect).ListReservations(context.Background(), api.ReservationQuery{CustomValues: []string{"att-7"}})
	fmt.Println(errors.Is(err, api.ErrFeatureOff))
	fmt.Println(dialect.Off().CustomDataFilter)
	// Output:
	// true
	// filter by custom data: off until the profile sets dialect.custom_data_filter
}

// A secret is printed by nothing; it is taken out only on purpose.
func ExampleSecret() {
	key := api.NewSecret("hunter2")
	fmt.Printf("%v %s %#v\n", key, key, key)
	fmt.Println(len(key.Reveal()))
	// Output:
	// [redacted] [redacted] [redacted]
	// 7
}
