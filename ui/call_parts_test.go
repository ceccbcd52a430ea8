package ui

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// What takes long is told in parts, the first soon and then the newest now and then; the answer ends them.
func TestCallInParts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := NewCall[int](t.Context(), 0)
		cmd := c.StartParts(func(_ context.Context, part func(int)) (int, error) {
			for i := range 100 {
				part(i)
				time.Sleep(5 * time.Millisecond)
			}
			return 100, errors.New("broke off")
		})
		start := time.Now()
		var got []int
		for {
			msg := cmd()
			value, next, mine := c.Part(msg)
			if !mine {
				value, err, mine := c.Receive(msg)
				if value != 100 || err == nil || !mine || c.Busy() {
					t.Errorf("the answer is %d, %v, %t", value, err, mine)
				}
				break
			}
			if len(got) == 0 && time.Since(start) > firstPause {
				t.Errorf("the first part came after %v", time.Since(start))
			}
			got, cmd = append(got, value), next
		}
		if n := len(got); n < 7 || n > 10 {
			t.Errorf("parts: %v", got)
		}
		for i := range got[1:] {
			if got[i] >= got[i+1] {
				t.Errorf("parts: %v", got)
			}
		}
	})
}

func TestCallThatIsFastHasNoParts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := NewCall[int](t.Context(), 0)
		msg := c.StartParts(func(_ context.Context, part func(int)) (int, error) {
			part(1)
			time.Sleep(firstPause - 1)
			return 2, nil
		})()
		if value, err, mine := c.Receive(msg); value != 2 || err != nil || !mine {
			t.Errorf("got %#v", msg)
		}
	})
}

// Parts of a call that was replaced are nobody's, and one that was cancelled comes to its end.
func TestPartsOfAnotherCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := NewCall[int](t.Context(), 0)
		slow := func(ctx context.Context, part func(int)) (int, error) {
			part(1)
			<-ctx.Done()
			return 0, ctx.Err()
		}
		first := c.StartParts(slow)()
		second := c.StartParts(slow)()
		if _, _, mine := c.Part(first); mine {
			t.Error("a part of the former call was taken")
		}
		_, next, mine := c.Part(second)
		if !mine {
			t.Fatalf("got %#v", second)
		}
		c.Cancel()
		if _, _, mine := c.Receive(next()); mine {
			t.Error("the answer of a cancelled call was taken")
		}
		if msg := c.StartParts(func(context.Context, func(int)) (int, error) { panic("x") })(); msg.(answer[int]).err == nil {
			t.Error("a panic is no error")
		}
	})
}
