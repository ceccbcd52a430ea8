package booking

import (
	"strings"
	"unicode/utf8"

	"bellhop/api"
)

// KnownMost is how many of the newest reservations are looked through for known
// guests.
const KnownMost = 200

// KnownLetters is how many letters of a name must be typed before a guest of
// that name is shown unmasked: whoever types them knows it already.
const KnownLetters = 2

// A KnownGuest is somebody who was booked before, as the newest of their
// reservations (section 2.3) has them. Nothing of it is kept on the disk: the
// service holds reservations and is asked for them each time.
type KnownGuest struct {
	Guest api.Guest
	Last  api.Reservation
	Named bool // enough letters of the name were typed to show it
}

// KnownGuests lists the guests of reservations, each once, in the order of the
// reservations. Text is the beginning of a surname, a given name or both; empty
// lists everybody. Those whose surname begins with it come first.
func KnownGuests(items []api.Reservation, text string) []KnownGuest {
	typed := strings.Join(strings.Fields(text), " ")
	text = Fold(typed)
	// One letter can fold into two, as ß does, and be typed as two, as a letter and
	// its accent are.
	named := min(utf8.RuneCountInString(typed), utf8.RuneCountInString(text)) >= KnownLetters
	var surnames, others []KnownGuest
	seen := map[string]bool{}
	for _, r := range items {
		g := TidyGuest(r.Guest)
		who := Fold(g.GivenName + "\n" + g.Surname + "\n" + g.Email)
		if seen[who] || g.GivenName+g.Surname == "" {
			continue
		}
		seen[who] = true
		one := KnownGuest{Guest: g, Last: r, Named: named}
		switch {
		case begins(text, g.Surname, g.Surname+" "+g.GivenName):
			surnames = append(surnames, one)
		case begins(text, append(strings.Fields(g.Surname), g.GivenName, g.GivenName+" "+g.Surname)...):
			others = append(others, one)
		}
	}
	return append(surnames, others...)
}

// begins says whether one of the names begins with the folded text, spelled with
// its own letters or with plain ones.
func begins(text string, names ...string) bool {
	for _, name := range names {
		if strings.HasPrefix(Fold(name), text) || strings.HasPrefix(Fold(spellOut(name)), text) {
			return true
		}
	}
	return false
}
