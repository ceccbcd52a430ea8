package screens_test

import (
	"testing"

	"bellhop/api"
	"bellhop/screens"
)

// What the service says of a loyalty field stands at that field.
func TestGuestShowsLoyaltyProblemsAtTheirFields(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	draft := verifiedDraft(t, f)
	draft.Loyalty = &api.Loyalty{Program: "Lantern Circle", MemberID: "LC 1"}
	p := startOn(f, screens.NewGuest(f.deps, draft))
	service.createErr = &api.Error{Status: 400, Code: 2001, Type: api.TypeValidation, Message: "Invalid", Problems: []api.Problem{
		{Field: []string{api.FieldLoyalty, api.FieldLoyaltyProgram}, Message: "is not a programme of this chain"},
		{Field: []string{api.FieldLoyalty, api.FieldLoyaltyMember}, Message: "is too short"},
	}}
	p.Press("ctrl+s", "ctrl+t", "ctrl+b")
	onTop(t, p, "guest")
	p.Has("! is not a programme of this chain", "! is too short").HasNot("- loyalty")
}

// A single refused field stands there without its path, and it is said that
// nothing was booked.
func TestGuestSaysThatNothingWasBooked(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	p := startOn(f, screens.NewGuest(f.deps, verifiedDraft(t, f)))
	service.createErr = &api.Error{Status: 400, Code: 2001, Type: api.TypeValidation, Message: "Invalid", Problems: []api.Problem{
		{Field: []string{"guests", "primary", "telephone_number"}, Message: "guests.primary.telephone_number is not accepted by the hotel"},
	}}
	p.HasNot("nothing was booked").Press("ctrl+s", "ctrl+t", "ctrl+b")
	onTop(t, p, "guest")
	p.Has("! The service did not accept the booking; nothing was booked", "! is not accepted by the hotel").HasNot("guests.primary")
}

// A name that is refused is proposed in plain letters; what was typed stays
// (trap 33).
func TestGuestProposesPlainLetters(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	draft := verifiedDraft(t, f)
	draft.Guest.Surname = "Müller-Groß"
	p := startOn(f, screens.NewGuest(f.deps, draft))
	service.createErr = &api.Error{Status: 400, Code: 2001, Type: api.TypeValidation, Message: "Invalid", Problems: []api.Problem{
		{Field: []string{"guests", "primary", "surname"}, Message: "holds letters that are not accepted"},
	}}
	p.Press("ctrl+s", "ctrl+t", "ctrl+b")
	onTop(t, p, "guest")
	p.Has("Müller-Groß", "(in plain letters:", "Mueller-Gross)")
}
