package booking

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gofrs/flock"
)

const (
	// draftsKept is how many drafts a console offers; older ones that no console is at are removed.
	draftsKept = 5
	// unfinishedDraft begins the name of a draft that is being written.
	unfinishedDraft = ".draft-"
	draftEnding     = ".json"
	draftLockEnding = ".lock"
	draftMode       = 0o600

	// A look into a draft takes less than a millisecond.
	draftPatience = time.Second
	draftPause    = 2 * time.Millisecond
)

// ErrDraftTaken means that another console goes on with a draft, has since it was listed, or has thrown it
// away.
var ErrDraftTaken = errors.New("another Bellhop goes on with this booking, or has thrown it away")

// A DraftStore keeps the draft of one console in a folder that all consoles share, in a file of its own that is
// locked as long as the console runs; then every other console offers it. A nil DraftStore keeps nothing. It is
// safe for concurrent use.
type DraftStore struct {
	dir     string
	profile string
	now     func() time.Time

	mu   sync.Mutex
	file string       // the name of the own file without the ending; "" before there is one
	lock *flock.Flock // held for it
}

// NewDraftStore keeps the drafts of a profile in a folder, which is made when it is needed.
func NewDraftStore(dir, profile string, now func() time.Time) *DraftStore {
	return &DraftStore{dir: dir, profile: profile, now: now}
}

func (d *DraftStore) path(file, ending string) string { return filepath.Join(d.dir, file+ending) }

// lockFile takes the lock of a file, nil when another console has it, and waits so long for those that only
// read.
func (d *DraftStore) lockFile(file string, patience time.Duration) (*flock.Flock, error) {
	lock := flock.New(d.path(file, draftLockEnding), flock.SetPermissions(draftMode))
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	ok, err := lock.TryLock()
	if err == nil && !ok && patience > 0 {
		ok, err = lock.TryLockContext(ctx, draftPause)
	}
	if errors.Is(err, context.DeadlineExceeded) || err == nil && !ok {
		return nil, nil //nolint:nilnil // Another console's is no error.
	}
	if err != nil {
		return nil, err
	}
	return lock, nil
}

// release unlocks a file, and removes the lock of one without a draft.
func (d *DraftStore) release(file string, lock *flock.Flock) error {
	_, err := os.Stat(d.path(file, draftEnding))
	empty := errors.Is(err, fs.ErrNotExist)
	removed := empty && os.Remove(lock.Path()) == nil
	err = lock.Unlock()
	if empty && !removed {
		_ = os.Remove(lock.Path()) // Windows removes no open file.
	}
	return err
}

// ensureFile gives the console a file of its own if it has none. The caller holds the mutex.
func (d *DraftStore) ensureFile() error {
	if d.lock != nil {
		return nil
	}
	if err := os.MkdirAll(d.dir, 0o700); err != nil {
		return err
	}
	for {
		file := rand.Text()
		lock, err := d.lockFile(file, 0)
		if err != nil {
			return err
		}
		if lock != nil { // Or else somebody who sweeps has met it before it was held.
			d.file, d.lock = file, lock
			return nil
		}
	}
}

// Save replaces the console's earlier draft. If it cannot save a draft that is about to be sent, it removes the earlier one,
// which would be offered as not sent.
func (d *DraftStore) Save(draft Draft) error {
	if d == nil {
		return nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	text, err := json.Marshal(newSavedDraft(draft, d.profile, d.now()))
	if err == nil {
		err = d.ensureFile()
	}
	if err == nil {
		d.removeLeftovers()
		err = replaceFile(d.path(d.file, draftEnding), unfinishedDraft+"*", func(w io.Writer) error {
			_, err := w.Write(text)
			return err
		})
	}
	if err == nil {
		return nil
	}
	err = fmt.Errorf("saving the draft: %w", err)
	if draft.Attempt != "" && d.lock != nil {
		if removed := d.discard(d.file, 0, nil); removed != nil {
			return errors.Join(err, removed)
		}
	}
	return err
}

// Drafts lists the drafts of this profile that can be gone on with, the newest first. What is of no use, cannot
// be read, or is beyond the handful that is kept is removed, of every profile.
func (d *DraftStore) Drafts() []SavedDraft {
	if d == nil {
		return nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.removeLeftovers()
	var all []SavedDraft
	for _, file := range d.named("", draftEnding) {
		if s, ok := d.read(file); ok {
			all = append(all, s)
		}
	}
	slices.SortFunc(all, func(a, b SavedDraft) int {
		return cmp.Or(b.At.Compare(a.At), cmp.Compare(a.file, b.file))
	})
	for len(all) > draftsKept {
		last := all[len(all)-1]
		if last.file == d.file {
			break // The clock was set back, and the own one is not to be lost by it.
		}
		all = all[:len(all)-1]
		_ = d.discard(last.file, 0, func() bool { return d.unchanged(last) }) // The next start tries again.
	}
	return all
}

// named lists the files whose names begin and end so, without the ending. The folder's name is no part of a
// pattern, because it may hold anything.
func (d *DraftStore) named(beginning, ending string) []string {
	entries, _ := os.ReadDir(d.dir) // What cannot be listed cannot be offered.
	var names []string
	for _, entry := range entries {
		name, ok := strings.CutSuffix(entry.Name(), ending)
		if ok && strings.HasPrefix(name, beginning) {
			names = append(names, name)
		}
	}
	return names
}

// read is not ok when a draft is of no use, of another profile, or of a console that runs.
func (d *DraftStore) read(file string) (s SavedDraft, ok bool) {
	if file != d.file {
		// Shared, so that consoles that start at once all see it.
		lock := flock.New(d.path(file, draftLockEnding), flock.SetPermissions(draftMode))
		if ok, err := lock.TryRLock(); err != nil || !ok {
			return SavedDraft{}, false
		}
		defer func() { _ = d.release(file, lock) }()
	}
	text, err := os.ReadFile(d.path(file, draftEnding))
	if err != nil {
		return SavedDraft{}, false
	}
	if json.Unmarshal(text, &s) != nil || s.Version != savedVersion || s.useless(d.now()) {
		_ = os.Remove(d.path(file, draftEnding)) // It names a guest, and helps nobody.
		return SavedDraft{}, false
	}
	s.file = file
	return s, s.Profile == d.profile
}

// Take makes a draft the console's own, and offers an earlier own one again to every console. ErrDraftTaken:
// another console was faster; what it has written since stays.
func (d *DraftStore) Take(s SavedDraft) error {
	if d == nil || s.file == "" {
		return nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if s.file == d.file {
		return nil
	}
	lock, err := d.lockFile(s.file, draftPatience)
	if err != nil {
		return fmt.Errorf("taking the draft: %w", err)
	}
	if lock == nil {
		return ErrDraftTaken
	}
	if !d.unchanged(s) {
		return errors.Join(ErrDraftTaken, d.release(s.file, lock))
	}
	if d.lock != nil {
		_ = d.release(d.file, d.lock) // At the latest it is let go of with the process.
	}
	d.file, d.lock = s.file, lock
	return nil
}

// unchanged reports whether a draft's file, which is held, is still the one that was listed.
func (d *DraftStore) unchanged(s SavedDraft) bool {
	text, err := os.ReadFile(d.path(s.file, draftEnding))
	var now SavedDraft
	return err == nil && json.Unmarshal(text, &now) == nil && now.At.Equal(s.At)
}

// Owns reports whether a draft is the console's own.
func (d *DraftStore) Owns(s SavedDraft) bool {
	if d == nil {
		return false
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return s.file == d.file
}

// Discard throws a draft away, unless another console goes on with it or has since it was listed.
func (d *DraftStore) Discard(s SavedDraft) error {
	if d == nil || s.file == "" {
		return nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.discard(s.file, draftPatience, func() bool { return d.unchanged(s) })
}

// Clear throws the console's own draft away.
func (d *DraftStore) Clear() error {
	if d == nil {
		return nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.removeLeftovers()
	if d.lock == nil {
		return nil
	}
	return d.discard(d.file, 0, nil)
}

// discard removes the console's own draft, or another one that nobody holds and that is still what is meant.
func (d *DraftStore) discard(file string, patience time.Duration, meant func() bool) error {
	if file != d.file {
		lock, err := d.lockFile(file, patience)
		if err != nil || lock == nil {
			return err
		}
		defer func() { _ = d.release(file, lock) }()
		if !meant() {
			return nil
		}
	}
	if err := os.Remove(d.path(file, draftEnding)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("removing the saved draft: %w", err)
	}
	return nil
}

// removeLeftovers removes what killed consoles left behind: half a draft, because it names a guest, and the
// lock of none. What is younger than a minute may be in use.
func (d *DraftStore) removeLeftovers() {
	for _, name := range d.named(unfinishedDraft, "") {
		if path := filepath.Join(d.dir, name); d.old(path) {
			_ = os.Remove(path)
		}
	}
	for _, file := range d.named("", draftLockEnding) {
		_, err := os.Stat(d.path(file, draftEnding))
		if file == d.file || !errors.Is(err, fs.ErrNotExist) || !d.old(d.path(file, draftLockEnding)) {
			continue
		}
		if lock, err := d.lockFile(file, 0); err == nil && lock != nil {
			_ = d.release(file, lock)
		}
	}
}

func (d *DraftStore) old(path string) bool {
	info, err := os.Stat(path)
	return err == nil && d.now().Sub(info.ModTime()) > time.Minute
}

// Close lets go of the console's draft, which other consoles offer from then on.
func (d *DraftStore) Close() error {
	if d == nil {
		return nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.lock == nil {
		return nil
	}
	lock, file := d.lock, d.file
	d.lock, d.file = nil, ""
	return d.release(file, lock)
}
