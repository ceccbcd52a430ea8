package main

import (
	"errors"
	"testing"
)

// paris is one message: name 2, country 3, division 8, population 9, longitude 10, latitude 11.
const paris = "\x1c\x12\x05\x50\x61\x72\x69\x73\x1a\x02\x46\x52\x42\x02\x31\x31\x48\xc0\xc4\x07\x50\xcc\xa6\x1d\x58\xf0\x88\xd4\x04"

func TestDecodeTowns(t *testing.T) {
	towns, err := decodeTowns([]byte(paris + paris))
	if err != nil || len(towns) != 2 {
		t.Fatalf("%d towns, %v", len(towns), err)
	}
	if p := towns[0]; p.name != "Paris" || p.country != "FR" || p.code != "11" || p.people != 123456 || p.lon != 2.40038 || p.lat != 48.83 {
		t.Errorf("the town is %+v", *p)
	}
	if towns[1].lat != 2*towns[0].lat {
		t.Errorf("the second latitude is %v: it is not a difference to the first", towns[1].lat)
	}
	for cut := 1; cut < len(paris); cut++ {
		if _, err := decodeTowns([]byte(paris[:cut])); !errors.Is(err, errCut) {
			t.Errorf("%d bytes of a town: %v, want %v", cut, err, errCut)
		}
	}
}

func FuzzDecodeTowns(f *testing.F) {
	for _, seed := range []string{"", paris, paris[:9], "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", "\x02\x12\x7f"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if towns, err := decodeTowns(data); err != nil && towns != nil {
			t.Errorf("%d towns beside an error", len(towns))
		}
	})
}
