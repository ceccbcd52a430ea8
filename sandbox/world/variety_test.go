package world

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// varied is a world of the default size, which the tests of variety take stock of.
func varied(t testing.TB) *World {
	t.Helper()
	return build(t, 6000)
}

// census counts traits and says which are rarer or commoner than they have to be.
type census map[string]int

func (c census) note(trait string, has bool) {
	if has {
		c[trait]++
	}
}

// between fails unless a trait is found from least to most times in a thousand.
func (c census) between(t *testing.T, trait string, of, least, most int) {
	t.Helper()
	if n := 1000 * c[trait] / of; n < least || n > most {
		t.Errorf("%s: %d of %d, which is not from %d to %d in a thousand", trait, c[trait], of, least, most)
	}
}

func TestVarietyOfNames(t *testing.T) {
	t.Parallel()
	w := varied(t)
	c := census{}
	for i := range w.Len() {
		name := w.hotel(i).name()
		n := utf8.RuneCountInString(name)
		if n < 3 || n > mostName || !utf8.ValidString(name) || name != strings.Join(strings.Fields(name), " ") {
			t.Errorf("hotel %d is named %q, %d characters", i, name, n)
		}
		c.note("60 characters", n == mostName)
		c.note("55 characters or more", n >= 55)
		c.note("8 characters or fewer", n <= 8)
		c.note("apostrophe", strings.ContainsAny(name, "'’ʻ"))
		c.note("ampersand", strings.Contains(name, "&"))
		c.note("diacritics", strings.ContainsFunc(name, func(r rune) bool { return r >= 0x80 && unicode.Is(unicode.Latin, r) }))
		c.note("Han", strings.ContainsFunc(name, func(r rune) bool { return unicode.Is(unicode.Han, r) }))
		c.note("Katakana", strings.ContainsFunc(name, func(r rune) bool { return unicode.Is(unicode.Katakana, r) }))
		c.note("Hangul", strings.ContainsFunc(name, func(r rune) bool { return unicode.Is(unicode.Hangul, r) }))
	}
	c.between(t, "60 characters", w.Len(), 1, 10)
	c.between(t, "55 characters or more", w.Len(), 5, 50)
	c.between(t, "8 characters or fewer", w.Len(), 5, 100)
	c.between(t, "apostrophe", w.Len(), 10, 100)
	c.between(t, "ampersand", w.Len(), 10, 200)
	c.between(t, "diacritics", w.Len(), 80, 400)
	c.between(t, "Han", w.Len(), 4, 100)
	c.between(t, "Katakana", w.Len(), 1, 50)
	c.between(t, "Hangul", w.Len(), 1, 50)
	if p := w.Property(longNameAt); p.Name != longName || utf8.RuneCountInString(p.Name) != mostName {
		t.Errorf("the long name of the first city is %q", p.Name)
	}
}

// Every field that SPEC 2.7 lets be null is so for some hotels, and for few.
func TestVarietyOfNulls(t *testing.T) {
	t.Parallel()
	w := varied(t)
	c := census{}
	for i := range w.Len() {
		p := w.Property(i)
		for trait, text := range map[string]string{
			"brand": p.Brand, "address_line1": p.Address1, "address_line2": p.Address2, "state": p.State, "postal_code": p.PostalCode,
			"description": p.Description, "phone": p.Phone, "fax": p.Fax, "email": p.Email,
			"image_url": p.Image, "category": p.Category,
		} {
			c.note(trait, text == "")
		}
		c.note("rating", p.HideStars)
		c.note("times", p.HideTimes)
		c.note("timezone", p.HideZone)
		c.note("coordinates", p.HidePoint)
		c.note("city and country", p.HideParts)
		c.note("priority_rank", p.Rank == 0)
		c.note("unranked", p.Rank == 9999)
		c.note("amenities", len(p.Amenities) == 0)
		c.note("images", len(p.Images) == 0)
		if p.Image == "" != (len(p.Images) == 0) || p.Name == "" || p.FullAddress == "" || p.City == "" || p.Country == "" || p.Zone == "" || p.Stars == 0 || p.CheckIn == "" || p.CheckOut == "" {
			t.Errorf("hotel %d lacks what every hotel has: %+v", i, p)
		}
		if p.Phone != "" && (len(p.Phone) > 16 || strings.Trim(p.Phone[1:], "0123456789") != "" || p.Phone[0] != '+') {
			t.Errorf("hotel %d: phone %q is not E.164", i, p.Phone)
		}
	}
	for trait, share := range map[string][2]int{
		"brand": {200, 500}, "address_line1": {5, 40}, "address_line2": {700, 950}, "state": {200, 700}, "postal_code": {5, 300},
		"description": {60, 200}, "phone": {10, 60}, "fax": {500, 950}, "email": {400, 800}, "times": {20, 80},
		"image_url": {30, 100}, "category": {25, 100}, "rating": {40, 160}, "timezone": {20, 80}, "coordinates": {15, 60},
		"city and country": {5, 30}, "priority_rank": {20, 80}, "unranked": {80, 250}, "amenities": {10, 120}, "images": {30, 100},
	} {
		c.between(t, trait, w.Len(), share[0], share[1])
	}
}

// SPEC 2.6: a city is null for a state and a country, a state for a country and
// for a city of a country without states.
func TestVarietyOfDestinations(t *testing.T) {
	t.Parallel()
	list := varied(t).destinations()
	c, ids := census{}, map[string]bool{}
	for _, d := range list {
		c.note("city with a state", d.City != "" && d.State != "")
		c.note("city without a state", d.City != "" && d.State == "")
		c.note("state", d.City == "" && d.State != "")
		c.note("country", d.City == "" && d.State == "")
		c.note("one hotel", d.Count == 1)
		c.note("many hotels", d.Count >= 40)
		if ids[d.ID] || d.Country == "" || d.Count < 1 || !strings.HasSuffix(d.Name, d.Country) {
			t.Errorf("%+v", d)
		}
		ids[d.ID] = true
	}
	for trait, least := range map[string]int{
		"city with a state": 500, "city without a state": 500, "state": 200, "country": 200, "one hotel": 200, "many hotels": 10,
	} {
		if c[trait] < least {
			t.Errorf("%d destinations are a %s, want %d", c[trait], trait, least)
		}
	}
}

// Each category has hotels of many ranks, and some without one.
func TestVarietyOfCategories(t *testing.T) {
	t.Parallel()
	w := varied(t)
	hotels, ranks := census{}, map[string]map[int]int{}
	for i := range w.Len() {
		p := w.Property(i)
		if ranks[p.Category] == nil {
			ranks[p.Category] = map[int]int{}
		}
		hotels[p.Category]++
		ranks[p.Category][p.Rank]++
		if p.Rank != 9999 && (p.Rank < 0 || p.Rank > 999) {
			t.Errorf("hotel %d has rank %d", i, p.Rank)
		}
	}
	if len(hotels) != len(categories())+1 {
		t.Errorf("there are hotels of the categories %v", hotels)
	}
	for _, category := range categories() {
		hotels.between(t, category, w.Len(), 20, 400)
		if of := ranks[category]; len(of) < 100 || of[9999] == 0 || of[0] == 0 {
			t.Errorf("%s has %d ranks, %d hotels are unranked, %d have null", category, len(of), of[9999], of[0])
		}
	}
}

func TestVarietyOfRecords(t *testing.T) {
	t.Parallel()
	w := varied(t)
	c := census{}
	for i := range w.Len() {
		p := w.Property(i)
		c[fmt.Sprint("stars ", p.Stars)]++
		c["keys "+p.Michelin]++
		c["forbes "+p.Forbes]++
		c[fmt.Sprint("images ", len(p.Images))]++
		c["check-in "+p.CheckIn]++
		c["check-out "+p.CheckOut]++
		c.note("accessible", p.Accessible)
		c.note("network", p.Network != "")
		c.note("10 amenities or more", len(p.Amenities) >= 10)
	}
	for _, trait := range []string{
		"stars 1", "stars 2", "stars 3", "stars 4", "stars 5", "keys 1 Key", "keys 2 Keys", "keys 3 Keys", "forbes Recommended", "forbes Four-Star", "forbes Five-Star",
		"images 2", "images 3", "images 4", "images 5", "images 6", "check-in 13:30:00", "check-in 16:00:00", "check-out 10:30:00", "check-out 12:00:00",
	} {
		c.between(t, trait, w.Len(), 5, 400)
	}
	for _, trait := range []string{"accessible", "network", "10 amenities or more"} {
		c.between(t, trait, w.Len(), 100, 900)
	}
}

// Hotels stand in zones from the earliest to the latest that people live in,
// also in those that are off by half an hour or a quarter of one.
func TestVarietyOfZones(t *testing.T) {
	t.Parallel()
	w := varied(t)
	var offsets []string
	for i := range w.Len() {
		if offset := someday.In(w.Location(i)).Format("-07:00"); !slices.Contains(offsets, offset) {
			offsets = append(offsets, offset)
		}
	}
	for _, offset := range []string{"+14:00", "+13:45", "+13:00", "+10:30", "+09:30", "+06:30", "+05:45", "+05:30", "+04:30", "+00:00", "-03:30", "-10:00", "-11:00"} {
		if !slices.Contains(offsets, offset) {
			t.Errorf("no hotel is at %s; there are %v", offset, offsets)
		}
	}
	if len(offsets) < 30 {
		t.Errorf("hotels are at %d offsets only: %v", len(offsets), offsets)
	}
}
