package photos

import (
	"bytes"
	"encoding/binary"
)

// progressive is a JPEG of scans that each say, in about 50 bytes, that nothing of one component changes. A decoder goes
// through all of the component's coefficients for each.
func progressive(width, height uint16, scans int) []byte {
	out := []byte{0xff, 0xd8}
	segment := func(marker byte, body ...byte) {
		out = append(out, 0xff, marker)
		out = append(binary.BigEndian.AppendUint16(out, uint16(2+len(body))), body...) //nolint:gosec // Short.
	}
	segment(0xdb, append([]byte{0}, bytes.Repeat([]byte{1}, 64)...)...)
	frame := binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint16([]byte{8}, height), width)
	segment(0xc2, append(frame, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0)...)
	table := make([]byte, 18) // One code of one bit: the end of up to 32,767 blocks, as many as the 14 bits after it say.
	table[0], table[1], table[17] = 0x10, 1, 0xe0
	segment(0xc4, table...)
	blocks := (int(width) + 7) / 8 * ((int(height) + 7) / 8)
	var data []byte
	runs := (blocks + 32_766) / 32_767
	for bit := range (runs*15 + 7) / 8 * 8 {
		if bit%8 == 0 {
			data = append(data, 0)
		}
		if bit%15 != 0 || bit >= runs*15 {
			data[bit/8] |= 0x80 >> (bit % 8)
		}
	}
	data = bytes.ReplaceAll(data, []byte{0xff}, []byte{0xff, 0})
	for i := range scans {
		segment(0xda, 1, byte(1+i%3), 0, 1, 63, 0)
		out = append(out, data...)
	}
	return append(out, 0xff, 0xd9)
}
