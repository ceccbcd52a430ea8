package storetest

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"bellhop/sandbox/store"
	"bellhop/sandbox/store/number"
)

// known is what the naive model remembers of one reservation.
type known struct {
	id      string
	in, out int32
	values  []string
}

func (k known) matches(f store.Filter) bool {
	return k.in >= f.CheckIn.From && k.in <= f.CheckIn.Until && k.out >= f.CheckOut.From && k.out <= f.CheckOut.Until &&
		(f.IDs == nil || slices.Contains(f.IDs, k.id)) &&
		(f.Values == nil || slices.ContainsFunc(f.Values, func(v string) bool { return slices.Contains(k.values, v) }))
}

func drawDays(t *rapid.T, name string) store.Days {
	days := store.AllDays()
	if rapid.Bool().Draw(t, name+" from") {
		days.From = rapid.Int32Range(0, 60).Draw(t, name+" first")
	}
	if rapid.Bool().Draw(t, name+" until") {
		days.Until = rapid.Int32Range(0, 60).Draw(t, name+" last")
	}
	return days
}

func drawFilter(t *rapid.T, model []known) store.Filter {
	f := store.Filter{
		CheckIn: drawDays(t, "check-in"), CheckOut: drawDays(t, "check-out"),
		Limit: rapid.Int64Range(1, 9).Draw(t, "limit"), Offset: rapid.Int64Range(0, 40).Draw(t, "offset"),
	}
	if rapid.Bool().Draw(t, "by values") {
		f.Values = rapid.SliceOfN(rapid.SampledFrom([]string{"s:a", "s:b", "n:1e0", "b:true", "s:nobody"}), 0, 5).Draw(t, "values")
	}
	if rapid.IntRange(0, 3).Draw(t, "by ids") == 0 {
		f.IDs = []string{strings.Repeat("0", 32)}
		for range rapid.IntRange(0, 5).Draw(t, "ids") {
			if len(model) > 0 {
				f.IDs = append(f.IDs, rapid.SampledFrom(model).Draw(t, "id").id)
			}
		}
	}
	return f
}

func compare(t *rapid.T, s store.Store, model []known, f store.Filter) {
	var want []string
	for _, k := range slices.Backward(model) {
		if k.matches(f) {
			want = append(want, k.id)
		}
	}
	page, total, err := s.List(t.Context(), "a", f)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range page {
		got = append(got, r.ID)
	}
	from := min(f.Offset, int64(len(want)))
	cut := want[from:min(from+f.Limit, int64(len(want)))]
	if total != int64(len(want)) || fmt.Sprint(got) != fmt.Sprint(cut) {
		t.Fatalf("%+v: %v of %d, want %v of %d", f, got, total, cut, len(want))
	}
}

func testListFilters(t *testing.T, s store.Store) {
	var ids []string
	for i := range int32(6) {
		n := Sale([]string{"a", "b"}[i/5], 1, nil)
		n.Stay.CheckIn, n.Stay.CheckOut = 10+i, 12+i
		n.Values = []string{fmt.Sprintf("n:%de0", i%2), "s:all"}
		r, err := s.Create(t.Context(), n)
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, r.ID)
	}
	for name, test := range map[string]struct {
		change func(*store.Filter)
		want   []int64
		total  int64
	}{
		"all, newest first": {func(*store.Filter) {}, []int64{5, 4, 3, 2, 1}, 5},
		"page":              {func(f *store.Filter) { f.Limit, f.Offset = 2, 2 }, []int64{3, 2}, 5},
		"past the end":      {func(f *store.Filter) { f.Offset = 5 }, nil, 5},
		"check-in":          {func(f *store.Filter) { f.CheckIn = store.Days{From: 11, Until: 12} }, []int64{3, 2}, 2},
		"check-out":         {func(f *store.Filter) { f.CheckOut.From = 16 }, []int64{5}, 1},
		"nothing":           {func(f *store.Filter) { f.CheckIn = store.Days{From: 12, Until: 11} }, nil, 0},
		"ids":               {func(f *store.Filter) { f.IDs = []string{ids[0], ids[5], ids[2]} }, []int64{3, 1}, 2},
		"no ids":            {func(f *store.Filter) { f.IDs = []string{} }, nil, 0},
		"values":            {func(f *store.Filter) { f.Values = []string{"n:1e0", "s:other"} }, []int64{4, 2}, 2},
		"values and dates":  {func(f *store.Filter) { f.Values, f.CheckIn.From = []string{"s:all", "n:1e0"}, 13 }, []int64{5, 4}, 2},
	} {
		f := store.Filter{CheckIn: store.AllDays(), CheckOut: store.AllDays(), Limit: 25}
		test.change(&f)
		page, total, err := s.List(t.Context(), "a", f)
		if err != nil {
			t.Fatal(err)
		}
		var got []int64
		for _, r := range page {
			_, n := number.Split(r.Seq)
			got = append(got, n)
		}
		if fmt.Sprint(got) != fmt.Sprint(test.want) || total != test.total {
			t.Errorf("%s: %v of %d, want %v of %d", name, got, total, test.want, test.total)
		}
	}
}

// Any mixture of creates, date changes and cancellations, with any filter, lists
// what going through all of them one by one would (SPEC 4.6).
func testListsAsANaiveModelDoes(t *testing.T, s store.Store) {
	rapid.Check(t, func(rt *rapid.T) {
		if err := s.Reset(t.Context(), nil); err != nil {
			rt.Fatal(err)
		}
		var model []known
		for range rapid.IntRange(0, 25).Draw(rt, "steps") {
			in := rapid.Int32Range(0, 50).Draw(rt, "in")
			stay := store.Stay{CheckIn: in, CheckOut: in + rapid.Int32Range(1, 9).Draw(rt, "nights")}
			if len(model) > 0 && rapid.IntRange(0, 3).Draw(rt, "move") == 0 {
				i := rapid.IntRange(0, len(model)-1).Draw(rt, "which")
				if _, err := s.Modify(t.Context(), "a", model[i].id, func(r store.Reservation) (store.Change, error) {
					return store.Change{Stay: stay, Document: r.Document}, nil
				}); err != nil {
					rt.Fatal(err)
				}
				model[i].in, model[i].out = stay.CheckIn, stay.CheckOut
				continue
			}
			n := Sale("a", 1, nil)
			n.Stay = stay
			n.Values = rapid.SliceOfN(rapid.SampledFrom([]string{"s:a", "s:b", "n:1e0", "b:true"}), 0, 4).Draw(rt, "carries")
			made, err1 := s.Create(t.Context(), n)
			_, err2 := s.Create(t.Context(), Sale("b", 1, nil)) // It is never to be seen.
			if err := errors.Join(err1, err2); err != nil {
				rt.Fatal(err)
			}
			model = append(model, known{made.ID, in, stay.CheckOut, n.Values})
		}
		for range 4 {
			compare(rt, s, model, drawFilter(rt, model))
		}
	})
}
