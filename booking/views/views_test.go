package views_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/recovery"
	"bellhop/booking/views"
)

var now = time.Date(2026, 12, 1, 22, 30, 0, 0, time.UTC)

// service is one that nothing is asked of.
type service struct{ booking.Service }

func (service) Skew() time.Duration { return 0 }

func newCells() views.Cells {
	desk := booking.NewDesk(booking.Options{Service: service{}, Now: func() time.Time { return now }, Environment: "production", ProfileName: "work"})
	return views.Cells{Desk: desk, Now: now, Zone: time.FixedZone("Madrid", 3600)}
}

func reservation(n int, status, in string, nights int) api.Reservation {
	day, err := api.ParseDate(in)
	if err != nil {
		panic(err)
	}
	refundable := n%2 == 0
	return api.Reservation{
		ID: fmt.Sprintf("%032d", n), Status: status, Created: api.Instant{Time: now.AddDate(0, 0, -n)},
		CheckIn: api.ParseInstant(day.String() + "T00:00:00Z"), CheckOut: api.ParseInstant(day.AddDays(nights).String() + "T00:00:00Z"),
		Guest: api.Guest{GivenName: "Ada", Surname: "Rossi"}, Adults: 2,
		Hotel:        api.HotelRef{ID: api.PropertyID{Chain: "LX", Code: fmt.Sprint(20000 + n)}, Name: fmt.Sprintf("Hotel %c", 'A'+rune(n%26))},
		Confirmation: &api.Confirmation{HotelNumber: fmt.Sprintf("HC-%d", n), RecordLocator: "QK7NXA"},
		CustomData:   api.CustomData{{Key: "cost_centre", Text: "=1+1"}, {Key: recovery.AttemptKey, Text: "att-1"}, {Key: "vip", Kind: api.CustomBool, Truth: true}},
		Rate: api.BookedRate{
			Rooms: 1, Total: api.NewMoney(fmt.Sprint(1000+n), "GBP"),
			Terms: api.Terms{Refundable: &refundable, Penalties: []api.CancelPenalty{
				{Deadline: api.ParseDeadline(day.AddDays(-2).String() + "T18:00:00+01:00"), Amount: api.NewMoney("200", "GBP")},
			}},
		},
	}
}

func ids(rows []*views.Row) (out []string) {
	for _, r := range rows {
		out = append(out, strings.TrimLeft(r.ID, "0"))
	}
	return out
}

func TestAViewHoldsTheHotelsDaysAndStatesInItsOrder(t *testing.T) {
	t.Parallel()
	c := newCells()
	rows := c.Rows([]api.Reservation{
		reservation(1, api.StatusConfirmed, "2026-12-01", 2), reservation(2, api.StatusConfirmed, "2026-12-03", 2),
		reservation(3, api.StatusCanceled, "2026-12-02", 2), reservation(4, api.StatusCreated, "2026-12-09", 2),
		reservation(5, api.StatusConfirmed, "2026-12-10", 2), reservation(6, api.StatusConfirmed, "2026-12-02", 1),
		reservation(8, api.StatusConfirmed, "2026-12-10", 2),
	})
	// The agent's day is the first of December, an hour before midnight in Madrid.
	for name, want := range map[string][]string{
		"arrivals today": {"1"}, "departures today": nil, "arriving in 7 days": {"1", "6", "2"}, "cancelled lately": {"3"}, "open deadlines": {"8"}, // 5 is non-refundable.
	} {
		v, err := views.Named(views.BuiltIn(), name)
		if err != nil {
			t.Fatal(err)
		}
		if got := ids(v.Of(c, rows)); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

// The service reckons days in the hotel's time, so that a day more is asked for at both ends.
func TestAViewAsksForADayMore(t *testing.T) {
	t.Parallel()
	v := views.View{Arrival: views.Range{From: views.Today(0), Until: views.Today(7)}, Custom: []string{"CC-119"}}
	got := v.Query(api.NewDate(2026, 12, 1))
	want := api.ReservationQuery{
		CheckIn: api.DateRange{From: api.NewDate(2026, 11, 30), Until: api.NewDate(2026, 12, 9)}, CustomValues: []string{"CC-119"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestEveryColumnTellsPeopleAndPrograms(t *testing.T) {
	t.Parallel()
	c := newCells()
	row := c.Row(reservation(8, api.StatusConfirmed, "2026-12-12", 3))
	var got strings.Builder
	for _, col := range append(views.Columns(), mustColumn(t, "data.cost_centre")) {
		value, err := json.Marshal(col.Value(c, row))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&got, "%s | %s | %s | %s\n", col.Name, col.Text(c, row), col.Plain(c, row), value)
		if col.Title == "" || col.About == "" || col.Width == 0 && col.Min == 0 {
			t.Errorf("%s has no title, no explanation or no width", col.Name)
		}
	}
	golden(t, "columns.txt", got.String())
}

func mustColumn(t *testing.T, name string) views.Column {
	t.Helper()
	col, ok := views.ColumnNamed(name)
	if !ok {
		t.Fatal("no column", name)
	}
	return col
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if os.Getenv("UPDATE") != "" {
		if err := os.MkdirAll("testdata", 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Error(diff)
	}
}

func TestGuestsAreMaskedUnlessAskedAndNumbersBeforeAnAudience(t *testing.T) {
	t.Parallel()
	row, guest, id := newCells().Row(reservation(7, api.StatusConfirmed, "2026-12-12", 3)), mustColumn(t, "guest"), mustColumn(t, "id")
	masked, named, audience := newCells(), newCells(), newCells()
	named.Guests, audience.Guests, audience.Presenting = true, true, true
	for _, one := range []struct {
		cells     views.Cells
		guest, id string
	}{{masked, "A··· R···", row.ID}, {named, "Ada Rossi", row.ID}, {audience, "A··· R···", "···"}} {
		if g, i := guest.Plain(one.cells, row), id.Plain(one.cells, row); g != one.guest || i != one.id {
			t.Errorf("%q %q, want %q %q", g, i, one.guest, one.id)
		}
	}
	if data := mustColumn(t, "data").Plain(audience, row); strings.Contains(data, "1+1") {
		t.Error("an audience sees", data)
	}
}

func TestExportsAreExactlyTheRowsAndNoFormulas(t *testing.T) {
	t.Parallel()
	c := newCells()
	rows := c.Rows([]api.Reservation{reservation(2, api.StatusConfirmed, "2026-12-12", 3), reservation(1, api.StatusCanceled, "2026-12-01", 1)})
	v := views.View{Columns: []string{"arrival", "guest", "data.cost_centre", "total", "nights", "refundable", "data", "cancelled"}}
	folder := t.TempDir()
	path, err := views.Save(folder, "late", views.CSV, c, v.Shown(), rows)
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatal(info, err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	records, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil || len(records) != 3 || !slices.Equal(records[0], append(slices.Clone(v.Columns), "environment", "profile")) || filepath.Base(path) != "production-work-reservations-late.csv" {
		t.Fatal(records, err)
	}
	if got := records[1]; got[0] != "2026-12-12" || got[1] != "A··· R···" || got[2] != "'=1+1" || got[3] != "1002.00 GBP" || got[8] != "PRODUCTION" || got[9] != "work" {
		t.Error(got)
	}
	var out bytes.Buffer
	if err := views.Write(&out, views.JSON, c, v.Shown(), rows); err != nil {
		t.Fatal(err)
	}
	var list []map[string]any
	if err := json.Unmarshal(out.Bytes(), &list); err != nil || len(list) != 2 {
		t.Fatal(err, out.String())
	}
	want := map[string]any{
		"arrival": "2026-12-12", "guest": "A··· R···", "data.cost_centre": "=1+1", "total": "1002.00 GBP", "nights": 3.0, "refundable": true,
		"data": map[string]any{"cost_centre": "=1+1", "vip": "true"}, "cancelled": nil, "environment": "PRODUCTION", "profile": "work",
	}
	if diff := cmp.Diff(want, list[0]); diff != "" {
		t.Error(diff)
	}
}

func TestNeutral(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"=1", "+1", "-1", "@x", "\tx", "\rx", "\nx", " =1", "＝1"} {
		if got := views.Neutral(text); got != "'"+text {
			t.Errorf("%q became %q", text, got)
		}
	}
	for _, text := range []string{"", "Ada", "12", "a=b", "'"} {
		if got := views.Neutral(text); got != text {
			t.Errorf("%q became %q", text, got)
		}
	}
}

func TestTheFileKeepsWhatPeopleWrote(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "bellhop", "views.toml")
	file := views.NewFile(path)
	first := views.View{
		Name: "late \"arrivals\"", Arrival: views.Range{From: views.Today(-1), Until: views.Today(7)}, States: []string{api.StatusConfirmed},
		Columns: []string{"arrival", "data.cost_centre"}, Sort: views.Sort{Column: "total", Down: true}, Custom: []string{"CC-119"},
	}
	second := views.View{Name: "zweite", Departure: views.Range{From: views.Day{Date: api.NewDate(2026, 12, 12)}}}
	for _, v := range []views.View{first, second} {
		if err := file.Save(v); err != nil {
			t.Fatal(err)
		}
	}
	edit(t, path, func(text string) string {
		return strings.Replace(text, "[[view]]\nname = 'zweite'", "# mine\n\n[[view]]\nname = 'zweite' # why\n", 1)
	})
	first.Columns = []string{"hotel"}
	if err := file.Save(first); err != nil {
		t.Fatal(err)
	}
	list, err := file.Views()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]views.View{first, second}, list[:2]); diff != "" {
		t.Error(diff)
	}
	if len(list) != 2+len(views.BuiltIn()) {
		t.Error(len(list), "views")
	}
	text := edit(t, path, func(text string) string { return text })
	if !strings.Contains(text, "# mine\n") || !strings.Contains(text, "# why") {
		t.Error("lost a comment:\n" + text)
	}
	if err := file.Remove("ZWEITE"); err != nil {
		t.Fatal(err)
	}
	if list, _ := file.Views(); len(list) != 1+len(views.BuiltIn()) {
		t.Error(len(list), "views")
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Error(info, err)
	}
	if info, err := os.Stat(filepath.Dir(path)); err != nil || info.Mode().Perm() != fs.FileMode(0o700) {
		t.Error(info, err)
	}
}

func edit(t *testing.T, path string, change func(string) string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	out := change(string(text))
	if err := os.WriteFile(path, []byte(out), 0o600); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestAMistakeIsNamedWithItsLineAndKey(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"[[view]]\nname = \"a\"\ncolums = [\"hotel\"]\n":         "line 3: unknown key colums; did you mean columns?",
		"[[views]]\nname = \"a\"\n":                              "line 1: unknown key views; did you mean view?",
		"\n[[view]]\nname = \"a\"\n\ncolumns = [\n\"gest\"]\n":   "line 5, columns: there is no column gest; did you mean guest?",
		"[[view]]\nname = \"a\"\n[[view]]\nname = \"A\"\n":       "line 4, name: another view is called A",
		"[[view]]\nname = \"a\"\narrival = \"tomorow\"\n":        "line 3, arrival: \"tomorow\" is no day: a day is today, +7, -30 or 2026-12-12",
		"[[view]]\nname = \"a\"\narrival = \"+7..today\"\n":      "line 3, arrival: \"+7..today\" ends before it begins",
		"[[view]]\nname = \"a\"\nstatus = [\"canceld\"]\n":       "line 3, status: \"canceld\" is no state; did you mean canceled?",
		"[[view]]\nname = \"a\"\nsort = \"-totl\"\n":             "line 3, sort: there is no column totl; did you mean total?",
		"[[view]]\nsort = \"total\"\n":                           "line 1, name: a view has a name",
		"[[view]]\nname = \"a\"\ncolumns = [\"id\", \"id\"]\n":   "line 3, columns: id stands there twice",
		"[[view]]\nname = \"a\"\nids = [\"12\"]\n":               "line 3, ids: an id is 32 letters and digits",
		"[[view]]\nname = \"a\"\ncustom = [\"<\"]\n":             "line 3, custom: without < > \" ' \\",
		"[[view]]\nname = \"a\"\ncolumns = [\"id\", \"id\", \"x": "line 3",
		"[[view]]\nname = 12\n":                                  "line 2, name",
	} {
		_, err := views.Parse([]byte(text))
		var wrong *views.FileError
		if !errors.As(err, &wrong) || !strings.HasPrefix(wrong.Problems[0].String(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func TestAFileWithAMistakeIsNotChanged(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "views.toml")
	if err := os.WriteFile(path, []byte("[[view]]\nnam = \"a\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	file := views.NewFile(path)
	if err := file.Save(views.View{Name: "b"}); err == nil || !strings.Contains(err.Error(), path+": line 2: unknown key nam") {
		t.Error(err)
	}
	list, err := file.Views()
	if err == nil || len(list) != len(views.BuiltIn()) {
		t.Error(len(list), err)
	}
	if text := edit(t, path, func(text string) string { return text }); text != "[[view]]\nnam = \"a\"\n" {
		t.Error(text)
	}
}

// What is read is written so that it is read as the same.
func FuzzParse(f *testing.F) {
	f.Add([]byte("[[view]]\nname = \"a\"\narrival = \"today..+7\"\ncolumns = [\"hotel\"]\nsort = \"-total\"\n# end\n"))
	f.Add([]byte("view = [{name = \"a\"}]\n"))
	f.Add([]byte("[[view]]\nname = \"é\"\nstatus = [\"cancelled\"]\ndeadline = \"2026-01-01..\"\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		list, err := views.Parse(text)
		if err != nil {
			for line := range strings.SplitSeq(err.Error(), "\n") {
				if strings.ContainsRune(line, '\x1b') {
					t.Errorf("a mistake drives the terminal: %q", line)
				}
			}
			return
		}
		path := filepath.Join(t.TempDir(), "views.toml")
		for _, v := range list {
			if err := views.NewFile(path).Save(v); err != nil {
				t.Fatal(err)
			}
		}
		again, err := views.NewFile(path).Views()
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range list {
			if diff := cmp.Diff(normal(v), normal(again[i])); diff != "" {
				t.Fatal(diff)
			}
		}
	})
}

// normal has no list in place of an empty one.
func normal(v views.View) views.View {
	for _, list := range []*[]string{&v.States, &v.IDs, &v.Custom, &v.Columns} {
		if len(*list) == 0 {
			*list = nil
		}
	}
	return v
}

func many(n int) []api.Reservation {
	all := make([]api.Reservation, n)
	for i := range all {
		status := api.StatusConfirmed
		if i%7 == 0 {
			status = api.StatusCanceled
		}
		all[i] = reservation(i, status, api.NewDate(2026, 12, 1).AddDays(i%60-20).String(), 1+i%4)
	}
	return all
}

func BenchmarkViewOf4000(b *testing.B) {
	c := newCells()
	all := many(4000)
	for _, v := range views.BuiltIn() {
		b.Run(strings.ReplaceAll(v.Name, " ", "_"), func(b *testing.B) {
			rows := c.Rows(all)
			for b.Loop() {
				v.Of(c, rows)
			}
		})
	}
}

func BenchmarkExportOf4000(b *testing.B) {
	c := newCells()
	rows := c.Rows(many(4000))
	var columns []views.Column
	for _, name := range append(views.Default(), "total", "deadline", "at_stake") {
		col, _ := views.ColumnNamed(name)
		columns = append(columns, col)
	}
	for b.Loop() {
		if err := views.Write(new(bytes.Buffer), views.CSV, c, columns, rows); err != nil {
			b.Fatal(err)
		}
	}
}

// The view that the support page shows is one.
func TestTheViewOfTheSupportPage(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "support.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "```toml\n[[view]]")
	text, _, found := strings.Cut(rest, "```")
	list, err := views.Parse([]byte("[[view]]" + text))
	if err != nil || !found || len(list) != 1 || len(list[0].Columns) != 5 {
		t.Errorf("%+v, %v", list, err)
	}
}
