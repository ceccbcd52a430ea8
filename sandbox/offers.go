package sandbox

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"bellhop/sandbox/internal/fifo"
	"bellhop/sandbox/store"
	"bellhop/sandbox/world"
)

// maxOffers is how many offers are remembered, of some 75 bytes each: the
// latest 8000 pages of a search.
const maxOffers = 200_000

// offerKey names what was offered: all of a hotel's rates for a stay when the
// code is empty, as a search does, or one of them, as a verification does. It
// holds no pointers, so that the many of them cost the collector nothing.
type offerKey struct {
	Account int32 // the account's position in Sandbox.accounts
	Hotel   int32 // the hotel's index
	In, Out world.Day
	Code    [8]byte // a booking code has eight characters
}

// offers remembers when an account was last offered what, in Unix nanoseconds.
type offers struct{ *fifo.Map[offerKey, int64] }

func newOffers() offers { return offers{fifo.New[offerKey, int64](maxOffers)} }

func (s *Sandbox) offerKey(c *call, hotel int, code string, stay world.Stay) offerKey {
	k := offerKey{
		Account: int32(slices.Index(s.accounts, c.account)), //nolint:gosec // nobody has that many accounts
		Hotel:   int32(hotel),                               //nolint:gosec // at most world.MostProperties
		In:      stay.In, Out: stay.Out,
	}
	copy(k.Code[:], code)
	return k
}

// offered notes that the account was offered a rate, or all of them for no code.
func (s *Sandbox) offered(c *call, hotel int, code string, stay world.Stay, at time.Time) {
	s.offers.Put(s.offerKey(c, hotel, code, stay), at.UnixNano())
}

// lastOffer is when the account was last offered the rate, or the hotel for no
// code. An offer made at an instant that has not come yet, because the clock was
// put back since, counts as never made.
func (s *Sandbox) lastOffer(c *call, hotel int, code string, stay world.Stay) (time.Time, bool) {
	at, ok := s.offers.Get(s.offerKey(c, hotel, code, stay))
	made := time.Unix(0, at).UTC()
	return made, ok && !made.After(c.now)
}

// expired says whether the rate's last offer to the account has run out. What
// was never offered has not.
func (s *Sandbox) expired(c *call, hotel int, code string, stay world.Stay) bool {
	made, ok := s.lastOffer(c, hotel, "", stay)
	if verified, was := s.lastOffer(c, hotel, code, stay); was && (!ok || verified.After(made)) {
		made, ok = verified, true
	}
	if !ok {
		return false
	}
	// The offer's end is worked out anew from the moment at which it was made,
	// so that one remembered instant serves all rates of the hotel.
	_, offer, ok := s.agreed(hotel, code, stay, made)
	return ok && !c.now.Before(offer.Expires)
}

// factOffers names the fact that keeps the offers while no process remembers
// them: in a snapshot, and from an orderly end to the next start.
const factOffers = "offers"

// keptOffers is the text of that fact.
type keptOffers struct {
	Accounts []string `json:"accounts"` // what offerKey.Account counts
	List     []byte   `json:"list"`     // offerRecords, one after the other, the oldest first
}

// offerRecord is an offer as it is kept: 32 bytes.
type offerRecord struct {
	Key offerKey
	At  int64
}

// keep writes the offers down; nothing when there are none.
func (o offers) keep(accounts []string) ([]store.NamedFact, error) {
	var list []offerRecord
	for key, at := range o.All() {
		list = append(list, offerRecord{key, at})
	}
	if len(list) == 0 {
		return nil, nil
	}
	raw, err1 := binary.Append(nil, binary.LittleEndian, list)
	text, err2 := json.Marshal(keptOffers{accounts, raw})
	if err := errors.Join(err1, err2); err != nil {
		return nil, fmt.Errorf("writing down the offers: %w", err)
	}
	return []store.NamedFact{{Name: factOffers, Value: string(text)}}, nil
}

var errOffers = errors.New("the offers in the data are damaged")

// readOffers reads what keep wrote. Accounts are the ones that there are now;
// the offers of others are left out. A damaged text is errOffers.
func readOffers(text string, accounts []string) ([]offerRecord, error) {
	var kept keptOffers
	if err := json.Unmarshal([]byte(text), &kept); err != nil {
		return nil, errOffers
	}
	list := make([]offerRecord, len(kept.List)/binary.Size(offerRecord{}))
	if n, err := binary.Decode(kept.List, binary.LittleEndian, list); err != nil || n != len(kept.List) {
		return nil, errOffers
	}
	position := make([]int32, 0, len(kept.Accounts))
	for _, account := range kept.Accounts {
		position = append(position, int32(slices.Index(accounts, account))) //nolint:gosec // nobody has that many accounts
	}
	known := list[:0]
	for _, one := range list {
		if one.Key.Account < 0 || int(one.Key.Account) >= len(position) {
			return nil, errOffers
		}
		if one.Key.Account = position[one.Key.Account]; one.Key.Account >= 0 {
			known = append(known, one)
		}
	}
	return known, nil
}

// recallOffers remembers the offers that the data keeps, and nothing else. It
// reads them beside its caller, because a full memory of them takes longer than
// all else of a start; who asks for an offer or notes one waits for that, and
// nobody may be serving a request before. What cannot be read is as never
// offered, and the log says so.
func (s *Sandbox) recallOffers(ctx context.Context) {
	ctx = context.WithoutCancel(ctx)
	s.offers.Fill(func(room func(int), set func(offerKey, int64)) {
		list, err := s.takeOffers(ctx)
		if err != nil {
			s.log.LogAttrs(ctx, slog.LevelError, "the offers of earlier are forgotten", slog.String("error", err.Error()))
			if s.notice != nil {
				s.notice("which rates were offered before is forgotten, and none of them expires: " + err.Error())
			}
		}
		room(len(list))
		for _, one := range list {
			set(one.Key, one.At)
		}
	})
}

// takeOffers reads the offers that the data keeps. The data forgets them with
// that: when the process is killed, it knows nothing of later offers, and must
// not take one that was renewed since for expired.
func (s *Sandbox) takeOffers(ctx context.Context) ([]offerRecord, error) {
	text, found, err := s.store.Fact(ctx, factOffers)
	if err != nil || !found {
		return nil, err
	}
	list, err := readOffers(text, s.accounts)
	if err := errors.Join(err, s.store.DropFact(ctx, factOffers)); err != nil {
		return nil, err
	}
	return list, nil
}
