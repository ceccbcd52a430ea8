package service

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

// A search result carries the instant until which each of its rates holds. The
// service remembers when it last offered a hotel for a stay to an
// account; past the expiry that went with it, verification and creation refuse
// the rate until it is searched again. A successful verification starts the life
// of that one rate anew. A well-formed code that nobody remembers to have offered
// counts as current, so that no restart, and no very long memory, breaks an offer
// that a partner holds.

// maxOffers is how many offers are remembered, of some 75 bytes each: the
// latest 8000 pages of a search.
const maxOffers = 200_000

// offerKey names what was offered: all of a hotel's rates for a stay when the
// code is empty, as a search does, or one of them, as a verification does. It
// holds no pointers, so that the many of them cost the collector nothing.
type offerKey struct {
	Account int32 // the account's position in Options.Accounts
	Hotel   int32 // the hotel's index
	In, Out world.Day
	Code    [8]byte // a booking code has eight characters
}

// offers knows when an account was last offered what.
type offers struct {
	made     offerBook
	own      *fifo.Map[offerKey, int64] // that of this server alone; nil where servers share one
	accounts *accounts                  // what offerKey.Account counts
	rates    rates
	store    store.Store
	log      *slog.Logger
	notice   func(string)
}

func newOffers(o Options, r rates) *offers {
	f := &offers{accounts: newAccounts(o.Accounts), rates: r, store: o.Store, log: o.Logger, notice: o.Notice}
	if o.Shared != nil {
		f.made = sharedOffers{o.Shared, f.accounts}
		return f
	}
	f.own = fifo.New[offerKey, int64](maxOffers)
	f.made = ownOffers{f.own}
	return f
}

// offer is what an account may have been offered: a hotel's rate for a stay, or
// all of them for no code.
type offer struct {
	offers *offers
	key    offerKey
	now    time.Time
	code   string
	stay   world.Stay
}

func (o *offers) of(c *call, hotel int, code string, stay world.Stay) offer {
	k := offerKey{
		Account: o.accounts.position(c.Account),
		Hotel:   int32(hotel), //nolint:gosec // at most a million
		In:      stay.In, Out: stay.Out,
	}
	copy(k.Code[:], code)
	return offer{o, k, c.Now, code, stay}
}

// renew notes that offers are made now.
func (o *offers) renew(ctx context.Context, list ...offer) error {
	records := make([]offerRecord, len(list))
	for i, one := range list {
		records[i] = offerRecord{one.key, one.now.UnixNano()}
	}
	return o.made.put(ctx, records...)
}

// all is the offer of all the hotel's rates.
func (o offer) all() offer {
	o.key.Code = [8]byte{}
	return o
}

// renew notes that the offer is made now.
func (o offer) renew(ctx context.Context) error { return o.offers.renew(ctx, o) }

// expired reports whether the rate's last offer to the account has run out. What
// was never offered has not. One that was made at an instant that has not come yet,
// because the clock was put back since, counts as never made.
func (o offer) expired(ctx context.Context) (bool, error) {
	list, err := o.offers.made.get(ctx, o.all().key, o.key)
	if err != nil {
		return false, err
	}
	var made time.Time // the later of both
	for _, one := range list {
		if at := time.Unix(0, one.At).UTC(); !at.After(o.now) && at.After(made) {
			made = at
		}
	}
	if made.IsZero() {
		return false, nil
	}
	// The offer's end is worked out anew from the moment at which it was made,
	// so that one remembered instant serves all rates of the hotel.
	_, rate, ok := o.offers.rates.agreed(int(o.key.Hotel), o.code, o.stay, made)
	return ok && !o.now.Before(rate.Expires), nil
}

// end ends the offer: from now on the rate has to be searched again.
func (o offer) end(ctx context.Context) error {
	ended := o.now.Add(-o.offers.rates.policies(int(o.key.Hotel), o.code, o.stay).OfferLife).UnixNano()
	return o.offers.made.put(ctx, offerRecord{o.all().key, ended}, offerRecord{o.key, ended})
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

// KeepOffers writes the offers down; nothing when there are none.
func (s *Service) KeepOffers() ([]store.NamedFact, error) { return s.offers.keep() }

func (o *offers) keep() ([]store.NamedFact, error) {
	if o.own == nil {
		return nil, nil // They are in the store.
	}
	var list []offerRecord
	for key, at := range o.own.All() {
		list = append(list, offerRecord{key, at})
	}
	if len(list) == 0 {
		return nil, nil
	}
	raw, err1 := binary.Append(nil, binary.LittleEndian, list)
	text, err2 := json.Marshal(keptOffers{o.accounts.list(), raw})
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

// WaitForOffers waits until the offers are read that RecallOffers reads.
func (s *Service) WaitForOffers() {
	if s.offers.own != nil {
		s.offers.own.Wait()
	}
}

// RecallOffers remembers the offers that the data keeps, and nothing else. It
// reads them beside its caller, because a full memory of them takes longer than
// all else of a start; who asks for an offer or notes one waits for that, and
// nobody may be served a request before. What cannot be read is as never
// offered, and the log says so.
func (s *Service) RecallOffers(ctx context.Context) {
	ctx, o := context.WithoutCancel(ctx), s.offers
	if o.own == nil {
		return
	}
	o.own.Fill(func(room func(int), set func(offerKey, int64)) {
		list, err := o.take(ctx)
		if err != nil {
			o.log.LogAttrs(ctx, slog.LevelError, "the offers of earlier are forgotten", slog.String("error", err.Error()))
			if o.notice != nil {
				o.notice("which rates were offered before is forgotten, and none of them expires: " + err.Error())
			}
		}
		room(len(list))
		for _, one := range list {
			set(one.Key, one.At)
		}
	})
}

// take reads the offers that the data keeps. The data forgets them with that:
// when the process is killed, it knows nothing of later offers, and must not
// take one that was renewed since for expired.
func (o *offers) take(ctx context.Context) ([]offerRecord, error) {
	text, found, err := o.store.Fact(ctx, factOffers)
	if err != nil || !found {
		return nil, err
	}
	list, err := readOffers(text, o.accounts.list())
	if err := errors.Join(err, o.store.DropFact(ctx, factOffers)); err != nil {
		return nil, err
	}
	return list, nil
}
