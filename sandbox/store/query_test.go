package store

import (
	"slices"
	"testing"
)

func TestRanges(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		keys []int64
		want []Hotels
	}{
		"none":       {nil, nil},
		"one":        {[]int64{7}, []Hotels{{From: 7, Until: 7}}},
		"unsorted":   {[]int64{9, 7, 8, 7}, []Hotels{{From: 7, Until: 9}}},
		"near":       {[]int64{1, 33}, []Hotels{{From: 1, Until: 33}}},
		"far":        {[]int64{1, 34}, []Hotels{{From: 1, Until: 1}, {From: 34, Until: 34}}},
		"two cities": {[]int64{2<<32 | 1, 1<<32 | 1, 1<<32 | 3}, []Hotels{{From: 1<<32 | 1, Until: 1<<32 | 3}, {From: 2<<32 | 1, Until: 2<<32 | 1}}},
	} {
		if got := Ranges(test.keys); !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
}

func TestStatusNames(t *testing.T) {
	t.Parallel()
	for status, want := range map[Status]string{Created: "CREATED", Confirmed: "CONFIRMED", Canceled: "CANCELED", 9: "STATUS_9"} {
		if got := status.String(); got != want {
			t.Errorf("status %d is %s, want %s", int(status), got, want)
		}
	}
}
