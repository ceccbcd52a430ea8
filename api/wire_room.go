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
				if r.is(kindObject) {
					room.Rates = append(room.Rates, readRate(r))
				}
			}
		}
	}
	if room.Name == "" {
		room.Name = short
	}
	return room
}

func readBeds(r *reader) []Bed {
	var list []Bed
	for range r.items() {
		if r.is(kindString) {
			list = append(list, Bed{Type: r.text()})
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
			list = append(list, bed)
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
			c.Other = r.texts()
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
			rate.BookingCode = r.exact()
		case "channel_code":
			rate.ChannelCode = r.exact()
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
			rate.Terms = mergeTerms(readTermsList(r))
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
		price.Nights = append(price.Nights, NightPrice{
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
		list = append(list, night)
	}
	return list
}

// readPerks reads the mapping of section 2.8 in the order of its keys, or a
// plain list of names.
func readPerks(r *reader) []Perk {
	var list []Perk
	if r.is(kindObject) {
		for key := range r.fields() {
			list = append(list, Perk{Name: key, Description: r.prose()})
		}
		return list
	}
	for _, name := range r.texts() {
		list = append(list, Perk{Name: name})
	}
	return list
}

func orElse(text, fallback string) string {
	if text == "" {
		return fallback
	}
	return text
}
