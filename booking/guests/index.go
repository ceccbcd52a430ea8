// Package guests knows who was booked before: from the reservations of the account, in memory only, and from the guest book
// of this machine where its operator keeps one.
package guests

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
)

// lettersNamed is how many letters of a name must be typed before its guest is shown unmasked.
const lettersNamed = 2

// A Known guest was booked before, as the newest reservation (section 2.3) has them, or stands in the guest book.
type Known struct {
	Guest   api.Guest
	Loyalty *api.Loyalty // only the guest book has it: a reservation does not say
	Stay    Stay         // the newest
	Booked  bool         // stands in the guest book
	Named   bool         // enough letters of the name were typed to show it
}

// A Stay is a reservation, as far as it tells a guest from another.
type Stay struct {
	ID      string // of the reservation; empty when there is none
	Hotel   string
	Days    trip.Stay
	Created time.Time
}

// An Index finds known guests by the letters that their names begin with. It takes the pages of a list of reservations in any
// order, each reservation as often as it comes. The zero value knows nobody; it is not safe for concurrent use.
type Index struct {
	people []*person
	by     map[string]*person
	found  []*person // of the text asked for last
	text   string
	asked  bool
	values map[string]map[string]int // of custom data: key, value, how often

	counted map[string]bool // reservations, by id
}

// A person is one guest with what they are found by.
type person struct {
	known    Known
	order    time.Time // of the newest reservation
	number   int       // among those with the same order, as they came
	surnames []string  // folded, with the given name behind
	others   []string
}

// Add makes the guests of reservations known. Stay returns the days of a reservation by its hotel's clock.
func (x *Index) Add(items []api.Reservation, stay func(api.Reservation) trip.Stay) {
	for _, r := range items {
		if x.counted[r.ID] {
			continue
		}
		if x.counted == nil {
			x.counted = map[string]bool{}
		}
		x.counted[r.ID] = true
		x.count(r.CustomData)
		x.put(Known{
			Guest: booking.TidyGuest(r.Guest),
			Stay:  Stay{ID: r.ID, Hotel: r.Hotel.Name, Days: stay(r), Created: r.Created.Time},
		})
	}
}

// AddBook makes the guests of the guest book known.
func (x *Index) AddBook(entries []Entry) {
	for _, e := range entries {
		x.put(Known{Guest: booking.TidyGuest(e.Guest), Loyalty: e.Loyalty, Booked: true, Stay: Stay{Created: e.At}})
	}
}

// Forget takes a guest of the guest book out of the index, unless a reservation names them, too.
func (x *Index) Forget(g api.Guest) {
	one := x.by[who(g)]
	if one == nil {
		return
	}
	if one.known.Booked, one.known.Loyalty = false, nil; one.known.Stay.ID == "" {
		x.people = slices.DeleteFunc(x.people, func(p *person) bool { return p == one })
		delete(x.by, who(g))
	}
	x.asked = false
}

// Len returns how many reservations were added.
func (x *Index) Len() int { return len(x.counted) }

// People returns how many guests are known.
func (x *Index) People() int { return len(x.people) }

// who tells guests apart.
func who(g api.Guest) string {
	if g.GivenName == g.Surname { // The service stores a single name twice.
		g.GivenName = ""
	}
	return wording.Fold(g.GivenName + "\n" + g.Surname + "\n" + g.Email)
}

// put adds a guest, or what is new of one who is known.
func (x *Index) put(k Known) {
	g := k.Guest
	if g.GivenName+g.Surname == "" {
		return
	}
	x.asked = false
	one := x.by[who(g)]
	if one == nil {
		one = &person{known: k, order: k.Stay.Created, number: len(x.people)}
		one.surnames = folded(g.Surname, g.Surname+" "+g.GivenName)
		one.others = folded(append(strings.Fields(g.Surname), g.GivenName, g.GivenName+" "+g.Surname)...)
		if x.by == nil {
			x.by = map[string]*person{}
		}
		x.by[who(g)], x.people = one, append(x.people, one)
		return
	}
	one.known.Booked = one.known.Booked || k.Booked
	if k.Loyalty != nil {
		one.known.Loyalty = k.Loyalty
	}
	// Of the reservations without a time the first that comes is the newest, as lists have them.
	newer := k.Stay.Created.After(one.order) || one.known.Stay.ID == ""
	if k.Stay.ID != "" && newer {
		one.known.Guest, one.known.Stay, one.order = g, k.Stay, k.Stay.Created
	}
}

// folded returns the names as they are compared, also in plain letters.
func folded(names ...string) []string {
	var out []string
	for _, name := range names {
		for _, text := range []string{wording.Fold(name), wording.Fold(wording.SpellOut(name))} {
			if text != "" && !slices.Contains(out, text) {
				out = append(out, text)
			}
		}
	}
	return out
}

// Find lists the guests whose surname, given name or both begin with the text, each once, those whose surname does first;
// among them the ones with the newest reservation.
func (x *Index) Find(text string) []Known {
	typed := strings.Join(strings.Fields(text), " ")
	text = wording.Fold(typed)
	// One letter can fold into two, as ß does, and be typed as two.
	named := min(utf8.RuneCountInString(typed), utf8.RuneCountInString(text)) >= lettersNamed
	if !x.asked || text != x.text {
		x.find(text)
	}
	out := make([]Known, len(x.found))
	for i, one := range x.found {
		out[i] = one.known
		out[i].Named = named
	}
	return out
}

func (x *Index) find(text string) {
	var surnames, others []*person
	among := x.people
	for _, one := range among {
		switch {
		case begins(text, one.surnames):
			surnames = append(surnames, one)
		case begins(text, one.others):
			others = append(others, one)
		}
	}
	newest := func(a, b *person) int {
		if order := b.order.Compare(a.order); order != 0 {
			return order
		}
		return a.number - b.number
	}
	slices.SortFunc(surnames, newest)
	slices.SortFunc(others, newest)
	x.found, x.text, x.asked = append(surnames, others...), text, true
}

func begins(text string, names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(name, text) })
}

// count remembers what stands in custom data, for References to offer.
func (x *Index) count(data []api.CustomField) {
	for _, pair := range data {
		if pair.Text == "" {
			continue
		}
		if x.values == nil {
			x.values = map[string]map[string]int{}
		}
		if x.values[pair.Key] == nil {
			x.values[pair.Key] = map[string]int{}
		}
		x.values[pair.Key][pair.Text]++
	}
}

// Values returns what reservations have under a key of their custom data, the most frequent first, and at most so many.
func (x *Index) Values(key string, most int) []string {
	var out []string
	for value := range x.values[key] {
		out = append(out, value)
	}
	slices.SortFunc(out, func(a, b string) int {
		if order := x.values[key][b] - x.values[key][a]; order != 0 {
			return order
		}
		return strings.Compare(a, b)
	})
	return out[:min(len(out), most)]
}
