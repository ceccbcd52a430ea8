package store

import "context"

// Shared is a store that many servers have at once. It keeps for all of them what
// a server alone keeps in its memory: what requests have been told, and how the
// sandbox is set. Its methods, those of Store too, fail with ErrUnavailable while
// there is no database, and those that write with ErrUnknown where it is not known
// what became of it.
type Shared interface {
	Store

	// Remember keeps notes of a kind, each in place of an earlier one with its key.
	// Reset forgets all of them, Load all but the offers of the snapshot.
	Remember(ctx context.Context, kind Kind, notes ...Note) error
	// Recall returns the values of keys that are remembered.
	Recall(ctx context.Context, kind Kind, keys ...string) (map[string]string, error)
	// First remembers a key, and reports whether it was not remembered before.
	First(ctx context.Context, kind Kind, key string) (bool, error)

	// Setting returns a setting, "" for one that was never changed. Settings belong to
	// no world: they outlive Reset, and no snapshot holds them.
	Setting(ctx context.Context, name string) (string, error)
	// ChangeSetting stores what change makes of a setting, one change after another
	// whoever asks for it. Tell says whether Watch calls the servers. Errors of change
	// are returned as they are, and nothing is stored then.
	ChangeSetting(ctx context.Context, name string, tell bool, change func(now string) (string, error)) error

	// ChangeFact does the same to a fact of the world, "" for one that is not there, and
	// has Watch call the servers.
	ChangeFact(ctx context.Context, name string, change func(now string) (string, error)) error

	// Watch calls changed after each change of the facts, the settings or the whole
	// state by any server, this one too, and whenever changes may have been missed. It
	// returns at once; Close ends it, and waits for a call that is under way.
	Watch(changed func(ctx context.Context))
}

// Kind is what a note is about.
type Kind int16

// The kinds of notes. The numbers are stored: they never change.
const (
	OfferMade  Kind = iota + 1 // when an account was last offered a rate
	SearchMade                 // what a paging token stands for
	OnceMet                    // what happens only the first time
)

// A Note is what is remembered under a key. Both are bytes.
type Note struct{ Key, Value string }
