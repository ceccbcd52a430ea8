package screens

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/wording"
	"bellhop/ui"
)

// A hotelFilter narrows a hotel list. Every line tells how many hotels it would leave.
type hotelFilter struct {
	open     bool
	set      booking.HotelFilter
	maximum  string // digits of the highest total, as typed
	currency string // of the list's totals; empty when there are several
	chains   []string
	amenity  []string
	list     booking.HotelList
	cursor   filterLine
	left     [filterLines]int
	keys     filterKeys
}

type filterLine int

const (
	lineFree filterLine = iota
	lineAccessible
	lineStars
	lineMaximum
	lineChain
	lineAmenity
	filterLines // how many there are
)

type filterKeys struct{ up, down, less, more, toggle, clear, done key.Binding }

// maxStars is the highest class that the panel offers.
const maxStars = 5

func (f *hotelFilter) learn(list booking.HotelList) {
	f.list = list
	f.chains, f.amenity = list.Choices()
	f.currency = ""
	for _, item := range list.Items {
		code := item.Total.Currency()
		if code != "" && f.currency != "" && code != f.currency {
			f.currency = ""
			break
		}
		f.currency = code
	}
	f.count()
}

func (f *hotelFilter) value() booking.HotelFilter {
	v := f.set
	if f.maximum != "" && f.currency != "" {
		v.MaxTotal = api.NewMoney(f.maximum, f.currency)
	}
	return v
}

func (f *hotelFilter) show() {
	f.open = true
	f.keys = filterKeys{
		up: ui.BindAs("up k", "up", "up", "k"), down: ui.BindAs("down j", "down", "down", "j"),
		less: ui.Bind("less", "left"), more: ui.Bind("more", "right"), toggle: ui.BindAs("space", "change", " "),
		clear: clearKey("clear all"), done: ui.Bind("keep", "enter", "esc", "f"),
	}
	f.count()
}

func (f *hotelFilter) bindings() []key.Binding {
	return append(f.footer(), f.keys.up, f.keys.down)
}

// footer leaves out the keys that move around.
func (f *hotelFilter) footer() []key.Binding {
	k := f.keys
	return []key.Binding{k.done, k.clear, k.toggle, k.less, k.more}
}

// update handles a key while the panel is open, and reports whether the filter changed.
func (f *hotelFilter) update(msg tea.KeyMsg) bool {
	k, before := f.keys, f.value()
	switch {
	case key.Matches(msg, k.done):
		f.open = false
	case key.Matches(msg, k.up):
		f.cursor = (f.cursor + filterLines - 1) % filterLines
	case key.Matches(msg, k.down):
		f.cursor = (f.cursor + 1) % filterLines
	case key.Matches(msg, k.clear):
		f.clear()
	case key.Matches(msg, k.less):
		f.change(-1)
	case key.Matches(msg, k.more), key.Matches(msg, k.toggle):
		f.change(1)
	case f.cursor == lineMaximum:
		f.typeMaximum(msg)
	}
	if f.value() == before {
		return false
	}
	f.count()
	return true
}

func (f *hotelFilter) change(by int) {
	switch f.cursor {
	case lineFree:
		f.set.FreeCancel = !f.set.FreeCancel
	case lineAccessible:
		f.set.Accessible = !f.set.Accessible
	case lineStars:
		f.set.MinStars = (f.set.MinStars + by + maxStars + 1) % (maxStars + 1)
	case lineMaximum:
		f.maximum = f.nextMaximum(by)
	case lineChain:
		f.set.Chain = around(f.chains, f.set.Chain, by)
	case lineAmenity:
		f.set.Amenity = around(f.amenity, f.set.Amenity, by)
	default:
	}
}

// around returns the neighbour of a choice, with "any" between last and first.
func around(choices []string, current string, by int) string {
	all := append([]string{""}, choices...)
	at := max(0, slices.Index(all, current))
	return all[(at+by+len(all))%len(all)]
}

// nextMaximum moves the highest total by a round step through the list's own prices.
func (f *hotelFilter) nextMaximum(by int) string {
	prices, ok := f.list.PriceRange()
	if !ok {
		return ""
	}
	n, err := strconv.Atoi(f.maximum)
	if err != nil {
		n = 0
	}
	if n = prices.Next(n, by); n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

func (f *hotelFilter) help() string {
	if prices, ok := f.list.PriceRange(); ok && f.cursor == lineMaximum {
		return fmt.Sprintf("type digits, or left and right by %d; x clears all, enter keeps", prices.Step)
	}
	return "left and right change, x clears all, enter keeps"
}

func (f *hotelFilter) isSet() bool { return f.value() != booking.HotelFilter{} }

func (f *hotelFilter) clear() {
	f.set, f.maximum = booking.HotelFilter{}, ""
	f.count()
}

func (f *hotelFilter) typeMaximum(msg tea.KeyMsg) {
	if msg.Type == tea.KeyBackspace && f.maximum != "" {
		f.maximum = f.maximum[:len(f.maximum)-1]
	}
	for _, r := range msg.Runes {
		if r >= '0' && r <= '9' && len(f.maximum) < 9 && (f.maximum != "" || r != '0') {
			f.maximum += string(r)
		}
	}
}

// count works out what each line leaves with all the others as they are, or would if it were set.
func (f *hotelFilter) count() {
	if !f.open {
		return
	}
	now := f.value()
	for line := range filterLines {
		with := now
		with.FreeCancel = now.FreeCancel || line == lineFree
		with.Accessible = now.Accessible || line == lineAccessible
		f.left[line] = f.list.Count(with)
	}
}

func (f *hotelFilter) line(line filterLine) (label, value string) {
	switch line {
	case lineFree:
		return "free to cancel", onOff(f.set.FreeCancel)
	case lineAccessible:
		return "accessible (ADA)", onOff(f.set.Accessible)
	case lineStars:
		if f.set.MinStars == 0 {
			return "class at least", "any"
		}
		return "class at least", wording.Stars(f.set.MinStars)
	case lineMaximum:
		if f.currency == "" {
			return "total at most", "several currencies"
		}
		if f.maximum == "" {
			return "total at most", "any " + f.currency
		}
		return "total at most", api.NewMoney(f.maximum, f.currency).String()
	case lineChain:
		return "chain", valueOr(f.set.Chain, "any")
	case lineAmenity:
		return "amenity", valueOr(f.set.Amenity, "any")
	default:
		return "", ""
	}
}

// lines draws the panel: each line with what it leaves.
func (f *hotelFilter) lines(t ui.Theme, width int) []string {
	lines := []string{t.Title.Render("filter") + t.Muted.Render(fmt.Sprintf("   of %d read", len(f.list.Items))), ""}
	for line := range filterLines {
		label, value := f.line(line)
		text := ui.Fit(label, 20) + ui.Fit(value, max(8, min(24, width-32))) + ui.FitRight(fmt.Sprintf("%d left", f.left[line]), 10)
		if line == f.cursor {
			lines = append(lines, t.Cursor.Render("› "+text))
			continue
		}
		lines = append(lines, "  "+text)
	}
	return append(append(lines, ""), styled(t.Muted.Render, ui.Wrap(f.help(), width))...)
}

func onOff(on bool) string {
	if on {
		return "[x] only"
	}
	return "[ ] any"
}
