// Package index finds hotels and the regions that they stand in by their names.
package index

import (
	"iter"
	"runtime"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"bellhop/internal/guard"
)

// Source is what an index is built of. Hotels and cities are known by numbers.
type Source struct {
	Order  []int32    // the hotels in the order of results
	City   []uint16   // the city of each hotel in Order
	Cities [][]string // words of each city
	// Regions lists the regions, the most prominent first.
	Regions func() []Region
	// Hotels lists a range of hotels: the city of each, and the words of its name.
	Hotels func(from, to int) iter.Seq2[int, []string]
}

// Index finds hotels by their words. A hotel is known by its position in the order of
// results, so that rising positions are hotels best first.
//
// The words of places are kept once for each city, and those of a hotel's own name as
// numbers in the sorted vocabulary: the words with a prefix are a span of numbers.
type Index struct {
	order []int32  // position to hotel
	city  []uint16 // position to city

	vocabulary []string // words of names, sorted
	words      []uint16 // of all positions, one after the other
	from       []uint32 // the words of position p are words[from[p]:from[p+1]]

	byCity   lists // positions of a city
	byWord   lists // positions of a word, empty for a common one
	common   map[span]bitmap
	commonAt int // whatever is in more names than this is common

	towns   vocabulary // words to cities
	cities  int        // how many there are
	regions gazetteer
	speller func() *speller
}

// span is the words from one number up to another.
type span struct{ from, to int }

// lists are many rising lists of positions in one piece of memory.
type lists struct {
	from []uint32
	all  []int32
}

func (l *lists) of(i int) []int32 { return l.all[l.from[i]:l.from[i+1]] }

// vocabulary leads from sorted words to the things that have them.
type vocabulary struct {
	words  []string
	owners [][]uint16
}

func makeVocabulary(count int, wordsOf func(i int) []string) vocabulary {
	owners := map[string][]uint16{}
	for i := range count {
		for _, word := range wordsOf(i) {
			if list := owners[word]; len(list) == 0 || list[len(list)-1] != uint16(i) {
				owners[word] = append(list, uint16(i))
			}
		}
	}
	v := vocabulary{words: make([]string, 0, len(owners))}
	for word := range owners {
		v.words = append(v.words, word)
	}
	slices.Sort(v.words)
	for _, word := range v.words {
		v.owners = append(v.owners, owners[word])
	}
	return v
}

// beginning is the words that begin with a prefix.
func beginning(sorted []string, prefix string) span {
	from := sort.SearchStrings(sorted, prefix)
	to := from + sort.Search(len(sorted)-from, func(i int) bool { return !strings.HasPrefix(sorted[from+i], prefix) })
	return span{from, to}
}

// just is one word and no other, or nothing.
func just(sorted []string, word string) span {
	at, ok := slices.BinarySearch(sorted, word)
	if !ok {
		return span{}
	}
	return span{at, at + 1}
}

// draft is the words of one part of the world's hotels.
type draft struct {
	words      []uint16 // numbers in the draft's own vocabulary
	from       []uint32 // the words of the part's hotel n are words[from[n]:from[n+1]]
	vocabulary []string
}

// Build lists the hotels under their words, on every processor. Progress, unless it is
// nil, is told how many hotels are done, from one goroutine at a time.
func Build(s Source, progress func(done int)) *Index {
	x := &Index{order: s.Order, city: s.City, cities: len(s.Cities)}
	var group sync.WaitGroup
	group.Go(func() {
		defer guard.Catch()
		x.regions = makeGazetteer(s.Regions())
	})
	group.Go(func() {
		defer guard.Catch()
		x.towns = makeVocabulary(len(s.Cities), func(c int) []string { return s.Cities[c] })
	})
	drafts := make([]draft, parts(len(s.Order)))
	var report sync.Mutex
	done := 0
	InParts(len(s.Order), func(part, from, to int) {
		drafts[part] = s.draft(from, to)
		if progress != nil {
			report.Lock()
			defer report.Unlock()
			done += to - from
			progress(done)
		}
	})
	group.Wait()
	x.number(drafts)
	x.fill(drafts)
	x.list(len(s.Cities))
	x.markCommon()
	// Only a misspelt word needs it, and no start waits for it.
	x.speller = sync.OnceValue(func() *speller { return makeSpeller(x.towns.words, x.vocabulary) })
	return x
}

// partSize is how many hotels are looked at as one part of all.
const partSize = 1 << 14

func parts(hotels int) int { return (hotels + partSize - 1) / partSize }

// InParts calls each with the number and the range of every part of so many
// hotels, on every processor.
func InParts(hotels int, each func(part, from, to int)) {
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), parts(hotels)) {
		group.Go(func() {
			defer guard.Catch()
			for {
				part := int(next.Add(1)) - 1
				if part >= parts(hotels) {
					return
				}
				each(part, part*partSize, min(hotels, (part+1)*partSize))
			}
		})
	}
	group.Wait()
}

// draft lists the words of a range of hotels that their cities do not have as well.
func (s *Source) draft(from, to int) draft {
	d := draft{from: make([]uint32, 1, to-from+1), words: make([]uint16, 0, 4*(to-from))}
	ids := map[string]uint16{}
	for city, name := range s.Hotels(from, to) {
		place := s.Cities[city]
		start := len(d.words)
		for _, word := range name {
			if slices.Contains(place, word) {
				continue
			}
			id, ok := ids[word]
			if !ok {
				id = uint16(len(d.vocabulary)) //nolint:gosec // a draft has far fewer words than 65,536
				ids[word] = id
				d.vocabulary = append(d.vocabulary, word)
			}
			if !slices.Contains(d.words[start:], id) {
				d.words = append(d.words, id)
			}
		}
		d.from = append(d.from, uint32(len(d.words))) //nolint:gosec // a name has at most 60 characters
	}
	return d
}

// number gives the words of all drafts their numbers in one vocabulary.
func (x *Index) number(drafts []draft) {
	all := map[string]bool{}
	for _, d := range drafts {
		for _, word := range d.vocabulary {
			all[word] = true
		}
	}
	x.vocabulary = make([]string, 0, len(all))
	for word := range all {
		x.vocabulary = append(x.vocabulary, word)
	}
	slices.Sort(x.vocabulary)
	for _, d := range drafts {
		numbers := make([]uint16, len(d.vocabulary))
		for i, word := range d.vocabulary {
			at, _ := slices.BinarySearch(x.vocabulary, word)
			numbers[i] = uint16(at) //nolint:gosec // the tables of names make a few thousand words
		}
		for i, id := range d.words {
			d.words[i] = numbers[id]
		}
	}
}

// fill copies the words of the drafts into the order of results.
func (x *Index) fill(drafts []draft) {
	total := 0
	for _, d := range drafts {
		total += len(d.words)
	}
	x.from, x.words = make([]uint32, len(x.order)+1), make([]uint16, 0, total)
	for at, i := range x.order {
		d, n := &drafts[i/partSize], i%partSize
		x.words = append(x.words, d.words[d.from[n]:d.from[n+1]]...)
		x.from[at+1] = uint32(len(x.words)) //nolint:gosec // some words for each of MostProperties
	}
}

// list makes the lists of positions. A word that is in so many names that a
// bitmap is smaller than its list gets none.
func (x *Index) list(cities int) {
	x.commonAt = max(4096, len(x.order)/32)
	x.byCity = invert(cities, func(yield func(list int, at int32)) {
		for at, c := range x.city {
			yield(int(c), int32(at))
		}
	})
	counts := make([]int, len(x.vocabulary))
	for _, word := range x.words {
		counts[word]++
	}
	x.byWord = invert(len(counts), func(yield func(list int, at int32)) {
		for at := range x.order {
			for _, word := range x.words[x.from[at]:x.from[at+1]] {
				if counts[word] <= x.commonAt {
					yield(int(word), int32(at))
				}
			}
		}
	})
	x.common = map[span]bitmap{}
	for word, n := range counts {
		if n > x.commonAt {
			x.common[span{word, word + 1}] = newBitmap(len(x.order))
		}
	}
	for at := range x.order {
		for _, word := range x.words[x.from[at]:x.from[at+1]] {
			if counts[word] > x.commonAt {
				x.common[span{int(word), int(word) + 1}].set(int32(at))
			}
		}
	}
}

// invert makes lists of what each calls yield with, in that order.
func invert(count int, each func(yield func(list int, at int32))) lists {
	l := lists{from: make([]uint32, count+1)}
	each(func(list int, _ int32) { l.from[list+1]++ })
	for i := range count {
		l.from[i+1] += l.from[i]
	}
	l.all = make([]int32, l.from[count])
	next := slices.Clone(l.from)
	each(func(list int, at int32) {
		l.all[next[list]] = at
		next[list]++
	})
	return l
}

// markCommon makes the bitmaps of prefixes that begin a word of very many names.
func (x *Index) markCommon() {
	var walk func(s span, prefix int)
	walk = func(s span, prefix int) {
		for i := s.from; i < s.to; {
			word := x.vocabulary[i]
			if len(word) <= prefix {
				i++
				continue
			}
			_, size := utf8.DecodeRuneInString(word[prefix:])
			part := beginning(x.vocabulary, word[:prefix+size])
			if x.most(part) > x.commonAt {
				if x.common[part] == nil {
					set := newBitmap(len(x.order))
					x.gather(part, set)
					x.common[part] = set
				}
				walk(part, prefix+size)
			}
			i = part.to
		}
	}
	walk(span{0, len(x.vocabulary)}, 0)
}

// most is how many names have a word of a span, or more.
func (x *Index) most(s span) int {
	if b := x.common[s]; b != nil {
		return b.count()
	}
	n := int(x.byWord.from[s.to] - x.byWord.from[s.from])
	for word := s.from; word < s.to; word++ {
		if x.byWord.from[word] == x.byWord.from[word+1] {
			n += len(x.order) // every word is in some name, so this one is common
		}
	}
	return n
}

// gather adds the positions whose names have a word of a span to a set.
func (x *Index) gather(s span, set bitmap) {
	if b := x.common[s]; b != nil {
		set.or(b)
		return
	}
	for _, at := range x.byWord.all[x.byWord.from[s.from]:x.byWord.from[s.to]] {
		set.set(at)
	}
	for word := s.from; word < s.to; word++ {
		if b := x.common[span{word, word + 1}]; b != nil {
			set.or(b)
		}
	}
}
