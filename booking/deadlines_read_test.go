package booking

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"bellhop/api"
	"bellhop/booking/recovery"
)

// A shifting service lists reservations of which the first goes, or a new one
// comes, after a page was read, so many times.
type shifting struct {
	pager
	gone, come int
}

func (s *shifting) ListReservations(ctx context.Context, q api.ReservationQuery) (api.ReservationPage, error) {
	page, err := s.pager.ListReservations(ctx, q)
	page.Items = slices.Clone(page.Items)
	if s.gone > 0 {
		s.gone--
		s.all = s.all[1:]
	}
	if s.come > 0 {
		s.come--
		s.all = append(numbered(1), s.all...)
		s.all[0].ID = fmt.Sprint("new-", s.come)
	}
	return page, err
}

// Open reservations that move between the pages while they are read are read
// again, and where they keep moving that is said.
func TestOpenReservationsThatChangeMeanwhile(t *testing.T) {
	const many = 3*ReservationPageSize + 7
	for name, tt := range map[string]struct {
		service  shifting
		complete bool
		readings int
	}{
		"as they are":        {shifting{}, true, 1},
		"one goes":           {shifting{gone: 1}, true, 2},
		"one comes":          {shifting{come: 1}, true, 2},
		"as many come":       {shifting{gone: 2, come: 2}, true, 2},
		"they keep going":    {shifting{gone: 1000}, false, 3},
		"they keep coming":   {shifting{pager: pager{grows: true}}, false, 3},
		"they keep changing": {shifting{gone: 1000, come: 1000}, false, 3},
	} {
		t.Run(name, func(t *testing.T) {
			service := tt.service
			service.all = numbered(many)
			desk := NewDesk(Options{Service: &service})
			list, _, err := desk.OpenReservations(t.Context(), nil)
			readings := 0
			for i, q := range service.asked {
				if q.Page == 2 && service.asked[i-1].Page == 1 {
					readings++
				}
			}
			if err != nil || list.Incomplete() == tt.complete || readings != tt.readings {
				t.Errorf("complete %t after %d readings, %v", !list.Incomplete(), readings, err)
			}
			if !list.Incomplete() && len(list.Items) != len(service.all) {
				t.Errorf("%d of %d are there", len(list.Items), len(service.all))
			}
		})
	}
}

// A restless service reports one reservation more on one of its pages.
type restless struct {
	pager
	page int // the number of the request
}

func (s *restless) ListReservations(ctx context.Context, q api.ReservationQuery) (api.ReservationPage, error) {
	page, err := s.pager.ListReservations(ctx, q)
	if len(s.asked) == s.page {
		page.Total++
	}
	return page, err
}

// A total that differs between two pages means that a reservation came or went: the list is read again.
func TestOpenReservations_TotalChanges(t *testing.T) {
	const pages = 4
	for name, tt := range map[string]struct{ page, readings int }{
		"never":                         {0, 1},
		"on the first page":             {1, 2},
		"on the second page":            {2, 2},
		"on the first page, read again": {pages + 1, 2},
	} {
		t.Run(name, func(t *testing.T) {
			service := &restless{page: tt.page}
			service.all = numbered((pages-1)*ReservationPageSize + 7)
			list, _, err := NewDesk(Options{Service: service}).OpenReservations(t.Context(), nil)
			readings := 0
			for i, q := range service.asked {
				if q.Page == 2 && service.asked[i-1].Page == 1 {
					readings++
				}
			}
			if err != nil || list.Incomplete() || readings != tt.readings || len(list.Items) != len(service.all) {
				t.Errorf("complete %t with %d after %d readings, %v", !list.Incomplete(), len(list.Items), readings, err)
			}
		})
	}
}

// The findings are those of every page.
func TestOpenReservations_Found(t *testing.T) {
	service := &pager{all: numbered(ReservationPageSize + 7)}
	last := &service.all[len(service.all)-1]
	last.CustomData = api.CustomData{{Key: recovery.AttemptKey, Text: "att-1"}}
	_, found, err := NewDesk(Options{Service: service}).OpenReservations(t.Context(), nil)
	if err != nil || len(found) != 1 || found[0].Reservation.ID != last.ID {
		t.Errorf("found %+v, %v", found, err)
	}
}

// A service that does not know the number of a page gives the first one for ever,
// and is not asked for ever.
func TestOpenReservationsOfAServiceThatDoesNotPage(t *testing.T) {
	service := pager{all: numbered(3 * ReservationPageSize), first: true}
	desk := NewDesk(Options{Service: &service})
	list, _, err := desk.OpenReservations(t.Context(), nil)
	if err != nil || !list.Incomplete() || len(list.Items) != ReservationPageSize || len(service.asked) > 3*mostReadings {
		t.Errorf("%d, complete %t, after %d questions, %v", len(list.Items), !list.Incomplete(), len(service.asked), err)
	}
}

// The number of reservations so far is reported after each page. A list that fails is not read again.
func TestOpenReservations_Progress(t *testing.T) {
	const many = 2*ReservationPageSize + 7
	service := &pager{all: numbered(many)}
	var told []string
	progress := func(have, total int) { told = append(told, fmt.Sprint(have, " of ", total)) }
	if _, _, err := NewDesk(Options{Service: service}).OpenReservations(t.Context(), progress); err != nil {
		t.Fatal(err)
	}
	want := []string{fmt.Sprint(ReservationPageSize, " of ", many), fmt.Sprint(2*ReservationPageSize, " of ", many), fmt.Sprint(many, " of ", many)}
	if !slices.Equal(told, want) {
		t.Errorf("the progress is %q", told)
	}
	failing := &failingPager{}
	if list, _, err := NewDesk(Options{Service: failing}).OpenReservations(t.Context(), nil); !errors.Is(err, errVerify) || failing.tries != 1 {
		t.Errorf("%d after %d questions, %v", len(list.Items), failing.tries, err)
	}
}

// A failingPager fails each list.
type failingPager struct {
	pager
	tries int
}

func (s *failingPager) ListReservations(context.Context, api.ReservationQuery) (api.ReservationPage, error) {
	s.tries++
	return api.ReservationPage{}, errVerify
}
