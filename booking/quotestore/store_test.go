package quotestore_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking/document"
	"bellhop/booking/marked"
	"bellhop/booking/quote"
	"bellhop/booking/quote/quotetest"
	"bellhop/booking/quotestore"
)

func clockAt(now *time.Time) func() time.Time { return func() time.Time { return *now } }

// What was kept says the same when it is opened again, byte for byte, and nothing in it is of a guest.
func TestAKeptQuoteIsTheSame(t *testing.T) {
	t.Parallel()
	desk, now := quotetest.DeskIn("sandbox"), quotetest.Noon
	dir := filepath.Join(t.TempDir(), "quotes")
	store := quotestore.NewStore(dir, "demo@here", clockAt(&now))
	q, _ := quote.New(desk.Origin(), quotetest.Offers(desk), quotetest.Noon)
	q = q.With(quotetest.Markup(t, "7.5%"))
	id, err := store.Keep(q)
	if err != nil {
		t.Fatal(err)
	}
	list, damaged, err := store.List(quotetest.DeskIn("sandbox"))
	if err != nil || damaged != 0 || len(list) != 1 || list[0].ID != id {
		t.Fatalf("%d quotes, %d damaged, %v", len(list), damaged, err)
	}
	if before, after := quotetest.Text(t, q), quotetest.Text(t, list[0]); before != after || !strings.Contains(after, "SANDBOX: this is a trial.") {
		t.Errorf("it was\n%s\nand is\n%s", before, after)
	}
	for i, o := range list[0].Offers {
		was := q.Offers[i]
		if o.ID() != was.ID() || o.Total != was.Total || o.NoPrice != was.NoPrice || o.Unsaid != was.Unsaid || o.Terms.Hash() != was.Terms.Hash() || !reflect.DeepEqual(o.Fees, was.Fees) || !o.Ends.Equal(was.Ends) {
			t.Errorf("offer %d was %+v\nand is %+v", i, was, o)
		}
	}
	raw, err := os.ReadFile(filepath.Join(dir, id+".json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, private := range []string{"Gunnars", "Maria", "mail.example", "tok_live", "CC-9981"} {
		if strings.Contains(string(raw), private) {
			t.Errorf("the file has %q", private)
		}
	}
	if err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || runtime.GOOS == "windows" {
			return err
		}
		info, err := e.Info()
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s is %v", path, info.Mode())
		}
		return err
	}); err != nil {
		t.Error(err)
	}
	// The same quote stays one file, and another service sees none of it.
	q.ID = id
	if again, err := store.Keep(q); err != nil || again != id {
		t.Errorf("%q, %v", again, err)
	}
	if list, damaged, err := quotestore.NewStore(dir, "other@here", clockAt(&now)).List(desk); len(list) != 0 || damaged != 0 || err != nil {
		t.Errorf("another service has %d, %d, %v", len(list), damaged, err)
	}
	now = quotetest.Noon.Add(quotestore.KeptFor + time.Minute)
	if list, _, err := store.List(desk); len(list) != 0 || err != nil {
		t.Errorf("after thirty days there are %d, %v", len(list), err)
	}
}

func TestQuotesAreRemoved(t *testing.T) {
	t.Parallel()
	desk, now := quotetest.Desk(), quotetest.Noon
	dir := t.TempDir()
	store := quotestore.NewStore(dir, "demo@here", clockAt(&now))
	q, _ := quote.New(document.Origin{}, quotetest.Offers(desk), quotetest.Noon)
	var ids []string
	for i := range 3 {
		q.At = quotetest.Noon.Add(time.Duration(i) * time.Minute)
		id, err := store.Keep(q)
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
	}
	list, _, err := store.List(desk)
	if err != nil || len(list) != 3 || list[0].ID != ids[2] || list[2].ID != ids[0] {
		t.Fatalf("%+v, %v", list, err)
	}
	old := time.Now().Add(-quotestore.KeptFor - time.Hour)
	if err := errors.Join(store.Remove(ids[1]), store.Remove(ids[1]), os.Chtimes(filepath.Join(dir, ids[0]+".json"), old, old)); err != nil {
		t.Fatal(err)
	}
	if err := store.Remove("../x"); err == nil {
		t.Error("a path is taken for an id")
	}
	if err := os.WriteFile(filepath.Join(dir, strings.Repeat("A", 26)+".json"), []byte(`{"version":1,`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Keep(q); err != nil {
		t.Fatal(err)
	}
	list, damaged, err := store.List(desk)
	if err != nil || len(list) != 2 || damaged != 1 {
		t.Errorf("%d quotes, %d damaged, %v", len(list), damaged, err)
	}
	if _, err := os.Stat(filepath.Join(dir, ids[0]+".json")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("an old one stays: %v", err)
	}
	var none *quotestore.Store
	if id, err := none.Keep(q); id != "" || err != nil {
		t.Errorf("no store keeps %q, %v", id, err)
	}
	if _, _, err := none.List(desk); !errors.Is(err, quotestore.ErrNoStore) {
		t.Errorf("no store lists %v", err)
	}
}

func TestFilesOfAQuote(t *testing.T) {
	t.Parallel()
	offers := quotetest.Offers(quotetest.Desk())
	bare := offers[1]
	bare.Hotel.Name = ""
	for want, q := range map[string]quote.Quote{
		"sandbox-quote-2026-12-12-the-lantern": {Origin: document.Origin{Environment: "SANDBOX"}, Offers: offers},
		"quote-2026-12-12-hotel-hb-1":          {Offers: []quote.Offer{bare}},
	} {
		name, files, err := quotestore.Files(q)
		if err != nil || name != want || len(files) != 3 {
			t.Errorf("%q, %d files, %v, want %q", name, len(files), err, want)
		}
	}
	if _, _, err := quotestore.Files(quote.Quote{}); !errors.Is(err, quote.ErrEmpty) {
		t.Errorf("an empty quote gives %v", err)
	}
}

// An amount without a currency, as earlier versions kept it, is an amount in the currency of each offer: a client has the quote.
func TestStore_AmountOfAnEarlierVersion(t *testing.T) {
	t.Parallel()
	desk := quotetest.Desk()
	in := func(currency string) quote.Offer {
		draft := quotetest.Draft()
		draft.Verified.Total, draft.Verified.Base = api.NewMoney("300.00", currency), api.NewMoney("300.00", currency)
		draft.Trip.Rooms = 1
		draft.Rate.BookingCode += currency
		return marked.OfferOf(desk, draft, quotetest.Noon)
	}
	for name, c := range map[string]struct {
		offers []quote.Offer
		words  string
		pays   []string // the price of each offer
	}{
		"one currency":        {[]quote.Offer{in("GBP"), in("GBP")}, "25 GBP", []string{"325.00 GBP", "325.00 GBP"}},
		"two currencies":      {[]quote.Offer{in("GBP"), in("EUR")}, "25 in each currency", []string{"325.00 GBP", "325.00 EUR"}},
		"the first has none":  {[]quote.Offer{in(""), in("EUR")}, "25 in each currency", []string{"325.00", "325.00 EUR"}},
		"none has a currency": {[]quote.Offer{in("")}, "25 in each currency", []string{"325.00"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			now := quotetest.Noon
			dir := filepath.Join(t.TempDir(), "quotes")
			store := quotestore.NewStore(dir, "demo@here", clockAt(&now))
			q, _ := quote.New(document.Origin{}, c.offers, quotetest.Noon)
			id, err := store.Keep(q.With(quotetest.Markup(t, "10%")))
			if err != nil {
				t.Fatal(err)
			}
			files, err := filepath.Glob(filepath.Join(dir, "*"+id+"*"))
			if err != nil || len(files) != 1 {
				t.Fatalf("%s is kept in %q, %v", id, files, err)
			}
			text, err := os.ReadFile(files[0])
			if err != nil || !strings.Contains(string(text), `"markup":"10%"`) {
				t.Fatalf("%s, %v", text, err)
			}
			if err := os.WriteFile(files[0], []byte(strings.Replace(string(text), `"markup":"10%"`, `"markup":"25"`, 1)), 0o600); err != nil {
				t.Fatal(err)
			}
			check := func(q quote.Quote) {
				t.Helper()
				if q.Markup.String() != c.words || q.Problem() != nil {
					t.Errorf("the mark-up is %s, %v", q.Markup, q.Problem())
				}
				for i, pays := range c.pays {
					if total, err := q.Markup.Total(q.Offers[i].Total); err != nil || total.String() != pays {
						t.Errorf("offer %d: %s, %v, want %s", i+1, total, err, pays)
					}
				}
			}
			list, damaged, err := store.List(desk)
			if err != nil || damaged != 0 || len(list) != 1 {
				t.Fatalf("%d quotes, %d damaged, %v", len(list), damaged, err)
			}
			check(list[0])
			// Kept again it is read as the same.
			again := list[0]
			again.ID, again.At = "", quotetest.Noon.Add(time.Minute)
			if _, err := store.Keep(again); err != nil {
				t.Fatal(err)
			}
			if list, damaged, err = store.List(desk); err != nil || damaged != 0 || len(list) != 2 {
				t.Fatalf("%d quotes, %d damaged, %v", len(list), damaged, err)
			}
			check(list[0])
		})
	}
}
