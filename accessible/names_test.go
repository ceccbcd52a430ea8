package accessible_test

import (
	"strings"
	"testing"

	"bellhop/internal/safetext/safetexttest"
)

// named answers for a guest of this name.
func named(given, surname string) []string {
	answers := append(append([]string{"lon 12dec 3n 2a free", "1", "1", ""}, guest()...), "tok_good", "", "book", "quit")
	at := 4 + 1 // Behind the rate and the question for a known guest.
	answers[at], answers[at+1] = given, surname
	return answers
}

// A name is sent as it was typed.
func TestNames_ThroughConversation(t *testing.T) {
	t.Parallel()
	for _, name := range safetexttest.Names() {
		f := newFixture(t)
		told, err := f.talk(named(name, name)...)
		if err != nil || f.service.creates != 1 || f.service.sent.Guest.GivenName != name || f.service.sent.Guest.Surname != name {
			t.Errorf("%+q is sent as %+q, %v:\n%s", name, f.service.sent.Guest.Surname, err, told)
		}
	}
}

// A name that no field of a person takes is refused with the character's code.
func TestNames_RefusedByConversation(t *testing.T) {
	t.Parallel()
	for name, character := range safetexttest.RefusedNames() {
		f := newFixture(t)
		answers := named("Ada", name)
		answers = append(answers[:7:7], append([]string{"Lovelace"}, answers[7:]...)...)
		told, err := f.talk(answers...)
		if err != nil || f.service.sent.Guest.Surname != "Lovelace" || !strings.Contains(told, "Error in surname: it holds") || !strings.Contains(told, character) {
			t.Errorf("%+q: %v, sent for %q:\n%s", name, err, f.service.sent.Guest.Surname, told)
		}
	}
}
