package api

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"net/http"
	"reflect"
	"runtime"
	"runtime/metrics"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// A hostileBody is large and costs its sender next to nothing: a head, a piece
// as often as it goes, and a tail.
type hostileBody struct {
	name              string
	head, piece, tail string
	size              int    // unpacked; 0 is 1 MiB
	failure           string // what the error says; empty for none
}

// text returns the body unpacked.
func (b hostileBody) text() []byte {
	size := b.size
	if size == 0 {
		size = 1 << 20
	}
	text := append(make([]byte, 0, size+len(b.piece)+len(b.tail)), b.head...)
	if !b.numbered() {
		pieces := (size - len(text) + len(b.piece) - 1) / len(b.piece)
		return append(append(text, strings.Repeat(b.piece, pieces)...), b.tail...)
	}
	before, after, _ := strings.Cut(b.piece, "%d")
	for i := int64(0); len(text) < size; i++ {
		text = append(strconv.AppendInt(append(text, before...), i, 10), after...)
	}
	return append(text, b.tail...)
}

// of returns the body with another size.
func (b hostileBody) of(size int) hostileBody {
	b.size = size
	return b
}

// numbered reports whether no two pieces are the same.
func (b hostileBody) numbered() bool { return strings.Contains(b.piece, "%d") }

func compressed(text []byte) []byte {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestSpeed)
	_, _ = w.Write(text)
	_ = w.Close()
	return b.Bytes()
}

// pageBodies are answers to a hotel search, listBodies to a list of reservations,
// placeBodies to a search by text.
func pageBodies() []hostileBody {
	const hotel = `{"chain_code":"L","property_code":"1",`
	const twice = "the answer takes more than twice its size in memory"
	more := func(b bound) string { return fmt.Sprintf("the answer has more than %d elements in %s", b.most, b.list) }
	in := func(name, before, piece, after, failure string) hostileBody {
		return hostileBody{name: name, head: `{"results":[` + hotel + before, piece: piece, tail: after + `}]}`, failure: failure}
	}
	rate := func(name, before, piece, after, failure string) hostileBody {
		return in(name, `"rooms":[{"rates":[{"booking_code":"B",`+before, piece, after+`}]}]`, failure)
	}
	return []hostileBody{
		{"hotels that say nothing", `{"results":[{}`, `,{}`, `]}`, 0, ""},
		{"hotels with an unknown field", `{"results":[{}`, `,{"x":0}`, `]}`, 0, ""},
		{"hotels that are numbers", `{"results":[0`, `,0`, `]}`, 0, ""},
		{"hotels", `{"results":[{}`, `,{"chain_code":"L","property_code":"%d"}`, `]}`, 0, twice},
		{"hotels of some size", `{"results":[{}`, `,{"chain_code":"L","property_code":"%d","x":"` + strings.Repeat("x", 600) + `"}`, `]}`, 8 << 20, more(boundResults)},
		{"hotels that say nothing, many", `{"results":[{}`, `,{}`, `]}`, 6 << 20, ""},
		in("rooms that say nothing", `"rooms":[{}`, `,{}`, `]`, "").of(1 << 19),
		in("rooms", `"rooms":[{}`, `,{"room_name":"A"}`, `]`, more(boundRooms)),
		in("rates that say nothing", `"rooms":[{"rates":[{}`, `,{}`, `]}]`, "").of(1 << 19),
		in("rates", `"rooms":[{"rates":[{}`, `,{"pcc":"%d"}`, `]}]`, more(boundRates)),
		in("rates in many rooms", `"rooms":[{}`, `,{"rates":[{"pcc":"1"}]}`, `]`, more(boundRooms)),
		{"rates in many hotels", `{"results":[{}`, `,` + hotel + `"rooms":[{"rates":[{"pcc":"1"},{"pcc":"2"},{"pcc":"3"},{"pcc":"4"},{"pcc":"5"}]}]}`, `]}`, 0, twice},
		in("images that say nothing", `"images":[""`, `,{}`, `]`, ""),
		in("images", `"images":[""`, `,"%d"`, `]`, more(boundImages)),
		in("amenities that say nothing", `"amenities":[""`, `,""`, `]`, ""),
		in("amenities", `"amenities":[""`, `,"%d"`, `]`, more(boundAmenities)),
		in("beds", `"rooms":[{"bed_types":[""`, `,"%d"`, `]}]`, more(boundBeds)),
		in("features", `"rooms":[{"room_characteristics":{"other_features":[""`, `,"%d"`, `]}}]`, more(boundAmenities)),
		in("features that are a tree", `"rooms":[{"room_characteristics":{"other_features":[""`, `,[[]]`, `]}}]`, more(boundAmenities)),
		rate("nights", `"price":{"nightly_breakdown":[{}`, `,{}`, `]}`, more(boundNights)),
		rate("penalties", `"terms":{"cancel_penalties":[{}`, `,{}`, `]}`, more(boundPenalties)),
		rate("terms", `"terms":[{}`, `,{}`, `]`, more(boundTerms)),
		rate("guarantees", `"terms":{"guarantee_type":["A"`, `,"%d"`, `]}`, more(boundTexts)),
		{"guarantees of several terms", `{"results":[` + hotel + `"rooms":[{"rates":[{"terms":[{}`, `,{"guarantee_type":["` + strings.Repeat(`a","`, 100) + `"]}`, `]}]}]}]}`, 8 << 10, more(bound{"the texts of terms", boundTexts.most})},
		rate("perks", `"included_perks":{"":0`, `,"%d":0`, `}`, more(boundPerks)),
		rate("perks as a list", `"included_perks":[""`, `,"%d"`, `]`, more(boundPerks)),
		{"exchange rates", `{"results":[],"currency_exchange_rates":[{}`, `,{}`, `]}`, 0, more(boundExchange)},
		{"review sites", `{"results":[],"missing_reviewsite_ids":[""`, `,"%d"`, `]}`, 0, more(boundReviewSites)},
		in("a name without an end", `"name":"`, strings.Repeat("x", 1<<16), `"`, ""),
		in("a name of escapes", `"name":"`, strings.Repeat(`\"\\\u00e9`, 1<<12), `"`, ""),
		in("a name of characters that become longer", `"name":"`, strings.Repeat("\u00ad", 1<<12), `"`, ""),
		{"a key without an end", `{"results":[],"`, strings.Repeat("x", 1<<16), `":0}`, 0, ""},
		{"names of the longest size", `{"results":[` + hotel + `"amenities":[""`, `,"` + strings.Repeat("\u00ad", 2000) + `"`, `]}]}`, 5 << 19, ""},
		in("a number without an end", `"name":1`, strings.Repeat("1", 1<<16), ``, errLongValue.Error()),
		in("white space without an end", `"name":`, strings.Repeat(" ", 1<<16), `1`, errLongValue.Error()),
		in("a tree in place of a name", `"name":[0`, strings.Repeat(",0", 1<<15), `]`, errLongValue.Error()),
		rate("a booking code without an end", `"x":0,"booking_code":"`, strings.Repeat("x", 1<<16), `"`, fmt.Sprintf("the answer has a booking_code of more than %d bytes", maxExact)),
		rate("a channel code without an end", `"channel_code":"`, strings.Repeat("x", 1<<16), `"`, fmt.Sprintf("the answer has a channel_code of more than %d bytes", maxExact)),
		in("a property code without an end", `"property_code":"`, strings.Repeat("x", 1<<16), `"`, fmt.Sprintf("the answer has a property_code of more than %d bytes", maxExact)),
		{"a paging token without an end", `{"results":[],"pagination":{"pagination_token":"`, strings.Repeat("x", 1<<16), `"}}`, 0, fmt.Sprintf("the answer has a pagination_token of more than %d bytes", maxExact)},
		{"unknown fields", `{"results":[],"x":0`, `,"%d":[{}]`, `}`, 0, ""},
	}
}

func listBodies() []hostileBody {
	more := func(b bound) string { return fmt.Sprintf("the answer has more than %d elements in %s", b.most, b.list) }
	const one = `{"id":"` + testID + `",`
	return []hostileBody{
		{"reservations that say nothing", `{"items":[{}`, `,{}`, `]}`, 1 << 19, ""},
		{"reservations", `{"items":[{}`, `,{"id":"%d"}`, `]}`, 0, "the answer takes more than twice its size in memory (items)"},
		{"custom data", `{"items":[` + one + `"custom_data":{"":0`, `,"%d":0`, `}}]}`, 0, more(boundCustom)},
		{"an id without an end", `{"items":[{"id":"`, strings.Repeat("x", 1<<16), `"}]}`, 0, fmt.Sprintf("the answer has a id of more than %d bytes", maxExact)},
		{"a token without an end", `{"items":[` + one + `"payment":{"guest":{"token":"`, strings.Repeat("x", 1<<16), `"}}}]}`, 0, fmt.Sprintf("the answer has a token of more than %d bytes", maxExact)},
	}
}

func placeBodies() []hostileBody {
	more := func(b bound) string { return fmt.Sprintf("the answer has more than %d elements in %s", b.most, b.list) }
	return []hostileBody{
		{"destinations that say nothing", `{"results":[{}`, `,{"type":"hotel"}`, `]}`, 0, ""},
		{"destinations", `{"results":[{}`, `,{"type":"destination","name":"%d"}`, `]}`, 0, more(boundResults)},
		{"properties", `{"results":[{}`, `,{"type":"hotel","name":"%d"}`, `]}`, 0, "the answer takes more than twice its size in memory (results)"},
		{"hotels of a destination", `{"results":[{"type":"destination","name":"A","hotels":[""`, `,"%d"`, `]}]}`, 5 << 19, more(boundInDestination)},
		{"a description without an end", `{"results":[{"type":"hotel","name":"A","description":"`, strings.Repeat(`x\n`, 1<<15), `"}]}`, 0, ""},
	}
}

// writeBodies are answers to a cancellation. Nothing in them may be left unread.
func writeBodies() []hostileBody {
	const one = `{"id":"` + testID + `",`
	return []hostileBody{
		{"a name without an end", one + `"hotel":{"name":"`, strings.Repeat("x", 1<<16), `"}}`, 5 << 19, errLongStrict.Error()},
		{"a name of nearly that length", one + `"hotel":{"name":"`, strings.Repeat("x", 1<<10), `"}}`, maxStrict - 8<<10, ""},
		{"names that are remembered", one + `"x":{"":0`, `,"%d":0`, `}}`, 0, "the answer takes more than twice its size in memory"},
		{"names that are remembered, far out", one + `"":0`, `,"%d":0`, `}`, 5 << 19, "the answer takes more than twice its size in memory"},
		{"custom data", one + `"custom_data":{"":0`, `,"%d":0`, `}}`, 0, fmt.Sprintf("the answer has more than %d elements in custom_data", boundCustom.most)},
	}
}

func heapBytes() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// heapGrowth returns how many bytes run adds to the heap, garbage included. A busy machine
// delays the collection of garbage, so a growth above most is measured up to five times,
// and the least counts.
func heapGrowth(most int64, run func()) int64 {
	least := growthOnce(run)
	for tries := 1; least > most && tries < 5; tries++ {
		least = min(least, growthOnce(run))
	}
	return least
}

func growthOnce(run func()) int64 {
	runtime.GC()
	before := heapBytes()
	peak := before
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		tick := time.NewTicker(2 * time.Millisecond)
		defer tick.Stop()
		for {
			peak = max(peak, heapBytes())
			select {
			case <-stop:
				return
			case <-tick.C:
			}
		}
	}()
	run()
	close(stop)
	<-done
	return int64(max(peak, heapBytes()) - before) //nolint:gosec // No heap is as large.
}

// An answer takes at most twice its unpacked size and a fixed ceiling, whatever
// is in it and however small it is on the wire.
func TestHostileAnswers(t *testing.T) {
	const ceiling = 16 << 20
	s := newSwitchServer(t)
	c := testClient(t, s.URL, func(o *Options) { o.ReadRetries, o.ReadTimeout = -1, 10*time.Minute })
	in, out := NewDate(2026, time.December, 12), NewDate(2026, time.December, 15)
	calls := map[string]func() (any, error){
		"hotels": func() (any, error) {
			return c.SearchHotels(t.Context(), HotelQuery{Code: "LON", CheckIn: in, CheckOut: out, Adults: 1})
		},
		"list":         func() (any, error) { return c.ListReservations(t.Context(), ReservationQuery{}) },
		"destinations": func() (any, error) { return c.SearchDestinations(t.Context(), DestinationQuery{}) },
		"cancel":       func() (any, error) { return c.CancelReservation(t.Context(), testID) },
	}
	for call, bodies := range map[string][]hostileBody{
		"hotels": pageBodies(), "list": listBodies(), "destinations": placeBodies(), "cancel": writeBodies(),
	} {
		for _, body := range bodies {
			t.Run(call+"/"+body.name, func(t *testing.T) {
				text := body.text()
				size, wire, encoding := len(text), text, "identity"
				if !body.numbered() { // What repeats is next to nothing on the wire.
					wire, encoding = compressed(text), "gzip"
				}
				s.answer(func(w http.ResponseWriter, _ *http.Request) {
					w.Header().Set("Content-Type", "application/json")
					w.Header().Set("Content-Encoding", encoding)
					_, _ = w.Write(wire)
				})
				var answer any
				var err error
				most := int64(2*size + ceiling)
				if grew := heapGrowth(most, func() { answer, err = calls[call]() }); grew > most {
					t.Errorf("%d bytes on the wire, %d unpacked: the heap grew by %d MiB, %d at most", len(wire), size, grew>>20, most>>20)
				}
				switch {
				case body.failure == "" && err != nil:
					t.Error(err)
				case body.failure != "" && (err == nil || !strings.Contains(err.Error(), body.failure)):
					t.Errorf("it says %v, want %s", err, body.failure)
				}
				if unknown(err) != (call == "cancel" && err != nil) {
					t.Errorf("its outcome is not right: %v", err)
				}
				checkTexts(t, reflect.ValueOf(answer))
			})
		}
	}
}

// Of many details the first are kept and the others are counted.
func TestManyDetails(t *testing.T) {
	detail := `{"message": "no", "field": ["a"]},`
	c := newFake(t, exchange{
		method: "POST", path: "/rest/v1/reservation/" + testID + "/cancel", status: 400,
		answer: `{"type": "VALIDATION", "details": [` + strings.Repeat(detail, 24_999) + strings.TrimSuffix(detail, ",") + `]}`,
	}).client()
	_, err := c.CancelReservation(t.Context(), testID)
	e := failure(t, err)
	if len(e.Problems) != maxProblems+1 || e.Problems[maxProblems].Message != "and 24950 more, which are left out" || unknown(err) {
		t.Errorf("%d problems, the last is %+v, unknown: %v", len(e.Problems), e.Problems[len(e.Problems)-1], unknown(err))
	}
}

// A text is cut where a person can see it, at the border of a character, and
// what is left of an answer behind a long text is read as ever.
func TestLongTextsAreCut(t *testing.T) {
	for name, piece := range map[string]string{
		"letters": "x", "two bytes": "é", "three bytes": "€", "four bytes": "😀", "escapes": `\"`, "escaped letters": `\u00e9`,
		"escaped backslashes": `\\`, "surrogates": `\ud83d\ude00`, "of different lengths": `a\\é\u0041😀\n`,
	} {
		for shift := range 7 {
			long := strings.Repeat("x", shift) + strings.Repeat(piece, maxValue*3/len(piece))
			body := `{"results":[{"type":"hotel","name":"N","city":"` + long + `","description":"` + long + `","phone":"1","x":"` + long + `"},{"type":"boat"}]}`
			found := decodeText(t, body, destinationsOf)
			if len(found.Properties) != 1 || found.Unknown != 1 || found.Properties[0].Phone != "1" {
				t.Fatalf("%s: what follows is lost: %d, %d", name, len(found.Properties), found.Unknown)
			}
			for text, most := range map[string]int{found.Properties[0].City: maxText, found.Properties[0].Description: maxProse} {
				if len(text) > most || len(text) < most-16 || !strings.HasSuffix(text, "…") || strings.ContainsRune(text, utf8.RuneError) {
					t.Errorf("%s, at most %d: %d bytes, %q at the end", name, most, len(text), text[max(0, len(text)-12):])
				}
			}
		}
	}
}

// A room and a rate of which anything is said are kept.
func TestSaysSeesEveryField(t *testing.T) {
	fill := func(v reflect.Value) {
		switch v.Kind() {
		case reflect.String:
			v.SetString("x")
		case reflect.Int:
			v.SetInt(1)
		case reflect.Bool:
			v.SetBool(true)
		case reflect.Pointer:
			v.Set(reflect.New(v.Type().Elem()))
		case reflect.Slice:
			v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		default:
			t.Fatalf("a %s cannot be filled", v.Type())
		}
	}
	var walk func(v reflect.Value, path string, says func() bool)
	walk = func(v reflect.Value, path string, says func() bool) {
		for i := range v.NumField() {
			field, name := v.Field(i), path+"."+v.Type().Field(i).Name
			switch at := field.Addr().Interface().(type) {
			case *Money:
				*at = NewMoney("1", "")
			case *Instant:
				*at = Instant{Text: "x"}
			default:
				if field.Kind() == reflect.Struct {
					walk(field, name, says)
					continue
				}
				fill(field)
			}
			if !says() {
				t.Errorf("%s is not seen", name)
			}
			field.SetZero()
		}
	}
	var room Room
	walk(reflect.ValueOf(&room).Elem(), "Room", func() bool { return !reflect.ValueOf(room).IsZero() })
	var rate Rate
	walk(reflect.ValueOf(&rate).Elem(), "Rate", func() bool { return !reflect.ValueOf(rate).IsZero() })
	if !reflect.ValueOf(room).IsZero() || !reflect.ValueOf(rate).IsZero() {
		t.Error("an empty one says something")
	}
}

// checkTexts looks for texts that are too long to draw, or cut within a character.
func checkTexts(t *testing.T, v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			checkTexts(t, v.Field(i))
		}
	case reflect.Slice:
		for i := range v.Len() {
			checkTexts(t, v.Index(i))
		}
	case reflect.Pointer:
		if !v.IsNil() {
			checkTexts(t, v.Elem())
		}
	case reflect.String:
		if text := v.String(); len(text) > maxProse || !utf8.ValidString(text) {
			t.Errorf("a text of %d bytes, valid: %v", len(text), utf8.ValidString(text))
		}
	default:
	}
}
