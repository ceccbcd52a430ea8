package keyboard

import (
	"bytes"
	"regexp"
	"sync"
)

// The two forms in which terminals tell of the mouse. The old one has three bytes after its beginning that may be any
// letters; neither is ever a key.
const (
	mouseStart    = "\x1b[<"
	oldMouseStart = "\x1b[M"
	oldMouseSize  = len(oldMouseStart) + 3
)

var (
	mouseReport = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\x1b\[<\d{1,4};\d{1,5};\d{1,5}[Mm]$`) })
	mouseRest   = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\x1b\[<\d`) })
)

// mouse is control for what tells of the mouse: it is passed on whole or not at all.
func (s *filter) mouse(data []byte) int {
	n := len(mouseStart)
	for n < len(data) && (data[n] >= '0' && data[n] <= '9' || data[n] == ';') {
		n++
	}
	switch {
	case n == len(data) && n < maxSequence:
		return 0
	case n < len(data) && (data[n] == 'M' || data[n] == 'm'):
		n++
	}
	if mouseReport().Match(data[:n]) {
		s.put(data[:n])
	}
	return n
}

// oldMouse is mouse for the old form.
func (s *filter) oldMouse(data []byte) int {
	for i := len(oldMouseStart); i < oldMouseSize; i++ {
		if i == len(data) {
			return 0
		}
		if data[i] < ' ' {
			return i // Something else begins.
		}
	}
	s.put(data[:oldMouseSize])
	return oldMouseSize
}

// tellsOfMouse reports whether what is not whole yet began to tell of the mouse. On a slow line its rest is waited for
// longer than that of a key, because it would be typed.
func tellsOfMouse(partial []byte) bool {
	return bytes.HasPrefix(partial, []byte(mouseStart)) || bytes.HasPrefix(partial, []byte(oldMouseStart))
}

// function is control for the function keys of the Linux console, F1 to F5, and shifted keys of rxvt: their form is that
// of no other key. It returns 0 for what is none of them, and waits where more must come.
func (s *filter) function(data []byte) (n int, wait bool) {
	switch {
	case data[2] == '[' && len(data) == 3:
		return 0, true
	case data[2] == '[' && data[3] >= 'A' && data[3] <= 'E':
		s.put(data[:4])
		return 4, false
	case data[2] == '[':
		return 3, false
	}
	n = 2
	for n < len(data) && data[n] >= '0' && data[n] <= '9' {
		n++
	}
	if n == 2 || n == len(data) || data[n] != '$' {
		return 0, false
	}
	if key := data[n-1]; n == 3 && (key == '7' || key == '8') { // Home and end; the others would be typed.
		s.put(data[:n+1])
	}
	return n + 1, false
}
