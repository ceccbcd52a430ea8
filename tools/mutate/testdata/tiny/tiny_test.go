package tiny

import "testing"

func TestKilled(t *testing.T) {
	for _, c := range []struct {
		n    int
		open bool
		want int
	}{{2, true, 3}, {3, true, 1}, {4, true, 1}, {2, false, 1}} {
		if got := Killed(c.n, c.open); got != c.want {
			t.Errorf("Killed(%d, %v) = %d, want %d", c.n, c.open, got, c.want)
		}
	}
}

func TestLives(*testing.T) {
	for _, n := range []int{2, 3, 4} {
		Lives(n, true)
		Lives(n, false)
	}
}
