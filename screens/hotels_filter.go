package screens

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
	"bellhop/ui"
	"bellhop/ui/keymap"
)

// A hotelFilter narrows a hotel list. Every line tells how many hotels it would leave, and the line under the cursor
// lists what it can be set to.
type hotelFilter struct {
	open     bool
	set      trip.Filter
	price    string // the bounds of what the guest pays, as typed: "500", "300-500", "300-"
	anew     bool   // the next digit begins another price
	refused  bool   // enter refused the price
	currency string // of the list's totals; empty when there are several

	currencies []string // of the list's totals
	given      string   // the currency of the price, where a line named one
	list       booking.HotelList
	cursor     filterLine
	left       [filterLines]int
	choices    []booking.Choice // of the line under the cursor
	prices     booking.PriceRange
	priced     bool // whether there is such a range
	keys       filterKeys
	names      *keymap.Map // of keys
}

type filterLine int

const (
	lineFree filterLine = iota
	lineAccessible
	lineStars
	linePrice
	lineChain
	lineAmenity
	filterLines // how many there are
)

type filterKeys struct{ up, down, less, more, toggle, one, clear, done key.Binding }

func (f *hotelFilter) learn(list booking.HotelList) {
	f.list, f.currencies, f.currency = list, list.Currencies(), ""
	if len(f.currencies) == 1 {
		f.currency = f.currencies[0]
	}
	f.count()
}

// value returns the filter that applies to the list. It has no price while the list has several currencies or none.
func (f *hotelFilter) value() trip.Filter {
	applied, _ := f.asked().InForce(f.currencies)
	return applied
}

// ask sets what a line asks for. A price without a currency is in that of the list.
func (f *hotelFilter) ask(filter trip.Filter) {
	least, most := filter.MinPrice.Number(), filter.MaxPrice.Number()
	f.price, f.given = when(least != "", least+"-")+most, valueOr(filter.MaxPrice.Currency(), filter.MinPrice.Currency())
	filter.MinPrice, filter.MaxPrice = api.Money{}, api.Money{}
	f.set = filter
}

// asked returns the filter as it was typed or set, whether or not its price applies.
func (f *hotelFilter) asked() trip.Filter {
	v, currency := f.set, valueOr(f.given, f.currency)
	least, most := f.bounds()
	if least != "" {
		v.MinPrice = api.NewMoney(least, currency)
	}
	if most != "" && f.misordered() == "" {
		v.MaxPrice = api.NewMoney(most, currency)
	}
	return v
}

// misordered says that the lower bound of the price is above the upper one; empty if it is not. While a price is typed, the
// remaining digits may be still to come.
func (f *hotelFilter) misordered() string {
	least, most := f.bounds()
	low, _ := strconv.Atoi(least)
	if high, err := strconv.Atoi(most); err == nil && low > high {
		return least + " is more than " + most
	}
	return ""
}

func (f *hotelFilter) bounds() (least, most string) {
	least, most, both := strings.Cut(f.price, "-")
	if !both {
		return "", least
	}
	return least, most
}

func (f *hotelFilter) show(deps *Deps) {
	f.open, f.anew, f.names = true, true, deps.keymap()
	f.keys = filterKeys{
		up: deps.bind("list.up"), down: deps.bind("list.down"),
		less: deps.bind("value.less"), more: deps.bind("value.more"), toggle: deps.bind("value.change"), one: deps.bind("value.clear"),
		clear: deps.bind("clear", "clear all"), done: deps.bind("filter.keep"),
	}
	f.count()
}

func (f *hotelFilter) bindings() []key.Binding {
	return append(f.footer(), f.keys.up, f.keys.down)
}

// footer leaves out the keys that move around.
func (f *hotelFilter) footer() []key.Binding {
	k := f.keys
	k.clear.SetEnabled(f.isSet())
	k.one.SetEnabled(f.lineSet())
	return []key.Binding{k.done, k.clear, k.toggle, k.less, k.more, k.one}
}

// update handles a key while the panel is open, and reports whether the filter changed.
func (f *hotelFilter) update(msg tea.KeyMsg) bool {
	k, before := f.keys, f.value()
	f.refused = false
	switch {
	case key.Matches(msg, k.done) && f.misordered() != "":
		f.moveTo(linePrice)
		f.refused = true
	case key.Matches(msg, k.done):
		f.open = false
	case key.Matches(msg, k.up):
		f.moveTo(f.cursor + filterLines - 1)
	case key.Matches(msg, k.down):
		f.moveTo(f.cursor + 1)
	case key.Matches(msg, k.clear):
		f.clear()
	case key.Matches(msg, k.one):
		f.clearLine()
	case key.Matches(msg, k.less):
		f.change(-1)
	case key.Matches(msg, k.more), key.Matches(msg, k.toggle):
		f.change(1)
	case f.cursor == linePrice:
		f.typePrice(msg)
	}
	if f.value() == before {
		return false
	}
	f.count()
	return true
}

func (f *hotelFilter) moveTo(line filterLine) {
	f.cursor, f.anew = line%filterLines, true
	f.count()
}

func (f *hotelFilter) change(by int) {
	switch f.cursor {
	case lineFree:
		f.set.FreeCancel = !f.set.FreeCancel
	case lineAccessible:
		f.set.Accessible = !f.set.Accessible
	case linePrice:
		f.price, f.given, f.anew = f.nextPrice(by), "", true
	default:
		f.choose(around(f.choices, f.chosen(), by))
	}
}

// chosen returns what the line under the cursor is set to, as one of its choices has it; empty is any.
func (f *hotelFilter) chosen() string {
	switch f.cursor {
	case lineStars:
		return when(f.set.MinStars > 0, strconv.Itoa(f.set.MinStars))
	case lineChain:
		return f.set.Chain
	case lineAmenity:
		return f.set.Amenity
	default:
		return ""
	}
}

func (f *hotelFilter) choose(choice booking.Choice) {
	switch f.cursor {
	case lineStars:
		f.set.MinStars, _ = strconv.Atoi(choice.Value)
	case lineChain:
		f.set.Chain, f.set.ChainName = choice.Value, choice.Name
	case lineAmenity:
		f.set.Amenity = choice.Value
	default:
	}
}

// around returns the neighbour of a choice that leaves something, with "any" between last and first.
func around(choices []booking.Choice, current string, by int) booking.Choice {
	all := append([]booking.Choice{{Left: 1}}, choices...)
	at := max(0, slices.IndexFunc(all, func(c booking.Choice) bool { return c.Value == current }))
	for range all {
		at = (at + by + len(all)) % len(all)
		if all[at].Left > 0 {
			break
		}
	}
	return all[at]
}

// nextPrice moves the most that the guest pays by a round step through the list's own prices.
func (f *hotelFilter) nextPrice(by int) string {
	if !f.priced {
		return ""
	}
	least, most := f.bounds()
	low, _ := strconv.Atoi(least)
	n, _ := strconv.Atoi(most)
	if by > 0 {
		n = max(n, low)
	}
	price := when(least != "", least+"-")
	if n = f.prices.Next(n, by); n > low {
		price += strconv.Itoa(n)
	}
	return price
}

func (f *hotelFilter) help() string {
	if f.refused {
		return f.misordered() + "; type a price like 300-500"
	}
	clears := "enter keeps"
	switch {
	case f.lineSet():
		clears = "{value.clear} clears this one, {clear} all, enter keeps"
	case f.isSet():
		clears = "{clear} clears all, enter keeps"
	}
	if f.priced && f.cursor == linePrice {
		return fmt.Sprintf(f.names.Say("type 500 or 300-500, or left and right by %d; "+clears), f.prices.Step)
	}
	return f.names.Say("left and right change; " + clears)
}

// lineSet reports whether the line under the cursor asks for anything.
func (f *hotelFilter) lineSet() bool {
	switch f.cursor {
	case lineFree:
		return f.set.FreeCancel
	case lineAccessible:
		return f.set.Accessible
	case linePrice:
		return f.price != ""
	default:
		return f.chosen() != ""
	}
}

// clearLine takes off what the line under the cursor asks for.
func (f *hotelFilter) clearLine() {
	switch f.cursor {
	case lineFree:
		f.set.FreeCancel = false
	case lineAccessible:
		f.set.Accessible = false
	case linePrice:
		f.price, f.given, f.anew = "", "", true
	default:
		f.choose(booking.Choice{})
	}
}

func (f *hotelFilter) isSet() bool { return f.asked() != trip.Filter{} }

func (f *hotelFilter) clear() {
	f.replace(trip.Filter{})
}

// replace sets another filter: one with less than this one.
func (f *hotelFilter) replace(filter trip.Filter) {
	if filter.PriceWords() == "" {
		f.price, f.given = "", ""
	}
	filter.MinPrice, filter.MaxPrice = api.Money{}, api.Money{}
	f.set, f.anew = filter, true
	f.count()
}

// mostDigits is how many digits each bound of a price may have.
const mostDigits = 9

// typePrice takes digits, and a sign between the least and the most. What was there before the cursor came, or was set by
// steps, is replaced.
func (f *hotelFilter) typePrice(msg tea.KeyMsg) {
	if msg.Type == tea.KeyBackspace && f.price != "" {
		f.price, f.anew = f.price[:len(f.price)-1], false
	}
	for _, r := range msg.Runes {
		switch {
		case r == '-' && f.price != "" && !strings.Contains(f.price, "-"):
			f.price, f.anew = f.price+"-", false
		case r < '0' || r > '9':
		default:
			if f.anew {
				f.price, f.given, f.anew = "", "", false
			}
			bound := f.price[strings.IndexByte(f.price, '-')+1:]
			if len(bound) < mostDigits && (bound != "" || r != '0') {
				f.price += string(r)
			}
		}
	}
}

// count works out what each line leaves with all the others as they are, or would if it were set.
func (f *hotelFilter) count() {
	if !f.open {
		return
	}
	now := f.value()
	all := f.list.Count(now)
	for line := range filterLines {
		with := now
		with.FreeCancel = now.FreeCancel || line == lineFree
		with.Accessible = now.Accessible || line == lineAccessible
		f.left[line] = all
		if with != now {
			f.left[line] = f.list.Count(with)
		}
	}
	f.prices, f.priced = f.list.PriceRange(now)
	switch f.cursor {
	case lineStars:
		f.choices = f.list.Classes(now)
	case lineChain:
		f.choices = f.list.Chains(now)
	case lineAmenity:
		f.choices = f.list.Amenities(now)
	default:
		f.choices = nil
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
	case linePrice:
		label = "guest pays"
		if rooms := f.list.Trip.Rooms; rooms > 1 {
			label = fmt.Sprintf("all %d rooms cost", rooms)
		}
		currency := valueOr(f.given, f.currency)
		switch least, _ := f.bounds(); {
		case currency == "" && f.price != "":
			return label, f.price + ": which currency?"
		case currency == "":
			return label, "several currencies"
		case f.price == "":
			return label, "any " + currency
		default:
			return label, when(least == "", "up to ") + f.price + " " + currency
		}
	case lineChain:
		return "chain", valueOr(valueOr(f.set.ChainName, f.set.Chain), "any")
	case lineAmenity:
		return "amenity", valueOr(f.set.Amenity, "any")
	default:
		return "", ""
	}
}

// lines draws the panel: each line with what it leaves, and what the line under the cursor can be set to, one below
// the other where the height is not 0.
func (f *hotelFilter) lines(t ui.Theme, width, height int) []string {
	read := fmt.Sprintf("   of %d loaded", len(f.list.Items))
	lines, left := []string{t.Title.Render("filter") + t.Muted.Render(read), ""}, f.leftWidth()
	for line := range filterLines {
		label, value := f.line(line)
		text := ui.Fit(label, 17) + ui.Fit(value, max(8, min(28, width-19-left))) + ui.FitRight(leftWords(f.left[line]), left)
		switch {
		case line == f.cursor:
			lines = append(lines, t.Cursor.Render("› "+text))
		case f.left[line] == 0:
			lines = append(lines, t.Muted.Render("  "+text))
		default:
			lines = append(lines, "  "+text)
		}
	}
	help := styled(t.Muted.Render, ui.Wrap(f.help(), width))
	if height == 0 {
		return append(append(lines, f.choicesLine(t, width)), help...)
	}
	lines = append(append(lines, ""), help...)
	return append(lines, f.choicesBelow(t, width, height-len(lines)-1)...)
}

// leftWidth is how wide the counts of a column are: as that of the whole list.
func (f *hotelFilter) leftWidth() int { return max(10, ui.Width(leftWords(len(f.list.Items)))) }

func leftWords(left int) string { return wording.Plural(left, "hotel") }

// options lists "any" and the choices, and says which one is set.
func (f *hotelFilter) options() (options []booking.Choice, set int) {
	options = append([]booking.Choice{{Name: "any"}}, f.choices...)
	return options, max(0, slices.IndexFunc(options, func(c booking.Choice) bool { return c.Value == f.chosen() }))
}

// choicesBelow draws the choices one below the other, those around the one that is set. What leaves nothing is dimmed.
func (f *hotelFilter) choicesBelow(t ui.Theme, width, height int) []string {
	if len(f.choices) == 0 || height < 2 {
		return nil
	}
	options, set := f.options()
	left := f.leftWidth()
	from := max(0, min(set-height/2, len(options)-height))
	lines := []string{""}
	for i := from; i < min(len(options), from+height); i++ {
		text := ui.Fit(options[i].Name, max(8, min(32, width-4-left)))
		if i > 0 {
			text += ui.FitRight(leftWords(options[i].Left), left)
		}
		switch {
		case i == set:
			text = t.Accent.Render("› " + text)
		case i > 0 && options[i].Left == 0:
			text = t.Muted.Render("  " + text)
		default:
			text = "  " + text
		}
		lines = append(lines, text)
	}
	return lines
}

// choicesLine draws the choices beside each other, so that the one that is set is among them.
func (f *hotelFilter) choicesLine(t ui.Theme, width int) string {
	if len(f.choices) == 0 {
		return ""
	}
	options, set := f.options()
	texts := make([]string, len(options))
	for i, o := range options {
		texts[i] = t.Plain.Render(o.Name + when(i > 0, " "+strconv.Itoa(o.Left)))
	}
	texts[set] = "[" + texts[set] + "]"
	from := 0
	for from < set && ui.Width(strings.Join(texts[from:set+1], "  ")) > width {
		from++
	}
	to := set + 1
	for to < len(texts) && ui.Width(strings.Join(texts[from:to+1], "  ")) <= width {
		to++
	}
	for i := from; i < to; i++ {
		if i > 0 && options[i].Left == 0 {
			texts[i] = t.Muted.Around(texts[i])
		}
	}
	return strings.Join(texts[from:to], "  ")
}

func onOff(on bool) string {
	if on {
		return "[x] only"
	}
	return "[ ] any"
}
