package sandbox

import (
	"bytes"
	"sync"
	"testing"

	"bellhop/internal/gated"
)

// TestTheEmptyQueryIsAnsweredAlike compares, byte for byte, the answer that is
// made once with one that is made for the request, without the search index and
// with it, and after a fault has met it.
func TestTheEmptyQueryIsAnsweredAlike(t *testing.T) {
	gated.Test(t, "it makes four worlds")
	for _, size := range []int{600, 6000} {
		l := start(t, func(o *Options) { o.Properties = size }) // The other's has the index.
		second := start(t, func(o *Options) { o.Properties = size })
		second.sandbox.world.Prepare(nil)
		want := second.sent("GET", pathPlaces+"?query=", nil).raw
		ask := func(query, when string) {
			if got := l.sent("GET", pathPlaces+"?"+query, nil); got.status != 200 || !bytes.Equal(got.raw, want) {
				t.Errorf("%d hotels, %q %s: %d with %d bytes, want %d others", size, query, when, got.status, len(got.raw), len(want))
			}
		}
		ask("query=", "at first")
		ask("query=%20", "after that")
		l.rules("truncated GET /rest/v1/destinations/search")
		if got := l.try("GET", pathPlaces+"?query=", nil); got.err == nil {
			t.Errorf("a truncated answer arrives whole, with status %d", got.status)
		}
		l.noRules()
		l.sandbox.world.Prepare(nil)
		ask("query=", "with the index")
		for _, query := range []string{"query=&type=hotels", "query=&type=destinations", "query=&category=Luxury"} {
			if got := l.sent("GET", pathPlaces+"?"+query, nil); got.status != 200 || bytes.Equal(got.raw, want) {
				t.Errorf("%q: %d with the answer for everything", query, got.status)
			}
		}
	}
}

// TestASmallWorldIsWarmedBehindOpen asks while the first answer is being made,
// from many sides.
func TestASmallWorldIsWarmedBehindOpen(t *testing.T) {
	l := start(t, func(o *Options) { o.Progress = func(int, int) { t.Error("a small world reports progress") } })
	answers := make([][]byte, 8)
	var group sync.WaitGroup
	for i := range answers {
		group.Go(func() { answers[i] = l.sent("GET", pathPlaces+"?query=", nil).raw })
	}
	group.Wait()
	for i, got := range answers {
		if len(got) == 0 || !bytes.Equal(got, answers[0]) {
			t.Errorf("answer %d has %d bytes, the first %d", i, len(got), len(answers[0]))
		}
	}
	if l.sandbox.indexing == nil {
		t.Error("nothing will make the index")
	}
}
