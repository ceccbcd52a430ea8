package booking

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"bellhop/booking/journal"
)

// A write that is overtaken every time ends without having been sent, and says so.
func TestReadFirst_OvertakenEachTime(t *testing.T) {
	t.Parallel()
	tries := 0
	_, err := readFirst(func() (int, error) {
		tries++
		return 0, fmt.Errorf("the write: %w", journal.ErrOvertaken)
	})
	if tries != overtakenTries || !errors.Is(err, journal.ErrOvertaken) || !Unsent(err) {
		t.Errorf("%d tries, %v", tries, err)
	}
	if x := Explain(err); x.Title != "Not sent" || !strings.HasSuffix(x.Text, "changed on this machine after it was read.") {
		t.Errorf("it is explained as %+v", x)
	}
}
