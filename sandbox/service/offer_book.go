package service

import (
	"context"
	"encoding/binary"
	"fmt"

	"bellhop/sandbox/internal/fifo"
	"bellhop/sandbox/store"
)

// offerBook remembers when offers were last made.
type offerBook interface {
	put(ctx context.Context, list ...offerRecord) error
	// get returns what is remembered of offers.
	get(ctx context.Context, keys ...offerKey) ([]offerRecord, error)
	clear()
}

// ownOffers are those of this server alone, in its memory.
type ownOffers struct{ made *fifo.Map[offerKey, int64] }

func (o ownOffers) put(_ context.Context, list ...offerRecord) error {
	for _, one := range list {
		o.made.Put(one.Key, one.At)
	}
	return nil
}

func (o ownOffers) get(_ context.Context, keys ...offerKey) (list []offerRecord, err error) {
	for _, key := range keys {
		if at, ok := o.made.Get(key); ok {
			list = append(list, offerRecord{key, at})
		}
	}
	return list, nil
}

func (o ownOffers) clear() { o.made.Clear() }

// sharedOffers are those of all servers of a store. Servers can have their accounts
// in another order, so that an offer is kept under the account's id.
type sharedOffers struct {
	store    store.Shared
	accounts *accounts
}

func (o sharedOffers) key(k offerKey) string {
	account := o.accounts.list()[k.Account]
	k.Account = 0
	text, _ := binary.Append(nil, binary.BigEndian, k) // A struct of numbers can always be written.
	return string(text) + account
}

func (o sharedOffers) put(ctx context.Context, list ...offerRecord) error {
	if len(list) == 0 {
		return nil
	}
	notes := make([]store.Note, len(list))
	for i, one := range list {
		notes[i] = store.Note{Key: o.key(one.Key), Value: string(binary.BigEndian.AppendUint64(nil, uint64(one.At)))} //nolint:gosec // The bits are read back as they are.
	}
	return o.store.Remember(ctx, store.OfferMade, notes...)
}

func (o sharedOffers) get(ctx context.Context, keys ...offerKey) (list []offerRecord, err error) {
	texts := make([]string, len(keys))
	for i, key := range keys {
		texts[i] = o.key(key)
	}
	found, err := o.store.Recall(ctx, store.OfferMade, texts...)
	if err != nil {
		return nil, err
	}
	for i, key := range keys {
		value, ok := found[texts[i]]
		if !ok {
			continue
		}
		if len(value) != 8 {
			return nil, fmt.Errorf("%w: one has %d bytes", errOffers, len(value))
		}
		list = append(list, offerRecord{key, int64(binary.BigEndian.Uint64([]byte(value)))}) //nolint:gosec // As it was written.
	}
	return list, nil
}

// clear has nothing to do: what replaces the data forgets them.
func (o sharedOffers) clear() {}
