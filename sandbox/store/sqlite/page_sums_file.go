package sqlite

import (
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// load reads the file of the sums.
func (s *pageSums) load() (known bool, err error) {
	text, err := os.ReadFile(filepath.Join(s.dir, sumName))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, dataError(err)
	}
	bad := s.damaged(sumName, "it is not as it was written")
	if len(text) < markBytes+headBytes+4 || !unseal(text, &s.marked) || s.marked.Magic != sumMagic {
		return true, bad
	}
	count := int64(binary.LittleEndian.Uint32(text[markBytes+4:]))
	s.end = markBytes + headBytes + 4*count
	if s.end+4 > int64(len(text)) {
		return true, bad
	}
	body := text[markBytes:s.end]
	if crc(body) != binary.LittleEndian.Uint32(text[s.end:]) {
		return true, bad
	}
	s.end += 4
	s.pageSize = binary.LittleEndian.Uint32(body)
	for list := body[headBytes:]; len(list) > 0; list = list[4:] {
		s.pages = append(s.pages, binary.LittleEndian.Uint32(list))
	}
	if !validPageSize(s.pageSize) && (s.pageSize > 0 || len(s.pages) > 0) {
		return true, bad
	}
	s.loadChanges(text[s.end:])
	s.file, err = os.OpenFile(filepath.Join(s.dir, sumName), os.O_RDWR, 0)
	if err != nil {
		return true, dataError(err)
	}
	return true, nil
}

// A change is the sums of the pages of one commit: how many, up to which frame of
// the log, each page with its sum, and a checksum over all of that. Changes
// follow the sums in the file, and are not synced either.
func (s *pageSums) loadChanges(text []byte) {
	s.changed = map[uint32]uint32{}
	for len(text) >= 12 {
		size := 8 + 8*int64(binary.LittleEndian.Uint32(text))
		if size+4 > int64(len(text)) || crc(text[:size]) != binary.LittleEndian.Uint32(text[size:]) {
			return
		}
		s.reached = int64(binary.LittleEndian.Uint32(text[4:]))
		for list := text[8:size]; len(list) > 0; list = list[8:] {
			if page := binary.LittleEndian.Uint32(list); page > 0 {
				s.changed[page] = binary.LittleEndian.Uint32(list[4:])
			}
		}
		text = text[size+4:]
		s.end += size + 4
	}
}

func encodeMark(m mark) []byte {
	text := seal(m)
	return append(text, make([]byte, markBytes-len(text))...)
}

// seal writes the fields of a struct of a fixed size, and a checksum over them.
func seal(fields any) []byte {
	text, _ := binary.Append(nil, binary.LittleEndian, fields) // It has a fixed size.
	return binary.LittleEndian.AppendUint32(text, crc(text))
}

// unseal reads what seal wrote, and reports whether its checksum is right.
func unseal(text []byte, fields any) bool {
	size := binary.Size(fields)
	if crc(text[:size]) != binary.LittleEndian.Uint32(text[size:]) {
		return false
	}
	_, err := binary.Decode(text, binary.LittleEndian, fields)
	return err == nil
}

// renew replaces the file of the sums by one that knows of the log.
func (s *pageSums) renew() error {
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
	if err := s.replace(append(encodeMark(m), body...)); err != nil {
		return dataError(err)
	}
	s.marked, s.end = m, markBytes+int64(len(body))
	return nil
}

// replace puts a text in the place of the file, and opens it. Windows renames no
// file that is open, and to none.
func (s *pageSums) replace(text []byte) error {
	path := filepath.Join(s.dir, sumName)
	f, err := os.OpenFile(path+partial, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	if s.file != nil {
		_ = s.file.Close() // What was written to it is replaced, or is read again.
	}
	err = os.Rename(path+partial, path)
	if err == nil {
		err = syncDir(s.dir)
	}
	var opened error
	if s.file, opened = os.OpenFile(path, os.O_RDWR, 0); opened != nil {
		_ = os.Remove(path) // Nothing keeps it up: without it, all is checked.
	}
	return errors.Join(err, opened)
}

// read makes the sums of a database that has none.
func (s *pageSums) read(db *os.File) error {
	var head [100]byte
	if _, err := db.ReadAt(head[:], 0); err != nil {
		return nil //nolint:nilerr // It is new, or no database, which is told later.
	}
	s.pages = nil
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
			return dataError(err)
		}
		s.pages = append(s.pages, crc(page))
	}
	return nil
}

// validPageSize reports whether a database can have pages of a size.
func validPageSize(size uint32) bool { return size >= 512 && size <= 65536 && size&(size-1) == 0 }

// grow makes the list of sums as long as the database with its log. Pages that
// nobody has written are zeros.
func (s *pageSums) grow() {
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
