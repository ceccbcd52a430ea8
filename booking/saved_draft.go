package booking

import (
	"context"
	"errors"
	"fmt"
	"time"

	"bellhop/api"
	"bellhop/booking/journal"
	"bellhop/booking/recovery"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
)

// savedVersion is the form of a saved draft. One of another form is not read.
const savedVersion = 1

// savedFor is how long a draft is offered: after it no rate is the same.
const savedFor = 48 * time.Hour

// A SavedDraft is a draft as it is stored on the disk: never with a payment token or a code. It holds the guest
// in plain, so its file is the owner's only and is removed as soon as it is of no use.
type SavedDraft struct {
	Version int        `json:"version"`
	At      time.Time  `json:"at"`
	Profile string     `json:"profile"`
	Trip    trip.Trip  `json:"trip"`
	Hotel   SavedHotel `json:"hotel"`
	// The rate is named by its codes; the price is asked for anew.
	BookingCode string         `json:"booking_code"`
	ChannelCode string         `json:"channel_code"`
	Room        string         `json:"room"`
	Total       string         `json:"total"`
	Currency    string         `json:"currency"`
	Guest       api.Guest      `json:"guest"`
	Loyalty     *api.Loyalty   `json:"loyalty,omitempty"`
	CustomData  api.CustomData `json:"custom_data,omitempty"`
	// Replaces is the reservation in whose place it is to be booked; nil for any other.
	Replaces *SavedStay `json:"replaces,omitempty"`
	// Attempt is the id of the attempt that sends the draft; empty until then.
	Attempt string `json:"attempt,omitempty"`
	// NotBooked is set if the journal says that the attempt booked nothing.
	NotBooked bool `json:"-"`

	file string // the name of its file without the ending
}

// A SavedStay names a reservation by the service's id, with its dates.
type SavedStay struct {
	ID       string   `json:"id"`
	CheckIn  api.Date `json:"check_in"`
	CheckOut api.Date `json:"check_out"`
}

// SavedHotel names a hotel.
type SavedHotel struct {
	ID   api.PropertyID `json:"id"`
	Name string         `json:"name"`
}

// Price returns what the draft cost when it was saved.
func (s SavedDraft) Price() api.Money { return api.NewMoney(s.Total, s.Currency) }

// Words returns the draft in a line, its guest masked.
func (s SavedDraft) Words() string {
	words := s.Hotel.Name
	if s.Guest.Surname != "" || s.Guest.GivenName != "" {
		words += " · " + MaskName(s.Guest)
	}
	return words + " · " + trip.StayWords(s.Trip.CheckIn, s.Trip.CheckOut)
}

// ReplacesWords names the stay in whose place it is booked; empty for most drafts.
func (s SavedDraft) ReplacesWords() string {
	if s.Replaces == nil {
		return ""
	}
	return "in place of " + trip.StayWords(s.Replaces.CheckIn, s.Replaces.CheckOut)
}

func newSavedDraft(draft Draft, profile string, now time.Time) SavedDraft {
	total := draft.Charge()
	s := SavedDraft{
		Version: savedVersion, At: now.UTC(), Profile: profile, Trip: draft.Trip,
		Hotel:       SavedHotel{draft.Hotel.ID, draft.Hotel.Name},
		BookingCode: draft.Rate.BookingCode, ChannelCode: draft.Rate.ChannelCode, Room: RoomRate{Room: draft.Room, Rate: draft.Rate}.RoomName(),
		Total: total.Number(), Currency: total.Currency(),
		Guest: draft.Guest, Loyalty: draft.Loyalty, CustomData: draft.CustomData,
		Attempt: draft.Attempt,
	}
	if r := draft.Replaces; r != nil {
		stay := trip.ReadStay(*r, draft.Zone).Likely
		s.Replaces = &SavedStay{ID: r.ID, CheckIn: stay.In, CheckOut: stay.Out}
	}
	return s
}

func (s SavedDraft) useless(now time.Time) bool {
	return s.Trip.CheckIn.Before(trip.EarliestCheckIn(now)) || now.Sub(s.At) > savedFor || s.At.Sub(now) > savedFor
}

// Drafts lists the drafts of a store to resume, and the booked ones, for the caller to discard. For a draft that was sent the
// journal decides: a draft that may be booked, or for which the journal returns an error, is in neither list.
func (d *Desk) Drafts(store *DraftStore) (open, booked []SavedDraft, err error) {
	for _, s := range store.Drafts() {
		if s.Attempt == "" {
			open = append(open, s)
			continue
		}
		state, stateErr := d.Recovery.State(s.Attempt)
		switch {
		case errors.Is(stateErr, journal.ErrNoAttempt), errors.Is(stateErr, recovery.ErrNoJournal), stateErr == nil && state.Simulate:
			open = append(open, s)
		case stateErr != nil:
			err = fmt.Errorf("asking the journal about a draft that was sent: %w", stateErr)
		case state.Open():
		case state.Made():
			booked = append(booked, s)
		case state.Outcome.Result == journal.NotBooked:
			s.NotBooked = true
			open = append(open, s)
		}
	}
	return open, booked, err
}

// HiddenDraftWords tells a person of an error of Drafts.
const HiddenDraftWords = "A booking that was sent is not offered to go on with: the journal cannot be read, so it may be booked."

// A RestoredDraft is a saved draft at the prices and terms of now.
type RestoredDraft struct {
	// Draft is verified, with its Changes since it was saved. Without a Verified the rate is gone, and Nearest
	// lists others.
	Draft   Draft
	Nearest []RoomRate
}

// Restore searches a saved draft's hotel again and verifies its rate; replaces is Replaced's answer. The guest is
// in the result whatever became of the rate. After an error the saved draft stays.
func (d *Desk) Restore(ctx context.Context, s SavedDraft, replaces *api.Reservation) (RestoredDraft, error) {
	draft := Draft{
		Trip: s.Trip, Hotel: api.Hotel{ID: s.Hotel.ID, Name: s.Hotel.Name},
		Guest: s.Guest, Loyalty: s.Loyalty, CustomData: s.CustomData, Replaces: replaces,
	}
	if replaces != nil {
		draft.Despite = soldAs(d.SaleOf(*replaces))
	}
	hotel, there, err := d.HotelAgain(ctx, s.Trip, draft.Hotel)
	if err != nil || !there {
		return RestoredDraft{Draft: draft}, err
	}
	draft.Hotel = hotel
	if _, _, err := d.Directory.Facts(ctx, api.HotelRef{ID: hotel.ID, Name: hotel.Name}); err == nil {
		draft.Zone = d.Directory.Zone(hotel.ID) // Without it the hotel's time is not shown.
	}
	found := findRoomRate(hotel, api.Rate{BookingCode: s.BookingCode, ChannelCode: s.ChannelCode})
	if found == nil {
		return RestoredDraft{Draft: draft, Nearest: Nearest(hotel, s.Room, s.Price(), s.Trip, nearestRates)}, nil
	}
	draft.Room, draft.Rate = found.Room, found.Rate
	verified, err := d.Verify(ctx, draft)
	if err != nil {
		return RestoredDraft{Draft: draft}, err
	}
	var since []terms.Change
	if s.Price().Valid() {
		since = terms.CompareMoney(nil, "total when saved", s.Price(), verified.Charge())
	}
	if s.Replaces != nil && replaces == nil {
		since = append(since, terms.Change{
			What: "reservation to replace", Before: trip.StayWords(s.Replaces.CheckIn, s.Replaces.CheckOut), After: "not there any more", Verdict: terms.Unclear,
		})
	}
	verified.Changes = append(since, verified.Changes...)
	return RestoredDraft{Draft: verified}, nil
}

// Replaced reads the reservation that a saved draft replaces; nil when it replaces none, or one
// that the service does not have any more.
func (d *Desk) Replaced(ctx context.Context, s SavedDraft) (*api.Reservation, []recovery.Finding, error) {
	if s.Replaces == nil {
		return nil, nil, nil
	}
	r, found, err := d.Read(ctx, s.Replaces.ID)
	switch {
	case recovery.Missing(err):
		return nil, found, nil // Restore says that it is gone.
	case err != nil:
		return nil, found, err
	}
	return &r, found, nil
}
