package world

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	_ "time/tzdata"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// someday is the clock of these tests: a moment that every golden text is made at.
var someday = time.Date(2026, time.November, 21, 12, 0, 0, 0, time.UTC)

// worlds are those that the tests share, by size: functions that make a world once.
var worlds sync.Map

// build returns a world that others may have used, and may be using.
func build(t testing.TB, properties int) *World {
	t.Helper()
	once, _ := worlds.LoadOrStore(properties, sync.OnceValues(func() (*World, error) { return New(1, properties) }))
	w, err := once.(func() (*World, error))()
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// rebuild makes the world that build returns anew.
func rebuild(t testing.TB, properties int) *World {
	t.Helper()
	w, err := New(1, properties)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestNewRefusesSizesOutOfRange(t *testing.T) {
	for _, n := range []int{-1, mostProperties + 1} {
		_, err := New(1, n)
		if want := fmt.Sprintf("a world has 0 to 2000000 properties, not %d", n); err == nil || err.Error() != want {
			t.Errorf("New(1, %d): %v, want %q", n, err, want)
		}
	}
}

func TestEveryZoneLoads(t *testing.T) {
	w := build(t, 2000)
	for i := range w.cities {
		c := &w.cities[i]
		if loc, err := time.LoadLocation(c.Zone); err != nil || loc.String() != w.zone(c).String() {
			t.Errorf("%s: zone %s, %v", c.Name, c.Zone, err)
		}
	}
}

func TestCityTable(t *testing.T) {
	w := build(t, 10_000)
	owner, numbers := map[string]string{}, map[int]string{}
	total := 0
	for _, c := range w.cities {
		if other := numbers[c.No]; other != "" {
			t.Errorf("%s and %s have number %d", c.Name, other, c.No)
		}
		numbers[c.No] = c.Name
		codes := map[string]bool{}
		if c.Code != "" {
			codes[c.Code] = true
		}
		for _, a := range c.Airports {
			codes[a.Code] = true
			if d := distance(c.At, a.At); d > 100 {
				t.Errorf("%s is %.0f km from %s", a.Code, d, c.Name)
			}
		}
		for code := range codes {
			if owner[code] != "" || len(code) != 3 {
				t.Errorf("code %q of %s belongs to %q too", code, c.Name, owner[code])
			}
			owner[code] = c.Name
		}
		if c.hotels < 1 || c.first != total {
			t.Errorf("%s: %d hotels from %d, want some from %d", c.Name, c.hotels, c.first, total)
		}
		total += c.hotels
	}
	if total != w.Len() || len(numbers) < 4400 {
		t.Errorf("%d hotels in %d cities, want %d in at least 4400", total, len(numbers), w.Len())
	}
}

func TestDifficultCitiesAreThere(t *testing.T) {
	w := build(t, 2000)
	for code, want := range map[string]string{ //nolint:gosec // airport codes, no credentials
		"APW": "WST +13:00", "KTM": "NPR +05:45", "YYT": "CAD -03:30", "CHT": "NZD +13:45", "KWI": "KWD +03:00",
		"HND": "JPY +09:00", "CXI": "AUD +14:00", "PPG": "USD -11:00", "LDH": "AUD +11:00",
	} {
		at, located := w.Locate(code)
		near := w.Within(at, 60)
		if !located || len(near) == 0 {
			t.Errorf("%s: located %t, %d hotels", code, located, len(near))
			continue
		}
		i := near[0].Index
		if got := w.hotel(i).city.Currency + " " + someday.In(w.Location(i)).Format("-07:00"); got != want {
			t.Errorf("%s: %s, want %s", code, got, want)
		}
	}
	if _, located := w.Locate("XXX"); located {
		t.Error("XXX is located")
	}
}

func TestFindIsTheInverseOfProperty(t *testing.T) {
	worlds := []*World{build(t, 2000), build(t, 1_000_000)}
	rapid.Check(t, func(t *rapid.T) {
		w := rapid.SampledFrom(worlds).Draw(t, "world")
		i := rapid.IntRange(0, w.Len()-1).Draw(t, "index")
		p := w.Property(i)
		if got, ok := w.Find(p.Chain, p.Code); !ok || got != i {
			t.Fatalf("Find(%s, %s) = %d, %v, want %d", p.Chain, p.Code, got, ok, i)
		}
		if _, ok := w.Find("??", p.Code); ok {
			t.Fatalf("%s is found in a chain that does not exist", p.Code)
		}
	})
}

func TestGrowingKeepsEveryHotel(t *testing.T) {
	small := build(t, 2000)
	for _, size := range []int{2001, 2500, 100_000} {
		large := build(t, size)
		for i := 0; i < small.Len(); i += 7 {
			was := small.Property(i)
			at, ok := large.Find(was.Chain, was.Code)
			if !ok {
				t.Fatalf("%s%s is gone at size %d", was.Chain, was.Code, size)
			}
			now := large.Property(at)
			now.Index = was.Index
			if a, b := render(t, was), render(t, now); a != b {
				t.Fatalf("size %d changed a hotel:\n%s\n%s", size, a, b)
			}
		}
	}
}

func TestEverySizeHasItsHotels(t *testing.T) {
	before := make([]int, cityNumbers)
	w := rebuild(t, 0)
	for n := 0; n < 700; n += 7 {
		w.count = n
		w.share()
		sum := 0
		for i, c := range w.cities {
			if c.hotels < before[i] {
				t.Fatalf("size %d: %s has lost a hotel", n, c.Name)
			}
			before[i] = c.hotels
			sum += c.hotels
		}
		if sum != n {
			t.Fatalf("size %d: %d hotels", n, sum)
		}
	}
}

func render(t testing.TB, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestGolden pins the world: any change of these sums changes hotels that
// people have booked, so it needs a reason and a line in the change log.
func TestGolden(t *testing.T) {
	for _, c := range []struct {
		size               int
		properties, offers string
	}{
		{2000, "1421770480095aad", "3b6ba34e018bf84a"},
		{100_000, "be58e75f10206cdd", "8b23512365c69fb1"},
	} {
		one, two := build(t, c.size), rebuild(t, c.size)
		step := c.size / 400
		list := make([]string, 0, 400)
		for i := 0; i < c.size; i += step {
			list = append(list, render(t, one.Property(i)))
		}
		for n := len(list) - 1; n >= 0; n-- {
			if again := render(t, two.Property(n*step)); again != list[n] {
				t.Fatalf("hotel %d differs between two worlds of one seed", n*step)
			}
		}
		in := DayOf(2026, time.December, 12)
		var priced []string
		for i := 0; i < c.size; i += 2 * step {
			text := render(t, one.Offers(i, Stay{In: in, Out: in + 3, Adults: 2}, someday))
			if again := render(t, two.Offers(i, Stay{In: in, Out: in + 3, Adults: 2}, someday)); again != text {
				t.Fatalf("offers of hotel %d differ between two worlds of one seed", i)
			}
			priced = append(priced, text)
		}
		if got := digest(list); got != c.properties {
			t.Errorf("%d hotels have changed: digest %s, want %s", c.size, got, c.properties)
		}
		if got := digest(priced); got != c.offers {
			t.Errorf("the offers of %d hotels have changed: digest %s, want %s", c.size, got, c.offers)
		}
		other, err := New(2, c.size)
		if err != nil {
			t.Fatal(err)
		}
		if render(t, other.Property(0)) == list[0] {
			t.Error("another seed gives the same hotel")
		}
	}
}

func digest(texts []string) string {
	sum := sha256.Sum256([]byte(strings.Join(texts, "\n")))
	return hex.EncodeToString(sum[:8])
}

func TestNamesDifferWithinACity(t *testing.T) {
	w := build(t, 100_000)
	seen := map[string]string{}
	for i := range w.Len() {
		h := w.hotel(i)
		name := h.name()
		id := fmt.Sprint(h.city.No, name)
		if seen[id] != "" {
			t.Fatalf("two hotels in %s are named %q", h.city.Name, name)
		}
		seen[id] = name
		if n := utf8.RuneCountInString(name); n < 3 || n > mostName {
			t.Errorf("%q has %d characters", name, n)
		}
	}
}

func TestObjectIDs(t *testing.T) {
	w := build(t, 2000)
	ids := map[string]bool{}
	for i := range w.Len() {
		id := w.Property(i).ID
		if ids[id] || len(id) != 24 || strings.Trim(id, "0123456789abcdef") != "" {
			t.Fatalf("objectID %q is taken or malformed", id)
		}
		ids[id] = true
	}
}

func TestWithin(t *testing.T) {
	w := build(t, 2000)
	at, _ := w.Locate("LON")
	near := w.Within(at, 5)
	if len(near) < 5 || !slices.IsSortedFunc(near, func(a, b Near) int { return int((a.Km - b.Km) * 1e9) }) {
		t.Fatalf("%d hotels near London, or out of order", len(near))
	}
	// The quick way must find just what looking at every hotel finds.
	for _, km := range []float64{0, 1, 5, 30, 400} {
		want := map[int]bool{}
		for i := range w.Len() {
			if distance(at, w.Property(i).At) <= km {
				want[i] = true
			}
		}
		got := w.Within(at, km)
		for _, n := range got {
			if !want[n.Index] {
				t.Errorf("%v km: hotel %d is not there", km, n.Index)
			}
		}
		if len(got) != len(want) {
			t.Errorf("%v km: %d hotels, want %d", km, len(got), len(want))
		}
	}
}

func TestReachHoldsEveryHotel(t *testing.T) {
	w := build(t, 100_000)
	for i := range w.Len() {
		h := w.hotel(i)
		if d := distance(h.city.At, h.place()); d > h.city.reach {
			t.Fatalf("%s is %.1f km from %s, beyond its reach of %.1f", h.name(), d, h.city.Name, h.city.reach)
		}
	}
}
