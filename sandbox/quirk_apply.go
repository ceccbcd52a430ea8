package sandbox

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"net/http"
	"slices"
	"strconv"
)

// A distortion is what the quirks in force make of one answer.
type distortion struct {
	on   quirkSet
	now  string   // an instant of the wire
	salt [32]byte // of the seed and the request
	// members are the quirks of a member, by "holder member"; whole those of an
	// object.
	members map[string][]quirk
	whole   []quirk
}

// distort lets an answer meet the quirks in force. Pages of HTML and answers
// without a body stay as they are.
func (s *Sandbox) distort(x *exchange, out response) response {
	on := *s.pipe.quirks.Load()
	if len(on) == 0 || out.status == 0 || out.header["Content-Type"] != "application/json" {
		return out
	}
	d := s.newDistortion(x, on)
	if out.status >= http.StatusBadRequest && on["html-error"] && (!on["unknown-error"] || d.dice("error", ".")%2 == 0) {
		return out.page(out.status, fmt.Sprintf("%d %s", out.status, http.StatusText(out.status)))
	}
	p := &problems{}
	v, err := decode(out.body, p)
	if err != nil || len(p.list) > 0 {
		return out // A fault cut it off or repeated a name, or it is not ours.
	}
	d.walk(&v, ".", ".", false)
	var b bytes.Buffer
	v.write(&b)
	b.WriteByte('\n')
	out.body = b.Bytes()
	return out
}

func (s *Sandbox) newDistortion(x *exchange, on quirkSet) *distortion {
	d := &distortion{
		on: on, now: wireTime(x.now), members: map[string][]quirk{},
		// The id of an attempt is new in each run (WIRE 5), and the rest is not.
		salt: s.hash("quirks", attempts.ReplaceAllString(fmt.Sprintf("%q %q %q", x.r.Method, x.r.URL.RequestURI(), x.body), anyAttempt)),
	}
	for _, q := range quirkTable() {
		switch {
		case !on[q.name]:
		case q.whole != nil:
			d.whole = append(d.whole, q)
		default:
			for _, at := range q.at {
				d.members[at] = append(d.members[at], q)
			}
		}
	}
	return d
}

// dice is a number that depends on the seed, the request, a purpose and a place
// in the answer.
func (d *distortion) dice(purpose, path string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write(d.salt[:]) // A hash takes everything.
	_, _ = h.Write([]byte(purpose + "\x00" + path))
	n := binary.BigEndian.Uint64(h.Sum(nil))
	// The last bits of the hash alone would be those of the last character.
	n ^= n >> 33
	n *= 0xff51afd7ed558ccd
	return n ^ n>>33
}

// walk changes a value and all that is in it. The holder is the name of the
// member that holds it, directly or in an array; many says that it is, or is
// inside of, one of several.
func (d *distortion) walk(v *value, holder, path string, many bool) {
	switch v.kind {
	case kindArray:
		many = many || len(v.items) > 1
		if holder == "items" { // Of a list of reservations.
			holder = "."
		}
		for i := range v.items {
			d.walk(&v.items[i], holder, path+"/"+strconv.Itoa(i), many)
		}
	case kindObject:
		for i := range v.members {
			// What a partner or a hotel wrote freely has no shape to spoil.
			switch m := &v.members[i]; m.name {
			case "custom_data", "included_perks", "deposit_policies":
			default:
				d.walk(&m.value, m.name, path+"/"+m.name, many)
			}
		}
		d.changeMembers(v, holder, path, many)
		for _, q := range d.whole {
			if !many || d.dice(q.name, path)%2 == 0 {
				q.whole(d, holder, path, v)
			}
		}
	default:
	}
}

// changeMembers lets each member of an object meet at most one of the quirks
// that concern it, or none where there are several such objects.
func (d *distortion) changeMembers(o *value, holder, path string, many bool) {
	var changed []member
	for _, m := range o.members {
		to := []member{m}
		var fit [][]member
		for _, q := range d.members[holder+" "+m.name] {
			if by, fits := q.change(d, *o, m); fits && (many || !q.crowd) {
				fit = append(fit, by)
			}
		}
		if len(fit) > 0 {
			if many {
				fit = append(fit, to)
			}
			to = fit[d.dice("member", path+"/"+m.name)%uint64(len(fit))]
		}
		changed = append(changed, to...)
	}
	o.members = changed
}

// unknownError changes an error's type and code.
func unknownError(_ *distortion, _, _ string, o *value) {
	if !o.has("details") || !o.has("code") {
		return
	}
	for i, m := range o.members {
		switch m.name {
		case "type":
			o.members[i].value = textOf("SUPPLIER_FAULT")
		case "code":
			o.members[i].value.text = "9" + m.value.text
		}
	}
}

// optionalIn lists what is optional in an object: what is empty or not there can
// be null as well.
func optionalIn(o *value, holder string) []string {
	switch {
	case holder == "results" && o.has("chain_code"):
		return []string{
			"email", "phone", "fax", "rating", "check_in_time_local", "check_out_time_local",
			"michelin_keys_rating", "forbes_travel_guide_rating", "hotel_network_affiliation",
		}
	case holder == "pagination":
		return []string{"pagination_token"}
	case holder == "." && o.has("pagination"):
		return []string{"missing_reviewsite_ids"}
	case holder == "." && o.has("guests"):
		return []string{"confirmation", "custom_data"}
	case holder == "payment":
		return []string{"partner"}
	case holder == "primary":
		return []string{"state", "postal_code"}
	case holder == "details":
		return []string{"field"}
	}
	return nil
}

// nulls puts null where something optional is empty or not there.
func nulls(_ *distortion, holder, _ string, o *value) {
	for _, name := range optionalIn(o, holder) {
		at := slices.IndexFunc(o.members, func(m member) bool { return m.name == name })
		if at < 0 {
			o.members = append(o.members, member{name: name})
		} else if v := &o.members[at].value; v.kind == kindString && v.text == "" {
			*v = value{}
		}
	}
}

// The names of moreKeys' fields.
const (
	firstKey = "x_meta"
	lastKey  = "x_checked"
)

// moreKeys puts a field in front of an object's and one behind them.
func moreKeys(_ *distortion, _, _ string, o *value) {
	nested := value{kind: kindObject, members: []member{
		{"source", value{kind: kindArray, items: []value{textOf("gds"), {kind: kindNumber, text: "7"}, {}}}},
	}}
	o.members = append([]member{{firstKey, nested}}, append(o.members, member{lastKey, value{kind: kindBool, truth: true}})...)
}

func shuffled(d *distortion, _, path string, o *value) {
	slices.SortStableFunc(o.members, func(a, b member) int {
		return cmp.Compare(d.dice("order", path+"/"+a.name), d.dice("order", path+"/"+b.name))
	})
}
