package guests

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
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

func TestGuestsGoOutAndIn(t *testing.T) {
	t.Parallel()
	want := []Entry{graham(), {Guest: api.Guest{GivenName: "Jürgen", Surname: "Groß, sen."}}}
	want[0].At = time.Time{}
	var text bytes.Buffer
	if err := WriteCSV(&text, want); err != nil {
		t.Fatal(err)
	}
	if got, err := ReadCSV(&text); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("CSV: %+v, %v", got, err)
	}
	text.Reset()
	if err := WriteVCard(&text, want); err != nil {
		t.Fatal(err)
	}
	want[0].Loyalty, want[0].Guest.Address = nil, strings.ReplaceAll(want[0].Guest.Address, ";", ",")
	if got, err := ReadVCard(&text); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("vCard: %+v, %v", got, err)
	}
}

// Others' files have columns in their order, countries and phones as people write them, and what is wrong.
func TestGuestsOfOthersFiles(t *testing.T) {
	t.Parallel()
	got, err := ReadCSV(strings.NewReader("\ufeffSurname,given_name,country,telephone_number,loyalty_member\n" +
		"Groß,Jürgen,Germany,030 123456,\n,Mary,,,\nA,B,Narnia,,\n\"Two\nlines\",C,,,\nD,E,,030 1,\nF,G,,,7\nH,I,,,,,\nJ\x1b[2J,K,,,\n"))
	if len(got) != 1 || got[0].Guest.Country != "DE" || got[0].Guest.Phone != "+4930123456" {
		t.Errorf("got %+v", got)
	}
	for _, want := range []string{
		"line 3: surname: needed", "line 4: country: ", "line 5: surname: it holds the control character U+000A", "line 7: telephone_number: it needs a country", "line 8: loyalty_program: needed", "line 9: 7 fields, and 5 columns",
		"line 10: surname: it holds the control character U+001B",
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in %v", want, err)
		}
	}
	if _, err := ReadCSV(strings.NewReader("surname,shoe size\nA,7")); err == nil || !strings.Contains(err.Error(), `there is no column "shoe size"`) {
		t.Errorf("got %v", err)
	}
	if _, err := ReadCSV(strings.NewReader("")); err == nil {
		t.Error("an empty file is one")
	}
	got, err = ReadVCard(strings.NewReader("BEGIN:VCARD\r\nVERSION:3.0\r\nN:Graham;Mary;;;\r\nTEL;TYPE=cell:+44 20 7946 0000\r\nADR;TYPE=home:;;12 Lamp Street;London;;N1 9GU;United Kingdom\r\nEND:VCARD\r\n" +
		"BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Only\r\nEND:VCARD\r\n"))
	if len(got) != 1 || got[0].Guest.Country != "GB" || got[0].Guest.Phone != "+442079460000" || err == nil || !strings.Contains(err.Error(), "card 2: ") {
		t.Errorf("got %+v, %v", got, err)
	}
}

// What spreadsheets and phones make: semicolons, headings with spaces, a line and a card that break off. What is right is
// taken all the same, and no name is a formula in what goes out.
func TestGuestsOfSpreadsheetsAndPhones(t *testing.T) {
	t.Parallel()
	got, err := ReadCSV(strings.NewReader("\ufeffGiven name;Surname;Email\r\nMary;Graham;m@example.com\r\nA;\"B\"x;\r\nAl;Ng;\r\nC;\"D"))
	if len(got) != 2 || got[0].Guest.GivenName != "Mary" || got[1].Guest.Surname != "Ng" {
		t.Errorf("got %+v", got)
	}
	for _, want := range []string{"line 3: extraneous", "line 5: extraneous"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in %v", want, err)
		}
	}
	card := "BEGIN:VCARD\r\nVERSION:4.0\r\nN:Graham;Mary;;;\r\nEND:VCARD\r\n"
	if got, err := ReadVCard(strings.NewReader(card + "BEGIN:VCARD\r\nVERSION:4.0\r\nN:No;End")); len(got) != 1 || err == nil || !strings.Contains(err.Error(), "card 2: ") {
		t.Errorf("got %+v, %v", got, err)
	}
	for _, name := range []string{"=cmd()", "'=cmd()", "'t Hooft", "-x", "@y"} {
		want, text := []Entry{{Guest: api.Guest{GivenName: "Mary", Surname: name, Phone: "+442079460000"}}}, bytes.Buffer{}
		if err := WriteCSV(&text, want); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(text.String(), ","+name) != strings.HasPrefix(name, "'t") || !strings.Contains(text.String(), ",+44") {
			t.Errorf("%s goes out as %s", name, text.String())
		}
		if got, err := ReadCSV(&text); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s came back as %+v, %v", name, got, err)
		}
	}
}

func FuzzReadCSV(f *testing.F) {
	f.Add("given_name,surname,email\nMary,Graham,m@example.com\n")
	f.Fuzz(func(t *testing.T, text string) {
		list, err := ReadCSV(strings.NewReader(text))
		var row rowError
		if err != nil && list != nil && !errors.As(err, &row) {
			t.Fatalf("guests with %v", err)
		}
		var out bytes.Buffer
		if err := WriteCSV(&out, list); err != nil {
			t.Fatal(err)
		}
		again, err := ReadCSV(&out)
		if err != nil || !slices.EqualFunc(again, list, func(a, b Entry) bool { return reflect.DeepEqual(a, b) }) {
			t.Fatalf("%+v came back as %+v, %v", list, again, err)
		}
	})
}

func FuzzReadVCard(f *testing.F) {
	f.Add("BEGIN:VCARD\r\nVERSION:3.0\r\nN:Graham;Mary;;;\r\nEND:VCARD\r\n")
	f.Fuzz(func(t *testing.T, text string) {
		list, _ := ReadVCard(strings.NewReader(text))
		for i := range list {
			if list[i].check() != "" {
				t.Fatalf("%+v was taken", list[i])
			}
		}
	})
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
