package journal

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// An index says where the lines of every attempt stand up to some line, and what lists are chosen by, so that a
// long journal need not be decoded at every start. It is believed only for the very bytes that it was made
// from, whose digest is checked whenever the journal is opened; any other is made anew.
//
// None is made of a journal with lines that only a later version understands: that version would believe it and
// never see them.
//
// The file is indexMark, the end in bytes, the link, the digest and the key, the pairs of profile and
// environment, the records, the reveals, and the SHA-256 of all that. Numbers are unsigned varints; a text follows its
// length in bytes.
type index struct {
	link                 // of the last line
	end      int64       // where that line ends, in bytes
	digest   string      // SHA-256 of the file up to there, as bytes
	key      string      // what the lines prove of guest.key
	attempts *attemptSet // without the states
}

const (
	// indexMark has another number as soon as a record's fields are worked out from the same lines in another
	// way.
	indexMark = "bellhop journal index 6\n"
	// indexEvery is how many lines behind a new index is worth it: decoding as many takes about 10 ms.
	indexEvery = 1000
	// digestBuffer is how much of the file is read at a time, in bytes.
	digestBuffer = 256 << 10
)

// The flags of a record in the index.
const (
	flagOpen = 1 << iota
	flagMade
	flagJoined
	flagRefused
	flagRebooks
	flagUnseen
)

// indexKinds returns the kinds by their number in the index.
func indexKinds() []Kind { return []Kind{Create, Modify, Cancel} }

// An indexProfile is a profile with its environment, which the records name by its number. Most journals have one
// or two.
type indexProfile struct{ profile, environment string }

func (x index) encode() []byte {
	out := []byte(indexMark)
	number := func(n int64) { out = binary.AppendUvarint(out, uint64(n)) } //nolint:gosec // None is below 0.
	word := func(s string) {
		number(int64(len(s)))
		out = append(out, s...)
	}
	number(x.end)
	number(x.Seq)
	word(x.Hash)
	word(x.digest)
	word(x.key)
	var profiles []indexProfile
	numbers := map[indexProfile]int64{}
	for _, r := range x.attempts.planned {
		at := indexProfile{r.profile, r.environment}
		if _, known := numbers[at]; !known {
			numbers[at] = int64(len(profiles))
			profiles = append(profiles, at)
		}
	}
	number(int64(len(profiles)))
	for _, at := range profiles {
		word(at.profile)
		word(at.environment)
	}
	number(int64(len(x.attempts.planned)))
	for _, r := range x.attempts.planned {
		word(r.attempt)
		number(numbers[indexProfile{r.profile, r.environment}])
		number(int64(slices.Index(indexKinds(), r.kind)))
		word(r.guest)
		word(r.reservation)
		number(r.planned.UnixMilli())
		number(r.flags())
		if r.joined >= 0 {
			number(r.joined)
		}
		number(int64(len(r.lines)))
		from := int64(0)
		for _, at := range r.lines {
			number(at.at - from)
			number(int64(at.size))
			from = at.end()
		}
	}
	number(int64(len(x.attempts.reveals)))
	for _, line := range x.attempts.reveals {
		word(line.reservation)
		number(line.at.at)
		number(int64(line.at.size))
	}
	sum := sha256.Sum256(out)
	return append(out, sum[:]...)
}

func (r *record) flags() int64 {
	flags := int64(0)
	for i, on := range []bool{r.open, r.made, r.joined >= 0, r.refused, r.rebooks, r.unseen} {
		if on {
			flags |= 1 << i
		}
	}
	return flags
}

// An indexReader takes an index apart. After the first fault it is bad and gives zeros.
type indexReader struct {
	raw  []byte
	text string // the same, of which the words are parts
	at   int
	bad  bool
}

func (r *indexReader) number() int64 {
	n, size := binary.Uvarint(r.raw[r.at:])
	if size <= 0 || n > 1<<62 {
		r.bad, r.at = true, len(r.raw)
		return 0
	}
	r.at += size
	return int64(n)
}

func (r *indexReader) word() string {
	n := r.number()
	if n > int64(len(r.raw)-r.at) {
		r.bad, r.at = true, len(r.raw)
		return ""
	}
	from := r.at
	r.at += int(n)
	return r.text[from:r.at]
}

// count returns a number of things, each of which takes a byte at least.
func (r *indexReader) count() int {
	n := r.number()
	if n > int64(len(r.raw)-r.at) {
		r.bad = true
		return 0
	}
	return int(n)
}

var errIndex = errors.New("the journal's index cannot be read")

// decodeIndex reads what encode writes. Whatever else the bytes are is an error.
func decodeIndex(file []byte) (index, error) {
	cut := len(file) - sha256.Size
	if cut < len(indexMark) || !bytes.HasPrefix(file, []byte(indexMark)) {
		return index{}, errIndex
	}
	if sum := sha256.Sum256(file[:cut]); !bytes.Equal(sum[:], file[cut:]) {
		return index{}, errIndex
	}
	r := &indexReader{raw: file[:cut], text: string(file[:cut]), at: len(indexMark)}
	x := index{end: r.number()}
	x.link = link{r.number(), r.word()}
	x.digest = r.word()
	x.key = r.word()
	profiles := make([]indexProfile, r.count())
	for i := range profiles {
		profiles[i] = indexProfile{r.word(), r.word()}
	}
	n := r.count()
	x.attempts = newAttemptSet(n)
	records := make([]record, n)
	for i := range records {
		if !r.record(&records[i], profiles, x.end) {
			return index{}, errIndex
		}
		x.attempts.enter(&records[i])
	}
	for range r.count() {
		line := revealLine{reservation: r.word()}
		at, size := r.number(), r.number()
		if size < 1 || size > maxLine || at > x.end-size {
			return index{}, errIndex
		}
		line.at = span{at, int(size)}
		x.attempts.reveals = append(x.attempts.reveals, line)
	}
	if r.bad || r.at != len(r.raw) || len(x.Hash) != hashHex || x.Seq < 1 || len(x.attempts.byID) != n {
		return index{}, errIndex
	}
	x.attempts.restore()
	return x, nil
}

// record reads one attempt, whose lines are all before the end.
func (r *indexReader) record(to *record, profiles []indexProfile, end int64) bool {
	to.attempt = r.word()
	profile, kind := r.number(), r.number()
	if kinds := indexKinds(); profile < int64(len(profiles)) && kind < int64(len(kinds)) {
		to.profile, to.environment, to.kind = profiles[profile].profile, profiles[profile].environment, kinds[kind]
	} else {
		return false
	}
	to.guest, to.reservation = r.word(), r.word()
	to.planned = time.UnixMilli(r.number()).UTC()
	flags := r.number()
	to.open, to.made, to.refused, to.joined = flags&flagOpen != 0, flags&flagMade != 0, flags&flagRefused != 0, -1
	to.rebooks, to.unseen = flags&flagRebooks != 0, flags&flagUnseen != 0
	if flags&flagJoined != 0 {
		to.joined = r.number()
	}
	to.lines = make([]span, r.count())
	from := int64(0)
	for i := range to.lines {
		at := from + r.number()
		size := r.number()
		if at < from || size < 1 || size > maxLine || at > end-size {
			return false
		}
		to.lines[i] = span{at, int(size)}
		from = to.lines[i].end()
	}
	return !r.bad && len(to.lines) > 0
}

// restore makes the lists that join has made when the lines were read.
func (f *attemptSet) restore() {
	for _, r := range f.planned {
		if r.joined >= 0 {
			f.byReservation[r.reservation] = append(f.byReservation[r.reservation], r)
		}
	}
	for _, list := range f.byReservation {
		slices.SortFunc(list, func(a, b *record) int { return int(a.joined - b.joined) })
	}
}

// restart forgets all that was read and takes what it can from the index. The lock is held.
func (j *Journal) restart(h head, size int64) {
	j.attempts, j.chain, j.end, j.damage = newAttemptSet(0), newChain(h), 0, nil
	j.attempts.source = j.file
	j.digest, j.indexed = sha256.New(), 0
	file, err := os.ReadFile(filepath.Join(j.dir, indexName))
	if err != nil {
		return // Most often there is none: everything is read.
	}
	x, err := decodeIndex(file)
	if err != nil || x.end > size || h.state != headRead || h.Seq < x.Seq || h.Seq == x.Seq && h.Hash != x.Hash {
		return
	}
	digest := sha256.New()
	_, err = io.CopyBuffer(digest, io.NewSectionReader(j.file, 0, x.end), make([]byte, digestBuffer))
	if err != nil || string(digest.Sum(nil)) != x.digest {
		return // Reading it all says what is wrong.
	}
	x.attempts.source = j.file
	j.attempts, j.end, j.digest, j.indexed = x.attempts, x.end, digest, x.Seq
	j.chain.link, j.chain.line, j.chain.key = x.link, x.Seq, x.key
	j.chain.met = h.Seq == x.Seq
	j.chain.headFits = j.chain.met
}

// keepIndex writes the index anew when it is many lines behind and the journal is whole. The lock is held and
// everything was read.
func (j *Journal) keepIndex() {
	c := j.chain
	if c.Seq-j.indexed < j.indexEvery || j.attempts.later || j.torn > 0 || c.head.state != headRead || c.head.link != c.link || len(j.damaged()) > 0 {
		return
	}
	x := index{link: c.link, end: j.end, digest: string(j.digest.Sum(nil)), key: c.key, attempts: j.attempts}
	// It need not last through a power cut: half an index is none.
	if putFile(filepath.Join(j.dir, indexName), x.encode(), false) == nil {
		j.indexed = c.Seq
	}
}
