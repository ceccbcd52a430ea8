// Package quotestore keeps the quotes that clients were handed, for thirty days, and makes the files of one. They hold no
// guest, token or card.
package quotestore

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"bellhop/booking"
	"bellhop/booking/exports"
	"bellhop/booking/quote"
)

const (
	// KeptFor is how long a quote is kept.
	KeptFor = 30 * 24 * time.Hour
	// mostKept is how many quotes are listed, the newest; older ones are removed when another one is kept.
	mostKept  = 500
	mostBytes = 1 << 20 // of a file
	ending    = ".json"
	dirMode   = 0o700
	fileMode  = 0o600
)

// A Store keeps quotes in a folder, a file for each, the owner's alone. A nil Store keeps nothing.
type Store struct {
	dir     string
	service string
	now     func() time.Time
}

// NewStore keeps the quotes of a service in a folder, which is made when it is needed.
func NewStore(dir, service string, now func() time.Time) *Store {
	return &Store{dir: dir, service: service, now: now}
}

// ErrNoStore is of a console that keeps no quotes.
var ErrNoStore = errors.New("quotes are not kept here")

var idForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Z0-9]{26}$`) })

// Keep stores the quote, in place of the one with its ID, and returns its ID. It removes those that are too old.
func (s *Store) Keep(q quote.Quote) (id string, err error) {
	if s == nil {
		return "", nil
	}
	if id = q.ID; !idForm().MatchString(id) {
		id = rand.Text()
	}
	text, err := save(q, s.service)
	if err == nil && len(text) > mostBytes {
		err = fmt.Errorf("it takes %d bytes, more than %d", len(text), mostBytes)
	}
	if err == nil {
		err = os.MkdirAll(s.dir, dirMode)
	}
	if err == nil {
		err = s.write(id, text)
	}
	if err != nil {
		return "", fmt.Errorf("keeping a quote: %w", err)
	}
	s.sweep()
	return id, nil
}

// Folder is where the quotes are.
func (s *Store) Folder() string { return s.dir }

func (s *Store) path(id string) string { return filepath.Join(s.dir, id+ending) }

func (s *Store) write(id string, text []byte) error {
	file, err := os.CreateTemp(s.dir, ".quote-*")
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	err = errors.Join(err, file.Chmod(fileMode), file.Sync(), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), s.path(id))
	}
	if err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return nil
}

// files returns the names of quotes, those that were written last first. Those of other services are among them.
func (s *Store) files() ([]fs.FileInfo, error) {
	entries, err := os.ReadDir(s.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var list []fs.FileInfo
	for _, e := range entries {
		id, ok := strings.CutSuffix(e.Name(), ending)
		info, err := e.Info()
		if ok && err == nil && idForm().MatchString(id) && info.Mode().IsRegular() {
			list = append(list, info)
		}
	}
	slices.SortStableFunc(list, func(a, b fs.FileInfo) int { return b.ModTime().Compare(a.ModTime()) })
	return list, nil
}

// sweep removes quotes that are too old, by the clock of the disk, and those beyond the most. What cannot be removed
// stays until the next time.
func (s *Store) sweep() {
	list, err := s.files()
	if err != nil {
		return
	}
	oldest := time.Now().Add(-KeptFor)
	for i, info := range list {
		if i >= mostKept || info.ModTime().Before(oldest) {
			_ = os.Remove(filepath.Join(s.dir, info.Name()))
		}
	}
}

// List returns the kept quotes of the service, the newest first, and how many files cannot be read. One that is older
// than thirty days is not among them, even where it could not be removed yet.
func (s *Store) List(desk *booking.Desk) (list []quote.Quote, damaged int, err error) {
	if s == nil {
		return nil, 0, ErrNoStore
	}
	files, err := s.files()
	if err != nil {
		return nil, 0, fmt.Errorf("listing the quotes: %w", err)
	}
	now := s.now()
	for _, info := range files[:min(len(files), mostKept)] {
		q, err := s.open(info.Name(), desk)
		switch {
		case errors.Is(err, errForeign), errors.Is(err, fs.ErrNotExist):
		case err != nil:
			damaged++
		case now.Sub(q.At) <= KeptFor:
			q.ID = strings.TrimSuffix(info.Name(), ending)
			list = append(list, q)
		}
	}
	slices.SortStableFunc(list, func(a, b quote.Quote) int { return b.At.Compare(a.At) })
	return list, damaged, nil
}

func (s *Store) open(name string, desk *booking.Desk) (quote.Quote, error) {
	file, err := os.Open(filepath.Join(s.dir, name))
	if err != nil {
		return quote.Quote{}, err
	}
	defer func() { _ = file.Close() }()
	text, err := io.ReadAll(io.LimitReader(file, mostBytes+1))
	if err != nil {
		return quote.Quote{}, err
	}
	if len(text) > mostBytes {
		return quote.Quote{}, errForm
	}
	return read(text, s.service, desk)
}

// Remove throws a kept quote away. One that is not there any more is no error.
func (s *Store) Remove(id string) error {
	if s == nil {
		return ErrNoStore
	}
	if !idForm().MatchString(id) {
		return errForm
	}
	if err := os.Remove(s.path(id)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("removing a quote: %w", err)
	}
	return nil
}

// Files returns the quote in its three forms, and the name that they get.
func Files(q quote.Quote) (name string, files []exports.File, err error) {
	d, err := q.Document()
	if err != nil {
		return "", nil, err
	}
	files, err = exports.Forms(d)
	name = exports.ClientFileName(q.Origin, "quote", q.Offers[0].Trip.CheckIn.String(), q.Offers[0].HotelName())
	return name, files, err
}
