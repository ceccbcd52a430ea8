package api

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"strings"
	"sync"
)

// A HotelPacker makes hotels small enough to keep thousands of them: a hotel of
// a search takes about 12 kB of memory, and packed among others of its list less than
// 2 kB. The hotels of a list resemble each other, so that the first
// ones serve as the dictionary for all. A HotelPacker does not change once it
// is made and may be shared.
type HotelPacker struct {
	dictionary []byte
	plain      bool // does not compress
}

// More dictionary or more effort would save a tenth of the memory for half as
// much time again.
const (
	packDictionary = 16 << 10 // bytes; the format looks back 32 kB at most
	packEffort     = 4
	packRatio      = 7 // about how much smaller hotels become
)

// compressFrom is the size of a list from which its hotels are compressed: for
// fewer, it takes more time than the memory is worth.
const compressFrom = 200

// NewHotelPacker prepares to pack about so many hotels that are like the given
// ones. Any hotel can be packed; one that is like none of them takes more room.
func NewHotelPacker(like []Hotel, hotels int) *HotelPacker {
	p := &HotelPacker{plain: hotels < compressFrom}
	if p.plain {
		return p
	}
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
	ends := make([]int, len(hotels))
	text, start := p.encode(hotels, ends), 0
	packed := make([]PackedHotel, len(hotels))
	for i, end := range ends {
		packed[i] = PackedHotel{packer: p, data: text[start:end]}
		start = end
	}
	return packed
}

// encode returns the hotels one after the other, and notes where each ends.
func (p *HotelPacker) encode(hotels []Hotel, ends []int) string {
	var plain []byte
	if p.plain {
		for i := range hotels {
			plain = encodeFields(plain, reflect.ValueOf(&hotels[i]).Elem())
			ends[i] = len(plain)
		}
		return string(plain)
	}
	var all bytes.Buffer
	w, err := flate.NewWriterDict(&all, packEffort, p.dictionary)
	_ = err // The effort is a valid one.
	for i := range hotels {
		plain = encodeFields(plain[:0], reflect.ValueOf(&hotels[i]).Elem())
		w.Reset(&all) // Keeps the dictionary.
		_, _ = w.Write(plain)
		_ = w.Close() // A buffer takes everything.
		ends[i] = all.Len()
	}
	return all.String()
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
	if p.plain {
		return decodeHotel(data)
	}
	r, ok := inflaters.Get().(io.Reader)
	if !ok {
		r = flate.NewReader(nil)
	}
	defer inflaters.Put(r)
	reset, ok := r.(flate.Resetter)
	if !ok {
		return Hotel{}, errNotPacked // The library promises it.
	}
	if err := reset.Reset(strings.NewReader(data), p.dictionary); err != nil {
		return Hotel{}, err
	}
	plain := bytes.NewBuffer(make([]byte, 0, packRatio*len(data)))
	if _, err := plain.ReadFrom(r); err != nil {
		return Hotel{}, err
	}
	return decodeHotel(plain.String())
}

// inflaters are readers that were used: each has some 40 kB of its own.
var inflaters sync.Pool

// The packed form of a value is its fields one after the other without names:
// texts and slices behind their length, numbers as short as they are. Money is
// its two texts, and a moment the text that it was read from. It is for the
// memory of one process only, and has no versions.

var errNotPacked = errors.New("not a packed value")

func encodeFields(b []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.String:
		return appendText(b, v.String())
	case reflect.Int:
		return binary.AppendVarint(b, v.Int())
	case reflect.Bool:
		if v.Bool() {
			return append(b, 1)
		}
		return append(b, 0)
	case reflect.Float64:
		return binary.LittleEndian.AppendUint64(b, math.Float64bits(v.Float()))
	case reflect.Pointer:
		if v.IsNil() {
			return append(b, 0)
		}
		return encodeFields(append(b, 1), v.Elem())
	case reflect.Slice:
		if v.IsNil() {
			return append(b, 0)
		}
		b = binary.AppendUvarint(b, uint64(v.Len())+1) //nolint:gosec // A length is never negative.
		for i := range v.Len() {
			b = encodeFields(b, v.Index(i))
		}
		return b
	case reflect.Struct:
		return encodeStruct(b, v)
	default:
		panic(fmt.Sprintf("a %s cannot be packed", v.Type())) // A test packs every field that there is.
	}
}

func encodeStruct(b []byte, v reflect.Value) []byte {
	switch s := v.Addr().Interface().(type) {
	case *Money:
		return appendText(appendText(b, s.number), s.currency)
	case *Deadline:
		return appendText(b, s.Text)
	case *Instant:
		return appendText(b, s.Text)
	}
	for i := range v.NumField() {
		b = encodeFields(b, v.Field(i))
	}
	return b
}

func appendText(b []byte, text string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(text))), text...)
}

// decodeHotel reads the packed form of one hotel. The texts of the hotel are
// parts of the one given.
func decodeHotel(data string) (Hotel, error) {
	var hotel Hotel
	d := fieldsDecoder{data: data}
	d.value(reflect.ValueOf(&hotel).Elem())
	if d.failed || d.data != "" {
		return Hotel{}, errNotPacked
	}
	return hotel, nil
}

// A fieldsDecoder takes values from the front of data. After the first that is
// not there it has failed, and gives zeroes.
type fieldsDecoder struct {
	data   string
	failed bool
}

func (d *fieldsDecoder) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(d.text())
	case reflect.Int:
		n := d.uvarint()
		v.SetInt(int64(n>>1) ^ -int64(n&1)) // As encoding/binary folds signed numbers.
	case reflect.Bool:
		v.SetBool(d.take(1) == "\x01")
	case reflect.Float64:
		if bits := d.take(8); bits != "" {
			v.SetFloat(math.Float64frombits(binary.LittleEndian.Uint64([]byte(bits))))
		}
	case reflect.Pointer:
		if d.take(1) == "\x01" {
			v.Set(reflect.New(v.Type().Elem()))
			d.value(v.Elem())
		}
	case reflect.Slice:
		if n := d.uvarint(); n > 0 && d.holds(n-1) {
			v.Set(reflect.MakeSlice(v.Type(), int(n-1), int(n-1))) //nolint:gosec // No more than the data is long.
			for i := 0; i < v.Len() && !d.failed; i++ {
				d.value(v.Index(i))
			}
		}
	case reflect.Struct:
		d.structure(v)
	default:
		d.failed = true
	}
}

func (d *fieldsDecoder) structure(v reflect.Value) {
	switch s := v.Addr().Interface().(type) {
	case *Money:
		s.number = d.text()
		s.currency = d.text()
	case *Deadline:
		if text := d.text(); text != "" {
			*s = ParseDeadline(text)
		}
	case *Instant:
		if text := d.text(); text != "" {
			*s = ParseInstant(text)
		}
	default:
		for i := range v.NumField() {
			d.value(v.Field(i))
		}
	}
}

// holds reports whether so many bytes are left, which so many elements take at
// least.
func (d *fieldsDecoder) holds(n uint64) bool {
	if n > uint64(len(d.data)) {
		d.data, d.failed = "", true
	}
	return !d.failed
}

func (d *fieldsDecoder) take(n uint64) string {
	if !d.holds(n) {
		return ""
	}
	text := d.data[:n]
	d.data = d.data[n:]
	return text
}

func (d *fieldsDecoder) text() string { return d.take(d.uvarint()) }

func (d *fieldsDecoder) uvarint() uint64 {
	var n uint64
	for shift := 0; shift < 64; shift += 7 {
		one := d.take(1)
		if one == "" {
			return 0
		}
		n |= uint64(one[0]&0x7f) << shift
		if one[0] < 0x80 {
			return n
		}
	}
	d.data, d.failed = "", true
	return 0
}
