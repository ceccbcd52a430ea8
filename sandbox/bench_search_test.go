//go:build unix

package sandbox

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"bellhop/sandbox/world"
)

// queryKinds make what agents type, of the facts of some hotel of the world.
var queryKinds = map[string]func(dice *rand.Rand, w *world.World, p world.Property) string{
	"city":    func(_ *rand.Rand, _ *world.World, p world.Property) string { return p.City },
	"country": func(_ *rand.Rand, _ *world.World, p world.Property) string { return p.Country },
	"name":    func(_ *rand.Rand, _ *world.World, p world.Property) string { return p.Name },
	"code":    func(_ *rand.Rand, _ *world.World, p world.Property) string { return p.Chain + p.Code },
	"chain":   func(_ *rand.Rand, _ *world.World, p world.Property) string { return p.Chain + " " + p.City },
	"prefix": func(dice *rand.Rand, _ *world.World, p world.Property) string {
		return beginning(dice, oneWord(dice, p), 6)
	},
	"two words":   func(dice *rand.Rand, _ *world.World, p world.Property) string { return someWords(dice, p, 2) },
	"three words": func(dice *rand.Rand, _ *world.World, p world.Property) string { return someWords(dice, p, 3) },
	"four words":  func(dice *rand.Rand, _ *world.World, p world.Property) string { return someWords(dice, p, 4) },
	"two hotels' words": func(dice *rand.Rand, w *world.World, p world.Property) string {
		return oneWord(dice, p) + " " + oneWord(dice, w.Property(dice.IntN(w.Len())))
	},
	"three hotels' words": func(dice *rand.Rand, w *world.World, p world.Property) string {
		return oneWord(dice, p) + " " + oneWord(dice, w.Property(dice.IntN(w.Len()))) + " " + oneWord(dice, w.Property(dice.IntN(w.Len())))
	},
	"city and a beginning": func(dice *rand.Rand, _ *world.World, p world.Property) string {
		return p.City + " " + beginning(dice, oneWord(dice, p), 2)
	},
	"country and a word": func(dice *rand.Rand, w *world.World, p world.Property) string {
		return p.Country + " " + oneWord(dice, w.Property(dice.IntN(w.Len())))
	},
	"beginnings": func(dice *rand.Rand, _ *world.World, p world.Property) string {
		return beginning(dice, oneWord(dice, p), 3) + " " + beginning(dice, oneWord(dice, p), 3)
	},
	"letters": func(dice *rand.Rand, _ *world.World, p world.Property) string {
		letters := make([]string, 2+dice.IntN(4))
		for i := range letters {
			letters[i] = beginning(dice, oneWord(dice, p), 1)
		}
		return strings.Join(letters, " ")
	},
	"misspelt": func(dice *rand.Rand, _ *world.World, p world.Property) string {
		word := []rune(p.City)
		i := dice.IntN(len(word))
		return string(append(word[:i:i], word[min(i+1, len(word)):]...)) + " hotel"
	},
	"misspelt beginning": func(dice *rand.Rand, _ *world.World, p world.Property) string {
		word := []rune(oneWord(dice, p))
		word = word[:min(len(word), 4+dice.IntN(4))]
		if len(word) < 4 {
			return string(word)
		}
		word[1+dice.IntN(len(word)-1)] = rune('a' + dice.IntN(26))
		return p.City + " " + string(word)
	},
	"nothing": func(dice *rand.Rand, _ *world.World, _ world.Property) string {
		return strings.Repeat(string(rune('q'+dice.IntN(8))), 3+dice.IntN(8)) + "zq"
	},
}

// oneWord is a word of a hotel's name or place.
func oneWord(dice *rand.Rand, p world.Property) string {
	list := strings.Fields(p.Name + " " + p.City + " " + p.Country)
	return list[dice.IntN(len(list))]
}

// someWords are words of one hotel's name and city, in any order.
func someWords(dice *rand.Rand, p world.Property, count int) string {
	list := strings.Fields(p.Name + " " + p.City)
	dice.Shuffle(len(list), func(i, k int) { list[i], list[k] = list[k], list[i] })
	return strings.Join(list[:min(count, len(list))], " ")
}

// beginning is the first one to most letters of a word.
func beginning(dice *rand.Rand, word string, most int) string {
	letters := []rune(word)
	return string(letters[:min(len(letters), 1+dice.IntN(most))])
}

// queryMix is a fair mix of 540 queries, the same for the same world.
func queryMix(w *world.World) (queries []string) {
	dice := rand.New(rand.NewPCG(1, 2))
	for _, kind := range slices.Sorted(maps.Keys(queryKinds)) {
		for range 30 {
			queries = append(queries, queryKinds[kind](dice, w, w.Property(dice.IntN(w.Len()))))
		}
	}
	dice.Shuffle(len(queries), func(i, k int) { queries[i], queries[k] = queries[k], queries[i] })
	return queries
}

// BenchmarkDestinations measures the search for destinations and hotels by a
// mix of queries: by itself, as a request, and a request that is answered with
// the same bytes every time.
func BenchmarkDestinations(b *testing.B) {
	for _, size := range benchSizes {
		b.Run(fmt.Sprintf("hotels=%d", size), func(b *testing.B) {
			x := serve(b, func(o *Options) { o.Properties = size })
			queries := queryMix(x.sandbox.world)
			b.Run("search", func(b *testing.B) {
				measure(b, 1, func(i int) error {
					x.sandbox.world.Search(queries[i%len(queries)], "", world.Everything, 500)
					return nil
				})
			})
			b.Run("request", func(b *testing.B) {
				sent := 0
				measure(b, 1, func(i int) error {
					text, err := x.ask(200, http.MethodGet, pathPlaces+"?query="+url.QueryEscape(queries[i%len(queries)]), nil)
					sent += len(text)
					return err
				})
				b.ReportMetric(float64(sent)/float64(b.N)/1e3, "kB/op")
			})
			b.Run("floor", func(b *testing.B) {
				text := x.answer(200, http.MethodGet, pathPlaces+"?query=hotel", nil)
				f := floor(b, 200, text)
				measure(b, 1, func(int) error {
					_, err := f.ask(200, http.MethodGet, pathPlaces, nil)
					return err
				})
				b.ReportMetric(float64(len(text))/1e3, "kB/op")
			})
		})
	}
}

// BenchmarkHotelSearch measures a page of hotels around airports and cities
// all over the world, near and far, and further pages.
func BenchmarkHotelSearch(b *testing.B) {
	for _, size := range benchSizes {
		b.Run(fmt.Sprintf("hotels=%d", size), func(b *testing.B) {
			x := serve(b, func(o *Options) { o.Properties = size })
			for _, c := range []struct {
				name   string
				km     float64
				filter tree
			}{
				{"16km", 16, nil},
				{"400km", 400, nil},
				{"400km, by name", 400, tree{"name": "lantern"}},
				{"400km, by chain", 400, tree{"chain_code": "LX"}},
				{"1000mi", 1609, nil},
			} {
				b.Run(c.name, func(b *testing.B) {
					var bodies [][]byte
					for _, code := range []string{"LON", "NYC", "TYO", "SYD", "PAR", "LHR", "BOM", "KWI", "DEN", "SAO"} {
						body := searchBody()
						put(body, "filter.location.details.iata_code", code)
						put(body, "filter.location.radius", tree{"value": c.km, "type": "km"})
						if c.km > 1000 {
							put(body, "filter.location.radius", tree{"value": c.km / 1.609344, "type": "mi"})
						}
						if c.filter != nil {
							put(body, "filter.hotel", c.filter)
						}
						bodies = append(bodies, encoded(b, body))
					}
					sent := 0
					measure(b, 1, func(i int) error {
						text, err := x.ask(200, http.MethodPost, pathSearch, bodies[i%len(bodies)])
						sent += len(text)
						return err
					})
					b.ReportMetric(float64(sent)/float64(b.N)/1e3, "kB/op")
				})
			}
		})
	}
}
