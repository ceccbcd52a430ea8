package api

// readDestinations reads the answer to a search by text (section 4.1). found
// reports whether it has results at all.
func readDestinations(r *reader) (results DestinationResults, found bool) {
	for key := range r.fields() {
		if key != "results" {
			continue
		}
		found = true
		for range r.items() {
			if !r.is(kindObject) {
				results.Unknown++
				continue
			}
			switch e := readFound(r); {
			case e.ObjectID == "" && e.Name == "" && e.ID == PropertyID{}:
				results.Unknown++ // Nobody could tell which it is.
			case e.kind == "destination":
				results.Destinations = add(r, boundResults, results.Destinations, e.destination())
			case e.kind == "hotel":
				results.Properties = add(r, boundResults, results.Properties, e.property())
			default:
				results.Unknown++
			}
		}
	}
	return results, found
}

// found is a result that may be a place or a property: its type may come after
// everything else.
type found struct {
	kind        string
	hotelsCount int
	hotels      []string
	Property
}

func (e found) property() Property { return e.Property }

func (e found) destination() Destination {
	return Destination{
		ObjectID:    e.ObjectID,
		Name:        e.Name,
		City:        e.City,
		State:       e.State,
		Country:     e.Country,
		CountryCode: e.CountryCode,
		HotelsCount: e.hotelsCount,
		Hotels:      e.hotels,
	}
}

func readFound(r *reader) found {
	e := found{Property: Property{Rank: Unranked}}
	for key := range r.fields() {
		switch key {
		case "objectID":
			e.ObjectID = r.text()
		case "type":
			e.kind = r.text()
		case "name":
			e.Name = r.text()
		case "city":
			e.City = r.text()
		case "state":
			e.State = r.text()
		case "country":
			e.Country = r.text()
		case "country_code":
			e.CountryCode = r.text()
		case "hotels_count":
			e.hotelsCount = r.integer()
		case "hotels":
			e.hotels = r.texts(boundInPlace)
		default:
			readProperty(r, &e.Property, key)
		}
	}
	return e
}

// readProperty reads a member that only properties have (section 2.7).
func readProperty(r *reader, p *Property, key string) {
	switch key {
	case "chain_code":
		p.ID.Chain = r.code("chain_code")
	case "property_code":
		p.ID.Code = r.code("property_code")
	case "brand":
		p.Brand = r.text()
	case "address_line1":
		p.AddressLine1 = r.text()
	case "address_line2":
		p.AddressLine2 = r.text()
	case "full_address":
		p.FullAddress = r.text()
	case "postal_code":
		p.PostalCode = r.text()
	case "description":
		p.Description = r.prose()
	case "amenities":
		p.Amenities = r.texts(boundAmenities)
	case "phone":
		p.Phone = r.text()
	case "email":
		p.Email = r.text()
	case "timezone":
		p.Timezone = r.text()
	case "rating":
		p.Stars = r.optionalInteger()
	case "check_in_time":
		p.CheckInTime = r.text()
	case "check_out_time":
		p.CheckOutTime = r.text()
	case "image_url":
		p.ImageURL = r.text()
	case "images":
		p.Images = r.texts(boundImages)
	case "category":
		p.Category = r.text()
	case "priority_rank":
		if rank := r.optionalInteger(); rank != nil {
			p.Rank = *rank
		}
	case "coordinates":
		p.Location = readCoordinates(r)
	}
}
