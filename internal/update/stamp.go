package update

import (
	"encoding/json"
	"time"

	"bellhop/booking/localfile"
)

// maxStamp is how large the file of a Stamp may be.
const maxStamp = 4 << 10

// Daily is how long it is between two checks that nobody asked for.
const Daily = 24 * time.Hour

// A Stamp says when releases were asked for last, and of the newest that was seen when it was signed. It is a file of
// this machine and leaves it never.
type Stamp struct {
	Asked  time.Time `json:"asked"`
	Signed time.Time `json:"signed"`
}

// Due notes in the file that releases are asked for now, and reports whether they may be: once in 24 hours. A time to come
// counts as none: the clock was wrong.
func Due(path string, now time.Time) (due bool, err error) {
	err = localfile.Update(path, maxStamp, func(old []byte) ([]byte, error) {
		stamp := parseStamp(old)
		since := now.Sub(stamp.Asked)
		if due = since < 0 || since >= Daily; due {
			stamp.Asked = now.UTC()
		}
		return json.Marshal(stamp)
	})
	return due && err == nil, err
}

// Seen notes when a release was signed and returns the time of the newest that was seen before: where that is later,
// the release was withdrawn, or somebody shows an old one.
func Seen(path string, signed time.Time) (before time.Time, err error) {
	err = localfile.Update(path, maxStamp, func(old []byte) ([]byte, error) {
		stamp := parseStamp(old)
		before = stamp.Signed
		if signed.After(before) {
			stamp.Signed = signed.UTC()
		}
		return json.Marshal(stamp)
	})
	return before, err
}

// parseStamp returns an empty stamp of a text that is none.
func parseStamp(text []byte) Stamp {
	var stamp Stamp
	if json.Unmarshal(text, &stamp) != nil {
		return Stamp{}
	}
	return stamp
}
