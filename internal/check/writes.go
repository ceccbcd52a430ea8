package check

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

const (
	mark = "bellhop_check" // a key of custom data that says where a reservation comes from
	// attemptKey is the key by which a console knows the attempt that made a
	// reservation (WIRE 5).
	attemptKey = "bellhop_attempt"
	noCard     = "tok_bellhop_check"
	cvv        = "123"
)

// guest is nobody; the number is one of those that are kept for fiction.
func guest() map[string]any {
	return map[string]any{
		"address": "1 Check Street", "city": "London", "country": "GB", "email": "bellhop-check@example.com",
		"given_name": "Bellhop", "surname": "Check", "telephone_number": "+442079460000", "state": "", "postal_code": "SW1A 1AA",
	}
}

// booking returns the body of a create, with a value of custom data of its own and
// an attempt that no other has.
func (s *script) booking(simulate, value string) map[string]any {
	card := cmp.Or(s.o.Card, noCard)
	rate := map[string]any{
		"booking_code": text(s.rate, "booking_code"), "channel_code": text(s.rate, "channel_code"), "number_of_rooms": 1,
		"terms": shown(at(s.rate, "terms")),
	}
	price := map[string]any{}
	for _, name := range []string{"total_price", "base_price", "total_taxes", "currency_code"} {
		price[name] = at(s.price, name)
	}
	rate["price"] = price
	body := map[string]any{
		"check_in_date": date(s.stay.in), "check_out_date": date(s.stay.out),
		"guests":      map[string]any{"number_of_adults": 2, "number_of_children": 0, "primary": guest()},
		"hotel":       map[string]any{"chain_code": text(s.hotel, "chain_code"), "name": text(s.hotel, "name"), "property_code": text(s.hotel, "property_code")},
		"payment":     map[string]any{"guest": map[string]any{"amount": at(price, "total_price"), "token": card}},
		"rate":        rate,
		"custom_data": map[string]any{mark: value, attemptKey: s.o.Attempt(), "number": json.Number("7"), "yes": true},
	}
	if simulate != "" {
		put(body, s.o.Names.Simulation, simulate)
	}
	return body
}

// shown returns the terms of a rate as a create sends them: their own members and
// no others, whatever came with them.
func shown(terms any) map[string]any {
	out := members(terms, "rate_payment_info", "guarantee_type", "refundable", "cancel_note")
	penalties := []any{}
	for _, one := range array(terms, "cancel_penalties") {
		penalty := members(one, "deadline_local", "cancel_short_description")
		penalty["penalty"] = members(at(one, "penalty"), "estimated_amount", "original_penalty_info")
		object(penalty, "penalty")["currency_amount"] = members(at(one, "penalty", "currency_amount"), "amount", "currency")
		penalties = append(penalties, penalty)
	}
	out["cancel_penalties"] = penalties
	return out
}

func members(v any, names ...string) map[string]any {
	out := map[string]any{}
	for _, name := range names {
		if one, there := object(v)[name]; there {
			out[name] = one
		}
	}
	return out
}

// create sends a create and remembers what it made, and which status that has
// to have.
func (s *script) create(ctx context.Context, rule RuleID, status string, body map[string]any) (answer, map[string]any) {
	before := len(s.unknown)
	a, v := s.post(ctx, "createReservation", reservationPath, body)
	if a.err == nil && a.succeeded() {
		// What is no id has no place in a path: it could lead anywhere.
		if id := text(v, "id"); idForm().MatchString(id) {
			s.made = append(s.made, &made{id: id, status: status})
		} else {
			s.unknown = append(s.unknown, a.request.String()+": a success without an id")
		}
	}
	for i := range s.unknown[before:] {
		s.unknown[before+i] += fmt.Sprintf("; it would carry %s %s", attemptKey, text(body, "custom_data", attemptKey))
	}
	if !s.tries.accepted(rule, a) {
		return a, nil
	}
	s.tries.judge(createStatus, a, a.status == http.StatusCreated, "", "201", strconv.Itoa(a.status))
	return a, object(v)
}

// creations are SPEC 4.4, the simulated ones first.
func (s *script) creations(ctx context.Context) {
	if s.price == nil {
		s.tries.skip("no rate could be verified", createSimulated, createConfirmed, createNoToken, createElevenKeys, createReal,
			createStatus, createEcho, createRead)
		return
	}
	value := "check-" + strconv.FormatInt(s.o.Now().UnixMilli(), 36)
	if s.o.Names.Simulation == "" {
		// Without the option it would be booked for real.
		s.tries.skip(notHad, createSimulated, createConfirmed, createNoToken, createElevenKeys)
	} else {
		s.simulations(ctx, value)
	}
	if s.o.Card != "" {
		s.reality(ctx, value)
		return
	}
	s.tries.skip("there is no payment token to book with", createReal)
	for _, one := range s.made {
		if one.status == "CONFIRMED" {
			s.real = one
		}
	}
}

func (s *script) simulations(ctx context.Context, value string) {
	a, v := s.create(ctx, createSimulated, "CREATED", s.booking("created", value))
	if v != nil {
		s.tries.status(createSimulated, a, v, "CREATED")
	}
	body := s.booking("confirmed", value)
	a, v = s.create(ctx, createConfirmed, "CONFIRMED", body)
	if v != nil {
		s.tries.confirmed(createConfirmed, a, v)
		s.tries.stored(a, v, body)
		s.created = v
	}
	body = s.booking("created", value)
	delete(object(body, "payment", "guest"), "token")
	a, got := s.post(ctx, "createReservation", reservationPath, body)
	s.tries.refused(createNoToken, a, got, http.StatusBadRequest, "VALIDATION", "payment", "guest", "token")
	body = s.booking("created", value)
	for i := range 7 {
		object(body, "custom_data")["key_"+strconv.Itoa(i)] = "x"
	}
	a, got = s.post(ctx, "createReservation", reservationPath, body)
	s.tries.refused(createElevenKeys, a, got, http.StatusBadRequest, "VALIDATION")
}

// reality books a room, and reads what was booked.
func (s *script) reality(ctx context.Context, value string) {
	body := s.booking("", value)
	a, v := s.create(ctx, createReal, "CONFIRMED", body)
	if v == nil {
		s.tries.skip("no room was booked", createEcho, createRead)
		return
	}
	s.tries.confirmed(createReal, a, v)
	s.tries.stored(a, v, body)
	if !idForm().MatchString(text(v, "id")) {
		s.tries.skip("the new reservation has no id", createRead)
		return
	}
	s.real, s.created, s.custom = s.made[len(s.made)-1], v, value
	a, got := s.get(ctx, "readReservation", reservationPath+"/"+s.real.id, nil)
	if s.tries.accepted(createRead, a) {
		s.tries.reservation(createRead, a, got, s.created, "as its creation answered")
	}
}

// stored judges whether a create answers with what was sent. The address may come
// back normalised (SPEC 2.2), and the terms are the service's own.
func (t tries) stored(a answer, v, body map[string]any) {
	// Through JSON, so that both are made of the same kinds of values.
	encoded, err := json.Marshal(body)
	if err != nil {
		return
	}
	sent, _ := decode(encoded)
	t.same(createEcho, a, v, sent, "as sent",
		[]string{"guests", "number_of_adults"}, []string{"guests", "number_of_children"}, []string{"hotel", "chain_code"}, []string{"hotel", "property_code"},
		[]string{"payment", "guest", "amount"}, []string{"payment", "guest", "token"},
		[]string{"rate", "booking_code"}, []string{"rate", "channel_code"}, []string{"rate", "number_of_rooms"}, []string{"rate", "price"})
	t.judge(createEcho, a, same(at(v, "custom_data"), at(sent, "custom_data")), "/custom_data", "as sent", "another value")
	for _, name := range []string{"email", "given_name", "surname", "telephone_number"} {
		t.same(createEcho, a, v, sent, "as sent", []string{"guests", "primary", name})
	}
	for _, name := range dates() {
		got, ok := day(v, name)
		t.judge(createEcho, a, ok && date(got) == body[name], "/"+name, "as sent", kind(at(v, name), []string{name}))
	}
}

// change sends a modification.
func (s *script) change(ctx context.Context, body map[string]any) (answer, any) {
	return s.send(ctx, request{operation: "modifyReservation", method: http.MethodPatch, path: reservationPath + "/" + s.real.id, body: body})
}

// changes are SPEC 4.5.
func (s *script) changes(ctx context.Context) {
	if s.real == nil {
		s.tries.skip("no reservation was made to be changed", modifyNoToken, modifyPayment, modifyDates, modifyKeeps)
		return
	}
	paid := func(source map[string]any) map[string]any {
		return map[string]any{"payment": map[string]any{"guest": source}}
	}
	a, v := s.change(ctx, paid(map[string]any{"cvv": cvv}))
	s.tries.refused(modifyNoToken, a, v, http.StatusBadRequest, "VALIDATION", "payment", "guest", "token")
	card := cmp.Or(s.o.Card, noCard)
	a, v = s.change(ctx, paid(map[string]any{"token": card, "cvv": cvv}))
	if s.tries.accepted(modifyPayment, a) {
		s.tries.judge(modifyPayment, a, text(v, "payment", "guest", "token") == card, "/payment/guest/token", "as sent", "another value")
		s.tries.judge(modifyPayment, a, text(v, "payment", "guest", "cvv") == cvv, "/payment/guest/cvv", "as sent", "another value")
		s.tries.status(modifyPayment, a, v, "CONFIRMED")
		s.tries.same(modifyKeeps, a, v, s.created, "as before", kept()...)
	}
	s.newDates(ctx)
}

// kept returns the members that a change must leave as they are.
func kept() [][]string { return [][]string{{"id"}, {"confirmation"}} }

func (s *script) newDates(ctx context.Context) {
	n := s.o.Names
	switch {
	case n.CheckIn == "" || n.CheckOut == "":
		s.tries.skip(notHad, modifyDates)
		return
	case !s.moves:
		s.tries.skip("the rate is not offered for other dates", modifyDates)
		return
	}
	later := s.stay.later()
	body := map[string]any{}
	put(body, n.CheckIn, date(later.in))
	put(body, n.CheckOut, date(later.out))
	a, v := s.change(ctx, body)
	if !s.tries.accepted(modifyDates, a) {
		return
	}
	for i, want := range []time.Time{later.in, later.out} {
		name := dates()[i]
		got, ok := day(v, name)
		s.tries.judge(modifyDates, a, ok && got.Equal(want), "/"+name, date(want), kind(at(v, name), []string{name}))
	}
	s.tries.same(modifyKeeps, a, v, s.created, "as before", kept()...)
}

func (m *made) cancellation() request {
	return request{operation: "cancelReservation", method: http.MethodPost, path: reservationPath + "/" + m.id + "/cancel"}
}

// canceled reports whether an answer says that a cancellation took place.
func (a answer) canceled(v any) bool {
	return a.err == nil && a.status == http.StatusOK && text(v, "status") == "CANCELED"
}

// cancel sends a cancellation; the bodies of others have no place in it.
func (s *script) cancel(ctx context.Context, one *made) (answer, any) {
	one.sent = true
	a, v := s.send(ctx, one.cancellation())
	one.canceled = a.canceled(v)
	return a, v
}

// cancellations are SPEC 4.7. What was made is given back, and what has the
// status CREATED cannot be.
func (s *script) cancellations(ctx context.Context) {
	for _, one := range s.made {
		a, v := s.cancel(ctx, one)
		if one.status == "CREATED" {
			s.tries.refused(cancelCreated, a, v, http.StatusBadRequest, "BOOKING_CANCELLATION_ERROR")
			continue
		}
		if s.tries.accepted(cancelOne, a) {
			s.tries.status(cancelOne, a, v, "CANCELED")
		}
	}
	if s.real == nil || !s.real.canceled {
		s.tries.skip("no reservation was cancelled", cancelRead, cancelAgain, modifyCanceled)
		return
	}
	a, v := s.get(ctx, "readReservation", reservationPath+"/"+s.real.id, nil)
	if s.tries.accepted(cancelRead, a) {
		s.tries.status(cancelRead, a, v, "CANCELED")
	}
	// It is not the first cancellation sent again: whose answer is known.
	a, v = s.send(ctx, s.real.cancellation())
	s.tries.refused(cancelAgain, a, v, http.StatusBadRequest, "BOOKING_CANCELLATION_ERROR")
	a, v = s.change(ctx, map[string]any{"payment": map[string]any{"guest": map[string]any{"token": noCard, "cvv": cvv}}})
	s.tries.refused(modifyCanceled, a, v, http.StatusBadRequest, "BOOKING_ERROR")
}

// tidy gives back what a check that ended early has booked, as far as its
// cancellation was not sent yet.
func (s *script) tidy(ctx context.Context) {
	ctx = context.WithoutCancel(ctx)
	for _, one := range s.made {
		if one.sent || one.status == "CREATED" {
			continue
		}
		one.sent = true
		a := s.line.send(ctx, one.cancellation())
		v, _ := decode(a.text)
		one.canceled = a.canceled(v)
	}
}
