package world

import (
	"slices"
	"testing"

	"bellhop/sandbox/world/index"
)

func TestTheWordBeingTypedMayBeMisspelt(t *testing.T) {
	w := build(t, 6000)
	for query, want := range map[string]string{
		"amstrd":     "netherlands:amsterdam",                  // a letter is missing
		"bferl":      "germany:berlin",                         // one is too many
		"edinbvr":    "united-kingdom:scotland:edinburgh",      // one is wrong
		"sinagp":     "singapore:singapore",                    // two are swapped
		"londx":      "united-kingdom:england:london",          // the last one is wrong
		"copnh":      "denmark:copenhagen",                     // long before the word is whole
		"san frnc":   "united-states:california:san-francisco", // the last of two words
		"frnakf am":  "",                                       // not the last one
		"untied sta": "united-states",                          // a whole word before it may be misspelt too
		"sao pualo":  "brazil:sao-paulo:sao-paulo",             // whole, and forgiven as ever
		"MÜNHC":      "germany:bavaria:munich",                 // accents and capitals do not matter
		"kølnn":      "germany:north-rhine-westphalia:cologne", // a name that the city is also searched by
		"brtish c":   "canada:british-columbia",                // a state
		"los anegl":  "united-states:california:los-angeles",   //
		"stokc":      "sweden:stockholm",                       // before Stoke-on-Trent: the whole name counts more
		"grand lanb": "",                                       // nothing has both words
	} {
		got := describe(w, w.Search(query, "", Destinations, 20))
		if want == "" && len(got) > 0 || want != "" && (len(got) == 0 || got[0] != want) {
			t.Errorf("%q finds %q, want %q first", query, got, want)
		}
	}
}

// TestWhatIsNotMisspeltIsTakenAsItIs types every name and place letter by
// letter: what begins a word stands for nothing else.
func TestWhatIsNotMisspeltIsTakenAsItIs(t *testing.T) {
	w := build(t, 6000)
	w.Prepare(nil)
	x, beginnings := w.found, map[string]bool{}
	list := slices.Concat(w.cityWords()...)
	for h := range w.hotels(0, w.Len()) {
		list = append(list, h.nameWords()...)
	}
	for _, word := range list {
		letters := []rune(word)
		for n := range letters {
			query := string(letters[:n+1])
			if beginnings[query] {
				continue
			}
			beginnings[query] = true
			// A corrected query is spelt in another way.
			if ways := x.Readings(query, []string{query}); len(ways) != 1 || !slices.Equal(ways[0].Spelt, []string{query}) {
				t.Fatalf("%q is taken for something else, in %d ways", query, len(ways))
			}
		}
	}
}

func TestTooLittleIsNotForgiven(t *testing.T) {
	w := build(t, 6000)
	for query, why := range map[string]string{
		"lxn":          "three letters",
		"xmstrd":       "the first letter is wrong",
		"olndo":        "the first two are swapped",
		"amxtrd":       "two errors",
		"amstrd hotel": "the misspelt word is not being typed any more",
		"lnodno 2x4x":  "digits",
		"4amstrd":      "a digit",
		"qqqqxx":       "like nothing",
	} {
		if got := describe(w, w.Search(query, "", Everything, 5)); len(got) > 0 {
			t.Errorf("%q (%s) finds %q", query, why, got)
		}
	}
}

// TestLikelierReadingsComeFirst checks the order of what a misspelt last word
// finds: places by how well their names fit, those of whole words before those
// of words that are being typed, and hotels in the same two groups, by rank.
func TestLikelierReadingsComeFirst(t *testing.T) {
	w, again := build(t, 6000), rebuild(t, 6000)
	for _, query := range []string{"londn", "lodn", "pars", "brli", "vieen", "grnd", "the pars", "hotel grnd", "londonn", "tokoy", "hotl"} {
		hits := w.Search(query, "", Everything, 500)
		if second := w.Search(query, "", Everything, 500); !slices.Equal(hits, second) {
			t.Errorf("%q finds something else the second time", query)
		}
		if other := again.Search(query, "", Everything, 500); !slices.Equal(describe(w, hits), describe(w, other)) {
			t.Errorf("%q finds something else in the same world made again", query)
		}
		x := w.found
		ways := x.Readings(index.Fold(query), index.Essential(index.Words(index.Fold(query))))
		last, group := -1, 0
		seen := map[Hit]bool{}
		for _, hit := range hits {
			if seen[hit] {
				t.Errorf("%q finds %v twice", query, describe(w, []Hit{hit}))
			}
			seen[hit] = true
			if hit.Destination != nil {
				if last >= 0 {
					t.Errorf("%q: %s comes after a hotel", query, hit.Destination.ID)
				}
				continue
			}
			at := slices.Index(w.ranking().order, int32(hit.Index)) //nolint:gosec // an index
			of := slices.IndexFunc(ways, func(r index.Reading) bool {
				found := false
				x.Hotels([]index.Reading{r}, func(other int) bool { found = other == at; return other < at })
				return found
			})
			if of < group || of == group && at < last {
				t.Errorf("%q: hotel %d of reading %d comes after hotel %d of reading %d", query, at, of, last, group)
			}
			last, group = at, of
		}
		for limit := range 3 {
			if got := w.Search(query, "", Everything, limit); !slices.Equal(got, hits[:min(limit, len(hits))]) {
				t.Errorf("%q, limit %d: other results", query, limit)
			}
		}
	}
	for _, hit := range w.Search("pars", "Luxury", Everything, 500) {
		if hit.Destination != nil || w.Property(hit.Index).Category != "Luxury" {
			t.Errorf("%+v is no luxury hotel", hit)
		}
	}
	got := describe(w, w.Search("londn", "", Destinations, 9))
	for i, want := range []string{"united-kingdom:england:london", "canada:ontario:london", "brazil:parana:londrina"} {
		if len(got) <= i || got[i] != want {
			t.Errorf("londn finds %q, want %s as number %d", got, want, i+1)
		}
	}
}
