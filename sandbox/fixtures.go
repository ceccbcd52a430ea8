package sandbox

import (
	"encoding/json"
	"errors"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"

	"bellhop/internal/spelling"
	"bellhop/sandbox/internal/clock"
	"bellhop/sandbox/internal/input"
	"bellhop/sandbox/jsontree"
	"bellhop/sandbox/service"
	"bellhop/sandbox/store"
	"bellhop/sandbox/world"
)

const (
	maxFixtures = 10_000
	// maxFixtureCount is the most nights, rooms and guests, all of which the
	// service has at 99.
	maxFixtureCount = min(world.MostNights, service.MaxRooms, service.MaxPerson)
	maxFixtureDays  = 10_000   // how far a relative date may be from today
	settingPrefix   = "--set " // what the command line calls a setting
)

// fixture is one reservation of a fixture file, checked as far as that goes
// without a world.
type fixture struct {
	path    []string
	place   string // IATA code; "" when the hotel is named alone
	hotel   string // chain and property code; "" for the nearest that fits
	in      fixtureDay
	nights  int
	guests  service.Guests
	rooms   int
	refunds *bool // nil takes any rate
	status  store.Status
	made    fixtureInstant
	data    json.RawMessage // custom_data, with its values for the filter
	values  []string
}

// fixtureDay is a date, or so many days after the hotel's today.
type fixtureDay struct {
	day      world.Day
	relative bool
}

// fixtureInstant is an instant, or so long after the sandbox's present. Without
// either it is left to the stay.
type fixtureInstant struct {
	at       time.Time
	after    time.Duration
	given    bool
	relative bool
}

// CheckFixtures reports whether the text of a fixture file and the settings that
// override its values, each PATH=VALUE, can be understood. Otherwise it is an
// *InputError that names the line, the path or the setting, and the nearest
// known name. Whether the world has such hotels and rates shows at Open.
func CheckFixtures(text string, set []string) error {
	_, err := readFixtures(text, set)
	return err
}

// readFixtures reads a fixture file, puts the settings into it and checks every
// value. An empty text is no fixtures, which is nil; a file without any is a
// world without reservations.
func readFixtures(text string, set []string) ([]fixture, error) {
	if text == "" {
		if len(set) > 0 {
			return nil, input.Errorf("%sneeds a file of fixtures to set a value in", settingPrefix)
		}
		return nil, nil
	}
	p := &jsontree.Problems{}
	text = strings.TrimPrefix(text, "\ufeff") // Some editors start a file with this mark.
	whole, err := jsontree.Decode([]byte(text), p)
	if err != nil {
		return nil, notFixtures(text, err)
	}
	form := fixtureShape()
	form.check(whole, nil, p)
	if err := inputProblems(p); err != nil {
		return nil, err
	}
	for _, one := range set {
		if whole, err = form.set(whole, one); err != nil {
			return nil, err
		}
	}
	f := jsontree.NewFields(p, nil, whole)
	list := []fixture{}
	for i, one := range f.Objects("reservations", jsontree.Required) {
		list = append(list, readFixture(one, i))
	}
	if len(list) > maxFixtures {
		p.Add(f.At("reservations"), "has more than %d items", maxFixtures)
	}
	return list, inputProblems(p)
}

// notFixtures says where a text stops being JSON.
func notFixtures(text string, err error) error {
	var wrong *json.SyntaxError
	if !errors.As(err, &wrong) {
		return input.Errorf("the text is no JSON: it %s", jsontree.DescribeError(err))
	}
	before := text[:min(max(int(wrong.Offset), 0), len(text))]
	return input.Errorf("line %d: %s", 1+strings.Count(before, "\n"), wrong)
}

// inputProblems returns an error of the first problem that says how many there
// are besides, or nil when there is none.
func inputProblems(p *jsontree.Problems) error {
	switch n := len(p.List); n {
	case 0:
		return nil
	case 1:
		return input.Errorf("%s", visible(p.List[0].Message))
	default:
		return input.Errorf("%s (and %d more)", visible(p.List[0].Message), n-1)
	}
}

// visible keeps what a file calls its fields from driving the terminal.
func visible(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return '?'
		}
		return r
	}, text)
}

var fixtureHotelForm = regexp.MustCompile(`^[A-Z]{2}[0-9]+$`)

func readFixture(f *jsontree.Fields, position int) fixture {
	x := fixture{
		path: f.Path, place: f.Plain("place", jsontree.Optional), hotel: f.Plain("hotel", jsontree.Optional),
		in: readFixtureDay(f), nights: readFixtureCount(f, "nights", 1, 1), rooms: readFixtureCount(f, "rooms", 1, 1),
		status: readFixtureStatus(f), made: readFixtureInstant(f),
	}
	if x.place == "" && x.hotel == "" {
		f.Problem("place", "is missing: say LON, for one, or name a hotel")
	}
	if x.hotel != "" && !fixtureHotelForm.MatchString(x.hotel) {
		f.Problem("hotel", "must be a chain code and a property code in one word, such as LX20417")
	}
	if v, ok := f.Typed("refundable", jsontree.Optional, jsontree.Bool, "true or false"); ok {
		x.refunds = &v.Bool
	}
	x.guests = service.Guests{
		Adults: int64(readFixtureCount(f, "adults", 2, 1)), Children: int64(readFixtureCount(f, "children", 0, 0)),
		Primary: readFixtureGuest(f, position),
	}
	x.data, x.values = service.ReadCustomData(f)
	return x
}

// readFixtureCount reads an integer that need not be there.
func readFixtureCount(f *jsontree.Fields, name string, otherwise int, least int64) int {
	if !f.Has(name) {
		return otherwise
	}
	return int(f.Integer(name, jsontree.Required, least, maxFixtureCount))
}

// readFixtureGuest reads a guest, and invents what the file does not say: the
// same for the same position in the file.
func readFixtureGuest(f *jsontree.Fields, position int) service.Guest {
	people := samplePeople()
	who := people[position%len(people)].guest(position)
	given := f.Object("guest", jsontree.Optional)
	filled := jsontree.NewFields(f.Problems, f.At("guest"), jsontree.Value{})
	for name, text := range map[string]string{
		"address": who.Address, "city": who.City, "country": who.Country, "email": who.Email, "given_name": who.GivenName,
		"surname": who.Surname, "telephone_number": who.Telephone, "postal_code": who.PostalCode,
	} {
		filled.Members = append(filled.Members, jsontree.TextMember(name, text))
	}
	// The first member of a name is the one that is read.
	filled.Members = append(given.Members[:len(given.Members):len(given.Members)], filled.Members...)
	return service.ReadGuest(filled)
}

func readFixtureDay(f *jsontree.Fields) fixtureDay {
	text := f.Text("check_in", jsontree.Required)
	if text == "" {
		return fixtureDay{}
	}
	if strings.HasPrefix(text, "+") || strings.HasPrefix(text, "-") {
		days, err := strconv.Atoi(text)
		if err != nil || days < -maxFixtureDays || days > maxFixtureDays {
			f.Problem("check_in", "must be days from today, such as +14 or -3")
			days = 0
		}
		return fixtureDay{day: world.Day(days), relative: true}
	}
	day, ok := jsontree.ParseDay(text)
	if !ok {
		f.Problem("check_in", "must be days from today, such as +14, or a date, YYYY-MM-DD")
	}
	return fixtureDay{day: world.Day(day)}
}

func readFixtureInstant(f *jsontree.Fields) fixtureInstant {
	text := f.Plain("made", jsontree.Optional)
	if !f.Has("made") {
		return fixtureInstant{}
	}
	x, known := fixtureInstant{given: true, relative: strings.HasPrefix(text, "-")}, false
	if x.relative {
		x.after, known = clock.ReadSpan(text)
	} else {
		x.at, known = clock.ReadInstant(text)
	}
	if !known {
		f.Problem("made", "must be how long ago it was made, such as -3d, or an instant, such as 2026-11-01 or 2026-11-01T10:00:00Z")
	}
	return x
}

func readFixtureStatus(f *jsontree.Fields) store.Status {
	known := map[string]store.Status{"confirmed": store.Confirmed, "canceled": store.Canceled, "created": store.Created}
	text := f.Plain("status", jsontree.Optional)
	status, ok := known[text]
	switch {
	case !f.Has("status"):
		return store.Confirmed
	case ok:
		return status
	}
	hint := "it is confirmed, canceled or created"
	if near := spelling.Nearest(text, []string{"confirmed", "canceled", "created"}); near != "" {
		hint = "did you mean " + near + "?"
	}
	f.Problem("status", "is not known; %s", hint)
	return store.Confirmed
}
