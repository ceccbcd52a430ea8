package sandbox

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

const threeFixtures = `{"reservations": [
  {"place": "LON", "check_in": "+14", "nights": 3, "adults": 2, "refundable": true,
   "guest": {"given_name": "Ada", "surname": "Jones", "email": "ada@example.com"}, "custom_data": {"trip": 7}},
  {"place": "PAR", "check_in": "2026-12-20", "status": "canceled", "made": "-3d", "refundable": false},
  {"place": "TYO", "check_in": "-20", "nights": 2, "rooms": 2, "adults": 3, "status": "created"}
]}`

// startWith is a sandbox on a folder that begins with fixtures.
func startWith(t *testing.T, dir, fixtures string, set ...string) *testFixture {
	t.Helper()
	return start(t, func(o *Options) {
		o.Dir, o.Properties, o.Samples, o.Fixtures, o.Set = dir, 6000, 5, fixtures, set
	})
}

// stored lists all reservations of the account, as bytes.
func (l *testFixture) stored() []byte { return l.do("GET", pathList, nil).raw }

func TestFixturesReplaceTheSamples(t *testing.T) {
	t.Parallel()
	l := startWith(t, "", threeFixtures, "reservations.0.guest.surname=Smith", "reservations.3.place=LON", "reservations.3.check_in=+1",
		"reservations.3.custom_data.vip=true", "reservations.1.nights=2")
	list := at(l.ok(200, "GET", pathList, nil), "items").([]any)
	got := map[string]any{}
	for _, one := range list {
		who := text(one, "guests", "primary", "surname")
		got[who] = one
	}
	if len(list) != 4 || len(got) != 4 {
		t.Fatalf("%d reservations of %d guests, want 4", len(list), len(got))
	}
	for _, c := range []struct{ who, in, out, created, status, custom string }{
		{"Smith", "2026-12-05", "2026-12-08", "2026-11-21T12:30:00Z", "confirmed", `{"trip":7}`},
		{"Bērziņš", "2026-12-20", "2026-12-22", "2026-11-18T12:30:00Z", "canceled", `null`},
		{"山田", "2026-11-01", "2026-11-03", "2026-10-24T15:00:00Z", "created", `null`},
		{"O'Brien", "2026-11-22", "2026-11-23", "2026-11-21T12:30:00Z", "confirmed", `{"vip":true}`},
	} {
		one := got[c.who]
		zone := l.zoneOf(one)
		day := func(field string) string {
			at, err := time.Parse(time.RFC3339, text(one, field))
			if err != nil {
				t.Fatal(err)
			}
			return at.In(zone).Format(time.DateOnly)
		}
		custom, _ := json.Marshal(at(one, "custom_data"))
		if in, out := day("check_in_date"), day("check_out_date"); in != c.in || out != c.out {
			t.Errorf("%s: %s to %s, want %s to %s", c.who, in, out, c.in, c.out)
		}
		if made, status := text(one, "created_at"), text(one, "status"); made != c.created || !strings.EqualFold(status, c.status) || string(custom) != c.custom {
			t.Errorf("%s: made %s, %s, %s; want %+v", c.who, made, status, custom, c)
		}
	}
	for who, want := range map[string]bool{"Smith": true, "Bērziņš": false} {
		if got := at(got[who], "rate", "terms", "refundable"); got != want {
			t.Errorf("%s: refundable %v, want %v", who, got, want)
		}
	}
	if n := length(at(l.ok(200, "GET", pathList+"?filter[custom_data]=7", nil), "items")); n != 1 {
		t.Errorf("%d reservations with the custom value, want 1", n)
	}
}

// zoneOf is the zone of a reservation's hotel.
func (l *testFixture) zoneOf(r any) *time.Location {
	l.t.Helper()
	hotel, ok := l.sandbox.world.Find(text(r, "hotel", "chain_code"), text(r, "hotel", "property_code"))
	if !ok {
		l.t.Fatalf("no such hotel: %v", at(r, "hotel"))
	}
	return l.sandbox.world.Location(hotel)
}

// The same file, seed and clock give the same bytes, at the start and after a
// reset; the settings count in both.
func TestFixturesAreDeterministic(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	l := startWith(t, dir, threeFixtures, "reservations.0.guest.surname=Smith")
	first := l.stored()
	if other := startWith(t, "", threeFixtures, "reservations.0.guest.surname=Smith").stored(); !bytes.Equal(first, other) {
		t.Errorf("another start gives\n%s\nand not\n%s", other, first)
	}
	l.book()
	if l.sandbox.FixturesWait() {
		t.Error("the fixtures of a new world wait")
	}
	if err := l.sandbox.Reset(t.Context()); err != nil {
		t.Fatal(err)
	}
	if again := l.stored(); !bytes.Equal(first, again) {
		t.Errorf("a reset gives\n%s\nand not\n%s", again, first)
	}
}

// A world that has reservations keeps them until a reset, and a reset that
// cannot be made changes nothing.
func TestFixturesWaitForAReset(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	o := Options{Dir: dir, Seed: 42, Properties: 600, Samples: 5, Accounts: []Account{{ID: "acme", Token: "key-1"}}}
	s, err := Open(t.Context(), placed(t, o))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		fixtures string
		want     int64
		says     string
	}{
		{`{"reservations":[]}`, 0, ""},
		{`{"reservations":[{"place":"XXX","check_in":"+1"}]}`, 5, `reservations.0.place must be the IATA code of a city or an airport, such as LON; there is no "XXX"`},
	} {
		o.Fixtures = `{"reservations":[]}`
		if c.says != "" {
			o.Dir, o.Fixtures = t.TempDir(), ""
			if s, err = Open(t.Context(), placed(t, o)); err == nil {
				err = s.Close()
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		o.Fixtures = c.fixtures
		s, err := Open(t.Context(), placed(t, o))
		if err != nil {
			t.Fatal(err)
		}
		if n, err := s.store.Reservations(t.Context()); !s.FixturesWait() || n != 5 || err != nil {
			t.Errorf("%d reservations before the reset, %v", n, err)
		}
		said := ""
		if err := s.Reset(t.Context()); err != nil {
			said = err.Error()
		}
		if n, err := s.store.Reservations(t.Context()); n != c.want || said != c.says || err != nil {
			t.Errorf("%d reservations and %q after the reset, want %d and %q, %v", n, said, c.want, c.says, err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// Fixtures hold their rooms, and never more than there are.
func TestFixturesTakeRooms(t *testing.T) {
	t.Parallel()
	l := start(t)
	hotel := l.sandbox.world.Property(0)
	code := hotel.Chain + hotel.Code
	one := fmt.Sprintf(`{"hotel":%q,"check_in":"+30","adults":1}`, code)
	whole := func(n int) string {
		return `{"reservations":[` + strings.TrimSuffix(strings.Repeat(one+",", n), ",") + `]}`
	}
	full := 0
	for n := 1; n < 400 && full == 0; n += 7 {
		s, err := Open(t.Context(), Options{Seed: 42, Properties: 600, Now: l.clock.time, Accounts: []Account{{ID: "acme", Token: "key-1"}}, Fixtures: whole(n)})
		var wrong *InputError
		switch {
		case err == nil:
			if got, _ := s.store.Reservations(t.Context()); got != int64(n) {
				t.Errorf("%d reservations of %d fixtures", got, n)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		case errors.As(err, &wrong) && strings.HasSuffix(wrong.Text, "finds no rate: at "+code+" the rooms that do are taken by the reservations before it"):
			full = n
		default:
			t.Fatal(err)
		}
	}
	if full < 2 {
		t.Errorf("the hotel was full at %d", full)
	}
}

func TestFixturesThatTheWorldHasNot(t *testing.T) {
	t.Parallel()
	l := start(t)
	hotel := l.sandbox.world.Property(0)
	code := hotel.Chain + hotel.Code
	created, _ := l.sandbox.world.Find("", "")
	for i := range l.sandbox.world.Len() {
		if l.sandbox.world.Scenario(i) == "created" {
			created = i
		}
	}
	silent := l.sandbox.world.Property(created)
	for one, want := range map[string]string{
		`{"place":"XXX","check_in":"+1"}`:                                            `.place must be the IATA code of a city or an airport, such as LON; there is no "XXX"`,
		`{"hotel":"ZZ1","check_in":"+1"}`:                                            `.hotel ZZ1 is none of this world, which has 600 hotels from seed 42`,
		`{"place":"LON","check_in":"2026-12-01","made":"0001-01-01"}`:                `.check_in 2026-12-01 is more than 500 days after the reservation was made, 0001-01-01T00:00:00Z`,
		`{"place":"LON","check_in":"2026-12-01","made":"2026-12-24"}`:                `.made is in the future: the sandbox's clock shows 2026-11-21T12:30:00Z`,
		`{"place":"LON","check_in":"-10","made":"-1d"}`:                              `.check_in 2026-11-11 is before the reservation was made, 2026-11-20T12:30:00Z`,
		`{"place":"LON","check_in":"+501"}`:                                          `.check_in 2028-04-05 is more than 500 days after the reservation was made, 2026-11-21T12:30:00Z`,
		`{"place":"LON","check_in":"+5","adults":99}`:                                ` finds no rate: at the hotels near LON no room takes this party for all the nights`,
		`{"hotel":"` + code + `","check_in":"+5","adults":99}`:                       ` finds no rate: at ` + code + ` no room takes this party for all the nights`,
		`{"hotel":"` + silent.Chain + silent.Code + `","check_in":"+5"}`:             `.status cannot be confirmed: ` + silent.Chain + silent.Code + ` never confirms`,
		`{"hotel":"` + code + `","place":"` + far(hotel.City) + `","check_in":"+5"}`: `.hotel ` + code + ` is `,
	} {
		_, err := Open(t.Context(), Options{
			Seed: 42, Properties: 600, Now: l.clock.time, Accounts: []Account{{ID: "acme", Token: "key-1"}}, Fixtures: `{"reservations":[` + one + `]}`,
		})
		var wrong *InputError
		if !errors.As(err, &wrong) || !strings.HasPrefix(wrong.Text, "reservations.0"+want) {
			t.Errorf("%s: %v\nwant %s", one, err, want)
		}
	}
}

// far is a place that is not the city.
func far(city string) string {
	if city == "Auckland" {
		return "LON"
	}
	return "AKL"
}
