package sandbox

import (
	"context"
	"fmt"
	"net/http"
	"net/url"

	"bellhop/sandbox/jsontree"
	"bellhop/sandbox/service"
	"bellhop/sandbox/training/fault"
)

// foreign is the answer of something between the service and its client: a
// proxy, a gateway, a portal.
func (out response) foreign(a fault.Action) response {
	status, body := a.Foreign()
	whole := out
	out.Status = status
	title := http.StatusText(status)
	if title == "" {
		title = "Request Refused"
	}
	switch body {
	case fault.BodyEmpty:
		delete(out.Header, "Content-Type")
		out.Body = nil
	case fault.BodyCut:
		if !whole.Success() || !out.Success() {
			// What is cut off is an error, whatever the answer was.
			whole = out.reject(service.RejectBooking("The request could not be carried out."))
		}
		out.Body = whole.Body[:len(whole.Body)*3/4]
	case fault.BodyError:
		out.Body = fmt.Appendf(nil, `{"error":{"status":%d,"message":%q}}`+"\n", status, title)
	case fault.BodyProblem:
		out.Header["Content-Type"] = "application/problem+json"
		out.Body = fmt.Appendf(nil, `{"type":"about:blank","title":%q,"status":%d,"detail":"The request was not let through."}`+"\n", title, status)
	default:
		return out.page(status, fmt.Sprintf("%d %s", status, title))
	}
	return out
}

// otherReservation is a success with the account's newest other reservation in
// place of its own. As long as there is no other one, the connection is reset.
func (s *Sandbox) otherReservation(x *exchange, out response) response {
	v, err := jsontree.Decode(out.Body, nil)
	if err != nil || !out.Success() {
		return out
	}
	s.still.RLock()
	defer s.still.RUnlock()
	q := x.Request
	q.Method, q.URL, q.Body = http.MethodGet, &url.URL{Path: service.PathReservations}, nil
	// The client may have gone, and the recording shows what it would have got.
	list := s.service.Handle(context.WithoutCancel(x.r.Context()), q)
	all, _ := jsontree.Decode(list.Body, nil) // An answer of the service decodes.
	for _, one := range all.Member("items").Items {
		if one.Member("id").Text != v.Member("id").Text {
			out.Body = []byte(one.String() + "\n")
			return out
		}
	}
	out.Status, out.Body = 0, nil
	return out
}

// repeatedID is a success with its id three times: a client that takes the
// first one, and one that takes the last, takes a wrong one.
func (s *Sandbox) repeatedID(out response) response {
	v, err := jsontree.Decode(out.Body, nil)
	if err != nil || !out.Success() || !v.Has("id") {
		return out
	}
	wrong := jsontree.TextMember("id", s.seed.ReservationID("wrong id", v.Member("id").Text))
	v.Members = append([]jsontree.Member{wrong}, append(v.Members, wrong)...)
	out.Body = []byte(v.String() + "\n")
	return out
}

// oddPrice is a success whose prices are all odd in the way whose turn it is.
func oddPrice(out response, turn uint64) response {
	v, err := jsontree.Decode(out.Body, nil)
	if err != nil || !out.Success() {
		return out
	}
	ways := oddPrices()
	setPrices(&v, ways[turn%uint64(len(ways))])
	out.Body = []byte(v.String() + "\n")
	return out
}

// oddPrices are ways in which a price can be odd: what each makes of a total or
// of a currency, nil leaving the member out.
func oddPrices() []map[string]*jsontree.Value {
	number := func(text string) *jsontree.Value { return &jsontree.Value{Kind: jsontree.Number, Text: text} }
	text := func(text string) *jsontree.Value { v := jsontree.Text(text); return &v }
	const total, currency = "total_price", "currency_code"
	return []map[string]*jsontree.Value{
		{total: nil},
		{total: {}}, // null
		{total: text("12.50")},
		{total: number("0")},
		{total: number("-1")},
		{total: number("1e30")},
		{total: number("0.001")},
		{currency: nil},
		{currency: text("")},
		{currency: text("XTS")},
	}
}

// setPrices changes every object in the value that holds a total.
func setPrices(v *jsontree.Value, odd map[string]*jsontree.Value) {
	for i := range v.Items {
		setPrices(&v.Items[i], odd)
	}
	isPrice := v.Has("total_price")
	var members []jsontree.Member
	for _, m := range v.Members {
		by, meets := odd[m.Name]
		switch {
		case !isPrice || !meets:
			setPrices(&m.Value, odd)
			members = append(members, m)
		case by != nil:
			members = append(members, jsontree.Member{Name: m.Name, Value: *by})
		}
	}
	v.Members = members
}
