package rebook

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bellhop/api"
	"bellhop/booking"
)

// A pricer verifies each booking code at a total of its own; a code without one is gone.
type pricer struct {
	quiet
	totals map[string]string
	terms  map[string]api.Terms // tenth where there are none
	most   map[string]int       // guests of a room
	lost   error                // of every call
	asked  []string
}

func (p *pricer) VerifyRate(_ context.Context, r api.VerifyRequest) (api.Verification, error) {
	p.asked = append(p.asked, r.BookingCode)
	if p.lost != nil {
		return api.Verification{}, p.lost
	}
	total, there := p.totals[r.BookingCode]
	if !there {
		return api.Verification{}, &api.Error{Status: http.StatusGone}
	}
	conditions, said := p.terms[r.BookingCode]
	if !said {
		conditions = tenth
	}
	return api.Verification{BookingCode: r.BookingCode, CheckIn: r.CheckIn, CheckOut: r.CheckOut, Total: gbp(total), Terms: []api.Terms{conditions}, MaxOccupancy: p.most[r.BookingCode]}, nil
}

func (p *pricer) desk() *booking.Desk {
	return booking.NewDesk(booking.Options{Service: p, Now: quietDesk().Now})
}

// searchedAt returns offers in their order, each from a text "code total".
func searchedAt(c Comparison, texts ...string) (list []Offer) {
	for _, text := range texts {
		code, total, _ := strings.Cut(text, " ")
		d := draft(gbp(total))
		d.Rate.BookingCode = code
		o, _ := c.offer(d, soldAs{})
		list = append(list, o)
	}
	return list
}

// listed writes offers as "code saving", with a mark where they are verified.
func listed(offers []Offer) (out []string) {
	for _, o := range offers {
		text := o.Draft.Rate.BookingCode + " " + strings.TrimSuffix(o.Saving.Number(), ".00")
		if o.Verified() {
			text += " verified"
		}
		out = append(out, text)
	}
	return out
}

const noRateAsGood = "No rate of this hotel has terms as good as those booked."

// The best rate is verified until one holds, at most three; only what saves enough is offered.
func TestComparisonChoose(t *testing.T) {
	later := map[string]api.Terms{"a": {Refundable: yes(false)}}
	for name, c := range map[string]struct {
		all     []string
		totals  map[string]string
		terms   map[string]api.Terms
		asked   []string
		want    []string
		why     string // its beginning
		leftOut int
	}{
		"best holds":        {[]string{"a 500", "b 510"}, map[string]string{"a": "500"}, nil, []string{"a"}, []string{"a 100 verified", "b 90"}, "", 0},
		"best is dearer":    {[]string{"a 500", "b 510"}, map[string]string{"a": "520", "b": "510"}, nil, []string{"a", "b"}, []string{"b 90 verified", "a 80 verified"}, "", 0},
		"best saves little": {[]string{"a 500", "b 510"}, map[string]string{"a": "590", "b": "510"}, nil, []string{"a", "b"}, []string{"b 90 verified"}, "", 0},
		"best is gone":      {[]string{"a 500", "b 510"}, map[string]string{"b": "510"}, nil, []string{"a", "b"}, []string{"b 90 verified"}, "", 1},
		"worse terms":       {[]string{"a 500", "b 510"}, map[string]string{"a": "500", "b": "510"}, later, []string{"a", "b"}, []string{"b 90 verified"}, "", 1},
		"all are gone":      {[]string{"a 500", "b 510"}, nil, nil, []string{"a", "b"}, nil, noRateAsGood, 2},
		"three are gone":    {[]string{"a 500", "b 510", "c 520", "d 530"}, map[string]string{"d": "530"}, nil, []string{"a", "b", "c"}, []string{"d 70"}, "", 3},
		"none saves enough": {[]string{"a 590"}, map[string]string{"a": "590"}, nil, nil, nil, "No rate saves enough: the cheapest on terms as good saves 10.00 GBP;", 0},
		"no rate":           {nil, nil, nil, nil, nil, noRateAsGood, 0},
	} {
		t.Run(name, func(t *testing.T) {
			service := &pricer{totals: c.totals, terms: c.terms}
			before := compared(booked())
			got, err := before.choose(t.Context(), service.desk(), searchedAt(before, c.all...), soldAs{})
			if err != nil || !strings.HasPrefix(got.Why, c.why) || (got.Why == "") != (c.why == "") || len(got.LeftOut) != c.leftOut {
				t.Errorf("%q, left out %q, %v", got.Why, got.LeftOut, err)
			}
			if diff := cmp.Diff(c.asked, service.asked); diff != "" {
				t.Error("verified:", diff)
			}
			if diff := cmp.Diff(c.want, listed(got.Offers)); diff != "" {
				t.Error("offered:", diff)
			}
		})
	}
	lost := errors.New("lost")
	service := &pricer{lost: lost}
	c := compared(booked())
	if _, err := c.choose(t.Context(), service.desk(), searchedAt(c, "a 500"), soldAs{}); !errors.Is(err, lost) {
		t.Errorf("not verified: %v", err)
	}
}

// An offer that is gone or no longer saves enough is dropped. After an error it stays.
func TestComparisonVerify(t *testing.T) {
	lost := errors.New("lost")
	for name, c := range map[string]struct {
		all    []string
		totals map[string]string
		lost   error
		at     int
		want   []string
		why    string
	}{
		"holds":            {[]string{"a 500", "b 510"}, map[string]string{"b": "510"}, nil, 1, []string{"a 100", "b 90 verified"}, ""},
		"dearer":           {[]string{"a 500", "b 510"}, map[string]string{"b": "570"}, nil, 1, []string{"a 100", "b 30 verified"}, ""},
		"cheaper":          {[]string{"a 500", "b 510"}, map[string]string{"b": "490"}, nil, 0, []string{"b 110 verified", "a 100"}, ""},
		"saves too little": {[]string{"a 500", "b 510"}, map[string]string{"b": "570.01"}, nil, -1, []string{"a 100"}, ""},
		"gone":             {[]string{"a 500", "b 510"}, nil, nil, -1, []string{"a 100"}, ""},
		"last is gone":     {[]string{"b 510"}, nil, nil, -1, nil, "The last rate that saved enough is gone, or dearer now."},
		"lost":             {[]string{"a 500", "b 510"}, nil, lost, 1, []string{"a 100", "b 90"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			service := &pricer{totals: c.totals, lost: c.lost}
			before := compared(booked())
			before.Offers = searchedAt(before, c.all...)
			shown := listed(before.Offers)
			got, at, err := before.Verify(t.Context(), service.desk(), len(c.all)-1)
			if at != c.at || !errors.Is(err, c.lost) || got.Why != c.why {
				t.Errorf("%d, %q, %v", at, got.Why, err)
			}
			if diff := cmp.Diff(c.want, listed(got.Offers)); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(shown, listed(before.Offers)); diff != "" {
				t.Error("the comparison that was shown has changed:", diff)
			}
		})
	}
}

// An offer that is verified for fewer guests moves from the ones that are as good to the others, and each group stays whole.
func TestComparisonVerify_Groups(t *testing.T) {
	service := &pricer{totals: map[string]string{"a": "500", "b": "510", "c": "520", "d": "490"}, most: map[string]int{"b": 1}}
	c := compared(booked())
	hotel := api.Hotel{Rooms: []api.Room{{Name: "Queen", MaxOccupancy: 2}, {Name: "Twin", MaxOccupancy: 2}}}
	for _, one := range []struct{ code, total, room string }{{"a", "500", "Queen"}, {"b", "510", "Queen"}, {"c", "520", "Queen"}, {"d", "490", "Twin"}, {"old", "600", "Queen"}} {
		d := draft(gbp(one.total))
		d.Rate.BookingCode = one.code
		room := &hotel.Rooms[0]
		if one.room == "Twin" {
			room = &hotel.Rooms[1]
		}
		room.Rates = append(room.Rates, d.Rate)
	}
	d := draft(gbp("1"))
	d.Hotel, d.Trip.Adults = hotel, 1
	was := asSold(hotel, c.Old, booking.Sale{}, false)
	c.Offers = slices.DeleteFunc(c.list(d, was), func(o Offer) bool { return !c.worth(o) })
	if diff := cmp.Diff([]string{"a 100", "b 90", "c 80", "d 110"}, listed(c.Offers)); diff != "" {
		t.Fatal("before:", diff)
	}
	got, at, err := c.Verify(t.Context(), service.desk(), 1)
	if diff := cmp.Diff([]string{"a 100", "c 80", "d 110", "b 90 verified"}, listed(got.Offers)); err != nil || at != 3 || diff != "" {
		t.Error(at, err, diff)
	}
}
