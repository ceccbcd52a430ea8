package sandbox

import (
	"encoding/binary"
	"fmt"
	"time"

	"bellhop/sandbox/jsontree"
	"bellhop/sandbox/training/fault"
	"bellhop/sandbox/world"
)

// Scenario is a hotel of the scenario city: it always does the same thing, and
// is named after it.
type Scenario struct {
	Key   string `json:"scenario"` // "price-up"
	Hotel string `json:"hotel"`    // the hotel's name, as a search shows it
	Room  string `json:"room"`     // the name of its first room
	Does  string `json:"does"`     // what happens there, in a sentence
}

// Scenarios lists the hotels of the scenario city in their order. They are the
// same in every world.
func Scenarios() []Scenario {
	return convert(world.Scenarios(), func(s world.Scenario) Scenario {
		return Scenario{Key: s.Key, Hotel: s.Hotel, Room: s.Room, Does: s.Meaning}
	})
}

// script is what a hotel does out of the ordinary. The zero script is an
// ordinary hotel.
type script struct {
	twist world.Twist   // how verification, creation and modification differ from the search
	gone  bool          // nothing that the search showed can be had
	life  time.Duration // how long an offer holds, if not as long as the world says

	verification fault.Action // what a verification suffers
	creation     fault.Action // what a creation suffers
	once         bool         // only the first time for a stay

	lapses      bool     // the first creation for a stay comes too late for its offer
	invalid     []string // the field that every creation has wrong
	soldOut     bool     // a creation finds the room sold out
	declined    bool     // no payment is accepted
	unconfirmed bool     // the hotel leaves its confirmation open
	holds       bool     // a cancellation is refused
}

// maxOnce is how many first times are remembered.
const maxOnce = 10_000

const (
	shortLife = time.Minute
	slowness  = 8 * time.Second
	busyPause = 5 * time.Second
)

// scripts has one script for each scenario of the world.
var scripts = map[string]script{
	"price-up":            {twist: world.Twist{Permille: 1100}},
	"price-down":          {twist: world.Twist{Permille: 900}},
	"terms-stricter":      {twist: world.Twist{Stricter: true}},
	"gone-non-refundable": {twist: world.Twist{NoRefund: true}},
	"rate-gone":           {gone: true},
	"sold-out":            {soldOut: true},
	"expired":             {life: shortLife, lapses: true},
	"payment-declined":    {declined: true},
	"validation":          {invalid: []string{"guests", "primary", "telephone_number"}},
	"created":             {unconfirmed: true},
	"ghost":               {creation: fault.Action{Kind: fault.ResetAfter}},
	"late-ghost":          {creation: fault.Action{Kind: fault.Late}},
	"slow-then-fine":      {verification: fault.Action{Kind: fault.Slow, Delay: slowness}, once: true},
	"error-before":        {creation: fault.Action{Kind: fault.ServerError}},
	"error-after":         {creation: fault.Action{Kind: fault.ServerErrorAfter}},
	"bad-gateway":         {creation: fault.Action{Kind: fault.BadGatewayAfter}},
	"empty":               {creation: fault.Action{Kind: fault.Empty}},
	"truncated":           {creation: fault.Action{Kind: fault.Truncated}},
	"reset":               {creation: fault.Action{Kind: fault.Reset}},
	"unauthorized":        {creation: fault.Action{Kind: fault.Unauthorized}, once: true},
	"forbidden":           {creation: fault.Action{Kind: fault.Forbidden}},
	"busy":                {creation: fault.Action{Kind: fault.Busy, RetryAfter: busyPause}, once: true},
	"cancel-refused":      {holds: true},
}

// script is what the hotel with an index does.
func (s *Sandbox) script(hotel int) script { return scripts[s.world.Scenario(hotel)] }

// searched lists what a search says that a hotel offers. Together with agreed
// it is the one place where prices and terms come from.
func (s *Sandbox) searched(hotel int, stay world.Stay, now time.Time) []world.RoomOffer {
	offers := s.world.Offers(hotel, stay, now)
	if life := s.script(hotel).life; life > 0 {
		for _, o := range offers {
			for i := range o.Rates {
				o.Rates[i].Expires = now.UTC().Truncate(time.Second).Add(life)
			}
		}
	}
	return offers
}

// agreed is the rate as verification, creation and modification know it; false
// when it cannot be had.
func (s *Sandbox) agreed(hotel int, code string, stay world.Stay, now time.Time) (world.Room, world.Rate, bool) {
	does := s.script(hotel)
	if does.gone {
		return world.Room{}, world.Rate{}, false
	}
	room, rate, ok := s.world.RateWith(s.twist(hotel, code, stay), hotel, code, stay, now)
	if does.life > 0 {
		rate.Expires = now.UTC().Truncate(time.Second).Add(does.life)
	}
	return room, rate, ok
}

// twist is how a rate differs from what the search said: by the hotel's
// script, or for so many of 1000 ordinary rates by a few percent of the price.
// The same rate for the same stay differs in the same way every time.
func (s *Sandbox) twist(hotel int, code string, stay world.Stay) world.Twist {
	if key := s.world.Scenario(hotel); key != "" {
		return scripts[key].twist
	}
	if s.changes == 0 {
		return world.Twist{}
	}
	of := fmt.Sprintf("%d/%s/%d/%d/%d/%d", s.world.Key(hotel), code, stay.In, stay.Out, stay.Adults, stay.Children)
	dice := s.hash("change", of)
	if int(binary.BigEndian.Uint32(dice[:4])%1000) >= s.changes {
		return world.Twist{}
	}
	by := []int{970, 980, 1020, 1030, 1040, 1050}
	return world.Twist{Permille: by[int(dice[4])%len(by)]}
}

// onceKey names a thing that happens once to an account.
type onceKey struct {
	account string
	hotel   int
	in, out world.Day
}

// first says whether the account asks the hotel about the stay for the first
// time, in a scenario where that matters.
func (s *Sandbox) first(c *call, hotel int, stay world.Stay) bool {
	return s.once.Add(onceKey{c.account, hotel, stay.In, stay.Out}, struct{}{})
}

// disturbs says whether a fault of the script befalls the call now.
func (s *Sandbox) disturbs(c *call, hotel int, stay world.Stay, a fault.Action) bool {
	return a.Kind != "" && (!s.script(hotel).once || s.first(c, hotel, stay))
}

// lapse ends an offer of a hotel that sells slower guests nothing: from now on
// it has to be searched again.
func (s *Sandbox) lapse(c *call, hotel int, code string, stay world.Stay) {
	if s.script(hotel).lapses && s.first(c, hotel, stay) {
		ended := c.now.Add(-shortLife)
		s.offered(c, hotel, "", stay, ended)
		s.offered(c, hotel, code, stay, ended)
	}
}

// refuseBooking returns the refusal that the hotel's script has for a creation
// that is right in itself.
func (d script) refuseBooking(b booking) error {
	switch {
	case d.invalid != nil:
		p := &jsontree.Problems{}
		p.Add(d.invalid, "is not accepted by the hotel")
		return rejectProblems(p)
	case d.soldOut:
		return rejectSoldOut()
	case d.declined && !b.simulated():
		return rejectPayment("The payment was not accepted: the card issuer declines the payment.")
	}
	return nil
}
