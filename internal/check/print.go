package check

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

const (
	width = 80 // columns
	// shownAtMost is how many tolerated places of a rule people read.
	shownAtMost = 3
	// manyRules are not tried for one reason: then the reason is told once.
	manyRules = 6
)

// Figures returns what came of the check in one line.
func (r *Report) Figures() string {
	if r.Stopped != "" && r.Counts[Deviates] == 0 {
		return "the check did not come to its end: " + r.Stopped
	}
	rules := "rules deviate"
	if r.Counts[Deviates] == 1 {
		rules = "rule deviates"
	}
	return fmt.Sprintf("%d %s from the specification", r.Counts[Deviates], rules)
}

// Print writes the report for people: a line for each rule, 80 columns wide,
// and what was found below those that do not hold.
func (r *Report) Print(w io.Writer) error {
	var b bytes.Buffer
	how := "nothing was written"
	if r.Wrote {
		how = "with writes"
	}
	_, _ = fmt.Fprintf(&b, "%s, %d requests in %.1f s, %s\n\n", r.Service, r.Requests, r.Seconds, how)
	reasons := map[string]int{}
	for _, one := range r.Results {
		reasons[one.Why]++
	}
	for _, one := range r.Results {
		if one.Why == "" || reasons[one.Why] < manyRules {
			one.print(&b)
		}
	}
	_, _ = fmt.Fprintf(&b, "\n%d hold, %d tolerated, %d deviate, %d not tried", r.Counts[Holds], r.Counts[Tolerated], r.Counts[Deviates], r.Counts[NotTried])
	b.WriteString("\n")
	for _, why := range slices.Sorted(maps.Keys(reasons)) {
		if why != "" && reasons[why] >= manyRules {
			wrap(&b, "", fmt.Sprintf("%d are not tried: %s", reasons[why], why))
		}
	}
	for _, id := range r.Left {
		wrap(&b, "", "left at the service: reservation "+id)
	}
	for _, text := range r.Unknown {
		wrap(&b, "", "it is not known what came of "+text)
	}
	_, err := w.Write(b.Bytes())
	return err
}

const indent = "          " // below the verdict

// print writes a rule and what was found.
func (r Result) print(b *bytes.Buffer) {
	_, _ = fmt.Fprintf(b, "%-10s%-9s %s\n", r.Verdict, r.Section, r.Text)
	if r.Verdict == NotTried {
		wrap(b, indent, r.Why)
	}
	request, tolerated := "", 0
	for i, f := range r.Mismatches {
		if tolerated == shownAtMost {
			wrap(b, indent+"  ", fmt.Sprintf("and %d more, which --json lists", len(r.Mismatches)-i))
			break
		}
		if f.Request != request {
			request = f.Request
			wrap(b, indent, fmt.Sprintf("%s: %s: %d", r.ID, f.Request, f.Status))
		}
		if f.Tolerated != "" {
			tolerated++
		}
		wrap(b, indent+"  ", f.String())
	}
}

// String returns a mismatch in words.
func (f Mismatch) String() string {
	text := "expected " + f.Expected + ", found " + f.Found
	if f.Path != "" {
		text = f.Path + ": " + text
	}
	if f.Times > 1 {
		text += fmt.Sprintf(" (%d times)", f.Times)
	}
	if f.Tolerated != "" && f.Tolerated != copes {
		text += "; " + f.Tolerated
	}
	return text
}

// wrap writes a text over as many lines as it needs, the further ones two
// columns further in. A word that is wider than a line is cut.
func wrap(b *bytes.Buffer, indent, text string) {
	line, empty := indent, true
	for word := range strings.FieldsSeq(text) {
		letters := []rune(word)
		if !empty && len([]rune(line))+1+len(letters) > width {
			b.WriteString(line + "\n")
			line, empty = indent+"  ", true
		}
		for empty && len([]rune(line))+len(letters) > width {
			room := width - len([]rune(line))
			b.WriteString(line + string(letters[:room]) + "\n")
			line, letters = indent+"  ", letters[room:]
		}
		if !empty {
			line += " "
		}
		line += string(letters)
		empty = false
	}
	b.WriteString(line + "\n")
}
