package journal

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/gofrs/flock"
)

// Errors that callers tell apart.
var (
	// ErrClosed is returned by a journal or an attempt that was closed.
	ErrClosed = errors.New("the journal is closed")
	// ErrBusy means that another process holds the lock for longer than an append takes.
	ErrBusy = errors.New("another Bellhop holds the journal and does not let go of it")
	// ErrReplaced means that the file is not the one that was opened.
	ErrReplaced = errors.New("the journal's file was removed or replaced while it was open; start again")
	// ErrNoAttempt means that the journal knows no such attempt.
	ErrNoAttempt = errors.New("the journal knows no such attempt")
)

const (
	lockPatience = 10 * time.Second // an append takes milliseconds
	lockPause    = time.Millisecond
)

// Options configure a Journal.
type Options struct {
	Now  func() time.Time // nil: time.Now
	Host string           // name of the machine; empty: what the system says. Only a keyed hash is kept
	User string           // name of the person at it; empty: what the system says

	open       func(path string) (file, error) // nil: openFile
	indexEvery int64                           // lines; 0: indexEvery
}

// A Journal is the record of every write, shared by all processes that open the same folder. Writing returns
// after the disk has it; reading first reads what other processes have appended. It is safe for concurrent use.
type Journal struct {
	dir  string
	now  func() time.Time
	host string
	user string
	key  []byte

	mu     sync.Mutex // held around the lock file, which knows processes only
	lock   *flock.Flock
	file   file
	closed bool

	attempts *attemptSet
	chain    *chain // nil before the file is read
	end      int64  // where the last whole line ends, in bytes
	torn     int64  // bytes behind it that a crash left
	damage   []Problem

	digest     hash.Hash // of all whole lines
	indexed    int64     // the number of the last line that the index knows
	indexEvery int64
}

// Open opens the journal in a folder, which it makes when there is none, and repairs a torn last line. Damage
// is no error, because an agent must be able to work on: see Damage and Verify.
func Open(dir string, o Options) (*Journal, error) {
	if err := makePrivate(dir); err != nil {
		return nil, fmt.Errorf("the journal cannot be opened: %w", err)
	}
	j := &Journal{dir: dir, now: o.Now, lock: flock.New(filepath.Join(dir, lockName), flock.SetPermissions(privateFile))}
	if j.now == nil {
		j.now = time.Now
	}
	j.indexEvery = cmp.Or(o.indexEvery, indexEvery)
	j.user = clip(cmp.Or(o.User, systemUser()))
	open := o.open
	if open == nil {
		open = openFile
	}
	host := o.Host
	if host == "" {
		host, _ = os.Hostname() // Without a name all machines look alike, which harms nothing.
	}
	err := j.holding(func() (err error) {
		made := false
		if j.key, made, err = loadKey(dir); err != nil {
			return err
		}
		j.host = j.mark("host\x00" + host)[:12]
		if j.file, err = open(filepath.Join(dir, fileName)); err != nil {
			return err
		}
		if err := j.refresh(); err != nil {
			return err
		}
		if j.chain.line == 0 { // The file may be new.
			if err := syncDir(dir); err != nil {
				return err
			}
		}
		if err := j.proveKey(made); err != nil {
			return err
		}
		// On a full disk everything can still be read; the next append repairs first.
		_ = j.repair()
		j.keepIndex()
		return nil
	})
	if err != nil {
		if j.file != nil {
			_ = j.file.Close()
		}
		return nil, fmt.Errorf("the journal cannot be opened: %w", err)
	}
	return j, nil
}

// Close closes the file. Attempts that are held stay held until they are closed.
func (j *Journal) Close() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.closed {
		return nil
	}
	j.closed = true
	return j.file.Close()
}

// Damage lists what is wrong with the file as far as it was read; nothing for a whole journal.
func (j *Journal) Damage() []Problem {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.damaged()
}

// damaged returns what is wrong with the lines and with their end.
func (j *Journal) damaged() []Problem {
	found, _ := j.chain.end()
	return append(append([]Problem(nil), j.damage...), found...)
}

// holding runs do while no other process can append.
func (j *Journal) holding(do func() error) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.closed {
		return ErrClosed
	}
	if err := patiently(j.lock.TryLockContext); err != nil {
		return err
	}
	err := do()
	if unlockErr := j.lock.Unlock(); err == nil && unlockErr != nil {
		err = fmt.Errorf("the journal cannot be unlocked: %w", unlockErr)
	}
	return err
}

// patiently takes a lock that others hold for moments only.
func patiently(try func(ctx context.Context, pause time.Duration) (bool, error)) error {
	ctx, cancel := context.WithTimeout(context.Background(), lockPatience)
	defer cancel()
	_, err := try(ctx, lockPause)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, context.DeadlineExceeded):
		return ErrBusy
	default:
		return fmt.Errorf("the journal cannot be locked: %w", err)
	}
}

// current runs do with all events that any process has appended.
func (j *Journal) current(do func() error) error {
	return j.holding(func() error {
		if err := j.refresh(); err != nil {
			return err
		}
		return do()
	})
}

// refresh reads what was appended since the last time. The lock is held.
func (j *Journal) refresh() error {
	info, err := j.file.Stat()
	if err != nil {
		return err
	}
	if named, err := os.Stat(filepath.Join(j.dir, fileName)); err != nil || !os.SameFile(info, named) {
		return ErrReplaced
	}
	size, h := info.Size(), readHead(j.dir)
	if j.chain == nil || size < j.end {
		// Somebody cut the file: what is in memory may not be in it any more.
		j.restart(h, size)
	}
	j.chain.head = h
	j.torn = 0
	if size > j.end {
		if err := j.read(size); err != nil {
			return fmt.Errorf("the journal cannot be read: %w", err)
		}
	}
	return nil
}

// read walks over the lines between what is known and the end of the file.
func (j *Journal) read(size int64) error {
	err := eachLine(io.NewSectionReader(j.file, j.end, size-j.end), j.end, func(line []byte, at span) {
		if at.end() == size && j.chain.unfinished(line) {
			return
		}
		j.take(line, at)
	})
	j.torn = size - j.end
	return err
}

// repair cuts off what a crash left of a line, and writes down how much that was and what else is missing. The
// lock is held.
func (j *Journal) repair() error {
	e := Event{Step: Repaired, Cut: j.torn}
	h := j.chain.head
	if h.state == headRead && h.Seq > j.chain.Seq {
		e.Missing = h.Seq - j.chain.Seq
	} else if found, _ := j.chain.end(); len(found) > 0 && (h.state != headRead || h.Seq != j.chain.Seq) {
		e.Headless = true // The next line's head would hide it.
	}
	if e.Cut == 0 && e.Missing == 0 && !e.Headless {
		return nil
	}
	if err := j.file.Truncate(j.end); err != nil {
		return fmt.Errorf("the torn end of the journal cannot be cut off: %w", err)
	}
	j.torn = 0
	return j.write(e)
}

// add appends one event to the refreshed file and returns when it is on the disk. The lock is held.
func (j *Journal) add(e Event) error {
	if err := j.repair(); err != nil {
		return err
	}
	if err := j.attempts.allow(e); err != nil {
		return err
	}
	// The head is never more than one line behind, so that an older one tells something.
	if h := j.chain.head; h.Seq < j.chain.Seq && j.chain.Hash != "" {
		if err := j.writeHead(j.chain.link); err != nil {
			return fmt.Errorf("the journal cannot be written: %w", err)
		}
	}
	return j.write(e)
}

// write puts a line at the end of the file. When that fails, nothing in memory changes.
func (j *Journal) write(e Event) error {
	last := j.chain.next()
	e.Seq, e.Prev, e.At, e.PID, e.Host, e.User = last.Seq+1, last.Hash, momentOf(j.now()), os.Getpid(), j.host, j.user
	if j.chain.key == "" {
		e.Key = keyCheck(j.key)
	}
	line, hash, err := encode(e)
	if err != nil {
		return fmt.Errorf("the journal cannot be written: %w", err)
	}
	if _, err = j.file.WriteAt(line, j.end); err == nil {
		err = j.file.Sync()
	}
	if err != nil {
		// When this fails as well, a torn line stays behind, or a whole one that may not last: a "sent" that
		// was not acknowledged is looked for and not found.
		_ = j.file.Truncate(j.end)
		return fmt.Errorf("the journal cannot be written: %w", err)
	}
	// The event is accepted from here on: the head is written again before the next line.
	_ = j.writeHead(link{e.Seq, hash})
	j.take(line[:len(line)-1], span{j.end, len(line)})
	return nil
}

func (j *Journal) take(line []byte, at span) {
	_, found := j.chain.apply(j.attempts, line, at)
	j.damage = append(j.damage, found...)
	j.end = at.end()
	_, _ = j.digest.Write(line) // A hash takes everything.
	_, _ = j.digest.Write([]byte{'\n'})
}

func (j *Journal) writeHead(l link) error {
	h, err := j.chain.head.replace(j.dir, l)
	if err == nil {
		j.chain.head = h
	}
	return err
}
