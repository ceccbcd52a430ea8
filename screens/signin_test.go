package screens_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"bellhop/api"
)

// A key that was typed wrong must not take the place of a good one.
func TestSignInKeepsTheKeyThatIsThereUntilAnotherIsProved(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	var tried, stored []string
	answer := unauthorized()
	f.deps.TryToken = func(_ context.Context, s api.Secret) error {
		tried = append(tried, s.Reveal())
		return answer
	}
	f.deps.SetToken = func(s api.Secret) error {
		stored = append(stored, s.Reveal())
		return nil
	}
	f.service.fail = unauthorized()
	p := f.start(hotelListOf(f.deps, londonTrip())).Advance(signInPause)
	p.Type("wrong").Press("enter")
	onTop(t, p, "API key")
	p.Has("Refused as well. The old key is kept.", "•••••")
	f.goldens("signin_refused")

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

	f.service.fail = unauthorized()
	p.Press("r").Advance(signInPause).Type("right").Press("enter")
	onTop(t, p, "hotels")
	if got := strings.Join(stored, " "); got != "right" {
		t.Errorf("stored %q after %q were tried", got, tried)
	}

	// What is proved and cannot be stored is said.
	f.deps.SetToken = func(api.Secret) error { return errors.New("the disk is full") }
	f.service.fail = unauthorized()
	p.Press("r").Advance(signInPause).Type("right").Press("enter")
	onTop(t, p, "API key")
	p.Has("The key is good, but could not be", "stored: the disk is full")
}
