package picture

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// A Choice is whether graphics may be used where the terminal says that it has them.
type Choice int

// The choices.
const (
	Auto Choice = iota
	Blocks
)

// Query asks the terminal for kitty's graphics, the size of a cell, and last what every terminal answers, so that its answer
// ends the others.
const Query = "\x1b_Gi=7102,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\" + "\x1b[16t" + "\x1b[c"

// AnswerTime is how long a terminal may take to answer before pictures are drawn in cells until it does.
const AnswerTime = 150 * time.Millisecond

// Support is what a terminal has. The zero Support is cells.
type Support struct {
	Kitty bool
	Cell  Size // in pixels; zero where it does not say
}

// ReadAnswers returns what a terminal has by what it answers to Query: control sequences as they are, and what stands in
// an application program command without its ends.
func ReadAnswers(reports []string) Support {
	var a answers
	for _, text := range reports {
		a.add(text)
	}
	if !a.whole {
		return Support{}
	}
	return a.support
}

// Use returns what is used of it by a choice.
func (s Support) Use(choice Choice) Support {
	s.Kitty = s.Kitty && choice == Auto
	return s
}

type answers struct {
	support Support
	whole   bool // the last one came
}

// mostCell is the most pixels of a cell's side that is one.
const mostCell = 200

// CellOf returns the size of a cell by that of a window, in cells and in pixels; zero where that cannot be.
func CellOf(cols, rows, width, height int) Size {
	if cols <= 0 || rows <= 0 {
		return Size{}
	}
	return cellOf(width/cols, height/rows)
}

func cellOf(width, height int) Size {
	if width <= 0 || height <= 0 || width > mostCell || height > mostCell {
		return Size{}
	}
	return Size{width, height}
}

func (a *answers) add(text string) {
	if rest, ok := strings.CutPrefix(text, "G"); ok {
		keys, message, _ := strings.Cut(rest, ";")
		if message == "OK" && slices.Contains(strings.Split(keys, ","), "i=7102") {
			a.support.Kitty = true
		}
		return
	}
	body, ok := strings.CutPrefix(text, "\x1b[")
	if !ok || len(body) < 2 {
		return
	}
	end := body[len(body)-1]
	body, private := strings.CutPrefix(body[:len(body)-1], "?")
	var numbers []int
	for part := range strings.SplitSeq(body, ";") {
		n, err := strconv.Atoi(part)
		if err != nil || n < 0 {
			n = -1
		}
		numbers = append(numbers, n)
	}
	switch {
	case end == 'c' && private:
		a.whole = true
	case end == 't' && len(numbers) == 3 && numbers[0] == 6:
		a.support.Cell = cellOf(numbers[2], numbers[1])
	}
}
