package sqlite

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"

	"bellhop/sandbox/store"
)

// A stay is packed into 32 bits: the check-in day (days since 1970-01-01, up to
// the year 11000) and how many nights follow.
const (
	nightBits = 10
	maxNights = 1<<nightBits - 1
	maxDay    = 1<<(32-nightBits) - 1

	blockSize  = 8192 // ordinals in a block
	blockWords = blockSize / 64
)

var errStay = errors.New("the stay is outside of the calendar that the store keeps")

func pack(checkIn, checkOut int32) (uint32, error) {
	if checkIn < 0 || checkIn > maxDay || checkOut < checkIn || checkOut-checkIn > maxNights {
		return 0, errStay
	}
	return uint32(checkIn)<<nightBits | uint32(checkOut-checkIn), nil //nolint:gosec // Both are in range.
}

func unpack(stay uint32) (checkIn, checkOut uint32) {
	checkIn = stay >> nightBits
	return checkIn, checkIn + stay&maxNights
}

// block holds the stays of blockSize neighbouring ordinals, and once it is full
// also the range in which they all lie.
type block struct {
	stays   [blockSize]uint32
	in, out interval
}

// interval is a range of days, both ends included.
type interval struct{ from, until uint32 }

func (i interval) holds(j interval) bool { return i.from <= j.from && j.until <= i.until }

func (i interval) meets(j interval) bool { return i.from <= j.until && j.from <= i.until }

func (b *block) findRanges() {
	in, out := unpack(b.stays[0])
	b.in, b.out = interval{in, in}, interval{out, out}
	for _, stay := range b.stays {
		in, out := unpack(stay)
		b.in = interval{min(b.in.from, in), max(b.in.until, in)}
		b.out = interval{min(b.out.from, out), max(b.out.until, out)}
	}
}

func (b *block) encode() []byte {
	blob := make([]byte, 0, 4*blockSize)
	for _, stay := range b.stays {
		blob = binary.LittleEndian.AppendUint32(blob, stay)
	}
	return blob
}

func decodeBlock(blob []byte) (*block, error) {
	if len(blob) != 4*blockSize {
		return nil, fmt.Errorf("a block of stays has %d bytes instead of %d", len(blob), 4*blockSize)
	}
	b := new(block)
	for i := range b.stays {
		b.stays[i] = binary.LittleEndian.Uint32(blob[4*i:])
	}
	b.findRanges()
	return b, nil
}

// view is the stays of an account's reservations at one moment, in the order of
// their creation. It never changes: adding a reservation writes behind the end
// of all earlier views, and changing one copies its block.
type view struct {
	count  int64
	blocks []*block
}

// stays are those of a block that are there.
func (v *view) stays(b int) []uint32 {
	return v.blocks[b].stays[:min(v.count-int64(b)*blockSize, blockSize)]
}

func (v *view) full(b int) bool { return int64(b+1)*blockSize <= v.count }

// cover is how much of a block a filter selects.
type cover int

const (
	coverNone cover = iota
	coverSome
	coverAll
)

// dates are the two date filters of a list.
type dates struct{ in, out interval }

// newDates cuts the filters to the days that there are; ok is false when no
// stay can match.
func newDates(in, out store.Days) (d dates, ok bool) {
	cut := func(days store.Days, most int32) (interval, bool) {
		from, until := max(days.From, 0), min(days.Until, most)
		if from > until {
			return interval{}, false
		}
		return interval{uint32(from), uint32(until)}, true //nolint:gosec // Neither is negative.
	}
	var okIn, okOut bool
	d.in, okIn = cut(in, maxDay)
	d.out, okOut = cut(out, maxDay+maxNights)
	return d, okIn && okOut
}

// all reports whether every stay matches.
func (d dates) all() bool { return d == dates{interval{0, maxDay}, anyOut()} }

func anyOut() interval { return interval{0, maxDay + maxNights} }

func (d dates) covers(v *view, b int) cover {
	switch whole := v.blocks[b]; {
	case d.all():
		return coverAll
	case !v.full(b):
		return coverSome
	case !d.in.meets(whole.in) || !d.out.meets(whole.out):
		return coverNone
	case d.in.holds(whole.in) && d.out.holds(whole.out):
		return coverAll
	default:
		return coverSome
	}
}

// top is set in a difference of small numbers that is below zero.
const top = 1 << 63

// mask has a bit for each of 1 to 64 stays, set when the stay matches. It is
// the inner loop of every list with a date filter, and free of branches: a day
// before the range wraps around to one far behind it.
func (d dates) mask(stays []uint32) uint64 {
	if d.out == anyOut() {
		return d.maskIn(stays)
	}
	inFrom, inSpan := d.in.from, uint64(d.in.until-d.in.from)
	outFrom, outSpan := d.out.from, uint64(d.out.until-d.out.from)
	var misses uint64
	for _, stay := range stays {
		in := stay >> nightBits
		out := in + stay&maxNights
		misses = misses>>1 | ((inSpan-uint64(in-inFrom))|(outSpan-uint64(out-outFrom)))&top
	}
	return ^misses >> (64 - len(stays))
}

// maskIn is mask for a check-in alone: packed stays are in the order of their
// check-in.
func (d dates) maskIn(stays []uint32) uint64 {
	from, span := d.in.from<<nightBits, uint64(d.in.until-d.in.from)<<nightBits|maxNights
	var misses uint64
	for _, stay := range stays {
		misses = misses>>1 | (span-uint64(stay-from))&top
	}
	return ^misses >> (64 - len(stays))
}

// matches are the reservations of one block that a list selects.
type matches [blockWords]uint64

// fill finds the matches of a block among the candidates (nil: all of it).
func (m *matches) fill(stays []uint32, how cover, d dates, candidates []uint64) (count int64) {
	for w := range m {
		m[w] = 0
		if w*64 >= len(stays) || candidates != nil && candidates[w] == 0 {
			continue
		}
		part := stays[w*64 : min(w*64+64, len(stays))]
		mask := ^uint64(0) >> (64 - len(part))
		if how == coverSome {
			mask = d.mask(part)
		}
		if candidates != nil {
			mask &= candidates[w]
		}
		m[w] = mask
		count += int64(bits.OnesCount64(mask))
	}
	return count
}

// take appends up to limit ordinals to list, newest first, leaving out the
// first skip. The block's first ordinal is first.
func (m *matches) take(list []int64, first, skip, limit int64) []int64 {
	for w := blockWords - 1; w >= 0; w-- {
		word := m[w]
		if n := int64(bits.OnesCount64(word)); n <= skip {
			skip -= n
			continue
		}
		for word != 0 && int64(len(list)) < limit {
			top := 63 - bits.LeadingZeros64(word)
			word &^= 1 << top
			if skip > 0 {
				skip--
				continue
			}
			list = append(list, first+int64(w*64+top))
		}
	}
	return list
}

// pick returns the ordinals of one page, newest first, and how many reservations match
// in all. Blocks that match as a whole or not at all are not looked into.
func (v *view) pick(d dates, among selection, offset, limit int64) (page []int64, total int64) {
	var found matches
	for b := len(v.blocks) - 1; b >= 0; b-- {
		candidates, some := among.block(b)
		how := d.covers(v, b)
		if !some || how == coverNone {
			continue
		}
		stays := v.stays(b)
		count := int64(len(stays))
		wanted := int64(len(page)) < limit && total+count > offset
		if how == coverSome || candidates != nil || wanted {
			count = found.fill(stays, how, d, candidates)
		}
		if wanted && total+count > offset {
			page = found.take(page, int64(b)*blockSize+1, max(offset-total, 0), limit)
		}
		total += count
	}
	return page, total
}
