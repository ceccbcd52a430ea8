package service

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"bellhop/sandbox/jsontree"
	"bellhop/sandbox/store"
	"bellhop/sandbox/world"
)

// modification is a modify request, read. An empty token leaves the payment
// method, nil dates leave the dates.
type modification struct {
	token   string
	cvv     string
	hasCVV  bool
	in, out *world.Day
}

// modify is SPEC 4.5, with the dates of WIRE 2.
func (s bookings) modify(ctx context.Context, c *call) (result, error) {
	f := c.fields()
	m := s.readModification(f, c.Now)
	f.Done()
	if err := c.rejection(); err != nil {
		return result{}, err
	}
	r, err := s.store.Modify(ctx, c.Account, c.reservation, func(r store.Reservation) (store.Change, error) {
		return s.change(c, r, m)
	})
	switch {
	case errors.Is(err, store.ErrNotConfirmed):
		return result{}, RejectBooking("Only a CONFIRMED reservation can be modified.")
	case errors.Is(err, store.ErrSoldOut):
		return result{}, RejectBooking("The room is sold out for the new dates.")
	case err == nil && m.hasCVV:
		r.Document, err = echoCVV(r.Document, m.cvv)
	}
	return found(r, s.rates.world, err)
}

func (s bookings) readModification(f *jsontree.Fields, now time.Time) modification {
	var m modification
	f.Lift(s.names.CheckIn, s.names.CheckOut)
	a, okIn := f.Day(s.names.CheckIn, jsontree.Optional)
	b, okOut := f.Day(s.names.CheckOut, jsontree.Optional)
	in, out := world.Day(a), world.Day(b)
	if okIn {
		m.in = &in
	}
	if okOut {
		m.out = &out
	}
	checkDates(f, now, in, out, okIn, okOut, s.names.CheckIn)

	_, paid := f.Get("payment", jsontree.Optional)
	_, hasIn := f.Get(s.names.CheckIn, jsontree.Optional)
	_, hasOut := f.Get(s.names.CheckOut, jsontree.Optional)
	payment := f.Object("payment", jsontree.Optional)
	_, guestPays := payment.Get("guest", jsontree.Optional)
	guest := payment.Object("guest", jsontree.Optional)
	switch {
	case !f.Absent && (paid && (payment.Absent || !guestPays) || !paid && !hasIn && !hasOut):
		// SPEC 4.5 names the token, even when all around it is missing.
		if !paid || !payment.Absent {
			f.Problems.Add([]string{"payment", "guest", "token"}, "is missing")
		}
	case guestPays:
		m.token = paymentToken(guest, "token", jsontree.Required)
		_, m.hasCVV = guest.Get("cvv", jsontree.Optional)
		m.cvv = guest.Plain("cvv", jsontree.Optional)
		if m.hasCVV && m.cvv != "" && (!jsontree.OnlyDigits(m.cvv) || len(m.cvv) < 3 || len(m.cvv) > 4) {
			guest.Problem("cvv", "must be 3 or 4 digits")
		}
	}
	guest.Done()
	payment.Done()
	return m
}

// change works out what a modification makes of a stored reservation.
func (s bookings) change(c *call, r store.Reservation, m modification) (store.Change, error) {
	var d document
	if err := json.Unmarshal(r.Document, &d); err != nil {
		return store.Change{}, fmt.Errorf("reservation %d: %w", r.Seq, err)
	}
	change := store.Change{Stay: r.Stay}
	in, out := world.Day(r.Stay.CheckIn), world.Day(r.Stay.CheckOut)
	if m.in != nil {
		in = *m.in
	}
	if m.out != nil {
		out = *m.out
	}
	if in != world.Day(r.Stay.CheckIn) || out != world.Day(r.Stay.CheckOut) {
		checkDates(jsontree.NewFields(c.problems, nil, jsontree.Value{}), c.Now, in, out, true, true, s.names.CheckIn)
		if err := c.rejection(); err != nil {
			return store.Change{}, err
		}
		if stayOver(r, s.rates.world, c.Now) {
			return store.Change{}, RejectBooking("The stay is over: its dates cannot be changed.")
		}
		q, err := s.requote(r, &d, in, out, c.Now)
		if err != nil {
			return store.Change{}, err
		}
		change.Stay = storedStay(in, out, s.rates.world.Location(q.Hotel))
		change.Stock = s.rates.allotment(q.Hotel, r.Room, in, out)
	}
	if m.token != "" {
		if err := pay(m.token); err != nil {
			return store.Change{}, err
		}
		d.Payment.Guest.Token, d.Payment.Guest.Processor = m.token, s.seed.processor(c.Account, m.token)
	}
	var err error
	change.Document, err = jsontree.Encode(d)
	return change, err
}

// requote prices a reservation's rate for other dates, and writes the new rate
// into its document. The payments stay what was charged with the booking (SPEC 2.3).
func (s bookings) requote(r store.Reservation, d *document, in, out world.Day, now time.Time) (Quote, error) {
	var guests Guests
	var old struct {
		Code string `json:"booking_code"`
	}
	if err := errors.Join(json.Unmarshal(d.Guests, &guests), json.Unmarshal(d.Rate, &old)); err != nil {
		return Quote{}, fmt.Errorf("reservation %d: %w", r.Seq, err)
	}
	index, ok := s.rates.world.Find(d.Hotel.ChainCode, d.Hotel.PropertyCode)
	stay := world.Stay{In: in, Out: out, Adults: int(guests.Adults), Children: int(guests.Children)}
	var list []Quote
	if ok {
		list = s.rates.quotes(index, old.Code, stay, r.Rooms, now)
	}
	if len(list) == 0 {
		return Quote{}, RejectBooking("The rate is not offered for the new dates.")
	}
	q := list[len(list)-1]
	rate := q.booked()
	text, err := jsontree.Encode(rate)
	d.Rate = text
	return q, err
}

// echoCVV adds the cvv of the request to the payment in the answer (SPEC 2.3, 4.5). The cvv is not stored.
func echoCVV(text []byte, cvv string) ([]byte, error) {
	var d documentWith[map[string]json.RawMessage]
	if err := json.Unmarshal(text, &d); err != nil {
		return nil, fmt.Errorf("echoing a cvv: %w", err)
	}
	var guest struct {
		source
		CVV string `json:"cvv"`
	}
	if err := json.Unmarshal(d.Payment["guest"], &guest); err != nil {
		return nil, fmt.Errorf("echoing a cvv: %w", err)
	}
	guest.CVV = cvv
	var err error
	if d.Payment["guest"], err = jsontree.Encode(guest); err != nil {
		return nil, err
	}
	return jsontree.Encode(d)
}
