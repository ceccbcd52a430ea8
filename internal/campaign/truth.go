package campaign

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"strconv"
	"sync"
	"time"
)

// A stored reservation is what the service has in the end. It is read over HTTP
// as any partner's program would, with nothing of the project's own: a mistake
// of the client or of the database must not be its own witness.
type stored struct {
	id       string
	attempt  string // "" when it carries none
	guest    string // the email
	hotel    string // chain and property code
	rate     string // booking code
	canceled bool
	in, out  string // the hotel's days
	total    string // a decimal number
	charged  string // likewise: what the guest pays
	currency string
}

// A wireReservation is what is read of one.
type wireReservation struct {
	ID       string         `json:"id"`
	Status   string         `json:"status"`
	CheckIn  time.Time      `json:"check_in_date"`
	CheckOut time.Time      `json:"check_out_date"`
	Custom   map[string]any `json:"custom_data"`
	Guests   struct {
		Primary struct {
			Email string `json:"email"`
		} `json:"primary"`
	} `json:"guests"`
	Hotel struct {
		Chain    string `json:"chain_code"`
		Property string `json:"property_code"`
	} `json:"hotel"`
	Payment struct {
		Guest struct {
			Amount json.Number `json:"amount"`
		} `json:"guest"`
	} `json:"payment"`
	Rate struct {
		Code  string `json:"booking_code"`
		Price struct {
			Total    json.Number `json:"total_price"`
			Currency string      `json:"currency_code"`
		} `json:"price"`
	} `json:"rate"`
}

// A witness reads what a service has.
type witness struct {
	address string // http://HOST:PORT
	token   string
	zones   map[string]*time.Location // of the hotels, by chain and property code
	client  http.Client
}

// pageSize is the largest page of a list; readers is how many reservations are
// read at a time.
const (
	pageSize = 100
	readers  = 4
)

// read lists all reservations and reads each of them. What does not agree is a
// problem in words.
func (w *witness) read(ctx context.Context) (all []stored, problems []string, err error) {
	listed, total, err := w.list(ctx)
	if err != nil {
		return nil, nil, err
	}
	if total != int64(len(listed)) {
		problems = append(problems, fmt.Sprintf("the list says that it has %d reservations, and has %d", total, len(listed)))
	}
	all = make([]stored, len(listed))
	texts, errs := make([]string, len(listed)), make([]error, len(listed))
	var reading sync.WaitGroup
	for first := range readers {
		reading.Go(func() {
			for i := first; i < len(listed); i += readers {
				all[i], texts[i], errs[i] = w.one(ctx, listed[i])
			}
		})
	}
	reading.Wait()
	for i := range listed {
		if errs[i] != nil {
			return nil, nil, errs[i]
		}
		if texts[i] != "" {
			problems = append(problems, texts[i])
		}
	}
	return all, problems, nil
}

// list reads every page of the list.
func (w *witness) list(ctx context.Context) (items []json.RawMessage, total int64, err error) {
	for page := 1; ; page++ {
		var answer struct {
			Total int64             `json:"total_items_without_paging"`
			Items []json.RawMessage `json:"items"`
		}
		path := "/rest/v1/reservations?page_number=" + strconv.Itoa(page) + "&page_size=" + strconv.Itoa(pageSize)
		if err := w.get(ctx, path, &answer); err != nil {
			return nil, 0, err
		}
		items, total = append(items, answer.Items...), answer.Total
		if len(answer.Items) < pageSize {
			return items, total, nil
		}
	}
}

// one reads a reservation of the list by itself, and returns what is odd about it.
func (w *witness) one(ctx context.Context, listed json.RawMessage) (s stored, problem string, err error) {
	s, problem, err = readStored(listed, w.zones)
	if err != nil {
		return s, "", fmt.Errorf("a reservation of the list: %w", err)
	}
	var alone json.RawMessage
	if err := w.get(ctx, "/rest/v1/reservation/"+url.PathEscape(s.id), &alone); err != nil {
		return s, "", err
	}
	if problem == "" && !sameJSON(listed, alone) {
		problem = s.id + " is listed otherwise than it is read"
	}
	return s, problem, nil
}

// readStored decodes a reservation. Its days are those of the hotel's zone.
func readStored(text []byte, zones map[string]*time.Location) (s stored, problem string, err error) {
	var r wireReservation
	if err := json.Unmarshal(text, &r); err != nil {
		return s, "", err
	}
	s = stored{
		id: r.ID, guest: r.Guests.Primary.Email, hotel: r.Hotel.Chain + r.Hotel.Property, rate: r.Rate.Code, canceled: r.Status == "CANCELED",
		total: r.Rate.Price.Total.String(), charged: r.Payment.Guest.Amount.String(), currency: r.Rate.Price.Currency,
	}
	s.attempt, _ = r.Custom["bellhop_attempt"].(string)
	zone := zones[s.hotel]
	switch {
	case zone == nil:
		return s, s.id + " is at the hotel " + s.hotel + ", which nobody was to book", nil
	case !s.canceled && r.Status != "CONFIRMED":
		problem = s.id + " has the status " + r.Status
	}
	s.in, s.out = r.CheckIn.In(zone).Format(time.DateOnly), r.CheckOut.In(zone).Format(time.DateOnly)
	return s, problem, nil
}

// sameJSON compares two texts by what they say, numbers digit by digit.
func sameJSON(a, b json.RawMessage) bool {
	read := func(text json.RawMessage) (v any, err error) {
		d := json.NewDecoder(bytes.NewReader(text))
		d.UseNumber()
		err = d.Decode(&v)
		return v, err
	}
	left, errLeft := read(a)
	right, errRight := read(b)
	return errLeft == nil && errRight == nil && reflect.DeepEqual(left, right)
}

// get reads a JSON answer with status 200.
func (w *witness) get(ctx context.Context, path string, into any) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, w.address+path, nil)
	if err != nil {
		return err
	}
	r.SetBasicAuth(account, w.token)
	answer, err := w.client.Do(r)
	if err != nil {
		return fmt.Errorf("reading what the service has: %w", err)
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("reading what the service has: %s answers %s", path, answer.Status)
	}
	if err := json.NewDecoder(answer.Body).Decode(into); err != nil {
		return fmt.Errorf("reading what the service has: %s: %w", path, err)
	}
	return nil
}
