package store

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// sumName is the file that holds the checksums of the database's pages, and
// how much of its log was committed. SQLite notices neither a page that has
// changed nor a log that has lost its end.
const sumName = "sandbox.sum"

const (
	walSuffix = "-wal"
	// checkpointFrames is how long the log grows before it is written back to the
	// database: as long as SQLite lets it by itself.
	checkpointFrames = 1000
	markBytes        = 64
	headBytes        = 8 // of the pages' sums: the size of a page, and how many there are
)

// sumMagic begins the file, and names its version.
var sumMagic = [8]byte{'b', 'h', 's', 'u', 'm', 0, 0, 1}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func crc(text []byte) uint32 { return crc32.Checksum(text, castagnoli) }

// mark says how much of the log must be there: it is written after each commit
// and before that is acknowledged. It is not synced, which would cost as much as
// the commit: a process that is killed leaves it as it was written, and a
// machine that loses its power perhaps an earlier one, which asks for less.
type mark struct {
	Magic    [8]byte
	Log      walState
	Complete uint32 // 1 when the database holds all of the log
}

// sums are the checksums of the database's file. They are those of the state
// after all that is in the log was written back to it. A page that the log
// holds as well need not be right: it is read from there.
type sums struct {
	dir      string
	file     *os.File // nil until there is one
	pageSize uint32
	pages    []uint32
	log      wal
	marked   mark  // as it stands in the file
	tried    int64 // frames of the log when it was last written back
}

func newSums(dir string) *sums {
	return &sums{dir: dir, log: wal{path: filepath.Join(dir, fileName+walSuffix)}}
}

func (s *sums) damaged(name, format string, args ...any) error {
	return &DamageError{File: filepath.Join(s.dir, name), Text: fmt.Sprintf(format, args...)}
}

// check holds the database and its log against the sums, before anything opens
// them. What is damaged is a *DamageError. It says whether there are sums: a
// database without any has to be looked through.
func (s *sums) check() (known bool, err error) {
	db, err := os.Open(filepath.Join(s.dir, fileName))
	if err != nil {
		return false, fmt.Errorf("sandbox data: %w", err)
	}
	defer func() { _ = db.Close() }() // Nothing was written through it.
	if err := checkVersion(db, s.dir); err != nil {
		return false, err
	}
	if known, err = s.load(); err != nil {
		return known, err
	}
	reached := s.marked.Log.Frames == 0
	whole, err := s.log.verify(func(at walState) { reached = reached || at == s.marked.Log })
	switch {
	case err != nil:
		return known, err
	case !known && !whole:
		return false, s.damaged(fileName+walSuffix, "its beginning is not as it was written")
	case !known:
		if err := unseal(db.Name()); err != nil {
			return false, err
		}
		return false, s.read(db)
	}
	missing := s.marked.Complete == 0
	if whole && s.log.pages != nil {
		// Another log was begun after all of the marked one was written back.
		missing = s.log.state.Salt == s.marked.Log.Salt
	}
	if missing && !reached {
		return true, s.damaged(fileName+walSuffix, "it ends before the last bookings that were acknowledged")
	}
	return true, s.checkPages(db)
}

// checkVersion refuses what another program wrote by the database's header: its
// pages are not ours to check.
func checkVersion(db io.ReaderAt, dir string) error {
	var head [100]byte
	if _, err := db.ReadAt(head[:], 0); err != nil || !bytes.HasPrefix(head[:], []byte("SQLite format 3\x00")) {
		return nil // What is no database is told later.
	}
	return knownVersion(int(binary.BigEndian.Uint32(head[60:])), dir)
}

// load reads the file of the sums.
func (s *sums) load() (known bool, err error) {
	text, err := os.ReadFile(filepath.Join(s.dir, sumName))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("sandbox data: %w", err)
	}
	bad := s.damaged(sumName, "it is not as it was written")
	size := binary.Size(mark{})
	if len(text) < markBytes+headBytes+4 || crc(text[:size]) != binary.LittleEndian.Uint32(text[size:]) {
		return true, bad
	}
	if _, err := binary.Decode(text, binary.LittleEndian, &s.marked); err != nil || s.marked.Magic != sumMagic {
		return true, bad
	}
	body := text[markBytes : len(text)-4]
	if crc(body) != binary.LittleEndian.Uint32(text[len(text)-4:]) || len(body)%4 != 0 {
		return true, bad
	}
	s.pageSize = binary.LittleEndian.Uint32(body)
	for list := body[headBytes:]; len(list) > 0; list = list[4:] {
		s.pages = append(s.pages, binary.LittleEndian.Uint32(list))
	}
	if !validPageSize(s.pageSize) && (s.pageSize > 0 || len(s.pages) > 0) || int(binary.LittleEndian.Uint32(body[4:])) != len(s.pages) {
		return true, bad
	}
	s.file, err = os.OpenFile(filepath.Join(s.dir, sumName), os.O_RDWR, 0)
	if err != nil {
		return true, fmt.Errorf("sandbox data: %w", err)
	}
	return true, nil
}

// checkPages compares every page that is read from the database itself.
func (s *sums) checkPages(db *os.File) error {
	about, err := db.Stat()
	if err != nil {
		return fmt.Errorf("sandbox data: %w", err)
	}
	size := int64(s.pageSize)
	count := uint32(len(s.pages)) //nolint:gosec // SQLite has no more than 2^32 pages.
	if size > 0 && about.Size() > int64(count)*size {
		count = uint32((about.Size() + size - 1) / size) //nolint:gosec // As above.
	}
	const together = 256
	buffer := make([]byte, together*size)
	for first := uint32(0); first < count; first += together {
		n, err := db.ReadAt(buffer, int64(first)*size)
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("sandbox data: %w", err)
		}
		for i := range min(together, count-first) {
			at := first + i
			if _, logged := s.log.pages[at+1]; logged {
				continue
			}
			end := int64(i+1) * size
			if int(at) >= len(s.pages) || end > int64(n) || crc(buffer[end-size:end]) != s.pages[at] {
				return s.damaged(fileName, "its page %d of %d is not as it was written", at+1, len(s.pages))
			}
		}
	}
	return nil
}

// note takes note of a commit. It comes before the commit is acknowledged.
func (s *sums) note() error {
	if s == nil || s.file == nil {
		return nil
	}
	before := s.log.state
	if err := s.log.follow(); err != nil {
		return err
	}
	if s.log.state == before {
		return nil
	}
	if before.Salt != s.log.state.Salt {
		s.tried = 0
	}
	return s.write(mark{Magic: sumMagic, Log: s.log.state})
}

func (s *sums) write(m mark) error {
	if m == s.marked {
		return nil
	}
	if _, err := s.file.WriteAt(encodeMark(m), 0); err != nil {
		return fmt.Errorf("sandbox data: %w", err)
	}
	s.marked = m
	return nil
}

func encodeMark(m mark) []byte {
	text, _ := binary.Append(make([]byte, 0, markBytes), binary.LittleEndian, m) // It has a fixed size.
	text = binary.LittleEndian.AppendUint32(text, crc(text))
	return append(text, make([]byte, markBytes-len(text))...)
}

// due says whether the log has become long.
func (s *sums) due() bool {
	return s != nil && s.log.state.Frames >= s.tried+checkpointFrames
}

// settle writes the log back to the database, the sums first: whoever is killed
// between the two has both, and the log.
func (s *sums) settle(ctx context.Context, conn *sql.Conn) error {
	if s == nil {
		return nil
	}
	if err := s.log.follow(); err != nil {
		return err
	}
	if s.file != nil && len(s.log.pages) == 0 {
		return nil
	}
	if err := s.renew(); err != nil {
		return err
	}
	s.tried = s.log.state.Frames
	var busy, frames, written int64
	if err := conn.QueryRowContext(ctx, "PRAGMA wal_checkpoint(PASSIVE)").Scan(&busy, &frames, &written); err != nil {
		return fmt.Errorf("sandbox data: writing the log back: %w", err)
	}
	if busy != 0 || frames != written {
		return nil // Somebody is reading; the log stays.
	}
	return s.write(mark{sumMagic, s.log.state, 1})
}

// renew replaces the file of the sums by one that knows of the log.
func (s *sums) renew() error {
	s.grow()
	err := s.log.each(func(page uint32, content []byte) { s.pages[page-1] = crc(content) })
	if err != nil {
		return err
	}
	body := binary.LittleEndian.AppendUint32(make([]byte, 0, headBytes+4*len(s.pages)+4), s.pageSize)
	body = binary.LittleEndian.AppendUint32(body, uint32(len(s.pages))) //nolint:gosec // SQLite has no more than 2^32 pages.
	for _, sum := range s.pages {
		body = binary.LittleEndian.AppendUint32(body, sum)
	}
	body = binary.LittleEndian.AppendUint32(body, crc(body))
	m := mark{Magic: sumMagic, Log: s.log.state}
	path := filepath.Join(s.dir, sumName)
	f, err := os.OpenFile(path+partial, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return fmt.Errorf("sandbox data: %w", err)
	}
	_, err = f.Write(append(encodeMark(m), body...))
	if err == nil {
		err = f.Sync()
	}
	if err == nil {
		err = os.Rename(path+partial, path)
	}
	if err == nil {
		err = syncFile(s.dir)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("sandbox data: %w", err), f.Close())
	}
	if s.file != nil {
		err = s.file.Close()
	}
	s.file, s.marked = f, m
	return err
}

// read makes the sums of a database that has none.
func (s *sums) read(db *os.File) error {
	var head [100]byte
	if _, err := db.ReadAt(head[:], 0); err != nil {
		return nil //nolint:nilerr // It is new, or no database, which is told later.
	}
	s.pageSize = uint32(binary.BigEndian.Uint16(head[16:]))
	if s.pageSize == 1 {
		s.pageSize = 65536
	}
	if !validPageSize(s.pageSize) {
		return nil // It is no database, which is told later.
	}
	page := make([]byte, s.pageSize)
	for at := int64(0); ; at++ {
		if _, err := db.ReadAt(page, at*int64(s.pageSize)); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return fmt.Errorf("sandbox data: %w", err)
		}
		s.pages = append(s.pages, crc(page))
	}
	return nil
}

// validPageSize says whether a database can have pages of a size.
func validPageSize(size uint32) bool { return size >= 512 && size <= 65536 && size&(size-1) == 0 }

// grow makes the list of sums as long as the database with its log. Pages that
// nobody has written are zeros.
func (s *sums) grow() {
	if len(s.log.pages) == 0 {
		return
	}
	s.pageSize = uint32(s.log.pageSize) //nolint:gosec // It is 65536 at most.
	most, empty := s.log.size, crc(make([]byte, s.pageSize))
	for page := range s.log.pages {
		most = max(most, page)
	}
	for uint32(len(s.pages)) < most { //nolint:gosec // SQLite has no more than 2^32 pages.
		s.pages = append(s.pages, empty)
	}
}

// close lets go of the files. It comes before SQLite's own end.
func (s *sums) close() error {
	if s == nil {
		return nil
	}
	err := s.log.close()
	if s.file != nil {
		err = errors.Join(err, s.file.Close())
		s.file = nil
	}
	return err
}
