package sandbox

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"bellhop/internal/gated"
)

// A place or a circle of a large world holds more hotels than an answer should.
func TestLargeWorldsAnswerWithinBounds(t *testing.T) {
	t.Parallel()
	gated.Test(t, "it makes a world of 60,000 hotels")
	l := start(t, func(o *Options) { o.Properties = 60_000 })

	place := l.places("query=united+states&type=destinations")[0]
	count, err := strconv.Atoi(text(place, "hotels_count"))
	if hotels := length(place, "hotels"); err != nil || hotels != 500 || count < 9000 {
		t.Errorf("the United States list %d of %d hotels, want 500", hotels, count)
	}

	body := searchBody()
	put(body, "filter.location.radius", tree{"value": 1000, "type": "mi"})
	wide := l.ok(200, "POST", pathSearch, body)
	total, err := strconv.Atoi(text(wide, "pagination", "total_items"))
	if err != nil || total < 1500 || total > 2000 {
		t.Errorf("1000 miles around London hold %d hotels that sell a room, want nearly 2000", total)
	}
	if pages := text(wide, "pagination", "total_pages"); pages != fmt.Sprint((total+24)/25) {
		t.Errorf("%d hotels are on %s pages", total, pages)
	}
	put(body, "filter.hotel", tree{"chain_code": "LX"})
	chain := l.ok(200, "POST", pathSearch, body)
	if n, err := strconv.Atoi(text(chain, "pagination", "total_items")); err != nil || n < 500 || n > 2000 {
		t.Errorf("1000 miles around London hold %d hotels of a chain, want some thousand", n)
	}
}

// A request may name as many hotels as a search is about, and no more.
func TestTooManyNamedHotels(t *testing.T) {
	t.Parallel()
	l := start(t)
	named := func(count int) tree {
		body := searchBody()
		list := make([]any, count)
		for i := range list {
			list[i] = tree{"chain_code": "LX", "property_code": "1"}
		}
		body["filter"] = tree{"hotel": list}
		return body
	}
	l.ok(200, "POST", pathSearch, named(2000))
	invalid(t, l.do("POST", pathSearch, named(2001)), "filter.hotel names more than 2000 hotels", "filter", "hotel")
	ids := searchBody()
	ids["filter"] = tree{"reviewsite_ids": strings.Split(strings.Repeat("rs-lx1 ", 2000), " ")}
	invalid(t, l.do("POST", pathSearch, ids), "filter.reviewsite_ids names more than 2000 hotels", "filter", "reviewsite_ids")
}
