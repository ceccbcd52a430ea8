package api

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// exactly compares down to the last private field: what is packed is booked
// from.
var exactly = cmp.AllowUnexported(Money{})

// fill gives every field of a value something that no other field has, whatever
// fields there will be.
func fill(t *testing.T, v reflect.Value, n *int) {
	t.Helper()
	*n++
	switch s := v.Addr().Interface().(type) {
	case *Money:
		*s = NewMoney(fmt.Sprintf("%d.50", *n), "GBP")
		return
	case *Deadline:
		*s = ParseDeadline(fmt.Sprintf("2026-12-12T18:%02d:00+09:30", *n%60))
		return
	case *Instant:
		*s = ParseInstant(fmt.Sprintf("2026-12-12T18:00:00.%dZ", *n))
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(fmt.Sprintf("text %d, \xff ü\n", *n))
	case reflect.Int:
		v.SetInt(int64(-*n))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Float64:
		v.SetFloat(-0.1 * float64(*n))
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(t, v.Elem(), n)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range 2 {
			fill(t, v.Index(i), n)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			fill(t, v.Field(i), n)
		}
	default:
		t.Fatalf("nothing is known of a %s", v.Type())
	}
}

func TestPackKeepsEverything(t *testing.T) {
	var full Hotel
	n := 0
	fill(t, reflect.ValueOf(&full).Elem(), &n)
	if n < 300 {
		t.Fatalf("only %d fields were filled", n)
	}
	no := false
	hotels := map[string]Hotel{
		"every field":        full,
		"nothing":            {},
		"false is not unset": {Lowest: &LowestRate{TaxesIncluded: &no}},
		"empty is not nil":   {Images: []Image{}, Rooms: []Room{{Rates: []Rate{}}}},
		"odd texts":          {Name: "\x00\xc3\x28", Email: strings.Repeat("x", 100_000)},
		"odd numbers":        {Location: &Coordinates{Latitude: -90, Longitude: 5e-324}, Rooms: []Room{{MaxOccupancy: -1 << 63, TypeCode: 1<<63 - 1}}},
		"odd moments": {Rooms: []Room{{Rates: []Rate{{
			Expires: ParseInstant("soon"),
			Terms:   Terms{Penalties: []CancelPenalty{{Deadline: ParseDeadline("2026-12-12 18:00")}, {Deadline: ParseDeadline("at noon")}}},
		}}}}},
		"odd amounts": {Lowest: &LowestRate{Total: NewMoney("1e400", "?"), Base: NewMoney("", "GBP"), Taxes: NewMoney("0", "")}},
	}
	for name, hotel := range hotels {
		for like, dictionary := range map[string][]Hotel{"none": nil, "itself": {hotel}, "others": {full, full, full}} {
			for _, total := range []int{3, compressFrom} {
				packed := NewHotelPacker(dictionary, total).Pack([]Hotel{{Name: "before"}, hotel, {Name: "after"}})
				if got := packed[1].Hotel(); !cmp.Equal(got, hotel, exactly) {
					t.Errorf("%s, like %s, of %d: %s", name, like, total, cmp.Diff(hotel, got, exactly))
				}
				if before, after := packed[0].Hotel().Name, packed[2].Hotel().Name; before != "before" || after != "after" {
					t.Errorf("%s, like %s, of %d: the neighbours are %q and %q", name, like, total, before, after)
				}
			}
		}
	}
	if got := (PackedHotel{}).Hotel(); !cmp.Equal(got, Hotel{}, exactly) {
		t.Errorf("the zero PackedHotel is %+v", got)
	}
	if got := NewHotelPacker(nil, 0).Pack(nil); len(got) != 0 {
		t.Errorf("of no hotels there are %d", len(got))
	}
}

// A moment is packed as its text: its zone has to come back as well.
func TestPackKeepsTheHotelsOwnTime(t *testing.T) {
	hotel := Hotel{Rooms: []Room{{Rates: []Rate{{Terms: Terms{Penalties: []CancelPenalty{{Deadline: ParseDeadline("2026-12-12T18:00:00+09:30")}}}}}}}}
	got := NewHotelPacker(nil, compressFrom).Pack([]Hotel{hotel})[0].Hotel().Rooms[0].Rates[0].Terms.Penalties[0].Deadline
	if text := got.Wall.Format(time.RFC3339); text != "2026-12-12T18:00:00+09:30" || !got.HasOffset {
		t.Errorf("the deadline has become %s, %v", text, got.HasOffset)
	}
}

// similarHotels are those of the specification's example, priced and named by
// their numbers.
func similarHotels(tb testing.TB, n int) []Hotel {
	tb.Helper()
	hotels := make([]Hotel, n)
	for i := range hotels {
		page, err := decodeObject(strings.NewReader(fixture(tb, "search")), tolerant, pageOf)
		if err != nil || len(page.Hotels) == 0 {
			tb.Fatalf("%d hotels, %v", len(page.Hotels), err)
		}
		hotels[i] = page.Hotels[0]
		hotels[i].ID.Code = fmt.Sprint(20000 + i)
		hotels[i].Name = fmt.Sprintf("Hotel %d", i*7919%1009)
		for r := range hotels[i].Rooms {
			for k := range hotels[i].Rooms[r].Rates {
				rate := &hotels[i].Rooms[r].Rates[k]
				rate.BookingCode = fmt.Sprintf("%X", 1<<40+i*104729)
				rate.Price.Total = NewMoney(fmt.Sprintf("%d.%02d", 100+i, i%100), "GBP")
			}
		}
	}
	return hotels
}

func TestPackIsSmall(t *testing.T) {
	hotels := similarHotels(t, 50)
	plain, small := 0, 0
	for i, packed := range NewHotelPacker(hotels[:25], compressFrom).Pack(hotels) {
		plain += len(encodeFields(nil, reflect.ValueOf(&hotels[i]).Elem()))
		small += len(packed.data)
	}
	if small*4 > plain {
		t.Errorf("%d bytes have become %d, a quarter at most was expected", plain, small)
	}
}

// What is damaged is an error or another hotel, and never takes more memory than
// it could stand for.
func FuzzPackedHotel(f *testing.F) {
	hotel := similarHotels(f, 1)[0]
	packer := NewHotelPacker([]Hotel{hotel}, compressFrom)
	f.Add([]byte(packer.Pack([]Hotel{hotel})[0].data), encodeFields(nil, reflect.ValueOf(&hotel).Elem()))
	f.Add([]byte{}, []byte{})
	f.Add([]byte{0xff}, []byte("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"))
	f.Add([]byte("\x01\x00\x00\xff\xff"), []byte("\x02LX\x0520417\xff\xff\xff\xff\x0f"))
	f.Fuzz(func(t *testing.T, packed, plain []byte) {
		_, _ = packer.unpack(string(packed))
		got, err := decodeHotel(string(plain))
		if err != nil {
			return
		}
		again, err := decodeHotel(string(encodeFields(nil, reflect.ValueOf(&got).Elem())))
		if err != nil {
			t.Fatalf("what was decoded cannot be packed again: %v", err)
		}
		// As bytes, in which no number is unlike itself.
		first, second := encodeFields(nil, reflect.ValueOf(&got).Elem()), encodeFields(nil, reflect.ValueOf(&again).Elem())
		if string(first) != string(second) {
			t.Errorf("%q has become %q", first, second)
		}
	})
}

// BenchmarkPack packs a page of hotels, and unpacks one of them.
func BenchmarkPack(b *testing.B) {
	hotels := similarHotels(b, 25)
	packer := NewHotelPacker(hotels, compressFrom)
	b.Run("page-of-25", func(b *testing.B) {
		for b.Loop() {
			packer.Pack(hotels)
		}
	})
	b.Run("unpack-one", func(b *testing.B) {
		packed := packer.Pack(hotels)
		for b.Loop() {
			packed[17].Hotel()
		}
	})
}
