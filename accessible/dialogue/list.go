package dialogue

import (
	"context"
	"fmt"
	"strconv"
)

// PageSize is how many items of a list are printed at once.
const PageSize = 10

// A List is told in numbered pages.
type List struct {
	Len int
	// All is how many there are with those that are not loaded; 0 where that is not known, or the same.
	All  int
	Item func(i int) string // in one line, without its number
	// Heading returns the line above the group of an item; nil for a list without groups.
	Heading func(i int) string
	// Load gets more items, and reports whether there are any; nil has none.
	Load func(ctx context.Context) (bool, error)
	told int // items read out since First
	most int // items ever read out
}

// more tells the next page, and reports whether there was one.
func (l *List) more(ctx context.Context, d *Dialogue) (bool, error) {
	if l.told >= l.Len && l.Load != nil {
		if loaded, err := l.Load(ctx); err != nil || !loaded {
			return false, err
		}
	}
	if l.told >= l.Len {
		return false, nil
	}
	from, to := l.told, min(l.told+PageSize, l.Len)
	for i := from; i < to; i++ {
		if l.Heading != nil && (i == from || l.Heading(i) != l.Heading(i-1)) {
			d.Say(l.Heading(i))
		}
		d.Say(strconv.Itoa(i+1) + ". " + stopped(l.Item(i)))
	}
	l.told, l.most = to, max(l.most, to)
	switch all := max(l.Len, l.All); {
	case all > to && (l.Len > to || l.Load != nil):
		d.Sayf("That was %d to %d of %d. More goes on.", from+1, to, all)
	case l.Load != nil:
		d.Sayf("That was %d to %d. More asks for the next.", from+1, to)
	}
	return true, nil
}

// First has the list told from its beginning.
func (l *List) First() { l.told = 0 }

// Wrong returns why a number is not that of an item read out so far, or "". Later items are unknown to the listener, and may not
// be loaded.
func (l *List) Wrong(n int) string {
	switch {
	case l.Len == 0:
		return "the list is empty"
	case n < 1, n > max(l.Len, l.All) && (l.Load == nil || l.All > 0):
		return fmt.Sprintf("there is no number %d; the numbers are 1 to %d", n, max(l.Len, l.All))
	case n > l.most:
		return fmt.Sprintf("number %d has not been read out yet; the numbers so far are 1 to %d, and more goes on", n, l.most)
	}
	return ""
}

// Choose tells the list's next page unless some of it was told, and asks. The index is that of the item whose number was
// answered; -1 where the answer is something else, which is returned.
func (d *Dialogue) Choose(ctx context.Context, l *List, q Question) (index int, answer string, err error) {
	if l.told == 0 {
		if _, err := l.more(ctx, d); err != nil {
			return -1, "", err
		}
	}
	index = -1
	q.More = func(ctx context.Context) (bool, error) { return l.more(ctx, d) }
	check := q.Check
	q.Check = func(answer string) string {
		n, err := strconv.Atoi(answer)
		switch {
		case err == nil && l.Wrong(n) != "":
			return l.Wrong(n)
		case err == nil:
			index = n - 1
			return ""
		case check != nil:
			return check(answer)
		}
		return ""
	}
	answer, err = d.Ask(ctx, q)
	return index, answer, err
}
