package recovery

import (
	"testing"

	"bellhop/booking/bookingtest"
)

// An incomplete list never proves that a booking was not made.
func TestLook_PartialList(t *testing.T) {
	t.Parallel()
	for _, list := range bookingtest.Lists() {
		t.Run(list.Name, func(t *testing.T) {
			t.Parallel()
			found, _, err := New(Options{Service: list.Serve(t), Hotels: london{}}).look(t.Context(), lookedFor, true)
			if found != nil || (err == nil) != list.Whole {
				t.Errorf("found %v, %v", found, err)
			}
		})
	}
}
