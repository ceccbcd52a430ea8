package screens_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"bellhop/api"
	"bellhop/screens"
)

// A key that was typed wrong must not take the place of a good one.
func TestSignInKeepsTheKeyThatIsThereUntilAnotherIsProved(t *testing.T) {
	t.Parallel()
	b := newFixture(t)
	var tried, stored []string
	answer := unauthorized()
	b.deps.TryToken = func(_ context.Context, s api.Secret) error {
		tried = append(tried, s.Reveal())
		return answer
	}
	b.deps.SetToken = func(s api.Secret) error {
		stored = append(stored, s.Reveal())
		return nil
	}
	b.service.fail = unauthorized()
	p := b.start(screens.NewHotels(b.deps, londonTrip())).Advance(signInPause)
	p.Type("wrong").Press("enter")
	onTop(t, p, "API key")
	p.Has("Refused as well. The old key is kept.", "•••••")
	b.goldens("signin_refused")

	// A service that cannot be asked proves nothing.
	answer = &api.Error{Operation: "search destinations", Status: 503, Message: "out of order"}
	p.Press("enter")
	onTop(t, p, "API key")
	p.Has("The key is not proved, and not stored.", "The service failed")

	// While it is tried keys do nothing, and esc leaves it undone.
	answer = nil
	p.Hold().Press("enter").Has("trying the key").HasNot("enter use this key").Type("x").Press("enter")
	p.Press("esc").Release()
	onTop(t, p, "hotels")
	if len(stored) != 0 {
		t.Fatalf("stored %q", stored)
	}

	b.service.fail = unauthorized()
	p.Press("r").Advance(signInPause).Type("right").Press("enter")
	onTop(t, p, "hotels")
	if got := strings.Join(stored, " "); got != "right" {
		t.Errorf("stored %q after %q were tried", got, tried)
	}

	// What is proved and cannot be stored is said.
	b.deps.SetToken = func(api.Secret) error { return errors.New("the disk is full") }
	b.service.fail = unauthorized()
	p.Press("r").Advance(signInPause).Type("right").Press("enter")
	onTop(t, p, "API key")
	p.Has("The key is good, but could not be", "stored: the disk is full")
}
