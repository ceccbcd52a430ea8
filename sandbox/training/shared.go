package training

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

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
	First keptSettings `json:"first"` // what a reset goes back to
	Now   keptSettings `json:"now"`
}

// keptSettings are Settings, and how often each rule met a request.
type keptSettings struct {
	Latency string         `json:"latency"`
	Quirks  string         `json:"quirks"`
	Faults  []fault.Status `json:"faults"`
}

// board is where servers that share a training leave it for each other. A nil board
// is a training of this server alone.
type board struct {
	shared Shared
	apply  func(keptSettings) error // makes what is kept that of this server
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
		text, err := json.Marshal(next)
		return string(text), err
	})
	if err != nil {
		return err
	}
	return b.apply(next.Now)
}

// read makes what is kept that of this server.
func (b *board) read(ctx context.Context) error {
	text, err := b.shared.Setting(ctx, settingTraining)
	if err != nil {
		return err
	}
	kept, err := readKept(text)
	if err != nil {
		return err
	}
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
// where this one was started with settings of its own.
func (t *Training) Begin(ctx context.Context) error {
	if t.board == nil {
		return nil
	}
	own := t.kept()
	if own.Latency == noLatency && own.Quirks == noQuirks && len(own.Faults) == 0 {
		return t.board.read(ctx)
	}
	return t.board.change(ctx, true, func(k *keptTraining) error {
		k.First, k.Now = own, own
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
