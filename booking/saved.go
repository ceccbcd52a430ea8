package booking

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"bellhop/api"
)

// savedVersion is the form of a saved draft. One of another form is not read.
const savedVersion = 1

// savedFor is how long a draft is offered: after it no rate is the same.
const savedFor = 48 * time.Hour

// A Saved is a draft as it is kept on the disk against a crash or a dropped
// line: trip, hotel, rate and guest, and never a payment token or a code. It
// holds the guest in plain, so its file is the owner's only, and is removed when
// the draft is booked or thrown away.
type Saved struct {
	Version int        `json:"version"`
	At      time.Time  `json:"at"`
	Profile string     `json:"profile"`
	Trip    Trip       `json:"trip"`
	Hotel   SavedHotel `json:"hotel"`
	// The rate is named by its codes, with what it cost then; the price is asked
	// for anew.
	BookingCode string         `json:"booking_code"`
	ChannelCode string         `json:"channel_code"`
	Room        string         `json:"room"`
	Total       string         `json:"total"`
	Currency    string         `json:"currency"`
	Guest       api.Guest      `json:"guest"`
	Loyalty     *api.Loyalty   `json:"loyalty,omitempty"`
	CustomData  api.CustomData `json:"custom_data,omitempty"`
}

// SavedHotel names a hotel.
type SavedHotel struct {
	ID   api.PropertyID `json:"id"`
	Name string         `json:"name"`
}

// Price is what the draft cost when it was saved.
func (s Saved) Price() api.Money { return api.NewMoney(s.Total, s.Currency) }

// Words is the draft in a line, its guest masked.
func (s Saved) Words() string {
	words := s.Hotel.Name
	if s.Guest.Surname != "" || s.Guest.GivenName != "" {
		words += " · " + MaskName(s.Guest)
	}
	return words + " · " + StayWords(s.Trip.CheckIn, s.Trip.CheckOut)
}

// A Drawer keeps one draft of a profile in a file. The zero Drawer keeps
// nothing.
type Drawer struct {
	Path    string
	Profile string
	Now     func() time.Time
}

// Save keeps the draft in place of an earlier one. The file is written beside
// and then put in place, so that a crash leaves the old one or the new one.
func (d Drawer) Save(draft Draft) error {
	if d.Path == "" {
		return nil
	}
	total := draft.Charge()
	text, err := json.Marshal(Saved{
		Version: savedVersion, At: d.Now().UTC(), Profile: d.Profile, Trip: draft.Trip,
		Hotel:       SavedHotel{draft.Hotel.ID, draft.Hotel.Name},
		BookingCode: draft.Rate.BookingCode, ChannelCode: draft.Rate.ChannelCode, Room: Offer{Room: draft.Room, Rate: draft.Rate}.RoomName(),
		Total: total.Number(), Currency: total.Currency(),
		Guest: draft.Guest, Loyalty: draft.Loyalty, CustomData: draft.CustomData,
	})
	if err != nil {
		return fmt.Errorf("saving the draft: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(d.Path), 0o700); err != nil {
		return fmt.Errorf("saving the draft: %w", err)
	}
	d.sweep()
	f, err := os.CreateTemp(filepath.Dir(d.Path), unfinishedDraft) // For the owner only, as CreateTemp makes it.
	if err != nil {
		return fmt.Errorf("saving the draft: %w", err)
	}
	_, err = f.Write(text)
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), d.Path)
	}
	if err != nil {
		return fmt.Errorf("saving the draft: %w", errors.Join(err, os.Remove(f.Name())))
	}
	return nil
}

// Saved is the draft that is kept; false when there is none of this profile, or
// when it cannot be used any more: it is too old, its stay has begun, or its
// file cannot be read. Such a file is removed.
func (d Drawer) Saved() (Saved, bool) {
	if d.Path == "" {
		return Saved{}, false
	}
	text, err := os.ReadFile(d.Path)
	if err != nil {
		return Saved{}, false
	}
	var s Saved
	now := d.Now()
	switch err := json.Unmarshal(text, &s); {
	case err != nil || s.Version != savedVersion || s.Trip.CheckIn.Before(EarliestCheckIn(now)) ||
		now.Sub(s.At) > savedFor || s.At.Sub(now) > savedFor:
		_ = d.Clear()
		return Saved{}, false
	case s.Profile != d.Profile:
		return Saved{}, false
	}
	// Files are cleaned as answers are: nothing in them drives the terminal.
	texts := []*string{
		&s.Hotel.Name, &s.Room, &s.Trip.Place.Name, &s.Guest.GivenName, &s.Guest.Surname, &s.Guest.Email, &s.Guest.Phone,
		&s.Guest.Address, &s.Guest.City, &s.Guest.State, &s.Guest.PostalCode, &s.Guest.Country,
	}
	if s.Loyalty != nil {
		texts = append(texts, &s.Loyalty.Program, &s.Loyalty.MemberID)
	}
	for i := range s.CustomData {
		texts = append(texts, &s.CustomData[i].Key, &s.CustomData[i].Text)
	}
	for _, text := range texts {
		*text = api.Clean(*text)
	}
	return s, true
}

// unfinishedDraft is the name of a draft that is being written.
const unfinishedDraft = ".draft-*"

// sweep removes what a console that was killed in the middle of Save left behind,
// because it names a guest. What is younger than a minute may be another console's
// that is at it.
func (d Drawer) sweep() {
	left, _ := filepath.Glob(filepath.Join(filepath.Dir(d.Path), unfinishedDraft)) // The pattern is a good one.
	for _, path := range left {
		if info, err := os.Stat(path); err == nil && d.Now().Sub(info.ModTime()) > time.Minute {
			_ = os.Remove(path)
		}
	}
}

// Clear throws the draft away, and what was left of earlier ones.
func (d Drawer) Clear() error {
	if d.Path == "" {
		return nil
	}
	d.sweep()
	if err := os.Remove(d.Path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("removing the saved draft: %w", err)
	}
	return nil
}

// A Restored is a saved draft at the prices and terms of now.
type Restored struct {
	// Draft is verified, and its Changes say what is otherwise than when it was
	// saved. Without a Verified the rate is gone, and Nearest is offered.
	Draft   Draft
	Nearest []Offer
}

// Restore searches a saved draft's hotel again and verifies its rate. What was
// typed of the guest is in the result whatever became of the rate. An error
// means that nothing could be found out: the saved draft stays.
func (d *Desk) Restore(ctx context.Context, s Saved) (Restored, error) {
	draft := Draft{
		Trip: s.Trip, Hotel: api.Hotel{ID: s.Hotel.ID, Name: s.Hotel.Name},
		Guest: s.Guest, Loyalty: s.Loyalty, CustomData: s.CustomData,
	}
	hotel, there, err := d.HotelAgain(ctx, s.Trip, draft.Hotel)
	if err != nil || !there {
		return Restored{Draft: draft}, err
	}
	draft.Hotel = hotel
	if facts, known, err := d.Facts(ctx, api.HotelRef{ID: hotel.ID, Name: hotel.Name}); err == nil && known {
		draft.Zone, _ = time.LoadLocation(facts.Timezone) // Without it the hotel's time is not shown.
	}
	for _, offer := range Offers(hotel) {
		if offer.Rate.BookingCode != s.BookingCode || offer.Rate.ChannelCode != s.ChannelCode {
			continue
		}
		draft.Room, draft.Rate = offer.Room, offer.Rate
		verified, err := d.Verify(ctx, draft)
		if err != nil {
			return Restored{Draft: draft}, err
		}
		if s.Price().Valid() {
			verified.Changes = append(compareMoney(nil, "total when saved", s.Price(), verified.Charge()), verified.Changes...)
		}
		return Restored{Draft: verified}, nil
	}
	return Restored{Draft: draft, Nearest: Nearest(hotel, s.Room, s.Price(), s.Trip.Adults+s.Trip.Children, nearestRates)}, nil
}
