package pgtest

import "testing"

func TestClaimPorts_Exclusive(t *testing.T) {
	t.Parallel()
	p, err := ClaimPorts()
	if err != nil {
		t.Fatal(err)
	}
	if again, err := claim(p.First); err == nil {
		again.Release()
		t.Error("ports are claimed twice")
	}
	used, err := listen(p.First + 8)
	if err != nil {
		t.Fatal(err)
	}
	p.Release()
	if again, err := claim(p.First); err == nil {
		again.Release()
		t.Error("a port with a listener is claimed")
	}
	if err := used.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := claim(p.First)
	if err != nil {
		t.Fatalf("released ports cannot be claimed: %v", err)
	}
	again.Release()
}
