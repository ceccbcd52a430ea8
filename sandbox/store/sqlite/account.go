package sqlite

import (
	"context"
	"maps"
	"slices"
)

// account returns the account with an id.
func (d *database) account(id string) (*account, bool) {
	a, known := (*d.accounts.Load())[id]
	return a, known
}

// AddAccounts numbers new accounts within the writer's turn: nobody else changes the
// map meanwhile.
func (d *database) AddAccounts(ctx context.Context, ids []string) error {
	isNew := func(id string) bool { _, known := d.account(id); return !known }
	if !slices.ContainsFunc(ids, isNew) {
		return nil
	}
	return d.writer.alone(ctx, func(w *writer) error {
		var added map[string]*account
		return w.replace(func() (err error) {
			if added, err = numberAccounts(ctx, w.conn, ids); err != nil {
				return err
			}
			list := maps.Clone(*d.accounts.Load())
			for id, one := range added {
				if isNew(id) {
					list[id] = one
				}
			}
			d.accounts.Store(&list) // Its views are read next; without the commit they show nothing.
			return nil
		})
	})
}

// newAccount is an account without reservations, until they are read.
func newAccount(number int64) *account {
	a := &account{number: number}
	a.view.Store(new(view))
	return a
}
