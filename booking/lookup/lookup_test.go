package lookup_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/lookup"
)

const text = "K7Q2M4XA9PZ3WD6RB8TYHC5NJ1FVGESL"

func keyOf(t testing.TB, text, environment string) lookup.Key {
	t.Helper()
	k, err := lookup.NewKey(api.NewSecret(text), environment)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func values(data api.CustomData) map[string]string {
	out := map[string]string{}
	for _, one := range data {
		out[one.Key] = one.Text
	}
	return out
}

// A guest is found by the name and the email as people type them, and by nothing else.
func TestAGuestIsFoundHoweverTheyAreTyped(t *testing.T) {
	t.Parallel()
	k := keyOf(t, text, "sandbox")
	guest := api.Guest{GivenName: "Jürgen", Surname: "Groß-Müller", Email: "J.Gross@Example.com"}
	marked := values(k.Add(nil, guest))
	surname, email := marked[lookup.SurnameKey], marked[lookup.EmailKey]
	for typed, want := range map[string]string{
		"Groß-Müller": surname, "gross mueller": surname, "GROSS-MULLER, Jürgen": surname, "juergen gross-muller": surname, " gross  müller 24mar ": surname,
		"j.gross@example.com": email, " J.GROSS@example.com ": email,
		"gross": "", "Müller": "", "example.com": "", "": "", "24mar": "", ",": "",
	} {
		if got := k.Values(typed); slices.Contains(got, surname) != (want == surname) || slices.Contains(got, email) != (want == email) || len(got) > booking.MaxCustomFilter {
			t.Errorf("%q is asked for by %q, want %q", typed, got, want)
		}
	}
	if got := k.Values("Ada Maria Sofia van der Berg de Vries"); len(got) != booking.MaxCustomFilter {
		t.Errorf("a long name is asked for by %d values", len(got))
	}
	if van := values(k.Add(nil, api.Guest{Surname: "van der Berg"}))[lookup.SurnameKey]; !slices.Contains(k.Values("ada van der berg"), van) {
		t.Error("a surname of several words is not found")
	}
}

// A value tells nothing without the key: it is another one with every key, environment and use. It begins with a letter,
// and is what the service takes.
func TestAValueTellsNothing(t *testing.T) {
	t.Parallel()
	form := regexp.MustCompile(`^(sn|em)-[a-z2-7]{32}$`)
	guest := api.Guest{GivenName: "Ada", Surname: "Rossi", Email: "Rossi"}
	seen := map[string]bool{}
	for _, k := range []lookup.Key{
		keyOf(t, text, "sandbox"), keyOf(t, text, "production"), keyOf(t, strings.ToLower(text), "sandbox"), keyOf(t, lookup.Make().Reveal(), "sandbox"),
	} {
		for name, value := range values(k.Add(nil, guest)) {
			if seen[value] || seen[value[3:]] || !form.MatchString(value) || booking.CheckCustomValue(value) != "" || strings.Contains(strings.ToLower(value), "rossi") {
				t.Errorf("%s is %q", name, value)
			}
			seen[value], seen[value[3:]] = true, true
		}
		for _, printed := range []string{fmt.Sprint(k), fmt.Sprintf("%#v", k), fmt.Sprintf("%+v", k)} {
			if strings.Contains(strings.ToLower(printed), strings.ToLower(text[:8])) || strings.ContainsAny(printed, "0123456789") {
				t.Errorf("a key is printed as %q", printed)
			}
		}
	}
}

// A booking has ten custom values at most: those of the agency come first.
func TestValuesTakeNoRoomFromOthers(t *testing.T) {
	t.Parallel()
	k, guest := keyOf(t, text, "sandbox"), api.Guest{Surname: "Rossi", Email: "ada@example.com"}
	for had, want := range []int{2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10} {
		data := make(api.CustomData, had)
		if got := k.Add(data, guest); len(got) != want {
			t.Errorf("to %d values come %d", had, len(got)-had)
		}
	}
	if got := k.Add(nil, api.Guest{GivenName: "Ada", Surname: " ", Email: ""}); len(got) != 0 {
		t.Errorf("nobody is marked with %v", got)
	}
	if got := (lookup.Key{}).Add(nil, guest); len(got) != 0 || len((lookup.Key{}).Values("rossi")) != 0 {
		t.Errorf("no key marks with %v", got)
	}
	if !booking.OwnData(lookup.SurnameKey) || booking.CheckCustomField(lookup.EmailKey, "x") == "" || booking.OwnData("cost_centre") {
		t.Error("the names are not the console's own")
	}
}

func TestKeysAreNotGuessable(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{"", "mine", strings.Repeat("x", 31), strings.Repeat("x", 257), strings.Repeat("x y", 20), strings.Repeat("x\u0007", 20), strings.Repeat("\xff", 40)} {
		if _, err := lookup.NewKey(api.NewSecret(bad), "sandbox"); err == nil || len(bad) > 3 && strings.Contains(err.Error(), bad) {
			t.Errorf("%q: %v", bad, err)
		}
	}
	if a, b := lookup.Make(), lookup.Make(); a == b || lookup.Check(a.Reveal()) != "" {
		t.Error("new keys are alike")
	}
}

// Whoever a guest is, they are found by their surname and their email, and every value is one that the service takes.
func FuzzValues(f *testing.F) {
	for _, seed := range [][2]string{{"Rossi", "ada@example.com"}, {"Mu\u0308ller-Lüdenscheidt", "É@x.example"}, {"山田", ""}, {"O’Brien 3rd", "a b@c"}, {"\xff", "@"}, {"’", "\u0308"}} {
		f.Add(seed[0], seed[1])
	}
	k := keyOf(f, text, "sandbox")
	f.Fuzz(func(t *testing.T, surname, email string) {
		for name, value := range values(k.Add(nil, api.Guest{Surname: surname, Email: email})) {
			if value[0] < 'a' || value[0] > 'z' || len(value) > booking.MaxCustomValue || booking.CheckCustomValue(value) != "" {
				t.Fatalf("%s of %q is %q", name, surname, value)
			}
			if name == lookup.SurnameKey && utf8.ValidString(surname) && !strings.ContainsAny(surname, ",@0123456789") && len(strings.Fields(surname)) < 4 &&
				strings.IndexFunc(surname, func(r rune) bool { return r > 0x2ff }) < 0 && !slices.Contains(k.Values(surname), value) {
				t.Fatalf("%q is not found by %q", surname, k.Values(surname))
			}
		}
	})
}
