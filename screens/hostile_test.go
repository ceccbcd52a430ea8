package screens_test

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/ui/uitest"
)

// hostileMark stands in every text of a hostile service: a style that no theme has, a title of the window, a line
// break, a direction and a tag.
const hostileMark = "mark\x1b[35;7;4m\x1b]0;x\a\r\nmark\u202e\u009b2J\U000e0041mark"

// A hostileService puts the mark into every text of the answers that is no code.
type hostileService struct{ booking.Service }

// codes are fields whose texts are codes, numbers or dates.
var codes = []string{
	"ID", "Chain", "Code", "BookingCode", "ChannelCode", "CountryCode", "Currency", "Status", "Text", "Type", "Timezone", "Hotels",
	"NextToken", "Accessed", "Guarantee", "Key",
}

func markTexts(v reflect.Value, field string) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				markTexts(v.Field(i), v.Type().Field(i).Name)
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			markTexts(v.Index(i), field)
		}
	case reflect.Pointer:
		if !v.IsNil() {
			own := reflect.New(v.Type().Elem())
			own.Elem().Set(v.Elem())
			markTexts(own.Elem(), field)
			v.Set(own)
		}
	case reflect.String:
		if v.String() != "" && !slices.Contains(codes, field) {
			v.SetString(v.String() + hostileMark)
		}
	default:
	}
}

func spoiled[T any](answer T, err error) (T, error) {
	markTexts(reflect.ValueOf(&answer).Elem(), "")
	if failure := new(api.Error); errors.As(err, &failure) {
		failure.Message += hostileMark
	}
	return answer, err
}

func (s hostileService) SearchDestinations(ctx context.Context, q api.DestinationQuery) (api.DestinationResults, error) {
	return spoiled(s.Service.SearchDestinations(ctx, q))
}

func (s hostileService) SearchHotels(ctx context.Context, q api.HotelQuery) (api.HotelPage, error) {
	return spoiled(s.Service.SearchHotels(ctx, q))
}

func (s hostileService) VerifyRate(ctx context.Context, r api.VerifyRequest) (api.Verification, error) {
	return spoiled(s.Service.VerifyRate(ctx, r))
}

func (s hostileService) CreateReservation(ctx context.Context, r api.CreateRequest) (api.Reservation, error) {
	return spoiled(s.Service.CreateReservation(ctx, r))
}

func (s hostileService) ModifyReservation(ctx context.Context, r api.ModifyRequest) (api.Reservation, error) {
	return spoiled(s.Service.ModifyReservation(ctx, r))
}

func (s hostileService) ListReservations(ctx context.Context, q api.ReservationQuery) (api.ReservationPage, error) {
	return spoiled(s.Service.ListReservations(ctx, q))
}

func (s hostileService) CancelReservation(ctx context.Context, id string) (api.Reservation, error) {
	return spoiled(s.Service.CancelReservation(ctx, id))
}

func (s hostileService) ReadReservation(ctx context.Context, id string) (api.Reservation, error) {
	return spoiled(s.Service.ReadReservation(ctx, id))
}

// A text of the service neither drives the terminal nor begins a line, on any screen: a frame holds the styles of the
// theme and characters that draw something.
func TestScreens_Hostile(t *testing.T) {
	t.Parallel()
	hold := func(t *testing.T, p *uitest.Pump) {
		for _, size := range uitest.Sizes() {
			p.Resize(size[0], size[1])
			frame := p.Raw()
			uitest.CheckSize(t, frame, size[0], size[1])
			if strings.Contains(frame, "\x1b[35;7;4m") {
				t.Fatalf("a style of the service is drawn:\n%q", frame)
			}
		}
	}
	for name, start := range searchScreens() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			f.deskAt(hostileService{f.service})
			f.hostile = true
			hold(t, start(f))
		})
	}
	for name, open := range changeScreens() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, service := newFixtureWith(t, 60)
			f.deskAt(hostileService{service})
			f.hostile = true
			for i := range service.items {
				markTexts(reflect.ValueOf(&service.items[i]).Elem(), "")
			}
			hold(t, open(f, service))
		})
	}
	t.Run("booking", func(t *testing.T) {
		t.Parallel()
		f, service := newFixtureWith(t, 120)
		f.deskAt(hostileService{service})
		f.hostile = true
		for i := range service.items {
			markTexts(reflect.ValueOf(&service.items[i]).Elem(), "")
		}
		for name, open := range bookScreens(t, f, service) {
			t.Run(name, func(t *testing.T) { hold(t, open()) })
		}
	})
}
