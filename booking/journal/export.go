package journal

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

// exportForm is the form of an export. One of another form is not read.
const exportForm = 1

// An ExportHeader is the first line of an export: what the lines after it must be.
type ExportHeader struct {
	Form    int    `json:"bellhop_journal"`
	At      Moment `json:"exported_at"`
	Machine string `json:"machine"` // by the name that its owner gives it
	Lines   int64  `json:"lines"`
	// Seq and Hash are of the last event that journal.head knows; zero where there is no head.
	Seq  int64  `json:"seq"`
	Hash string `json:"hash"`
	// Problems are what the journal shows of edits and damage on its own machine.
	Problems []string `json:"problems"`
}

// Export writes a whole journal into one file that proves itself: a header, and then every line as it stands. It
// holds what the journal holds, so nothing of a guest that anybody could read. A torn line at the end stays behind.
func Export(dir, machine string, at time.Time, w io.Writer) (Report, error) {
	lock := flock.New(filepath.Join(dir, lockName), flock.SetFlag(os.O_RDONLY))
	if err := patiently(lock.TryRLockContext); errors.Is(err, ErrBusy) {
		return Report{}, err
	}
	defer func() { _ = lock.Unlock() }()
	text, err := os.ReadFile(filepath.Join(dir, fileName))
	if err != nil {
		return Report{}, fmt.Errorf("the journal cannot be read: %w", err)
	}
	h := readHead(dir)
	report, err := examine(bytes.NewReader(text), int64(len(text)), h)
	if err != nil {
		return Report{}, err
	}
	found, _ := examineKey(dir, report.key)
	report.Problems = append(report.Problems, found...)
	head := ExportHeader{Form: exportForm, At: momentOf(at), Machine: machine, Lines: report.Lines, Problems: []string{}}
	if h.state == headRead {
		head.Seq, head.Hash = h.Seq, h.Hash
	}
	for _, p := range report.Problems {
		head.Problems = append(head.Problems, p.String())
	}
	first, err := json.Marshal(head)
	if err != nil {
		return Report{}, err
	}
	whole := text[:int64(len(text))-report.Torn]
	if _, err := w.Write(append(first, '\n')); err != nil {
		return Report{}, err
	}
	_, err = w.Write(whole)
	return report, err
}

// An Exported is an export that was read, or a journal as it stands.
type Exported struct {
	ExportHeader
	Events []Event
	// Report is what its lines show, and Digest what the chain ends in.
	Report Report
	Digest string
}

// ReadExport reads an export and proves its chain against its header. A file that is none is an error; what is wrong with
// the lines is in the Report.
func ReadExport(r io.Reader) (Exported, error) {
	in := bufio.NewReader(r)
	first, err := in.ReadSlice('\n')
	if err != nil {
		return Exported{}, errors.New("it is no export of a journal: its first line is missing or too long")
	}
	var out Exported
	d := json.NewDecoder(bytes.NewReader(first))
	d.DisallowUnknownFields()
	if err := d.Decode(&out.ExportHeader); err != nil || out.Form == 0 {
		return Exported{}, errors.New("it is no export of a journal: bellhop audit export makes one")
	}
	if out.Form != exportForm {
		return Exported{}, fmt.Errorf("it has the form %d, and this program reads %d", out.Form, exportForm)
	}
	h := head{link: link{out.Seq, out.Hash}, state: headRead}
	if out.Seq == 0 {
		h = head{}
	}
	if err := out.read(in, h); err != nil {
		return Exported{}, err
	}
	if out.Report.Lines != out.Lines {
		out.Report.Problems = append(out.Report.Problems, Problem{What: fmt.Sprintf("it has %d lines, and %d were exported", out.Report.Lines, out.Lines)})
	}
	for _, p := range out.Problems {
		out.Report.Problems = append(out.Report.Problems, Problem{What: "on its machine: " + p})
	}
	return out, nil
}

// ReadWhole reads the journal of a folder as it stands, like an export of it.
func ReadWhole(dir string) (Exported, error) {
	var text bytes.Buffer
	if _, err := Export(dir, "", time.Time{}, &text); err != nil {
		return Exported{}, err
	}
	return ReadExport(&text)
}

// read walks over the lines.
func (x *Exported) read(in io.Reader, h head) error {
	c, attempts := newChain(h), newAttemptSet(0)
	err := eachLine(in, 0, func(line []byte, at span) {
		e, found, ok := c.take(line)
		if ok {
			if err := attempts.take(e, at); err != nil {
				found = append(found, Problem{Line: c.line, What: err.Error()})
			}
			x.Events = append(x.Events, e)
			x.Report.Last = e.At.Time
		}
		x.Report.Problems = append(x.Report.Problems, found...)
	})
	if err != nil {
		return fmt.Errorf("the export cannot be read: %w", err)
	}
	found, notes := c.end()
	x.Report.Problems, x.Report.Notes = append(x.Report.Problems, found...), notes
	x.Report.Lines, x.Report.Attempts, x.Digest = c.line, len(attempts.planned), c.Hash
	return nil
}

// A Digest is what a whole journal comes to: whoever has it can tell later whether a line was changed since.
type Digest struct {
	Lines    int64
	Hash     string // of the last line, which holds that of the line before, and so on
	Problems []Problem
}

// Digest returns what the journal comes to now.
func (j *Journal) Digest() (Digest, error) {
	return asked(j, func() (Digest, error) {
		return Digest{Lines: j.chain.line, Hash: j.chain.Hash, Problems: j.damaged()}, nil
	})
}
