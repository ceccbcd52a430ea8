package api

// readHotelPage reads the answer to a hotel search (section 2.8). found says
// whether it has results at all.
func readHotelPage(r *reader) (page HotelPage, found bool) {
	for key := range r.fields() {
		switch key {
		case "results":
			found = true
			for range r.items() {
				// Without its codes a hotel can be neither verified nor booked.
				if h := readHotel(r); h.ID.Chain != "" && h.ID.Code != "" {
					page.Hotels = add(r, boundResults, page.Hotels, h)
				} else {
					page.Skipped++
				}
			}
		case "pagination":
			readPagination(r, &page)
		case "currency_exchange_rates":
			for range r.items() {
				if r.is(kindObject) {
					page.Exchange = add(r, boundExchange, page.Exchange, readExchangeRate(r))
				}
			}
		case "missing_reviewsite_ids":
			page.UnmappedReviews = r.texts(boundReviewSites)
		}
	}
	return page, found
}

func readPagination(r *reader, page *HotelPage) {
	for key := range r.fields() {
		switch key {
		case "page_number":
			page.Page = r.integer()
		case "page_size":
			page.PageSize = r.integer()
		case "total_pages":
			page.TotalPages = r.integer()
		case "total_items":
			page.TotalItems = r.integer()
		case "pagination_token":
			page.NextToken = r.exact("pagination_token")
		}
	}
}

func readExchangeRate(r *reader) ExchangeRate {
	var e ExchangeRate
	for key := range r.fields() {
		switch key {
		case "conversion_factor":
			e.Factor = r.number()
		case "source_currency":
			e.Source = r.text()
		case "target_currency":
			e.Target = r.text()
		}
	}
	return e
}

func readHotel(r *reader) Hotel {
	var h Hotel
	for key := range r.fields() {
		switch key {
		case "chain_code":
			h.ID.Chain = r.code("chain_code")
		case "property_code":
			h.ID.Code = r.code("property_code")
		case "name":
			h.Name = r.text()
		case "address":
			h.Address = readAddress(r)
		case "geolocation":
			h.Location = readCoordinates(r)
		case "availability":
			h.Available = r.truth()
		case "email":
			h.Email = r.text()
		case "phone":
			h.Phone = r.text()
		case "fax":
			h.Fax = r.text()
		case "ada_compliant":
			h.ADACompliant = r.truth()
		case "check_in_time_local":
			h.CheckInTime = r.text()
		case "check_out_time_local":
			h.CheckOutTime = r.text()
		case "lowest_rate":
			h.Lowest = readLowestRate(r)
		case "rating":
			h.Rating = readRating(r)
		default:
			readHotelMore(r, &h, key)
		}
	}
	return h
}

func readHotelMore(r *reader, h *Hotel, key string) {
	switch key {
	case "michelin_keys_rating":
		h.Michelin = r.text()
	case "forbes_travel_guide_rating":
		h.Forbes = r.text()
	case "hotel_network_affiliation":
		h.Affiliation = r.text()
	case "images":
		h.Images = readImages(r)
	case "amenities":
		h.Amenities = readAmenities(r)
	case "rooms":
		for range r.items() {
			if !r.is(kindObject) {
				continue
			}
			if room := readRoom(r); room.says() {
				h.Rooms = add(r, boundRooms, h.Rooms, room)
			} else {
				h.Skipped++
			}
		}
	}
}

func readAddress(r *reader) Address {
	if r.is(kindString) {
		return Address{Street: r.text()}
	}
	var a Address
	for key := range r.fields() {
		switch key {
		case "street":
			a.Street = r.text()
		case "city":
			a.City = r.text()
		case "state_providence", "state_provience", "state_province":
			if state := r.text(); state != "" {
				a.State = state
			}
		case "country_code":
			a.CountryCode = r.text()
		case "postal_code":
			a.PostalCode = r.text()
		}
	}
	return a
}

// readCoordinates is nil unless both numbers are there.
func readCoordinates(r *reader) *Coordinates {
	var c Coordinates
	var latitude, longitude bool
	for key := range r.fields() {
		switch key {
		case "latitude":
			c.Latitude, latitude = r.degrees()
		case "longitude":
			c.Longitude, longitude = r.degrees()
		}
	}
	if !latitude || !longitude {
		return nil
	}
	return &c
}

func readLowestRate(r *reader) *LowestRate {
	if !r.is(kindObject) {
		r.skip()
		return nil
	}
	var a amounts
	var included *bool
	for key := range r.fields() {
		if key == "taxes_and_fees_included" {
			included = r.flag()
		} else {
			a.read(r, key)
		}
	}
	return &LowestRate{
		Total:         money(a.total, a.currency),
		Base:          money(a.base, a.currency),
		Taxes:         money(a.taxes, a.currency),
		TaxesIncluded: included,
	}
}

func readRating(r *reader) Rating {
	if !r.is(kindObject) {
		return Rating{Value: r.number()}
	}
	var rating Rating
	for key := range r.fields() {
		switch key {
		case "value":
			rating.Value = r.number()
		case "provider":
			rating.Provider = r.text()
		}
	}
	return rating
}

func readImages(r *reader) []Image {
	var list []Image
	for range r.items() {
		if r.is(kindString) {
			if url := r.text(); url != "" {
				list = add(r, boundImages, list, Image{URL: url})
			}
			continue
		}
		var image Image
		for key := range r.fields() {
			switch key {
			case "url":
				image.URL = r.text()
			case "caption":
				image.Caption = r.text()
			case "size":
				image.Size = r.text()
			case "category":
				image.Category = r.text()
			}
		}
		if image != (Image{}) {
			list = add(r, boundImages, list, image)
		}
	}
	return list
}

func readAmenities(r *reader) []Amenity {
	var list []Amenity
	for range r.items() {
		if r.is(kindString) {
			if text := r.text(); text != "" {
				list = add(r, boundAmenities, list, Amenity{Description: text})
			}
			continue
		}
		var amenity Amenity
		for key := range r.fields() {
			switch key {
			case "description":
				amenity.Description = r.text()
			case "code":
				amenity.Code = r.integer()
			case "category":
				amenity.Category = r.text()
			}
		}
		if amenity != (Amenity{}) {
			list = add(r, boundAmenities, list, amenity)
		}
	}
	return list
}
