package mouse_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"bellhop/ui/mouse"
)

// said returns a target that writes down what is done at it.
func said(to *[]string, name string) mouse.Target {
	return mouse.Target{
		Click: func(_ mouse.Press, cell int) { *to = append(*to, fmt.Sprint(name, " ", cell)) },
		Wheel: func(_ mouse.Press, rows int) { *to = append(*to, fmt.Sprint(name, " by ", rows)) },
	}
}

func none(string) {}

func TestWhatIsTaggedIsFound(t *testing.T) {
	t.Parallel()
	var got []string
	areas := mouse.New(true)
	areas.Begin()
	inner := areas.Tag("\x1b[1m東京\x1b[m", said(&got, "inner"))
	frame := "head\n  " + areas.Tag("one "+inner+" two", said(&got, "outer")) + " rest\n" + areas.Tag("cut off", said(&got, "cut"))[:14]
	shown := areas.End(frame)
	if want := "head\n  one \x1b[1m東京\x1b[m two rest\ncut o"; shown != want {
		t.Fatalf("without the tags it is %q, want %q", shown, want)
	}
	for _, at := range [][2]int{{2, 1}, {6, 1}, {9, 1}, {10, 1}, {13, 1}, {14, 1}, {1, 1}, {2, 0}, {0, 2}, {4, 2}, {5, 2}, {2, 9}, {-1, -1}} {
		got = append(got, fmt.Sprint(at, areas.Click(at[0], at[1], none)))
	}
	areas.Wheel(7, 1, -3, none)
	want := "outer 0,[2 1] true,inner 0,[6 1] true,inner 3,[9 1] true,outer 8,[10 1] true,outer 11,[13 1] true,[14 1] false,[1 1] false," +
		"[2 0] false,cut 0,[0 2] true,cut 4,[4 2] true,[5 2] false,[2 9] false,[-1 -1] false,inner by -3"
	if text := strings.Join(got, ","); text != want {
		t.Errorf("the clicks did\n%s, want\n%s", text, want)
	}
}

// Outside a frame, and while the mouse is off, nothing is tagged and nothing found.
func TestNothingIsTaggedOutsideAFrame(t *testing.T) {
	t.Parallel()
	var off *mouse.Areas
	areas := mouse.New(false)
	for _, a := range []*mouse.Areas{off, areas, mouse.New(true)} {
		if text := a.Tag("text", mouse.Target{}); text != "text" || a.Drawing() {
			t.Errorf("it becomes %q", text)
		}
	}
	off.Begin()
	if off.End("frame") != "frame" || off.On() || off.Click(0, 0, none) || off.Wheel(0, 0, 1, none) {
		t.Error("no mouse does something")
	}
	var got []string
	areas.Toggle()
	areas.Begin()
	if shown := areas.End(areas.Tag("text", said(&got, "text"))); shown != "text" || !areas.Click(0, 0, none) {
		t.Errorf("a frame is %q, and was clicked %q", shown, got)
	}
	areas.Toggle()
	if areas.Click(0, 0, none) || areas.Wheel(0, 0, 1, none) {
		t.Error("it is switched off and does something")
	}
	areas.Toggle()
	if areas.Click(0, 0, none) {
		t.Error("a frame from before is clicked")
	}
}

// The second click of a double click is not for the screen that the first one has opened.
func TestASecondClickOpensNothing(t *testing.T) {
	t.Parallel()
	var got []string
	now := time.Unix(0, 0)
	areas := mouse.New(true)
	areas.Now = func() time.Time { return now }
	areas.Begin()
	areas.End(areas.Tag("text", said(&got, "text")))
	areas.Opened()
	for range 2 {
		areas.Click(0, 0, none)
		now = now.Add(300 * time.Millisecond)
	}
	areas.Click(0, 0, none)
	if len(got) != 1 {
		t.Errorf("of three clicks came %q", got)
	}
}

// A list goes where the mouse wants it with the key down, and presses enter on the row under its cursor.
func TestRows(t *testing.T) {
	t.Parallel()
	var aimed *mouse.Aim
	rows := mouse.Rows{Count: 30, Visible: 10, Aim: mouse.Aim{Cursor: 5, Offset: 4}}
	small := mouse.Rows{Count: 3, Visible: 10, Aim: mouse.Aim{Cursor: 1}}
	for _, test := range []struct {
		do   func(mouse.Press)
		want string
	}{
		{func(press mouse.Press) { rows.Target(5, &aimed).Click(press, 0) }, "enter"},
		{func(press mouse.Press) { rows.Target(9, &aimed).Click(press, 0) }, "down to 9, first 4"},
		{func(press mouse.Press) { rows.Target(9, &aimed).Wheel(press, 3) }, "down to 7, first 7"},
		{func(press mouse.Press) { rows.Target(9, &aimed).Wheel(press, -3) }, "down to 5, first 1"},
		{func(press mouse.Press) { rows.Target(9, &aimed).Wheel(press, 99) }, "down to 20, first 20"},
		{func(press mouse.Press) { rows.Target(9, &aimed).Wheel(press, -99) }, "down to 5, first 0"},
		{func(press mouse.Press) { small.Target(0, &aimed).Wheel(press, 1) }, "down to 2, first 0"},
		{func(press mouse.Press) { small.Target(0, &aimed).Wheel(press, -3) }, "down to 0, first 0"},
	} {
		got := ""
		test.do(func(key string) {
			if got = key; aimed != nil {
				got += fmt.Sprintf(" to %d, first %d", aimed.Cursor, aimed.Offset)
			}
		})
		if got != test.want || aimed != nil {
			t.Errorf("it presses %q, want %q", got, test.want)
		}
	}
}

// Whatever a frame holds, its tags are taken out and no others, and a click anywhere finds at most what was tagged.
func FuzzEnd(f *testing.F) {
	f.Add("a\nb", 2, 0)
	f.Add("\x1b[7777;0mx\x1b[7777m\x1b[7777;9999999999999999999m\x1b[7777;", 3, 1)
	f.Add("東\x1b[7777", 1, 1)
	f.Fuzz(func(t *testing.T, text string, x, y int) {
		areas := mouse.New(true)
		areas.Begin()
		clicked := 0
		tagged := areas.Tag("here", mouse.Target{Click: func(mouse.Press, int) { clicked++ }})
		shown := areas.End(text + "\n" + tagged)
		if !strings.HasSuffix(shown, "\nhere") {
			t.Fatalf("%q", shown)
		}
		if plain := !strings.Contains(text, "\x1b[7777"); plain && shown != text+"\nhere" {
			t.Fatalf("%q becomes %q", text, shown)
		}
		areas.Click(x, y, none)
		last := strings.Count(shown, "\n")
		if areas.Click(2, last, none); clicked == 0 {
			t.Fatal("what was tagged is not found")
		}
	})
}
