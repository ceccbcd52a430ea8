package memory

import (
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

const listed = `00400000-00500000 r-xp 00000000 fe:00 1                       /bin/x
Size:               1024 kB
Anonymous:             0 kB
00500000-00600000 r--p 00100000 fe:00 1                       /bin/x
Anonymous:             0 kB
00600000-00700000 r--p 00200000 fe:00 1                       /bin/x
Anonymous:             4 kB
00700000-00800000 rw-p 00300000 fe:00 1                       /bin/x
Anonymous:             0 kB
00800000-00900000 r-xp 00000000 fe:00 2                       /bin/other
Anonymous:             0 kB
00a00000-00900000 r-xp 00000000 fe:00 1                       /bin/x
Anonymous:             0 kB
c000000000-c000400000 rw-p 00000000 00:00 0
Anonymous:             0 kB
`

// Only what cannot be written, belongs to the program and is as in its file may go.
func TestUnchanged(t *testing.T) {
	want := []mapping{{0x400000, 0x500000}, {0x500000, 0x600000}}
	if got := unchanged(strings.NewReader(listed), "/bin/x"); !reflect.DeepEqual(got, want) {
		t.Errorf("%x, want %x", got, want)
	}
}

// The program goes on with less of its file in memory.
func TestRelease(t *testing.T) {
	before := resident(t)
	Release()
	if after := resident(t); after >= before {
		t.Errorf("%d kB of the program's file are in memory, and %d before", after, before)
	}
}

// resident returns how much of files is in the memory of this process, in kB.
func resident(t *testing.T) int {
	t.Helper()
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "RssFile:")
	n, err := strconv.Atoi(strings.Fields(rest)[0])
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func FuzzUnchanged(f *testing.F) {
	f.Add(listed)
	f.Fuzz(func(t *testing.T, text string) {
		for _, m := range unchanged(strings.NewReader(text), "/bin/x") {
			if m.from >= m.to {
				t.Errorf("%x", m)
			}
		}
	})
}
