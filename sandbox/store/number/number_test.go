package number

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestIDs(t *testing.T) {
	t.Parallel()
	one, err := NewNamer(42)
	if err != nil {
		t.Fatal(err)
	}
	other, err := NewNamer(43)
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		seq := Seq(rapid.Int64Range(1, 1<<20).Draw(t, "account"), rapid.Int64Range(1, MaxOrdinal).Draw(t, "ordinal"))
		id := one.ID(seq)
		if got, ok := one.Seq(id); !ok || got != seq || len(id) != 32 {
			t.Fatalf("%s reads as %d, %t; want %d", id, got, ok, seq)
		}
		if _, ok := other.Seq(id); ok {
			t.Fatalf("another seed's world knows %s", id)
		}
		if upper := strings.ToUpper(id); upper != id {
			if _, ok := one.Seq(upper); ok {
				t.Fatalf("%s is taken for %s", upper, id)
			}
		}
	})
}

// FuzzSeq shows that nothing but an id that was given out is one.
func FuzzSeq(f *testing.F) {
	n, err := NewNamer(42)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(n.ID(Seq(1, 1)))
	f.Add(strings.Repeat("f", 32))
	f.Add("Zz")
	f.Fuzz(func(t *testing.T, id string) {
		if seq, ok := n.Seq(id); ok && n.ID(seq) != id {
			t.Errorf("%q reads as %d, which is %s", id, seq, n.ID(seq))
		}
	})
}
