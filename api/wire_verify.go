package api

// charge is a fee or a tax before the currency of its price is known.
type charge struct {
	number, currency string
	Charge
}

// readVerification reads the answer to a rate verification (section 2.9).
// found reports whether it holds a rate or a price at all.
func readVerification(r *reader) (v Verification, found bool) {
	for key := range r.fields() {
		switch key {
		case "booking_code":
			v.BookingCode = r.exact("booking_code")
		case "channel_code":
			v.ChannelCode = r.exact("channel_code")
		case "check_in_date":
			v.CheckIn = r.date()
		case "check_out_date":
			v.CheckOut = r.date()
		case "hotel":
			v.Hotel = readHotelRef(r)
		case "max_occupancy":
			v.MaxOccupancy = r.integer()
		case "price":
			readVerifiedPrice(r, &v)
		case "terms":
			v.Terms = readTermsList(r)
		}
	}
	return v, v.BookingCode != "" || v.Total.IsSet()
}

func readHotelRef(r *reader) HotelRef {
	var h HotelRef
	for key := range r.fields() {
		switch key {
		case "chain_code":
			h.ID.Chain = r.code("chain_code")
		case "property_code":
			h.ID.Code = r.code("property_code")
		case "name":
			h.Name = r.text()
		}
	}
	return h
}

func readVerifiedPrice(r *reader, v *Verification) {
	var a amounts
	var fees, taxes []charge
	for key := range r.fields() {
		switch key {
		case "fees":
			fees = readCharges(r)
		case "taxes":
			taxes = readCharges(r)
		default:
			a.read(r, key)
		}
	}
	v.Total = money(a.total, a.currency)
	v.Base = money(a.base, a.currency)
	v.Taxes = money(a.taxes, a.currency)
	v.Fees = money(a.fees, a.currency)
	v.FeeLines = chargesIn(fees, a.currency)
	v.TaxLines = chargesIn(taxes, a.currency)
}

func readCharges(r *reader) []charge {
	var list []charge
	for range r.items() {
		if !r.is(kindObject) {
			continue
		}
		var c charge
		for key := range r.fields() {
			switch key {
			case "amount":
				c.number = r.number()
			case "currency_code":
				c.currency = r.text()
			case "description":
				c.Description = r.text()
			case "included_in_base":
				c.IncludedInBase = r.flag()
			case "included_in_total":
				c.IncludedInTotal = r.flag()
			}
		}
		list = add(r, boundCharges, list, c)
	}
	return list
}

func chargesIn(list []charge, currency string) []Charge {
	var charges []Charge
	for _, c := range list {
		c.Amount = money(c.number, orElse(c.currency, currency))
		charges = append(charges, c.Charge)
	}
	return charges
}
