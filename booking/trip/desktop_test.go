package trip_test

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bellhop/api"
	"bellhop/booking/trip"
)

func reader() trip.LineReader {
	now := time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)
	return trip.LineReader{Base: trip.Question{Trip: trip.Default(api.DateOf(now))}, Now: now}
}

// Lines of each desktop, and the plain line that asks the same. A line with "sample" is a public one, but for its days and
// place; the others are inferred. DESIGN 5.
var entryLines = []struct {
	line, plain string
	desktop     trip.Desktop
	notes       []string // a part of each
}{
	{"HOT/NYC/24SEP-26SEP/2/N-HILTON", "NYC 24-26 sep 2", trip.Sabre, []string{"a hotel's name"}}, // sample
	{"HOTLHR/12DEC-3NT2", "LHR 12dec 3n 2a", trip.Sabre, nil},
	{"hotlhr/12dec-15dec2", "LHR 12-15dec 2a", trip.Sabre, nil},
	{"HOTLHR/12DEC", "LHR 12dec 1n 1a", trip.Sabre, nil},
	{"HOTLHR", "LHR tonight 1n 1a", trip.Sabre, nil},
	{"HOTLHR/12DEC-3NT2‡HI‡D-5M‡RC-GOV", "LHR 12dec 3n 2a 5mi chain:hi", trip.Sabre, []string{"rate codes"}},
	{"HALON12DEC-15DEC", "LON 12-15dec 1a", trip.Amadeus, nil},                                // sample
	{"HAFRA12DEC/SR-HPL", "FRA 12dec 1n 1a", trip.Amadeus, []string{"SR-HPL"}},                // sample
	{"HAXXPAR12DEC-3/HN-CONCORDE", "PAR 12dec 3n 1a chain:xx", trip.Amadeus, []string{"HN-"}}, // sample
	{"HAPAR/DT-12DEC-3/RT-2A1K", "PAR 12dec 3n 2a", trip.Amadeus, []string{"A1K"}},            // sample
	{"HAPAR12DEC/DD-15DEC/BT-K/ST-A", "PAR 12dec 3n 1a", trip.Amadeus, []string{"BT-K", "ST-A"}},
	{"HALON12DEC-15DEC/QU-80-120/FCGBP", "LON 12dec 3n 1a 240-360gbp", trip.Amadeus, []string{"80 to 120 a night means 240.00 to 360.00 GBP for the stay"}}, // sample
	{"HALON12DEC-15DEC/QU-H80/FCGBP", "LON 12dec 3n 1a >240gbp", trip.Amadeus, []string{"from 80 a night means from 240.00 GBP for the stay"}},
	{"HOALON12DEC-15DEC2/V+80", "LON 12-15dec 2a >240", trip.Travelport, []string{"from 80 a night"}},
	{"HAPAR12DEC/FC-JPY/NR2/RT-2", "PAR 12dec 1n 4a 2r", trip.Amadeus, []string{"JPY", "4 adults in all"}},
	{"HLPAR12DEC-15DEC", "PAR 12-15dec 1a", trip.Amadeus, nil},
	{"HL PAR", "PAR 1a", trip.Amadeus, []string{"searched for Wed 9 Dec"}}, // sample
	{"HAPAR12DEC/G-CCDC30125647382919EXP1012/ID-336677", "PAR 12dec 1n 1a", trip.Amadeus, []string{"G: a guarantee", "ID: corporate"}},
	{"HOA12DEC-15DECLHR2", "LHR 12-15dec 2a", trip.Travelport, nil},                     // sample
	{"HOA12DEC–15DECLHR", "LHR 12-15dec 1a", trip.Travelport, nil},                      // sample, with its long dash
	{"hoa12dec-2ntatl/xxx", "ATL 12dec 2n 1a", trip.Travelport, []string{"rate codes"}}, // sample
	{"HOALON12DEC-15DEC2/D-5MS", "LON 12-15dec 2a 5mi", trip.Travelport, []string{"a direction"}},
	{"HOA12DEC-15DECLAX2/D-10M/RM-1/F-SEC", "LAX 12-15dec 2a 10mi", trip.Travelport, []string{"amenities"}}, // sample
	{"HOA12DECLAX2/D10-15K/V-100/VUSD/HI", "LAX 12dec 1n 2a 15km <100usd chain:hi", trip.Travelport, []string{"least distance", "100 a night"}},
	{"HOA12DECLAX/HI+CP/V100/AAA3/A/P-BB", "LAX 12dec 1n 1a", trip.Travelport, []string{"one chain", "approximate", "AAA", "location", "type of property"}},
	{"HOIAMS", "AMS 1a", trip.Travelport, []string{"searched for"}}, // sample
	{"HOILON/N–PARK", "LON 1a", trip.Travelport, []string{"a hotel's name", "searched for"}},
	{"HOTLHR/12DEC-3NT2 ref <300 by distance", "LHR 12dec 3n 2a ref <300 by distance", trip.Sabre, nil},
	{"HOTLHR/12DEC-3NT2‡D-5M ref", "LHR 12dec 3n 2a 5mi ref", trip.Sabre, nil}, // one word alone
	{"HALON12DEC-3/HN-HOLIDAY INN/RT-2 4* chain:hi 5mi", "LON 12dec 3n 2a 4* chain:hi 5mi", trip.Amadeus, []string{"HN-HOLIDAY INN"}},
	{"HOT/NYC/12DEC-3NT2/N-HOLIDAY INN BY THE PARK ref <300 by distance", "NYC 12dec 3n 2 ref <300 by distance", trip.Sabre, []string{"N-HOLIDAY INN BY THE PARK:"}},
	{"HLPAR/DT-12DEC-3", "PAR 12dec 3n 1a", trip.Amadeus, nil},
	{"HOA12DECLAX/CC-4111301256473829", "LAX 12dec 1n 1a", trip.Travelport, []string{"CC-… is not"}},
	{"HOA12DECLAX/Q-7", "LAX 12dec 1n 1a", trip.Travelport, []string{"not an option that is known"}},
}

// A line of another desktop sends, byte for byte, what the plain line sends, and what it asks beyond that is named.
func TestEntriesSendWhatPlainLinesSend(t *testing.T) {
	t.Parallel()
	var body []byte
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ = io.ReadAll(r.Body)
		_, _ = io.WriteString(w, `{"results":[]}`)
	}))
	defer server.Close()
	client, err := api.New(api.Options{BaseURL: server.URL, Account: "account", Token: api.NewSecret("token")})
	if err != nil {
		t.Fatal(err)
	}
	sent := func(q trip.Question) []byte {
		body = nil
		_, _ = client.SearchHotels(t.Context(), q.Trip.HotelQuery())
		if len(body) == 0 {
			t.Fatalf("nothing was sent for %+v", q)
		}
		return body
	}
	for _, c := range entryLines {
		line, plain := reader().Read(c.line), reader().Read(c.plain)
		if line.Problem != nil || plain.Problem != nil || line.Desktop != c.desktop {
			t.Errorf("%s is %s: %+v; %s: %+v", c.line, line.Desktop, line.Problem, c.plain, plain.Problem)
			continue
		}
		if got, want := sent(line.Question), sent(plain.Question); !bytes.Equal(got, want) || line.Question.Filter != plain.Question.Filter {
			t.Errorf("%s sends\n%s and keeps %+v\n%s sends\n%s and keeps %+v", c.line, got, line.Question.Filter, c.plain, want, plain.Question.Filter)
		}
		if notes := strings.Join(line.Notes, "\n"); len(c.notes) == 0 && notes != "" || line.Question.Sort != plain.Question.Sort || slices.ContainsFunc(c.notes, func(n string) bool { return !strings.Contains(notes, n) }) {
			t.Errorf("%s notes %q, want %q", c.line, line.Notes, c.notes)
		}
		if strings.Contains(strings.Join(line.Notes, ""), "3012") {
			t.Errorf("%s: a card is named: %q", c.line, line.Notes)
		}
	}
}

func TestBadEntriesArePointedAt(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"HOT*":                     "HOT*|begin with the place",
		"HA/DT-1AUG":               "HA/DT-1AUG|begin with the place",
		"HOTLHR/12DEC-3NT2 3n":     "3n|are those of the entry",
		"HOTLHR/12DEC-3NT2 rome":   "rome|are those of the entry",
		"HOTLHR/12DEC-3NT2 by nam": "by nam|is no order",
		"HOTLHR/31FEB-3NT":         "31FEB|no day",
		"HALON15DEC-12DEC":         "15DEC-12DEC|nights are more than",
		"HAPAR/DT-12-15":           "DT-12-15|days are like",
		"HOT/NYC/24-26/2":          "24-26|12DEC-15DEC",
		"HOA12DECLHR2X":            "X|is not read in an entry of Travelport",
		"HOA12DEC-15DECLHR9/RM-2":  "9|at most 9 adults in one booking: make 2",
	} {
		p := reader().Read(text).Problem
		if p == nil || !strings.Contains(p.Message, strings.Split(want, "|")[1]) || text[p.Start:p.End] != strings.Split(want, "|")[0] {
			t.Errorf("%s: %+v, want %s", text, p, want)
		}
	}
	// Names of places are no entries.
	for _, text := range []string{"halifax", "hanoi 12dec", "HANOI", "HALLE", "hotel 71", "HOTELS", "hoi an 12dec", "holland 3n", "HAVANA", "hal 2a"} {
		if line := reader().Read(text); line.Desktop != trip.Plain {
			t.Errorf("%s is an entry of %s", text, line.Desktop)
		}
	}
}

// What is written for another desktop is read as the same search, but for what is said to be left.
func TestQuestionsForOtherDesktops(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		q := reader().Read("LHR 12dec 3n").Question
		q.Trip.Adults, q.Trip.Rooms = rapid.IntRange(1, 9).Draw(t, "adults"), 1
		q.Trip.Children = rapid.IntRange(0, 2).Draw(t, "children")
		q.Filter.FreeCancel = rapid.Bool().Draw(t, "free")
		q.Filter.MaxPrice = rapid.SampledFrom([]api.Money{{}, api.NewMoney("300", "GBP"), api.NewMoney("100", "")}).Draw(t, "price")
		if q.Filter.MaxPrice.Number() == "100" {
			q.Filter.MinPrice = rapid.SampledFrom([]api.Money{{}, api.NewMoney("50", "")}).Draw(t, "least")
		}
		q.Filter.Chain = rapid.SampledFrom([]string{"", "HI"}).Draw(t, "chain")
		for _, d := range trip.Desktops() {
			entry, left := q.In(d)
			line := reader().Read(entry)
			if line.Desktop != d || line.Problem != nil || len(line.Notes) > 1 {
				t.Fatalf("%s: %+v %q", entry, line.Problem, line.Notes)
			}
			same := q
			same.Trip.Children, same.Filter = 0, trip.Filter{}
			if d != trip.Sabre {
				same.Filter.Chain = q.Filter.Chain
				if q.Filter.MaxPrice.Number() == "300" { // 100 a night
					same.Filter.MaxPrice = q.Filter.MaxPrice
				}
			}
			if got, want := line.Question.Line(), same.Line(); got != want {
				t.Fatalf("%s is read as %s, want %s", entry, got, want)
			}
			if lost := q.Line() != same.Line(); lost != (len(left) > 0) {
				t.Fatalf("%s for %s leaves %q", entry, q.Line(), left)
			}
		}
	})
	if _, left := reader().In(trip.Sabre, reader().Read("LHR 12dec2028 3n").Question); !slices.Contains(left, "the year 2028") {
		t.Errorf("left is %q", left)
	}
	if entry, _ := reader().Read("london 12dec 3n").Question.In(trip.Sabre); entry != "HOTLON/12DEC-15DEC/2" {
		t.Errorf("a city's entry is %s", entry)
	}
	q := reader().Read("san jose 12dec 3n 3a 2r 5mi").Question
	for d, want := range map[trip.Desktop]string{
		trip.Travelport: "HOA12DEC-15DECSANJOSE2/D-5M/RM-2; 3 adults in all",
		trip.Amadeus:    "; a code for the place",
	} {
		if entry, left := q.In(d); entry+"; "+strings.Join(left, ", ") != want {
			t.Errorf("%s: %s %q", d, entry, left)
		}
	}
}
