package screens_test

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/booking/trip"
	"bellhop/screens"
	"bellhop/screens/keys"
	"bellhop/ui"
	"bellhop/ui/clipboard"
	"bellhop/ui/keymap"
	"bellhop/ui/uitest"
)

// signInPause is how long the question for a key ignores what is typed.
const signInPause = 500 * time.Millisecond

// A fixture is screens on a service made by hand, with a clock that only Advance
// moves.
type fixture struct {
	t       testing.TB
	service *fakeService
	deps    *screens.Deps
	journal *journal.Journal
	pump    *uitest.Pump
	clock   atomic.Pointer[uitest.Pump] // the pump, for what runs beside the screens
	asleep  time.Duration               // how far the clock has jumped besides
	ahead   time.Duration               // how far the clock is ahead of the service's
	change  []func(*ui.Options)
	copied  []string // what went into the clipboard
	hostile bool     // drafts hold the texts of a hostile service
}

func newFixture(t testing.TB) *fixture {
	t.Helper()
	f := &fixture{t: t, service: &fakeService{hotels: 63, pageSize: 25}}
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	f.deps = &screens.Deps{
		Context: ctx,
		Theme:   themeWith(keys.Default()), Zone: time.UTC, Miles: true,
		Clock:       func() time.Time { return f.service.clock },
		Environment: ui.Environment{Name: "SANDBOX", Profile: "demo"}, Sandbox: true,
		TestTokens: []screens.Described{
			{Name: "tok_good", Does: "is charged"}, {Name: "tok_declined", Does: "is declined"},
		},
		TryToken: func(context.Context, api.Secret) error { return nil },
		SetToken: func(api.Secret) error { return nil },
	}
	f.deps.Copy = func(_ context.Context, text string) (clipboard.Copy, error) {
		f.copied = append(f.copied, text)
		return clipboard.Copy{Tool: "xclip"}, nil
	}
	f.deskAt(f.service)
	return f
}

// themeWith is the theme of tests, with these keys.
func themeWith(m *keymap.Map) ui.Theme {
	theme := ui.NewThemeIn(ui.ThemeNone, ui.NoColors)
	theme.Keys = m
	return theme
}

// deskAt has the fixture work at a service, with a journal of its own. Attempts
// are att-TEST, att-TEST-2 and so on.
func (f *fixture) deskAt(service booking.Service) {
	f.t.Helper()
	j, err := journal.Open(filepath.Join(f.t.TempDir(), "journal"), journal.Options{User: "ada", Now: f.now})
	if err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(func() {
		if err := j.Close(); err != nil {
			f.t.Error(err)
		}
	})
	f.journal = j
	f.deskWith(booking.Options{Service: service, Journal: j})
}

// deskOpening has the fixture work at a service with the journal in a folder,
// which the desk opens when it first needs it.
func (f *fixture) deskOpening(service booking.Service, dir string) {
	f.deskWith(booking.Options{Service: service, OpenJournal: func() (*journal.Journal, error) {
		j, err := journal.Open(dir, journal.Options{User: "ada", Now: f.now})
		if err == nil {
			f.t.Cleanup(func() { _ = j.Close() })
		}
		return j, err
	}})
}

func (f *fixture) deskWith(o booking.Options) {
	attempts := 0
	o.Now, o.Profile, o.Environment, o.ProfileName = f.now, "demo", "sandbox", "demo"
	// A look waits until somebody asks for it.
	o.Sleep = func(ctx context.Context, d time.Duration) error {
		if d > 0 {
			<-ctx.Done()
		}
		return ctx.Err()
	}
	o.Attempt = func() string {
		if attempts++; attempts > 1 {
			return fmt.Sprint("att-TEST-", attempts)
		}
		return "att-TEST"
	}
	f.deps.Desk = booking.NewDesk(o)
}

// looking is a test in which the desk finds out in the background what became of
// lost answers. Settled waits until it has nothing to do but wait.
func looking(t *testing.T, reservations int, test func(t *testing.T, f *fixture, service *reservationService)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		f, service := newFixtureWith(t, reservations)
		ctx, stop := context.WithCancel(f.deps.Context)
		desk := f.deps.Desk
		t.Cleanup(func() {
			stop()
			desk.Recovery.Stop()
		})
		desk.Recovery.Start(ctx)
		synctest.Wait() // What it does at its start reads the clock, which a screen that starts sets.
		test(t, f, service)
	})
}

// settled lets the desk do what it can, and a second pass, in which the screens
// see it.
func (f *fixture) settled() *uitest.Pump {
	f.t.Helper()
	synctest.Wait()
	return f.pump.Advance(time.Second)
}

func (f *fixture) now() time.Time {
	pump := f.clock.Load()
	if pump == nil {
		return uitest.Now().Add(f.ahead)
	}
	return pump.Now().Add(f.asleep + f.ahead)
}

// start puts the screen into a shell of 120x40.
func (f *fixture) start(s ui.Screen) *uitest.Pump {
	f.t.Helper()
	// As the console has them.
	alone := func(o *ui.Options) { o.Alone, o.Theme.Keys = f.deps.Theme.Keys.WriteKeys(), f.deps.Theme.Keys }
	f.pump = uitest.New(f.t, s, append([]func(*ui.Options){alone}, f.change...)...).Watch(nowAndThen(oneMeaning))
	f.clock.Store(f.pump)
	return f.pump
}

// goldens checks the frame at both sizes of the house style.
func (f *fixture) goldens(name string) {
	f.t.Helper()
	for _, size := range [][2]int{{120, 40}, {80, 24}} {
		f.pump.Resize(size[0], size[1])
		uitest.Golden(f.t, fmt.Sprintf("%s_%dx%d", name, size[0], size[1]), f.pump.View())
	}
}

// londonTrip is three nights for two adults.
func londonTrip() trip.Trip {
	return trip.Trip{
		Destination: trip.Destination{Kind: trip.KindCode, Name: "LON", Code: "LON"}, Adults: 2, Rooms: 1,
		CheckIn: api.NewDate(2026, time.December, 19), CheckOut: api.NewDate(2026, time.December, 22),
	}
}

// londonDraft is the first offer of the first hotel of the fake service.
func londonDraft(f *fixture) booking.Draft {
	hotel := f.service.hotel(0, londonTrip().CheckIn, londonTrip().CheckOut)
	if f.hostile {
		markTexts(reflect.ValueOf(&hotel).Elem(), "")
	}
	return booking.Draft{Trip: londonTrip(), Hotel: hotel, Room: hotel.Rooms[0], Rate: hotel.Rooms[0].Rates[0]}
}

// fakeService is a small town of hotels. Each call can be made to fail once.
type fakeService struct {
	daily            func(in api.Date) int // what a first night of this day costs more, in pence; nil is nothing
	hotels, pageSize int
	factors          []api.ExchangeRate   // of each page
	skipped          int                  // hotels without a code, on each page
	cheaper          func(hotel int) bool // which hotels cost less than all others
	lost             func(hotel int) bool // which hotels have no coordinates
	named            string               // the first hotel's name; its searched total leaves out a fee, those of the others include everything
	rooms            func(*api.Hotel)     // changes the first hotel's rooms
	unnamed          bool                 // whose amount it does not name
	saver            int                  // the hotel whose queen has a cheap rate without refund; zero is none
	takes            int                  // the most guests that a search finds a room for; zero is any
	fail             error                // of the next call
	failing          sync.Mutex           // guards fail: lost answers are looked for beside the screens
	verified         func(*api.Verification)
	gone             func(hotel int) bool // whose rates are not offered any more
	texts            []string             // destination searches that were not cancelled, in order
	empty            bool                 // there is no destination
	noCodes          bool                 // hotels cannot be searched by their codes
	repeats          bool                 // every page is the first one of very many
	island           bool                 // the only destination is Honolulu
	takesTime        time.Duration        // how long a destination search takes by the clock
	queenGone        bool                 // hotels have only their suite
	clock            time.Time
	searches         []api.HotelQuery // hotel searches, in order
	verifications    int
	created          []api.CreateRequest
	stored           []api.Reservation
}

func (f *fakeService) failure() error {
	f.failing.Lock()
	defer f.failing.Unlock()
	err := f.fail
	f.fail = nil
	return err
}

func (f *fakeService) Skew() time.Duration { return 0 }

func (f *fakeService) SearchDestinations(ctx context.Context, q api.DestinationQuery) (api.DestinationResults, error) {
	if err := ctx.Err(); err != nil {
		return api.DestinationResults{}, err
	}
	f.clock = f.clock.Add(f.takesTime)
	f.texts = append(f.texts, q.Text)
	if err := f.failure(); err != nil {
		return api.DestinationResults{}, err
	}
	if slices.Contains(strings.Fields(q.Text), "nowhere") || f.empty {
		return api.DestinationResults{}, nil
	}
	if f.island {
		return api.DestinationResults{
			Destinations: []api.Destination{{Name: "Honolulu, Hawaii, United States", City: "Honolulu", State: "Hawaii", CountryCode: "US", HotelsCount: 1, Hotels: []string{"HB31000"}}},
			Properties: []api.Property{{
				ID: api.PropertyID{Chain: "HB", Code: "31000"}, Name: "The Reef", City: "Honolulu", CountryCode: "US", Timezone: "Pacific/Honolulu",
			}},
		}, nil
	}
	stars := 4
	found := api.DestinationResults{Properties: []api.Property{
		{ID: fakeID(0), Name: cmp.Or(f.named, "The Aldwych Lantern"), City: "London", CountryCode: "GB", Stars: &stars, Category: "popular hotels", Rank: 1, Timezone: "Europe/London", Description: "A quiet house behind the theatres, with a bar that closes last."},
		{ID: fakeID(1), Name: "Londinium House", City: "London", CountryCode: "GB", Category: "popular hotels", Rank: 2, Timezone: "Europe/London"},
		{ID: fakeID(9), Name: "Hotel Zürich Löwe", City: "Zürich", CountryCode: "CH", Rank: api.Unranked, Timezone: "Europe/Zurich"},
	}}
	if q.Type != "hotels" {
		found.Destinations = []api.Destination{
			{Name: "London, England, United Kingdom", City: "London", CountryCode: "GB", HotelsCount: 63, Hotels: []string{"LX20400", "LX20401"}},
			{Name: "London, Ontario, Canada", City: "London", CountryCode: "CA", HotelsCount: 4, Hotels: []string{"LX30400"}},
		}
	}
	return found, nil
}

func (f *fakeService) SearchHotels(_ context.Context, q api.HotelQuery) (api.HotelPage, error) {
	f.searches = append(f.searches, q)
	if err := f.failure(); err != nil {
		return api.HotelPage{}, err
	}
	if f.noCodes && len(q.Properties) > 0 {
		return api.HotelPage{}, &api.Error{Operation: "search hotels", Status: 400, Type: api.TypeValidation, Message: "unknown filter"}
	}
	if f.takes > 0 && q.Adults+q.Children > f.takes {
		return api.HotelPage{Page: 1, PageSize: f.pageSize}, nil
	}
	page := max(q.Page, 1)
	if f.repeats {
		page = 1
	}
	pages := (f.hotels + f.pageSize - 1) / f.pageSize
	out := api.HotelPage{Page: page, PageSize: f.pageSize, TotalPages: pages, TotalItems: f.hotels, Skipped: f.skipped, Exchange: f.factors}
	for i := (page - 1) * f.pageSize; i < min(f.hotels, page*f.pageSize); i++ {
		out.Hotels = append(out.Hotels, f.hotel(i, q.CheckIn, q.CheckOut))
	}
	if page < pages {
		out.NextToken = fmt.Sprintf("page-%d", page+1)
	}
	if f.repeats {
		out.TotalPages, out.TotalItems = 600, 15000
	}
	return out, nil
}

func fakeID(i int) api.PropertyID {
	return api.PropertyID{Chain: []string{"LX", "HB", "QQ"}[i%3], Code: fmt.Sprint(20400 + i)}
}

func yes(b bool) *bool { return &b }

// hotel is number i of the town, priced by its number.
func (f *fakeService) hotel(i int, in, out api.Date) api.Hotel {
	names := []string{"The Aldwych Lantern", "Londinium House", "Pelham & Rowe", "Kingsway Court", "The Strand Rooms", "Hotel Löwe"}
	name := names[i%len(names)]
	if i >= len(names) {
		name = fmt.Sprintf("%s %d", name, i/len(names)+1)
	}
	h := api.Hotel{
		ID: fakeID(i), Name: name, Available: true, ADACompliant: i%4 == 0, CheckInTime: "15:00", CheckOutTime: "11:00",
		Address:   api.Address{Street: fmt.Sprintf("%d Lantern Row", i+1), City: "London", CountryCode: "GB", PostalCode: "WC2B 4DD"},
		Location:  &api.Coordinates{Latitude: 51.51 + float64(i%7-3)/200, Longitude: -0.12 + float64(i%5-2)/150},
		Rating:    api.Rating{Value: fmt.Sprint(3 + i%3), Provider: "Guide"},
		Amenities: []api.Amenity{{Description: "Wi-Fi"}, {Description: []string{"Gym", "Bar", "Pool"}[i%3]}},
	}
	if f.lost != nil && f.lost(i) {
		h.Location = nil
	}
	if h.ID.Chain == "LX" {
		h.Affiliation = "Lantern"
	}
	if i == 0 && f.named != "" {
		h.Name = f.named
	}
	nights := max(1, in.DaysUntil(out))
	queen := api.Room{Name: "Classic Queen", NameWithBeds: "Classic Queen, 1 queen bed", MaxOccupancy: 2}
	pence := 9000 + i*317%21000
	if f.daily != nil {
		pence += f.daily(in) / max(1, nights)
	}
	if f.cheaper != nil && f.cheaper(i) {
		pence = 5000 + i
	}
	queen.Rates = []api.Rate{f.rate(i, 0, in, nights, pence), f.rate(i, 1, in, nights, pence+900)}
	if i > 0 && i == f.saver {
		queen.Rates = append(queen.Rates, f.rate(i, 2, in, nights, 5000))
	}
	for k := range queen.Rates {
		if price := &queen.Rates[k].Price; i == 0 && f.named != "" {
			price.TaxesIncluded = yes(false)
			if !f.unnamed {
				price.Fees = pounds(250)
			}
		}
	}
	suite := api.Room{Name: "Lantern Suite", MaxOccupancy: 4, Beds: []api.Bed{{Type: "bed", Size: "king", Quantity: 1}}}
	suite.Rates = []api.Rate{f.rate(i, 2, in, nights, 30000+i*317%21000)}
	h.Rooms = []api.Room{queen, suite}
	if f.queenGone {
		h.Rooms = h.Rooms[1:]
	}
	if i == 0 && f.rooms != nil {
		f.rooms(&h)
	}
	lowest := queen.Rates[0].Price
	h.Lowest = &api.LowestRate{Total: lowest.Total, Base: lowest.Base, Taxes: lowest.Taxes, TaxesIncluded: lowest.TaxesIncluded}
	return h
}

func pounds(pence int) api.Money {
	return api.NewMoney(fmt.Sprintf("%d.%02d", pence/100, pence%100), "GBP")
}

// rate is one of a hotel's three: kind 1 has breakfast, kind 2 no refund.
func (f *fakeService) rate(hotel, kind int, in api.Date, nights, pence int) api.Rate {
	r := api.Rate{
		BookingCode: fmt.Sprintf("code/%d/%d/%s", hotel, kind, in), ChannelCode: "web",
		Name:    []string{"Flexible", "Flexible, breakfast", "Saver"}[kind],
		Expires: api.ParseInstant(uitest.Now().Add(20 * time.Minute).Format(time.RFC3339)),
	}
	total := 0
	for n := range nights {
		price := pence + []int{0, -600, 601}[n%3]
		total += price
		r.Price.Nights = append(r.Price.Nights, api.NightPrice{Date: in.AddDays(n), Total: pounds(price)})
	}
	r.Price.Total = pounds(total) // Whether taxes and fees are included is not said: a verification names a fee on top.
	if f.named != "" {
		r.Price.TaxesIncluded = yes(true)
	}
	r.Price.Taxes, r.Price.Base = pounds(total/6), pounds(total-total/6)
	r.Terms = api.Terms{PaymentInfo: "Charged at booking", Guarantee: []string{"card"}, Refundable: yes(kind != 2)}
	if kind == 1 {
		r.Perks = []api.Perk{{Name: "Breakfast", Description: "for two"}}
	}
	if kind != 2 {
		r.Terms.Penalties = []api.CancelPenalty{{
			Deadline: api.ParseDeadline(in.AddDays(-2).String() + "T18:00:00+00:00"), Amount: pounds(pence), Description: "One night is charged.",
		}}
	}
	return r
}

func (f *fakeService) VerifyRate(_ context.Context, r api.VerifyRequest) (api.Verification, error) {
	f.verifications++
	if err := f.failure(); err != nil {
		return api.Verification{}, err
	}
	var number, kind int
	if _, err := fmt.Sscanf(r.BookingCode, "code/%d/%d/", &number, &kind); err != nil {
		return api.Verification{}, &api.Error{Operation: "verify rate", Status: 404, Message: "no such rate"}
	}
	if f.gone != nil && f.gone(number) {
		return api.Verification{}, &api.Error{Operation: "verify rate", Status: 404, Type: api.TypeBooking, Message: "no such rate"}
	}
	hotel := f.hotel(number, r.CheckIn, r.CheckOut)
	offer := booking.RoomRates(hotel)[kind]
	v := api.Verification{
		BookingCode: r.BookingCode, ChannelCode: r.ChannelCode, CheckIn: r.CheckIn, CheckOut: r.CheckOut,
		Hotel: api.HotelRef{ID: hotel.ID, Name: hotel.Name}, MaxOccupancy: offer.Room.MaxOccupancy,
		Total: offer.Rate.Price.Total, Base: offer.Rate.Price.Base, Taxes: offer.Rate.Price.Taxes,
		TaxLines: []api.Charge{{Amount: offer.Rate.Price.Taxes, Description: "VAT", IncludedInBase: yes(false)}},
		FeeLines: []api.Charge{{Amount: pounds(250), Description: "City charge", IncludedInTotal: yes(false)}},
		Terms:    []api.Terms{offer.Rate.Terms},
	}
	v.Terms[0].AcceptedCards = []string{"Visa", "Mastercard"}
	v.Terms[0].Description = []string{"A photo ID is asked for on arrival."}
	if f.verified != nil {
		f.verified(&v)
	}
	return v, nil
}

func (f *fakeService) CreateReservation(_ context.Context, r api.CreateRequest) (api.Reservation, error) {
	f.created = append(f.created, r)
	if err := f.failure(); err != nil {
		return api.Reservation{}, err
	}
	made := api.Reservation{
		ID: "0123456789abcdef0123456789abcdef", Status: api.StatusConfirmed,
		CheckIn: api.Instant{Time: r.CheckIn.In(time.UTC)}, CheckOut: api.Instant{Time: r.CheckOut.In(time.UTC)},
		Created: api.Instant{Time: uitest.Now()}, Confirmation: &api.Confirmation{HotelNumber: "HC-77120", RecordLocator: "QWERTZ"},
		CustomData: r.CustomData, Adults: r.Adults, Children: r.Children, Guest: r.Guest, Hotel: r.Hotel,
		Payment: &api.Payment{Amount: r.Payment.Amount}, Rate: r.Rate,
	}
	made.Rate.Terms.Deposit = nil // No reservation has it.
	f.stored = append(f.stored, made)
	return made, nil
}

func (f *fakeService) ModifyReservation(context.Context, api.ModifyRequest) (api.Reservation, error) {
	return api.Reservation{}, f.failure()
}

func (f *fakeService) ListReservations(context.Context, api.ReservationQuery) (api.ReservationPage, error) {
	if err := f.failure(); err != nil {
		return api.ReservationPage{}, err
	}
	return api.ReservationPage{Total: len(f.stored), Items: f.stored}, nil
}

func (f *fakeService) find(id string) (*api.Reservation, error) {
	for i := range f.stored {
		if f.stored[i].ID == id {
			return &f.stored[i], nil
		}
	}
	return nil, &api.Error{Operation: "read reservation", Status: 404, Message: "no such reservation"}
}

func (f *fakeService) CancelReservation(_ context.Context, id string) (api.Reservation, error) {
	if err := f.failure(); err != nil {
		return api.Reservation{}, err
	}
	r, err := f.find(id)
	if err != nil {
		return api.Reservation{}, err
	}
	r.Status = api.StatusCanceled
	return *r, nil
}

func (f *fakeService) ReadReservation(_ context.Context, id string) (api.Reservation, error) {
	if err := f.failure(); err != nil {
		return api.Reservation{}, err
	}
	r, err := f.find(id)
	if err != nil {
		return api.Reservation{}, err
	}
	return *r, nil
}

// allGoldens checks the frame at the sizes of the house style and the least one.
func (f *fixture) allGoldens(name string) {
	f.t.Helper()
	f.goldens(name)
	f.pump.Resize(60, 20)
	uitest.Golden(f.t, name+"_60x20", f.pump.View())
	f.pump.Resize(120, 40)
}

// production makes a fixture one for real.
func production(f *fixture) {
	f.deps.Sandbox, f.deps.TestTokens = false, nil
	f.deps.Environment.Name, f.deps.Environment.Live = "PRODUCTION", true
}
