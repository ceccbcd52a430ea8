package world

import (
	"math/bits"
	"strings"
)

// key is the identity of a thing. Its facts are drawn by number, not in sequence, so
// that a new fact changes no old one.
type key uint64

const golden = 0x9E3779B97F4A7C15

// mix is the finaliser of splitmix64. It is a bijection.
func mix(x uint64) uint64 {
	x ^= x >> 30
	x *= 0xBF58476D1CE4E5B9
	x ^= x >> 27
	x *= 0x94D049BB133111EB
	return x ^ x>>31
}

// sub is the key of a part of the thing.
func (k key) sub(fact fact, n uint64) key {
	return key(mix(uint64(k) + uint64(fact)*golden + mix(n+golden)))
}

// bits are the 64 bits of a fact.
func (k key) bits(f fact) uint64 { return mix(uint64(k) + uint64(f)*golden) }

// below draws a number from 0 to n-1, or 0.
func (k key) below(f fact, n int) int {
	if n <= 0 {
		return 0
	}
	high, _ := bits.Mul64(k.bits(f), uint64(n))
	return int(high) //nolint:gosec // high is below n
}

// between draws a number from low to high, both included.
func (k key) between(f fact, low, high int) int { return low + k.below(f, high-low+1) }

// chance is true for so many of a thousand.
func (k key) chance(f fact, permille int) bool { return k.below(f, 1000) < permille }

func one[T any](k key, f fact, list []T) T { return list[k.below(f, len(list))] }

// fill replaces each # of a pattern by a digit and each ? by a capital letter.
func (k key) fill(f fact, pattern string) string {
	const letters = "ABDEFGHJLNPQRSTUWXYZ"
	var b strings.Builder
	state := k.bits(f)
	for _, r := range pattern {
		switch r {
		case '#':
			state = mix(state + golden)
			b.WriteByte('0' + byte(state%10))
		case '?':
			state = mix(state + golden)
			b.WriteByte(letters[state%uint64(len(letters))])
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// fact numbers a drawn fact. A new one is added at the end: the numbers are part of the world.
type fact uint64

const (
	factChain fact = iota + 1
	factBrand
	factStars
	factCategory
	factName
	factNative
	factPattern
	factCity
	factPlaceBand
	factPlaceX
	factPlaceX2
	factPlaceY
	factPlaceY2
	factAirport
	factStreet
	factStreetName
	factHouse
	factAddress2
	factPostal
	factNulls
	factPhone
	factEmail
	factTimes
	factRank
	factAmenity
	factImages
	factText
	factText2
	factText3
	factAward
	factLevel
	factRooms
	factRoom
	factGrade
	factBeds
	factView
	factUnits
	factWeek
	factNight
	factOpen
	factPlan
	factPolicy
	factPolicyDay
	factPolicyHour
	factFee
	factLife
	factPerk
	factCards
	factCode
	factPCC
	factID
	factFeature
	factNull2
	factNull3
	factNull4
	factNull5
	factNull6
	factNull7
	factNull8
	factNull9
	factNull10
	factLongName
)
