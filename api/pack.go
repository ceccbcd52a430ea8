package api

import (
	"bytes"
	"compress/flate"
	"reflect"
	"strings"
)

// A HotelPacker makes hotels small enough to keep thousands of them: a hotel of
// a search takes about 12 kB of memory, and packed among others of its list less than
// 2 kB. The hotels of a list resemble each other, so that the first
// ones serve as the dictionary for all. A HotelPacker does not change once it
// is made and may be shared.
type HotelPacker struct {
	dictionary []byte
}

// More dictionary or more effort would save a tenth of the memory for half as
// much time again.
const (
	packDictionary = 16 << 10 // bytes; the format looks back 32 kB at most
	packEffort     = 4
	packRatio      = 7 // about how much smaller hotels become
)

// NewHotelPacker prepares to pack hotels that are like the given ones. Any
// hotel can be packed; one that is like none of them takes more room.
func NewHotelPacker(like []Hotel) *HotelPacker {
	p := &HotelPacker{}
	for i := range like {
		if len(p.dictionary) >= packDictionary {
			break
		}
		p.dictionary = encodeFields(p.dictionary, reflect.ValueOf(&like[i]).Elem())
	}
	p.dictionary = bytes.Clone(p.dictionary[:min(len(p.dictionary), packDictionary)])
	return p
}

// A PackedHotel is a hotel with all that the service said of it, in little
// memory. The zero PackedHotel is the zero Hotel.
type PackedHotel struct {
	packer *HotelPacker
	data   string
}

// Pack packs hotels, in their order. What is packed together is kept together:
// none of it is given back while one of the PackedHotels is in use.
func (p *HotelPacker) Pack(hotels []Hotel) []PackedHotel {
	var (
		all   bytes.Buffer
		plain []byte
	)
	ends := make([]int, len(hotels))
	w, err := flate.NewWriterDict(&all, packEffort, p.dictionary)
	_ = err // The effort is a valid one.
	for i := range hotels {
		plain = encodeFields(plain[:0], reflect.ValueOf(&hotels[i]).Elem())
		w.Reset(&all) // Keeps the dictionary.
		_, _ = w.Write(plain)
		_ = w.Close() // A buffer takes everything.
		ends[i] = all.Len()
	}
	text, start := all.String(), 0
	packed := make([]PackedHotel, len(hotels))
	for i, end := range ends {
		packed[i] = PackedHotel{packer: p, data: text[start:end]}
		start = end
	}
	return packed
}

// Hotel unpacks the hotel, which takes about a tenth of a millisecond: every
// call makes it anew.
func (h PackedHotel) Hotel() Hotel {
	if h.packer == nil {
		return Hotel{}
	}
	hotel, err := h.packer.unpack(h.data)
	if err != nil {
		return Hotel{} // The bytes never leave this process: only a fault of this file comes here.
	}
	return hotel
}

func (p *HotelPacker) unpack(data string) (Hotel, error) {
	r := flate.NewReaderDict(strings.NewReader(data), p.dictionary)
	defer func() { _ = r.Close() }()
	plain := bytes.NewBuffer(make([]byte, 0, packRatio*len(data)))
	if _, err := plain.ReadFrom(r); err != nil {
		return Hotel{}, err
	}
	return decodeHotel(plain.String())
}
