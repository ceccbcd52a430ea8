package e2e

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/booking/recovery"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
	"bellhop/sandbox"
	"bellhop/sandbox/world"
)

// trainingDesk returns a desk at a sandbox of its own, whose clock stands still.
func trainingDesk(t *testing.T) *booking.Desk {
	t.Helper()
	desk, _ := deskInDialect(t, sandbox.Options{}, nil)
	return desk
}

// deskInDialect returns a trainingDesk at a sandbox with other names and quirks, and
// the client itself, which knows the names from a profile's dialect.
func deskInDialect(t *testing.T, o sandbox.Options, profile map[string]string) (*booking.Desk, *api.Client) {
	t.Helper()
	return deskAround(t, o, profile, func(service http.Handler) http.Handler { return service })
}

// deskAround is deskInDialect with a handler around the sandbox.
func deskAround(
	t *testing.T, o sandbox.Options, profile map[string]string, around func(http.Handler) http.Handler,
) (*booking.Desk, *api.Client) {
	t.Helper()
	dialect, err := api.DefaultDialect().With(profile)
	if err != nil {
		t.Fatal(err)
	}
	box, err := sandbox.Open(t.Context(), sandbox.Options{
		Seed: 1, Properties: cmp.Or(o.Properties, 500), Accounts: []sandbox.Account{{ID: "demo", Token: "key"}}, Start: "2026-12-12 09:30",
		Names: o.Names, Quirks: o.Quirks,
	})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(around(box.Handler()))
	t.Cleanup(func() {
		server.Close()
		if err := box.Close(); err != nil {
			t.Error(err)
		}
	})
	client, err := api.New(api.Options{BaseURL: server.URL, Account: "demo", Token: api.NewSecret("key"), Now: box.Now, Dialect: &dialect})
	if err != nil {
		t.Fatal(err)
	}
	j, err := journal.Open(filepath.Join(t.TempDir(), "journal"), journal.Options{Now: box.Now})
	if err != nil {
		t.Fatal(err)
	}
	desk := booking.NewDesk(booking.Options{
		Service: client, Off: dialect.Off(), Now: box.Now, Journal: j, Profile: "demo", Environment: "sandbox",
		// It looks for a lost answer once, and then waits for ever.
		Sleep: func(ctx context.Context, d time.Duration) error {
			if d > 0 {
				<-ctx.Done()
			}
			return ctx.Err()
		},
	})
	ctx, stop := context.WithCancel(context.Background())
	t.Cleanup(func() {
		stop()
		desk.Recovery.Stop()
		if err := j.Close(); err != nil {
			t.Error(err)
		}
	})
	desk.Recovery.Start(ctx)
	return desk, client
}

// foundOut returns what the first look for a lost answer came to.
func foundOut(t *testing.T, desk *booking.Desk, err error) recovery.Write {
	t.Helper()
	var unknown *recovery.Write
	if !errors.As(err, &unknown) {
		return recovery.Write{}
	}
	for late := time.After(time.Minute); ; {
		changed := desk.Recovery.Changed()
		if p, ok := desk.Recovery.Write(unknown.Plan.Attempt); ok && p.Looks > 0 && (p.State != recovery.Unresolved || p.Next.After(p.Sent)) {
			return p
		}
		select {
		case <-changed:
		case <-late:
			t.Fatalf("nobody looks for %s", unknown.Plan.Attempt)
		}
	}
}

// verifiedDraft returns the first refundable rate of a scenario's hotel, verified and
// ready to be booked.
func verifiedDraft(t *testing.T, desk *booking.Desk, key string) (booking.Draft, error) {
	t.Helper()
	return desk.Verify(t.Context(), searchedDraft(t, desk, key))
}

// searchedDraft is verifiedDraft before the verification.
func searchedDraft(t *testing.T, desk *booking.Desk, key string) booking.Draft {
	t.Helper()
	name := ""
	for _, s := range world.Scenarios() {
		if s.Key == key {
			name = s.Hotel
		}
	}
	groups, err := desk.Directory.Destinations(t.Context(), name)
	if err != nil || len(groups) == 0 || groups[0].Items[0].Destination.Name != name {
		t.Fatalf("%q is not what %s finds first: %v, %v", name, key, groups, err)
	}
	trip := trip.Default(api.DateOf(desk.Now()))
	trip.Destination = groups[0].Items[0].Destination
	list, err := desk.Hotels(t.Context(), trip)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range list.Items {
		if l.Name != name {
			continue
		}
		for _, offer := range booking.RoomRates(l.Hotel()) {
			if r := offer.Rate.Terms.Refundable; r == nil || !*r {
				continue
			}
			draft := booking.Draft{Trip: trip, Hotel: l.Hotel(), Room: offer.Room, Rate: offer.Rate, Token: api.NewSecret("card_good"), Guest: api.Guest{
				GivenName: "Xenia", Surname: "Quist", Email: "xenia@example.com", Phone: "+442079460000",
				Address: "12 Lamp Street", City: "London", PostalCode: "N1 9GU", Country: "GB",
			}}
			draft.SearchedAt = list.ReadAt
			return draft
		}
	}
	t.Fatalf("%s has no refundable rate among %d hotels", name, len(list.Items))
	return booking.Draft{}
}

// What an agent is told by each scenario, and how many reservations there are
// afterwards. Nothing is ever told without a next step.
func TestEveryScenarioIsExplained(t *testing.T) {
	t.Parallel()
	const unknown = "It is not known whether the booking happened"
	for key, want := range map[string]struct {
		verify string // the title of what verification says; empty is fine
		stops  bool   // a change is asked about
		book   string // the title of what booking says; empty is fine
		found  bool   // the answer was lost and the booking found
		kept   int    // reservations afterwards
	}{
		"price-up":            {stops: true, kept: 1},
		"price-down":          {stops: false, kept: 1},
		"terms-stricter":      {stops: true, kept: 1},
		"gone-non-refundable": {stops: true, kept: 1},
		"rate-gone":           {verify: "The rate is not available"},
		"sold-out":            {book: "Not booked"},
		"expired":             {book: "Not booked"},
		"payment-declined":    {book: "The payment was declined"},
		"validation":          {book: "The service did not accept the request"},
		"created":             {kept: 1},
		"ghost":               {book: unknown, found: true, kept: 1},
		"late-ghost":          {book: unknown},
		"error-before":        {book: unknown},
		"error-after":         {book: unknown, found: true, kept: 1},
		"bad-gateway":         {book: unknown, found: true, kept: 1},
		"empty":               {book: unknown, found: true, kept: 1},
		"truncated":           {book: unknown, found: true, kept: 1},
		"reset":               {book: unknown},
		"unauthorized":        {book: "The key was not accepted"},
		"forbidden":           {book: "This key may not do that"},
		"busy":                {book: "Too many requests"},
		"cancel-refused":      {kept: 1},
		"last-room":           {kept: 1},
	} {
		t.Run(key, func(t *testing.T) {
			t.Parallel()
			desk := trainingDesk(t)
			draft, err := verifiedDraft(t, desk, key)
			explained(t, "verify", err, want.verify)
			if err != nil {
				return
			}
			if got := terms.Stops(draft.Changes); got != want.stops {
				t.Errorf("the change stops the booking: %t, %+v", got, draft.Changes)
			}
			made, err := desk.Book(t.Context(), draft)
			explained(t, "book", err, want.book)
			if p := foundOut(t, desk, err); (p.Result() == journal.Booked) != want.found {
				t.Errorf("found afterwards: %+v", p)
			}
			list, _, err := desk.Reservations(t.Context(), api.ReservationQuery{})
			if err != nil || len(list.Items) != want.kept {
				t.Errorf("%d reservations, want %d; %v", len(list.Items), want.kept, err)
			}
			if key == "cancel-refused" {
				_, err := desk.Cancel(t.Context(), desk.ShownNow(made.Reservation))
				explained(t, "cancel", err, "Not cancelled")
			}
		})
	}
}

func explained(t *testing.T, what string, err error, title string) {
	t.Helper()
	if err == nil || title == "" {
		if err != nil || title != "" {
			t.Errorf("%s: %v, want %q", what, err, title)
		}
		return
	}
	x := booking.Explain(err)
	if x.Title != title || x.Hint == "" || x.Text == "" || strings.Contains(x.Text, "127.0.0.1") {
		t.Errorf("%s: %+v, want %q", what, x, title)
	}
}
