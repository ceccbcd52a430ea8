package journal

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// A Problem is an edit or damage that the chain shows.
type Problem struct {
	Line int64 // counts from 1; the line itself, or the first one after what is missing. 0: of no line
	What string
}

func (p Problem) String() string {
	if p.Line == 0 {
		return p.What
	}
	return fmt.Sprintf("line %d: %s", p.Line, p.What)
}

// A link is what one line hands to the next.
type link struct {
	Seq  int64  `json:"seq"`
	Hash string `json:"hash"`
}

// A chain walks the lines of a journal and proves that each follows the one before.
type chain struct {
	link
	line  int64 // of the file; a damaged journal has more or fewer than Seq
	loose bool  // the last line is damaged, so what the next one names cannot be judged
	head  head
	// met says that the walk has passed the head's line, headFits that its hash is the head's.
	met, headFits bool
	// key is what the lines prove of guest.key; empty while none does.
	key string
}

func newChain(h head) *chain { return &chain{link: link{Hash: noHash}, head: h} }

// take walks over one line, nil for one that is too long. When ok, the event is to be believed although the
// line may stand in the wrong place.
func (c *chain) take(line []byte) (e Event, found []Problem, ok bool) {
	c.line++
	defer func() {
		if c.head.state == headRead && c.Seq == c.head.Seq {
			c.met, c.headFits = true, c.Hash == c.head.Hash
		}
	}()
	problem := func(format string, args ...any) {
		found = append(found, Problem{Line: c.line, What: fmt.Sprintf(format, args...)})
	}
	err := errors.New("the line is longer than any event")
	if line != nil {
		e, err = decode(line)
	}
	if err != nil {
		problem("%v", err)
		_, c.Hash, _ = sealOf(line)
		c.Seq++
		c.loose = true
		return Event{}, found, false
	}
	switch want := c.Seq + 1; {
	case e.Seq > want:
		problem("event %d follows event %d: %d missing, or not in order", e.Seq, c.Seq, e.Seq-want)
	case e.Seq < want:
		problem("event %d follows event %d: inserted, or not in order", e.Seq, c.Seq)
	case !c.loose && e.Prev != c.Hash:
		problem("event %d does not follow the line before it: one of the two was replaced", e.Seq)
	}
	if e.Missing > 0 {
		problem("%d events that were written before this line are missing", e.Missing)
	}
	if e.Headless {
		problem("%s was missing or did not fit when this line was written, so lines before it could have been cut off unseen", headName)
	}
	if e.Key != "" {
		c.key = e.Key
	}
	c.link, c.loose = link{e.Seq, e.Hash}, false
	return e, found, true
}

// end compares the last line with the head, which is written after each line.
func (c *chain) end() (found []Problem, notes []string) {
	problem := func(format string, args ...any) {
		found = append(found, Problem{Line: c.line, What: fmt.Sprintf(format, args...)})
	}
	switch {
	case c.head.state == headNone:
		// A process can end between the first line and the first head; later a missing head hides what was cut
		// off.
		if c.Seq > 1 {
			problem("%s is missing, so lines after this one could have been cut off unseen", headName)
		}
	case c.head.state == headBad:
		problem("%s cannot be read, so lines after this one could have been cut off unseen", headName)
	case c.head.Seq > c.Seq:
		found = append(found, Problem{Line: c.line + 1, What: fmt.Sprintf(
			"%s knows %d events and the file ends after event %d: the end was cut off", headName, c.head.Seq, c.Seq)})
	case c.met && !c.headFits && (!c.loose || c.head.Seq != c.Seq):
		problem("%s knows another event %d than the file: a line was replaced or added", headName, c.head.Seq)
	case c.head.Seq < c.Seq-1:
		// What the head would prove, the chain proves up to here by itself.
		notes = append(notes, fmt.Sprintf("%s is %d events behind: an old copy was put back, or the power failed", headName, c.Seq-c.head.Seq))
	}
	return found, notes
}

// next returns what a new line follows: after a damaged line, whose hash cannot be relied on, the head.
func (c *chain) next() link {
	if c.head.state == headRead && c.head.Seq == c.Seq {
		return c.head.link
	}
	if c.Hash == "" {
		return link{c.Seq, noHash}
	}
	return c.link
}

// apply walks over one line and makes its event, zero when the line is damaged, part of the attempts.
func (c *chain) apply(f *attemptSet, line []byte, at span) (Event, []Problem) {
	e, found, ok := c.take(line)
	if ok {
		if err := f.take(e, at); err != nil {
			found = append(found, Problem{Line: c.line, What: err.Error()})
		}
	}
	return e, found
}

// unfinished reports whether a crash cut into the last line although it ends in a newline: it is not whole, and
// the head does not know it. A file system may keep the end of a line and lose its middle when the power fails.
func (c *chain) unfinished(line []byte) bool {
	if line != nil {
		if _, err := decode(line); err == nil {
			return false
		}
	}
	return c.head.state == headNone || c.head.state == headRead && c.head.Seq <= c.Seq
}

// eachLine calls do for every whole line, without its newline, and its place; from is where r starts. A line
// longer than maxLine is nil.
func eachLine(r io.Reader, from int64, do func(line []byte, at span)) error {
	in := bufio.NewReaderSize(r, maxLine)
	size := 0
	for {
		part, err := in.ReadSlice('\n')
		size += len(part)
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		line := part[:len(part)-1]
		if size > len(part) {
			line = nil
		}
		at := span{from, size}
		do(line, at)
		from, size = at.end(), 0
	}
}

// A head is what journal.head says: the last line that was acknowledged.
type head struct {
	link
	state headState
	size  int // of the file in bytes
}

type headState int

const (
	headNone headState = iota // there is no file
	headBad                   // the file cannot be read
	headRead
)

// headForm makes all heads equally long, so that one can be written over another.
const headForm = `{"seq":%20d,"hash":"%s"}` + "\n"

// readHead returns a state instead of an error: the journal goes on, and Verify says so.
func readHead(dir string) head {
	text, err := os.ReadFile(filepath.Join(dir, headName))
	if errors.Is(err, fs.ErrNotExist) {
		return head{}
	}
	h := head{state: headRead, size: len(text)}
	if err != nil || json.Unmarshal(text, &h.link) != nil || h.Seq < 1 || len(h.Hash) != hashHex ||
		strings.Trim(h.Hash, "0123456789abcdef") != "" {
		return head{state: headBad}
	}
	return h
}

// replace writes a head in the place of h. Both have the same length and lie within one sector and one page, so
// that no crash divides them and nothing need be synced: an older head harms nothing.
func (h head) replace(dir string, l link) (head, error) {
	path, text := filepath.Join(dir, headName), fmt.Appendf(nil, headForm, l.Seq, l.Hash)
	now := head{link: l, state: headRead, size: len(text)}
	if h.state != headRead || h.size != len(text) {
		if err := replaceFile(path, text); err != nil {
			return h, err
		}
		return now, syncDir(dir)
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return h, err
	}
	_, err = f.WriteAt(text, 0)
	return now, errors.Join(err, f.Close())
}
