package guests

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"bellhop/api"
)

func graham() Entry {
	return Entry{
		Guest: api.Guest{
			GivenName: "Mary", Surname: "Graham", Email: "m@example.com", Phone: "+442079460000",
			Address: "12 Lamp Street; \"rear\", 2nd", City: "London", PostalCode: "N1 9GU", Country: "GB",
		},
		Loyalty: &api.Loyalty{Program: "LX", MemberID: "7"},
		At:      time.Unix(100, 0).UTC(),
	}
}

func TestGuestBook(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "data", "guests.jsonl")
	b := NewBook(path)
	mary, al := graham(), Entry{Guest: api.Guest{GivenName: "Al", Surname: "Ng", Email: "al@example.com"}, At: time.Unix(200, 0).UTC()}
	if n, err := b.Put(mary, al); n != 2 || err != nil {
		t.Fatalf("%d, %v", n, err)
	}
	mary.Loyalty, mary.Guest.City, mary.At = nil, "Leeds", time.Unix(300, 0).UTC()
	if n, err := b.Put(mary); n != 0 || err != nil {
		t.Fatalf("%d, %v", n, err)
	}
	mary.Loyalty = graham().Loyalty // What a booking does not say stays.
	if got, err := b.Entries(); err != nil || !reflect.DeepEqual(got, []Entry{mary, al}) {
		t.Errorf("got %+v, %v", got, err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	if n, err := b.Remove(Same(al.Guest)); n != 1 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	if got, err := b.Entries(); len(got) != 1 || err != nil {
		t.Errorf("got %+v, %v", got, err)
	}
	var none *Book
	if n, err := none.Put(mary); n != 0 || err != nil {
		t.Errorf("without a book: %d, %v", n, err)
	}
	if err := os.WriteFile(path, []byte("{}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Put(mary); err == nil || !strings.Contains(err.Error(), "line 1 is not a guest") {
		t.Errorf("a damaged book: %v", err)
	}
}

func FuzzReadEntries(f *testing.F) {
	f.Add([]byte(`{"guest":{"GivenName":"Mary","Surname":"Graham"},"at":"2026-11-20T10:00:00Z"}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		list, err := readEntries(text)
		if err != nil && list != nil {
			t.Fatalf("guests with %v", err)
		}
	})
}

// A large file is taken over at once, or not at all: nobody falls out of the book unseen.
func TestAGuestBookIsNotFlooded(t *testing.T) {
	t.Parallel()
	b := NewBook(filepath.Join(t.TempDir(), "guests.jsonl"))
	if _, err := b.Put(graham()); err != nil {
		t.Fatal(err)
	}
	many := make([]Entry, mostEntries)
	for i := range many {
		many[i].Guest = api.Guest{GivenName: fmt.Sprintf("A%d", i), Surname: "Ng"}
	}
	if added, err := b.Put(many...); err == nil || added != 0 || !strings.Contains(err.Error(), "20,000 guests") {
		t.Errorf("%d were added, %v", added, err)
	}
	if added, err := b.Put(many[1:]...); err != nil || added != mostEntries-1 {
		t.Errorf("%d were added, %v", added, err)
	}
	if list, err := b.Entries(); err != nil || len(list) != mostEntries {
		t.Errorf("the book has %d guests, %v", len(list), err)
	}
}
