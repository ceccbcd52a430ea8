package sandbox

import "testing"

// A name with dots is the member of an object, and not a member with dots in its
// name: a client that sends it so would book for real where it asks to simulate.
func TestANameWithDotsIsInsideAnotherObject(t *testing.T) {
	for body, want := range map[string]struct {
		value    string
		problems int
	}{
		`{"options":{"simulate":"created"}}`: {"created", 0},
		`{"options.simulate":"created"}`:     {"", 1},
	} {
		p := &problems{}
		f := bodyFields([]byte(body), p)
		f.lift("options.simulate")
		got := f.plain("options.simulate", optional)
		f.done()
		if got != want.value || len(p.list) != want.problems {
			t.Errorf("%s: %q, %+v", body, got, p.list)
		}
	}
}
