package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// reviewed is what people have decided: the patches, the zones, the countries
// and the cities that are written by hand.
type reviewed struct {
	patches  []*patch           // about towns
	about    map[string]*patch  // the same, by their kind and the town
	airports map[string]airport // class 0: the airport is closed
	rules    []zoneRule
	zones    map[string]string // of a country
	names    map[string]string // of a country
	core     []*town           // the cities of cities.tsv
	taken    map[string]bool   // IATA codes of the core
	stated   map[string]bool   // countries whose places name a state
	codes    map[string]string // country + state to state code, as the core has them
}

// patch is one row about one town: of several that have its name, the one in a division.
type patch struct {
	kind, country, name, division, to string
	town                              *town // that it is about
}

type zoneRule struct {
	country, division string
	from, to          float64
	zone              string
}

func readReviewed(patches, zones, countries, cities string) (*reviewed, error) {
	r := &reviewed{
		airports: map[string]airport{}, about: map[string]*patch{},
		zones: map[string]string{}, names: map[string]string{}, taken: map[string]bool{}, stated: map[string]bool{}, codes: map[string]string{},
	}
	p, err1 := readTSV(patches)
	z, err2 := readTSV(zones)
	c, err3 := readTSV(countries)
	t, err4 := readTSV(cities)
	errs := []error{err1, err2, err3, err4}
	for _, f := range p {
		if err := r.readPatch(f); err != nil {
			errs = append(errs, fmt.Errorf("patches: %s: %w", strings.Join(f, " "), err))
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

// patchFields is how many fields each kind of row has.
var patchFields = map[string]int{"airport": 7, "city": 6, "other": 6, "resort": 4, "drop": 4, "capital": 4, "zone": 6}

func (r *reviewed) readPatch(f []string) error {
	if patchFields[f[0]] != len(f) {
		return fmt.Errorf("it has %d fields, want %d", len(f), patchFields[f[0]])
	}
	if f[0] == "airport" {
		a := airport{code: f[1], country: f[2], city: f[3], class: 3}
		if a.city == "-" {
			a.class = 0
		}
		if f[4] != "-" {
			var err1, err2 error
			a.lat, err1 = strconv.ParseFloat(f[4], 64)
			a.lon, err2 = strconv.ParseFloat(f[5], 64)
			if err := errors.Join(err1, err2); err != nil {
				return err
			}
			a.placed = true
		}
		r.airports[a.code] = a
		return nil
	}
	p := &patch{kind: f[0], country: f[1], name: f[2], division: f[3]}
	if len(f) > 4 {
		p.to = f[4]
	}
	r.patches = append(r.patches, p)
	return nil
}

// bind finds the town that each row is about: the largest of its name in its country and
// division. A row without a division is an error where its name is that of towns in
// several divisions, and so is one that no town has the name of.
func (r *reviewed) bind(towns []*town) error {
	var errs []error
	byName := map[string][]*town{}
	for _, t := range towns {
		byName[t.country+t.name] = append(byName[t.country+t.name], t)
	}
	for _, p := range r.patches {
		divisions := map[string]bool{}
		for _, t := range byName[p.country+p.name] {
			if p.division != "" && t.division != p.division {
				continue
			}
			divisions[t.division] = true
			if p.town == nil || t.people > p.town.people {
				p.town = t
			}
		}
		if len(divisions) != 1 {
			errs = append(errs, fmt.Errorf("patches: %s %s %s is in the divisions %q, and must be in one", p.kind, p.country, p.name, slices.Sorted(maps.Keys(divisions))))
			continue
		}
		r.about[p.kind+strconv.Itoa(p.town.id)] = p
	}
	return errors.Join(errs...)
}

// of returns the row of a kind about a town, nil without one.
func (r *reviewed) of(kind string, t *town) *patch { return r.about[kind+strconv.Itoa(t.id)] }

func (r *reviewed) readCore(rows [][]string) error {
	var errs []error
	for _, f := range rows {
		t := &town{name: f[2], state: f[3], stateCode: f[4], country: f[5], codes: []string{f[1]}, core: true}
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
