package bulk

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"bellhop/booking"
	"bellhop/booking/localfile"
)

// A Pending run was begun and is not at its end: the program was ended, or it was stopped.
type Pending struct {
	Batch string
	Begun time.Time
	IDs   []string // of the reservations that were chosen, also those that are cancelled by now
}

// A Store keeps which reservations were chosen to be cancelled together, in a file for each run, until the run is at its
// end. A nil one keeps nothing. The files hold no guest.
type Store struct {
	folder  string
	account string
	now     func() time.Time
}

// NewStore returns the store of an account.
func NewStore(folder, account string, now func() time.Time) *Store {
	return &Store{folder, account, now}
}

const (
	batchEnding = ".json"
	batchFormat = 1
	mostBytes   = 1 << 17
	mostBatches = 20
	mostID      = 128 // bytes: a service may have other ids than the specification says
)

type batchFile struct {
	Format       int       `json:"format"`
	Account      string    `json:"account"`
	Begun        time.Time `json:"begun"`
	Reservations []string  `json:"reservations"`
}

var batchName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Z2-7]{10,40}$`) })

// begin keeps what a plan is about to cancel, before anything is sent, and returns the run's name.
func (s *Store) begin(p Plan) (string, error) {
	if s == nil {
		return p.Batch, nil
	}
	name := cmp.Or(p.Batch, rand.Text())
	b := batchFile{Format: batchFormat, Account: s.account, Begun: s.now().UTC()}
	for _, result := range p.Earlier {
		b.Reservations = append(b.Reservations, result.Shown.Reservation.ID)
	}
	for _, item := range p.Items {
		b.Reservations = append(b.Reservations, item.Shown.Reservation.ID)
	}
	b.Reservations = append(b.Reservations, p.Unknown()...)
	text, err := json.Marshal(b)
	if err == nil {
		err = localfile.Replace(s.path(name), append(text, '\n'))
	}
	if err != nil {
		return "", fmt.Errorf("nothing was cancelled, because what was chosen could not be kept: %w", err)
	}
	return name, nil
}

func (s *Store) path(name string) string { return filepath.Join(s.folder, name+batchEnding) }

// End forgets a run.
func (s *Store) End(batch string) error {
	if s == nil || !batchName().MatchString(batch) {
		return nil
	}
	if err := localfile.Remove(s.path(batch)); err != nil {
		return fmt.Errorf("forgetting the cancellations: %w", err)
	}
	return nil
}

// Resume is the function Resume, and forgets the run if nothing is left to do.
func (s *Store) Resume(ctx context.Context, desk *booking.Desk, p Pending, progress func(have, total int)) (Plan, error) {
	plan, err := Resume(ctx, desk, p, progress)
	if err == nil {
		err = s.EndFinished(plan)
	}
	return plan, err
}

// EndFinished forgets the run that a plan resumes if nothing is left to do.
func (s *Store) EndFinished(p Plan) error {
	if len(p.Items)+len(p.Unknown()) > 0 {
		return nil
	}
	return s.End(p.Batch)
}

// Pending lists the account's runs that are not at their end, the newest first. With an error come those that could be
// read.
func (s *Store) Pending() ([]Pending, error) {
	if s == nil {
		return nil, nil
	}
	files, err := os.ReadDir(s.folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading interrupted cancellations: %w", err)
	}
	var out []Pending
	var problems []error
	for _, file := range files {
		name, ok := strings.CutSuffix(file.Name(), batchEnding)
		if !ok || !batchName().MatchString(name) {
			continue
		}
		text, err := localfile.Read(s.path(name), mostBytes)
		if err != nil {
			problems = append(problems, fmt.Errorf("reading interrupted cancellations: %w", err))
			continue
		}
		b, err := readBatch(text)
		switch {
		case err != nil:
			problems = append(problems, fmt.Errorf("%s: %w", s.path(name), err))
		case b.Account == s.account && len(out) < mostBatches:
			out = append(out, Pending{Batch: name, Begun: b.Begun, IDs: b.Reservations})
		}
	}
	slices.SortFunc(out, func(a, b Pending) int { return cmp.Or(b.Begun.Compare(a.Begun), cmp.Compare(a.Batch, b.Batch)) })
	return out, errors.Join(problems...)
}

var errBatch = errors.New("this is no list of cancellations of this version")

func readBatch(text []byte) (batchFile, error) {
	var b batchFile
	reader := json.NewDecoder(bytes.NewReader(text))
	reader.DisallowUnknownFields()
	if err := reader.Decode(&b); err != nil || reader.More() {
		return batchFile{}, errBatch
	}
	if b.Format != batchFormat || len(b.Reservations) == 0 || len(b.Reservations) > Most {
		return batchFile{}, errBatch
	}
	for _, id := range b.Reservations {
		if id == "" || len(id) > mostID {
			return batchFile{}, errBatch
		}
	}
	return b, nil
}
