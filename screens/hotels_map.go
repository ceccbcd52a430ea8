package screens

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/booking"
	"bellhop/booking/trip"
	"bellhop/ui"
	"bellhop/ui/plot"
)

// A hotelMap shows where the hotels of a list are, as the list stands: beside it, or in its place where there is no room
// for both. The list's cursor is that of the map.
type hotelMap struct {
	form   mapForm
	zoom   int         // how often the way across was halved, since most hotels were in sight
	middle *[2]float64 // of the window, in kilometres east and north; nil where the point is
	cursor int         // the row that was under the cursor when the map was drawn last
	lines  []string

	keys mapKeys
}

// mapForm is how a hotel list shows places.
type mapForm int

const (
	mapNone  mapForm = iota
	mapDrawn         // in dots and numbers
	mapWords         // the same in words, for who cannot see a drawing
)

type mapKeys struct{ next, nearer, farther, west, south, north, east key.Binding }

func newHotelMap(deps *Deps) hotelMap {
	return hotelMap{keys: mapKeys{
		next: deps.bind("map"), nearer: deps.bind("map.nearer"), farther: deps.bind("map.farther"),
		west:  deps.bind("map.west"),
		south: deps.bind("map.south"),
		north: deps.bind("map.north"),
		east:  deps.bind("map.east"),
	}}
}

// bindings returns the keys of the map as it is shown, for a list with hotels or without.
func (m *hotelMap) bindings(hotels bool) []key.Binding {
	k := m.keys
	k.next.SetEnabled(hotels)
	if m.form != mapDrawn {
		return []key.Binding{k.next}
	}
	return []key.Binding{k.next, k.nearer, k.farther, k.west, k.south, k.north, k.east}
}

// mostZoom halves a way of a hundred kilometres to some metres.
const mostZoom = 12

// mapKey handles a key of the map; false for another.
func (h *Hotels) mapKey(msg tea.KeyMsg) bool {
	m := &h.places
	k := m.keys
	switch {
	case len(h.rows) == 0:
		return false
	case key.Matches(msg, k.next):
		m.show(h, (m.form+1)%(mapWords+1))
		return true
	case m.form != mapDrawn:
		return false
	}
	width, height := h.mapSize()
	switch {
	case key.Matches(msg, k.nearer):
		if m.zoom++; m.zoom > mostZoom {
			m.zoom = mostZoom
			h.note = "It is as near as it goes."
		}
		m.middle = h.cursorPlace()
	case key.Matches(msg, k.farther) && m.zoom <= 0 && m.outside(h, width, height) == 0:
		h.note = "All hotels are in sight."
	case key.Matches(msg, k.farther):
		if m.zoom--; m.zoom <= 0 {
			m.middle = nil
		}
	case key.Matches(msg, k.west):
		m.pan(h, -1, 0)
	case key.Matches(msg, k.south):
		m.pan(h, 0, -1)
	case key.Matches(msg, k.north):
		m.pan(h, 0, 1)
	case key.Matches(msg, k.east):
		m.pan(h, 1, 0)
	default:
		return false
	}
	return true
}

// show has the places shown in another form, from the beginning.
func (m *hotelMap) show(h *Hotels, form mapForm) {
	m.form, m.zoom, m.middle = form, 0, nil
	h.hotelTable.head.numbered = form != mapNone
}

// pan moves the window by a third of what it shows.
func (m *hotelMap) pan(h *Hotels, east, north float64) {
	width, height := h.mapSize()
	w := m.window(h, width, height)
	x, y := w.Reach(width, height)
	m.middle = &[2]float64{w.X + east*x*2/3, w.Y + north*y*2/3}
}

// A mapPoint is what a map is drawn around: the point searched, or the middle of the hotels where the search has none.
type mapPoint struct {
	trip.Plane
	words string
}

// mapAround returns the point of the list; false when no hotel has a place.
func (h *Hotels) mapAround() (mapPoint, bool) {
	if centre := h.list.Centre; centre != nil {
		return mapPoint{trip.Plane{Origin: centre.Coordinates}, centre.Words}, true
	}
	middle, ok := h.list.Middle()
	return mapPoint{trip.Plane{Origin: middle}, "the middle"}, ok
}

// cursorPlace returns where the hotel under the cursor is on the plane; nil when that is not known.
func (h *Hotels) cursorPlace() *[2]float64 {
	row, ok := h.selected()
	point, known := h.mapAround()
	if !ok || !known || !row.Located {
		return nil
	}
	x, y := point.Of(row.Location)
	return &[2]float64{x, y}
}

// mapMargin are the cells around the outermost hotels, for their numbers.
const mapMargin = 2

// window returns the part of the plane that is in sight, at first that of most hotels: a few that are far away would
// press all others together.
func (m *hotelMap) window(h *Hotels, width, height int) plot.Window {
	point, _ := h.mapAround()
	var xs, ys []float64
	for i := range h.rows {
		if h.rows[i].Located {
			x, y := point.Of(h.rows[i].Location)
			xs, ys = append(xs, x), append(ys, y)
		}
	}
	left, right := mostOf(xs)
	bottom, top := mostOf(ys)
	const leastDot = 0.002 // Two metres: hotels side by side stand apart.
	w := plot.Around(left, bottom, right, top, width, height, mapMargin, leastDot)
	w.Dot = max(leastDot, math.Ldexp(w.Dot, -m.zoom))
	if m.middle != nil {
		w.X, w.Y = m.middle[0], m.middle[1]
	}
	return w
}

// mostOf returns between what the point and nine of ten values are.
func mostOf(values []float64) (low, high float64) {
	if len(values) == 0 {
		return 0, 0
	}
	slices.Sort(values)
	few := len(values) / 20
	return min(0, values[few]), max(0, values[len(values)-1-few])
}

// outside counts the hotels that are out of the window.
func (m *hotelMap) outside(h *Hotels, width, height int) int {
	point, _ := h.mapAround()
	w := m.window(h, width, height)
	reachX, reachY := w.Reach(width, height)
	n := 0
	for i := range h.rows {
		x, y := point.Of(h.rows[i].Location)
		if h.rows[i].Located && (math.Abs(x-w.X) > reachX || math.Abs(y-w.Y) > reachY) {
			n++
		}
	}
	return n
}

// follow brings the hotel under the cursor into sight once the cursor has moved.
func (m *hotelMap) follow(h *Hotels, width, height int) {
	cursor := h.table.Cursor()
	moved := cursor != m.cursor
	m.cursor = cursor
	place := h.cursorPlace()
	if !moved || place == nil {
		return
	}
	w := m.window(h, width, height)
	x, y := w.Reach(width, height)
	if math.Abs(place[0]-w.X) > x || math.Abs(place[1]-w.Y) > y {
		m.middle = place
	}
}

// The kinds of labels, by what they stand for.
const (
	labelPoint = iota
	labelHotel
	labelCursor
)

// draw draws the map, with the hotels in sight in the list by their numbers and the others as dots.
func (m *hotelMap) draw(h *Hotels, width, height int) []string {
	point, known := h.mapAround()
	if !known {
		return indent(muted(h.deps.Theme, "The service does not say where these hotels are.", width, 2))
	}
	m.follow(h, width, height)
	w := m.window(h, width, height)
	p := plot.New(width, height, w)
	for i := 1; i <= mapRings; i++ {
		p.Ring(0, 0, float64(i)*m.ring(h, w, width, height))
	}
	label := func(i, kind int) bool {
		row := &h.rows[i]
		number := strconv.Itoa(i + 1)
		if kind == labelCursor {
			number = "[" + number + "]"
		}
		x, y := point.Of(row.Location)
		return row.Located && p.Label(x, y, number, kind)
	}
	if at := h.table.Cursor(); at < len(h.rows) {
		label(at, labelCursor)
	}
	p.Label(0, 0, "+", labelPoint)
	first := h.table.Offset()
	for i := range h.rows {
		inSight := i >= first && i < first+h.table.Visible()
		if i == h.table.Cursor() || !h.rows[i].Located || inSight && label(i, labelHotel) {
			continue
		}
		x, y := point.Of(h.rows[i].Location)
		p.Dot(x, y)
	}
	theme := h.deps.Theme
	return p.Lines(func(kind int, text string) string {
		switch kind {
		case labelPoint:
			return theme.Warn.Render(text)
		case labelHotel:
			return theme.Plain.Render(text)
		case labelCursor:
			return theme.Cursor.Render(text)
		default:
			return theme.Muted.Render(text)
		}
	})
}

// mapRings is how many rings stand around the point searched, at equal distances.
const mapRings = 3

// ring returns how many kilometres rings are apart, round in the agent's unit: the outermost is about as far as the
// window reaches.
func (m *hotelMap) ring(h *Hotels, w plot.Window, width, height int) float64 {
	x, y := w.Reach(width, height)
	unit := 1.0
	if h.deps.inMiles() {
		unit = trip.KmPerMile
	}
	want := max(x, y) / mapRings / unit
	step := math.Pow(10, math.Floor(math.Log10(want)))
	for _, times := range []float64{5, 2} {
		if step*times <= want {
			return step * times * unit
		}
	}
	return step * unit
}

// legend tells what the map's signs mean, and what is not on it.
func (m *hotelMap) legend(h *Hotels, width, height int) string {
	w := m.window(h, width, height)
	point, _ := h.mapAround()
	apart := strconv.FormatFloat(h.deps.inUnit(m.ring(h, w, width, height)), 'g', 3, 64)
	lost := 0
	for i := range h.rows {
		if !h.rows[i].Located {
			lost++
		}
	}
	outside := m.outside(h, width, height)
	return joined("rings "+apart+" "+h.deps.distanceUnit()+" apart", "+ "+point.words,
		when(outside > 0, strconv.Itoa(outside)+" outside"), when(lost > 0, strconv.Itoa(lost)+" without a place"))
}

// mapSize returns how much room the map has: beside the list, or in its place.
func (h *Hotels) mapSize() (width, height int) {
	list, details := h.split(h.width)
	if details > 0 {
		return max(1, details-1), max(1, h.height-mapWordsBelow-1)
	}
	return max(1, list-4), max(1, h.height-len(h.above)-len(h.under)-mapWordsBelow)
}

// inPlace reports whether the map stands in place of the list.
func (m *hotelMap) inPlace(h *Hotels) bool {
	_, details := h.split(h.width)
	return m.form != mapNone && details == 0
}

// mapWordsBelow is how many lines of words stand below the map: the legend, the hotel under the cursor, the keys. Beside
// the list, where it is narrow, the legend has two lines.
const mapWordsBelow = 4

// layout draws what the map is in now.
func (m *hotelMap) layout(h *Hotels) {
	m.lines = nil
	if m.form == mapNone || len(h.rows) == 0 || h.panelOpen() {
		return
	}
	width, height := h.mapSize()
	if m.form == mapWords {
		m.lines = m.words(h, width, height+mapWordsBelow)
		return
	}
	theme, at, legendLines := h.deps.Theme, h.table.Cursor(), 2
	if m.inPlace(h) {
		legendLines = 1
	}
	m.lines = m.draw(h, width, height)
	if _, known := h.mapAround(); !known {
		return
	}
	m.lines = append(m.lines, muted(theme, m.legend(h, width, height), width, legendLines)...)
	hotel := ui.Wrap(h.hotelInWords(at, &h.rows[at]), width)
	if len(hotel) > 2 {
		hotel = []string{hotel[0], ui.Truncate(strings.Join(hotel[1:], " "), width)}
	}
	m.lines = append(m.lines, styled(theme.Title.Render, hotel)...)
	if !h.find.open {
		m.lines = append(m.lines, theme.Muted.Render(ui.Truncate(h.deps.say("{map.nearer} {map.farther} zoom · "+panKeys(h.deps)+" move · {map} in words"), width)))
	}
}

// words lists the hotels around the cursor with their numbers and places in words.
func (m *hotelMap) words(h *Hotels, width, height int) []string {
	theme, cursor := h.deps.Theme, h.table.Cursor()
	block := func(i int) []string { return ui.Wrap(h.hotelInWords(i, &h.rows[i]), max(1, width-2)) }
	from, to, room := cursor, cursor, max(1, height-1) // Of the hotels with lines, to is the first without.
	for grown := true; grown; {
		grown = false
		for _, next := range []int{to, from - 1} {
			if next < 0 || next >= len(h.rows) {
				continue
			}
			if n := len(block(next)); n <= room {
				room, grown = room-n, true
				from, to = min(from, next), max(to, next+1)
			}
		}
	}
	lines := []string{theme.Muted.Render(ui.Truncate("where they are, in words"+when(!h.find.open, h.deps.say(" · {map} leaves")), width))}
	for i := from; i < to; i++ {
		sign, style := "  ", theme.Plain
		if i == cursor {
			sign, style = "› ", theme.Title
		}
		for _, line := range block(i) {
			lines = append(lines, style.Render(sign+line))
			sign = "  "
		}
	}
	return lines
}

// hotelInWords returns a hotel with its number, its place from the map's point and its price.
func (h *Hotels) hotelInWords(i int, row *booking.HotelRow) string {
	place := "its place is not known"
	if point, known := h.mapAround(); known && row.Located {
		km := trip.Kilometres(point.Origin, row.Location)
		way := trip.CompassWords(trip.Compass(point.Origin, row.Location))
		place = h.deps.distanceWords(km, h.deps.distanceUnit()) + " " + way + " of " + point.words
	}
	price := ""
	if pays := row.Rate.Pays(); pays.IsSet() {
		price = pays.String()
	}
	return strconv.Itoa(i+1) + " " + row.Name + ": " + joinedBy(", ", []string{starsWords(row.Stars), price, place})
}
