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
			switch e := r.readFound(); {
			case e.ObjectID == "" && e.Name == "" && e.ID == PropertyID{}:
				results.Unknown++ // Nobody could tell which it is.
			case e.Kind == "destination":
				results.Destinations = add(r, boundResults, results.Destinations, e.destination())
			case e.Kind == "hotel":
				results.Properties = add(r, boundResults, results.Properties, e.Property)
			default:
				results.Unknown++
			}
		}
	}
	return results, found
}

// found is a result that may be a destination or a property: its type may come after
// everything else.
type found struct {
	Kind        string   `wire:"type"`
	HotelsCount int      `wire:"hotels_count"`
	Hotels      []string `wire:"hotels"`
	Property    `wire:",inline"`
}

func (e found) destination() Destination {
	return Destination{
		ObjectID:    e.ObjectID,
		Name:        e.Name,
		City:        e.City,
		State:       e.State,
		Country:     e.Country,
		CountryCode: e.CountryCode,
		HotelsCount: e.HotelsCount,
		Hotels:      e.Hotels,
	}
}

func (r *reader) readFound() found {
	e := found{Property: Property{Rank: Unranked}}
	f := r.filling(&e)
	for key := range r.fields() {
		if key != "priority_rank" {
			f.member(key)
		} else if rank := r.optionalInteger(); rank != nil {
			e.Rank = *rank
		}
	}
	return e
}
