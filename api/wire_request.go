package api

import (
	"maps"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// An object is a body to send. It is a map and not a struct because some of
// its names come from the dialect; its members go out in the order of names.
type object map[string]any

// encode refuses text that is not UTF-8 instead of sending something else.
func (o object) encode() ([]byte, error) {
	return json.Marshal(o, json.Deterministic(true))
}

// putText adds a text unless it is empty.
func (o object) putText(name, text string) {
	if text != "" {
		o[name] = text
	}
}

// putMoney adds the exact decimal text as a JSON number, unless it is unset.
func (o object) putMoney(name string, m Money) {
	if m.IsSet() {
		o[name] = jsontext.Value(m.Number())
	}
}

// at is the object of a dotted name, made where it is missing.
func (o object) at(name string) object {
	for _, part := range strings.Split(name, ".") {
		inner, ok := o[part].(object)
		if !ok {
			inner = object{}
			o[part] = inner
		}
		o = inner
	}
	return o
}

// putAt adds a value under a dotted name: options.simulate is the field simulate
// of the object options.
func (o object) putAt(name string, value any) {
	if dot := strings.LastIndexByte(name, '.'); dot >= 0 {
		o, name = o.at(name[:dot]), name[dot+1:]
	}
	o[name] = value
}

func (o object) putDate(name string, d Date) {
	if !d.IsZero() {
		o[name] = d.String()
	}
}

func (d Dialect) hotelQuery(q HotelQuery) object {
	guests := object{"adults": q.Adults}
	if q.Children > 0 {
		guests["children"] = q.Children
	}
	stay := object{"guests": guests}
	stay.putDate("check_in_date", q.CheckIn)
	stay.putDate("check_out_date", q.CheckOut)

	filter := object{}
	if location := locationFilter(q); location != nil {
		filter["location"] = location
	}
	switch {
	case len(q.Properties) > 0:
		filter["hotel"] = propertyFilter(q.Properties)
	case q.Name != "":
		filter["hotel"] = object{"name": q.Name}
	}
	if len(q.ReviewSiteIDs) > 0 {
		filter.putAt(d.ReviewSiteIDs, q.ReviewSiteIDs)
	}

	body := object{"stay_info": stay, "filter": filter}
	if q.PageToken != "" {
		body.at(d.Pagination).putAt(d.PaginationToken, q.PageToken)
	}
	if q.Page > 0 && d.Pagination != "" && d.PaginationPage != "" {
		body.at(d.Pagination).putAt(d.PaginationPage, q.Page)
	}
	return body
}

func locationFilter(q HotelQuery) object {
	var location object
	switch {
	case q.Code != "":
		location = object{"type": "iata_code", "details": object{"iata_code": q.Code}}
	case q.Around != nil:
		location = object{"type": "coordinates", "details": object{
			"latitude": q.Around.Latitude, "longitude": q.Around.Longitude,
		}}
	default:
		return nil
	}
	if q.Radius > 0 {
		location["radius"] = object{"value": q.Radius, "type": orElse(q.RadiusUnit, "mi")}
	}
	return location
}

func propertyFilter(properties []PropertyID) []object {
	list := make([]object, len(properties))
	for i, id := range properties {
		list[i] = object{"chain_code": id.Chain, "property_code": id.Code}
	}
	return list
}

func verifyBody(v VerifyRequest) object {
	body := object{
		"booking_code":  v.BookingCode,
		"channel_code":  v.ChannelCode,
		"chain_code":    v.Property.Chain,
		"property_code": v.Property.Code,
		"guests":        object{"adults": v.Adults, "children": v.Children},
	}
	body.putDate("check_in_date", v.CheckIn)
	body.putDate("check_out_date", v.CheckOut)
	return body
}

func (d Dialect) createBody(c CreateRequest) object {
	payment := object{"guest": paymentBody(c.Payment)}
	if c.Partner != nil {
		payment["partner"] = paymentBody(*c.Partner)
	}
	hotel := object{"chain_code": c.Hotel.ID.Chain, "property_code": c.Hotel.ID.Code}
	hotel.putText("name", c.Hotel.Name)
	body := object{
		"guests": object{
			"number_of_adults":   c.Adults,
			"number_of_children": c.Children,
			"primary":            guestBody(c.Guest),
		},
		"hotel":   hotel,
		"payment": payment,
		"rate":    rateBody(c.Rate),
	}
	body.putDate("check_in_date", c.CheckIn)
	body.putDate("check_out_date", c.CheckOut)
	if len(c.CustomData) > 0 {
		body["custom_data"] = customBody(c.CustomData)
	}
	if c.Loyalty != nil {
		loyalty := body.at(d.Loyalty)
		if c.Loyalty.Program != "" {
			loyalty.putAt(d.LoyaltyProgram, c.Loyalty.Program)
		}
		if c.Loyalty.MemberID != "" {
			loyalty.putAt(d.LoyaltyMember, c.Loyalty.MemberID)
		}
	}
	if c.Simulate != SimulateNothing {
		body.putAt(d.Simulation, string(c.Simulate))
	}
	return body
}

func guestBody(g Guest) object {
	body := object{}
	body.putText("given_name", g.GivenName)
	body.putText("surname", g.Surname)
	body.putText("email", g.Email)
	body.putText("telephone_number", g.Phone)
	body.putText("address", g.Address)
	body.putText("city", g.City)
	body.putText("state", g.State)
	body.putText("postal_code", g.PostalCode)
	body.putText("country", g.Country)
	return body
}

func paymentBody(p PaymentSource) object {
	body := object{}
	body.putText("token", p.Token.Reveal())
	body.putMoney("amount", p.Amount)
	return body
}

func rateBody(r BookedRate) object {
	price := object{}
	price.putMoney("total_price", r.Total)
	price.putMoney("base_price", r.Base)
	price.putMoney("total_taxes", r.Taxes)
	price.putText("currency_code", r.Total.Currency())
	return object{
		"booking_code":    r.BookingCode,
		"channel_code":    r.ChannelCode,
		"number_of_rooms": r.Rooms,
		"price":           price,
		"terms":           termsBody(r.Terms),
	}
}

// termsBody writes terms as section 2.5 has them: one guarantee, and a note
// that may be null.
func termsBody(t Terms) object {
	penalties := make([]object, len(t.Penalties))
	for i, p := range t.Penalties {
		penalties[i] = penaltyBody(p)
	}
	body := object{
		"rate_payment_info": t.PaymentInfo,
		"guarantee_type":    strings.Join(t.Guarantee, ", "),
		"cancel_note":       nil,
		"cancel_penalties":  penalties,
	}
	if t.Refundable != nil {
		body["refundable"] = *t.Refundable
	}
	body.putText("cancel_note", t.CancelNote)
	return body
}

func penaltyBody(p CancelPenalty) object {
	penalty := object{"estimated_amount": p.Estimated, "original_penalty_info": p.Original}
	if p.Amount.IsSet() {
		amount := object{"currency": p.Amount.Currency()}
		amount.putMoney("amount", p.Amount)
		penalty["currency_amount"] = amount
	}
	body := object{"penalty": penalty, "cancel_short_description": p.Description}
	body.putText("deadline_local", p.Deadline.Text)
	return body
}

func customBody(data CustomData) object {
	body := object{}
	for _, field := range data {
		switch field.Kind {
		case CustomNumber:
			body[field.Key] = jsontext.Value(field.Text)
		case CustomBool:
			body[field.Key] = field.Truth
		default:
			body[field.Key] = field.Text
		}
	}
	return body
}

func (d Dialect) modifyBody(m ModifyRequest) object {
	body := object{}
	if !m.CheckIn.IsZero() {
		body.putAt(d.CheckIn, m.CheckIn.String())
	}
	if !m.CheckOut.IsZero() {
		body.putAt(d.CheckOut, m.CheckOut.String())
	}
	guest := object{}
	guest.putText("token", m.Token.Reveal())
	guest.putText("cvv", m.CVV.Reveal())
	if len(guest) > 0 {
		maps.Copy(body.at("payment.guest"), guest)
	}
	return body
}
