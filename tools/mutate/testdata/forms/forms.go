// Package forms has each form that a mutant takes.
package forms

import "time"

func conditions(a, b, c bool) (n int) {
	if a && (b || c) {
		n++
	}
	for n < 3 {
		n += 2 // with a comment
	}
	switch {
	case !a:
		n = -n
	}
	return n
}

func comparisons(n, m int, s string) bool {
	const limit = 3 + 4
	return n+m-1 <= limit || s != "x"
}

func opposites(at time.Time, n, m int) bool {
	return at.Before(time.Time{}.Add(time.Hour)) == (min(n, m, 3) > 0)
}

func statements(list []int, do func()) {
	defer do()
	for range list {
		if len(list) == 1 {
			continue
		}
		_, list[0] = do, len(list)
	}
	panic("not removed")
}
