package find

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"bellhop/api"
	"bellhop/booking/trip"
)

// findables are reservations that are told apart by what is typed for them.
func findables() []api.Reservation {
	made := time.Date(2026, 10, 2, 23, 30, 0, 0, time.UTC)
	one := func(id, given, surname, email, hotel string) api.Reservation {
		return api.Reservation{
			ID: id, Status: api.StatusConfirmed, Guest: api.Guest{GivenName: given, Surname: surname, Email: email, Phone: "+442079460958"},
			Hotel: api.HotelRef{ID: api.PropertyID{Chain: "LX", Code: "20417"}, Name: hotel}, Created: api.Instant{Time: made},
		}
	}
	all := []api.Reservation{
		one("0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a", "Peter", "Otto", "peter@mueller.example", "Hotel Lansing"),
		one("1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b", "Anna", "Müller-Lüdenscheidt", "anna@example.com", "The Aldwych Lantern"),
		one("2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c", "Ada", "Rossi", "ar@example.com", "Pelham & Rowe"),
		one("3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d", "Ruth", "Manning", "rm@example.com", "Hotel Ada"),
		one("4e4e4e4e4e4e4e4e4e4e4e4e4e4e4e4e", "Linh", "Ng", "linh@example.com", "Hôtel de l'Étoile"),
		one("5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f", "Rossella", "Rossini", "r2@example.com", "Albergo Rossi"),
	}
	all[0].Confirmation = &api.Confirmation{HotelNumber: "HC-90210", RecordLocator: "QK7NXA"}
	all[3].CustomData = api.CustomData{{Key: "cost_centre", Text: "CC-119"}, {Key: "bellhop_attempt", Text: "att-NGQWERTYUIOPASDFGHJKLZXCVB"}}
	all[4].Status = api.StatusCanceled
	all[5].Guest.Phone = "+390612345678"
	return all
}

func finderOf(all []api.Reservation, in map[int]string) *Finder {
	f := &Finder{Zone: time.FixedZone("Madrid", 2*60*60)}
	for i, r := range all {
		day, err := api.ParseDate(in[i])
		if err != nil {
			day = api.NewDate(2026, 12, 1)
		}
		f.Add(r, trip.Stay{In: day, Out: day.AddDays(2)})
	}
	return f
}

// reasons writes matches as "index field[what was typed]", the best first.
func reasons(f *Finder, typed string) string {
	var out []string
	for _, m := range f.Find(typed) {
		words := []string{fmt.Sprint(m.Index)}
		for _, why := range f.Why(m) {
			text := ""
			for _, s := range why.Spans {
				text += "[" + why.Text[s.From:s.To] + "]"
			}
			words = append(words, why.Field.String()+text)
		}
		out = append(out, strings.Join(words, " "))
	}
	return strings.Join(out, ", ")
}

// What is found, in which order, and why: names before what only looks like them, whole before part, in any order of
// the words.
func TestFindNamesWhereAndInWhichOrder(t *testing.T) {
	t.Parallel()
	f := finderOf(findables(), map[int]string{1: "2027-03-24", 2: "2028-03-24", 3: "2027-03-22"})
	for typed, want := range map[string]string{
		"mueller": "1 guest[Müller], 0 email[mueller]", "müller": "1 guest[Müller]", "MULLER": "1 guest[Müller]",
		"lued": "1 guest[Lüd]", "nscheids": "", "muller-lu": "1 guest[Müller-Lü]",
		// Two letters are looked for where a word begins; three inside it too.
		"ng": "4 guest[Ng]", "ing": "3 guest[ing], 0 hotel[ing]", "n": "4 guest[N]",
		"rossi, ada": "2 guest[Ada][Rossi]", "ada rossi": "2 guest[Ada][Rossi]", "rossi ada": "2 guest[Ada][Rossi]", "ADA  ROSSI ": "2 guest[Ada][Rossi]",
		"rossi":    "2 guest[Rossi], 5 guest[Rossi]",
		"ada":      "2 guest[Ada], 3 hotel[Ada]",
		"ruth ada": "3 guest[Ruth] hotel[Ada]",
		"letoile":  "4 hotel[l'Étoile]", "l'étoile": "4 hotel[l'Étoile]", "etoile": "4 hotel[Étoile]",
		"24mar":       "1 arrival, 2 arrival, 3 departure",
		"24 mar 2027": "1 arrival, 3 departure", "24 Mar, 2027": "1 arrival, 3 departure", "2027-03-24": "1 arrival, 3 departure", "mar 24 2028": "2 arrival",
		"24mar rossi": "2 arrival guest[Rossi]", "rossi 24 mar": "2 guest[Rossi] arrival",
		"3oct2026 ng": "4 created guest[Ng]", // By the agent's day: it was the 2nd in UTC.
		"hc-90210":    "0 confirmation[HC-90210]", "90210": "0 confirmation[90210]", "0210": "0 confirmation[0210]", "210": "",
		"qk7nxa": "0 locator[QK7NXA]", "qk": "0 locator[QK]", "7nx": "", "7nxa": "0 locator[7NXA]",
		"2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c": "2 id[2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c]", "2c2c": "2 id[2c2c]", "c2c2c": "", "c2c2c2": "2 id[c2c2c2]",
		"cc-119": "3 data[CC-119]", "119": "3 data[119]", "att-NGQWERTYUIOPASDFGHJKLZXCVB": "3 attempt[att-NGQWERTYUIOPASDFGHJKLZXCVB]", "att-": "",
		"lx20417 otto": "0 hotel code[LX20417] guest[Otto]", "LX 20417 otto": "0 hotel code[LX][20417] guest[Otto]",
		"cancel": "4 status[CANCEL]", "ca": "",
		"020 7946 0958 rossi": "", "06 12345": "5 phone[612345]", "+39 06 1234 5678": "5 phone[390612345678]", "5678": "5 phone[5678]",
		"tom": "", "fri": "", "no such guest": "", "linh@": "4 email[linh@]", "li": "4 guest[Li]",
	} {
		if got := reasons(f, typed); got != want {
			t.Errorf("%q finds %q, want %q", typed, got, want)
		}
	}
	for _, nothing := range []string{"", "  ", "-", " , ;"} {
		if got := f.Find(nothing); len(got) != f.Len() || got[0].Index != 0 || got[0].Rank != 0 {
			t.Errorf("%q finds %+v", nothing, got)
		}
	}
}

// A phone number is found as it is said at home and from abroad.
func TestFindAPhoneNumber(t *testing.T) {
	t.Parallel()
	f := finderOf(findables()[:1], nil)
	for _, typed := range []string{"+44 20 7946 0958", "020 7946 0958", "(020) 7946-0958", "02079460958", "0958", "7946"} {
		if got := reasons(f, typed); !strings.HasPrefix(got, "0 phone[") {
			t.Errorf("%q finds %q", typed, got)
		}
	}
	if got := reasons(f, "020 7946 0959"); got != "" {
		t.Errorf("another number finds %q", got)
	}
}

// A changed reservation is found by its present values, and equal matches keep their order.
func TestFind_AfterSet(t *testing.T) {
	t.Parallel()
	all := findables()
	f := finderOf(all, nil)
	all[0].Guest.Surname = "Rossi"
	f.Set(0, all[0], trip.Stay{})
	if got := reasons(f, "rossi"); got != "0 guest[Rossi], 2 guest[Rossi], 5 guest[Rossi]" {
		t.Errorf("after the change: %q", got)
	}
}

// A name that was searched shows why it was found: what was typed, which is no secret to who typed it, and two
// letters of each word.
func TestMaskedNamesShowWhatWasTyped(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, email, typed, want string }{
		{"Ada Rossi", "", "ro", "Ad··· [Ro]···"},
		{"Ada Rossi", "", "rossi", "Ad··· [Rossi]"},
		{"Ada Rossini", "", "rossi, a", "[A]d··· [Rossi]···"},
		{"Ruth Manning", "", "ing", "Ru··· Ma···[ing]"},
		{"Jo Müller-Lüdenscheidt", "", "muel", "J··· [Mül]···-Lü···"},
		{"Linh Ng", "", "ng", "Li··· [Ng]"},
		{"Jürgen Groß", "", "ros", "Jü··· G[roß]"},
		{"太郎 山田", "", "山", "太··· [山]···"},
		{"A B", "peter@mueller.example", "mueller", "p···@[mueller].example"},
		{"A B", "xmueller@example.com", "xmu", "[xmu]···@example.com"},
		{"A B", "y.mueller@example.com", "mueller", "y···[mueller]@example.com"},
		{"A B", "no-address", "address", "···[address]"},
		{"A B", "+442079460958", "7946", "···[7946]···58"},
	} {
		var finder Finder
		r := api.Reservation{Guest: api.Guest{GivenName: c.name, Email: c.email}}
		if c.email != "" && c.email[0] == '+' {
			r.Guest.Email, r.Guest.Phone = "", c.email
		}
		finder.Add(r, trip.Stay{})
		all := finder.Find(c.typed)
		if len(all) != 1 {
			t.Errorf("%q finds %+v", c.typed, all)
			continue
		}
		got := MaskMatch(finder.Why(all[0])[0])
		marked, at := "", 0
		for _, s := range got.Spans {
			marked += got.Text[at:s.From] + "[" + got.Text[s.From:s.To] + "]"
			at = s.To
		}
		if marked += got.Text[at:]; marked != c.want {
			t.Errorf("%q in %q%q shows %q, want %q", c.typed, c.name, c.email, marked, c.want)
		}
	}
}

// Letters are counted as they are looked for: aa is one letter of a name, and aaa is not an a anywhere.
func TestFind_CountsFoldedLetters(t *testing.T) {
	t.Parallel()
	var finder Finder
	for _, surname := range []string{"Maria", "Åsen", "Aasen", "Laan", "Aaaronson", "Müller", "Queen"} {
		finder.Add(api.Reservation{Guest: api.Guest{GivenName: "Bo", Surname: surname}, Hotel: api.HotelRef{Name: "Hotel Barcelona"}}, trip.Stay{})
	}
	for typed, want := range map[string][]int{
		"aaa": {4}, "aa": {1, 2, 4}, "aasen": {1, 2}, "åsen": {1, 2}, "asen": {1, 2}, "laan": {3}, "lan": {3}, "ue": {}, "uell": {5}, "queen": {6}, "que": {6},
	} {
		got := []int{}
		for _, m := range finder.Find(typed) {
			got = append(got, m.Index)
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%q finds %v, want %v", typed, got, want)
		}
	}
}

// A search finds a guest however the name is typed.
func TestTrap33FindsWithoutMarks(t *testing.T) {
	t.Parallel()
	var finder Finder
	for _, g := range []api.Guest{{GivenName: "Jürgen", Surname: "Groß-Müller"}, {Surname: "Miller"}} {
		finder.Add(api.Reservation{Guest: g}, trip.Stay{})
	}
	for _, typed := range []string{"Müller", "Muller", "Mueller", "MÜLLER", "mu\u0308ller", "gross", "groß", "Juergen Gross"} {
		if found := finder.Find(typed); len(found) != 1 || found[0].Index != 0 {
			t.Errorf("%q finds %v", typed, found)
		}
	}
}

// Whatever is typed, a reason is a part of a text, between two letters; a guest is found by the name as it is
// written, by its words the other way round, and in capitals.
func FuzzFind(f *testing.F) {
	f.Add("Jürgen", "Groß-Müller", "mueller, 24mar")
	f.Add("O’Brien", "Mu\u0308ller", "+44 20 ( ) 2027-03-24")
	f.Add("İ", "ıÅ", "hangul 한국 aae")
	f.Add("\xff", "a\xcc\x88e", "e\u0301")
	f.Fuzz(func(t *testing.T, given, surname, typed string) {
		r := api.Reservation{ID: "x", Guest: api.Guest{GivenName: given, Surname: surname, Email: typed}, Hotel: api.HotelRef{Name: typed}}
		finder := finderOf([]api.Reservation{r, {}}, nil)
		for _, text := range []string{typed, given, surname, given + " " + surname} {
			for _, m := range finder.Find(text) {
				for _, why := range finder.Why(m) {
					if !utf8.ValidString(why.Text) {
						continue // Texts of the service are valid.
					}
					last := 0
					for _, s := range why.Spans {
						if s.From < last || s.From >= s.To || s.To > len(why.Text) || !utf8.RuneStart(why.Text[s.From]) || s.To < len(why.Text) && !utf8.RuneStart(why.Text[s.To]) {
							t.Fatalf("%q in %q of %s is at %v", text, why.Text, why.Field, why.Spans)
						}
						last = s.To
					}
				}
			}
		}
		if Number(typed) && len(strings.Fields(typed)) != 1 {
			t.Fatalf("%q is one number", typed)
		}
		if len(strings.Fields(given+" "+surname)) > longest || !utf8.ValidString(given+surname) || strings.Contains(given+surname, "@") {
			return // A word with @ in it is an address, and of no name.
		}
		for _, name := range []string{given + " " + surname, surname + ", " + given} {
			if got := finder.Find(name); len(got) == 0 || got[0].Index != 0 {
				t.Fatalf("%q does not find %q %q", name, given, surname)
			}
		}
	})
}

// BenchmarkFind is a letter typed among 4,000 reservations.
func BenchmarkFind(b *testing.B) {
	finder := &Finder{}
	names := findables()
	for i := range 4000 {
		r := names[i%len(names)]
		r.ID, r.Guest.Email = fmt.Sprintf("%032x", i*7919), fmt.Sprintf("guest%d@example.com", i)
		finder.Add(r, trip.Stay{In: api.NewDate(2026, 12, 1).AddDays(i % 400)})
	}
	for _, typed := range []string{"", "r", "mueller", "rossi, ada", "24 mar 2027", "nobody"} {
		b.Run(typed, func(b *testing.B) {
			for b.Loop() {
				finder.Find(typed)
			}
		})
	}
}
