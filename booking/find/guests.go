package find

import (
	"context"
	"errors"
	"strings"
	"unicode"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/lookup"
)

// ErrNoGuest is returned for a text that names no guest, and so cannot be asked for.
var ErrNoGuest = errors.New("it is no surname and no email")

// Guest reports whether what is typed may be the surname or the email of a guest as they are asked for: whole, and of
// more than two letters, so that not every beginning of a name is asked for.
func Guest(typed string) bool {
	n := 0
	for _, r := range typed {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n > 2 && !Number(strings.TrimSpace(typed)) || strings.ContainsFunc(typed, func(r rune) bool { return r > unicode.MaxLatin1 && unicode.IsLetter(r) })
}

// Guests asks the service for the reservations of the guest that is typed, by what their bookings carry of them: one call,
// however many reservations the account has. Those are left out that do not have all of what is typed.
func Guests(ctx context.Context, o Options, key lookup.Key, typed string) (State, error) {
	values := key.Values(typed)
	if len(values) == 0 {
		return State{}, ErrNoGuest
	}
	o.Context, o.Query = ctx, api.ReservationQuery{CustomValues: values}
	all, err := NewIndex(o).Reload(ctx, 1, func(int, int) {})
	if err != nil {
		return State{}, err
	}
	only := State{ReservationList: all.ReservationList, Finder: Finder{Zone: o.Zone}, Edition: all.Edition}
	only.Items = nil
	for _, m := range all.Finder.Find(booking.SortCreated, typed) {
		only.Items, only.Stays = append(only.Items, all.Items[m.Index]), append(only.Stays, all.Stays[m.Index])
		only.Read = append(only.Read, all.Read[m.Index])
		only.Finder.Add(all.Items[m.Index], all.Stays[m.Index])
	}
	return only, nil
}
