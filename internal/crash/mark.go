package crash

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"bellhop/booking/localfile"
)

const (
	markEnd = ".json"
	lockEnd = ".lock"
	maxMark = 4 << 10
	// remembered is how long after its start an end of a console is told.
	remembered = 7 * 24 * time.Hour
)

// An Ending is what a console leaves that did not say that it ended.
type Ending struct {
	Service string    `json:"service"` // as the drafts and the journal go by it: demo, or ACCOUNT@HOST
	Began   time.Time `json:"began"`
	PID     int       `json:"pid"`
	// Ended and Report are known after a panic only; another end cannot be noticed by who it ends.
	Ended  time.Time `json:"ended,omitzero"`
	Report string    `json:"report,omitempty"`
	// Line is the line of the terminal as it was, for one that is found in the modes of a console.
	Line *Line `json:"line,omitempty"`
}

// A Mark says that a console runs. It is a file with a lock, which the system lets go of with the process, whatever ends it.
// A nil Mark is none.
type Mark struct {
	path   string
	lock   *flock.Flock
	ending Ending
}

// Set marks that a console runs.
func Set(dir string, e Ending) (*Mark, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	e.PID = os.Getpid()
	m := &Mark{path: filepath.Join(dir, rand.Text()), ending: e}
	m.lock = flock.New(m.path+lockEnd, flock.SetPermissions(0o600))
	if ok, err := m.lock.TryLock(); err != nil || !ok {
		return nil, errors.Join(errors.New("the mark of a console that runs cannot be locked"), err)
	}
	if err := m.write(); err != nil {
		m.Remove()
		return nil, err
	}
	return m, nil
}

func (m *Mark) write() error {
	text, err := json.Marshal(m.ending)
	if err != nil {
		return err
	}
	// Half a file is none, and nothing that is lost with the power is missed: it is not made safe against that.
	return os.WriteFile(m.path+markEnd, text, 0o600)
}

// Crashed notes when the console ended by itself, and its report; the mark stays for the next start.
func (m *Mark) Crashed(at time.Time, report string) error {
	if m == nil {
		return nil
	}
	m.ending.Ended, m.ending.Report = at.UTC(), report
	return m.write()
}

// Remove takes the mark away: the console has ended as it should.
func (m *Mark) Remove() {
	if m == nil {
		return
	}
	_ = os.Remove(m.path + markEnd)
	m.Leave()
}

// Leave lets go of the mark, which stays after a panic.
func (m *Mark) Leave() {
	if m == nil {
		return
	}
	_ = m.lock.Unlock()
	if _, err := os.Stat(m.path + markEnd); errors.Is(err, os.ErrNotExist) {
		_ = os.Remove(m.path + lockEnd)
	}
}

// Take returns the endings at a service that were not told yet, the newest last, and forgets them. Those of other services stay
// until somebody is there again, for a week.
func Take(dir, service string, now time.Time) []Ending {
	var taken []Ending
	for _, e := range endings(dir, func(e Ending) bool { return e.Service == service || now.Sub(e.last()) > remembered }) {
		if e.Service == service && now.Sub(e.last()) <= remembered {
			taken = append(taken, e)
		}
	}
	return taken
}

// Left returns all endings that were not told yet, and leaves them.
func Left(dir string) []Ending { return endings(dir, func(Ending) bool { return false }) }

func (e Ending) last() time.Time {
	if e.Ended.IsZero() {
		return e.Began
	}
	return e.Ended
}

// endings lists those of consoles that do not run, by their beginning, and removes what is to be.
func endings(dir string, remove func(Ending) bool) []Ending {
	var list []Ending
	entries, _ := os.ReadDir(dir) // Without the folder nothing was marked.
	for _, entry := range entries {
		name, ok := strings.CutSuffix(entry.Name(), markEnd)
		if !ok {
			continue
		}
		path := filepath.Join(dir, name)
		lock := flock.New(path+lockEnd, flock.SetPermissions(0o600))
		if ok, err := lock.TryLock(); err != nil || !ok {
			continue // That console runs.
		}
		text, err := localfile.Read(path+markEnd, maxMark)
		e, ok := parseEnding(text)
		gone := err != nil || !ok || remove(e)
		if gone {
			_ = os.Remove(path + markEnd)
		}
		_ = lock.Unlock()
		if gone {
			_ = os.Remove(path + lockEnd)
		}
		if ok {
			list = append(list, e)
		}
	}
	sortEndings(list)
	return list
}

// parseEnding is not ok for a text that is none of Bellhop's.
func parseEnding(text []byte) (Ending, bool) {
	var e Ending
	if json.Unmarshal(text, &e) != nil || e.Began.IsZero() || e.Service == "" {
		return Ending{}, false
	}
	if !strings.HasPrefix(filepath.Base(e.Report), reportStart) {
		e.Report = ""
	}
	return e, true
}

func sortEndings(list []Ending) {
	slices.SortFunc(list, func(a, b Ending) int { return a.last().Compare(b.last()) })
}
