package training

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"net/http"
	"slices"
	"strconv"

	"bellhop/sandbox/internal/attempt"
	"bellhop/sandbox/jsontree"
	"bellhop/sandbox/service"
	"bellhop/sandbox/training/fault"
)

// applier applies the quirks in force to one answer.
type applier struct {
	on   quirkSet
	now  string   // an instant of the wire
	salt [32]byte // of the seed and the request
	// members are the quirks of a member, by "holder member"; whole those of an
	// object.
	members map[string][]Quirk
	whole   []Quirk
}

// change applies the quirks in force to each answer. Pages of HTML and answers
// without a body stay as they are.
func (q *Quirks) change(next Handler) Handler {
	return func(ctx context.Context, e *Exchange) Answer {
		a := next(ctx, e)
		if on := *q.now.Load(); len(on) > 0 {
			a.Answer = q.apply(e.Request, a.Answer, on)
		}
		return a
	}
}

func (q *Quirks) apply(r service.Request, a service.Answer, on quirkSet) service.Answer {
	if a.Status == 0 || a.Header["Content-Type"] != "application/json" {
		return a
	}
	by := q.newApplier(r, on)
	if a.Status >= http.StatusBadRequest && on["html-error"] && (!on["unknown-error"] || by.dice("error", ".")%2 == 0) {
		return fault.HTMLPage(a, a.Status, fmt.Sprintf("%d %s", a.Status, http.StatusText(a.Status)))
	}
	p := &jsontree.Problems{}
	v, err := jsontree.Decode(a.Body, p)
	if err != nil || len(p.List) > 0 {
		return a // A fault cut it off or repeated a name, or it is not ours.
	}
	by.walk(&v, ".", ".", false)
	a.Body = []byte(v.String() + "\n")
	return a
}

func (q *Quirks) newApplier(r service.Request, on quirkSet) *applier {
	asked := fmt.Sprintf("%q %q %q", r.Method, r.URL.RequestURI(), r.Body)
	a := &applier{
		on: on, now: service.Time(r.Now), members: map[string][]Quirk{},
		salt: q.seed.Hash("quirks", attempt.IDs().ReplaceAllString(asked, attempt.AnyID)),
	}
	for _, q := range ListQuirks() {
		switch {
		case !on[q.Name]:
		case q.whole != nil:
			a.whole = append(a.whole, q)
		default:
			for _, at := range q.at {
				a.members[at] = append(a.members[at], q)
			}
		}
	}
	return a
}

// dice is a number that depends on the seed, the request, a purpose and a place
// in the answer.
func (a *applier) dice(purpose, path string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write(a.salt[:]) // A hash takes everything.
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
func (a *applier) walk(v *jsontree.Value, holder, path string, many bool) {
	switch v.Kind {
	case jsontree.Array:
		many = many || len(v.Items) > 1
		if holder == "items" { // Of a list of reservations.
			holder = "."
		}
		for i := range v.Items {
			a.walk(&v.Items[i], holder, path+"/"+strconv.Itoa(i), many)
		}
	case jsontree.Object:
		for i := range v.Members {
			// What a partner or a hotel wrote freely has no shape of its own.
			switch m := &v.Members[i]; m.Name {
			case "custom_data", "included_perks", "deposit_policies":
			default:
				a.walk(&m.Value, m.Name, path+"/"+m.Name, many)
			}
		}
		a.changeMembers(v, holder, path, many)
		for _, q := range a.whole {
			if !many || a.dice(q.Name, path)%2 == 0 {
				q.whole(a, holder, path, v)
			}
		}
	default:
	}
}

// changeMembers lets each member of an object meet at most one of the quirks
// that concern it, or none where there are several such objects.
func (a *applier) changeMembers(o *jsontree.Value, holder, path string, many bool) {
	var changed []jsontree.Member
	for _, m := range o.Members {
		to := []jsontree.Member{m}
		var fit [][]jsontree.Member
		for _, q := range a.members[holder+" "+m.Name] {
			if by, fits := q.change(a, *o, m); fits && (many || !q.crowd) {
				fit = append(fit, by)
			}
		}
		if len(fit) > 0 {
			if many {
				fit = append(fit, to)
			}
			to = fit[a.dice("member", path+"/"+m.Name)%uint64(len(fit))]
		}
		changed = append(changed, to...)
	}
	o.Members = changed
}

// unknownError changes an error's type and code.
func unknownError(_ *applier, _, _ string, o *jsontree.Value) {
	if !o.Has("details") || !o.Has("code") {
		return
	}
	for i, m := range o.Members {
		switch m.Name {
		case "type":
			o.Members[i].Value = jsontree.Text("SUPPLIER_FAULT")
		case "code":
			o.Members[i].Value.Text = "9" + m.Value.Text
		}
	}
}

// optionalIn lists what is optional in an object: what is empty or not there can
// be null as well.
func optionalIn(o *jsontree.Value, holder string) []string {
	switch {
	case holder == "results" && o.Has("chain_code"):
		return []string{
			"email", "phone", "fax",
			"michelin_keys_rating", "forbes_travel_guide_rating", "hotel_network_affiliation",
		}
	case holder == "pagination":
		return []string{"pagination_token"}
	case holder == "." && o.Has("pagination"):
		return []string{"missing_reviewsite_ids"}
	case holder == "." && o.Has("guests"):
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
func nulls(_ *applier, holder, _ string, o *jsontree.Value) {
	for _, name := range optionalIn(o, holder) {
		at := slices.IndexFunc(o.Members, func(m jsontree.Member) bool { return m.Name == name })
		if at < 0 {
			o.Members = append(o.Members, jsontree.Member{Name: name})
		} else if v := &o.Members[at].Value; v.Kind == jsontree.String && v.Text == "" {
			*v = jsontree.Value{}
		}
	}
}

// The names of moreKeys' fields.
const (
	firstKey = "x_meta"
	lastKey  = "x_checked"
)

// moreKeys puts a field in front of an object's and one behind them.
func moreKeys(_ *applier, _, _ string, o *jsontree.Value) {
	nested := jsontree.Value{Kind: jsontree.Object, Members: []jsontree.Member{
		{Name: "source", Value: jsontree.Value{Kind: jsontree.Array, Items: []jsontree.Value{jsontree.Text("gds"), {Kind: jsontree.Number, Text: "7"}, {}}}},
	}}
	o.Members = append([]jsontree.Member{{Name: firstKey, Value: nested}}, append(o.Members, jsontree.Member{Name: lastKey, Value: jsontree.Value{Kind: jsontree.Bool, Bool: true}})...)
}

func shuffled(a *applier, _, path string, o *jsontree.Value) {
	slices.SortStableFunc(o.Members, func(m, n jsontree.Member) int {
		return cmp.Compare(a.dice("order", path+"/"+m.Name), a.dice("order", path+"/"+n.Name))
	})
}
