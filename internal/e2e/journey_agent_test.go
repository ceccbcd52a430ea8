//go:build unix

package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"bellhop/internal/gated"
)

// clock is where the journeys stand that type a day: the same on each day that they are made.
func clock() []string { return []string{"demo", "--clock", "2026-11-21 12:00"} }

// asks types one line at the start of a demo and waits until its hotels are all there.
func (d fixture) asks(line string) {
	d.t.Helper()
	d.asksAt(noted, line)
}

func (d fixture) asksAt(environment, line string) {
	d.t.Helper()
	d.at(environment, "search")
	d.WaitFor(`enter take .* nothing sent yet$`)
	d.Type(line)
	d.WaitFor(`^ enter search .* nothing sent yet$`)
	d.Press("enter")
	d.at(environment, "hotels")
	d.listed()
}

// listed waits until the list is whole, with the prices of the days around.
func (d fixture) listed() {
	d.t.Helper()
	d.WaitFor(`^ +\d+ of \d+ hotels? `)
	d.WaitFor(`(?:more|End of list) · \d+ of \d+`)
	d.WaitFor(`by arrival +(?:of these (?:\d+ of )?\d+ hotels|too few hotels|≤ or less)`)
	strip := regexp.MustCompile(`(?m)^[^│]*\[\w{3} \d+\].*\n([^│\n]*)`)
	d.wait("for the days around", func(screen string) bool {
		found := strip.FindStringSubmatch(screen)
		return found != nil && !strings.Contains(found[1], "…")
	})
	d.WaitFor(`^ enter rates .* (?:nothing sent yet|help)$`)
}

// scrollTo goes down a page that may be longer than the window until it shows the pattern.
func (d fixture) scrollTo(pattern string) {
	d.t.Helper()
	wanted, more := regexp.MustCompile(pattern), regexp.MustCompile(`… \d+ more lines? below`)
	for {
		d.wait("for "+pattern+" or more of the page", func(screen string) bool {
			return wanted.MatchString(screen) || more.MatchString(screen)
		})
		screen := d.Screen()
		if wanted.MatchString(screen) {
			return
		}
		before := more.FindString(screen)
		d.Press("pgdown")
		d.wait("for the next page", func(screen string) bool { return !strings.Contains(screen, before) })
	}
}

// writeFile puts a file into a home, and returns its path.
func writeFile(t *testing.T, home, path, text string) string {
	t.Helper()
	path = filepath.Join(home, filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// ownFiles counts the files with a name like this, each of which is its owner's alone.
func ownFiles(t *testing.T, home, pattern string) int {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(home, filepath.FromSlash(pattern)))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range files {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
	}
	return len(files)
}

// The map stands beside the list or in its place, moves with it, and tells the same in words.
func TestJourneyMap(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	for _, size := range sizes() {
		t.Run(size.name(), func(t *testing.T) {
			t.Parallel()
			d := openConsole(t, t.TempDir(), size, clock()...)
			d.asks("LON 12dec 2n")
			d.Press("home", "m")
			d.WaitFor(`rings .* apart · \+ LON centre`)
			d.WaitFor(`\[1\]`)
			d.Press("down")
			d.WaitFor(`\[2\]`)
			d.WaitGone(`\[1\]`)
			rings := d.WaitFor(`rings (\S+ (?:mi|km)) apart`)[1]
			d.Press("z")
			d.WaitFor(`rings \S+ (?:mi|km) apart`)
			d.WaitGone(`rings ` + rings + ` apart`)
			d.WaitFor(`\[2\]`) // Zooming in keeps the hotel in sight.
			d.Press("m")
			d.WaitFor(`› 2 \S`)
			d.WaitFor(`(?:mi|km) [a-z-]+ of LON`)
			d.Press("m")
			d.WaitFor(`^ +hotel .* total GBP`)
			d.WaitGone(`in words|rings`)
			d.quit()
		})
	}
}

// A draft goes to a colleague at the same account as one line; a changed line is refused.
func TestJourneyHandOver(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	for _, size := range sizes() {
		t.Run(size.name(), func(t *testing.T) {
			t.Parallel()
			d := openConsole(t, t.TempDir(), size, clock()...)
			d.asks("LON 12dec 2n ref")
			d.toRates(noted)
			rate := d.WaitFor(`^ +› +(\S.*?) {2,}[\d.,]+ `)[1]
			d.toGuest(noted)
			d.Press("f7")
			d.at(noted, "hand over")
			d.Press("y")
			line := d.inClipboard()
			d.quit()

			colleague := openConsole(t, t.TempDir(), size, clock()...)
			colleague.WaitFor(`enter take .* nothing sent yet$`)
			colleague.Press("f7")
			colleague.at(noted, "open a hand-over")
			middle, swap := len(line)/2, "A"
			if line[middle] == 'A' {
				swap = "B"
			}
			colleague.Type(line[:middle] + swap + line[middle+1:])
			colleague.Press("enter")
			colleague.WaitFor(`! this hand-over was changed, cut`)
			colleague.WaitFor(`^ enter open .* nothing sent yet$`)
			colleague.Press("ctrl+u")
			colleague.WaitFor(`› line \* +_`)
			colleague.Type("From Sam: " + line)
			colleague.Press("enter")
			colleague.WaitFor(`Handed over just now, at the guest\. Price and terms are the same`)
			colleague.Press("esc")
			colleague.at(noted, "terms")
			colleague.WaitFor(regexp.QuoteMeta(rate))
			colleague.quit()
		})
	}
}

// aYearOfBookings is a file of reservations, so many of other guests and before them all one of Octavia Quill.
func aYearOfBookings(others int) string {
	made := []string{`{"place": "LON", "check_in": "-290", "made": "-300d", "guest": {"given_name": "Octavia", "surname": "Quill"}}`}
	for i := range others {
		made = append(made, fmt.Sprintf(`{"place": "LON", "check_in": "+%d", "made": "-%dd"}`, 20+i%60, 1+i%90))
	}
	return `{"reservations": [` + strings.Join(made, ",\n") + `]}`
}

// The guest of a reservation that more than 200 newer ones stand before is found by two letters, and so is one of the
// guest book, out of which a key takes them.
func TestJourneyGuests(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	for _, size := range sizes() {
		t.Run(size.name(), func(t *testing.T) {
			t.Parallel()
			home := t.TempDir()
			writeFile(t, home, "config/bellhop/config.toml", "[preferences]\nguest_book = \"on\"\n")
			demo := append(clock(), "--fixtures", writeFile(t, home, "year.json", aYearOfBookings(220)))
			d := openConsole(t, home, size, demo...)
			d.asks("LON 12dec 2n ref")
			d.toRates(noted)
			d.toGuest(noted)
			d.toBook(noted, xenia())
			d.chooseToken("card_good")
			d.book(noted)
			d.quit()
			if n := ownFiles(t, home, "data/bellhop/demo/guests.jsonl"); n != 1 {
				t.Errorf("%d guest books", n)
			}

			d = openConsole(t, home, size, demo...)
			d.asks("LON 15dec 2n ref")
			d.toRates(noted)
			d.toGuest(noted)
			d.Press("ctrl+g")
			d.at(noted, "known guests")
			d.WaitFor(`\d+ guests of 222 reservations$`)
			d.Type("qu")
			d.WaitFor(`^ +(?:› )?Octavia Quill `)
			d.WaitFor(`^ +(?:› )?Xenia Quist `)
			d.Type("il")
			d.WaitGone(`Xenia`)
			d.Press("enter")
			d.at(noted, "guest")
			d.WaitFor(`from the stay of .* at .* · filled:`)
			d.WaitFor(`surname \* +Quill`)
			d.Press("ctrl+g")
			d.WaitFor(`\d+ guests? of 222 reservations$`)
			d.Press("ctrl+u")
			d.Type("quis")
			d.WaitFor(`^ +› Xenia Quist `)
			d.WaitGone(`Octavia`)
			d.Press("ctrl+x")
			d.WaitFor(`Out of the guest book`)
			d.quit()
			book, err := os.ReadFile(filepath.Join(home, "data", "bellhop", "demo", "guests.jsonl"))
			if err != nil || strings.Contains(string(book), "Quist") {
				t.Errorf("the guest book holds %q, %v", book, err)
			}
		})
	}
}
