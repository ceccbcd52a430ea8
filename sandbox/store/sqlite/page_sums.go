package sqlite

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"

	"bellhop/sandbox/store"
)

// sumName is the file that holds the checksums of the database's pages, and how much of
// its log was committed: SQLite notices neither a changed page nor a cut log.
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

// mark says how much of the log must be there: it is written after each commit and
// before that is acknowledged. It is not synced: a machine that loses its power
// perhaps leaves an earlier one, which asks for less.
type mark struct {
	Magic    [8]byte
	Log      walState
	Complete uint32 // 1 when the database holds all of the log
}

// pageSums are the checksums of the database's pages once all of the log is written
// back. A page that the log holds as well is read from there, and need not be right.
type pageSums struct {
	dir      string
	file     *os.File // nil until there is one
	pageSize uint32
	pages    []uint32
	log      wal
	marked   mark              // as it stands in the file
	tried    int64             // frames of the log when it was last written back
	changed  map[uint32]uint32 // the sums of pages that were committed since, as far as reached
	reached  int64             // frames of the log
	end      int64             // of the file
}

func newPageSums(dir string) *pageSums {
	return &pageSums{dir: dir, log: wal{path: filepath.Join(dir, fileName+walSuffix)}}
}

func (s *pageSums) damaged(name, format string, args ...any) error {
	return &store.DamageError{File: filepath.Join(s.dir, name), Text: fmt.Sprintf(format, args...)}
}

// check compares the database and its log with the sums, before anything opens
// them. What is damaged is a *DamageError. It reports whether there are sums: a
// database without any has to be checked as a whole.
func (s *pageSums) check() (known bool, err error) {
	db, err := os.Open(filepath.Join(s.dir, fileName))
	if err != nil {
		return false, dataError(err)
	}
	defer func() { _ = db.Close() }() // Nothing was written through it.
	if err := checkVersion(db, s.dir); err != nil {
		return false, err
	}
	if known, err = s.load(); err != nil {
		return known, err
	}
	reached := s.marked.Log.Frames == 0
	whole, err := s.log.follow(func(at walState, _ uint32, _ []byte) { reached = reached || at == s.marked.Log })
	switch {
	case err != nil:
		return known, err
	case !known && !whole:
		return false, s.damaged(fileName+walSuffix, "its beginning is not as it was written")
	case !known:
		if err := removeTrailer(db.Name()); err != nil {
			return false, err
		}
		return false, s.read(db)
	}
	if s.marked.Complete == 0 && (!whole || s.log.state.Salt != s.marked.Log.Salt) {
		// Another program may have written the marked log back. The last commit of a
		// process that was killed is perhaps not recorded: then all is checked.
		back, err := s.writtenBack(db)
		if err == nil && !back {
			err = s.lost()
		}
		if err != nil {
			return true, err
		}
		return false, errors.Join(s.close(), s.read(db))
	}
	if s.log.pages != nil && s.log.state.Salt == s.marked.Log.Salt && !reached {
		return true, s.lost()
	}
	return true, s.checkPages(db, s.log.pages)
}

func (s *pageSums) lost() error {
	return s.damaged(fileName+walSuffix, "it ends before the last bookings that were acknowledged")
}

// writtenBack reports whether the database holds all that is noted: no page of it is
// as it was before the commits that changed it, and all is as the sums say where there
// was none.
func (s *pageSums) writtenBack(db *os.File) (bool, error) {
	switch {
	case s.pageSize == 0:
		return false, nil
	case len(s.changed) == 0:
		var damage *store.DamageError
		if err := s.checkPages(db, nil); errors.As(err, &damage) {
			return false, nil
		} else if err != nil {
			return false, err
		}
		return true, nil
	case s.reached < s.marked.Log.Frames:
		return false, nil
	}
	content := make([]byte, s.pageSize)
	for page, sum := range s.changed {
		if _, err := db.ReadAt(content, int64(page-1)*int64(s.pageSize)); errors.Is(err, io.EOF) {
			return false, nil
		} else if err != nil {
			return false, dataError(err)
		}
		if now := crc(content); now != sum && int(page) <= len(s.pages) && now == s.pages[page-1] {
			return false, nil
		}
	}
	return true, nil
}

// checkVersion refuses what another program wrote by the database's header: its
// pages are not ours to check.
func checkVersion(db io.ReaderAt, dir string) error {
	var head [100]byte
	if _, err := db.ReadAt(head[:], 0); err != nil || !bytes.HasPrefix(head[:], []byte("SQLite format 3\x00")) {
		return nil //nolint:nilerr // What is no database is told later.
	}
	return knownVersion(int(binary.BigEndian.Uint32(head[60:])), dir)
}

// checkPages compares every page but those that are read from the log.
func (s *pageSums) checkPages(db *os.File, log map[uint32]int64) error {
	about, err := db.Stat()
	if err != nil {
		return dataError(err)
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
			return dataError(err)
		}
		for i := range min(together, count-first) {
			at := first + i
			if _, logged := log[at+1]; logged {
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

// record adds the sums of a commit to the file. It comes before the commit is acknowledged.
func (s *pageSums) record() error {
	if s == nil || s.file == nil {
		return nil
	}
	before := s.log.state
	change := make([]byte, 8, 256)
	committed := len(change)
	_, err := s.log.follow(func(at walState, page uint32, content []byte) {
		change = binary.LittleEndian.AppendUint32(change, page)
		change = binary.LittleEndian.AppendUint32(change, crc(content))
	})
	if err != nil {
		return err
	}
	if s.log.state == before {
		return nil
	}
	from := before.Frames
	if before.Salt != s.log.state.Salt {
		s.tried, from = 0, 0
	}
	committed += 8 * int(s.log.state.Frames-from)
	change = change[:committed]
	binary.LittleEndian.PutUint32(change, uint32((committed-8)/8))        //nolint:gosec // As many as one commit has pages.
	binary.LittleEndian.PutUint32(change[4:], uint32(s.log.state.Frames)) //nolint:gosec // The log is cut long before.
	change = binary.LittleEndian.AppendUint32(change, crc(change[:committed]))
	if _, err := s.file.WriteAt(change, s.end); err != nil {
		return dataError(err)
	}
	s.end += int64(len(change))
	return s.write(mark{Magic: sumMagic, Log: s.log.state})
}

func (s *pageSums) write(m mark) error {
	if m == s.marked {
		return nil
	}
	if _, err := s.file.WriteAt(encodeMark(m), 0); err != nil {
		return dataError(err)
	}
	s.marked = m
	return nil
}

// due reports whether the log has become long.
func (s *pageSums) due() bool {
	return s != nil && s.log.state.Frames >= s.tried+checkpointFrames
}

// checkpoint writes the log back to the database, the sums first: a process that
// is killed between the two leaves both, and the log.
func (s *pageSums) checkpoint(ctx context.Context, conn *sql.Conn) error {
	if s == nil {
		return nil
	}
	if _, err := s.log.follow(func(walState, uint32, []byte) {}); err != nil {
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

// close closes the files. It comes before SQLite closes its own.
func (s *pageSums) close() error {
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
