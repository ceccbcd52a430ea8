package main

import (
	"encoding/xml"
	"errors"
	"image/color"
	"io"
	"strings"
	"testing"
	"time"

	"bellhop/internal/terminal"
)

// cells is a screen of plain text.
func cells(lines ...string) [][]terminal.Cell {
	rows := make([][]terminal.Cell, len(lines))
	for y, text := range lines {
		for _, letter := range text {
			rows[y] = append(rows[y], terminal.Cell{Text: string(letter), Width: 1})
		}
	}
	return rows
}

func wellFormed(t *testing.T, svg string) {
	t.Helper()
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatalf("%v in\n%s", err, svg)
		}
	}
}

func TestStillHoldsTheTextOfItsScreen(t *testing.T) {
	t.Parallel()
	screen := cells(" a <b> & c  d ", " ──│█▄ ")
	screen[0][1].Back, screen[0][1].Fore, screen[0][1].Bold = color.White, color.Black, true
	svg := still("a & b", screen)
	wellFormed(t, svg)
	if got, want := textOf(svg), " a &lt;b&gt; &amp; c  d\n ──│█▄"; got != want {
		t.Errorf("its text is %q, want %q", got, want)
	}
	for _, want := range []string{
		`fill:#ffffff`, `fill:#000000;font-weight:600`, `>a</text>`, `>&lt;b&gt; &amp; c</text>`, `>d</text>`, // Two blanks part texts.
		`y="8.4" width="16.8" height="1.2"`,                                         // the line, in one piece
		`x="28.8" y="0" width="1.2"`, `height="15"`, `y="9" width="8.4" height="9"`, // and what else is no letter
	} {
		if !strings.Contains(svg, want) {
			t.Errorf("it lacks %s:\n%s", want, svg)
		}
	}
}

func TestAnimationShowsEachFrameAndStopsWhereMotionIsNotWanted(t *testing.T) {
	t.Parallel()
	frames := []frame{
		{cells: cells("one ", "same"), hold: time.Second, settled: true},
		{cells: cells("two ", "same"), hold: time.Second},
		{cells: cells("end ", "same"), hold: time.Second, settled: true},
	}
	svg := animation("film", frames)
	wellFormed(t, svg)
	if got, want := textOf(svg), "one\nsame\n====\nend\nsame"; got != want {
		t.Errorf("its text is %q, want %q", got, want)
	}
	if n := strings.Count(svg, ">same</text>"); n != 1 {
		t.Errorf("a row that stays is drawn %d times", n)
	}
	for _, want := range []string{"0%{transform:translateY(0px)}", "16.67%{transform:translateY(-36px)}", "33.33%{transform:translateY(-72px)}", "film 6s step-end infinite", "prefers-reduced-motion"} {
		if !strings.Contains(svg, want) {
			t.Errorf("it lacks %s:\n%s", want, svg)
		}
	}
}

func TestTheFirstDifferenceIsNamed(t *testing.T) {
	t.Parallel()
	for _, c := range [][3]string{
		{"a\nb", "a\nb", ""}, {"a\nb", "a\nc", "line 2\n- b\n+ c"}, {"a", "a\nb", "line 2\n- (nothing)\n+ b"},
	} {
		if got := differs(c[0], c[1]); got != c[2] {
			t.Errorf("%q and %q: %q, want %q", c[0], c[1], got, c[2])
		}
	}
}
