package world

import (
	"strconv"
	"strings"
)

// cityNumbers is how many city numbers a property code can hold. It is part of
// every code, so it never changes.
const cityNumbers = 4500

// A property code is the hotel's number within its city and the city's number,
// shuffled. Its length follows from the hotel's number alone: 5 digits for the first
// 20 hotels of a city, 6 up to 200, and so on. So a code is unique in the world, is
// read back without a table, and is the same whatever the world's size.
const (
	codeMultiplier = 7368787 // shares no factor with 2, 3 or 5, so it shuffles without collision
	codeLeast      = 5
	codeMost       = 9
)

// propertyCode writes the code of hotel k of a city.
func propertyCode(cityNo, k int) string {
	space, holds := int64(90_000), 20
	for k >= holds {
		space, holds = space*10, holds*10
	}
	v := int64(k)*cityNumbers + int64(cityNo)
	return strconv.FormatInt(v*codeMultiplier%space+space/9, 10)
}

// readPropertyCode is the inverse of propertyCode. It refuses every text that
// propertyCode does not write.
func readPropertyCode(code string) (cityNo, k int, ok bool) {
	if len(code) < codeLeast || len(code) > codeMost || code[0] < '1' || code[0] > '9' {
		return 0, 0, false
	}
	n, err := strconv.ParseInt(code, 10, 64)
	if err != nil {
		return 0, 0, false
	}
	space, first := int64(90_000), 0
	for range len(code) - codeLeast {
		space, first = space*10, max(first*10, 20)
	}
	v := (n - space/9) * inverse(codeMultiplier, space) % space
	k = int(v / cityNumbers)
	return int(v % cityNumbers), k, k >= first
}

// inverse is the number whose product with a leaves 1 when divided by m.
func inverse(a, m int64) int64 {
	r0, r1, s0, s1 := m, a%m, int64(0), int64(1)
	for r1 != 0 {
		q := r0 / r1
		r0, r1 = r1, r0-q*r1
		s0, s1 = s1, s0-q*s1
	}
	return (s0%m + m) % m
}

// A booking code is 38 bits of city, hotel, room and plan, shuffled under the
// seed and written as eight letters and digits that are hard to confuse.
const (
	codeAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	codeHalf     = 20
	hotelBits    = 18
)

func bookingCode(seed key, cityNo, k, room, plan int) string {
	v := ((uint64(cityNo)<<hotelBits|uint64(k))<<3|uint64(room))<<4 | uint64(plan) //nolint:gosec // all are small and not negative
	left, right := v>>codeHalf, v&(1<<codeHalf-1)
	for round := range uint64(4) {
		left, right = right, left^uint64(seed.sub(factCode, round<<codeHalf|right))>>(64-codeHalf)
	}
	v = left<<codeHalf | right
	var text [8]byte
	for i := range text {
		text[i] = codeAlphabet[v>>(35-5*i)&31]
	}
	return string(text[:])
}

func readBookingCode(seed key, text string) (cityNo, k, room, plan int, ok bool) {
	if len(text) != 8 {
		return 0, 0, 0, 0, false
	}
	var v uint64
	for i := range len(text) {
		digit := strings.IndexByte(codeAlphabet, text[i])
		if digit < 0 {
			return 0, 0, 0, 0, false
		}
		v = v<<5 | uint64(digit)
	}
	left, right := v>>codeHalf, v&(1<<codeHalf-1)
	for round := range uint64(4) {
		left, right = right^uint64(seed.sub(factCode, (3-round)<<codeHalf|left))>>(64-codeHalf), left
	}
	v = left<<codeHalf | right
	return int(v >> (hotelBits + 7)), int(v >> 7 & (1<<hotelBits - 1)), int(v >> 4 & 7), int(v & 15), true
}
