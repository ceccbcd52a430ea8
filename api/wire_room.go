package api

func readRoom(r *reader) Room {
	var room Room
	var short string
	for key := range r.fields() {
		switch key {
		case "room_name":
			room.Name = r.text()
		case "short_description":
			short = r.text()
		case "room_name_with_beds":
			room.NameWithBeds = r.text()
		case "room_type_ota_code":
			room.TypeCode = r.integer()
		case "bed_types":
			room.Beds = readBeds(r)
		case "room_amenities":
			room.Amenities = readAmenities(r)
		case "max_occupancy":
			room.MaxOccupancy = r.integer()
		case "room_characteristics":
			room.Characteristics = readCharacteristics(r)
		case "room_images":
			room.Images = readImages(r)
		case "rates":
			for range r.items() {
				if !r.is(kindObject) {
					continue
				}
				if rate := readRate(r); rate.says() {
					room.Rates = add(r, boundRates, room.Rates, rate)
				} else {
					room.Skipped++
				}
			}
		}
	}
	if room.Name == "" {
		room.Name = short
	}
	return room
}

// says reports whether the service said anything of a room.
func (room *Room) says() bool {
	c := &room.Characteristics
	return room.Name != "" || room.NameWithBeds != "" || room.TypeCode != 0 || room.MaxOccupancy != 0 || room.Skipped != 0 ||
		len(room.Beds)+len(room.Amenities)+len(room.Images)+len(room.Rates)+len(c.Other) > 0 ||
		c.Category != (Feature{}) || c.Class != (Feature{}) || c.View != (Feature{})
}

// says reports whether the service said anything of a rate.
func (rate *Rate) says() bool {
	return rate.BookingCode != "" || rate.ChannelCode != "" || rate.Type != "" || rate.PCC != "" || rate.Name != "" ||
		rate.RoomName != "" || rate.RoomWithBeds != "" || rate.Expires.Text != "" || len(rate.Perks) > 0 ||
		rate.Price.says() || rate.Terms.says()
}

func (p *Price) says() bool {
	return p.Total.IsSet() || p.Base.IsSet() || p.Taxes.IsSet() || p.Fees.IsSet() || p.TaxesIncluded != nil || len(p.Nights) > 0
}

func (t *Terms) says() bool {
	return t.PaymentInfo != "" || t.CancelNote != "" || t.Refundable != nil ||
		len(t.Guarantee)+len(t.Penalties)+len(t.AcceptedCards)+len(t.Deposit)+len(t.Description) > 0
}

func readBeds(r *reader) []Bed {
	var list []Bed
	for range r.items() {
		if r.is(kindString) {
			if text := r.text(); text != "" {
				list = add(r, boundBeds, list, Bed{Type: text})
			}
			continue
		}
		var bed Bed
		for key := range r.fields() {
			switch key {
			case "bed_type":
				bed.Type = r.text()
			case "quantity":
				bed.Quantity = r.integer()
			case "size":
				bed.Size = r.text()
			}
		}
		if bed != (Bed{}) {
			list = add(r, boundBeds, list, bed)
		}
	}
	return list
}

func readCharacteristics(r *reader) Characteristics {
	var c Characteristics
	for key := range r.fields() {
		switch key {
		case "category":
			c.Category = readFeature(r)
		case "class":
			c.Class = readFeature(r)
		case "view":
			c.View = readFeature(r)
		case "other_features":
			c.Other = r.texts(boundAmenities)
		}
	}
	return c
}

func readFeature(r *reader) Feature {
	if !r.is(kindObject) {
		return Feature{Description: r.text()}
	}
	var f Feature
	for key := range r.fields() {
		switch key {
		case "description":
			f.Description = r.text()
		case "code":
			f.Code = r.integer()
		}
	}
	return f
}

func readRate(r *reader) Rate {
	var rate Rate
	var short string
	for key := range r.fields() {
		switch key {
		case "booking_code":
			rate.BookingCode = r.exact("booking_code")
		case "channel_code":
			rate.ChannelCode = r.exact("channel_code")
		case "rate_type":
			rate.Type = r.text()
		case "pcc":
			rate.PCC = r.text()
		case "rate_name":
			rate.Name = r.text()
		case "room_name":
			rate.RoomName = r.text()
		case "short_description":
			short = r.text()
		case "room_name_with_beds":
			rate.RoomWithBeds = r.text()
		case "price":
			rate.Price = readPrice(r)
		case "terms":
			rate.Terms = r.merged(readTermsList(r))
		case "included_perks":
			rate.Perks = readPerks(r)
		case "expiration":
			rate.Expires = ParseInstant(r.text())
		}
	}
	if rate.RoomName == "" {
		rate.RoomName = short
	}
	return rate
}

// nightAmount is a night before the currency of its price is known.
type nightAmount struct {
	date             Date
	number, currency string
}

func readPrice(r *reader) Price {
	var a amounts
	var price Price
	var nights []nightAmount
	for key := range r.fields() {
		switch key {
		case "taxes_and_fees_included":
			price.TaxesIncluded = r.flag()
		case "nightly_breakdown":
			nights = readNights(r)
		default:
			a.read(r, key)
		}
	}
	price.Total = money(a.total, a.currency)
	price.Base = money(a.base, a.currency)
	price.Taxes = money(a.taxes, a.currency)
	price.Fees = money(a.fees, a.currency)
	for _, night := range nights {
		price.Nights = add(r, boundNights, price.Nights, NightPrice{
			Date:  night.date,
			Total: money(night.number, orElse(night.currency, a.currency)),
		})
	}
	return price
}

func readNights(r *reader) []nightAmount {
	var list []nightAmount
	for range r.items() {
		if !r.is(kindObject) {
			continue
		}
		var night nightAmount
		for key := range r.fields() {
			switch key {
			case "date":
				night.date = r.date()
			case "total_price":
				night.number = r.number()
			case "currency_code":
				night.currency = r.text()
			}
		}
		list = add(r, boundNights, list, night)
	}
	return list
}

// readPerks reads the mapping of section 2.8 in the order of its keys, or a
// plain list of names.
func readPerks(r *reader) []Perk {
	var list []Perk
	if r.is(kindObject) {
		for key := range r.fields() {
			list = add(r, boundPerks, list, Perk{Name: key, Description: r.prose()})
		}
		return list
	}
	for _, name := range r.texts(boundPerks) {
		list = add(r, boundPerks, list, Perk{Name: name})
	}
	return list
}

func orElse(text, fallback string) string {
	if text == "" {
		return fallback
	}
	return text
}
