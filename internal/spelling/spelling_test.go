package spelling

import "testing"

func TestDistance(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"a", "", 1},
		{"london", "lodnon", 1},
		{"london", "londn", 1},
		{"paris", "paras", 1},
		{"abcd", "dcba", 3},
		{"abcd", "efgh", 4},
		{"köln", "koln", 1},
	} {
		for _, pair := range [][2]string{{c.a, c.b}, {c.b, c.a}} {
			if got := Distance([]rune(pair[0]), []rune(pair[1])); got != c.want {
				t.Errorf("Distance(%q, %q) = %d, want %d", pair[0], pair[1], got, c.want)
			}
		}
	}
}

func TestNearest(t *testing.T) {
	words := []string{"add", "list", "remove", "use"}
	for word, want := range map[string]string{"lst": "list", "LIST": "list", "remvoe": "remove", "ad": "add", "zzz": "", "": "", "usse": "use", "rem": "remove"} {
		if got := Nearest(word, words); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", word, got, want)
		}
	}
	if got := Nearest("out", []string{"sort", "output"}); got != "output" {
		t.Errorf("the beginning of a word is nearer than another word: %q", got)
	}
}
