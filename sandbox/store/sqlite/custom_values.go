package sqlite

import (
	"database/sql"
	"encoding/binary"
	"errors"
)

// The reservations that carry a custom_data value are kept by chunks of
// ordinals: as a sorted list of 16-bit numbers while they are few, and as a
// bitmap from where that is no larger.
const (
	chunkSize   = 65536
	chunkWords  = chunkSize / 64
	chunkBlocks = chunkSize / blockSize
	bitmapBytes = chunkSize / 8
)

var errMembers = errors.New("the carriers of a custom_data value are damaged")

// chunkOf returns where an ordinal's bit is.
func chunkOf(ordinal int64) (chunk int64, bit int) {
	return (ordinal - 1) / chunkSize, int((ordinal - 1) % chunkSize)
}

// addMember adds the bit of a new reservation to a stored set, as the last one.
func addMember(blob []byte, bit int) ([]byte, error) {
	switch {
	case len(blob) == bitmapBytes:
		blob[bit/8] |= 1 << (bit % 8)
		return blob, nil
	case len(blob)%2 != 0 || len(blob) > bitmapBytes:
		return nil, errMembers
	}
	if n := len(blob); n > 0 {
		switch last := int(binary.LittleEndian.Uint16(blob[n-2:])); {
		case last == bit:
			return blob, nil
		case last > bit:
			return nil, errMembers
		}
	}
	blob = binary.LittleEndian.AppendUint16(blob, uint16(bit)) //nolint:gosec // A bit is below chunkSize.
	if len(blob) < bitmapBytes {
		return blob, nil
	}
	bitmap := make([]byte, bitmapBytes)
	for ; len(blob) > 0; blob = blob[2:] {
		bit := binary.LittleEndian.Uint16(blob)
		bitmap[bit/8] |= 1 << (bit % 8)
	}
	return bitmap, nil
}

// members is the set of a chunk.
type members [chunkWords]uint64

func (m *members) set(bit int) { m[bit/64] |= 1 << (bit % 64) }

// add unites the set with a stored one.
func (m *members) add(blob []byte) error {
	if len(blob) == bitmapBytes {
		for w := range m {
			m[w] |= binary.LittleEndian.Uint64(blob[8*w:])
		}
		return nil
	}
	if len(blob)%2 != 0 || len(blob) > bitmapBytes {
		return errMembers
	}
	last := -1
	for ; len(blob) > 0; blob = blob[2:] {
		bit := int(binary.LittleEndian.Uint16(blob))
		if bit <= last {
			return errMembers
		}
		m.set(bit)
		last = bit
	}
	return nil
}

// selection is a set of ordinals by chunk. Nil is all of them.
type selection map[int64]*members

// chunk returns the set of a chunk, empty when there was none.
func (s selection) chunk(chunk int64) *members {
	m := s[chunk]
	if m == nil {
		m = new(members)
		s[chunk] = m
	}
	return m
}

// block returns the part of the selection that lies in a block: nil for the
// whole block, and false for none of it.
func (s selection) block(b int) ([]uint64, bool) {
	if s == nil {
		return nil, true
	}
	m := s[int64(b/chunkBlocks)]
	if m == nil {
		return nil, false
	}
	first := b % chunkBlocks * blockWords
	return m[first : first+blockWords], true
}

// and keeps what both hold.
func (s selection) and(other selection) selection {
	if s == nil {
		return other
	}
	if other == nil {
		return s
	}
	for chunk, m := range s {
		o := other[chunk]
		if o == nil {
			delete(s, chunk)
			continue
		}
		for w := range m {
			m[w] &= o[w]
		}
	}
	return s
}

const (
	selectValue  = `SELECT members FROM custom_value WHERE account = ? AND value = ? AND chunk = ?`
	replaceValue = `INSERT INTO custom_value (account, value, chunk, members) VALUES (?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET members = excluded.members`
)

// addValue stores that a reservation carries a custom_data value.
func (w *writer) addValue(owner *account, value string, ordinal int64) error {
	chunk, bit := chunkOf(ordinal)
	var members []byte
	err := w.queryRow(selectValue, owner.number, value, chunk).Scan(&members)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return dataError(err)
	}
	if members, err = addMember(members, bit); err != nil {
		return w.db.damagedRow("who carries a custom_data value")
	}
	return w.exec(replaceValue, owner.number, value, chunk, members)
}
