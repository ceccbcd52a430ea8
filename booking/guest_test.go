package booking

import (
	"slices"
	"testing"
	"unicode/utf8"

	"bellhop/api"
)

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
		for _, known := range KnownGuests(items, text) {
			got = append(got, known.Last.ID)
			if named := utf8.RuneCountInString(text) >= KnownLetters; known.Named != named {
				t.Errorf("%q: guest %s is named: %t", text, known.Last.ID, known.Named)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q finds %q, want %q", text, got, want)
		}
	}
	if got := KnownGuests(items, "gross")[0].Guest; got.Phone != "+442079460000" || got.Country != "GB" || got.Surname != "Groß" {
		t.Errorf("the guest is %+v, not tidy", got)
	}
}

// A name shows once two letters of it are typed, however many characters these
// are.
func TestLettersOfAKnownGuest(t *testing.T) {
	items := []api.Reservation{stayed("1", "Mary", "Ssali", "m@example.com"), stayed("2", "Jörg", "Ödön", "j@example.com")}
	for text, want := range map[string]bool{"ß": false, "ss": true, "s": false, "o\u0308": false, "ö": false, "öd": true} {
		got := KnownGuests(items, text)
		if len(got) != 1 || got[0].Named != want {
			t.Errorf("%q finds %+v, want it named: %t", text, got, want)
		}
	}
}

// No text, whatever it is, finds a guest twice or one that is not there.
func FuzzKnownGuests(f *testing.F) {
	for _, text := range []string{"", "g", " ", "gr ma", "İ", "ß", "\x1b[2J", "\xff", "müller"} {
		f.Add("Mary", "Graham", text)
		f.Add("Jürgen", "van der Groß", text)
	}
	f.Fuzz(func(t *testing.T, given, surname, text string) {
		items := []api.Reservation{stayed("1", given, surname, "a@example.com"), stayed("2", given, surname, "a@example.com")}
		if got := KnownGuests(items, text); len(got) > 1 || len(got) == 1 && got[0].Last.ID != "1" {
			t.Errorf("%q finds %+v", text, got)
		}
		if got := KnownGuests(items, ""); len(got) != 1 && TidyGuest(items[0].Guest).GivenName+TidyGuest(items[0].Guest).Surname != "" {
			t.Errorf("everybody is %+v", got)
		}
	})
}
