// Package zonemap tells the time zone of a place on earth by a map of all zones. The
// tables of the world are made and tested with it; the program does not hold it.
//
// The map, zones.txt, is that of the npm package @photostructure/tz-lookup 11.7.0 (CC0),
// made from boundaries of OpenStreetMap (© OpenStreetMap contributors, available under the
// Open Database License, https://www.openstreetmap.org/copyright): the names of the zones,
// one a line, and then a quadtree. It is coarse: within a few kilometres of a border it may name the
// zone of the other side.
package zonemap

import (
	_ "embed"
	"strings"
	"sync"
	"time"
)

//go:embed zones.txt
var text string

// zones holds the names of the zones, and the tree last.
var zones = sync.OnceValue(func() []string { return strings.Split(strings.TrimSuffix(text, "\n"), "\n") })

// The tree is written with 56 characters from '#' on, two for each of the four children
// of a node: the number of a node further on, or of a zone, counted from the end.
const (
	digits = 56
	zero   = digits*'#' + '#'
	leaves = digits * digits
	rows   = 24 // of squares of 7.5 degrees, twice as many in each row
)

// At returns the IANA zone of a place, in degrees.
func At(lat, lon float64) string {
	list := zones()
	names, tree := list[:len(list)-1], list[len(list)-1]
	if lat >= 90 {
		return "Etc/GMT"
	}
	number := func(at int) int { return digits*int(tree[at]) + int(tree[at+1]) - zero }
	x, y := 2*rows*(180+lon)/360.00000000000006, rows*(90-lat)/180.00000000000003
	column, row := int(x), int(y)
	node, base := number(4*rows*row+2*column), -1
	for node+len(names) < leaves {
		base += node + 1
		x, y = 2*(x-float64(column)), 2*(y-float64(row))
		column, row = int(x)%2, int(y)%2
		node = number(4*rows*rows + 8*base + 4*row + 2*column)
	}
	return names[node+len(names)-leaves]
}

// SameClock reports whether two zones show the same time, week by week, from 2026 to 2028.
func SameClock(a, b string) bool {
	if a == b {
		return true
	}
	one, err1 := time.LoadLocation(a)
	two, err2 := time.LoadLocation(b)
	if err1 != nil || err2 != nil {
		return false
	}
	for at := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC); at.Year() < 2028; at = at.AddDate(0, 0, 7) {
		_, x := at.In(one).Zone()
		_, y := at.In(two).Zone()
		if x != y {
			return false
		}
	}
	return true
}
