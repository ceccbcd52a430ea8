package report

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/booking/recovery"
	"bellhop/booking/views"
)

// december is the moment of these tests.
var december = time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC)

// quiet is a service that gets no requests.
type quiet struct{ booking.Service }

func (quiet) Skew() time.Duration { return 0 }

func cells(canceled map[string]recovery.Cancellation) views.Cells {
	desk := booking.NewDesk(booking.Options{Service: quiet{}, Now: func() time.Time { return december }, Environment: "production", ProfileName: "work"})
	return views.Cells{Desk: desk, Now: december, Canceled: canceled}
}

// stay is a reservation of 200.00 GBP from the 12th to the 14th, booked on the 20th of November, free to cancel until
// the 10th and for 50.00 GBP after that.
func stay(change func(*api.Reservation)) api.Reservation {
	refundable := true
	r := api.Reservation{
		ID: "R1", Status: api.StatusConfirmed, Created: api.ParseInstant("2026-11-20T10:00:00Z"),
		CheckIn: api.ParseInstant("2026-12-12"), CheckOut: api.ParseInstant("2026-12-14"), Adults: 2, Hotel: api.HotelRef{Name: "Lantern"},
		Rate: api.BookedRate{Rooms: 1, Total: api.NewMoney("200.00", "GBP"), Terms: api.Terms{Refundable: &refundable, Penalties: []api.CancelPenalty{
			{Deadline: api.ParseDeadline("2026-12-10T18:00:00+00:00"), Amount: api.NewMoney("50.00", "GBP")},
		}}},
	}
	if change != nil {
		change(&r)
	}
	return r
}

func day(n int) api.Date { return api.NewDate(2026, 12, n) }

// The cost of a cancellation is the amount in the journal, or without one the loss by the terms at that moment.
func TestMake_CancellationsCost(t *testing.T) {
	t.Parallel()
	nothing := func(*api.Reservation) {}
	for name, c := range map[string]struct {
		at     string
		plan   journal.Plan
		change func(*api.Reservation)
		want   string
	}{
		"free, no amount noted":    {"2026-12-09T10:00:00Z", journal.Plan{}, nothing, "0.00 GBP"},
		"penalty, no amount noted": {"2026-12-11T10:00:00Z", journal.Plan{}, nothing, "50.00 GBP"},
		"penalty, amount noted":    {"2026-12-11T10:00:00Z", journal.Plan{Total: "45.00", Currency: "GBP"}, nothing, "45.00 GBP"},
		"free, amount noted":       {"2026-12-09T10:00:00Z", journal.Plan{Total: "10", Currency: "EUR"}, nothing, "10.00 EUR"},
		"estimated":                {"2026-12-11T10:00:00Z", journal.Plan{}, func(r *api.Reservation) { r.Rate.Terms.Penalties[0].Estimated = true }, "about 50.00 GBP"},
		"terms not said":           {"2026-12-11T10:00:00Z", journal.Plan{}, func(r *api.Reservation) { r.Rate.Terms = api.Terms{} }, "1 not said"},
		"penalty in another currency": {"2026-12-11T10:00:00Z", journal.Plan{}, func(r *api.Reservation) {
			r.Rate.Terms.Penalties[0].Amount = api.NewMoney("50.00", "EUR")
		}, "1 not said"},
		"terms not said, amount noted": {"2026-12-11T10:00:00Z", journal.Plan{Total: "45.00", Currency: "GBP"}, func(r *api.Reservation) { r.Rate.Terms = api.Terms{} }, "45.00 GBP"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			at, err := time.Parse(time.RFC3339, c.at)
			if err != nil {
				t.Fatal(err)
			}
			r := stay(func(r *api.Reservation) { r.Status = api.StatusCanceled; c.change(r) })
			made := recovery.Cancellation{At: at, State: journal.AttemptState{Plan: c.plan}}
			got := Make(cells(map[string]recovery.Cancellation{"R1": made}), Cancellations, day(1), day(31), []api.Reservation{r})
			if words := SumWords(got.Sums, got.Unsaid); words != c.want || got.Count != 1 || got.Undated != nil {
				t.Errorf("%d cost %q", got.Count, words)
			}
			if got.Days[0].Date != api.DateOf(at) || got.Days[0].Items[0].Origin != OfJournal {
				t.Errorf("it is on %s, by the %s", got.Days[0].Date, got.Days[0].Items[0].Origin)
			}
		})
	}
}

// A reservation that was cancelled elsewhere may have been cancelled on these days unless it was booked after them, or
// its stay was over before.
func TestMake_CancelledElsewhere(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		from, to int
		change   func(*api.Reservation)
		listed   bool
	}{
		"during the stay":             {12, 13, nil, true},
		"before the stay":             {1, 2, nil, true},
		"on the last day of the stay": {14, 20, nil, true},
		"after the stay":              {15, 20, nil, false},
		"booked on the last day":      {1, 2, func(r *api.Reservation) { r.Created = api.ParseInstant("2026-12-02T23:00:00Z") }, true},
		"booked after the days":       {1, 2, func(r *api.Reservation) { r.Created = api.ParseInstant("2026-12-03T01:00:00Z") }, false},
		"not said when it was booked": {1, 2, func(r *api.Reservation) { r.Created = api.Instant{} }, true},
		"no departure":                {15, 20, func(r *api.Reservation) { r.CheckOut = api.Instant{} }, true},
		"not cancelled":               {12, 13, func(r *api.Reservation) { r.Status = api.StatusConfirmed }, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := stay(func(r *api.Reservation) {
				if r.Status = api.StatusCanceled; c.change != nil {
					c.change(r)
				}
			})
			got := Make(cells(nil), Cancellations, day(c.from), day(c.to), []api.Reservation{r})
			if listed := got.Undated != nil; listed != c.listed || got.Count != 0 || listed && (len(got.Undated.Items) != 1 || got.Undated.Unsaid != 1) {
				t.Errorf("listed: %t, %+v", listed, got.Undated)
			}
			notes := 1
			if c.listed {
				notes = 2
			}
			if len(got.Notes) != notes {
				t.Errorf("the notes are %q", got.Notes)
			}
		})
	}
}

// A reservation is counted on its day where that is within the report, both ends included.
func TestMake_Days(t *testing.T) {
	t.Parallel()
	canceled := func(r *api.Reservation) { r.Status = api.StatusCanceled }
	for name, c := range map[string]struct {
		kind     Kind
		from, to int
		change   func(*api.Reservation)
		want     string // the day and the sum; empty for none
	}{
		"arrival":               {Arrivals, 12, 12, nil, "12 200.00 GBP"},
		"arrival before":        {Arrivals, 13, 20, nil, ""},
		"arrival after":         {Arrivals, 1, 11, nil, ""},
		"arrival, cancelled":    {Arrivals, 12, 12, canceled, ""},
		"arrival not said":      {Arrivals, 12, 12, func(r *api.Reservation) { r.CheckIn = api.Instant{} }, ""},
		"departure":             {Departures, 14, 14, nil, "14 200.00 GBP"},
		"departure, cancelled":  {Departures, 14, 14, canceled, ""},
		"deadline":              {Deadlines, 10, 10, nil, "10 50.00 GBP"},
		"deadline, cancelled":   {Deadlines, 10, 10, canceled, ""},
		"deadline, unconfirmed": {Deadlines, 10, 10, func(r *api.Reservation) { r.Status = api.StatusCreated }, ""},
		"no deadline":           {Deadlines, 1, 31, func(r *api.Reservation) { r.Rate.Terms.Penalties = nil }, ""},
		"estimated deadline":    {Deadlines, 10, 10, func(r *api.Reservation) { r.Rate.Terms.Penalties[0].Estimated = true }, "10 about 50.00 GBP"},
		"second deadline": {Deadlines, 11, 11, func(r *api.Reservation) {
			r.Rate.Terms.Penalties = append(r.Rate.Terms.Penalties, api.CancelPenalty{
				Deadline: api.ParseDeadline("2026-12-11T18:00:00+00:00"), Amount: api.NewMoney("200.00", "GBP"), Estimated: true,
			})
		}, "11 about 150.00 GBP"},
		"second deadline after an estimate": {Deadlines, 11, 11, func(r *api.Reservation) {
			r.Rate.Terms.Penalties[0].Estimated = true
			r.Rate.Terms.Penalties = append(r.Rate.Terms.Penalties, api.CancelPenalty{
				Deadline: api.ParseDeadline("2026-12-11T18:00:00+00:00"), Amount: api.NewMoney("200.00", "GBP"),
			})
		}, "11 about 150.00 GBP"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := Make(cells(nil), c.kind, day(c.from), day(c.to), []api.Reservation{stay(c.change)})
			var days string
			for _, d := range got.Days {
				days += d.Date.Format("2") + " " + SumWords(d.Sums, d.Unsaid)
			}
			if days != c.want || got.Undated != nil {
				t.Errorf("it has %q", days)
			}
		})
	}
}

func TestSumsOf(t *testing.T) {
	t.Parallel()
	stake := func(number, currency string, estimated bool) booking.Stake {
		return booking.Stake{Money: api.NewMoney(number, currency), Estimated: estimated}
	}
	for name, c := range map[string]struct {
		amounts []booking.Stake
		want    string
		counts  []int
	}{
		"none":              {nil, "", nil},
		"one currency":      {[]booking.Stake{stake("1.10", "GBP", false), stake("2.20", "GBP", false)}, "3.30 GBP", []int{2}},
		"two currencies":    {[]booking.Stake{stake("1", "GBP", false), stake("2", "EUR", false), stake("3", "GBP", false)}, "2.00 EUR + 4.00 GBP", []int{1, 2}},
		"estimate first":    {[]booking.Stake{stake("1", "GBP", true), stake("2", "GBP", false)}, "about 3.00 GBP", []int{2}},
		"estimate last":     {[]booking.Stake{stake("1", "GBP", false), stake("2", "GBP", true)}, "about 3.00 GBP", []int{2}},
		"not said":          {[]booking.Stake{{}, stake("2", "GBP", false)}, "2.00 GBP, 1 not said", []int{1}},
		"unreadable":        {[]booking.Stake{stake("on request", "GBP", false)}, "1 not said", nil},
		"no currency":       {[]booking.Stake{stake("2", "", false)}, "1 not said", nil},
		"refund and charge": {[]booking.Stake{stake("2", "GBP", false), stake("-2", "GBP", false)}, "0.00 GBP", []int{2}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sums, unsaid := SumsOf(c.amounts)
			var counts []int
			for _, s := range sums {
				counts = append(counts, s.Count)
			}
			if words := SumWords(sums, unsaid); words != c.want {
				t.Errorf("the sums are %q", words)
			}
			if diff := cmp.Diff(c.counts, counts); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// The items of a day stand by their moment, then by their hotel, then by their id; so do those without a day.
func TestMake_Order(t *testing.T) {
	t.Parallel()
	item := func(id, hotel string, change func(*api.Reservation)) api.Reservation {
		r := stay(change)
		r.ID, r.Hotel.Name = id, hotel
		return r
	}
	canceled := func(r *api.Reservation) { r.Status = api.StatusCanceled }
	later := func(r *api.Reservation) {
		r.Rate.Terms.Penalties[0].Deadline = api.ParseDeadline("2026-12-10T20:00:00+00:00")
	}
	for name, c := range map[string]struct {
		kind Kind
		all  []api.Reservation
		want []string
	}{
		"arrivals":            {Arrivals, []api.Reservation{item("R2", "Lantern", nil), item("R3", "anchor", nil), item("R1", "Lantern", nil)}, []string{"R3", "R1", "R2"}},
		"deadlines":           {Deadlines, []api.Reservation{item("R1", "Anchor", later), item("R2", "Lantern", nil)}, []string{"R2", "R1"}},
		"cancelled elsewhere": {Cancellations, []api.Reservation{item("R2", "Lantern", canceled), item("R1", "Anchor", canceled)}, []string{"R1", "R2"}},
		"none":                {Arrivals, nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := Make(cells(nil), c.kind, day(1), day(31), c.all)
			days := got.Days
			if got.Undated != nil {
				days = append(days, *got.Undated)
			}
			var ids []string
			for _, d := range days {
				for _, item := range d.Items {
					ids = append(ids, item.Row.ID)
				}
			}
			if diff := cmp.Diff(c.want, ids); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestMake_OrderOfDays(t *testing.T) {
	t.Parallel()
	var all []api.Reservation
	for n := 20; n > 0; n-- {
		all = append(all, stay(func(r *api.Reservation) { r.CheckIn = api.ParseInstant(day(n).String()) }))
	}
	days := Make(cells(nil), Arrivals, day(1), day(31), all).Days
	if !slices.IsSortedFunc(days, func(a, b Day) int { return strings.Compare(a.Date.String(), b.Date.String()) }) || len(days) != 20 {
		t.Errorf("the days are %+v", days)
	}
}

// A report has only the notes that are true of it.
func TestMake_Notes(t *testing.T) {
	t.Parallel()
	// The hour of an arrival makes its day depend on the hotel's zone, of which a deadline in UTC says nothing.
	hour := func(r *api.Reservation) {
		r.CheckIn = api.ParseInstant("2026-12-12T14:00:00Z")
		r.Rate.Terms.Penalties[0].Deadline = api.ParseDeadline("2026-12-10T18:00:00Z")
	}
	for name, c := range map[string]struct {
		kind Kind
		from int
		all  []api.Reservation
		want []string
	}{
		"arrival on a date":            {Arrivals, 1, []api.Reservation{stay(nil)}, nil},
		"arrival at an hour":           {Arrivals, 1, []api.Reservation{stay(nil), stay(hour)}, []string{"Of 1 the day is that of UTC: the hotel's zone is not known."}},
		"departure after an hour":      {Departures, 1, []api.Reservation{stay(hour)}, []string{"Of 1 the day is that of UTC: the hotel's zone is not known."}},
		"deadline, arrival at an hour": {Deadlines, 1, []api.Reservation{stay(hour)}, nil},
		"deadlines from today on":      {Deadlines, 1, nil, nil},
		"deadlines from tomorrow on":   {Deadlines, 2, nil, nil},
		"deadlines from yesterday on":  {Deadlines, 0, nil, []string{"Deadlines that have passed are not listed."}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := Make(cells(nil), c.kind, day(1).AddDays(c.from-1), day(31), c.all)
			if diff := cmp.Diff(c.want, got.Notes); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A lister answers a list with one page, and each read with a cancelled reservation or an error.
type lister struct {
	quiet
	page   api.ReservationPage
	failed error // answers each list
	unread error
	read   []string
}

func (l *lister) ListReservations(_ context.Context, q api.ReservationQuery) (api.ReservationPage, error) {
	if q.Page > 1 {
		return api.ReservationPage{Total: l.page.Total}, nil
	}
	return l.page, l.failed
}

func (l *lister) ReadReservation(_ context.Context, id string) (api.Reservation, error) {
	if l.read = append(l.read, id); l.unread != nil {
		return api.Reservation{}, l.unread
	}
	return stay(func(r *api.Reservation) {
		r.ID, r.Status, r.CustomData = id, api.StatusCanceled, api.CustomData{{Key: recovery.AttemptKey, Text: "att-" + id}}
	}), nil
}

func (l *lister) cells(canceled map[string]recovery.Cancellation) views.Cells {
	desk := booking.NewDesk(booking.Options{Service: l, Now: func() time.Time { return december }})
	return views.Cells{Desk: desk, Now: december, Canceled: canceled}
}

// A report of a list that is shorter than its total says that some may be missing.
func TestRead_Complete(t *testing.T) {
	t.Parallel()
	one := []api.Reservation{stay(nil)}
	for name, c := range map[string]struct {
		page     api.ReservationPage
		complete bool
	}{
		"whole":       {api.ReservationPage{Items: one, Total: 1}, true},
		"no total":    {api.ReservationPage{Items: one}, true},
		"empty":       {api.ReservationPage{}, true},
		"one missing": {api.ReservationPage{Items: one, Total: 2}, false},
		"all missing": {api.ReservationPage{Total: 2}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, _, err := Read(t.Context(), (&lister{page: c.page}).cells(nil), Arrivals, day(12), day(12), nil)
			noted := slices.Contains(r.Notes, "The list of reservations is incomplete: some may be missing.")
			if err != nil || r.Complete != c.complete || noted == c.complete {
				t.Errorf("complete: %t, notes %q, %v", r.Complete, r.Notes, err)
			}
		})
	}
}

// The list lacks a cancellation from here whose stay is over. It is read if the journal has it on one of the days, in any
// zone.
func TestRead_OldCancellations(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		at     time.Time
		listed bool // whether the list has it
		read   bool
		count  int
	}{
		"on the first day": {time.Date(2026, 11, 10, 0, 0, 0, 0, time.UTC), false, true, 1},
		"on the last day":  {time.Date(2026, 11, 12, 23, 0, 0, 0, time.UTC), false, true, 1},
		"a day before":     {time.Date(2026, 11, 9, 12, 0, 0, 0, time.UTC), false, true, 0},
		"two days before":  {time.Date(2026, 11, 8, 12, 0, 0, 0, time.UTC), false, false, 0},
		"a day after":      {time.Date(2026, 11, 13, 12, 0, 0, 0, time.UTC), false, true, 0},
		"two days after":   {time.Date(2026, 11, 14, 12, 0, 0, 0, time.UTC), false, false, 0},
		"in the list":      {time.Date(2026, 11, 10, 12, 0, 0, 0, time.UTC), true, false, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service := &lister{}
			if c.listed {
				service.page = api.ReservationPage{Items: []api.Reservation{stay(func(r *api.Reservation) { r.Status = api.StatusCanceled })}, Total: 1}
			}
			cells := service.cells(map[string]recovery.Cancellation{"R1": {At: c.at}})
			r, found, err := Read(t.Context(), cells, Cancellations, api.NewDate(2026, 11, 10), api.NewDate(2026, 11, 12), nil)
			if read := len(service.read) == 1; err != nil || read != c.read || r.Count != c.count || (len(found) == 1) != read {
				t.Errorf("%v is read, %d are counted, %d found, %v", service.read, r.Count, len(found), err)
			}
		})
	}
}

// If the service does not have such a reservation, the report leaves it out. If it does not answer, there is no report.
func TestRead_OldCancellationUnread(t *testing.T) {
	t.Parallel()
	canceled := map[string]recovery.Cancellation{"R1": {At: december}}
	for name, c := range map[string]struct {
		kind    Kind
		unread  error
		reads   int
		wantErr bool
	}{
		"not there":      {Cancellations, &api.Error{Status: http.StatusNotFound}, 1, false},
		"not answered":   {Cancellations, &api.Error{Outcome: api.OutcomeUnknown}, 1, true},
		"another report": {Departures, &api.Error{Outcome: api.OutcomeUnknown}, 0, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service := &lister{unread: c.unread}
			r, _, err := Read(t.Context(), service.cells(canceled), c.kind, day(1), day(2), nil)
			if (err != nil) != c.wantErr || len(service.read) != c.reads || r.Count != 0 || r.Complete == c.wantErr {
				t.Errorf("after %d reads it has %d, complete: %t, %v", len(service.read), r.Count, r.Complete, err)
			}
		})
	}
}

func TestRead_ListFails(t *testing.T) {
	t.Parallel()
	service := &lister{failed: &api.Error{Outcome: api.OutcomeUnknown}}
	for _, kind := range Kinds() {
		if r, _, err := Read(t.Context(), service.cells(nil), kind, day(1), day(2), nil); err == nil || r.Complete {
			t.Errorf("%s: complete: %t, %v", kind, r.Complete, err)
		}
	}
}

func TestRead_Progress(t *testing.T) {
	t.Parallel()
	service := &lister{page: api.ReservationPage{Items: []api.Reservation{stay(nil)}, Total: 1}}
	var told [][2]int
	if _, _, err := Read(t.Context(), service.cells(nil), Arrivals, day(12), day(12), func(have, total int) { told = append(told, [2]int{have, total}) }); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([][2]int{{1, 1}}, told); diff != "" {
		t.Error(diff)
	}
}

func TestParseKind(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Kind{
		"arrivals": Arrivals, " Departures ": Departures, "CANCELLATIONS": Cancellations, "deadlines": Deadlines, "": "", "arrival": "",
	} {
		if got, err := ParseKind(text); got != want || (err != nil) != (want == "") {
			t.Errorf("%q is %q, %v", text, got, err)
		}
	}
}

func TestKind_Columns(t *testing.T) {
	t.Parallel()
	for kind, want := range map[Kind]string{
		Arrivals: "status hotel guest nights rooms confirmation", Departures: "status hotel guest nights confirmation",
		Cancellations: "arrival hotel guest confirmation", Deadlines: "arrival hotel guest confirmation",
	} {
		var names []string
		for _, c := range kind.Columns() {
			names = append(names, c.Name)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%s shows %q, want %q", kind, got, want)
		}
	}
}

func TestReport_Title(t *testing.T) {
	t.Parallel()
	for want, r := range map[string]Report{
		"arrivals, Sat 12 Dec 2026":                      {Kind: Arrivals, From: day(12), To: day(12)},
		"departures, Sat 12 Dec 2026 to Mon 14 Dec 2026": {Kind: Departures, From: day(12), To: day(14)},
	} {
		if got := r.Title(); got != want {
			t.Errorf("the title is %q, want %q", got, want)
		}
	}
}

// A report that cannot be written is an error.
func TestSave_NotKept(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(folder, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if path, err := Save(folder, views.CSV, views.Cells{}, Report{Kind: "departures"}); err == nil || path != "" {
		t.Errorf("it is at %q", path)
	}
}

// A file names its environment and profile, and has a line for each reservation, with an amount if it is known; reservations without a day are last.
func TestSave(t *testing.T) {
	t.Parallel()
	const head = "day,hotel,guest,arrival,departure,status,confirmation,id,amount,currency,estimated,at,origin,environment,profile\n"
	c := cells(nil)
	unsaid := stay(func(r *api.Reservation) { r.ID, r.Rate.Total = "R2", api.NewMoney("on request", "GBP") })
	canceled := stay(func(r *api.Reservation) { r.Status = api.StatusCanceled })
	for name, test := range map[string]struct {
		format views.Format
		report Report
		want   string
	}{
		"arrivals": {views.CSV, Make(c, Arrivals, day(12), day(13), []api.Reservation{stay(nil), unsaid}), head +
			"2026-12-12,Lantern,,2026-12-12,2026-12-14,CONFIRMED,,R1,200.00,GBP,false,,service,PRODUCTION,work\n" +
			"2026-12-12,Lantern,,2026-12-12,2026-12-14,CONFIRMED,,R2,,,false,,service,PRODUCTION,work\n"},
		"cancelled elsewhere": {views.CSV, Make(c, Cancellations, day(12), day(13), []api.Reservation{canceled}), head +
			",Lantern,,2026-12-12,2026-12-14,CANCELED,,R1,,,false,,service,PRODUCTION,work\n"},
		"formula for a name": {views.CSV, Make(c, Arrivals, day(12), day(12), []api.Reservation{stay(func(r *api.Reservation) { r.Hotel.Name = "=1+1" })}), head +
			"2026-12-12,'=1+1,,2026-12-12,2026-12-14,CONFIRMED,,R1,200.00,GBP,false,,service,PRODUCTION,work\n"},
		"nothing": {views.CSV, Make(c, Arrivals, day(1), day(2), nil), head},
		"JSON": {views.JSON, Make(c, Arrivals, day(1), day(1), nil), `{
  "environment": "PRODUCTION",
  "profile": "work",
  "report": "arrivals",
  "from": "2026-12-01",
  "to": "2026-12-01",
  "count": 0,
  "totals": [],
  "without_amount": 0,
  "complete": true,
  "days": [],
  "undated": [],
  "notes": []
}
`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path, err := Save(t.TempDir(), test.format, c, test.report)
			if err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, string(text)); diff != "" || !strings.HasPrefix(filepath.Base(path), "production-work-") || filepath.Ext(path) != "."+string(test.format) {
				t.Error(path, diff)
			}
		})
	}
}

// A document names the amount of an item only where it is said, and lists the items without a day apart.
func TestReport_Document(t *testing.T) {
	t.Parallel()
	c := cells(map[string]recovery.Cancellation{"R1": {At: time.Date(2026, 12, 11, 10, 0, 0, 0, time.UTC)}})
	canceled := func(id string) api.Reservation {
		return stay(func(r *api.Reservation) { r.ID, r.Status = id, api.StatusCanceled })
	}
	d := Make(c, Cancellations, day(1), day(31), []api.Reservation{canceled("R1"), canceled("R2")}).Document(c)
	type item struct{ ID, Amount, At, Origin string }
	short := func(items []DocumentItem) (out []item) {
		for _, i := range items {
			out = append(out, item{i.ID, i.Amount, i.At, i.Origin})
		}
		return out
	}
	if len(d.Days) != 1 {
		t.Fatalf("it has %d days", len(d.Days))
	}
	if diff := cmp.Diff([]item{{"R1", "50.00 GBP", "2026-12-11T10:00:00Z", OfJournal}}, short(d.Days[0].Reservations)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]item{{"R2", "", "", OfService}}, short(d.Undated)); diff != "" {
		t.Error(diff)
	}
}
