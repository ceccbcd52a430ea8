package trip

import (
	"fmt"
	"slices"
	"strconv"
)

// A Radius is how far around a code's place hotels are searched, in whole miles or kilometres. The zero one is 10 mi,
// which is also what a search without one means (WIRE 3a).
type Radius struct {
	Value int
	Unit  string // "mi" or "km"
}

// The units of a radius, as they are sent.
const (
	unitMiles = "mi"
	unitKm    = "km"
)

// MaxRadius is the widest that can be asked for, in either unit.
const MaxRadius = 500

// radii are the steps that a radius is changed by.
var radii = []int{1, 2, 3, 5, 10, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200, 300, MaxRadius}

// DefaultRadius returns the radius of a search without one: 10 mi, whatever the unit of distances.
func DefaultRadius() Radius { return Radius{10, unitMiles} }

// settled returns the radius that the zero one stands for.
func (r Radius) settled() Radius {
	if r.Unit == "" {
		return DefaultRadius()
	}
	return r
}

func (r Radius) String() string {
	r = r.settled()
	return strconv.Itoa(r.Value) + " " + r.Unit
}

// In returns the radius in its own unit, and also in the agent's unit if that differs: "10 mi",
// "10 mi (16.1 km)".
func (r Radius) In(miles bool) string {
	switch value := float64(r.Number()); {
	case miles == (r.unit() == unitMiles):
		return r.String()
	case miles:
		return fmt.Sprintf("%s (%.1f mi)", r, value/KmPerMile)
	default:
		return fmt.Sprintf("%s (%.1f km)", r, value*KmPerMile)
	}
}

// Number returns the radius in its unit.
func (r Radius) Number() int { return r.settled().Value }

func (r Radius) unit() string { return r.settled().Unit }

// With returns the radius with another number.
func (r Radius) With(value int) Radius {
	return Radius{value, r.settled().Unit}
}

// Step returns the next wider radius for 1 and the next smaller one for -1, and at the ends the same.
func (r Radius) Step(by int) Radius {
	r = r.settled()
	at, exact := slices.BinarySearch(radii, r.Value)
	if by > 0 && exact || by < 0 {
		at += by
	}
	r.Value = radii[min(max(at, 0), len(radii)-1)]
	return r
}

// RadiusNote says that the radius of a trip is not used; empty if it is, or if none was asked for.
func (t Trip) RadiusNote() string {
	if t.Radius == (Radius{}) || t.HasRadius() || t.Destination.Kind == KindNone {
		return ""
	}
	return "the radius is ignored: it applies only to a search by code"
}

// HasRadius reports whether the trip searches around a place.
func (t Trip) HasRadius() bool { return t.Destination.Kind == KindCode || t.Destination.Near != "" }

// Wider returns the trip with the next wider radius; false when it has none or the widest.
func (t Trip) Wider() (Trip, bool) {
	wider := t.Radius.Step(1)
	if !t.HasRadius() || wider == t.Radius.settled() {
		return t, false
	}
	t.Radius = wider
	return t, true
}
