package api

import (
	"bytes"
	"reflect"
	"strings"
	"sync"
)

// A field is where a member of an object goes: into the field of a struct whose
// tag names it. `wire:"name"` may list other names, which count where the first
// has no text; a dot goes into an object, and ",inline" takes a struct's own
// fields. `as:"prose"` says how a value is read where its type does not.
type field struct {
	name  string
	index []int
	as    string
	names int    // how many names fill the field
	other bool   // any of them but the first
	inner fields // of an object whose members go into the same struct
	plan  *plan  // of the structs that it holds or points to
}

// fields are those of a struct or of an object within, by the names of members.
type fields map[string]*field

// A plan is how an object fills a struct.
type plan struct {
	fields  fields
	amounts [][]int // the fields that are in the currency of the object
}

// asCurrency marks the member with the currency of an object's amounts.
const asCurrency = "currency"

var plans sync.Map // of *plan, by reflect.Type

func planOf(t reflect.Type) *plan {
	if p, ok := plans.Load(t); ok {
		return p.(*plan)
	}
	p := &plan{fields: fields{}}
	p.add(t, nil)
	plans.Store(t, p)
	return p
}

// planWithin returns the plan of a struct, or of those that a type points to or
// lists.
func planWithin(t reflect.Type) *plan {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice:
		return planWithin(t.Elem())
	case reflect.Struct:
		return planOf(t)
	default:
		return nil
	}
}

func (p *plan) add(t reflect.Type, before []int) {
	for i := range t.NumField() {
		f := t.Field(i)
		index := append(before[:len(before):len(before)], i)
		tag, as := f.Tag.Get("wire"), f.Tag.Get("as")
		if tag == ",inline" {
			p.add(f.Type, index)
			continue
		}
		names := strings.Split(tag, ",")
		for n, name := range names {
			if name == "" {
				continue
			}
			at := p.fields
			if object, member, ok := strings.Cut(name, "."); ok {
				if at[object] == nil {
					at[object] = &field{inner: fields{}}
				}
				at, name = at[object].inner, member
			}
			at[name] = &field{name: name, index: index, as: as, names: len(names), other: n > 0, plan: planWithin(f.Type)}
			switch reflect.Zero(f.Type).Interface().(type) {
			case Money, []NightPrice, []Charge:
				if as == "" {
					p.amounts = append(p.amounts, index)
					at["currency_code"] = &field{as: asCurrency}
				}
			}
		}
	}
}

// A filling is a struct that the members of an object are read into.
type filling struct {
	*plan
	r        *reader
	v        reflect.Value
	currency string // of the amounts
}

// filling begins to fill the struct that p points to.
func (r *reader) filling(p any) filling {
	v := reflect.ValueOf(p).Elem()
	return filling{plan: planOf(v.Type()), r: r, v: v}
}

// fill reads an object into the struct that p points to, and returns the
// currency of its amounts. Anything but an object fills nothing.
func (p *plan) fill(r *reader, into any) (currency string) {
	f := filling{plan: p, r: r, v: reflect.ValueOf(into).Elem()}
	f.all(f.fields)
	return f.end()
}

// all reads the members of the object that there are fields for.
func (f *filling) all(fields fields) {
	for name := range f.r.names() {
		if len(name) < 2 {
			continue
		}
		to := fields[string(name[1:len(name)-1])]
		if to == nil && bytes.IndexByte(name, '\\') >= 0 {
			key := f.r.read(name)
			to = fields[key]
		}
		f.read(to)
	}
}

func (f *filling) member(key string) { f.read(f.fields[key]) }

func (f *filling) read(to *field) {
	switch {
	case to == nil:
	case to.inner != nil:
		f.all(to.inner)
	case to.as == asCurrency:
		f.currency = f.r.text()
	default:
		f.r.into(f.at(to.index), to)
	}
}

func (f *filling) at(index []int) any {
	if len(index) == 1 {
		return f.v.Field(index[0]).Addr().Interface()
	}
	return f.v.FieldByIndex(index).Addr().Interface()
}

// end gives the amounts their currency, which may have come after them.
func (f *filling) end() (currency string) {
	for _, index := range f.amounts {
		switch p := f.at(index).(type) {
		case *Money:
			*p = p.in(f.currency)
		case *[]NightPrice:
			for i := range *p {
				(*p)[i].Total = (*p)[i].Total.in(f.currency)
			}
		case *[]Charge:
			for i := range *p {
				(*p)[i].Amount = (*p)[i].Amount.in(f.currency)
			}
		}
	}
	return f.currency
}

// in returns the amount in a currency, unless it has one. It is unset where no
// number was sent.
func (m Money) in(currency string) Money {
	if m.number == "" {
		return Money{}
	}
	return Money{number: m.number, currency: orElse(m.currency, currency)}
}

// into reads a value to where p points.
func (r *reader) into(p any, f *field) {
	switch p := p.(type) {
	case *string:
		if text := f.text(r); f.names == 1 || (!f.other || *p == "") && text != "" {
			*p = text
		}
	case *int:
		*p = r.integer()
	case **int:
		*p = r.optionalInteger()
	case *bool:
		*p = r.truth()
	case **bool:
		*p = r.flag()
	case *Money:
		if f.as == "amount" {
			*p = r.readCurrencyAmount()
		} else {
			*p = Money{number: r.number()}
		}
	case *Date:
		*p = r.date()
	case *Deadline:
		*p = ParseDeadline(r.text())
	case *Instant:
		*p = ParseInstant(r.text())
	case *Secret:
		*p = NewSecret(r.exact(f.name))
	case *[]string:
		*p = r.textsWith(f.bound(), f.text)
	case *[]Fact:
		*p = r.facts()
	default:
		r.part(p, f.plan)
	}
}

// text reads a text as the field wants it.
func (f *field) text(r *reader) string {
	switch f.as {
	case "prose":
		return r.prose()
	case "exact":
		return r.exact(f.name)
	case "number":
		return r.number()
	default:
		return r.text()
	}
}

// bound returns that of a list of texts.
func (f *field) bound() bound {
	switch f.name {
	case "hotels":
		return boundInDestination
	case "amenities", "other_features":
		return boundAmenities
	case "images":
		return boundImages
	case "missing_reviewsite_ids":
		return boundReviewSites
	default:
		return boundTexts
	}
}

// part reads an object or a list of objects that is a part of another.
func (r *reader) part(p any, plan *plan) {
	switch p := p.(type) {
	case *Address:
		if *p = (Address{}); r.is(kindString) {
			p.Street = r.text()
		} else {
			plan.fill(r, p)
		}
	case *Feature:
		if *p = (Feature{}); r.is(kindObject) {
			plan.fill(r, p)
		} else {
			p.Description = r.text()
		}
	case *Rating:
		if *p = (Rating{}); r.is(kindObject) {
			plan.fill(r, p)
		} else {
			p.Value = r.number()
		}
	case *[]Image:
		*p = described(r, plan, boundImages, func(i *Image) *string { return &i.URL })
	case *[]Amenity:
		*p = described(r, plan, boundAmenities, func(a *Amenity) *string { return &a.Description })
	case *[]Bed:
		*p = described(r, plan, boundBeds, func(b *Bed) *string { return &b.Type })
	case *[]NightPrice:
		*p = objects(r, plan, boundNights, []NightPrice(nil))
	case *[]CancelPenalty:
		*p = objects(r, plan, boundPenalties, []CancelPenalty(nil))
	case *[]Charge:
		*p = objects(r, plan, boundCharges, []Charge(nil))
	case *[]Terms:
		*p = objects(r, plan, boundTerms, []Terms(nil))
	case *Terms:
		*p = r.merged(objects(r, plan, boundTerms, []Terms(nil)))
	case *[]ExchangeRate:
		*p = objects(r, plan, boundExchange, *p)
	case *[]Perk:
		*p = r.readPerks()
	case **Coordinates:
		*p = r.readCoordinates()
	case **LowestRate:
		*p = objectOrNil[LowestRate](r, plan)
	case **Payment:
		*p = objectOrNil[Payment](r, plan)
	case **Confirmation:
		if *p = objectOrNil[Confirmation](r, plan); *p != nil && **p == (Confirmation{}) {
			*p = nil
		}
	case *CustomData:
		*p = r.readCustomData()
	default: // a struct without anything of its own
		reflect.ValueOf(p).Elem().SetZero()
		plan.fill(r, p)
	}
}

// objectOrNil returns nil for anything but an object.
func objectOrNil[T any](r *reader, plan *plan) *T {
	if !r.is(kindObject) {
		r.skip()
		return nil
	}
	p := new(T)
	plan.fill(r, p)
	return p
}

// each appends the elements of a list, which read reads in their places. Those
// that it does not keep are left out.
func each[T any](r *reader, b bound, list []T, read func(*T) bool) []T {
	for range r.items() {
		n := len(list)
		if list = add(r, b, list, *new(T)); len(list) == n {
			break
		}
		if !read(&list[n]) {
			list = list[:n]
		}
	}
	if len(list) == 0 {
		return nil
	}
	return list
}

func objects[T any](r *reader, plan *plan, b bound, list []T) []T {
	return each(r, b, list, func(p *T) bool {
		if !r.is(kindObject) {
			return false
		}
		plan.fill(r, p)
		return true
	})
}

// described reads a list of objects, in whose place a text may stand that is one
// of its fields. Empty ones are left out.
func described[T comparable](r *reader, plan *plan, b bound, bare func(*T) *string) []T {
	return each(r, b, nil, func(p *T) bool {
		if r.is(kindString) {
			*bare(p) = r.text()
		} else {
			plan.fill(r, p)
		}
		return *p != *new(T)
	})
}
