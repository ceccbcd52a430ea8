package service

import (
	"slices"
	"sync"
	"sync/atomic"
)

// accounts numbers the ids of accounts. A number stays an id's for ever.
type accounts struct {
	mu  sync.Mutex // held by who adds
	ids atomic.Pointer[[]string]
}

func newAccounts(ids []string) *accounts {
	a := &accounts{}
	ids = slices.Clone(ids)
	a.ids.Store(&ids)
	return a
}

func (a *accounts) list() []string { return *a.ids.Load() }

// position returns the number of an id, -1 for one that there is not.
func (a *accounts) position(id string) int32 {
	return int32(slices.Index(a.list(), id)) //nolint:gosec // nobody has that many accounts
}

func (a *accounts) add(ids []string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	list := slices.Clone(a.list())
	for _, id := range ids {
		if !slices.Contains(list, id) {
			list = append(list, id)
		}
	}
	a.ids.Store(&list)
}

// AddAccounts makes more accounts known.
func (s *Service) AddAccounts(ids []string) { s.offers.accounts.add(ids) }
