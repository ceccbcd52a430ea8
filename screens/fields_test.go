package screens_test

import (
	"context"
	"errors"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"bellhop/api"
	"bellhop/screens"
	"bellhop/ui"
)

// rawReservation answers as a service does, with its guest as the client shows it.
func rawReservation(_ context.Context, r api.RawRequest) (api.RawAnswer, error) {
	surname := "G···"
	if r.Guests {
		surname = "Graham"
	}
	id := r.Path[strings.LastIndexByte(r.Path, '/')+1:]
	return api.RawAnswer{Status: http.StatusOK, Kind: "application/json", Body: []byte(`{"id":"` + id + `","status":"CONFIRMED",
		"confirmation":{"hotel_confirmation_number":"HC-00000","record_locator":"REC000"},"guests":{"number_of_adults":2,"primary":{"surname":"` + surname + `"}},
		"payment":{"guest":{"amount":612.40,"token":"[redacted]"}},"rate":{"terms":{"cancel_penalties":[{"deadline_local":"2026-12-18T18:00:00+00:00"}]}},"odd":{"field":[1,true]}}`)}, nil
}

// y opens what can be copied: the whole of it, the proof, and each field with what the specification says of it.
func TestFieldsAreCopied(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 1)
	f.deps.Raw = rawReservation
	f.deps.Exports = filepath.Join(t.TempDir(), "exports")
	p := startOn(f, screens.NewReservation(f.deps, storedReservation(0))).Resize(120, 40).Press("y")
	p.Has("whole confirmation", "proof in files", "hotel_confirmation_number", `"HC-00000"`, "penalties[0].deadline_local", "odd.field[1]", "11 fields")
	p.Press("enter").Has("Whole confirmation was copied with xclip.")
	p.Press("/").Type("locator").Press("enter").Has("confirmation.record_locator", "section 2.1 · string", `"REC000"`).Press("y").Has("Record_locator was copied with xclip.")
	if len(f.copied) != 2 || f.copied[1] != "REC000" || !strings.Contains(f.copied[0], "HC-00000") {
		t.Errorf("copied %q", f.copied)
	}
	p.Press("esc", "/").Type("deadline").Press("enter").Has("Left open: What one without an", "section 2.5")
	p.Press("esc", "/").Type("odd").Press("enter").Has("not in the specification", "The specification does not have")
	p.Press("esc", "/").Type("nothing at all").Press("enter").Has("No field is like that.")
	p.Press("esc", "/").Type("proof").Press("enter", "enter").Has("Proof was copied with xclip.")
	if !strings.Contains(f.copied[2], "Proof of a reservation") || strings.Contains(f.copied[2], "Graham") {
		t.Errorf("copied %q", f.copied[2])
	}
	says(t, p.Press("down").Hold().Press("enter", "enter").Release(), "sandbox-demo-proof-", ".txt, .md and")
	if files := exported(t, f); len(files) != 3 {
		t.Errorf("written %q", files)
	}
}

// What is masked is not copied; u has the journal note that the guest is shown, and then it is there. A secret never is.
func TestFieldsMaskTheGuest(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 1)
	f.deps.Raw = rawReservation
	p := startOn(f, screens.NewFields(f.deps, storedReservation(0), nil)).Resize(120, 40).HasNot("Graham", "whole confirmation")
	p.Press("/").Type("surname").Press("enter", "y").Has("not copied: it is masked; u shows the guest first")
	p.Press("u").Has(`"Graham"`).Press("y").Has("Guest.surname was copied")
	reveals, err := f.journal.Reveals()
	if err != nil || len(reveals) != 1 || len(f.copied) != 1 || f.copied[0] != "Graham" {
		t.Errorf("%d reveals, %v, copied %q", len(reveals), err, f.copied)
	}
	p.Press("u").HasNot("Graham")
	p.Press("esc", "/").Type("token").Press("enter", "y").Has("not copied: it is a secret")
	f.deps.Theme.Presenter = ui.NewPresenter(true)
	p = startOn(f, screens.NewFields(f.deps, storedReservation(0), nil)).Resize(120, 40).HasNot("HC-00000", "REC000", storedReservation(0).ID)
	p.Press("u").HasNot("Graham")
}

// Without an answer the screen says why, and what needs none is still there.
func TestFieldsWithoutAnAnswer(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 1)
	f.deps.Raw = func(context.Context, api.RawRequest) (api.RawAnswer, error) {
		return api.RawAnswer{}, errors.New("no way")
	}
	startOn(f, screens.NewFields(f.deps, storedReservation(0), nil)).Resize(120, 40).Has("no way", "proof")
	f.deps.Raw = func(context.Context, api.RawRequest) (api.RawAnswer, error) {
		return api.RawAnswer{Status: http.StatusOK, Body: []byte("{")}, nil
	}
	startOn(f, screens.NewFields(f.deps, storedReservation(0), nil)).Resize(80, 24).Has("not JSON", "proof")
}

func TestFieldsAtAllSizes(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 1)
	f.deps.Raw = rawReservation
	startOn(f, screens.NewFields(f.deps, storedReservation(0), nil)).Press("down", "down", "down", "down")
	f.allGoldens("fields")
}
