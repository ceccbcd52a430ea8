// Package handover makes one line of text of a draft, for a colleague to go on with it: signed, so that a changed line
// is refused, without a payment token, and with the guest masked. Whoever opens it verifies the rate anew.
package handover

import (
	"bytes"
	"compress/flate"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
)

// Prefix begins every line. Its number is the form's.
const Prefix = "bellhop1."

const (
	signatureSize = 16      // bytes
	mostBytes     = 8 << 10 // of a draft, unpacked
	goodFor       = 48 * time.Hour
	future        = 10 * time.Minute // how far two colleagues' clocks may be apart
)

// A Step is the screen at which the draft was handed over.
type Step string

// The steps at which a draft can be handed over.
const (
	AtTerms Step = "terms"
	AtGuest Step = "guest"
	AtBook  Step = "book"
)

// A Handover is a draft as a colleague opens it. The guest is masked, and is asked for again.
type Handover struct {
	Step  Step
	At    time.Time // when it was handed over
	Guest string    // masked, "M··· G···"; empty where there was none
	Draft booking.SavedDraft

	terms string // the digest of the terms at that time
}

// Key is what lines are signed with: those who share an account's API key can open each other's.
type Key struct{ bytes []byte }

// NewKey derives the key of an environment ("sandbox", "production") from the API key of its account.
func NewKey(secret api.Secret, environment string) (Key, error) {
	if secret.IsZero() {
		return Key{}, errors.New("there is no API key to sign with")
	}
	derived, err := hkdf.Key(sha256.New, []byte(secret.Reveal()), nil, "bellhop hand-over of drafts, "+environment, sha256.Size)
	return Key{derived}, err
}

// String hides the key.
func (Key) String() string { return "[redacted]" }

// GoString hides the key.
func (Key) GoString() string { return "[redacted]" }

func (k Key) sign(packed []byte) []byte {
	mac := hmac.New(sha256.New, k.bytes)
	mac.Write([]byte(Prefix))
	mac.Write(packed)
	return mac.Sum(nil)[:signatureSize]
}

// content is what a line holds, with short names: people paste it into a chat.
type content struct {
	Step     Step           `json:"s"`
	At       int64          `json:"t"` // seconds since 1970
	Guest    string         `json:"g,omitempty"`
	Chain    string         `json:"hc"`
	Property string         `json:"hp"`
	Hotel    string         `json:"hn"`
	In       api.Date       `json:"in"`
	Out      api.Date       `json:"out"`
	Party    [3]int         `json:"p"` // adults, children, rooms
	Code     string         `json:"b"`
	Channel  string         `json:"c,omitempty"`
	Room     string         `json:"r,omitempty"`
	Total    string         `json:"m,omitempty"`
	Currency string         `json:"mc,omitempty"`
	Terms    string         `json:"h,omitempty"`
	Replaces *replacedStays `json:"x,omitempty"`
}

type replacedStays struct {
	ID  string   `json:"id"`
	In  api.Date `json:"in"`
	Out api.Date `json:"out"`
}

// Write returns the line of a draft with a rate. It leaves out the payment token, all of the guest but the masked name,
// the loyalty number and custom data.
func Write(key Key, step Step, draft booking.Draft, now time.Time) (string, error) {
	if len(key.bytes) == 0 {
		return "", errors.New("there is no API key to sign with")
	}
	if draft.Rate.BookingCode == "" {
		return "", errors.New("there is no rate yet to hand over")
	}
	total := draft.Charge()
	c := content{
		Step: step, At: now.Unix(), Guest: booking.MaskName(draft.Guest),
		Chain: draft.Hotel.ID.Chain, Property: draft.Hotel.ID.Code, Hotel: draft.Hotel.Name,
		In: draft.Trip.CheckIn, Out: draft.Trip.CheckOut, Party: [3]int{draft.Trip.Adults, draft.Trip.Children, draft.Trip.Rooms},
		Code: draft.Rate.BookingCode, Channel: draft.Rate.ChannelCode,
		Room:  booking.RoomRate{Room: draft.Room, Rate: draft.Rate}.RoomName(),
		Total: total.Number(), Currency: total.Currency(), Terms: draft.AllRooms().Hash(),
	}
	if r := draft.Replaces; r != nil {
		days := trip.ReadStay(*r, draft.Zone).Likely
		c.Replaces = &replacedStays{ID: r.ID, In: days.In, Out: days.Out}
	}
	text, err := json.Marshal(c)
	if err != nil {
		return "", err
	}
	if len(text) > mostBytes {
		return "", fmt.Errorf("the draft has %d bytes, and a line holds %d", len(text), mostBytes)
	}
	var packed bytes.Buffer
	packer, err := flate.NewWriter(&packed, flate.BestCompression)
	if err != nil {
		return "", err
	}
	if _, err := packer.Write(text); err != nil {
		return "", err
	}
	if err := packer.Close(); err != nil {
		return "", err
	}
	return Prefix + base64.RawURLEncoding.EncodeToString(append(key.sign(packed.Bytes()), packed.Bytes()...)), nil
}

// Why a line is refused. Each says what to do.
var (
	ErrNotALine = errors.New("this is no hand-over: it begins with \"" + Prefix + "\" and is one line; copy it whole")
	ErrChanged  = errors.New("this hand-over was changed, cut, or made for another account or environment; ask for it again")
	ErrTooOld   = errors.New("this hand-over is older than two days; ask for it again")
	ErrFuture   = errors.New("this hand-over was made in the future; one of the two clocks is wrong")
	errOtherVer = errors.New("this hand-over was made by another version of Bellhop")
)

// Read opens a line. Spaces and line breaks, which mail and chats put in, do not count, nor what is said before it.
func Read(key Key, line string, now time.Time) (Handover, error) {
	_, body, found := strings.Cut(strings.Join(strings.Fields(line), ""), Prefix)
	if !found {
		return Handover{}, ErrNotALine
	}
	signed, err := base64.RawURLEncoding.Strict().DecodeString(body)
	if err != nil || len(signed) <= signatureSize || len(signed) > mostBytes {
		return Handover{}, ErrChanged
	}
	signature, packed := signed[:signatureSize], signed[signatureSize:]
	if len(key.bytes) == 0 || !hmac.Equal(signature, key.sign(packed)) {
		return Handover{}, ErrChanged
	}
	text, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), mostBytes+1))
	if err != nil || len(text) > mostBytes {
		return Handover{}, errOtherVer
	}
	var c content
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&c); err != nil {
		return Handover{}, errOtherVer
	}
	at := time.Unix(c.At, 0).UTC()
	switch {
	case now.Sub(at) > goodFor:
		return Handover{}, ErrTooOld
	case at.Sub(now) > future:
		return Handover{}, ErrFuture
	case c.Step != AtTerms && c.Step != AtGuest && c.Step != AtBook:
		return Handover{}, errOtherVer
	}
	return c.open(at), nil
}

func (c content) open(at time.Time) Handover {
	hotel := api.Hotel{ID: api.PropertyID{Chain: c.Chain, Code: c.Property}, Name: c.Hotel}
	saved := booking.SavedDraft{
		At: at, Hotel: booking.SavedHotel{ID: hotel.ID, Name: hotel.Name},
		Trip: trip.Trip{
			Destination: trip.HotelDestination(hotel), CheckIn: c.In, CheckOut: c.Out,
			Adults: c.Party[0], Children: c.Party[1], Rooms: c.Party[2],
		},
		BookingCode: c.Code, ChannelCode: c.Channel, Room: c.Room, Total: c.Total, Currency: c.Currency,
	}
	if c.Replaces != nil {
		saved.Replaces = &booking.SavedStay{ID: c.Replaces.ID, CheckIn: c.Replaces.In, CheckOut: c.Replaces.Out}
	}
	return Handover{Step: c.Step, At: at, Guest: c.Guest, Draft: saved, terms: c.Terms}
}

// Since returns a restored draft with what has changed since it was handed over, for a person to agree to: Restore
// compares the price, and this the terms.
func (h Handover) Since(draft booking.Draft) booking.Draft {
	if draft.Verified == nil || h.terms == "" || draft.AllRooms().Hash() == h.terms {
		return draft
	}
	draft.Changes = append([]terms.Change{{
		What: "terms", Before: "as handed over", After: "others now", Verdict: terms.Unclear,
	}}, draft.Changes...)
	return draft
}
