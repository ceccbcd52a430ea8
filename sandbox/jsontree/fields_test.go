package jsontree

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
		p := &Problems{}
		f := ReadObject([]byte(body), p)
		f.Lift("options.simulate")
		got := f.Plain("options.simulate", Optional)
		f.Done()
		if got != want.value || len(p.List) != want.problems {
			t.Errorf("%s: %q, %+v", body, got, p.List)
		}
	}
}
