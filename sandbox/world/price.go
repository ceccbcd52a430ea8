package world

import (
	"math"
	"time"
)

// starPrices are the prices of a plain night by class, in US cents.
var starPrices = [6]int64{0, 5600, 8400, 13200, 21500, 43000}

// kindPrices are factors by kind of hotel, in thousandths.
var kindPrices = [kinds]int64{luxury: 1250, boutique: 1080, resort: 1180, business: 1000, airport: 930, budget: 900, apartments: 980}

// seasons are factors by month, in thousandths, north of the tropics. South of
// them the year is turned by six months; between, it is the dry season that counts.
var (
	seasons = [12]int64{840, 860, 920, 1000, 1070, 1140, 1200, 1180, 1080, 1000, 900, 1020}
	tropics = [12]int64{1160, 1120, 1060, 1000, 920, 900, 960, 960, 880, 900, 980, 1180}
)

// quote is what all rates of one room for one stay share.
type quote struct {
	w      *World
	hotel  hotel
	room   roomSketch
	stay   Stay
	now    time.Time
	nights []int64 // plain price of each night, minor units, before any plan
	change RateChange
}

func (w *World) quote(h hotel, s roomSketch, stay Stay, lead int, now time.Time) *quote {
	q := &quote{w: w, hotel: h, room: s, stay: stay, now: now, nights: make([]int64, stay.Nights())}
	for n := range q.nights {
		q.nights[n] = h.plainPrice(s, stay, stay.In+Day(n), lead)
	}
	return q
}

// plainPrice returns the plain price of a room for one night, rounded as its currency's prices are.
func (h hotel) plainPrice(s roomSketch, stay Stay, night Day, lead int) int64 {
	money := h.city.country.currency
	cents := starPrices[h.stars]
	for _, factor := range [...]int64{
		kindPrices[h.kind], h.city.country.cost, int64(720 + 6*h.city.Size), int64(h.key.between(factLevel, 820, 1220)),
		grades[s.grade].price, int64(s.key.between(factGrade, 970, 1040)),
		h.season(night), h.weekday(night), h.demand(night), ahead(lead), length(stay.Nights()), stay.party(),
	} {
		cents = (cents*factor + 500) / 1000
	}
	minor := (cents*money.scale + 500) / 1000
	return max(money.round, (minor+money.round/2)/money.round*money.round)
}

func (h hotel) season(night Day) int64 {
	_, month, _ := night.Date()
	m := int(month) - 1
	if math.Abs(h.city.At.Lat) < 23.4 {
		return tropics[m]
	}
	if h.city.At.Lat < 0 {
		m = (m + 6) % 12
	}
	return seasons[m]
}

// weekday makes working days dearer where people work and weekends where they play.
func (h hotel) weekday(night Day) int64 {
	day := int(night.Weekday())
	if h.kind == business || h.kind == airport || h.kind == apartments {
		return [7]int64{920, 1060, 1110, 1110, 1060, 930, 890}[day]
	}
	return [7]int64{940, 930, 930, 950, 1000, 1160, 1190}[day]
}

// demand is what the town and chance add on one night.
func (h hotel) demand(night Day) int64 {
	factor := int64(h.key.sub(factNight, uint64(int64(night))).between(factNight, 960, 1040)) //nolint:gosec // only the bits matter
	if h.event(night) {
		factor = factor * 1280 / 1000
	}
	return factor
}

// ahead returns the factor for the days left before check-in, in few steps.
func ahead(lead int) int64 {
	switch {
	case lead < 3:
		return 1080
	case lead < 14:
		return 1040
	case lead < 60:
		return 1000
	}
	return 960
}

func length(nights int) int64 {
	switch {
	case nights >= 7:
		return 930
	case nights >= 4:
		return 965
	}
	return 1000
}

// party charges for adults beyond two and a little for each child.
func (s Stay) party() int64 {
	return int64(1000 + 140*max(0, s.Adults-2) + 50*s.Children)
}

func (q *quote) rate(n int) Rate {
	p := &plans[n]
	h := q.hotel
	price := q.price(p)
	life := time.Duration([]int{15, 20, 30}[h.key.below(factLife, 3)]) * time.Minute
	return Rate{
		BookingCode: bookingCode(q.w.seed, h.city.No, h.k, q.room.no, n),
		ChannelCode: one(h.key, factCode, []string{"GDS", "CRS", "DIR"}),
		Type:        p.kind,
		PCC:         h.key.fill(factPCC, "#?#?"),
		Name:        p.name,
		Price:       price,
		Terms:       q.terms(n, price),
		Perks:       q.perks(p),
		Expires:     q.now.UTC().Truncate(time.Second).Add(life),
	}
}

func (q *quote) perks(p *plan) []Perk {
	var list []Perk
	for _, name := range p.perks {
		list = append(list, Perk{Name: name, Description: perkTexts[name]})
	}
	for _, name := range []string{"Wi-Fi", "parking"} {
		if q.hotel.key.sub(factPerk, uint64(len(name))).chance(factPerk, 400) {
			list = append(list, Perk{Name: name, Description: perkTexts[name]})
		}
	}
	return list
}

// price works out the price of a plan: see Price for what always holds.
func (q *quote) price(p *plan) Price {
	code := q.hotel.city.Currency
	money := func(minor int64) Money { return Money{Minor: minor, Currency: code} }
	shares := make([]int64, len(q.nights))
	var rooms int64
	for i, plain := range q.nights {
		shares[i] = (plain*p.price + 500) / 1000
		rooms += shares[i]
	}
	price := Price{Included: true}
	base := rooms
	if q.hotel.kind == apartments {
		fee := (shares[0]*150 + 500) / 1000
		base += fee
		price.FeeLines = append(price.FeeLines, Fee{Description: "Cleaning fee", Amount: money(fee), InBase: true, InTotal: true})
	}
	var taxes, fees int64
	for _, t := range q.hotel.city.country.taxes {
		amount, inBase := q.tax(t, base)
		if !inBase {
			taxes += amount
		}
		price.TaxLines = append(price.TaxLines, Tax{Description: t.name, Amount: money(amount), InBase: inBase})
	}
	total := base + taxes
	for _, f := range q.hotel.city.country.fees {
		if f.optional && !q.hotel.asks() {
			continue
		}
		line := Fee{Description: f.name, InTotal: f.mode == 't'}
		amount := f.value * int64(len(q.nights))
		if line.InTotal {
			amount = (base*f.value + 500) / 1000
			total += amount
		} else {
			price.Included = false
		}
		line.Amount = money(amount)
		fees += amount
		price.FeeLines = append(price.FeeLines, line)
	}
	price.Total, price.Base, price.Taxes, price.Fees = money(total), money(base), money(taxes), money(fees)
	price.Nights = make([]Night, len(shares))
	var sum, before int64
	for i, share := range shares {
		// Each night ends where its share of the rooms' price ends in the total, so the nights add up to it exactly.
		sum += share
		end := mulDiv(total, sum, rooms)
		price.Nights[i] = Night{Day: q.stay.In + Day(i), Total: money(end - before)}
		before = end
	}
	return price
}

// asks reports whether the hotel asks the fees that only some ask, and no cheap one.
func (h hotel) asks() bool {
	return h.kind == resort || h.stars > 2 && h.key.chance(factFee, 250)
}

// tax returns the amount of one tax, and whether it is already in the base.
func (q *quote) tax(t levy, base int64) (amount int64, inBase bool) {
	switch t.mode {
	case 'i':
		return mulDiv(base, t.value, 1000+t.value), true
	case 'n':
		return t.value * int64(q.stay.Adults*len(q.nights)), false
	}
	return (base*t.value + 500) / 1000, false
}
