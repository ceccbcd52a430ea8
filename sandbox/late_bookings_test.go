package sandbox

import (
	"net/http/httptest"
	"testing"
	"time"

	"bellhop/sandbox/world"
)

// reopen serves the data of a directory so long after the first start, in this
// process. The end of the test closes it, if the test does not.
func reopen(t *testing.T, dir string, after time.Duration) *testFixture {
	t.Helper()
	o := options(dir)
	clock := &testClock{now: o.Now().Add(after)}
	o.Now = clock.time
	s, err := Open(t.Context(), placed(t, o))
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(s.Handler())
	t.Cleanup(func() {
		server.Close()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return &testFixture{t: t, sandbox: s, url: server.URL, account: "acme", token: "key-1", clock: clock}
}

// shut closes a sandbox.
func (l *testFixture) shut() {
	l.t.Helper()
	if err := l.sandbox.Close(); err != nil {
		l.t.Fatal(err)
	}
}

// killed serves the data of a directory in a process of its own while a test
// uses it, and kills that.
func killed(t *testing.T, dir string, use func(*testFixture)) {
	t.Helper()
	command, url := crashChild(t, dir)
	o := options(dir)
	hotels, err := world.New(o.Seed, o.Properties)
	if err != nil {
		t.Fatal(err)
	}
	use(&testFixture{t: t, sandbox: &Sandbox{world: hotels}, url: url, account: "acme", token: "key-1"})
	if err := command.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = command.Wait() // It was killed.
}

// bookLate sends a booking that is late, at a hotel that plays it.
func (l *testFixture) bookLate() {
	l.t.Helper()
	if r := l.send("POST", pathCreate, l.play("late-ghost").createBody()); !r.dropped {
		l.t.Fatalf("a late booking is answered with %d: %s", r.status, r.raw)
	}
}

// A late booking that is still to come survives the end of the process, an
// orderly one and any other, and is made once.
func TestLateSurvivesTheEnd(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(*testing.T, string){
		"closed": func(t *testing.T, dir string) {
			l := reopen(t, dir, 0)
			l.bookLate()
			l.shut()
		},
		"killed": func(t *testing.T, dir string) { killed(t, dir, (*testFixture).bookLate) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			end(t, dir)
			l := reopen(t, dir, 19*time.Second)
			if got := l.made(); got != "0" {
				t.Errorf("%s reservations after 19 s", got)
			}
			l.shut()
			l = reopen(t, dir, time.Hour)
			list := l.ok(200, "GET", pathList, nil)
			if got := text(list, "total_items_without_paging"); got != "1" {
				t.Fatalf("%s reservations after an hour", got)
			}
			if got := text(list, "items", 0, "created_at"); got != "2026-11-21T12:30:20Z" {
				t.Errorf("it was created at %s", got)
			}
			l.shut()
			if got := reopen(t, dir, 2*time.Hour).made(); got != "1" {
				t.Errorf("%s reservations after another start", got)
			}
		})
	}
}

// One that is refused when its time comes is not tried again by every start.
func TestLateAndRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	l := reopen(t, dir, 0)
	body := l.offer().createBody()
	put(body, "payment.guest.token", "card_declined")
	l.rules("late")
	if r := l.send("POST", pathCreate, body); !r.dropped {
		t.Fatalf("a late booking is answered with %d", r.status)
	}
	kept := func(l *testFixture) int {
		facts, err := l.sandbox.store.Facts(t.Context(), "late ")
		if err != nil {
			t.Fatal(err)
		}
		return len(facts)
	}
	if got := kept(l); got != 1 {
		t.Errorf("%d late bookings are kept, want 1", got)
	}
	l.shut()
	l = reopen(t, dir, time.Minute)
	if got := l.made(); got != "0" || kept(l) != 0 {
		t.Errorf("%s reservations, and %d late bookings are kept", got, kept(l))
	}
}

// A snapshot holds the late bookings that are still to come; loading it brings
// back those and no others, every time. A reset forgets them.
func TestLateInSnapshots(t *testing.T) {
	t.Parallel()
	for name, dir := range map[string]string{"memory": "", "disk": t.TempDir()} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := start(t, func(o *Options) { o.Dir, o.Start = dir, "2026-11-22 09:00" })
			count := func(when, want string) {
				t.Helper()
				if got := l.made(); got != want {
					t.Errorf("%s: %s reservations, want %s", when, got, want)
				}
			}
			save := func(name string) {
				if err := l.sandbox.Save(t.Context(), name); err != nil {
					t.Fatal(err)
				}
			}
			load := func(name string) {
				if err := l.sandbox.Load(t.Context(), name); err != nil {
					t.Fatal(err)
				}
			}
			save("none")
			l.bookLate()
			l.setClock("+10s")
			save("one-to-come")
			l.bookLate()
			save("two-to-come")
			l.setClock("+10s")
			count("after 20 s", "1")
			save("made-and-to-come")
			l.setClock("+10s")
			count("after 30 s", "2")

			for range 2 {
				load("one-to-come")
				count("loaded with one to come", "0")
				l.setClock("+1m")
				count("a minute later", "1")
			}
			load("two-to-come")
			l.bookLate() // Its name is none that the snapshot has.
			count("loaded with two to come", "0")
			l.setClock("+1m")
			count("a minute later", "3")
			load("made-and-to-come")
			count("loaded with one made", "1")
			l.setClock("+1m")
			count("a minute later", "2")
			l.bookLate()
			load("none")
			l.setClock("+1m")
			count("loaded with none", "0")
			l.bookLate()
			if err := l.sandbox.Reset(t.Context()); err != nil {
				t.Fatal(err)
			}
			l.setClock("+1m")
			count("after a reset", "0")
		})
	}
}
