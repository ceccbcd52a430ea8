package sandbox

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"bellhop/sandbox/internal/input"
	"bellhop/sandbox/service"
	"bellhop/sandbox/store"
	"bellhop/sandbox/world"
)

const (
	fixtureKm     = 50  // how far from its place a fixture's hotel may be
	fixtureHotels = 500 // how many hotels are asked for one fixture
	fixtureAhead  = 7 * 24 * time.Hour
)

// filling is the making of fixtures as of one present.
type filling struct {
	*Sandbox
	now   time.Time
	taken map[store.Night]int // rooms that the fixtures made so far hold
}

// FixturesWait reports whether fixtures were given to a world that had its
// reservations already. They come with the next reset.
func (s *Sandbox) FixturesWait() bool { return s.waiting }

// fixed makes the reservations of the fixtures in the order in which they were
// made, which is how a list has them. Each takes the first rate that fits: of the
// nearest hotel, its rooms by their number, their rates by price. The error is
// an *InputError that says why none does.
func (s *Sandbox) fixed(now time.Time) ([]store.New, error) {
	m := filling{s, now.Truncate(time.Second), map[store.Night]int{}}
	list := make([]store.New, 0, len(s.fixtures))
	for _, x := range s.fixtures {
		n, err := m.reserve(x)
		if err != nil {
			return nil, err
		}
		list = append(list, n)
	}
	slices.SortStableFunc(list, func(a, b store.New) int { return cmp.Compare(a.CreatedAt, b.CreatedAt) })
	return list, nil
}

func (m filling) reserve(x fixture) (store.New, error) {
	hotels, err := m.hotels(x)
	if err != nil {
		return store.New{}, err
	}
	if len(hotels) == 0 {
		return store.New{}, x.wrong("place", "has no hotel within %d km of %s in this world; a larger one may", fixtureKm, x.place)
	}
	var nearest reason
	for _, hotel := range hotels {
		stay, made, err := m.dates(x, hotel)
		if err != nil {
			return store.New{}, err
		}
		q, found, why := m.choose(x, hotel, stay, made)
		if found {
			return m.book(x, q, stay, made)
		}
		nearest = max(nearest, why)
	}
	return store.New{}, x.none(nearest)
}

// hotels lists those that a fixture may be at, the nearest first.
func (m filling) hotels(x fixture) ([]int, error) {
	at, known := m.world.Locate(x.place)
	if x.place != "" && !known {
		return nil, x.wrong("place", "must be the IATA code of a city or an airport, such as LON; there is no %q", x.place)
	}
	if x.hotel == "" {
		var list []int
		for _, near := range m.world.Nearest(at, fixtureKm, "", fixtureHotels) {
			if m.world.Scenario(near.Index) == "" { // What stands there is for those who play a scenario.
				list = append(list, near.Index)
			}
		}
		return list, nil
	}
	hotel, ok := m.world.Find(x.hotel[:2], x.hotel[2:])
	if !ok {
		return nil, x.wrong("hotel", "%s is none of this world, which has %d hotels from seed %d", x.hotel, m.world.Len(), m.seed)
	}
	if km := m.world.Distance(hotel, at); x.place != "" && km > fixtureKm {
		return nil, x.wrong("hotel", "%s is %.0f km away from %s; leave the place out, or the hotel", x.hotel, km, x.place)
	}
	return []int{hotel}, nil
}

// dates returns a fixture's stay at a hotel, and when it was made: now, or for a
// stay that has begun a week ahead of it.
func (m filling) dates(x fixture, hotel int) (stay world.Stay, made time.Time, err error) {
	zone := m.world.Location(hotel)
	today := world.DayAt(m.now.In(zone))
	in := x.in.day
	if x.in.relative {
		in += today
	}
	switch {
	case x.made.relative:
		made = m.now.Add(x.made.after)
	case x.made.given:
		made = x.made.at
	case in < today:
		made = in.In(zone, 0, 0).Add(-fixtureAhead).UTC()
	default:
		made = m.now
	}
	stay = world.Stay{
		In: in, Out: in + world.Day(x.nights), //nolint:gosec // It is 99 at most.
		Adults: int(x.guests.Adults), Children: int(x.guests.Children),
	}
	ahead := in - world.DayAt(made.In(zone))
	switch {
	case made.After(m.now):
		err = x.wrong("made", "is in the future: the sandbox's clock shows %s", service.Time(m.now))
	case ahead < 0:
		err = x.wrong("check_in", "%s is before the reservation was made, %s", in, service.Time(made))
	case ahead > world.Horizon:
		err = x.wrong("check_in", "%s is more than %d days after the reservation was made, %s", in, world.Horizon, service.Time(made))
	}
	return stay, made, err
}

// reason says how near a hotel came to having what a fixture wants.
type reason int

const (
	reasonFull reason = iota // no room takes the party on these nights
	reasonTerms
	reasonTaken
)

// choose finds the first rate of a hotel that fits.
func (m filling) choose(x fixture, hotel int, stay world.Stay, made time.Time) (q service.Quote, found bool, why reason) {
	spread := service.Spread(stay, x.rooms)
	for _, offer := range m.world.Offers(hotel, spread, made) {
		why = max(why, reasonTerms)
		for _, rate := range offer.Rates {
			if x.refunds != nil && rate.Terms.Refundable != *x.refunds {
				continue
			}
			if !m.free(x, hotel, offer.Room.No, stay) {
				why = reasonTaken
				break // All rates of a room are sold from the same stock.
			}
			return m.service.Quote(hotel, offer.Room, rate, spread, x.rooms), true, 0
		}
	}
	return service.Quote{}, false, why
}

// holds reports whether a reservation keeps rooms from being sold.
func (m filling) holds(x fixture, stay world.Stay) bool {
	return x.status == store.Confirmed && stay.Out >= world.DayAt(m.now)
}

// free reports whether a room is left for a stay that needs one.
func (m filling) free(x fixture, hotel, room int, stay world.Stay) bool {
	for night := stay.In; m.holds(x, stay) && night < stay.Out; night++ {
		key := store.Night{Hotel: m.world.Key(hotel), Room: room, Night: int32(night)}
		if m.world.Allotment(hotel, room, night)-m.taken[key] < x.rooms {
			return false
		}
	}
	return true
}

// book makes the reservation of a rate, as a request for it would.
func (m filling) book(x fixture, q service.Quote, stay world.Stay, made time.Time) (store.New, error) {
	b := service.Booking{
		Stay: stay, Rooms: x.rooms, Chain: q.Property.Chain, Property: q.Property.Code, Guests: x.guests,
		Guest:      service.Charge{Amount: q.Price(), Token: service.TestTokens()[0].Token},
		CustomData: x.data, Values: x.values,
	}
	if x.status == store.Created {
		b.Simulate = "created"
	}
	n := m.service.Reservation(m.accounts[0], b, q, made)
	switch {
	case x.status == store.Confirmed && n.Status != store.Confirmed:
		return n, x.wrong("status", "cannot be confirmed: %s never confirms", x.hotel)
	case x.status == store.Canceled:
		n.Status = store.Canceled
	}
	if !m.holds(x, stay) {
		n.Stock = nil
		return n, nil
	}
	for night := stay.In; night < stay.Out; night++ {
		m.taken[store.Night{Hotel: n.Hotel, Room: n.Room, Night: int32(night)}] += x.rooms
	}
	return n, nil
}

// none returns the error that no rate fits.
func (x fixture) none(why reason) error {
	where := x.hotel
	if where == "" {
		where = "the hotels near " + x.place
	}
	kind := "a non-refundable rate"
	if x.refunds != nil && *x.refunds {
		kind = "a refundable rate"
	}
	lacks := map[reason]string{
		reasonFull: "no room takes this party for all the nights", reasonTerms: "no room that does has " + kind,
		reasonTaken: "the rooms that do are taken by the reservations before it",
	}[why]
	return x.wrong("", "finds no rate: at %s %s", where, lacks)
}

// wrong returns an error about a field of a fixture, or about all of it.
func (x fixture) wrong(field, format string, args ...any) error {
	path := strings.Join(x.path, ".")
	if field != "" {
		path += "." + field
	}
	return input.Errorf(path+" "+format, args...)
}
