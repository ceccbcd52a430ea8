package training

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"bellhop/sandbox/service"
	"bellhop/sandbox/training/fault"
)

// Shared keeps for many servers what a training alone keeps in memory. Its errors
// say that it is not known now.
type Shared interface {
	// Setting returns a setting, "" for one that was never changed.
	Setting(ctx context.Context, name string) (string, error)
	// ChangeSetting stores what change makes of a setting, one change after another.
	// Tell says whether the other servers are told.
	ChangeSetting(ctx context.Context, name string, tell bool, change func(now string) (string, error)) error
	// First remembers a key, and reports whether it was not remembered before.
	First(ctx context.Context, key string) (bool, error)
}

// settingTraining names the setting that holds the training of all servers.
const settingTraining = "training"

// keptTraining is the text of that setting.
type keptTraining struct {
	Version int64        `json:"version"` // counts the changes
	First   keptSettings `json:"first"`   // what a reset goes back to
	Now     keptSettings `json:"now"`
}

// keptSettings are Settings, and how often each rule met a request.
type keptSettings struct {
	Latency string         `json:"latency"`
	Quirks  string         `json:"quirks"`
	Faults  []fault.Status `json:"faults"`
}

// plain returns the settings as texts to compare: the rules without what they have met.
func (k keptSettings) plain() []string {
	texts := []string{k.Latency, k.Quirks}
	for _, one := range k.Faults {
		texts = append(texts, one.Rule)
	}
	return texts
}

// board is where servers that share a training leave it for each other. A nil board
// is a training of this server alone.
type board struct {
	shared Shared
	apply  func(keptSettings) error // makes what is kept that of this server

	mu      sync.Mutex
	version int64 // of what is applied
}

// take applies what is kept, unless something newer is: changes of this server and what it
// reads of others may come in another order than they were stored in.
func (b *board) take(k keptTraining) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if k.Version < b.version {
		return nil
	}
	b.version = k.Version
	return b.apply(k.Now)
}

func (b *board) taken() int64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.version
}

// change changes the settings of all servers, this one at once and the others when
// they are told.
func (b *board) change(ctx context.Context, tell bool, change func(*keptTraining) error) error {
	var next keptTraining
	err := b.shared.ChangeSetting(ctx, settingTraining, tell, func(now string) (string, error) {
		var err error
		if next, err = readKept(now); err != nil {
			return "", err
		}
		if err := change(&next); err != nil {
			return "", err
		}
		next.Version++
		text, err := json.Marshal(next)
		return string(text), err
	})
	if err != nil {
		return err
	}
	return b.take(next)
}

// read makes what is kept that of this server.
func (b *board) read(ctx context.Context) error {
	before := b.taken()
	text, err := b.shared.Setting(ctx, settingTraining)
	if err != nil {
		return err
	}
	kept, err := readKept(text)
	if err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if kept.Version < b.version && b.version != before {
		return nil // A change of this server was stored since.
	}
	b.version = kept.Version // Lower, where a database has taken over that lacks the last changes.
	return b.apply(kept.Now)
}

func readKept(text string) (kept keptTraining, err error) {
	if text == "" {
		return kept, nil
	}
	if err := json.Unmarshal([]byte(text), &kept); err != nil {
		return kept, fmt.Errorf("the training that the data holds: %w", err)
	}
	return kept, nil
}

// Begin makes the training of all servers that of this one, or the other way round
// where this one is the first that was started with these settings: what was changed
// since is not undone by a server that starts again.
func (t *Training) Begin(ctx context.Context) error {
	if t.board == nil {
		return nil
	}
	own := t.kept()
	if own.Latency == noLatency && own.Quirks == noQuirks && len(own.Faults) == 0 {
		return t.board.read(ctx)
	}
	return t.board.change(ctx, true, func(k *keptTraining) error {
		if !slices.Equal(k.First.plain(), own.plain()) {
			k.First, k.Now = own, own
		}
		return nil
	})
}

// noLatency is what Latency.String says of none.
const noLatency = "none"

// kept returns the settings in force as they are kept.
func (t *Training) kept() keptSettings {
	quirks := noQuirks
	if names := t.Quirks.Names(); len(names) > 0 {
		quirks = strings.Join(names, ",")
	}
	return keptSettings{Latency: t.Latency.String(), Quirks: quirks, Faults: t.Faults.set.Status()}
}

// put makes what is kept that of this server; "" is what was never set.
func (t *Training) put(k keptSettings) error {
	var errs []error
	if k.Latency == "" {
		k.Latency = noLatency
	}
	if k.Quirks == "" {
		k.Quirks = noQuirks
	}
	if latency, err := fault.ParseLatency(k.Latency); err != nil {
		errs = append(errs, err)
	} else if latency.String() != t.Latency.String() {
		t.Latency.now.Store(&latency)
	}
	if quirks, err := readQuirks(k.Quirks); err != nil {
		errs = append(errs, err)
	} else {
		t.Quirks.now.Store(&quirks)
	}
	return errors.Join(append(errs, t.Faults.set.Put(k.Faults))...)
}

// hit decides which fault a request meets by the rules of all servers, and counts it.
// Where none of them can meet it, nobody is asked.
func (b *board) hit(ctx context.Context, seed service.Seed, e *Exchange, local *fault.Set) (a fault.Action, hit bool, err error) {
	known := e.Account != ""
	if !local.Matches(e.Route.Endpoint, known) {
		return a, false, nil
	}
	err = b.change(ctx, false, func(k *keptTraining) error {
		set := fault.NewSet(uint64(seed), nil)
		if err := set.Put(k.Now.Faults); err != nil {
			return err
		}
		a, hit = set.Decide(e.Route.Endpoint, known)
		k.Now.Faults = set.Status()
		return nil
	})
	return a, hit, err
}
