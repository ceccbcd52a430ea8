package screens_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/trip"
	"bellhop/screens"
	"bellhop/ui"
	"bellhop/ui/uitest"
)

// A reservationService is the fake service with reservations in it: lists are filtered
// and paged, and writes can be made to fail.
type reservationService struct {
	*fakeService
	items     []api.Reservation
	queries   []api.ReservationQuery
	createErr error // of every create, after it was counted
	stores    bool  // whether a create that fails is stored all the same
	cancelErr error
	cancels   int
	modified  []api.ModifyRequest // in order
	modifyErr error               // of every change; stores reports whether it is made all the same
	reads     int
	meanwhile func() // happens once, when the next write arrives: after it was read and before it is answered
}

func (s *reservationService) arrived() {
	if meanwhile := s.meanwhile; meanwhile != nil {
		s.meanwhile = nil
		meanwhile()
	}
}

// newFixtureWith is a fixture on a service with n reservations.
func newFixtureWith(t testing.TB, n int) (*fixture, *reservationService) {
	t.Helper()
	f := newFixture(t)
	service := &reservationService{fakeService: f.service}
	for i := range n {
		service.items = append(service.items, storedReservation(i))
	}
	f.deskAt(service)
	return f, service
}

// storedReservation is number i: confirmed, simulated and cancelled in turn.
func storedReservation(i int) api.Reservation {
	in := api.NewDate(2026, time.December, 20+i%40)
	guests := []string{"Mary Graham", "Jürgen Groß", "Aiko Tanaka"}
	given, surname, _ := strings.Cut(guests[i%3], " ")
	r := api.Reservation{
		ID: fmt.Sprintf("%032d", i), Status: []string{api.StatusConfirmed, api.StatusCreated, api.StatusCanceled}[i%3],
		CheckIn: api.Instant{Time: in.In(time.UTC)}, CheckOut: api.Instant{Time: in.AddDays(1 + i%4).In(time.UTC)},
		Created: api.Instant{Time: uitest.Now().Add(-time.Duration(i) * time.Hour)},
		Adults:  2, Children: i % 2,
		Guest: api.Guest{
			GivenName: given, Surname: surname, Email: "guest@example.com", Phone: "+442079460000",
			Address: "12 Lamp Street", City: "London", PostalCode: "N1 9GU", Country: "GB",
		},
		Hotel:   api.HotelRef{ID: fakeID(i % 12), Name: []string{"The Aldwych Lantern", "Londinium House", "Pelham & Rowe"}[i%3]},
		Payment: &api.Payment{Amount: pounds(61240), Token: api.NewSecret("tok_secret"), Customer: "cus_9001", MethodRef: "pm_7007"},
		Rate: api.BookedRate{
			BookingCode: "code\x1b[31m", ChannelCode: "web", Rooms: 1, Total: pounds(61240), Base: pounds(51040), Taxes: pounds(10200),
			Terms: api.Terms{
				PaymentInfo: "Charged at booking", Guarantee: []string{"card"}, Refundable: yes(true),
				Penalties: []api.CancelPenalty{{Deadline: api.ParseDeadline(in.AddDays(-2).String() + "T18:00:00+00:00"), Amount: pounds(20413)}},
			},
		},
		CustomData: api.CustomData{{Key: "cost_centre", Text: fmt.Sprintf("CC-%d", i)}},
	}
	if r.Status != api.StatusCreated {
		r.Confirmation = &api.Confirmation{HotelNumber: fmt.Sprintf("HC-%05d", i), RecordLocator: fmt.Sprintf("REC%03d", i)}
	}
	return r
}

func (s *reservationService) ListReservations(_ context.Context, q api.ReservationQuery) (api.ReservationPage, error) {
	s.queries = append(s.queries, q)
	if err := s.failure(); err != nil {
		return api.ReservationPage{}, err
	}
	var kept []api.Reservation
	for _, r := range s.items {
		if matches(r, q) {
			kept = append(kept, r)
		}
	}
	size := min(max(q.PageSize, 25), 50) // The service decides how many a page has.
	from := min((max(q.Page, 1)-1)*size, len(kept))
	return api.ReservationPage{Total: len(kept), Items: kept[from:min(from+size, len(kept))]}, nil
}

func matches(r api.Reservation, q api.ReservationQuery) bool {
	if !q.CheckIn.On.IsZero() && api.DateOf(r.CheckIn.Time) != q.CheckIn.On {
		return false
	}
	if len(q.CustomValues) == 0 {
		return true
	}
	for _, field := range r.CustomData {
		for _, value := range q.CustomValues {
			if field.Text == value {
				return true
			}
		}
	}
	return false
}

func (s *reservationService) CreateReservation(ctx context.Context, r api.CreateRequest) (api.Reservation, error) {
	s.arrived()
	made, err := s.fakeService.CreateReservation(ctx, r)
	if s.createErr != nil {
		if s.stores {
			s.items = append([]api.Reservation{made}, s.items...)
		}
		return api.Reservation{}, s.createErr
	}
	if err != nil {
		return made, err
	}
	if r.Simulate == api.SimulateCreated {
		made.Status, made.Confirmation = api.StatusCreated, nil
	}
	s.items = append([]api.Reservation{made}, s.items...)
	return made, nil
}

func (s *reservationService) CancelReservation(_ context.Context, id string) (api.Reservation, error) {
	s.cancels++
	s.arrived()
	if s.cancelErr != nil {
		return api.Reservation{}, s.cancelErr
	}
	for i := range s.items {
		if s.items[i].ID == id {
			s.items[i].Status = api.StatusCanceled
			return s.items[i], nil
		}
	}
	return api.Reservation{}, &api.Error{Operation: "cancel reservation", Status: 404, Message: "no such reservation"}
}

func (s *reservationService) ReadReservation(_ context.Context, id string) (api.Reservation, error) {
	s.reads++
	if err := s.failure(); err != nil {
		return api.Reservation{}, err
	}
	for _, r := range s.items {
		if r.ID == id {
			return r, nil
		}
	}
	return api.Reservation{}, &api.Error{Operation: "read reservation", Status: 404, Message: "no such reservation"}
}

// unanswered is the error of a write whose answer never came.
func unanswered(operation string) error {
	return &api.Error{Operation: operation, Message: "the connection broke", Outcome: api.OutcomeUnknown}
}

func unauthorized() error {
	return &api.Error{Operation: "any", Status: 401, Message: "Unauthorized"}
}

// verifiedDraft is the first offer, verified, with a guest.
func verifiedDraft(t testing.TB, f *fixture) booking.Draft {
	t.Helper()
	draft := londonDraft(f)
	draft.Guest = storedReservation(0).Guest
	draft, err := f.deps.Desk.Verify(context.Background(), draft)
	if err != nil {
		t.Fatal(err)
	}
	return draft
}

// An emptyScreen stands below the one that a test is about; the goldens have its title.
type emptyScreen struct {
	next ui.Screen
}

func (s *emptyScreen) Init() tea.Cmd { return nil }
func (s *emptyScreen) Update(msg tea.Msg) (ui.Nav, tea.Cmd) {
	if _, ok := msg.(tea.KeyMsg); ok {
		return ui.Push(s.next), nil
	}
	return ui.Stay(), nil
}
func (s *emptyScreen) View() string        { return "" }
func (s *emptyScreen) SetSize(int, int)    {}
func (s *emptyScreen) Title() string       { return "floor" }
func (s *emptyScreen) Keys() []key.Binding { return nil }

// startOn opens the screen above an empty one, so that going back can be seen.
func startOn(f *fixture, s ui.Screen) *uitest.Pump {
	return f.start(&emptyScreen{next: s}).Press("x")
}

// hotelListOf returns the hotel list of a trip, without a filter.
func hotelListOf(deps *screens.Deps, search trip.Trip) *screens.Hotels {
	return screens.NewHotels(deps, trip.Question{Trip: search})
}

// ratesOf returns the rates of a draft's hotel, without a filter.
func ratesOf(deps *screens.Deps, draft booking.Draft) *screens.Rates {
	return screens.NewRates(deps, draft, trip.Filter{})
}

// onTop fails the test unless the top screen has this title.
func onTop(t testing.TB, p *uitest.Pump, title string) {
	t.Helper()
	if got := p.Top().Title(); got != title {
		t.Fatalf("the top screen is %q, want %q:\n%s", got, title, p.View())
	}
}

// ModifyReservation moves a stored reservation at the price of its rate, as the
// service does, and echoes a payment with nothing else of it.
func (s *reservationService) ModifyReservation(_ context.Context, r api.ModifyRequest) (api.Reservation, error) {
	s.modified = append(s.modified, r)
	s.arrived()
	if s.modifyErr != nil && !s.stores {
		return api.Reservation{}, s.modifyErr
	}
	for i := range s.items {
		if s.items[i].ID != r.ID {
			continue
		}
		made := s.items[i]
		if !r.CheckIn.IsZero() || !r.CheckOut.IsZero() {
			// One date alone keeps the other.
			if !r.CheckIn.IsZero() {
				made.CheckIn = api.Instant{Time: r.CheckIn.In(time.UTC)}
			}
			if !r.CheckOut.IsZero() {
				made.CheckOut = api.Instant{Time: r.CheckOut.In(time.UTC)}
			}
			rate := s.hotel(0, api.DateOf(made.CheckIn.Time), api.DateOf(made.CheckOut.Time)).Rooms[0].Rates[0]
			made.Rate.Total, made.Rate.Terms = rate.Price.Total, rate.Terms
			s.items[i] = made
		} else {
			made.Payment = &api.Payment{}
		}
		return made, s.modifyErr
	}
	return api.Reservation{}, &api.Error{Operation: "modify reservation", Status: 404, Message: "no such reservation"}
}

// movable puts a reservation into the service whose rate is offered from 27
// December on, and from no other day.
func movable(service *reservationService) api.Reservation {
	r := storedReservation(0)
	r.Rate.BookingCode = "code/0/0/2026-12-27"
	service.items = []api.Reservation{r}
	return r
}

// dues fills the service with reservations whose deadlines come after so many
// hours.
func dues(service *reservationService, hours ...int) {
	service.items = nil
	for i, h := range hours {
		r := storedReservation(3 * i)
		r.Rate.Terms.Penalties = []api.CancelPenalty{{
			Deadline: api.ParseDeadline(uitest.Now().Add(time.Duration(h) * time.Hour).In(time.FixedZone("", 3600)).Format(time.RFC3339)),
			Amount:   api.NewMoney(fmt.Sprint(100*(i+1)), []string{"GBP", "EUR"}[i%2]),
		}}
		service.items = append(service.items, r)
	}
	if len(service.items) > 0 {
		service.items[0].Rate.Terms.Penalties[0].Deadline = api.ParseDeadline(uitest.Now().Add(time.Duration(hours[0]) * time.Hour).Add(14 * time.Hour).Format("2006-01-02T15:04:05"))
	}
}
