package views

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"bellhop/booking/localfile"
	"bellhop/internal/spelling"
)

// mostBytes is more than any file of views has that people wrote.
const mostBytes = 1 << 20

const fileHead = `# Views of reservations: what is shown, in which columns, in which order. This file can be copied to colleagues.
# Days are today, +7, -30 or 2026-12-12, ranges today..+7. A sort with - before it has the last first.
`

// A fileForm is the file as TOML.
type fileForm struct {
	Views []viewForm `toml:"view"`
}

type viewForm struct {
	Name      string   `toml:"name"`
	Arrival   string   `toml:"arrival,omitempty"`
	Departure string   `toml:"departure,omitempty"`
	Deadline  string   `toml:"deadline,omitempty"`
	Status    []string `toml:"status,omitempty"`
	IDs       []string `toml:"ids,omitempty"`
	Custom    []string `toml:"custom,omitempty"`
	Columns   []string `toml:"columns,omitempty"`
	Sort      string   `toml:"sort,omitempty"`
}

func fileKeys() []string {
	return []string{"name", "arrival", "departure", "deadline", "status", "ids", "custom", "columns", "sort"}
}

// A FileError is all that is wrong with a file of views, in the order of its lines. None of its views is used then.
type FileError struct {
	Path     string
	Problems []Problem
}

func (e *FileError) Error() string {
	lines := make([]string, len(e.Problems))
	for i, p := range e.Problems {
		lines[i] = p.String()
		if e.Path != "" {
			lines[i] = e.Path + ": " + lines[i]
		}
	}
	return strings.Join(lines, "\n")
}

// A File is the views that are kept on this machine. A nil one has none but those that come with the program.
type File struct{ path string }

// NewFile names the file, which need not be there.
func NewFile(path string) *File { return &File{path} }

// Path returns where the file is.
func (f *File) Path() string { return f.path }

// Views returns the file's views in their order, and after them those that come with the program and have a name that is
// not taken. With an error come the program's own. A *FileError says what is wrong with the file.
func (f *File) Views() ([]View, error) {
	if f == nil {
		return BuiltIn(), nil
	}
	text, err := localfile.Read(f.path, mostBytes)
	if err != nil {
		return BuiltIn(), fmt.Errorf("reading the views: %w", err)
	}
	own, err := Parse(text)
	if err != nil {
		var wrong *FileError
		if errors.As(err, &wrong) {
			wrong.Path = f.path
		}
		return BuiltIn(), err
	}
	return withBuiltIn(own), nil
}

func withBuiltIn(own []View) []View {
	list := slices.Clone(own)
	for _, v := range BuiltIn() {
		if !slices.ContainsFunc(own, v.called) {
			list = append(list, v)
		}
	}
	return list
}

func (v View) called(other View) bool { return strings.EqualFold(v.Name, other.Name) }

// Save adds a view at the end of the file, or in place of the one that has its name. The rest stays as people wrote it; a
// file with a mistake in it is not changed.
func (f *File) Save(v View) error {
	if problems := v.Problems(); len(problems) > 0 {
		return &FileError{Problems: problems}
	}
	return f.change(func(old []byte, spots spots, list []View) ([]byte, error) {
		text, err := v.text()
		if err != nil {
			return nil, err
		}
		if at := slices.IndexFunc(list, v.called); at >= 0 {
			from, to := spots.block(old, at)
			rest := old[to:]
			if len(bytes.TrimSpace(rest)) > 0 {
				text = append(text, '\n')
			}
			return slices.Concat(old[:from], text, rest), nil
		}
		if len(list) >= mostViews {
			return nil, fmt.Errorf("there are %d views already, and there may be no more", mostViews)
		}
		if len(bytes.TrimSpace(old)) == 0 {
			old = []byte(fileHead)
		}
		return slices.Concat(bytes.TrimRight(old, "\n"), []byte("\n\n"), text), nil
	})
}

// Remove deletes a view of the file by its name. One that comes with the program stays.
func (f *File) Remove(name string) error {
	return f.change(func(old []byte, spots spots, list []View) ([]byte, error) {
		at := slices.IndexFunc(list, View{Name: name}.called)
		if at < 0 {
			return nil, fmt.Errorf("the file has no view %q", name)
		}
		from, to := spots.block(old, at)
		return slices.Concat(old[:from], old[to:]), nil
	})
}

func (f *File) change(edit func(old []byte, spots spots, list []View) ([]byte, error)) error {
	if f == nil {
		return errors.New("there is no file for views")
	}
	err := localfile.Update(f.path, mostBytes, func(old []byte) ([]byte, error) {
		list, err := Parse(old)
		if err != nil {
			return nil, err
		}
		places := spotsOf(old)
		if len(places.headers) != len(list) {
			return nil, errors.New("its views do not each stand below a [[view]] of their own: change it in an editor")
		}
		text, err := edit(old, places, list)
		if err != nil {
			return nil, err
		}
		if _, err := Parse(text); err != nil {
			return nil, fmt.Errorf("it would not be readable: %w", err)
		}
		return text, nil
	})
	var wrong *FileError
	if errors.As(err, &wrong) {
		wrong.Path = f.path
		return err
	}
	if err != nil {
		return fmt.Errorf("changing %s: %w", f.path, err)
	}
	return nil
}

// text returns the view as the file has it.
func (v View) text() ([]byte, error) {
	states := make([]string, len(v.States))
	for i, s := range v.States {
		states[i] = fileState(s)
	}
	return toml.Marshal(fileForm{Views: []viewForm{{
		Name: v.Name, Arrival: v.Arrival.String(), Departure: v.Departure.String(), Deadline: v.Deadline.String(),
		Status: states, IDs: v.IDs, Custom: v.Custom, Columns: v.Columns, Sort: v.Sort.String(),
	}}})
}

// Parse reads the text of a file. The error is a *FileError with everything that is wrong.
func Parse(text []byte) ([]View, error) {
	text = bytes.TrimPrefix(text, []byte("\uFEFF"))
	var form fileForm
	err := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields().Decode(&form)
	if err != nil {
		return nil, &FileError{Problems: tomlProblems(err)}
	}
	spots := spotsOf(text)
	var problems []Problem
	if len(form.Views) > mostViews {
		problems = append(problems, Problem{What: fmt.Sprintf("there are %d views, and there may be up to %d", len(form.Views), mostViews)})
		form.Views = form.Views[:mostViews]
	}
	list := make([]View, 0, len(form.Views))
	for i, one := range form.Views {
		v, wrong := one.view()
		wrong = append(wrong, v.Problems()...)
		if slices.ContainsFunc(list, v.called) {
			wrong = append(wrong, Problem{Key: "name", What: "another view is called " + v.Name})
		}
		for _, p := range wrong {
			p.Line = spots.line(i, p.Key)
			problems = append(problems, p)
		}
		for s, state := range v.States {
			v.States[s], _ = ParseState(state)
		}
		list = append(list, v)
	}
	if len(problems) > 0 {
		return nil, &FileError{Problems: problems}
	}
	return list, nil
}

func (f viewForm) view() (View, []Problem) {
	v := View{Name: f.Name, States: f.Status, IDs: f.IDs, Custom: f.Custom, Columns: f.Columns, Sort: ParseSort(f.Sort)}
	var problems []Problem
	read := func(key, text string) Range {
		r, err := ParseRange(text)
		if err != nil {
			problems = append(problems, Problem{Key: key, What: err.Error()})
		}
		return r
	}
	v.Arrival, v.Departure, v.Deadline = read("arrival", f.Arrival), read("departure", f.Departure), read("deadline", f.Deadline)
	return v, problems
}

// tomlProblems says where a text is no TOML, has a key that nobody reads, or a value of the wrong kind.
func tomlProblems(err error) []Problem {
	var unknown *toml.StrictMissingError
	if errors.As(err, &unknown) {
		out := make([]Problem, len(unknown.Errors))
		for i := range unknown.Errors {
			line, _ := unknown.Errors[i].Position()
			key := unknown.Errors[i].Key()
			last, known := key[len(key)-1], fileKeys()
			if len(key) == 1 {
				known = []string{"view"}
			}
			out[i] = Problem{Line: line, What: "unknown key " + last + "; " + spelling.Hint(last, known)}
		}
		return out
	}
	p := Problem{What: "it is not readable (" + strings.TrimPrefix(err.Error(), "toml: ") + ")"}
	var decode *toml.DecodeError
	if errors.As(err, &decode) {
		p.Line, _ = decode.Position()
		if key := decode.Key(); len(key) > 0 {
			p.Key = key[len(key)-1]
		}
	}
	return []Problem{p}
}

// spots says where views and their keys stand in a text.
type spots struct {
	headers []int            // where the line of each [[view]] begins
	lines   []map[string]int // of each, the line of each key
	others  []int            // where the lines of other tables begin
}

func spotsOf(text []byte) spots {
	var s spots
	var p unstable.Parser
	p.Reset(text)
	for p.NextExpression() {
		e := p.Expression()
		if e.Kind != unstable.ArrayTable && e.Kind != unstable.Table && e.Kind != unstable.KeyValue {
			continue
		}
		keys := e.Key()
		if !keys.Next() {
			continue
		}
		key := string(keys.Node().Data)
		at := int(keys.Node().Raw.Offset)
		switch {
		case e.Kind == unstable.ArrayTable && key == "view":
			s.headers = append(s.headers, bytes.LastIndexByte(text[:at], '\n')+1)
			s.lines = append(s.lines, map[string]int{"": 1 + bytes.Count(text[:at], []byte{'\n'})})
		case e.Kind != unstable.KeyValue:
			s.others = append(s.others, bytes.LastIndexByte(text[:at], '\n')+1)
		case len(s.lines) > 0:
			s.lines[len(s.lines)-1][key] = 1 + bytes.Count(text[:at], []byte{'\n'})
		}
	}
	return s
}

// line returns the line of a key of the nth view, or of the view where the key does not stand there.
func (s spots) line(n int, key string) int {
	if n >= len(s.lines) {
		return 0
	}
	if line, ok := s.lines[n][key]; ok {
		return line
	}
	return s.lines[n][""]
}

// block returns where the nth view begins and ends. The comments right before the next one belong to that.
func (s spots) block(text []byte, n int) (from, to int) {
	from, to = s.headers[n], len(text)
	for _, at := range slices.Concat(s.headers, s.others) {
		if at > from {
			to = min(to, at)
		}
	}
	if to == len(text) {
		return from, to
	}
	for {
		before := bytes.LastIndexByte(text[:max(to-1, 0)], '\n') + 1
		line := bytes.TrimSpace(text[before:to])
		if before <= from || len(line) > 0 && line[0] != '#' {
			return from, to
		}
		to = before
	}
}
