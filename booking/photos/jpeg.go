package photos

import (
	"bytes"
	"encoding/binary"
)

// The bounds of a JPEG's scans. Go's decoder visits all coefficients of a component for each scan, however few bytes it has.
// libjpeg writes 10 scans for a progressive photo in colour.
const (
	mostScans   = 100
	mostScanned = 400_000_000 // pixels times scans: 20 scans of the largest photo
)

// The markers of a JPEG that matter here (ITU-T T.81, table B.1).
const (
	markSOF0, markSOF2 = 0xc0, 0xc2
	markDHT            = 0xc4
	markRST0, markRST7 = 0xd0, 0xd7
	markEOI            = 0xd9
	markSOS            = 0xda
	markDQT, markDRI   = 0xdb, 0xdd
	markAPP0           = 0xe0
	markAPP14          = 0xee // Adobe's: how colours are stored
	markAPP15, markCOM = 0xef, 0xfe
)

// A jpegFile is what the markers of a JPEG say about the cost of decoding it.
type jpegFile struct {
	// text is the segments and the entropy-coded data that the decoder uses. Previews, colour profiles and comments may contain
	// any bytes and are left out, and so is everything after the end of the image.
	text        []byte
	scans       int // at most
	area        int // pixels, with those that fill up the last blocks
	samples     int // of all components
	components  int
	progressive bool
}

// readJPEG reads the markers of a JPEG. Of a file that breaks off it keeps what is before that: the decoder refuses it.
func readJPEG(text []byte) jpegFile {
	f := jpegFile{text: append(make([]byte, 0, len(text)), text[:2]...)}
	for at := 2; ; {
		start := nextMarker(text, at)
		if start+4 > len(text) || text[start+1] == markEOI {
			f.text = append(f.text, text[start:min(start+2, len(text))]...)
			break
		}
		marker := text[start+1]
		at = min(len(text), start+2+max(2, int(binary.BigEndian.Uint16(text[start+2:]))))
		segment := text[start:at]
		switch {
		case marker == markSOS:
			at = nextMarker(text, at)
			segment = text[start:at]
		case markSOF0 <= marker && marker <= markSOF2:
			if f.components == 0 {
				f.frame(marker, segment)
			}
		case marker == markDHT, marker == markDQT, marker == markDRI:
		case (marker == markAPP0 || marker == markAPP14) && f.components == 0:
			// One after the frame could change the kind of the picture once its cost is known.
		case markAPP0 <= marker && marker <= markAPP15, marker == markCOM:
			continue
		}
		f.text = append(f.text, segment...)
	}
	// The decoder may take other bytes for a segment than this reader does. It cannot find more scans than there are markers
	// of scans among all that it is given.
	f.scans = bytes.Count(f.text, []byte{0xff, markSOS})
	return f
}

// nextMarker returns where the next marker begins that ends entropy-coded data; the end of the text if there is none.
func nextMarker(text []byte, at int) int {
	for ; at+1 < len(text); at++ {
		if text[at] != 0xff {
			continue
		}
		if next := text[at+1]; next != 0 && next != 0xff && (next < markRST0 || next > markRST7) {
			return at
		}
	}
	return len(text)
}

// frame reads the header of a frame. One that the decoder refuses may leave zeros.
func (f *jpegFile) frame(marker byte, segment []byte) {
	const head = 10 // marker, length, precision, height, width, components
	if len(segment) < head || len(segment) != head+3*int(segment[head-1]) {
		return
	}
	height, width := int(binary.BigEndian.Uint16(segment[5:])), int(binary.BigEndian.Uint16(segment[7:]))
	f.components, f.progressive = int(segment[head-1]), marker == markSOF2
	var first int
	for i := range f.components {
		h, v := int(segment[head+1+3*i]>>4), int(segment[head+1+3*i]&15)
		if f.components == 1 {
			h, v = 1, 1 // Its blocks are not interleaved.
		}
		if i == 0 {
			if h == 0 || v == 0 {
				return
			}
			first = h * v
			f.area = (width + 8*h - 1) / (8 * h) * ((height + 8*v - 1) / (8 * v)) * 64 * first
		}
		f.samples += f.area / first * h * v
	}
}

// memory returns how many bytes Go's decoder takes at most: the samples, the coefficients of a progressive photo in 32 bits each,
// and a second picture where the colours are not those of JPEG.
func (f *jpegFile) memory(pixels int, converted bool) int {
	bytes := f.samples
	if f.progressive {
		bytes += 4 * f.samples
	}
	if converted {
		bytes += 4 * pixels
	}
	return bytes
}
