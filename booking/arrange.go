package booking

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unique"

	"bellhop/api"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
)

// More reports whether another page can be had.
func (l HotelList) More() bool {
	switch {
	case l.token == "" || l.end != searchOpen:
		return false
	case l.Pages > 0:
		return l.page < l.Pages
	default: // The service does not count its pages.
		return l.uncounted || l.read() < l.Total
	}
}

// read returns how many hotels were read, including those that are left out.
func (l HotelList) read() int { return len(l.Items) + l.Skipped }

// IncompleteWords says that hotels are missing although there is no further page: the service repeats its pages, or counts
// more hotels than it sent. It is empty for any other list.
func (l HotelList) IncompleteWords() string {
	const incomplete = "The list of hotels is incomplete: the service "
	switch away := len(l.Away); {
	case l.end == searchRepeats:
		return incomplete + "repeats its pages."
	case !l.Reading && !l.uncounted && !l.More() && l.read() < l.Total:
		return incomplete + "counts " + wording.Plural(l.Total+away, "hotel") + " and sent " + wording.Count(l.read()+away) + "."
	default:
		return ""
	}
}

// CentreWords names the radius and the centre of the search: "within 10 mi of LHR airport; distances are from there". It is
// empty if there is no known centre.
func (l HotelList) CentreWords(miles bool) string {
	if l.Centre == nil {
		return ""
	}
	within := "within " + l.Trip.Radius.In(miles) + " of "
	if l.ByCode() {
		return within + l.query.Code + " as the service places it; distances are from " + l.Centre.Words
	}
	return within + l.Centre.Words + "; distances are from there"
}

// ByCode reports whether the code was searched because the service refused the coordinates of its airport. The
// service's centre for the code may be the city.
func (l HotelList) ByCode() bool { return l.query.Around == nil && l.Trip.HotelQuery().Around != nil }

// SkippedWords says how many hotels are left out of the list; empty where none is.
func (l HotelList) SkippedWords() string {
	if l.Skipped == 0 {
		return ""
	}
	return wording.Plural(l.Skipped, "hotel") + " left out: the service sent no code to book by"
}

// mayBeMore reports whether there may be more hotels than are in the list, of a service that does not count them.
func (l HotelList) mayBeMore() bool {
	return l.uncounted && (l.More() || l.end == searchRefused || l.end == searchRepeats)
}

// Whole reports whether the list has all that the search found, but for the hotels that are left out.
func (l HotelList) Whole() bool {
	return l.read() >= l.Total && !l.mayBeMore() && l.end != searchRepeats
}

// TotalWords says how many hotels the search found: "206 hotels", and "25+ hotels" where the service does not say and there
// may be more.
func (l HotelList) TotalWords() string {
	if l.mayBeMore() {
		return wording.AtLeast(l.Total, "hotel")
	}
	return wording.Plural(l.Total, "hotel")
}

// Sorts lists the orders of the list. It leaves out distance if none is measured.
func (l HotelList) Sorts() []trip.Sort {
	return slices.DeleteFunc(trip.Sorts(), func(by trip.Sort) bool { return by == trip.SortDistance && l.Centre == nil })
}

// InOrder returns the order that the list can be put in, and a sentence if it is not the one asked for.
func (l HotelList) InOrder(asked trip.Order) (order trip.Order, note string) {
	if asked.By == trip.SortDistance && l.Centre == nil {
		return trip.Order{}, "No distances are known here; the list is sorted by total."
	}
	return asked, ""
}

// Count says how many of the list the filter keeps.
func (l HotelList) Count(f trip.Filter) int {
	n, test := 0, newRateTest(f)
	for i := range l.Items {
		if _, ok := best(&f, &l.Items[i], &test); ok {
			n++
		}
	}
	return n
}

// A HotelRow is a hotel that a filter keeps, with the cheapest of its rates that meet it.
type HotelRow struct {
	*Listing
	Rate *ListedRate
}

// Arrange returns the hotels that match the filter and whose name, code or address contains the text, in the given order.
// Hotels without a value for the order come last, reversed or not.
func (l HotelList) Arrange(by trip.Order, f trip.Filter, find string) []HotelRow {
	find = wording.Fold(find)
	out, test := make([]HotelRow, 0, len(l.Items)), newRateTest(f)
	for i := range l.Items {
		item := &l.Items[i]
		rate, ok := best(&f, item, &test)
		if ok && (find == "" || strings.Contains(item.haystack(), find)) {
			out = append(out, HotelRow{Listing: item, Rate: rate})
		}
	}
	if by.By == trip.SortService {
		if by.Reversed {
			slices.Reverse(out)
		}
		return out
	}
	keys := make([]sortKey, len(out)) // Worked out once: a list of thousands is compared a hundred thousand times.
	for i := range out {
		keys[i] = out[i].sortKey(by.By)
		keys[i].row = i
	}
	slices.SortStableFunc(keys, func(a, b sortKey) int { return a.compare(&b, by) })
	sorted := make([]HotelRow, len(out))
	for i := range keys {
		sorted[i] = out[keys[i].row]
	}
	return sorted
}

// A sortKey is the value that a hotel is sorted by. Equal values are sorted by price.
type sortKey struct {
	last   bool // without a value for the order
	text   string
	number float64
	rate   *ListedRate
	row    int
}

func (row *HotelRow) sortKey(by trip.Sort) sortKey {
	key := sortKey{rate: row.Rate}
	switch by {
	case trip.SortTotal:
		key.last = !row.Rate.priced
	case trip.SortDistance:
		key.last, key.number = row.Km < 0, row.Km
	case trip.SortStars:
		key.last, key.number = row.Stars <= 0, -row.Stars
	case trip.SortName:
		key.text = wording.Fold(row.Name)
	case trip.SortService:
	}
	return key
}

func (k *sortKey) compare(other *sortKey, by trip.Order) int {
	if k.last != other.last {
		return lastIf(k.last)
	}
	first := cmp.Or(cmp.Compare(k.text, other.text), cmp.Compare(k.number, other.number))
	price := k.rate.compare(other.rate)
	if by.By == trip.SortTotal && k.rate.currency == other.rate.currency {
		first = price
	}
	if by.Reversed {
		first = -first
	}
	return cmp.Or(first, price)
}

// compare orders rates by price within each currency, because amounts of two currencies cannot be compared. Rates without a
// price come last.
func (r *ListedRate) compare(other *ListedRate) int {
	switch {
	case r.priced != other.priced:
		return lastIf(!r.priced)
	case r.currency != other.currency:
		return cmp.Compare(r.code(), other.code())
	default:
		return r.pays.cmp(&other.pays)
	}
}

// lastIf returns the comparison of two values of which one always comes last.
func lastIf(last bool) int {
	if last {
		return 1
	}
	return -1
}

func (item *Listing) haystack() string {
	return wording.Fold(item.Name + " " + item.ID.Chain + item.ID.Code + " " + item.ID.String() + " " + item.Street + " " + item.City)
}

// Mixed says why the prices of the rows cannot be compared with each other; empty if they can.
func Mixed(rows []HotelRow) string {
	var currency unique.Handle[string]
	for i := range rows {
		rate := rows[i].Rate
		if rate.number() == "" {
			continue
		}
		if currency != (unique.Handle[string]{}) && rate.currency != currency {
			return "several currencies: sorted within each"
		}
		currency = rate.currency
	}
	return ""
}

// Currencies returns the currencies of the list's prices, sorted.
func (l HotelList) Currencies() []string {
	var found []unique.Handle[string]
	for i := range l.Items {
		for k := range l.Items[i].rates {
			if rate := &l.Items[i].rates[k]; rate.number() != "" && !slices.Contains(found, rate.currency) {
				found = append(found, rate.currency)
			}
		}
	}
	codes := make([]string, len(found))
	for i, currency := range found {
		codes[i] = currency.Value()
	}
	slices.Sort(codes)
	return codes
}

// InForce is trip.Filter.InForce for the list.
func (l HotelList) InForce(f trip.Filter) (applied trip.Filter, words string) {
	return f.InForce(l.Currencies())
}

// Longest returns the widest price of the rows in digits; unset if there are no rows.
func Longest(rows []HotelRow) api.Money {
	whole := func(number string) int {
		if point := strings.IndexAny(number, ".eE"); point >= 0 {
			return point
		}
		return len(number)
	}
	longer := func(a, b string) bool {
		return cmp.Or(cmp.Compare(whole(a), whole(b)), cmp.Compare(len(a), len(b))) > 0
	}
	most, number := &noRate, ""
	for i := range rows {
		rate := rows[i].Rate
		price := rate.number()
		if rate.due() != "" {
			price = rate.Pays().Number()
		}
		if longer(price, number) {
			most, number = rate, price
		}
	}
	return most.Pays()
}

// Page returns the number of the newest page that was read, from 1 on.
func (l HotelList) Page() int { return l.page }

// A Choice is something that a list can be narrowed to.
type Choice struct {
	Value string // as trip.Filter has it
	Name  string // for people
	Left  int    // how many hotels the filter would keep with it
}

// Chains lists a list's chains by name, with what the filter would leave of each.
func (l HotelList) Chains(f trip.Filter) []Choice {
	f.Chain = ""
	left, names, test := map[string]int{}, map[string]map[string]int{}, newRateTest(f)
	for i := range l.Items {
		item := &l.Items[i]
		code := item.ID.Chain
		if code == "" {
			continue
		}
		if names[code] == nil {
			names[code] = map[string]int{}
		}
		names[code][item.Chain]++
		if _, ok := best(&f, item, &test); ok {
			left[code]++
		}
	}
	out := make([]Choice, 0, len(names))
	for code, called := range names {
		out = append(out, Choice{Value: code, Name: chainName(code, called), Left: left[code]})
	}
	slices.SortFunc(out, func(a, b Choice) int {
		return cmp.Or(cmp.Compare(wording.Fold(a.Name), wording.Fold(b.Name)), cmp.Compare(a.Value, b.Value))
	})
	return out
}

// chainName returns what most hotels of a chain call it, with its code; the code alone where none says.
func chainName(code string, called map[string]int) string {
	best := ""
	for _, name := range slices.Sorted(maps.Keys(called)) {
		if name != "" && (best == "" || called[name] > called[best]) {
			best = name
		}
	}
	if best == "" {
		return code
	}
	return best + " " + code
}

// Amenities lists what a list's hotels have, the most frequent first, with what the filter would leave of each.
func (l HotelList) Amenities(f trip.Filter) []Choice {
	f.Amenity = ""
	all, left, test := map[string]int{}, map[string]int{}, newRateTest(f)
	for i := range l.Items {
		_, ok := best(&f, &l.Items[i], &test)
		for _, a := range l.Items[i].Amenities() {
			all[a]++
			if ok {
				left[a]++
			}
		}
	}
	out := make([]Choice, 0, len(all))
	for a := range all {
		out = append(out, Choice{Value: a, Name: a, Left: left[a]})
	}
	slices.SortFunc(out, func(a, b Choice) int {
		return cmp.Or(cmp.Compare(all[b.Value], all[a.Value]), cmp.Compare(a.Value, b.Value))
	})
	return out
}

// Classes lists the classes from 1 to 5 stars, with what the filter would leave of each and better.
func (l HotelList) Classes(f trip.Filter) []Choice {
	out := make([]Choice, mostStars)
	for i := range out {
		f.MinStars = i + 1
		out[i] = Choice{Value: strconv.Itoa(i + 1), Name: wording.Stars(i + 1), Left: l.Count(f)}
	}
	return out
}

// FewerFilter returns the filter without the part whose removal leaves the most hotels; false if no single part leaves any.
func (l HotelList) FewerFilter(f trip.Filter) (best FewerFilter, ok bool) {
	currencies := l.Currencies()
	if applied, words := f.InForce(currencies); words == "" {
		f = applied
	}
	for _, part := range f.Asked() {
		applied, _ := part.Without.InForce(currencies)
		if left := l.Count(applied); left > best.Left {
			best = FewerFilter{FilterPart: part, Left: left}
		}
	}
	return best, best.Left > 0
}

// A FewerFilter is a filter without one of its parts, and how many hotels it keeps.
type FewerFilter struct {
	trip.FilterPart
	Left int
}
