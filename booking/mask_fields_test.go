package booking

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bellhop/api"
	"bellhop/booking/journal"
	"bellhop/booking/recovery"
)

const mark = "mark"

// fill puts a mark into every text that a value holds, and one item into each of its lists.
func fill(v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(mark)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Pointer:
		if depth > 0 {
			v.Set(reflect.New(v.Type().Elem()))
			fill(v.Elem(), depth-1)
		}
	case reflect.Slice:
		if depth > 0 {
			v.Set(reflect.MakeSlice(v.Type(), 1, 1))
			fill(v.Index(0), depth-1)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fill(v.Field(i), depth)
			}
		}
	default:
	}
}

// open lists the fields of a value that hold the mark.
func open(v reflect.Value, path string) []string {
	var out []string
	switch v.Kind() {
	case reflect.String:
		if strings.Contains(v.String(), mark) {
			return []string{path}
		}
	case reflect.Pointer:
		if !v.IsNil() {
			return open(v.Elem(), path)
		}
	case reflect.Slice:
		for i := range v.Len() {
			out = append(out, open(v.Index(i), path)...)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() {
				out = append(out, open(v.Field(i), strings.TrimPrefix(path+"."+f.Name, "."))...)
			}
		}
	default:
	}
	return out
}

func filled[T any]() T {
	var v T
	fill(reflect.ValueOf(&v).Elem(), 6)
	return v
}

// under puts fields under the field that holds them.
func under(field string, fields ...string) []string {
	out := make([]string, len(fields))
	for i, f := range fields {
		out[i] = field + "." + f
	}
	return out
}

// Each text of a value is masked unless it or its parent is listed here, so that a new field must be masked or listed.
func TestMask_EveryField(t *testing.T) {
	reservation := []string{"Status", "CheckIn", "CheckOut", "Created", "CustomData.Key", "Hotel", "Rate"}
	plan := []string{
		"Kind", "Profile", "Environment", "Lineage", "DataState", "Chain", "Property", "HotelName", "CheckIn", "CheckOut", "BookingCode",
		"ChannelCode", "Total", "Currency", "Terms", "Agreement",
		"Despite", "Unmade", // attempts that are compared and not shown
		"Guest", // the journal's mark
	}
	outcome := []string{"Result", "Status", "Total", "Currency", "Terms", "Cause"}
	state := slices.Concat(under("Plan", plan...), under("Outcome", outcome...),
		under("Look", "Found", "Status", "Cause"), []string{"Step", "User", "Agreed", "Cause"})
	draft := []string{"Trip", "Hotel", "Room", "Rate", "Verified", "Changes", "CustomData.Key", "Loyalty.Program", "Simulate", "Despite", "Unmade"}
	for name, c := range map[string]struct {
		masked any
		shown  []string
	}{
		"guest":       {MaskGuest(filled[api.Guest]()), nil},
		"reservation": {MaskReservation(filled[api.Reservation]()), reservation},
		"draft":       {MaskDraft(filled[Draft]()), slices.Concat(draft, under("Replaces", reservation...))},
		"write": {
			MaskWrite(filled[recovery.Write]()),
			slices.Concat([]string{"Cause", "Trouble"}, under("Plan", plan...), under("Reservation", reservation...), under("Others", state...), under("Unseen", outcome...)),
		},
		"states": {MaskStates([]journal.AttemptState{filled[journal.AttemptState]()}), state},
		"query":  {MaskQuery(filled[api.ReservationQuery]()), nil},
	} {
		t.Run(name, func(t *testing.T) {
			for _, path := range open(reflect.ValueOf(c.masked), "") {
				if !slices.ContainsFunc(c.shown, func(f string) bool { return path == f || strings.HasPrefix(path, f+".") }) {
					t.Errorf("%s is shown", path)
				}
			}
		})
	}
}

// If only one part of a guest is known, that part is masked and the others stay empty.
func TestMaskGuest(t *testing.T) {
	for name, c := range map[string]struct{ guest, want api.Guest }{
		"nothing":       {api.Guest{}, api.Guest{}},
		"address":       {api.Guest{Address: "1 Row"}, api.Guest{Address: Dots}},
		"city":          {api.Guest{City: "London"}, api.Guest{Address: Dots}},
		"state":         {api.Guest{State: "Ohio"}, api.Guest{Address: Dots}},
		"postal code":   {api.Guest{PostalCode: "E1"}, api.Guest{Address: Dots}},
		"country":       {api.Guest{Country: "GB"}, api.Guest{Address: Dots}},
		"given name":    {api.Guest{GivenName: "Zoë"}, api.Guest{GivenName: "Z" + Dots}},
		"surname":       {api.Guest{Surname: "Ó Néill"}, api.Guest{Surname: "Ó" + Dots}},
		"email":         {api.Guest{Email: "zoe@example.com"}, api.Guest{Email: "z" + Dots + "@example.com"}},
		"two at signs":  {api.Guest{Email: "zoe@home@example.com"}, api.Guest{Email: "z" + Dots + "@example.com"}},
		"no local part": {api.Guest{Email: "@example.com"}, api.Guest{Email: Dots}},
		"one letter":    {api.Guest{Email: "z@example.com"}, api.Guest{Email: "z" + Dots + "@example.com"}},
		"no at sign":    {api.Guest{Email: "zoe"}, api.Guest{Email: Dots}},
		"phone":         {api.Guest{Phone: "0123"}, api.Guest{Phone: Dots + "23"}},
		"short phone":   {api.Guest{Phone: "012"}, api.Guest{Phone: Dots}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := MaskGuest(c.guest); got != c.want {
				t.Errorf("masked it is %+v, want %+v", got, c.want)
			}
		})
	}
}

// A masked value of any kind shows that it is set, and hides whether it is true.
func TestMaskReservation_CustomData(t *testing.T) {
	data := api.CustomData{
		{Key: "centre", Text: "CC-1"}, {Key: "vip", Kind: api.CustomBool, Truth: true}, {Key: "late", Kind: api.CustomBool}, {Key: "empty"},
	}
	want := api.CustomData{{Key: "centre", Text: Dots}, {Key: "vip", Text: Dots}, {Key: "late", Text: Dots}, {Key: "empty"}}
	if diff := cmp.Diff(want, MaskReservation(api.Reservation{CustomData: data}).CustomData); diff != "" {
		t.Error(diff)
	}
}

// Missing parts stay missing, and a query keeps the number of its values.
func TestMask_Parts(t *testing.T) {
	if d := MaskDraft(Draft{}); d.Loyalty != nil || d.Replaces != nil {
		t.Errorf("the parts of an empty draft are %+v and %+v", d.Loyalty, d.Replaces)
	}
	if w := MaskWrite(recovery.Write{}); w.Reservation != nil {
		t.Errorf("the missing reservation is %+v", w.Reservation)
	}
	q := MaskQuery(api.ReservationQuery{IDs: []string{"R1", ""}, CustomValues: []string{"CC-9981"}})
	if !slices.Equal(q.IDs, []string{Dots, ""}) || !slices.Equal(q.CustomValues, []string{Dots}) {
		t.Errorf("asked are %q and %q", q.IDs, q.CustomValues)
	}
}
