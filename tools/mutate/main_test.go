package main

import (
	"bytes"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// needGo skips a test that lists or builds packages where there is no go command.
func needGo(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("NOT RUN: there is no go command")
	}
}

// The tiny package has the same function twice, tested and untested, so that each operator has a mutant that is killed and one
// that lives.
func TestCommand_TinyPackage(t *testing.T) {
	needGo(t)
	const tiny = "testdata/tiny/tiny.go:"
	var out, progress bytes.Buffer
	if err := command(t.Context(), []string{"-targets", "testdata/tiny"}, &out, &progress); err != nil {
		t.Fatalf("%v\n%s", err, &progress)
	}
	want := []string{
		tiny + "16: Lives: condition dropped: open && n < 3 -> false",
		tiny + "16: Lives: condition dropped: open -> true",
		tiny + "16: Lives: condition dropped: n < 3 -> true",
		tiny + "16: Lives: comparison or sign turned: n < 3 -> n <= 3",
		tiny + "17: Lives: statement removed: sum += n -> nothing",
		tiny + "17: Lives: comparison or sign turned: sum += n -> sum -= n",
		tiny + "23: NotReached: comparison or sign turned: n - 1 -> n + 1 (not reached)",
		"",
		"operator                   killed  killed by time-out  lived  not reached",
		"condition dropped          3       0                   3      0",
		"comparison or sign turned  2       0                   2      1",
		"statement removed          1       0                   1      0",
		"",
	}
	if got := strings.Split(out.String(), "\n"); !slices.Equal(got, want) {
		t.Errorf("it prints\n%s\nwant\n%s", &out, strings.Join(want, "\n"))
	}
}

func TestDraw_SameSeedSameMutants(t *testing.T) {
	var all []*mutant
	for n := range 1000 {
		all = append(all, &mutant{number: n + 1, doesNotCompile: n%2 == 0})
	}
	first, again, other := draw(all, 40, 7), draw(all, 40, 7), draw(all, 40, 8)
	if len(first) != 40 || !slices.Equal(first, again) || slices.Equal(first, other) {
		t.Errorf("draws of 40: %d, again the same %v, with another seed the same %v", len(first), slices.Equal(first, again), slices.Equal(first, other))
	}
	for i, m := range first {
		if m.doesNotCompile || i > 0 && first[i-1].number >= m.number {
			t.Errorf("mutant %d was drawn out of order or does not compile", m.number)
		}
	}
}

// No mutant adds a line, and constants, declarations and panics have none.
func TestMutated_Forms(t *testing.T) {
	needGo(t)
	packages, err := load(t.Context(), []string{"testdata/forms"})
	if err != nil {
		t.Fatal(err)
	}
	packages[0].find(0)
	forms := packages[0].sources[0]
	before, after := strings.Split(string(forms.text), "\n"), strings.Split(string(forms.mutated()), "\n")
	var got []string
	for i, line := range after {
		if line != before[i] {
			got = append(got, strings.TrimSpace(line))
		}
	}
	want := []string{
		`if ((a || mutant(2)) && (((b && !mutant(4)) || (c && !mutant(5))) || mutant(3)) && !mutant(1)) {`,
		`if !mutant(6) { if mutant(7) { n-- } else { n++ } }`,
		`for (mutantLimit(9, "<", n , 3) && !mutant(8)) {`,
		`if !mutant(10) { if mutant(11) { n -= 2 } else { n += 2 } } // with a comment`,
		`case ((!a && !mutant(13)) || mutant(12)):`,
		`if !mutant(14) { n = mutantSign(15, n) }`,
		`return (mutantLimit(18, "<=", mutantSum(19, "-", mutantSum(20, "+", n,m),1) , limit) && !mutant(16)) || (s != "x" && !mutant(17))`,
		`return ((mutantChoice(22, at.Before, at.After)(time.Time{}.Add(time.Hour)) == ` +
			`(((mutantLimit(24, ">", mutantExtreme(25, "min", n, m, 3) , 0)) != mutant(23)))) != mutant(21))`,
		`if !mutant(26) { defer do() }`,
		`if ((len(list) == 1 && !mutant(29)) || mutant(28)) {`,
		`if !mutant(30) { continue }`,
		`if !mutant(27) { _, list[0] = do, len(list) }`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// A mutant that the compiler refuses is left out, and the others of its line with it.
func TestLeaveOut_LinesOfTheMessages(t *testing.T) {
	a, b := &source{path: "/x/a.go", name: "a.go"}, &source{path: "/x/b.go", name: "b.go"}
	mutants := []*mutant{{source: a, line: 3}, {source: a, line: 5}, {source: a, line: 5}, {source: a, line: 9}, {source: b, line: 5}}
	output := "# bellhop/x\nx/a.go:6:2: cannot infer T\n"
	if !leaveOut([]byte(output), mutants, options{progress: io.Discard}) {
		t.Error("no mutant was left out")
	}
	var left []bool
	for _, m := range mutants {
		left = append(left, m.doesNotCompile)
	}
	if want := []bool{false, true, true, false, false}; !slices.Equal(left, want) {
		t.Errorf("left out: %v, want %v", left, want)
	}
	if leaveOut([]byte("no space left on device"), mutants, options{progress: io.Discard}) {
		t.Error("mutants are left out for an error that names no line")
	}
}
