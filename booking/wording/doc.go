// Package wording is how counts, durations and names are written for people, and
// how texts are made comparable.
package wording
