package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// The write-ahead log of SQLite, as its file format says: a header, and then
// frames, each a header and one page of the database. A frame counts when its
// salts are the log's and its checksum goes on from the one before; the first
// one that does not is the end of the log. So a damaged frame takes with it,
// without a word, all that was committed after it.
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
	pages    map[uint32]int64 // the latest committed frame of each page
	size     uint32           // pages of the database after the last commit
}

// pageSum is SQLite's checksum of bytes, going on from another one.
func (w *wal) pageSum(order binary.ByteOrder, sum [2]uint32, text []byte) [2]uint32 {
	for ; len(text) >= 8; text = text[8:] {
		sum[0] += order.Uint32(text) + sum[1]
		sum[1] += order.Uint32(text[4:]) + sum[0]
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
			return nil, fmt.Errorf("sandbox data: %w", err)
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

// close lets go of the log, which SQLite removes when it ends.
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
	w.pageSize, w.state, w.pages, w.size = size, walState{Salt: salt}, map[uint32]int64{}, 0
}

// follow takes note of what was committed since the last time. It trusts the
// log: this process has just written it.
func (w *wal) follow() error {
	head, err := w.head()
	if err != nil || head == nil {
		return err
	}
	w.begin(head)
	var one [frameHeader]byte
	return w.walk(func(at int64) ([]byte, bool, error) {
		_, err := w.file.ReadAt(one[:], w.offset(at))
		if errors.Is(err, io.EOF) {
			return nil, false, nil
		}
		return one[:], true, err
	})
}

// verify reads all of the log and checks it. It says whether the log has a
// header that is right; one without a header has nothing committed.
func (w *wal) verify(each func(walState)) (whole bool, err error) {
	head, err := w.head()
	if err != nil || head == nil {
		return err == nil, err
	}
	magic := binary.BigEndian.Uint32(head)
	var order binary.ByteOrder = binary.LittleEndian
	if magic&1 == 1 {
		order = binary.BigEndian
	}
	sum := w.pageSum(order, [2]uint32{}, head[:24])
	size := binary.BigEndian.Uint32(head[8:])
	if magic&^1 != walMagic || sum != sumAt(head[24:]) || !validPageSize(size) {
		return false, nil
	}
	w.begin(head)
	frame := make([]byte, frameHeader+w.pageSize)
	err = w.walk(func(at int64) ([]byte, bool, error) {
		if _, err := w.file.ReadAt(frame, w.offset(at)); err != nil {
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return nil, false, err
		}
		sum = w.pageSum(order, w.pageSum(order, sum, frame[:8]), frame[frameHeader:])
		right := sum == sumAt(frame[16:]) && [8]byte(frame[8:16]) == w.state.Salt
		if right {
			each(walState{w.state.Salt, at + 1, sum})
		}
		return frame[:frameHeader], right, nil
	})
	return true, err
}

func sumAt(text []byte) [2]uint32 {
	return [2]uint32{binary.BigEndian.Uint32(text), binary.BigEndian.Uint32(text[4:])}
}

func (w *wal) offset(frame int64) int64 { return walHeader + frame*(frameHeader+w.pageSize) }

// walk goes over the frames behind the last commit that is known, up to the
// last one that read returns.
func (w *wal) walk(read func(at int64) (head []byte, more bool, err error)) error {
	pending := map[uint32]int64{}
	for at := w.state.Frames; ; at++ {
		head, more, err := read(at)
		if err != nil {
			return fmt.Errorf("sandbox data: reading the log: %w", err)
		}
		if !more || [8]byte(head[8:16]) != w.state.Salt || binary.BigEndian.Uint32(head) == 0 {
			return nil
		}
		pending[binary.BigEndian.Uint32(head)] = at
		if size := binary.BigEndian.Uint32(head[4:]); size != 0 {
			w.state.Frames, w.state.Sum, w.size = at+1, sumAt(head[16:]), size
			for page, frame := range pending {
				w.pages[page] = frame
			}
			clear(pending)
		}
	}
}

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
