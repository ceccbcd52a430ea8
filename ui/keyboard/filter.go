package keyboard

import (
	"bytes"
	"slices"
	"time"
	"unicode/utf8"

	"bellhop/ui/paint"
)

// A filter leaves out of what a terminal sends whatever no key has sent, before
// it is taken for keys: the strings with which terminals answer questions,
// asked or not, and whose bytes would be keys. It also keeps together what a
// slow line has torn apart, as far as the pieces follow each other at once.
//
// A string that never ends must not take the keys for ever: its time ends it, an
// escape sequence does, and so does its length.
type filter struct {
	state filterState
	// partial is the beginning of something that is not whole yet: an escape
	// sequence, a character, the end of a paste.
	partial     []byte
	begun       string        // what came last may begin a sequence, and was passed on as a key: esc, or alt+O
	lost        string        // what began one and was given up just before
	bell        bool          // the string may end with a bell
	application bool          // the string is an application program command
	count       int           // bytes of the string or the paste so far
	since       time.Duration // from the beginning of the string to what was read last
	pauseNeeded time.Duration // how long a pause must stand before a key of alone
	// alone has the control bytes that are passed on only if nothing comes with
	// them: a person presses such a key by itself.
	alone [' ']bool
	out   []byte
	// text is the beginning of the string, for the listener of answers.
	text      []byte
	listeners Listeners
	company   byte // that key, while what was read is looked through; 0 for none
	last      byte // the last byte read; 0 for none
}

type filterState int

const (
	filterKeys   filterState = iota
	filterString             // an answer, which is left out
	filterPaste              // a paste, which is passed on
)

const (
	// tornTime is how far apart the pieces of one sequence may come, pasteTime those
	// of a paste, which may come over a line that stalls, and stringTime how long a
	// whole string takes at most: who goes on typing meanwhile must get through.
	tornTime   = 50 * time.Millisecond
	stringTime = time.Second
	pasteTime  = 5 * time.Second
	// Nobody presses another key so soon after one, aloneTime, nor after more than a
	// key can send, burstTime: what comes then is the rest of that.
	aloneTime = 5 * time.Millisecond
	burstTime = 250 * time.Millisecond
	// maxString and maxPaste are the most bytes of each. What is longer than a
	// string may be is keys again; what is longer than a paste is left out.
	maxString = 64 << 10
	maxPaste  = 64 << 10
	// maxSequence is the length up to which a sequence is waited for: what terminals say of themselves is the longest. What
	// came at once is more than a key can send from burstLength on.
	maxSequence = 64
	burstLength = 32
	// filteredMore is how much longer what is passed on can be than what came.
	filteredMore = maxSequence + len(pasteEnd) + utf8.UTFMax
)

const (
	longestAnswer = 64 // bytes of an answer that may be one

	escape        = '\x1b'
	controlStart  = "\x1b["
	functionStart = "\x1bO" // of some function keys and arrows
	bell          = '\a'
	pasteStart    = "\x1b[200~"
	pasteEnd      = "\x1b[201~"
)

func newFilter(alone []byte) filter {
	var s filter
	for _, b := range alone {
		if int(b) < len(s.alone) {
			s.alone[b] = true
		}
	}
	return s
}

// pass takes what was read so long after the bytes before it, and returns what
// is to be read as keys, valid until the next call. Full reports whether more may have
// been there to be read.
func (s *filter) pass(in []byte, gap time.Duration, full bool) []byte {
	s.out = s.out[:0]
	s.pause(gap)
	byItself := len(in) == 1 && s.state == filterKeys && len(s.partial) == 0 && gap >= s.pauseNeeded
	if s.pauseNeeded = aloneTime; full || len(in) > burstLength {
		s.pauseNeeded = burstTime
	}
	s.company = 0
	held := len(in) > 0 && gap <= burstTime && len(bytes.Trim(in, string(rune(s.last)))) == 0 // A key that is held repeats itself.
	if s.last = 0; len(in) > 0 {
		s.last = in[len(in)-1]
	}
	data := s.joined(in)
	for len(data) > 0 {
		n := 0
		switch s.state {
		case filterString:
			n = s.inString(data)
		case filterPaste:
			n = s.inPaste(data)
		case filterKeys:
			n = s.key(data, byItself, full)
		}
		if n == 0 {
			s.partial = slices.Clone(data)
			break
		}
		data = data[n:]
	}
	if s.company != 0 && !held && s.listeners.LeftOut != nil {
		s.listeners.LeftOut(s.company)
	}
	return s.out
}

// takeAnswers takes whole answers to the painter's question out of what was read, and returns how much is left: a key
// that comes with one still comes by itself.
func (s *filter) takeAnswers(in []byte) (n int) {
	if s.listeners.Painted == nil || s.state != filterKeys {
		return len(in)
	}
	rest := in
	for _, answer := range paint.StatusAnswers() {
		if found := bytes.Count(rest, []byte(answer)); found > 0 {
			rest = bytes.ReplaceAll(rest, []byte(answer), nil)
			s.listeners.Painted()
		}
	}
	return copy(in, rest)
}

// pause ends what has waited too long for its end.
func (s *filter) pause(gap time.Duration) {
	if gap > tornTime {
		if s.lost = ""; s.begun == string(escape) && gap <= stringTime {
			s.lost = s.begun
		}
		s.begun = ""
	}
	s.since += gap
	switch {
	case s.state == filterString && (s.since > stringTime || s.count == 0 && gap > tornTime):
		// What only began one was a key such as alt+], which the console has no use
		// for: what a person types next is typed.
		s.state, s.partial = filterKeys, nil
	case s.state == filterPaste && gap > pasteTime:
		s.put(s.partial)
		s.put([]byte(pasteEnd))
		s.state, s.partial = filterKeys, nil
	case s.state == filterKeys && gap <= stringTime && tellsOfMouse(s.partial):
	case s.state == filterKeys && gap > tornTime:
		// Esc is a key; half of anything longer is none. Alt+[ is one that the
		// console has no use for, and would be half of the key that comes next.
		if len(s.partial) == 1 && s.partial[0] == escape {
			s.put(s.partial)
		}
		if gap <= stringTime && string(s.partial) == controlStart {
			s.lost = controlStart
		}
		s.partial = nil
	}
}

// joined is what came, after what it completes. An escape that began a sequence
// has already been a key; the rest of the sequence is none. Of the mouse that holds
// even when the rest is late.
func (s *filter) joined(in []byte) []byte {
	data := append(s.partial, in...)
	switch with := append([]byte(s.lost), in...); {
	case len(in) == 0:
	case s.begun == string(escape) && (in[0] == '[' || introduces(in[0])), s.begun == functionStart && letter(in[0]):
		data = append([]byte(s.begun), in...)
	case s.lost != "" && mouseRest().Match(with):
		data = with
	}
	s.partial, s.begun, s.lost = nil, "", ""
	return data
}

func letter(b byte) bool { return b >= 'A' && b <= 'Z' || b >= 'a' && b <= 'z' }

func (s *filter) put(b []byte) { s.out = append(s.out, b...) }

// key passes on what stands first, or begins a string or a paste; it returns how
// many bytes that takes, and 0 where more must come.
func (s *filter) key(data []byte, byItself, full bool) int {
	switch b := data[0]; {
	case b == escape:
		return s.sequence(data, full)
	case b < ' ' && s.alone[b]:
		if byItself {
			s.put(data[:1])
		} else {
			s.company = b
		}
		return 1
	case b < utf8.RuneSelf:
		s.put(data[:1])
		return 1
	case !utf8.FullRune(data):
		return 0
	}
	_, n := utf8.DecodeRune(data)
	s.put(data[:n])
	return n
}

// sequence is key for what begins with an escape.
func (s *filter) sequence(data []byte, full bool) int {
	switch {
	case len(data) == 1 && full:
		return 0
	case len(data) == 1:
		s.begun = string(escape)
		s.put(data)
		return 1
	case string(data) == functionStart:
		s.begun = functionStart
		s.put(data)
		return 2
	case data[1] == '[':
		return s.control(data)
	case introduces(data[1]):
		s.state, s.bell, s.application, s.count, s.since, s.text = filterString, data[1] == ']', data[1] == '_', 0, 0, s.text[:0]
		return 2
	case data[1] < ' ' && data[1] != escape:
		s.put(data[:2]) // With alt it is another key.
		return 2
	}
	s.put(data[:1])
	return 1
}

// introduces reports whether the byte after an escape begins a string: OSC, DCS,
// SOS, PM, APC.
func introduces(b byte) bool { return bytes.IndexByte([]byte("]PX^_"), b) >= 0 }

// control is sequence for those with parameters, such as a key, a position of
// the cursor, or the beginning of a paste.
func (s *filter) control(data []byte) int {
	if len(data) > 2 {
		switch data[2] {
		case '<':
			return s.mouse(data)
		case 'M':
			return s.oldMouse(data)
		}
		if n, wait := s.function(data); n > 0 || wait {
			return n
		}
	}
	n := 2
	for n < len(data) && data[n] >= '0' && data[n] <= '?' {
		n++
	}
	for n < len(data) && data[n] >= ' ' && data[n] <= '/' {
		n++
	}
	switch {
	case n == len(data) && n < maxSequence:
		return 0
	case n < len(data) && data[n] >= '@' && data[n] <= '~':
		n++
	}
	if s.listeners.Painted != nil && slices.Contains(paint.StatusAnswers(), string(data[:n])) {
		s.listeners.Painted()
		return n
	}
	if s.listeners.Report != nil && reports(data[:n]) {
		s.listeners.Report(string(data[:n]))
		return n
	}
	s.put(data[:n])
	if string(data[:n]) == pasteStart {
		s.state, s.count = filterPaste, 0
	}
	return n
}

// reports reports whether a control sequence is what a terminal says of itself when it is asked, and no key sends.
func reports(text []byte) bool {
	switch text[len(text)-1] {
	case 'c':
		return len(text) > 3 && text[2] == '?'
	case 't':
		return true
	}
	return false
}

// inString leaves out what belongs to the string, and its end.
func (s *filter) inString(data []byte) int {
	switch {
	case data[0] == escape && len(data) == 1:
		return 0
	case data[0] == escape && data[1] == '\\':
		s.endString()
		return 2
	case data[0] == escape: // Something else begins.
		s.state = filterKeys
		return s.sequence(data, false)
	case data[0] == bell && s.bell:
		s.endString()
		return 1
	}
	if (s.listeners.Answer != nil || s.listeners.Report != nil) && len(s.text) <= longestAnswer {
		s.text = append(s.text, data[0])
	}
	if s.count++; s.count == maxString {
		s.state = filterKeys
	}
	return 1
}

func (s *filter) endString() {
	s.state = filterKeys
	if len(s.text) > longestAnswer {
		return
	}
	if s.listeners.Answer != nil && s.bell {
		s.listeners.Answer(string(s.text))
	}
	if s.listeners.Report != nil && s.application {
		s.listeners.Report(string(s.text))
	}
}

// inPaste passes on what is pasted, up to its most, and its end.
func (s *filter) inPaste(data []byte) int {
	end := bytes.Index(data, []byte(pasteEnd))
	text := data[:max(end, 0)]
	if end < 0 {
		torn := len(pasteEnd) - 1
		for !bytes.HasSuffix(data, []byte(pasteEnd[:torn])) {
			torn--
		}
		text = data[:len(data)-torn]
	}
	s.put(text[:min(len(text), maxPaste-s.count)])
	s.count = min(s.count+len(text), maxPaste)
	if end >= 0 {
		s.state = filterKeys
		s.put([]byte(pasteEnd))
		return len(text) + len(pasteEnd)
	}
	return len(text)
}
