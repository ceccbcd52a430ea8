// Package wording writes counts, durations and names for people, and makes texts comparable.
package wording
