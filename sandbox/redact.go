package sandbox

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"bellhop/sandbox/jsontree"
	"bellhop/sandbox/service"
)

// visibility says how much of a field's value a recording shows.
type visibility int

const (
	hidden  visibility = iota // nothing
	initial                   // the first character
	custom                    // a value of custom_data: all of an attempt's id, and else the first character
	short                     // all of it up to shortText characters
	whole                     // all of it
)

const (
	mask      = "···"
	shortText = 64
)

// shown is what a recording shows of a field and the fields inside. What is not
// named is not shown, not even its name. Arrays have no level of their own.
type shown struct {
	as     visibility
	fields map[string]*shown
	// anyKey stands for every field whose name is a custom_data key (SPEC 8).
	anyKey bool
	// below makes everything inside visible: the service alone wrote it.
	below bool
}

// at returns the field at a path, making what is missing. A name that the
// service does not have (WIRE 1) leads to a field of nothing.
func (s *shown) at(path ...string) *shown {
	for _, name := range path {
		if name == "" {
			return &shown{}
		}
		if s.fields == nil {
			s.fields = map[string]*shown{}
		}
		if s.fields[name] == nil {
			s.fields[name] = &shown{}
		}
		s = s.fields[name]
	}
	return s
}

// show makes fields of the object at a dotted path visible, "" being the body.
func (s *shown) show(as visibility, object, names string) {
	for _, name := range strings.Fields(names) {
		path := append(strings.FieldsFunc(object, func(r rune) bool { return r == '.' }), name)
		s.at(path...).as = as
	}
}

// redaction knows what a recording shows of requests and answers.
type redaction struct {
	request, response *shown
	parameters        []string
	customData        string // the parameter whose values are those of custom_data
}

func newRedaction(n service.Names) redaction {
	r := redaction{request: &shown{}, response: &shown{}, customData: n.CustomData}
	r.parameters = append(service.DateParameters(), "query", "category", "type", n.ID, n.IDs, n.CustomData, n.PageNumber, n.PageSize)
	r.parameters = slices.DeleteFunc(r.parameters, func(name string) bool { return name == "" })

	q := r.request
	q.show(whole, "", "booking_code chain_code channel_code property_code check_in_date check_out_date")
	for _, name := range []string{n.Simulation, n.CheckIn, n.CheckOut} {
		q.at(name).as = whole
	}
	q.show(whole, "guests", "adults children")
	q.show(whole, "stay_info", "check_in_date check_out_date")
	q.show(whole, "stay_info.guests", "adults children")
	q.show(whole, "filter.location", "type")
	q.show(whole, "filter.location.details", "iata_code latitude longitude")
	q.show(whole, "filter.location.radius", "value type")
	q.show(whole, "filter.hotel", "chain_code property_code name")
	q.at("filter", n.ReviewSiteIDs).as = whole
	q.at(n.Pagination, n.PaginationToken).as = whole
	q.at(n.Pagination, n.PaginationPage).as = whole
	for _, name := range []string{n.LoyaltyProgram, n.LoyaltyMember} {
		q.at(n.Loyalty, name).as = hidden
	}
	q.reservation("")

	a := r.response
	a.show(whole, "", "code message type request_id total_items_without_paging booking_code channel_code check_in_date check_out_date max_occupancy")
	a.show(whole, "details", "message field")
	a.show(whole, "hotel", "chain_code name property_code")
	for _, name := range []string{"results", "pagination", "currency_exchange_rates", "missing_reviewsite_ids", "price", "terms"} {
		a.at(name).below = true
	}
	for _, one := range []string{"", "items"} {
		a.show(whole, one, "id status check_in_date check_out_date created_at")
		a.show(whole, strings.TrimPrefix(one+".confirmation", "."), "hotel_confirmation_number record_locator")
		a.reservation(one)
	}
	a.besides(firstKey, lastKey)
	return r
}

// besides shows fields that the service puts into every object of an answer, as
// a quirk does.
func (s *shown) besides(names ...string) {
	if s.fields == nil {
		return
	}
	for _, inside := range s.fields {
		inside.besides(names...)
	}
	for _, name := range names {
		s.at(name).below = true
	}
}

// reservation shows what the requests and the answers about reservations have
// in common.
func (s *shown) reservation(object string) {
	in := func(name string) string { return strings.TrimPrefix(object+"."+name, ".") }
	s.show(whole, in("guests"), "number_of_adults number_of_children")
	s.show(initial, in("guests.primary"), "address city country email given_name surname telephone_number state postal_code")
	s.show(whole, in("hotel"), "chain_code name property_code")
	for _, who := range []string{"guest", "partner"} {
		s.show(whole, in("payment."+who), "amount")
		s.show(hidden, in("payment."+who), "token cvv")
		for _, processor := range []string{"processor", "stripe"} { // Both names are seen (WIRE 4).
			s.show(hidden, in("payment."+who+"."+processor), "customer payment_method")
		}
	}
	s.show(whole, in("rate"), "booking_code channel_code number_of_rooms")
	s.show(whole, in("rate.price"), "total_price base_price total_taxes currency_code")
	s.show(whole, in("rate.terms"), "rate_payment_info guarantee_type refundable cancel_note")
	s.show(whole, in("rate.terms.cancel_penalties"), "deadline_local cancel_short_description")
	s.show(whole, in("rate.terms.cancel_penalties.penalty"), "estimated_amount original_penalty_info")
	s.show(whole, in("rate.terms.cancel_penalties.penalty.currency_amount"), "amount currency")
	s.at(strings.Split(in("custom_data"), ".")...).anyKey = true
}

// query is what a recording shows of a query string.
func (r redaction) query(raw string) map[string][]string {
	parameters, err := url.ParseQuery(raw)
	if err != nil || len(parameters) == 0 {
		return nil
	}
	list := map[string][]string{}
	for _, name := range slices.Sorted(maps.Keys(parameters)) {
		as, key := short, name
		switch {
		case !slices.Contains(r.parameters, name):
			as, key = hidden, mask
		case name == r.customData:
			as = custom
		}
		for _, text := range parameters[name] {
			list[key] = append(list[key], as.text(text))
		}
	}
	return list
}

// body is what a recording shows of a body: JSON with its masks, or, where that
// cannot be, how many bytes were left out.
func (r redaction) body(body []byte, as *shown) json.RawMessage {
	if len(bytes.TrimSpace(body)) == 0 {
		return nil
	}
	if len(body) > maxBodyRecorded {
		return leftOut(tooLarge, len(body))
	}
	read := func(body []byte) (jsontree.Value, error) { return jsontree.Decode(body, nil) }
	if as == r.response && len(body) > maxPlain {
		read = as.outline
	}
	v, err := read(body)
	if err != nil {
		return leftOut("no JSON", len(body))
	}
	if as == r.response {
		v = r.withoutEchoes(v)
	}
	var b bytes.Buffer
	as.write(&b, v)
	return b.Bytes()
}

// outline reads an object of which some members are shown as a whole, and leaves
// those as they are written: taking a page of hotels to pieces only to write it
// again takes longer than the search. Such a member is an object with a text.
func (s *shown) outline(body []byte) (jsontree.Value, error) {
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	if start, err := d.Token(); err != nil || start != json.Delim('{') || !utf8.Valid(body) {
		return jsontree.Decode(body, nil)
	}
	v := jsontree.Value{Kind: jsontree.Object}
	for d.More() {
		token, err := d.Token()
		if err != nil {
			return jsontree.Value{}, err
		}
		name, _ := token.(string) // What stands here is nothing else.
		m := jsontree.Member{Name: name}
		if inside := s.field(name); inside != nil && inside.below {
			var raw json.RawMessage
			err = d.Decode(&raw)
			m.Value = jsontree.Value{Kind: jsontree.Object, Text: string(raw)}
		} else {
			m.Value, err = jsontree.DecodeNext(d, []string{name}, nil)
		}
		if err != nil {
			return jsontree.Value{}, err
		}
		v.Members = append(v.Members, m)
	}
	if _, err := d.Token(); err != nil {
		return jsontree.Value{}, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return jsontree.Value{}, errors.New("goes on after the JSON value")
	}
	return v, nil
}

// tooLarge is why a body is not in the recording.
const tooLarge = "larger than a recording keeps"

// leftOut stands for a body that is not in the recording.
func leftOut(reason string, size int) json.RawMessage {
	return json.RawMessage(fmt.Sprintf(`{"left_out":%q,"bytes":%d}`, reason, size))
}

// withoutEchoes hides the details of an error that repeat what a client called
// its fields, when those are not the names of fields.
func (r redaction) withoutEchoes(v jsontree.Value) jsontree.Value {
	for i, m := range v.Members {
		if m.Name != "details" {
			continue
		}
		for j, detail := range m.Value.Items {
			if !r.known(detail) {
				v.Members[i].Value.Items[j] = jsontree.Value{Kind: jsontree.Object, Members: []jsontree.Member{jsontree.TextMember("message", mask)}}
			}
		}
	}
	return v
}

// known says whether the field path of a detail names what a recording shows.
func (r redaction) known(detail jsontree.Value) bool {
	for _, m := range detail.Members {
		if m.Name != "field" {
			continue
		}
		path := make([]string, 0, len(m.Value.Items))
		for _, step := range m.Value.Items {
			path = append(path, step.Text)
		}
		return slices.Equal(path, []string{"reservation_id"}) || r.request.names(path) ||
			slices.ContainsFunc(r.parameters, func(name string) bool { return slices.Equal(service.ParameterPath(name), path) })
	}
	return true
}

// names says whether a path of names and of positions in arrays leads to a
// field that is named here.
func (s *shown) names(path []string) bool {
	for _, name := range path {
		if s.fields != nil && jsontree.OnlyDigits(name) && len(name) < 10 {
			continue
		}
		if s = s.field(name); s == nil {
			return false
		}
	}
	return true
}

// field is what is shown of a member; nil is nothing, not even its name.
func (s *shown) field(name string) *shown {
	switch {
	case s.below:
		return s
	case s.anyKey && service.IsDataKey(name):
		return &shown{as: custom}
	default:
		return s.fields[name]
	}
}

// write writes what is shown of a value.
func (s *shown) write(b *bytes.Buffer, v jsontree.Value) {
	switch v.Kind {
	case jsontree.Object:
		if v.Text != "" {
			b.WriteString(v.Text)
			return
		}
		b.WriteByte('{')
		for i, m := range v.Members {
			if i > 0 {
				b.WriteByte(',')
			}
			name, inside := m.Name, s.field(m.Name)
			if inside == nil {
				name, inside = mask, &shown{}
			}
			jsontree.WriteText(b, name)
			b.WriteByte(':')
			inside.write(b, m.Value)
		}
		b.WriteByte('}')
	case jsontree.Array:
		b.WriteByte('[')
		for i, item := range v.Items {
			if i > 0 {
				b.WriteByte(',')
			}
			s.write(b, item)
		}
		b.WriteByte(']')
	default:
		s.writeScalar(b, v)
	}
}

func (s *shown) writeScalar(b *bytes.Buffer, v jsontree.Value) {
	as := s.as
	if s.below {
		as = whole
	}
	switch {
	case v.Kind == jsontree.Null:
		b.WriteString("null")
	case v.Kind == jsontree.String:
		jsontree.WriteText(b, as.text(v.Text))
	case v.Kind == jsontree.Bool:
		fmt.Fprint(b, v.Bool && as >= short)
	case as < short || len(v.Text) > shortText:
		b.WriteByte('0') // A mask of the same type: who reads the answer again needs a number.
	default:
		b.WriteString(v.Text)
	}
}

// text is what is shown of a string.
func (as visibility) text(text string) string {
	switch {
	case text == "", as == whole:
		return text
	case as == custom && attempts.FindString(text) == text:
		return text // It names a try and no person, and a replay lives by it.
	case as == initial, as == custom:
		for _, r := range text {
			return string(r) + mask
		}
	case as == short && len([]rune(text)) <= shortText:
		return text
	}
	return mask
}
