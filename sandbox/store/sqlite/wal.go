package sqlite

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math/bits"
	"os"
)

// The write-ahead log of SQLite is a header, and frames of a header and a page each.
// The first frame whose salts are not the log's, or whose checksum does not go on from
// the one before, ends the log: a damaged one hides all that follows.
const (
	walHeader   = 32
	frameHeader = 24
	walMagic    = 0x377f0682 // with 1 added when the checksums are big-endian
)

// walState is how much of a log was committed.
type walState struct {
	Salt   [8]byte
	Frames int64     // up to the last commit
	Sum    [2]uint32 // the checksum of the last of them
}

// wal is a log that is being followed.
type wal struct {
	path     string
	file     *os.File // nil while there is none
	pageSize int64
	state    walState
	frame    []byte           // room for one
	pages    map[uint32]int64 // the latest committed frame of each page
	size     uint32           // pages of the database after the last commit
}

// logSum is SQLite's checksum of bytes, going on from another one.
func logSum(bigEndian bool, sum [2]uint32, text []byte) [2]uint32 {
	for ; len(text) >= 8; text = text[8:] {
		one, other := binary.LittleEndian.Uint32(text), binary.LittleEndian.Uint32(text[4:])
		if bigEndian {
			one, other = bits.ReverseBytes32(one), bits.ReverseBytes32(other)
		}
		sum[0] += one + sum[1]
		sum[1] += other + sum[0]
	}
	return sum
}

// head opens the log, unless it is open, and reads its header; no log, and one
// without a header, is nil.
func (w *wal) head() (head []byte, err error) {
	if w.file == nil {
		if w.file, err = os.Open(w.path); err != nil {
			w.file = nil
			if errors.Is(err, fs.ErrNotExist) {
				return nil, nil
			}
			return nil, dataError(err)
		}
	}
	head = make([]byte, walHeader)
	if _, err := w.file.ReadAt(head, 0); errors.Is(err, io.EOF) {
		return nil, nil
	} else if err != nil {
		return nil, fmt.Errorf("sandbox data: reading the log: %w", err)
	}
	return head, nil
}

// close closes the log, which SQLite removes when it ends.
func (w *wal) close() error {
	if w.file == nil {
		return nil
	}
	f := w.file
	w.file = nil
	return f.Close()
}

// begin starts to follow the log with a header, unless it is followed already.
func (w *wal) begin(head []byte) {
	size := int64(binary.BigEndian.Uint32(head[8:]))
	salt := [8]byte(head[16:24])
	if w.pages != nil && size == w.pageSize && salt == w.state.Salt {
		return
	}
	w.pageSize, w.size, w.pages = size, 0, map[uint32]int64{}
	w.state = walState{Salt: salt, Sum: sumAt(head[24:])}
	w.frame = make([]byte, frameHeader+size)
}

// follow reads what was committed since the last time, and calls each for every frame
// that counts. It reports whether the log's header is right, if there is one.
func (w *wal) follow(each func(at walState, page uint32, content []byte)) (whole bool, err error) {
	head, err := w.head()
	if err != nil || head == nil {
		return err == nil, err
	}
	magic := binary.BigEndian.Uint32(head)
	bigEndian := magic&1 == 1
	if magic&^1 != walMagic || logSum(bigEndian, [2]uint32{}, head[:24]) != sumAt(head[24:]) || !validPageSize(binary.BigEndian.Uint32(head[8:])) {
		return false, nil
	}
	w.begin(head)
	pending := map[uint32]int64{}
	sum := w.state.Sum
	for at := w.state.Frames; ; at++ {
		if _, err := w.file.ReadAt(w.frame, w.offset(at)); errors.Is(err, io.EOF) {
			return true, nil
		} else if err != nil {
			return true, fmt.Errorf("sandbox data: reading the log: %w", err)
		}
		page, size := binary.BigEndian.Uint32(w.frame), binary.BigEndian.Uint32(w.frame[4:])
		if [8]byte(w.frame[8:16]) != w.state.Salt || page == 0 {
			return true, nil
		}
		sum = logSum(bigEndian, logSum(bigEndian, sum, w.frame[:8]), w.frame[frameHeader:])
		if sum != sumAt(w.frame[16:]) {
			return true, nil
		}
		each(walState{w.state.Salt, at + 1, sum}, page, w.frame[frameHeader:])
		pending[page] = at
		if size != 0 {
			w.state.Frames, w.state.Sum, w.size = at+1, sum, size
			maps.Copy(w.pages, pending)
			clear(pending)
		}
	}
}

func sumAt(text []byte) [2]uint32 {
	return [2]uint32{binary.BigEndian.Uint32(text), binary.BigEndian.Uint32(text[4:])}
}

func (w *wal) offset(frame int64) int64 { return walHeader + frame*(frameHeader+w.pageSize) }

// each calls do with every page in the log, as of its last commit.
func (w *wal) each(do func(page uint32, content []byte)) error {
	content := make([]byte, w.pageSize)
	for page, frame := range w.pages {
		if _, err := w.file.ReadAt(content, w.offset(frame)+frameHeader); err != nil {
			return fmt.Errorf("sandbox data: reading the log: %w", err)
		}
		do(page, content)
	}
	return nil
}
