package recording

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

	"bellhop/sandbox/internal/attempt"
	"bellhop/sandbox/jsontree"
	"bellhop/sandbox/service"
)

// extent is how much of a field's value a recording keeps.
type extent int

const (
	nothing   extent = iota
	initial          // the first character
	dataValue        // a value of custom_data: all of an attempt's id, and else the first character
	short            // all of it up to shortText characters
	whole            // all of it
)

const (
	redacted  = "···" // stands for what is not kept
	shortText = 64
)

// kept is what a recording keeps of a field and the fields inside. Of what is not
// named it keeps nothing, not even the name. Arrays have no level of their own.
type kept struct {
	as     extent
	fields map[string]*kept
	// anyKey stands for every field whose name is a custom_data key (SPEC 8).
	anyKey bool
	// below keeps everything inside: the service alone wrote it.
	below bool
}

// at returns the field at a path, making what is missing. A name that the
// service does not have (WIRE 1) leads to a field of nothing.
func (k *kept) at(path ...string) *kept {
	for _, name := range path {
		if name == "" {
			return &kept{}
		}
		if k.fields == nil {
			k.fields = map[string]*kept{}
		}
		if k.fields[name] == nil {
			k.fields[name] = &kept{}
		}
		k = k.fields[name]
	}
	return k
}

// keep keeps fields of the object at a dotted path, "" being the body.
func (k *kept) keep(as extent, object, names string) {
	for _, name := range strings.Fields(names) {
		path := append(strings.FieldsFunc(object, func(r rune) bool { return r == '.' }), name)
		k.at(path...).as = as
	}
}

// redaction knows what a recording keeps of requests and answers.
type redaction struct {
	request, response *kept
	parameters        []string
	customData        string // the parameter whose values are those of custom_data
}

func newRedaction(n service.Names) redaction {
	r := redaction{request: &kept{}, response: &kept{}, customData: n.CustomData}
	r.parameters = append(service.DateParameters(), "query", "category", "type", n.ID, n.IDs, n.CustomData, n.PageNumber, n.PageSize)
	r.parameters = slices.DeleteFunc(r.parameters, func(name string) bool { return name == "" })

	q := r.request
	q.keep(whole, "", "booking_code chain_code channel_code property_code check_in_date check_out_date")
	for _, name := range []string{n.Simulation, n.CheckIn, n.CheckOut} {
		q.at(name).as = whole
	}
	q.keep(whole, "guests", "adults children")
	q.keep(whole, "stay_info", "check_in_date check_out_date")
	q.keep(whole, "stay_info.guests", "adults children")
	q.keep(whole, "filter.location", "type")
	q.keep(whole, "filter.location.details", "iata_code latitude longitude")
	q.keep(whole, "filter.location.radius", "value type")
	q.keep(whole, "filter.hotel", "chain_code property_code name")
	q.at("filter", n.ReviewSiteIDs).as = whole
	q.at(n.Pagination, n.PaginationToken).as = whole
	q.at(n.Pagination, n.PaginationPage).as = whole
	for _, name := range []string{n.LoyaltyProgram, n.LoyaltyMember} {
		q.at(n.Loyalty, name).as = nothing
	}
	q.reservation("")

	a := r.response
	a.keep(whole, "", "code message type request_id total_items_without_paging booking_code channel_code check_in_date check_out_date max_occupancy")
	a.keep(whole, "details", "message field")
	a.keep(whole, "hotel", "chain_code name property_code")
	for _, name := range []string{"results", "pagination", "currency_exchange_rates", "missing_reviewsite_ids", "price", "terms"} {
		a.at(name).below = true
	}
	for _, one := range []string{"", "items"} {
		a.keep(whole, one, "id status check_in_date check_out_date created_at")
		a.keep(whole, strings.TrimPrefix(one+".confirmation", "."), "hotel_confirmation_number record_locator")
		a.reservation(one)
	}
	a.besides(extraKeys()...)
	return r
}

// extraKeys are the fields that a quirk puts into every object of an answer.
func extraKeys() []string { return []string{"x_meta", "x_checked"} }

// besides keeps fields of every object that is kept.
func (k *kept) besides(names ...string) {
	if k.fields == nil {
		return
	}
	for _, inside := range k.fields {
		inside.besides(names...)
	}
	for _, name := range names {
		k.at(name).below = true
	}
}

// reservation keeps what the requests and the answers about reservations have
// in common.
func (k *kept) reservation(object string) {
	in := func(name string) string { return strings.TrimPrefix(object+"."+name, ".") }
	k.keep(whole, in("guests"), "number_of_adults number_of_children")
	k.keep(initial, in("guests.primary"), "address city country email given_name surname telephone_number state postal_code")
	k.keep(whole, in("hotel"), "chain_code name property_code")
	for _, who := range []string{"guest", "partner"} {
		k.keep(whole, in("payment."+who), "amount")
		k.keep(nothing, in("payment."+who), "token cvv")
		for _, processor := range []string{"processor", "stripe"} { // Both names are seen (WIRE 4).
			k.keep(nothing, in("payment."+who+"."+processor), "customer payment_method")
		}
	}
	k.keep(whole, in("rate"), "booking_code channel_code number_of_rooms")
	k.keep(whole, in("rate.price"), "total_price base_price total_taxes currency_code")
	k.keep(whole, in("rate.terms"), "rate_payment_info guarantee_type refundable cancel_note")
	k.keep(whole, in("rate.terms.cancel_penalties"), "deadline_local cancel_short_description")
	k.keep(whole, in("rate.terms.cancel_penalties.penalty"), "estimated_amount original_penalty_info")
	k.keep(whole, in("rate.terms.cancel_penalties.penalty.currency_amount"), "amount currency")
	k.at(strings.Split(in("custom_data"), ".")...).anyKey = true
}

// query returns what a recording keeps of a query string.
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
			as, key = nothing, redacted
		case name == r.customData:
			as = dataValue
		}
		for _, text := range parameters[name] {
			list[key] = append(list[key], as.of(text))
		}
	}
	return list
}

// body returns what a recording keeps of a body: redacted JSON or, where that
// cannot be, how many bytes were left out.
func (r redaction) body(body []byte, k *kept) json.RawMessage {
	if len(bytes.TrimSpace(body)) == 0 {
		return nil
	}
	if len(body) > maxBody {
		return leftOut(tooLarge, len(body))
	}
	read := func(body []byte) (jsontree.Value, error) { return jsontree.Decode(body, nil) }
	if k == r.response && len(body) > maxPlain {
		read = k.outline
	}
	v, err := read(body)
	if err != nil {
		return leftOut("no JSON", len(body))
	}
	if k == r.response {
		r.redactEchoes(v)
	}
	return json.RawMessage(k.redact(v).String())
}

// outline reads an object of which some members are kept as a whole, and leaves
// those as they are written: taking a page of hotels to pieces only to write it
// again takes longer than the search. Such a member is raw.
func (k *kept) outline(body []byte) (jsontree.Value, error) {
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
		if inside := k.field(name); inside != nil && inside.below {
			var raw json.RawMessage
			err = d.Decode(&raw)
			m.Value = jsontree.Value{Kind: jsontree.Raw, Text: string(raw)}
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

// redactEchoes redacts the details of an error that repeat what a client called
// its fields, when those are not the names of fields.
func (r redaction) redactEchoes(v jsontree.Value) {
	for _, m := range v.Members {
		if m.Name != "details" {
			continue
		}
		for i, detail := range m.Value.Items {
			if detail.Has("field") && !r.known(detail.Member("field")) {
				m.Value.Items[i] = jsontree.Value{Kind: jsontree.Object, Members: []jsontree.Member{jsontree.TextMember("message", redacted)}}
			}
		}
	}
}

// known reports whether a field path names what a recording keeps.
func (r redaction) known(field jsontree.Value) bool {
	path := make([]string, 0, len(field.Items))
	for _, step := range field.Items {
		path = append(path, step.Text)
	}
	return slices.Equal(path, []string{"reservation_id"}) || r.request.names(path) ||
		slices.ContainsFunc(r.parameters, func(name string) bool { return slices.Equal(service.ParameterPath(name), path) })
}

// names reports whether a path of names and of positions in arrays leads to a
// field that is named here.
func (k *kept) names(path []string) bool {
	for _, name := range path {
		if k.fields != nil && jsontree.OnlyDigits(name) && len(name) < 10 {
			continue
		}
		if k = k.field(name); k == nil {
			return false
		}
	}
	return true
}

// field returns what is kept of a member; nil is nothing, not even its name.
func (k *kept) field(name string) *kept {
	switch {
	case k.below:
		return k
	case k.anyKey && service.IsDataKey(name):
		return &kept{as: dataValue}
	default:
		return k.fields[name]
	}
}

// redact puts into a value, in place, what is kept of it.
func (k *kept) redact(v jsontree.Value) jsontree.Value {
	for i, m := range v.Members {
		inside := k.field(m.Name)
		if inside == nil {
			v.Members[i].Name, inside = redacted, &kept{}
		}
		v.Members[i].Value = inside.redact(m.Value)
	}
	for i, item := range v.Items {
		v.Items[i] = k.redact(item)
	}
	as := k.as
	if k.below {
		as = whole
	}
	switch {
	case v.Kind == jsontree.String:
		v.Text = as.of(v.Text)
	case v.Kind == jsontree.Bool:
		v.Bool = v.Bool && as >= short
	case v.Kind == jsontree.Number && (as < short || len(v.Text) > shortText):
		v.Text = "0" // Of the same type: who reads the answer again needs a number.
	}
	return v
}

// of returns what is kept of a string.
func (as extent) of(text string) string {
	switch {
	case text == "", as == whole:
		return text
	case as == dataValue && attempt.IsID(text):
		return text // It names a try and no person, and a replay lives by it.
	case as == initial, as == dataValue:
		for _, r := range text {
			return string(r) + redacted
		}
	case as == short && len([]rune(text)) <= shortText:
		return text
	}
	return redacted
}
