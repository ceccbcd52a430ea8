package guests

import (
	"slices"
	"strconv"
	"testing"
	"time"
	"unicode/utf8"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/trip"
)

func noStay(api.Reservation) trip.Stay { return trip.Stay{} }

// find is Find on an index of these reservations.
func find(items []api.Reservation, text string) []Known {
	var x Index
	x.Add(items, noStay)
	return x.Find(text)
}

func stayed(id, given, surname, email string) api.Reservation {
	return api.Reservation{ID: id, Guest: api.Guest{GivenName: given, Surname: surname, Email: email, Phone: "+44 20 7946 0000", Country: "gb"}}
}

func TestKnownGuests(t *testing.T) {
	items := []api.Reservation{
		stayed("1", "Mary", "Graham", "mary@example.com"), stayed("2", "Jürgen", "Groß", "j@example.com"),
		stayed("3", "MARY", "Graham ", "mary@example.com"), stayed("4", "Mary", "Graham", "other@example.com"),
		stayed("5", "Grace", "van der Müller", "g@example.com"), stayed("6", "", "", "nobody@example.com"),
	}
	for text, want := range map[string][]string{
		"":          {"1", "2", "4", "5"}, // Each once, the newest of their reservations.
		"g":         {"1", "2", "4", "5"}, // Surnames before given names.
		"gra":       {"1", "4", "5"},
		"GRAHAM":    {"1", "4"},
		"mary  gra": {"1", "4"},
		"graham m":  {"1", "4"},
		"gross":     {"2"},
		"juergen":   {"2"},
		"van der":   {"5"},
		"muell":     {"5"},
		"raham":     nil,
		"zz":        nil,
	} {
		var got []string
		for _, known := range find(items, text) {
			got = append(got, known.Stay.ID)
			if named := utf8.RuneCountInString(text) >= lettersNamed; known.Named != named {
				t.Errorf("%q: guest %s is named: %t", text, known.Stay.ID, known.Named)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q finds %q, want %q", text, got, want)
		}
	}
	if got := find(items, "gross")[0].Guest; got.Phone != "+442079460000" || got.Country != "GB" || got.Surname != "Groß" {
		t.Errorf("the guest is %+v, not tidy", got)
	}
}

// A name shows once two letters of it are typed, however many characters these
// are.
func TestLettersOfAKnownGuest(t *testing.T) {
	items := []api.Reservation{stayed("1", "Mary", "Ssali", "m@example.com"), stayed("2", "Jörg", "Ödön", "j@example.com")}
	for text, want := range map[string]bool{"ß": false, "ss": true, "s": false, "o\u0308": false, "ö": false, "öd": true} {
		got := find(items, text)
		if len(got) != 1 || got[0].Named != want {
			t.Errorf("%q finds %+v, want it named: %t", text, got, want)
		}
	}
}

// No text, whatever it is, finds a guest twice or one that is not there.
func FuzzFind(f *testing.F) {
	for _, text := range []string{"", "g", " ", "gr ma", "İ", "ß", "\x1b[2J", "\xff", "müller"} {
		f.Add("Mary", "Graham", text)
		f.Add("Jürgen", "van der Groß", text)
	}
	f.Fuzz(func(t *testing.T, given, surname, text string) {
		items := []api.Reservation{stayed("1", given, surname, "a@example.com"), stayed("2", given, surname, "a@example.com")}
		if got := find(items, text); len(got) > 1 || len(got) == 1 && got[0].Stay.ID != "1" {
			t.Errorf("%q finds %+v", text, got)
		}
		if got := find(items, ""); len(got) != 1 && booking.TidyGuest(items[0].Guest).GivenName+booking.TidyGuest(items[0].Guest).Surname != "" {
			t.Errorf("everybody is %+v", got)
		}
	})
}

// Pages come in any order and some twice: the newest reservation of a guest counts, by when it was created.
func TestIndexTakesTheNewestReservation(t *testing.T) {
	t.Parallel()
	made := func(id string, day int, phone string) api.Reservation {
		r := stayed(id, "Mary", "Graham", "m@example.com")
		r.Created = api.ParseInstant("2026-11-" + strconv.Itoa(day) + "T10:00:00Z")
		r.Guest.Phone = phone
		r.CustomData = []api.CustomField{{Key: "cost_center", Text: "c" + id[:1]}, {Key: "x", Text: ""}}
		return r
	}
	var x Index
	x.Add([]api.Reservation{made("1", 12, "+442079460001"), made("1b", 11, "+442079460009")}, noStay)
	x.Add([]api.Reservation{made("1", 12, "+442079460001"), made("2", 20, "+442079460002")}, noStay)
	got := x.Find("mary")
	if len(got) != 1 || got[0].Stay.ID != "2" || got[0].Guest.Phone != "+442079460002" || x.Len() != 3 || x.People() != 1 {
		t.Errorf("%d of %d: %+v", x.People(), x.Len(), got)
	}
	if got := x.Values("cost_center", 5); !slices.Equal(got, []string{"c1", "c2"}) {
		t.Errorf("the most frequent first: %q", got)
	}
	if got := x.Values("cost_center", 1); !slices.Equal(got, []string{"c1"}) || x.Values("x", 5) != nil {
		t.Errorf("got %q", got)
	}
}

// Who is in the guest book is known without a reservation, brings the loyalty along, and is forgotten with it.
func TestIndexKnowsTheGuestBook(t *testing.T) {
	t.Parallel()
	mary, loyalty := stayed("1", "Mary", "Graham", "m@example.com").Guest, &api.Loyalty{Program: "LX", MemberID: "7"}
	var x Index
	x.AddBook([]Entry{{Guest: mary, Loyalty: loyalty, At: time.Unix(1, 0)}, {Guest: api.Guest{GivenName: "Al", Surname: "Gra"}}})
	x.Add([]api.Reservation{stayed("1", "Mary", "Graham", "m@example.com")}, noStay)
	got := x.Find("gra")
	if len(got) != 2 || got[0].Loyalty != loyalty || !got[0].Booked || got[0].Stay.ID != "1" || got[1].Guest.GivenName != "Al" {
		t.Errorf("got %+v", got)
	}
	x.Forget(got[1].Guest)
	x.Forget(mary)
	x.Forget(mary)
	if got := x.Find("gra"); len(got) != 1 || got[0].Booked || got[0].Loyalty != nil {
		t.Errorf("got %+v", got)
	}
}

func BenchmarkIndex10000(b *testing.B) {
	items := make([]api.Reservation, 10_000)
	for i := range items {
		n := strconv.Itoa(i * 7919 % 9000)
		items[i] = stayed(strconv.Itoa(i), "Given"+n, "Surname"+n, n+"@example.com")
	}
	b.Run("build", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			var x Index
			x.Add(items, noStay)
		}
	})
	var x Index
	x.Add(items, noStay)
	b.Run("find", func(b *testing.B) {
		texts := []string{"su", "surname12", "given7"}
		for i := 0; b.Loop(); i++ {
			if len(x.Find(texts[i%len(texts)])) == 0 {
				b.Fatal("nobody is found")
			}
		}
	})
}
