package phone

import (
	_ "embed"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// plansText has a line for each region, those of one calling code together and the main one first, and below a main one
// the ways in which its numbers are written.
//
//go:embed plans.tsv
var plansText string

// A plan is how the numbers of a region are made.
type plan struct {
	region  string
	code    int
	leading string // what numbers of the region begin with, among others of its code; empty when that does not tell
	abroad  string // what is dialled there before a calling code
	prefix  string // what is dialled there before a national number
	becomes string // what the prefix becomes; empty for nothing
	general string
	kinds   string // numbers of any kind in use
	lengths []int
	local   []int // lengths that do only within an area
	formats []format
}

type format struct{ pattern, leading, written string }

var plans = sync.OnceValue(func() []*plan {
	var all []*plan
	_, table, _ := strings.Cut(plansText, "\n") // below the line that says whose it is
	for line := range strings.Lines(table) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if f[0] == "" {
			last := all[len(all)-1]
			last.formats = append(last.formats, format{pattern: f[1], leading: f[2], written: f[3]})
			continue
		}
		code, _ := strconv.Atoi(f[1]) // The table is ours.
		all = append(all, &plan{
			region: f[0], code: code, leading: f[2], abroad: f[3], prefix: f[4], becomes: f[5], general: f[6],
			lengths: numbers(f[7]), local: numbers(f[8]), kinds: f[9],
		})
	}
	return all
})

func numbers(list string) (all []int) {
	for word := range strings.SplitSeq(list, ",") {
		if n, err := strconv.Atoi(word); err == nil {
			all = append(all, n)
		}
	}
	return all
}

// planOf returns a region's plan; nil when there is none.
func planOf(region string) *plan {
	for _, p := range plans() {
		if p.region == region && p.region != world {
			return p
		}
	}
	return nil
}

// world is the region of codes that belong to no country.
const world = "001"

// plansOf returns those of a calling code, the main one first.
func plansOf(code int) (all []*plan) {
	for _, p := range plans() {
		if p.code == code {
			all = append(all, p)
		}
	}
	return all
}

func mainPlan(code int) *plan {
	if all := plansOf(code); len(all) > 0 {
		return all[0]
	}
	return nil
}

// compiled keeps the patterns of the few countries that a session meets.
var compiled sync.Map // of *regexp.Regexp, by its text

func pattern(text string) *regexp.Regexp {
	if known, ok := compiled.Load(text); ok {
		return known.(*regexp.Regexp) //nolint:forcetypeassert // Nothing else is stored.
	}
	made := regexp.MustCompile(text) // A test compiles all of the table.
	compiled.Store(text, made)
	return made
}

func matches(text, number string) bool { return pattern("^(?:" + text + ")$").MatchString(number) }
func starts(text, number string) bool  { return pattern("^(?:" + text + ")").MatchString(number) }

// split takes the calling code off the front of a number, where there is one: behind a plus, behind what is dialled
// in the plan's region, or plainly. The code is 0 where there is none; ok is false where there must be one. The plan may be nil.
func (p *plan) split(number string, plus bool) (code int, national string, ok bool) {
	if !plus && p != nil && p.abroad != "" {
		if cut := pattern("^(?:" + p.abroad + ")").FindStringIndex(number); cut != nil && !strings.HasPrefix(number[cut[1]:], "0") {
			number, plus = number[cut[1]:], true
		}
	}
	if plus {
		if len(number) <= leastDigits || number[0] == '0' {
			return 0, "", false
		}
		for n := 1; n <= min(mostCode, len(number)); n++ {
			if code, err := strconv.Atoi(number[:n]); err == nil && mainPlan(code) != nil {
				return code, number[n:], true
			}
		}
		return 0, "", false
	}
	if p == nil {
		return 0, "", true
	}
	rest, has := strings.CutPrefix(number, strconv.Itoa(p.code))
	if !has {
		return 0, "", true
	}
	rest = p.withoutPrefix(rest)
	if !matches(p.general, number) && matches(p.general, rest) || p.length(len(number)) == lengthTooLong {
		return p.code, rest, true
	}
	return 0, "", true
}

// withoutPrefix returns a national number without what is dialled before it at home, unless it would be none then.
func (p *plan) withoutPrefix(number string) string {
	if number == "" || p.prefix == "" {
		return number
	}
	at := pattern("^(?:" + p.prefix + ")")
	groups := at.FindStringSubmatchIndex(number)
	if groups == nil {
		return number
	}
	rest := number[groups[1]:]
	if last := groups[len(groups)-2]; p.becomes != "" && last >= 0 && len(groups) > 2 {
		rest = at.ReplaceAllString(number, template(p.becomes))
	}
	if matches(p.general, number) && !matches(p.general, rest) {
		return number
	}
	return rest
}

// template writes "$1" as regexp wants it before a digit or a letter.
func template(rule string) string { return group().ReplaceAllString(rule, "$${$1}") }

var group = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\$(\d)`) })

type lengthResult int

const (
	lengthFits lengthResult = iota
	lengthLocal
	lengthTooShort
	lengthTooLong
	lengthNone // between others
)

func (p *plan) length(n int) lengthResult {
	switch {
	case slices.Contains(p.local, n):
		return lengthLocal
	case slices.Contains(p.lengths, n):
		return lengthFits
	case len(p.lengths) == 0 || n < p.lengths[0]:
		return lengthTooShort
	case n > p.lengths[len(p.lengths)-1]:
		return lengthTooLong
	}
	return lengthNone
}

// fits reports whether a number may be that long, or longer: then it was typed wrong, but not for a prefix.
func (p *plan) fits(number string) bool {
	l := p.length(len(number))
	return l == lengthFits || l == lengthTooLong
}

func (p *plan) valid(number string) bool {
	return p.length(len(number)) == lengthFits && p.kinds != "" && matches(p.general, number) && matches(p.kinds, number)
}

// spaced writes a number in groups, as its country does.
func (p *plan) spaced(number string) string {
	for _, f := range p.formats {
		if (f.leading == "" || starts(f.leading, number)) && matches(f.pattern, number) {
			return pattern(f.pattern).ReplaceAllString(number, template(f.written))
		}
	}
	return number
}
