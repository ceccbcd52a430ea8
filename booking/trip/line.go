package trip

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"bellhop/api"
	"bellhop/booking/wording"
)

// A Question is all that one line asks: the trip, which hotels are kept, and their order.
type Question struct {
	Trip   Trip
	Filter Filter
	Sort   Order
	// Where is the destination as it was typed. It is empty where that is the destination's code or name.
	Where string
}

// Words returns the question in one line of words.
func (q Question) Words() string {
	where := q.Trip.around()
	if q.Trip.Destination.Kind == KindNone {
		where = q.Where
		if q.Trip.Radius != (Radius{}) {
			where += " within " + q.Trip.Radius.String()
		}
	}
	return strings.Join(append([]string{q.Trip.words(where)}, q.Asked()...), " · ")
}

// Asked lists in words what the question asks beside the trip.
func (q Question) Asked() []string {
	asked := q.Filter.Parts()
	if q.Sort != (Order{}) {
		asked = append(asked, "by "+q.Sort.String())
	}
	return asked
}

// A LineReader reads a question from one line of text.
type LineReader struct {
	// Base supplies the days and the party that a line leaves out. For a line that is Whole, Default supplies them, so
	// that it means the same everywhere. A line that names the destination of Base by its code, its name or the same
	// text takes that destination.
	Base Question
	// Likely is the line's probable destination. "Tonight" is read in its time zone.
	Likely Destination
	Now    time.Time
	Agent  *time.Location // the agent's zone, whose days count where the destination's zone is not known; nil is UTC
	// Placed says that the place is known apart from the line, so that a word alone is read as days or a filter too.
	Placed bool
}

// A Line is what was read.
type Line struct {
	Text        string
	Words       []Word
	Destination string // as typed; empty where there is none
	// Question is what could be read, also beside a problem.
	Question Question
	Problem  *LineProblem // the first thing that is wrong; nil where there is none
	// Notes name what the line asks and this service has not, each in one sentence.
	Notes   []string
	Desktop Desktop
}

// A Word is one part of a line with its reading: "12-15dec", "2 adults", "san jose ca".
type Word struct {
	Start, End int // in bytes of the text
	Kind       WordKind
	Reading    string // "Sat 12 Dec – Tue 15 Dec 2026 · 3 nights"
}

// A LineProblem is what is wrong with a word of a line, and what helps.
type LineProblem struct {
	Start, End int // of the word, in bytes of the text
	Kind       WordKind
	Message    string
	Instead    string // the word that was probably meant, empty where none is near
}

// Help returns the row of the grammar that helps.
func (p LineProblem) Help() Row { return rowOf(p.Kind) }

// Mended returns the text with the word that was probably meant; the text itself where none is near.
func (l Line) Mended() string {
	if l.Problem == nil || l.Problem.Instead == "" {
		return l.Text
	}
	return l.Text[:l.Problem.Start] + l.Problem.Instead + l.Text[l.Problem.End:]
}

// Read reads a line. What is no date, party, filter or sort is the destination; quoted text always is.
func (r LineReader) Read(text string) Line {
	if r.Agent == nil {
		r.Agent = time.UTC
	}
	if message := tooLong("the line", text, longestLine); message != "" {
		return Line{Text: text, Question: r.Base, Problem: &LineProblem{Start: 0, End: len(text), Message: message}}
	}
	line := r.read(text)
	if line.Whole() {
		base := Default(api.DateOf(r.Now.In(r.Agent)))
		base.Destination = r.Base.Trip.Destination
		r.Base.Trip = base
		line = r.read(text)
	}
	return line
}

func (r LineReader) read(text string) Line {
	if e, ok := entryOf(text); ok {
		return r.readEntry(e, text)
	}
	return r.readPlain(text)
}

// Whole reports whether the line says where and when.
func (l Line) Whole() bool {
	return l.Destination != "" && slices.ContainsFunc(l.Words, func(w Word) bool { return w.Kind == WordDays })
}

// The most characters of a line and of its destination. Services refuse long search terms, each at its own length.
const (
	longestLine        = 600
	longestDestination = 200
)

// CheckDestination returns an error if the text of a destination is too long to be looked up.
func CheckDestination(text string) error {
	if message := tooLong("the destination", text, longestDestination); message != "" {
		return &DestinationError{message}
	}
	return nil
}

// A DestinationError explains why a destination is not looked up.
type DestinationError struct{ message string }

func (e *DestinationError) Error() string { return e.message }

// tooLong returns the error text for a text over the limit, or "".
func tooLong(what, text string, most int) string {
	n := utf8.RuneCountInString(text)
	if n <= most {
		return ""
	}
	return what + " has " + wording.Count(n) + " characters, the limit is " + wording.Count(most) + ": shorten it"
}

func (r LineReader) readPlain(text string) Line {
	tokens := tokensOf(text)
	guess := r.Base.Trip.Destination
	read := r.readWith(text, tokens, guess)
	// Tonight is the destination's, and days are read before it is known.
	d := read.line.Question.Trip.Destination
	if d.Kind == KindNone && read.line.Destination != "" {
		d = r.Likely
	}
	if d.Zone != guess.Zone {
		read = r.readWith(text, tokens, d)
	}
	return read.line
}

// At reads a line again, now that its destination is known, and returns the trip to that destination.
func (r LineReader) At(line Line, d Destination) Trip {
	r.Likely = d
	t := r.Read(line.Text).Question.Trip
	t.Destination = d
	return t
}

// A lineReading is a line while it is read.
type lineReading struct {
	LineReader
	tokens []token
	kinds  []WordKind // of the tokens
	words  []Word     // those that are not the destination's
	line   Line
	days   Trip // whose days are read
	said   map[WordKind]bool
	stay   saidStay
	party  saidParty
}

func (r LineReader) readWith(text string, tokens []token, at Destination) *lineReading {
	l := &lineReading{
		LineReader: r, tokens: tokens, kinds: make([]WordKind, len(tokens)), said: map[WordKind]bool{},
		line: Line{Text: text}, days: r.Base.Trip,
	}
	l.days.Destination = at
	l.line.Question.Trip = r.Base.Trip
	l.line.Question.Trip.Destination, l.line.Question.Trip.Radius = Destination{}, Radius{}
	for i := 0; i < len(tokens); {
		i += l.take(i)
	}
	l.joinFillers()
	l.settleNumbers()
	l.settleStay()
	l.settleParty()
	l.checkNear()
	l.settleDestination()
	l.checkTrip()
	return l
}

// take reads the word that begins at a token, and returns how many tokens it has.
func (l *lineReading) take(at int) int {
	// A single word is the destination, even if it looks like something else: "mon" is the start of Montreal.
	if alone := len(l.tokens) == 1 && !l.Placed && isPlainWord(l.tokens[at].text); !l.tokens[at].quoted && !alone {
		for i := range grammar {
			if row := &grammar[i]; row.read != nil {
				if n := row.read(l, at); n > 0 {
					return n
				}
			}
		}
	}
	l.kinds[at] = WordDestination
	return 1
}

// word notes that tokens are a word of a kind.
func (l *lineReading) word(kind WordKind, at, n int, reading string) int {
	for i := at; i < at+n; i++ {
		l.kinds[i] = kind
	}
	l.words = append(l.words, Word{Start: l.tokens[at].start, End: l.tokens[at+n-1].end, Kind: kind, Reading: reading})
	return n
}

// once is word for what a line says once.
func (l *lineReading) once(kind WordKind, at, n int, reading string) int {
	if l.said[kind] {
		return l.wrong(kind, at, n, l.text(at, n)+" says "+rowOf(kind).Name+" a second time", "")
	}
	l.said[kind] = true
	return l.word(kind, at, n, reading)
}

// wrong notes a word with a problem. The first of a line is kept.
func (l *lineReading) wrong(kind WordKind, at, n int, message, instead string) int {
	start, end := l.tokens[at].start, l.tokens[at+n-1].end
	l.problem(LineProblem{Start: start, End: end, Kind: kind, Message: message, Instead: instead})
	return l.word(kind, at, n, "")
}

func (l *lineReading) problem(p LineProblem) {
	if now := l.line.Problem; now == nil || p.Start < now.Start {
		l.line.Problem = &p
	}
}

// text returns tokens as they were typed.
func (l *lineReading) text(at, n int) string {
	return l.line.Text[l.tokens[at].start:l.tokens[at+n-1].end]
}

// settleDestination joins what is left over, and finds the destination that it names.
func (l *lineReading) settleDestination() {
	var parts []string
	for i, kind := range l.kinds {
		if kind == WordDestination && l.tokens[i].raw != "" {
			parts = append(parts, l.tokens[i].raw)
		}
	}
	where := strings.Join(parts, " ")
	q := &l.line.Question
	l.line.Destination = where
	q.Trip.Destination, q.Where = l.resolve(where)
	reading := q.Trip.Destination.Short()
	if reading == "" {
		reading = where
	}
	for i := 0; i < len(l.kinds); i++ {
		if l.kinds[i] != WordDestination {
			continue
		}
		n := 1
		for i+n < len(l.kinds) && l.kinds[i+n] == WordDestination {
			n++
		}
		if err := CheckDestination(where); err != nil {
			l.wrong(WordDestination, i, n, err.Error(), "")
		} else {
			l.word(WordDestination, i, n, reading)
		}
		i += n - 1
	}
	l.settleWords()
	if note := q.Trip.RadiusNote(); l.said[WordRadius] && note != "" {
		l.note(note)
	}
}

func (l *lineReading) settleWords() {
	slices.SortFunc(l.words, func(a, b Word) int { return cmp.Compare(a.Start, b.Start) })
	l.line.Words = l.words
}

func (l *lineReading) note(text string) { l.line.Notes = append(l.line.Notes, text) }

// resolve returns the destination of a text where it is known, and the text where that is not its code or name.
// A code in capitals is a code, as in the list of destinations.
func (l *lineReading) resolve(where string) (Destination, string) {
	base := l.Base.Trip.Destination
	switch {
	case where == "":
		return Destination{}, ""
	case base.Kind != KindNone && (where == base.Name || base.Kind == KindCode && where == base.Code):
		return base, ""
	case base.Kind != KindNone && where == l.Base.Where:
		return base, where
	}
	if code, ok := ParseCode(where); ok && code == where {
		if d := CodeDestination(code); !d.Unlisted {
			return d, ""
		}
	}
	return Destination{}, where
}
