package main

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// reviewed is what people have decided: the patches, the zones, the countries
// and the cities that are written by hand.
type reviewed struct {
	airports map[string]airport // class 0: the airport is closed
	renamed  map[string]string  // country + name to name
	resorts  map[string]bool    // country + name
	dropped  map[string]bool    // country + name
	rules    []zoneRule
	zones    map[string]string // of a country
	names    map[string]string // of a country
	core     []*town           // the cities of cities.tsv
	taken    map[string]bool   // IATA codes of the core
	stated   map[string]bool   // countries whose places name a state
	codes    map[string]string // country + state to state code, as the core has them
}

type zoneRule struct {
	country, division string
	from, to          float64
	zone              string
}

func readReviewed(patches, zones, countries, cities string) (*reviewed, error) {
	r := &reviewed{
		airports: map[string]airport{}, renamed: map[string]string{}, resorts: map[string]bool{}, dropped: map[string]bool{},
		zones: map[string]string{}, names: map[string]string{}, taken: map[string]bool{}, stated: map[string]bool{}, codes: map[string]string{},
	}
	p, err1 := readTSV(patches)
	z, err2 := readTSV(zones)
	c, err3 := readTSV(countries)
	t, err4 := readTSV(cities)
	errs := []error{err1, err2, err3, err4}
	for _, f := range p {
		switch f[0] {
		case "airport":
			a := airport{code: f[1], city: f[2], class: 3}
			if f[2] == "-" {
				a.class = 0
			}
			a.lat, err1 = strconv.ParseFloat(f[3], 64)
			a.lon, err2 = strconv.ParseFloat(f[4], 64)
			errs = append(errs, err1, err2)
			r.airports[f[1]] = a
		case "city":
			r.renamed[f[1]+f[2]] = f[3]
		case "resort":
			r.resorts[f[1]+f[2]] = true
		case "drop":
			r.dropped[f[1]+f[2]] = true
		default:
			errs = append(errs, errors.New("patches: unknown "+f[0]))
		}
	}
	for _, f := range z {
		rule := zoneRule{country: f[0], division: f[1], zone: f[4]}
		rule.from, err1 = strconv.ParseFloat(f[2], 64)
		rule.to, err2 = strconv.ParseFloat(f[3], 64)
		errs = append(errs, err1, err2)
		r.rules = append(r.rules, rule)
	}
	for _, f := range c {
		r.names[f[0]], r.zones[f[0]] = f[1], f[10]
	}
	errs = append(errs, r.readCore(t))
	return r, errors.Join(errs...)
}

func (r *reviewed) readCore(rows [][]string) error {
	var errs []error
	for _, f := range rows {
		t := &town{name: f[2], state: f[3], stateCode: f[4], country: f[5]}
		var err1, err2 error
		t.lat, err1 = strconv.ParseFloat(f[7], 64)
		t.lon, err2 = strconv.ParseFloat(f[8], 64)
		errs = append(errs, err1, err2)
		r.core = append(r.core, t)
		r.taken[f[1]] = true
		for a := range strings.SplitSeq(f[12], ";") {
			r.taken[a[:min(3, len(a))]] = true
		}
		if t.stateCode != "" {
			r.stated[t.country] = true
			r.codes[t.country+t.state] = t.stateCode
		}
	}
	return errors.Join(errs...)
}

func (r *reviewed) patchAirports(list []airport) []airport {
	list = slices.DeleteFunc(list, func(a airport) bool {
		_, patched := r.airports[a.code]
		return patched || r.taken[a.code]
	})
	for _, a := range r.airports {
		if a.class > 0 && !r.taken[a.code] {
			list = append(list, a)
		}
	}
	slices.SortFunc(list, func(a, b airport) int { return cmp.Or(b.class-a.class, cmp.Compare(a.code, b.code)) })
	return list
}

// patchTowns names the towns and their states as they are named today, and
// leaves out what is dropped or in a country that has no row.
func (r *reviewed) patchTowns(towns []*town, divisions map[string]string, points map[string][]point) []*town {
	var kept []*town
	for _, t := range towns {
		if r.names[t.country] == "" || r.dropped[t.country+t.name] {
			continue
		}
		code := t.division
		for _, p := range points[t.country+t.name] {
			lat, _ := strconv.ParseFloat(p.Lat, 64)
			lon, _ := strconv.ParseFloat(p.Lng, 64)
			if km(t.lat, t.lon, lat, lon) < 20 {
				code = p.Admin1
			}
		}
		t.division = divisions[t.country+"."+code]
		t.resort = r.resorts[t.country+t.name]
		if name := r.renamed[t.country+t.name]; name != "" {
			t.name = name
		}
		t.name = strings.ReplaceAll(t.name, "’", "'")
		if r.stated[t.country] {
			t.state = r.state(t)
			t.stateCode = r.codes[t.country+t.state]
			if t.country == "US" && t.stateCode == "" {
				t.stateCode = code
			}
		}
		kept = append(kept, t)
	}
	return kept
}

// state is the name of the town's division as cities.tsv spells it. Where a city
// of cities.tsv has that name and no state, the town has none either: Tokyo and
// the Tokyo that Machida lies in would be one destination.
func (r *reviewed) state(t *town) string {
	same := map[string]string{"CAQuebec": "Québec", "ESValencia": "Valencian Community", "ITLatium": "Lazio"}[t.country+t.division]
	name := cmp.Or(same, t.division)
	if slices.ContainsFunc(r.core, func(c *town) bool { return c.country == t.country && c.state == "" && c.name == name }) {
		return ""
	}
	return name
}

// zone is the town's time zone: the last rule that fits, else its country's.
func (r *reviewed) zone(t *town) string {
	zone := r.zones[t.country]
	for _, rule := range r.rules {
		if rule.country == t.country && (rule.division == "*" || rule.division == t.division) && t.lon >= rule.from && t.lon < rule.to {
			zone = rule.zone
		}
	}
	return zone
}

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

// choose picks the towns with the most reasons to have hotels, so that each
// country has a few and none stands on top of another or of a city of the core.
func choose(towns []*town, airports []airport, r *reviewed) []*town {
	served := map[string]float64{}
	for _, a := range airports {
		served[a.city] = max(served[a.city], []float64{0, 15_000, 60_000, 300_000}[a.class])
	}
	for _, t := range towns {
		weight, named := visited[t.country]
		if !named {
			weight = 1
		}
		t.score = float64(t.people)*weight + served[t.name]*min(1, weight*2)
		if t.resort {
			t.score += 400_000
		}
	}
	slices.SortStableFunc(towns, func(a, b *town) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.country+a.name, b.country+b.name), cmp.Compare(a.lat, b.lat))
	})
	grid := map[[2]int][]*town{}
	cell := func(t *town) [2]int { return [2]int{int(math.Floor(t.lat * 2)), int(math.Floor(t.lon * 2))} }
	ids := map[string]bool{}
	for _, c := range r.core {
		grid[cell(c)] = append(grid[cell(c)], c)
		ids[slug(c)] = true
	}
	var picked []*town
	count := map[string]int{}
	take := func(t *town) bool {
		if ids[slug(t)] || crowded(grid, cell(t), t) {
			return false
		}
		ids[slug(t)] = true
		grid[cell(t)] = append(grid[cell(t)], t)
		picked = append(picked, t)
		t.first = count[t.country] == 0
		count[t.country]++
		return true
	}
	taken := map[*town]bool{}
	for _, t := range towns {
		if count[t.country] < 3 || t.resort {
			taken[t] = take(t)
		}
	}
	for _, t := range towns {
		if len(picked) < most && !taken[t] {
			take(t)
		}
	}
	return picked
}

// slug is what makes an objectID: two towns must not share one.
func slug(t *town) string {
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

// crowded reports whether a town is a suburb: another one is picked close by. A
// resort may be close, but not on the spot.
func crowded(grid map[[2]int][]*town, at [2]int, t *town) bool {
	for dx := -1; dx <= 1; dx++ {
		for dy := -1; dy <= 1; dy++ {
			for _, other := range grid[[2]int{at[0] + dx, at[1] + dy}] {
				apart := 14.0
				switch {
				case t.resort:
					apart = 3
				case other.people == 0:
					apart = 24 // a city of the core, whose hotels reach far
				}
				if km(t.lat, t.lon, other.lat, other.lon) < apart {
					return true
				}
			}
		}
	}
	return false
}

// assign gives each airport to one town: the one that it is named after, or
// else the nearest, within 60 km. The main airport stands first.
func assign(towns []*town, airports []airport, r *reviewed) {
	for _, a := range airports {
		var best *town
		least := 60.0
		for _, t := range slices.Concat(towns, r.core) {
			d := km(a.lat, a.lon, t.lat, t.lon)
			if d < 60 && plain(t.name) == plain(a.city) {
				d /= 1000
			}
			if d < least {
				best, least = t, d
			}
		}
		if best != nil {
			a.distance = km(a.lat, a.lon, best.lat, best.lon)
			best.airports = append(best.airports, a)
		}
	}
	for _, t := range towns {
		slices.SortStableFunc(t.airports, func(a, b airport) int { return cmp.Or(b.class-a.class, cmp.Compare(a.distance, b.distance)) })
	}
}

// km is the great-circle distance.
func km(lat1, lon1, lat2, lon2 float64) float64 {
	const rad = math.Pi / 180
	a, b := math.Sin((lat2-lat1)*rad/2), math.Sin((lon2-lon1)*rad/2)
	return 2 * 6371 * math.Asin(math.Sqrt(min(1, a*a+math.Cos(lat1*rad)*math.Cos(lat2*rad)*b*b)))
}
