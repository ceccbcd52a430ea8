package world

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// scenarioKeys are the keys that the rest of the sandbox knows.
const scenarioKeys = "price-up price-down terms-stricter gone-non-refundable rate-gone sold-out expired payment-declined validation created ghost late-ghost " +
	"slow-then-fine error-before error-after bad-gateway empty truncated reset unauthorized forbidden busy cancel-refused last-room"

func TestScenarioTable(t *testing.T) {
	list := Scenarios()
	var keys []string
	for _, s := range list {
		keys = append(keys, s.Key)
		if !strings.HasPrefix(s.Hotel, "Scenario: ") || utf8.RuneCountInString(s.Hotel) > mostName || utf8.RuneCountInString(s.Room) > mostName || !strings.HasSuffix(s.Does, ".") {
			t.Errorf("%+v is no plain text of at most %d characters", s, mostName)
		}
	}
	if got := strings.Join(keys, " "); got != scenarioKeys {
		t.Errorf("scenarios %s, want %s", got, scenarioKeys)
	}
	rows := 0
	for line := range strings.Lines(scenariosTSV) {
		if !strings.HasPrefix(line, "#") {
			rows++
		}
	}
	if rows != len(list) {
		t.Errorf("%d of %d rows are read", len(list), rows)
	}
	list[0].Key = "changed"
	if Scenarios()[0].Key == "changed" {
		t.Error("the caller's slice is shared")
	}
}

func TestScenarioHotelsAreInEveryWorld(t *testing.T) {
	codes := map[string]string{}
	for _, n := range []int{100, 101, 2000, 100_000} {
		for seed := range uint64(3) {
			w, err := New(seed, n)
			if err != nil {
				t.Fatal(err)
			}
			found := 0
			for _, near := range w.Within(w.cities[len(w.cities)-1].At, 100) {
				p := w.Property(near.Index)
				key := w.Scenario(near.Index)
				found++
				if p.Scenario != key || key == "" || p.Chain != "XS" || p.City != "Scenario" || p.Stars == 0 || p.Category == "" || p.Description == "" {
					t.Errorf("%d hotels: hotel of scenario %q is %+v", n, key, p)
				}
				if codes[key] == "" {
					codes[key] = p.Code
				}
				if codes[key] != p.Code {
					t.Errorf("scenario %s is %s and %s", key, codes[key], p.Code)
				}
			}
			if found != len(Scenarios()) {
				t.Errorf("%d hotels, seed %d: %d of them play scenarios", n, seed, found)
			}
			if key := w.Scenario(0); key != "" {
				t.Errorf("hotel 0 plays %q", key)
			}
		}
	}
	for n, want := range map[int]int{0: 0, 76: 0, 77: 1, 78: 2, 99: 23} {
		w := build(t, n)
		if got := w.cities[len(w.cities)-1].hotels; got != want {
			t.Errorf("a world of %d hotels has %d for scenarios, want %d", n, got, want)
		}
	}
}

func TestScenarioHotelsAlwaysSell(t *testing.T) {
	w := build(t, 100)
	for i := range w.Len() {
		if w.Scenario(i) == "" {
			continue
		}
		for lead := Day(1); lead < 480; lead += 13 {
			in := DayAt(someday) + lead
			for _, stay := range []Stay{{In: in, Out: in + 1, Adults: 1}, {In: in, Out: in + 3, Adults: 2}} {
				offers := w.Offers(i, stay, someday)
				if len(offers) != 2 {
					t.Fatalf("%s sells %d rooms %d days ahead", w.Property(i).Name, len(offers), lead)
				}
				refundable, rates := 0, 3
				if s := w.Scenario(i); s == "terms-stricter" || s == "gone-non-refundable" {
					rates = 2 // None without a refund, which could not get worse.
				}
				for _, o := range offers {
					if len(o.Rates) != rates || !strings.HasPrefix(o.Room.Name, Scenarios()[i-w.cities[len(w.cities)-1].first].Room) {
						t.Errorf("room %q has %d rates", o.Room.Name, len(o.Rates))
					}
					for _, r := range o.Rates {
						if r.Terms.Refundable && r.Name == "Flexible Rate" {
							refundable++
						}
					}
				}
				if refundable != 2 {
					t.Errorf("%d rooms of %s have a refundable flexible rate", refundable, w.Property(i).Name)
				}
			}
			family := Stay{In: in, Out: in + 2, Adults: 2, Children: 3}
			if !w.Sells(i, family, someday) {
				t.Errorf("%s has no room for a family", w.Property(i).Name)
			}
		}
	}
}

func TestScenarioIsFoundInTheOrderOfTheFile(t *testing.T) {
	for _, n := range []int{100, 6000} {
		w := build(t, n)
		hits := w.Search("scenario", "", Everything, 100)
		if len(hits) != 1+len(Scenarios()) || hits[0].Destination == nil || hits[0].Destination.ID != "nowhere:scenario" {
			t.Fatalf("%d hotels: %d results, the first is %+v", n, len(hits), hits[0].Destination)
		}
		for k, s := range Scenarios() {
			if got := w.Property(hits[k+1].Index); got.Name != s.Hotel || w.Scenario(hits[k+1].Index) != s.Key {
				t.Errorf("result %d is %s, want %s", k+1, got.Name, s.Hotel)
			}
		}
	}
	w := build(t, 100)
	at, located := w.Locate("XQS")
	if near := w.Within(at, 40); !located || len(near) != len(Scenarios()) {
		t.Errorf("XQS: located %t, %d hotels", located, len(near))
	}
	winter, summer := someday, someday.AddDate(0, 7, 0)
	zone := w.zone(&w.cities[len(w.cities)-1])
	if _, a := winter.In(zone).Zone(); true {
		if _, b := summer.In(zone).Zone(); b-a != int(time.Hour/time.Second) {
			t.Errorf("the scenario city's clock moves by %d seconds in summer", b-a)
		}
	}
}

func TestKeysAreTheSameInEveryWorld(t *testing.T) {
	small, large := build(t, 2000), build(t, 100_000)
	for i := range small.Len() {
		key := small.Key(i)
		if back, ok := ofKey(small, key); !ok || back != i {
			t.Fatalf("OfKey(%d) = %d, %v, want %d", key, back, ok, i)
		}
		at, ok := ofKey(large, key)
		if !ok || large.Key(at) != key {
			t.Fatalf("key %d is not in the larger world", key)
		}
		if i%50 == 0 && large.Property(at).ID != small.Property(i).ID {
			t.Fatalf("key %d is another hotel in the larger world", key)
		}
	}
	for _, key := range []int64{-1, 0, 1<<32 | 1<<31, cityNumbers << 32, 1<<63 - 1, -1 << 63, 1<<32 + 5000} {
		if i, ok := ofKey(small, key); ok {
			t.Errorf("OfKey(%d) = %d", key, i)
		}
	}
}

// ofKey is the inverse of Key. It is false when this world has no such hotel.
func ofKey(w *World, key int64) (i int, ok bool) {
	no, k := key>>32, key&(1<<32-1)
	if no < 0 || no >= cityNumbers || w.byNo[no] < 0 {
		return 0, false
	}
	c := &w.cities[w.byNo[no]]
	return c.first + int(k), int(k) < c.hotels
}
