package api

import "reflect"

// readReservationPage reads a page of the list (section 4.6). found reports
// whether it has items at all.
func readReservationPage(r *reader) (page ReservationPage, found bool) {
	f := r.filling(&page)
	null, counted := false, false
	for key := range r.fields() {
		if key != "items" {
			counted = counted || key == "total_items_without_paging"
			f.member(key)
			continue
		}
		found = true
		if null = r.is(kindNull); null {
			continue
		}
		page.Items = each(r, boundReservations, page.Items, func(v *Reservation) bool {
			// Without its id a reservation can be neither read nor changed.
			if *v = readReservation(r); v.ID != "" {
				return true
			}
			page.Skipped++
			return false
		})
	}
	if null && (page.Total > 0 || !counted) {
		page.Skipped++ // null is an empty list only if the total is 0.
	}
	return page, found
}

// readReservation reads what the service holds (section 2.1). The card
// verification code that the answer to a change of payment repeats has no field.
func readReservation(r *reader) Reservation {
	var v Reservation
	var currency string // of the payments too, and it may come after them
	f := r.filling(&v)
	for key := range r.fields() {
		if key == "rate" {
			v.Rate = BookedRate{}
			currency = planOf(reflect.TypeFor[BookedRate]()).fill(r, &v.Rate)
		} else {
			f.member(key)
		}
	}
	for _, p := range []*Payment{v.Payment, v.Partner} {
		if p != nil {
			p.Amount = p.Amount.in(currency)
		}
	}
	return v
}

func (r *reader) readCustomData() CustomData {
	var data CustomData
	for key := range r.fields() {
		field := CustomField{Key: key}
		switch {
		case r.is(kindString):
			field.Text = r.text()
		case r.is(kindNumber):
			field.Kind, field.Text = CustomNumber, r.number()
		case r.is(kindTrue), r.is(kindFalse):
			field.Kind, field.Truth = CustomBool, r.truth()
		case r.is(kindNull):
			r.skip()
			field.Kind, field.Text = CustomOther, "null"
		default:
			field.Kind, field.Text = CustomOther, r.text()
		}
		data = add(r, boundCustom, data, field)
	}
	return data
}

// readVerification reads the answer to a rate verification (section 2.9).
// found reports whether it holds a rate or a price at all.
func readVerification(r *reader) (v Verification, found bool) {
	planOf(reflect.TypeFor[Verification]()).fill(r, &v)
	return v, v.BookingCode != "" || v.Total.IsSet()
}
