// Package tiny has one mutant of each kind that its test kills, and one that lives.
package tiny

// Killed is tested at its limits.
func Killed(n int, open bool) int {
	sum := 1
	if open && n < 3 {
		sum += n
	}
	return sum
}

// Lives is called, but no test checks its result.
func Lives(n int, open bool) int {
	sum := 1
	if open && n < 3 {
		sum += n
	}
	return sum
}

// NotReached is not called.
func NotReached(n int) int { return n - 1 }
