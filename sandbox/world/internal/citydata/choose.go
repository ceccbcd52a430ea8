package main

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// visited weighs the people of a country by how many hotels it has for them, in
// hundredths. Those that are not named have 100.
var visited = func() map[string]float64 {
	all := map[string]float64{}
	for entry := range strings.FieldsSeq(`US:330 CA:420 GB:260 IE:420 FR:520 DE:260 AT:700 CH:700 IT:420 ES:420 PT:520 GR:700 HR:800 SI:700 MT:700 CY:700
		NL:200 BE:220 LU:500 DK:500 SE:420 NO:620 FI:420 IS:2000 CZ:420 HU:260 PL:180 SK:260 EE:500 LV:300 LT:250 RO:130 BG:200 RS:120 ME:800 AL:250
		AU:420 NZ:600 JP:150 KR:100 TH:420 MY:200 SG:400 VN:120 ID:60 PH:45 KH:250 LA:250 LK:250 NP:120 MV:2000 IN:22 PK:16 BD:9 CN:18 TW:100 HK:60 MO:300
		AE:300 QA:200 OM:250 JO:150 IL:220 LB:150 TR:110 EG:60 MA:140 TN:150 DZ:40 LY:30 SA:80 IQ:20 IR:0 SY:10 YE:8 AF:8
		ZA:120 NA:400 BW:300 KE:80 TZ:60 UG:40 RW:80 ET:30 NG:16 GH:50 SN:80 CI:40 CD:10 AO:30 MZ:30 ZM:50 ZW:60 MG:40 SD:10 SS:10 SO:8 TD:10 NE:10 ML:15 BF:15
		MX:110 BR:75 AR:130 CL:130 PE:90 CO:80 EC:100 BO:80 PY:80 UY:250 VE:25 CR:400 PA:300 GT:70 HN:60 SV:70 NI:100 CU:130 DO:180 JM:400 HT:20 PR:400
		RU:60 UA:55 BY:55 KZ:60 UZ:50 GE:220 AM:150 AZ:90 MD:80 KG:80 TJ:50 TM:40 MN:80`) {
		code, value, _ := strings.Cut(entry, ":")
		n, err := strconv.Atoi(value)
		if err == nil {
			all[code] = float64(n) / 100
		}
	}
	return all
}()

// choice is which towns are picked so far, and where they are.
type choice struct {
	grid   map[[2]int][]*town // by squares of half a degree
	ids    map[string]bool
	count  map[string]int // of a country
	picked []*town
	asked  map[*town]bool
}

// choose picks the towns with the most reasons to have hotels, so that each country has
// its capital and a few more, and none stands on top of another or of a city of the core.
func choose(towns []*town, r *reviewed) []*town {
	for _, t := range towns {
		weight, named := visited[t.country]
		if !named {
			weight = 1
		}
		t.score = float64(t.people)*weight + t.served*min(1, weight+0.8)
		if t.resort {
			t.score += 400_000
		}
		if t.capital {
			t.score += 100_000
		}
	}
	slices.SortStableFunc(towns, func(a, b *town) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.country+a.name, b.country+b.name), cmp.Compare(a.lat, b.lat))
	})
	c := &choice{grid: map[[2]int][]*town{}, ids: map[string]bool{}, count: map[string]int{}, asked: map[*town]bool{}}
	for _, t := range r.core {
		c.grid[t.cell()] = append(c.grid[t.cell()], t)
		c.ids[t.slug()] = true
	}
	known := map[[2]int][]*town{} // seats and towns with airports, which suburbs give way to
	for _, t := range towns {
		if t.served > 0 || t.seat {
			known[t.cell()] = append(known[t.cell()], t)
		}
	}
	for _, t := range towns {
		if t.capital {
			c.take(t)
		}
	}
	for _, t := range towns {
		if c.count[t.country] < 3 || t.resort {
			c.offer(t, known)
		}
	}
	for _, t := range towns {
		if len(c.picked) < most && (t.people > 0 || t.served > 0) {
			c.offer(t, known)
		}
	}
	return c.picked
}

// offer takes a town, unless it is a suburb of the seat of its division or of a town that
// has an airport: then that is taken in its place.
func (c *choice) offer(t *town, known map[[2]int][]*town) {
	if t.served == 0 && !t.seat && !t.resort {
		for _, other := range around(known, t) {
			if other.country == t.country && !c.asked[other] && other.people*4 >= t.people && km(t.lat, t.lon, other.lat, other.lon) < suburbKm {
				c.take(other)
			}
		}
	}
	c.take(t)
}

func (c *choice) take(t *town) {
	if c.asked[t] || c.ids[t.slug()] || c.crowded(t) {
		return
	}
	c.asked[t], c.ids[t.slug()] = true, true
	c.grid[t.cell()] = append(c.grid[t.cell()], t)
	c.picked = append(c.picked, t)
	t.first = c.count[t.country] == 0
	c.count[t.country]++
}

func (t *town) cell() [2]int { return [2]int{int(math.Floor(t.lat * 2)), int(math.Floor(t.lon * 2))} }

// around lists the towns of a grid in the squares around a town's.
func around(grid map[[2]int][]*town, t *town) []*town {
	var list []*town
	at := t.cell()
	for dx := -1; dx <= 1; dx++ {
		for dy := -1; dy <= 1; dy++ {
			list = append(list, grid[[2]int{at[0] + dx, at[1] + dy}]...)
		}
	}
	return list
}

// slug is what makes an objectID: two towns must not share one.
func (t *town) slug() string {
	return strings.ToLower(t.country + ":" + t.state + ":" + plain(t.name))
}

// plain takes away the accents that the world's folding takes away: towns that
// differ in accents only are one town for a search.
func plain(name string) string {
	name = strings.NewReplacer("ø", "o", "ł", "l", "đ", "d", "ı", "i", "-", " ").Replace(strings.ToLower(name))
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) || strings.ContainsRune("'ʻ’‘`.", r) {
			return -1
		}
		return r
	}, norm.NFD.String(name))
}

// How far a town has to be from another one of its country.
const (
	suburbKm  = 14
	coreKm    = 24 // from a city of the core, whose hotels reach far
	ownKm     = 8  // a city with an airport of its own, or larger than the other
	resortKm  = 2
	largeTown = 100_000
	capitalKm = 5
)

// crowded reports whether a town is a suburb: another one is picked close by. A resort
// may be close, but not on the spot. A border parts towns.
func (c *choice) crowded(t *town) bool {
	return slices.ContainsFunc(around(c.grid, t), func(other *town) bool {
		apart := float64(suburbKm)
		switch {
		case other.country != t.country:
			return false
		case t.resort:
			apart = resortKm
		case t.capital:
			apart = capitalKm
		case t.served > 0:
			apart = ownKm
		case other.core:
			apart = coreKm
		case t.people >= max(largeTown, other.people):
			apart = ownKm
		}
		return km(t.lat, t.lon, other.lat, other.lon) < apart
	})
}

// km is the great-circle distance.
func km(lat1, lon1, lat2, lon2 float64) float64 {
	const rad = math.Pi / 180
	a, b := math.Sin((lat2-lat1)*rad/2), math.Sin((lon2-lon1)*rad/2)
	return 2 * 6371 * math.Asin(math.Sqrt(min(1, a*a+math.Cos(lat1*rad)*math.Cos(lat2*rad)*b*b)))
}
