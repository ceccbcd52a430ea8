package main

import (
	"cmp"
	"slices"
	"strings"

	"bellhop/sandbox/world/internal/zonemap"
)

// patchTowns names the towns and their states as they are named today, and leaves out
// what is dropped or in a country that has no row. Resorts that the source of the towns
// leaves out as too small come from the newer one.
func (r *reviewed) patchTowns(towns []*town, divisions map[string]string, places points) ([]*town, error) {
	towns = slices.DeleteFunc(towns, func(t *town) bool { return r.names[t.country] == "" })
	today := map[*town]string{}
	settle := func(t *town) {
		today[t] = t.name
		near := places.near(t, 20)
		if i := slices.IndexFunc(near, func(p point) bool { return plain(p.Name) == plain(t.name) }); i >= 0 {
			t.code = near[i].Admin1
		} else if len(near) > 0 && km(t.lat, t.lon, near[0].lat, near[0].lon) < 0.3 {
			// The same place under a newer name.
			t.code, today[t] = near[0].Admin1, near[0].Name
		}
		t.division = divisions[t.country+"."+t.code]
	}
	known := map[string]bool{}
	for _, t := range towns {
		settle(t)
		known[t.country+t.name] = true
	}
	for _, t := range r.small(places, known) {
		settle(t)
		towns = append(towns, t)
	}
	if err := r.bind(towns); err != nil {
		return nil, err
	}
	var kept []*town
	for _, t := range towns {
		if r.of("drop", t) != nil {
			continue
		}
		t.resort = r.of("resort", t) != nil
		t.capital = t.capital || r.of("capital", t) != nil
		if p := r.of("city", t); p != nil {
			today[t] = p.to
		}
		t.rename(today[t])
		if p := r.of("other", t); p != nil {
			t.others = append(t.others, strings.Split(p.to, ";")...)
		}
		if r.stated[t.country] {
			t.state = r.state(t)
			t.stateCode = r.codes[t.country+t.state]
			if t.country == "US" && t.stateCode == "" {
				t.stateCode = t.code
			}
		}
		kept = append(kept, t)
	}
	return kept, nil
}

// small lists the resorts that only the newer source has.
func (r *reviewed) small(places points, known map[string]bool) []*town {
	wanted := map[string]bool{}
	for _, p := range r.patches {
		if p.kind == "resort" && !known[p.country+p.name] {
			wanted[p.country+p.name] = true
		}
	}
	var list []*town
	for _, square := range places {
		for _, p := range square {
			if wanted[p.Country+p.Name] {
				list = append(list, &town{name: p.Name, country: p.Country, code: p.Admin1, lat: p.lat, lon: p.lon})
			}
		}
	}
	slices.SortFunc(list, func(a, b *town) int { return cmp.Or(cmp.Compare(a.lat, b.lat), cmp.Compare(a.lon, b.lon)) })
	for i, t := range list {
		t.id = -1 - i // GeoNames has a number for it, and the source does not say which
	}
	return list
}

// rename gives a town a name, and keeps the one that it had for those who search it.
func (t *town) rename(name string) {
	tidy := func(name string) string {
		name = strings.NewReplacer("’", "'", "‘", "ʻ", "Ð", "Đ").Replace(name)
		// Korean and Japanese cities are called without the word for city.
		if t.country == "KR" || t.country == "JP" {
			name = strings.TrimSuffix(strings.TrimSuffix(name, "-si"), "-shi")
		}
		return name
	}
	old := tidy(t.name)
	t.name = tidy(name)
	if plain(old) != plain(t.name) {
		t.others = append(t.others, old)
	}
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

// zone is the town's time zone: the last rule that fits, else its country's, unless the
// map has another clock of that country there, or a patch says what it is.
func (r *reviewed) zone(t *town) string {
	zone := r.zones[t.country]
	own := []string{zone}
	for _, rule := range r.rules {
		if rule.country != t.country {
			continue
		}
		own = append(own, rule.zone)
		if (rule.division == "*" || rule.division == t.division) && t.lon >= rule.from && t.lon < rule.to {
			zone = rule.zone
		}
	}
	if p := r.of("zone", t); p != nil {
		return p.to
	}
	mapped := zonemap.At(t.lat, t.lon)
	if zonemap.SameClock(zone, mapped) {
		return zone
	}
	if i := slices.IndexFunc(own, func(z string) bool { return zonemap.SameClock(z, mapped) }); i >= 0 {
		if slices.Contains(own, mapped) {
			return mapped
		}
		return own[i]
	}
	return zone // the map is coarse, and shows the other side of a border
}
