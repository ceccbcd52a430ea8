package main

import (
	"fmt"
	"strings"
	"testing"
)

const smallBook = "# A comment.\nSPEC 1\tThings\nSPEC 1/1\tA thing is round.\nSPEC 1/2\tIt rolls, a < b | c.\n\nSPEC 2\tMore\nSPEC 2/1\tNothing else.\n"

func TestRuleBookIsWellFormed(t *testing.T) {
	t.Parallel()
	sections, err := readRules(ruleBook)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range sections {
		if len(s.rules) == 0 {
			t.Errorf("%s has no rule", s.id)
		}
		for _, one := range s.rules {
			if !strings.HasSuffix(one.text, ".") {
				t.Errorf("%s is no sentence: %s", one.id, one.text)
			}
		}
	}
}

func TestReadRules(t *testing.T) {
	t.Parallel()
	got, err := readRules(smallBook)
	want := "[{SPEC 1 Things [{SPEC 1/1 A thing is round.} {SPEC 1/2 It rolls, a < b | c.}]} {SPEC 2 More [{SPEC 2/1 Nothing else.}]}]"
	if err != nil || fmt.Sprint(got) != want {
		t.Errorf("read %v, %v", got, err)
	}
	for book, want := range map[string]string{
		"SPEC 1 Things":                    "rules.tsv:1: want an id, a tab and a text",
		"SPEC 1\t":                         "rules.tsv:1: want an id, a tab and a text",
		"SPEC 1\tA\tB":                     "rules.tsv:1: want an id, a tab and a text",
		"SPEC 1/1\tA.":                     "rules.tsv:1: the rule SPEC 1/1 is outside its section",
		"SPEC 1\tA\n\nSPEC 2/1\tB.":        "rules.tsv:3: the rule SPEC 2/1 is outside its section",
		"SPEC 1\tA\nSPEC 1/2\tB.":          "rules.tsv:2: the rule is SPEC 1/2, want SPEC 1/1",
		"SPEC 1\tA\nSPEC 2\tB\nSPEC 1\tC.": "rules.tsv:3: the section SPEC 1 is there twice",
	} {
		if _, err := readRules(book); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", book, err, want)
		}
	}
}

// events is the output of a run in which A passes with a rule given twice, B
// fails, C is skipped, D never ends, and one package does not compile.
const events = `{"Action":"start","Package":"p"}
{"Action":"run","Package":"p","Test":"B"}
{"Action":"attr","Package":"p","Test":"B","Key":"rule","Value":"SPEC 1/1"}
{"Action":"output","Package":"p","Test":"B","Output":"=== ATTR B rule SPEC 1/1\n"}
{"Action":"fail","Package":"p","Test":"B","Elapsed":0.1}
{"Action":"run","Package":"p","Test":"A"}
{"Action":"attr","Package":"p","Test":"A","Key":"rule","Value":"SPEC 1/1"}
{"Action":"attr","Package":"p","Test":"A","Key":"rule","Value":"SPEC 1/1"}
{"Action":"attr","Package":"p","Test":"A","Key":"rule","Value":"SPEC 9/9"}
{"Action":"attr","Package":"p","Test":"A","Key":"owner","Value":"SPEC 2/1"}
{"Action":"pass","Package":"p","Test":"A","Elapsed":0}
{"Action":"run","Package":"p","Test":"C"}
{"Action":"attr","Package":"p","Test":"C","Key":"rule","Value":"SPEC 1/2"}
{"Action":"skip","Package":"p","Test":"C"}
{"Action":"run","Package":"p","Test":"D"}
{"Action":"fail","Package":"p"}
{"ImportPath":"q","Action":"build-output","Output":"q.go:1: no\n"}
{"ImportPath":"q","Action":"build-fail"}
{"Action":"fail","Package":"q","FailedBuild":"q"}
`

func small(t *testing.T, lines string) report {
	t.Helper()
	rules, err := readRules(smallBook)
	if err != nil {
		t.Fatal(err)
	}
	done, err := readEvents(strings.NewReader(lines))
	if err != nil {
		t.Fatal(err)
	}
	return join(rules, done)
}

func TestReportSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	r := small(t, events)
	want := []string{
		"SPEC 2/1 has no test: Nothing else.",
		"A names a rule that does not exist, SPEC 9/9",
		"B: FAILS", "C: SKIPPED", "D: DID NOT FINISH", "p: FAILS", "q: FAILS", "q.go:1: no",
	}
	if got := strings.Join(r.problems, "\n"); got != strings.Join(want, "\n") {
		t.Errorf("the problems are\n%s", got)
	}
	for _, line := range []string{
		"**3 rules, 0 proven by 3 tests. 3 NOT PROVEN.**",
		"| 1 | A thing is round. | `A`<br>`B` | passes<br>FAILS |",
		"| 2 | It rolls, a &lt; b \\| c. | `C` | SKIPPED |",
		"| 1 | Nothing else. |  | NO TEST |",
	} {
		if !strings.Contains(r.page(), line+"\n") {
			t.Errorf("the page lacks %s:\n%s", line, r.page())
		}
	}
}

func TestReportOfAGoodRun(t *testing.T) {
	t.Parallel()
	var lines strings.Builder
	for _, id := range []string{"SPEC 1/1", "SPEC 1/2", "SPEC 2/1"} {
		fmt.Fprintf(&lines, `{"Action":"run","Test":"T"}{"Action":"attr","Test":"T","Key":"rule","Value":%q}`, id)
	}
	lines.WriteString(`{"Action":"pass","Test":"T"}{"Action":"pass","Package":"p"}`)
	r := small(t, lines.String())
	if len(r.problems) != 0 || r.summary() != "3 rules, 3 proven by 1 tests." {
		t.Errorf("%s, problems %q", r.summary(), r.problems)
	}
	if got := strings.Count(r.page(), " | `T` | passes |\n"); got != 3 {
		t.Errorf("%d rules pass on the page:\n%s", got, r.page())
	}
}

func TestReadEventsOfNonsense(t *testing.T) {
	t.Parallel()
	if _, err := readEvents(strings.NewReader("FAIL\n")); err == nil || !strings.Contains(err.Error(), "reading the output of go test: ") {
		t.Errorf("the error is %v", err)
	}
}

func FuzzReadRules(f *testing.F) {
	f.Add(smallBook)
	f.Add("SPEC 1\tA\nSPEC 1/1\tB.")
	f.Add("/\t/")
	f.Fuzz(func(t *testing.T, book string) {
		sections, err := readRules(book)
		if err != nil {
			return
		}
		for _, s := range sections {
			for i, one := range s.rules {
				if one.id != fmt.Sprintf("%s/%d", s.id, i+1) || one.text == "" {
					t.Errorf("the rule %+v of %s", one, s.id)
				}
			}
		}
	})
}

func FuzzReadEvents(f *testing.F) {
	f.Add(events)
	f.Add(`{"Action":"attr","Key":"rule"}`)
	f.Fuzz(func(t *testing.T, lines string) {
		if done, err := readEvents(strings.NewReader(lines)); err == nil {
			_ = join(nil, done).page()
		}
	})
}
