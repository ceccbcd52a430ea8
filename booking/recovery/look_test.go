package recovery

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking/journal"
)

// A lister answers each list with a function, an empty page without one, and each read with one reservation or an error.
type lister struct {
	filtered, byDay func(api.ReservationQuery) (api.ReservationPage, error)
	one             api.Reservation
	unread          error
	asked           []api.ReservationQuery
}

func (l *lister) ListReservations(_ context.Context, q api.ReservationQuery) (api.ReservationPage, error) {
	l.asked = append(l.asked, q)
	answer := l.byDay
	if len(q.CustomValues) > 0 {
		answer = l.filtered
	}
	if answer == nil {
		return api.ReservationPage{}, nil
	}
	return answer(q)
}

func (l *lister) ReadReservation(context.Context, string) (api.Reservation, error) {
	return l.one, l.unread
}

// london knows every hotel, with UTC as its zone. With an error it knows none.
type london struct{ err error }

func (l london) Facts(context.Context, api.HotelRef) (api.Property, bool, error) {
	return api.Property{}, l.err == nil, l.err
}

func (london) Zone(api.PropertyID) *time.Location { return time.UTC }

// lookedFor is the booking that these tests look for.
var lookedFor = journal.Plan{
	Attempt: "att-1", Kind: journal.Create, Profile: "demo", Environment: "sandbox", Chain: "LX", Property: "20417",
	CheckIn: "2026-12-12", CheckOut: "2026-12-15", Adults: 2, Rooms: 1, BookingCode: "BK1", ChannelCode: "GDS",
	Total: "612.40", Currency: "GBP", WindowSeconds: 1800,
}

// ours returns the reservation that proves lookedFor.
func ours() api.Reservation {
	return api.Reservation{
		ID: "ours", Status: api.StatusConfirmed, Hotel: api.HotelRef{ID: api.PropertyID{Chain: "LX", Code: "20417"}},
		CheckIn: api.ParseInstant("2026-12-12"), CheckOut: api.ParseInstant("2026-12-15"),
		CustomData: api.CustomData{{Key: AttemptKey, Text: "att-1"}}, Rate: api.BookedRate{BookingCode: "BK1"},
	}
}

// other returns another booking's reservation.
func other(n int) api.Reservation {
	r := ours()
	r.ID, r.CustomData = fmt.Sprint("other-", n), api.CustomData{{Key: AttemptKey, Text: fmt.Sprint("att-other-", n)}}
	return r
}

// nameless returns ours without its attempt, after a change.
func nameless(change func(*api.Reservation)) api.Reservation {
	r := ours()
	r.CustomData = nil
	change(&r)
	return r
}

func unchanged(*api.Reservation) {}

func list(total int, items ...api.Reservation) api.ReservationPage {
	return api.ReservationPage{Items: items, Total: total}
}

// others returns a page of other bookings, numbered from a number on.
func others(from, count, total int) api.ReservationPage {
	page := api.ReservationPage{Total: total}
	for n := range count {
		page.Items = append(page.Items, other(from+n))
	}
	return page
}

func skippingOne(page api.ReservationPage) api.ReservationPage {
	page.Skipped = 1
	return page
}

// pages answers with one page after the other, and with the last one from then on.
func pages(all ...api.ReservationPage) func(api.ReservationQuery) (api.ReservationPage, error) {
	return func(q api.ReservationQuery) (api.ReservationPage, error) {
		return all[min(max(q.Page, 1), len(all))-1], nil
	}
}

func failing(err error) func(api.ReservationQuery) (api.ReservationPage, error) {
	return func(api.ReservationQuery) (api.ReservationPage, error) { return api.ReservationPage{}, err }
}

var errLost = errors.New("the connection was lost")

// wantLook compares what a look finds with an id, "" for nothing, or an error.
func wantLook(t *testing.T, found *api.Reservation, err error, id string, want error) {
	t.Helper()
	if !errors.Is(err, want) || (err != nil) != (want != nil) {
		t.Errorf("the error is %v, want %v", err, want)
	}
	switch {
	case found == nil && id != "":
		t.Errorf("nothing is found, want %s", id)
	case found != nil && found.ID != id:
		t.Errorf("%s is found, want %q", found.ID, id)
	}
}

// "Not booked" is proven only by a list of the day that was read to its end: anything less would let the agent book
// twice.
func TestLook_ListOfTheDay(t *testing.T) {
	t.Parallel()
	full := others(0, pageSize, 0)
	for name, c := range map[string]struct {
		byDay func(api.ReservationQuery) (api.ReservationPage, error)
		id    string
		err   error
		read  int // pages
	}{
		"empty":                              {pages(list(0)), "", nil, 1},
		"others only":                        {pages(others(0, 3, 3)), "", nil, 1},
		"booking among others":               {pages(list(3, other(0), ours(), other(1))), "ours", nil, 1},
		"booking on the second page":         {pages(others(0, pageSize, pageSize+1), list(pageSize+1, ours())), "ours", nil, 2},
		"full page and a total too small":    {pages(others(0, pageSize, pageSize), list(pageSize, ours())), "ours", nil, 2},
		"full page and its end":              {pages(others(0, pageSize, pageSize), list(pageSize)), "", nil, 3},
		"no total, booking on page two":      {pages(others(0, 3, 0), list(0, ours())), "ours", nil, 2},
		"no total, read to its end":          {pages(others(0, 3, 0), list(0)), "", nil, 3},
		"no total, page repeated":            {pages(full), "", errNotWhole, 2},
		"no total, short page repeated":      {pages(others(0, 3, 0)), "", errNotWhole, 2},
		"page repeated":                      {pages(others(0, pageSize, 80)), "", errNotWhole, 2},
		"end missing":                        {pages(others(0, pageSize, 80), list(80)), "", errNotWhole, 2},
		"one missing":                        {pages(others(0, 3, 4), list(4)), "", errNotWhole, 2},
		"unreadable item":                    {pages(skippingOne(others(0, 1, 1))), "", errNotWhole, 1},
		"unreadable item and no other":       {pages(skippingOne(list(0))), "", errNotWhole, 1},
		"unreadable item on an earlier page": {pages(skippingOne(others(0, pageSize, 53)), others(pageSize, 3, 53)), "", errNotWhole, 2},
		"booking beside an unreadable item":  {pages(skippingOne(list(2, other(0), ours()))), "ours", nil, 1},
		"longer than is read": {func(q api.ReservationQuery) (api.ReservationPage, error) {
			return others(q.Page*pageSize, pageSize, 1_000_000), nil
		}, "", errNotWhole, maxLookPages},
		"second page fails": {func(q api.ReservationQuery) (api.ReservationPage, error) {
			if q.Page == 1 {
				return others(0, pageSize, 80), nil
			}
			return api.ReservationPage{}, errLost
		}, "", errLost, 2},
		"booking without an id": {pages(list(1, func() api.Reservation { r := ours(); r.ID = ""; return r }())), "", nil, 1},
		"attempt at another hotel": {pages(list(1, func() api.Reservation {
			r := ours()
			r.Hotel.ID.Code = "99999"
			return r
		}())), "", errClash, 1},
		"attempt at another hotel, then ours": {pages(list(2, func() api.Reservation {
			r := ours()
			r.ID, r.Hotel.ID.Code = "clash", "99999"
			return r
		}(), ours())), "ours", nil, 1},
		"nameless":                       {pages(list(1, nameless(unchanged))), "", errNameless, 1},
		"nameless on an earlier page":    {pages(with(nameless(unchanged), others(0, pageSize-1, pageSize)), list(pageSize)), "", errNameless, 2},
		"nameless at another hotel":      {pages(list(1, nameless(func(r *api.Reservation) { r.Hotel.ID.Code = "99999" }))), "", nil, 1},
		"nameless of another chain":      {pages(list(1, nameless(func(r *api.Reservation) { r.Hotel.ID.Chain = "ZZ" }))), "", nil, 1},
		"nameless with another arrival":  {pages(list(1, nameless(func(r *api.Reservation) { r.CheckIn = api.ParseInstant("2026-12-11") }))), "", nil, 1},
		"nameless with another leaving":  {pages(list(1, nameless(func(r *api.Reservation) { r.CheckOut = api.ParseInstant("2026-12-16") }))), "", nil, 1},
		"nameless without an id":         {pages(list(1, nameless(func(r *api.Reservation) { r.ID = "" }))), "", nil, 1},
		"nameless and the booking later": {pages(with(nameless(unchanged), others(0, pageSize-1, 51)), list(51, ours())), "ours", nil, 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service := &lister{filtered: failing(&api.FeatureOffError{}), byDay: c.byDay}
			found, _, err := New(Options{Service: service, Hotels: london{}}).look(t.Context(), lookedFor, true)
			wantLook(t, found, err, c.id, c.err)
			if read := len(service.asked) - 1; read != c.read {
				t.Errorf("%d pages were read, want %d", read, c.read)
			}
			for i, q := range service.asked[1:] {
				if again := i > 0 && i == c.read-1 && q.Page == 1; !again && q.Page != i+1 || q.PageSize != pageSize || q.CheckIn != (api.DateRange{From: api.NewDate(2026, 12, 11), Until: api.NewDate(2026, 12, 13)}) {
					t.Errorf("request %d was for %+v", i, q)
				}
			}
		})
	}
}

// with adds a reservation to a page.
func with(r api.Reservation, page api.ReservationPage) api.ReservationPage {
	page.Items = append(page.Items, r)
	return page
}

// The filter's answer is enough where it names the booking, and where it is empty in a look that is not thorough;
// otherwise the list of the day decides.
func TestLook_Filter(t *testing.T) {
	t.Parallel()
	clash := ours()
	clash.Hotel.ID.Chain = "ZZ"
	for name, c := range map[string]struct {
		filtered func(api.ReservationQuery) (api.ReservationPage, error)
		thorough bool
		id       string
		err      error
		byDay    bool // whether the list of the day is asked for, which has the booking
	}{
		"booking":                 {pages(list(1, ours())), false, "ours", nil, false},
		"booking, thorough":       {pages(list(1, ours())), true, "ours", nil, false},
		"another hotel":           {pages(list(1, clash)), false, "", errClash, false},
		"empty":                   {pages(list(0)), false, "", nil, false},
		"empty, thorough":         {pages(list(0)), true, "ours", nil, true},
		"empty with a total":      {pages(list(2)), false, "ours", nil, true},
		"others without a total":  {pages(list(0, other(1))), false, "ours", nil, true},
		"not known":               {failing(&api.FeatureOffError{}), false, "ours", nil, true},
		"bad request":             {failing(&api.Error{Status: http.StatusBadRequest}), false, "ours", nil, true},
		"unprocessable":           {failing(&api.Error{Status: http.StatusUnprocessableEntity}), false, "ours", nil, true},
		"server error, thorough":  {failing(errServer), true, "", errServer, false},
		"lost connection":         {failing(errLost), false, "", errLost, false},
		"not signed in, thorough": {failing(errSignIn), true, "", errSignIn, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service := &lister{filtered: c.filtered, byDay: pages(list(1, ours()))}
			found, _, err := New(Options{Service: service, Hotels: london{}}).look(t.Context(), lookedFor, c.thorough)
			wantLook(t, found, err, c.id, c.err)
			if asked := len(service.asked) == 2; asked != c.byDay {
				t.Errorf("the list of the day was asked for: %t", asked)
			}
			if q := service.asked[0]; len(q.CustomValues) != 1 || q.CustomValues[0] != "att-1" {
				t.Errorf("the filter was %+v", q)
			}
		})
	}
}

// Without the day of arrival no list of the day can be asked for, so the look decides nothing.
func TestLook_PlanWithoutADay(t *testing.T) {
	t.Parallel()
	plan, service := lookedFor, &lister{}
	plan.CheckIn = ""
	found, _, err := New(Options{Service: service, Hotels: london{}}).look(t.Context(), plan, true)
	if found != nil || err == nil || len(service.asked) != 1 {
		t.Errorf("found %+v, %v after %d requests", found, err, len(service.asked))
	}
}

var (
	errServer = &api.Error{Status: http.StatusInternalServerError}
	errSignIn = &api.Error{Status: http.StatusUnauthorized}
)

// A look hands on every attempt that it comes across, of whatever booking.
func TestLook_Findings(t *testing.T) {
	t.Parallel()
	noID := other(3)
	noID.ID = ""
	service := &lister{filtered: pages(list(1, other(1))), byDay: pages(list(4, other(2), nameless(unchanged), noID, ours()))}
	_, found, err := New(Options{Service: service, Hotels: london{}}).look(t.Context(), lookedFor, false)
	if err != nil || fmt.Sprint(attemptsIn(found)) != "[att-other-1 att-other-2 att-1]" {
		t.Errorf("found are %v, %v", attemptsIn(found), err)
	}
}

func attemptsIn(found []Finding) (ids []string) {
	for _, f := range found {
		ids = append(ids, f.Attempt)
	}
	return ids
}

// A reservation without an attempt is passed over only if the journal says that it belongs to another guest or another
// booking.
func TestLook_NamelessAndTheJournal(t *testing.T) {
	t.Parallel()
	ada := api.Guest{GivenName: "Ada", Surname: "Rossi", Email: "ada@example.com"}
	for name, c := range map[string]struct {
		guest  api.Guest
		booked string // the attempt that the journal has for the reservation
		err    error
	}{
		"same guest":                        {ada, "", errNameless},
		"another guest":                     {api.Guest{GivenName: "Zoë", Surname: "O'Neill", Email: "zoe@example.com"}, "", nil},
		"another given name":                {api.Guest{GivenName: "Eva", Surname: "Rossi", Email: "ada@example.com"}, "", nil},
		"no surname":                        {api.Guest{GivenName: "Zoë", Email: "zoe@example.com"}, "", errNameless},
		"no given name":                     {api.Guest{Surname: "O'Neill", Email: "zoe@example.com"}, "", errNameless},
		"no email":                          {api.Guest{GivenName: "Zoë", Surname: "O'Neill"}, "", errNameless},
		"masked with an asterisk":           {api.Guest{GivenName: "Zoë", Surname: "O*****", Email: "zoe@example.com"}, "", errNameless},
		"masked with an ellipsis":           {api.Guest{GivenName: "Z…", Surname: "O'Neill", Email: "zoe@example.com"}, "", errNameless},
		"masked with a bullet":              {api.Guest{GivenName: "Zoë", Surname: "O'Neill", Email: "z•••@example.com"}, "", errNameless},
		"same guest, another's booking":     {ada, "att-earlier", nil},
		"nothing said, another's booking":   {api.Guest{}, "att-earlier", nil},
		"same guest, this attempt's answer": {ada, "att-1", errNameless},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j, err := journal.Open(t.TempDir()+"/journal", journal.Options{User: "ada"})
			noError(t, err)
			t.Cleanup(func() { _ = j.Close() })
			plan := lookedFor
			plan.Guest = j.GuestMark(ada.Surname, ada.GivenName, ada.Email)
			if c.booked != "" {
				earlier := plan
				earlier.Attempt = c.booked
				a, err := j.Begin(earlier)
				noError(t, err)
				booked := journal.Outcome{Result: journal.Booked, Reservation: "ours", Status: api.StatusConfirmed}
				noError(t, errors.Join(a.Sent(), a.Answered(booked), a.Resolve(booked), a.Close()))
			}
			service := &lister{byDay: pages(list(1, nameless(func(r *api.Reservation) { r.Guest = c.guest })))}
			r := New(Options{Service: service, Hotels: london{}, Journal: j})
			_, err = r.journal()
			noError(t, err)
			found, _, err := r.look(t.Context(), plan, true)
			wantLook(t, found, err, "", c.err)
		})
	}
}

func noError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// A cancellation or a change is proven by the reservation itself.
func TestLook_CancellationAndChange(t *testing.T) {
	t.Parallel()
	canceled := ours()
	canceled.Status = api.StatusCanceled
	another := canceled
	another.ID = "another"
	for name, c := range map[string]struct {
		kind    journal.Kind
		in, out string
		now     api.Reservation
		facts   error
		id      string
		err     error
	}{
		"cancelled":                          {journal.Cancel, "", "", canceled, nil, "ours", nil},
		"not cancelled":                      {journal.Cancel, "", "", ours(), nil, "", nil},
		"another one cancelled":              {journal.Cancel, "", "", another, nil, "", ErrOtherAnswer},
		"both days changed":                  {journal.Modify, "2026-12-12", "2026-12-15", ours(), nil, "ours", nil},
		"neither day changed":                {journal.Modify, "2026-12-13", "2026-12-16", ours(), nil, "", nil},
		"arrival not changed":                {journal.Modify, "2026-12-13", "2026-12-15", ours(), nil, "", nil},
		"departure not changed":              {journal.Modify, "2026-12-12", "2026-12-16", ours(), nil, "", nil},
		"arrival alone, changed":             {journal.Modify, "2026-12-12", "", ours(), nil, "ours", nil},
		"arrival alone, not changed":         {journal.Modify, "2026-12-13", "", ours(), nil, "", nil},
		"departure alone, changed":           {journal.Modify, "", "2026-12-15", ours(), nil, "ours", nil},
		"departure alone, not changed":       {journal.Modify, "", "2026-12-16", ours(), nil, "", nil},
		"cancelled, but a change was sent":   {journal.Modify, "2026-12-13", "2026-12-16", canceled, nil, "", nil},
		"payment":                            {journal.Modify, "", "", ours(), nil, "", errCannotTell},
		"days changed, zone cannot be asked": {journal.Modify, "2026-12-12", "2026-12-15", ours(), errLost, "", errLost},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := journal.Plan{Attempt: "att-2", Kind: c.kind, Reservation: "ours", CheckIn: c.in, CheckOut: c.out}
			r := New(Options{Service: &lister{one: c.now}, Hotels: london{c.facts}, OpenJournal: func() (*journal.Journal, error) { return nil, ErrNoJournal }})
			found, _, err := r.look(t.Context(), p, false)
			wantLook(t, found, err, c.id, c.err)
		})
	}
}
