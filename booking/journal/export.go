package journal

import (
	"bufio"
	"bytes"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

// exportForm is the form of an export, and unsignedForm the one of earlier versions. One of another form is not read.
const (
	unsignedForm = 1
	exportForm   = 2
)

// An exportHeader is the first line of an export: what the lines after it must be.
type exportHeader struct {
	Form int    `json:"bellhop_journal"`
	At   Moment `json:"exported_at"`
	Source
	Lines int64 `json:"lines"`
	// Seq and Hash are of the last event that journal.head knows; zero where there is no head.
	Seq  int64  `json:"seq"`
	Hash string `json:"hash"`
	// Problems are what the journal shows of edits and damage on its own machine.
	Problems []string `json:"problems"`
}

// A Source is where a journal comes from. Exports of earlier versions have neither environment nor profile.
type Source struct {
	Machine     string `json:"machine"` // the machine's name
	Environment string `json:"environment,omitempty"`
	Profile     string `json:"profile,omitempty"`
}

// Export writes a whole journal into one file: a header, every line as it stands, and a signature of all that with the key.
// It holds what the journal holds, so nothing of a guest that anybody could read. A torn line at the end stays behind.
func Export(dir string, from Source, at time.Time, key SigningKey, w io.Writer) (Report, error) {
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
	head := exportHeader{Form: exportForm, At: momentOf(at), Source: from, Lines: report.Lines, Problems: []string{}}
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
	first = append(first, '\n')
	whole := text[:int64(len(text))-report.Torn]
	last, err := key.sign(first, whole)
	if err != nil {
		return Report{}, err
	}
	report.SignedBy = Fingerprint(key.Public())
	for _, part := range [][]byte{first, whole, last} {
		if _, err := w.Write(part); err != nil {
			return Report{}, err
		}
	}
	return report, nil
}

// VerifyExport checks the lines of an export against each other, its header and its signature. The caller must compare
// Report.SignedBy with the machine's key. Problems are in the Report; a file that is not an export is an error.
func VerifyExport(r io.Reader) (Report, error) {
	in := bufio.NewReaderSize(r, maxLine)
	first, err := in.ReadSlice('\n')
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, bufio.ErrBufferFull):
		return Report{}, errors.New("it is no export of a journal: its first line is missing or too long")
	case err != nil:
		return Report{}, err
	}
	first = bytes.Clone(first)
	d := json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(first, []byte("\ufeff")))) // Some editors begin a file with this mark.
	d.DisallowUnknownFields()
	var header exportHeader
	if err := d.Decode(&header); err != nil || header.Form == 0 {
		return Report{}, errors.New("it is no export of a journal: bellhop audit export makes one")
	}
	if header.Form != exportForm && header.Form != unsignedForm {
		return Report{}, fmt.Errorf("it has the form %d, and this program reads %d and %d", header.Form, unsignedForm, exportForm)
	}
	h := head{link: link{header.Seq, header.Hash}, state: headRead}
	if header.Seq == 0 {
		h = head{}
	}
	lines, err := io.ReadAll(in)
	if err != nil {
		return Report{}, err
	}
	var key ed25519.PublicKey
	if header.Form == exportForm {
		lines, key = checkSignature(first, lines)
	}
	report, err := examine(bytes.NewReader(lines), int64(len(lines)), h)
	if err != nil {
		return Report{}, err
	}
	switch {
	case key != nil:
		report.SignedBy = Fingerprint(key)
	case header.Form == exportForm:
		report.Problems = append(report.Problems, Problem{What: "its signature is missing or invalid: the header, a line or the end was changed"})
	default:
		report.Notes = append(report.Notes, "it has no signature: it claims to be of an earlier version, which anyone could write")
	}
	if report.Torn > 0 {
		report.Problems = append(report.Problems, Problem{What: fmt.Sprintf("%d bytes at its end are no line", report.Torn)})
		report.Torn = 0 // An export has no torn line that a write could cut off.
	}
	if report.Lines != header.Lines {
		report.Problems = append(report.Problems, Problem{What: fmt.Sprintf("it has %d lines, and %d were exported", report.Lines, header.Lines)})
	}
	for i := range report.Problems {
		if report.Problems[i].Line > 0 {
			report.Problems[i].Line++ // The header is the first line of the file.
		}
	}
	for _, p := range header.Problems {
		report.Problems = append(report.Problems, Problem{What: "on its machine: " + p})
	}
	return report, nil
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
