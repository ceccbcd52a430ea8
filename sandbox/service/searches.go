package service

import (
	"context"
	"encoding/json"
	"errors"

	"bellhop/sandbox/internal/fifo"
	"bellhop/sandbox/store"
)

// maxSearches is how many searches a server alone remembers, of 500 bytes each at most.
const maxSearches = 4000

// searches remembers searches by their paging tokens.
type searches interface {
	put(ctx context.Context, token string, s savedSearch) error
	get(ctx context.Context, token string) (s savedSearch, ok bool, err error)
	clear()
}

func newSearches(shared store.Shared) searches {
	if shared != nil {
		return sharedSearches{shared}
	}
	return ownSearches{fifo.New[string, savedSearch](maxSearches)}
}

// ownSearches are those of this server alone.
type ownSearches struct {
	saved *fifo.Map[string, savedSearch]
}

func (o ownSearches) put(_ context.Context, token string, s savedSearch) error {
	o.saved.Put(token, s)
	return nil
}

func (o ownSearches) get(_ context.Context, token string) (s savedSearch, ok bool, err error) {
	s, ok = o.saved.Get(token)
	return s, ok, nil
}

func (o ownSearches) clear() { o.saved.Clear() }

// sharedSearches are those of all servers of a store.
type sharedSearches struct{ store store.Shared }

var errSearch = errors.New("a search in the data is damaged")

func (o sharedSearches) put(ctx context.Context, token string, s savedSearch) error {
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return o.store.Remember(ctx, store.SearchMade, store.Note{Key: token, Value: string(text)})
}

func (o sharedSearches) get(ctx context.Context, token string) (s savedSearch, ok bool, err error) {
	found, err := o.store.Recall(ctx, store.SearchMade, token)
	text, ok := found[token]
	if err != nil || !ok {
		return s, false, err
	}
	if json.Unmarshal([]byte(text), &s) != nil {
		return s, false, errSearch
	}
	return s, true, nil
}

// clear has nothing to do: what replaces the data forgets them.
func (o sharedSearches) clear() {}
