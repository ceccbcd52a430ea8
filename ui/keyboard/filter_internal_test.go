package keyboard

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"
)

const ctrlB, ctrlX, ctrlY = 2, 24, 25

// A piece is what is read at once, so long after the piece before it.
type piece struct {
	after time.Duration
	bytes string
}

func pieces(texts ...string) []piece {
	var list []piece
	for _, text := range texts {
		list = append(list, piece{10 * time.Millisecond, text})
	}
	return list
}

func filtered(s *filter, list []piece) []string {
	var out []string
	for _, p := range list {
		out = append(out, string(s.pass([]byte(p.bytes), p.after, false)))
	}
	return out
}

func TestFilter(t *testing.T) {
	const osc = "\x1b]11;rgb:1111/2222/3333"
	for name, tt := range map[string]struct {
		in   []piece
		want string
	}{
		"letters":                    {pieces("a", "bc", "é", "東"), "abcé東"},
		"keys":                       {pieces("\x1b[A", "\x1bOP", "\x1b[1;5C", "\x1b[3~", "\x1b", "\r", "\x7f", "\x1b[Z"), "\x1b[A\x1bOP\x1b[1;5C\x1b[3~\x1b\r\x7f\x1b[Z"},
		"a write key by itself":      {pieces("\x02", "\x18", "\x19"), "\x02\x18\x19"},
		"a write key with others":    {pieces("a\x02b", "\x02\x02", "\x1b[A\x18"), "ab\x1b[A"},
		"another control key":        {pieces("a\x13", "\x13\x13"), "a\x13\x13\x13"},
		"alt and a write key":        {pieces("\x1b\x02"), "\x1b\x02"},
		"answer with a bell":         {pieces(osc + "\x07"), ""},
		"answer with a string's end": {pieces(osc + "\x1b\\x"), "x"},
		"a key in an answer":         {pieces("\x1b]11;\x02\x18\x19\r\x07"), ""},
		"settings":                   {pieces("\x1bP1$r\x02m\x07\r\x1b\\a"), "a"},
		"program's own":              {pieces("\x1b_G\x02\x1b\\", "\x1b^\x02\x1b\\", "\x1bX\x02\x1b\\"), ""},
		"torn in the text":           {pieces("\x1b]11;rgb:", "\x02", "\x02\x02ff", "\x07", "\x02"), "\x02"},
		"torn in its beginning":      {pieces("\x1b", "]11;\x02\x07"), "\x1b"},
		"torn in its end":            {pieces(osc+"\x02\x1b", "\\a"), "a"},
		"torn everywhere":            {pieces(strings.Split("\x1b]1\x02\x1b\\b", "")...), "\x1bb"},
		"never ended, then a pause":  {append(pieces(osc, "\x02", "x"), piece{2 * time.Second, "\x02"}), "\x02"},
		"never ended, then a key":    {pieces(osc, "\x02\x1b[Bx"), "\x1b[Bx"},
		"never ended, then another":  {pieces(osc, "\x1b]\x02\x07y"), "y"},
		"never ended, typed over": {append(append(pieces(osc), piece{600 * time.Millisecond, "a"}), piece{600 * time.Millisecond, "b"},
			piece{100 * time.Millisecond, "\x03"}), "b\x03"},
		"at once after a key":         {append(pieces("a"), piece{time.Millisecond, "\x02"}), "a"},
		"the rest of much":            {append(pieces(strings.Repeat("a", 40)), piece{100 * time.Millisecond, "\x02"}), strings.Repeat("a", 40)},
		"a while after much":          {append(pieces(strings.Repeat("a", 40)), piece{300 * time.Millisecond, "\x02"}), strings.Repeat("a", 40) + "\x02"},
		"paste":                       {pieces("\x1b[200~a\x02\x1b]b\r\n\x1b[201~\x02", "c"), "\x1b[200~a\x02\x1b]b\r\n\x1b[201~c"},
		"paste torn":                  {pieces("\x1b", "[20", "0~a\x02", "\x02", "\x1b[2", "01", "~", "\x02"), "\x1b\x1b[200~a\x02\x02\x1b[201~\x02"},
		"paste without an end":        {append(pieces("\x1b[200~a\x02"), piece{6 * time.Second, "\x03"}), "\x1b[200~a\x02\x1b[201~\x03"},
		"paste with half an end":      {append(pieces("\x1b[200~a\x1b[20"), piece{6 * time.Second, "x"}), "\x1b[200~a\x1b[20\x1b[201~x"},
		"mouse":                       {pieces("\x1b[<0;10;5M", "\x1b[<0;10;5m\x1b[<65;200;100M", "a"), "\x1b[<0;10;5M\x1b[<0;10;5m\x1b[<65;200;100Ma"},
		"mouse, torn everywhere":      {append(pieces("\x1b[<0;1"), pieces(strings.Split("0;5Mx", "")...)...), "\x1b[<0;10;5Mx"},
		"mouse, torn and late":        {[]piece{{0, "\x1b[<0;1"}, {900 * time.Millisecond, "0;"}, {900 * time.Millisecond, "5Mx"}}, "\x1b[<0;10;5Mx"},
		"mouse, never ended":          {[]piece{{0, "\x1b[<0;1"}, {2 * time.Second, "0"}}, "0"},
		"mouse, torn by a key":        {pieces("\x1b[<0;1", "\x1b[A", "\x1b[<0;1x"), "\x1b[Ax"},
		"mouse, torn after its esc":   {[]piece{{0, "\x1b"}, {200 * time.Millisecond, "[<0;10;5Mx"}}, "\x1b\x1b[<0;10;5Mx"},
		"mouse, torn after its start": {[]piece{{0, "\x1b["}, {200 * time.Millisecond, "<0;10"}, {200 * time.Millisecond, ";5Mx"}}, "\x1b[<0;10;5Mx"},
		"esc, then typing like it":    {[]piece{{0, "\x1b"}, {200 * time.Millisecond, "["}, {200 * time.Millisecond, "<"}, {200 * time.Millisecond, "0"}}, "\x1b[<0"},
		"mouse, wrong":                {pieces("\x1b[<0;10M", "\x1b[<;;M", "\x1b[<999999;1;1M", "\x1b[<0;1;1;1Mx"), "x"},
		"mouse, too long":             {pieces("\x1b[<"+strings.Repeat("1", 40), "x"), "x"},
		"mouse and a write key":       {pieces("\x1b[<0;10;5M\x02"), "\x1b[<0;10;5M"},
		"old mouse":                   {pieces("\x1b[M #\"", "\x1b[M`\xff\xffx"), "\x1b[M #\"\x1b[M`\xff\xffx"},
		"old mouse, torn":             {[]piece{{0, "\x1b[M"}, {900 * time.Millisecond, "a"}, {900 * time.Millisecond, "bcd"}}, "\x1b[Mabcd"},
		"old mouse, never ended":      {[]piece{{0, "\x1b[Ma"}, {2 * time.Second, "b"}}, "b"},
		"old mouse, torn by a key":    {pieces("\x1b[Ma", "\x1b[A"), "\x1b[A"},
		"keys of the Linux console":   {pieces("\x1b[[A", "\x1b[[", "E", "\x1b[[x"), "\x1b[[A\x1b[[Ex"},
		"shifted keys of rxvt":        {pieces("\x1b[7$", "\x1b[3$x", "\x1b[8", "$", "\x1b[?1;2$y"), "\x1b[7$x\x1b[8$\x1b[?1;2$y"},
		"function key, torn":          {pieces("\x1bO", "Px"), "\x1bO\x1bOPx"},
		"alt+O, then a letter":        {[]piece{{0, "\x1bO"}, {200 * time.Millisecond, "P"}}, "\x1bOP"},
		"focus":                       {pieces("\x1b[I", "\x1b[O\x02"), "\x1b[I\x1b[O"},
		"cursor's position, torn":     {pieces("\x1b[12;", "\x02", "5R"), "\x1b[12;5R"},
		"half a sequence, then a key": {append(pieces("\x1b[12;"), piece{time.Second, "\x02"}), "\x02"},
		"alt and [, then a letter":    {append(pieces("\x1b["), piece{100 * time.Millisecond, "A"}), "A"},
		"alt and ], then letters":     {append(pieces("\x1b]"), piece{100 * time.Millisecond, "a"}, piece{100 * time.Millisecond, "b"}), "ab"},
		"alt and others, then keys": {append(pieces("\x1bP"), piece{100 * time.Millisecond, "\x1b_"}, piece{100 * time.Millisecond, "\x1bX"},
			piece{100 * time.Millisecond, "\x1b^"}, piece{100 * time.Millisecond, "\x02"}), "\x02"},
		"torn in the text, slowly":    {append(pieces("\x1b]11;"), piece{500 * time.Millisecond, "\x02\r"}, piece{500 * time.Millisecond, "\x07"}), ""},
		"a character torn":            {pieces("\xe6", "\x9d\xb1"), "東"},
		"no characters":               {pieces("\xff\xfe", "\xc3("), "\xff\xfe\xc3("},
		"esc, then a key in no haste": {append(pieces("\x1b"), piece{time.Second, "]"}, piece{time.Second, "["}), "\x1b]["},
	} {
		t.Run(name, func(t *testing.T) {
			s := newFilter([]byte{ctrlB, ctrlX, ctrlY})
			if got := strings.Join(filtered(&s, tt.in), ""); got != tt.want {
				t.Errorf("%+v becomes %q, want %q", tt.in, got, tt.want)
			}
		})
	}
}

// Who waits for a key that came in company is told of it, once for each time.
func TestAKeyThatIsLeftOutIsTold(t *testing.T) {
	s, told := newFilter([]byte{ctrlB, ctrlX}), ""
	s.listeners.LeftOut = func(key byte) { told += fmt.Sprint(key) + " " }
	filtered(&s, pieces("cancel\x18", "x", "a\x02b\x02", "\x1b[200~a\x18\x1b[201~"))
	filtered(&s, []piece{{time.Second, "\x18"}})
	if told != "24 2 " {
		t.Errorf("told of %q", told)
	}
}

// TestFilter_HeldKey shows that repeats of a held key do not count as other keys: the first press was passed on.
func TestFilter_HeldKey(t *testing.T) {
	s, told := newFilter([]byte{ctrlB, ctrlX}), ""
	s.listeners.LeftOut = func(key byte) { told += fmt.Sprint(key) + " " }
	repeat := 30 * time.Millisecond
	held := []piece{{time.Second, "\x02"}, {repeat, "\x02\x02"}, {time.Millisecond, "\x02"}, {repeat, "\x02\x02\x02"}}
	if got := strings.Join(filtered(&s, held), ""); got != "\x02" || told != "" {
		t.Errorf("%q is passed on, told of %q", got, told)
	}
	filtered(&s, []piece{{time.Second, "\x02\x02"}, {repeat, "\x18\x18"}, {repeat, "a\x18"}})
	if told != "2 24 24 " {
		t.Errorf("told of %q", told)
	}
}

// What lies behind a full read is the rest of it, however little that is.
func TestTheRestOfAFullReadIsNoKey(t *testing.T) {
	s := newFilter([]byte{ctrlB})
	s.pass([]byte("aaa"), time.Second, true)
	if got := s.pass([]byte("\x02"), 10*time.Millisecond, false); len(got) != 0 {
		t.Errorf("%q is passed on", got)
	}
	if got := s.pass([]byte("\x02"), 10*time.Millisecond, false); string(got) != "\x02" {
		t.Errorf("by itself %q is passed on", got)
	}
}

// What has no end takes no more than its most.
func TestTheFilterHasLimits(t *testing.T) {
	s := newFilter([]byte{ctrlB})
	long := strings.Repeat("x", 100)
	s.pass([]byte("\x1b]0;"), 0, false)
	swallowed := 0
	for len(s.pass([]byte(long), 0, true)) == 0 {
		if swallowed += len(long); swallowed > 2*maxString {
			t.Fatal("a string without an end takes everything")
		}
	}
	s.pass([]byte(pasteStart), time.Minute, false)
	passed := 0
	for range 3 * maxPaste / len(long) {
		passed += len(s.pass([]byte(long), 0, true))
	}
	if passed != maxPaste {
		t.Errorf("%d bytes of a paste are passed on, want %d", passed, maxPaste)
	}
	if got := string(s.pass([]byte(pasteEnd+"a"), 0, false)); got != pasteEnd+"a" {
		t.Errorf("after a paste that was too long comes %q", got)
	}
	s.pass([]byte("\x1b["+strings.Repeat("1", 2*maxSequence)), 0, false)
	if len(s.partial) != 0 {
		t.Errorf("%q is kept back", s.partial)
	}
}

// Whatever comes, and however it is torn: what is passed on is part of what
// came, no write key gets out of a string or out of company, a pause gives the
// keys back, and a buffer of Bubble Tea's size takes it.
func FuzzFilter(f *testing.F) {
	f.Add([]byte("a\x02\x1b]11;\x02\x07\x1b[200~x\x1b[201~"), byte(3))
	f.Add([]byte("\x1b\x1b]\x1b\\\x1bP\x02\x1b[1;2\x1b_"), byte(1))
	f.Add([]byte("\x1b[<0;10;5M\x1b[<0;\x02\x1b[M\x02ab\x1b[[A\x1b[3$\x1bO"), byte(4))
	f.Add([]byte("\x1b[M abc\x1b[Ma\x1b[<65;1;1Mx"), byte(5))
	f.Add([]byte("\xe6\x9d\xb1\xff\x1b[200~\x1b[20"), byte(2))
	f.Fuzz(func(t *testing.T, data []byte, size byte) {
		s := newFilter([]byte{ctrlB})
		step, paste := int(size)%190+1, bytes.Contains(data, []byte("[200~"))
		for rest := data; len(rest) > 0; {
			n := min(step, len(rest))
			out := s.pass(rest[:n], 0, n == step)
			if len(out) > n+filteredMore || len(s.partial) > maxSequence {
				t.Fatalf("%q becomes %q, and %q is kept back", rest[:n], out, s.partial)
			}
			// With alt it is another key.
			alone := bytes.ReplaceAll(out, []byte("\x1b\x02"), nil)
			if n > 1 && !paste && bytes.IndexByte(alone, 2) >= 0 {
				t.Fatalf("%q lets the key through: %q", rest[:n], out)
			}
			rest = rest[n:]
		}
		if got := s.pass([]byte("\x02"), time.Minute, false); !bytes.HasSuffix(got, []byte("\x02")) && !bytes.Equal(got, nil) {
			t.Fatalf("after a pause the key gives %q", got)
		}
		if got := s.pass([]byte("\x02"), time.Minute, false); string(got) != "\x02" {
			t.Fatalf("after two pauses the key gives %q", got)
		}
	})
}

// What the terminal answers to the painter is no key, whole or torn, and a key that comes with it comes by itself.
func TestAnswersToThePainterAreNoKeys(t *testing.T) {
	t.Parallel()
	answers := 0
	s := newFilter([]byte{ctrlB})
	s.listeners.Painted = func() { answers++ }
	read := func(text string, gap time.Duration) string {
		in := []byte(text)
		return string(s.pass(in[:s.takeAnswers(in)], gap, false))
	}
	for _, test := range []struct {
		in, want string
		answers  int
	}{
		{"\x1b[0n", "", 1},
		{"\x1b[0n\x02", "\x02", 1},
		{"x\x1b[3n\x1b[0n", "x", 2},
		{"\x1b[", "", 0},
		{"0n", "", 1},
		{"\x1b[A", "\x1b[A", 0},
	} {
		answers = 0
		gap := time.Second
		if test.in == "0n" {
			gap = time.Millisecond
		}
		if got := read(test.in, gap); got != test.want || answers != test.answers {
			t.Errorf("of %q there is %q left and %d answers, want %q and %d", test.in, got, answers, test.want, test.answers)
		}
	}
}

// What a terminal says of itself is no key, whole or torn, and goes to who asked; keys that look alike are keys.
func TestReportsAreNoKeys(t *testing.T) {
	t.Parallel()
	var told []string
	s := newFilter([]byte{ctrlB})
	s.listeners.Report = func(text string) { told = append(told, text) }
	in := "a\x1b_Gi=7102;OK\x1b\\\x1b[6;18;9t\x1b[?64;1;2;4;6;9;15;16;17;18;21;22;28;29c"
	want := fmt.Sprint([]string{"Gi=7102;OK", "\x1b[6;18;9t", "\x1b[?64;1;2;4;6;9;15;16;17;18;21;22;28;29c"})
	if got := strings.Join(filtered(&s, pieces(in, "b")), ""); got != "ab" || fmt.Sprint(told) != want {
		t.Errorf("%q is left, told of %q", got, told)
	}
	told = nil
	if got := strings.Join(filtered(&s, pieces(strings.Split(in[1:], "")...)), ""); strings.Trim(got, "\x1b") != "" || fmt.Sprint(told) != want {
		t.Errorf("torn: %q is left, told of %q", got, told)
	}
	told = nil
	if got := strings.Join(filtered(&s, pieces("\x1b[1;2S", "\x1b[C", "\x1bc", "\x1b_"+strings.Repeat("x", 200)+"\x1b\\")), ""); got != "\x1b[1;2S\x1b[C\x1bc" || told != nil {
		t.Errorf("%q is left, told of %q", got, told)
	}
}
