// Package exports writes the files that leave the console on demand: for the owner only, and never over another one.
package exports

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	"bellhop/booking/document"
)

const (
	dirMode    = 0o700
	fileMode   = 0o600
	mostTries  = 1000 // files of one name
	mostLetter = 100  // of a name
)

// ErrNoFolder is of a console that was given no folder for files.
var ErrNoFolder = errors.New("there is no folder for files")

// A File is the text of one file and the ending of its name: "txt".
type File struct{ Ending, Text string }

// Forms returns the three forms of a document: plain text, Markdown and a page of HTML.
func Forms(d document.Document) ([]File, error) {
	page, err := d.HTML()
	if err != nil {
		return nil, err
	}
	return []File{{"txt", d.Text()}, {"md", d.Markdown()}, {"html", page}}, nil
}

// unsafe is what has no place in a file's name on some system.
var unsafe = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[^A-Za-z0-9_]+`) })

// Name joins parts to the name of a file that every system takes: "voucher-qwertz". Parts that say nothing are left
// out.
func Name(parts ...string) string {
	var safe []string
	for _, part := range parts {
		if part = strings.Trim(unsafe().ReplaceAllString(part, "-"), "-"); part != "" {
			safe = append(safe, strings.ToLower(part))
		}
	}
	name := strings.Join(safe, "-")
	return strings.TrimRight(name[:min(len(name), mostLetter)], "-")
}

// FileName returns the name of a file from an origin, without its ending: "production-work-deadlines".
func FileName(from document.Origin, parts ...string) string {
	return Name(append([]string{from.Environment, from.Profile}, parts...)...)
}

// ClientFileName is FileName for a paper that a client gets. In production it omits the environment and the profile, which the
// paper itself names: "voucher-qwertz".
func ClientFileName(from document.Origin, parts ...string) string {
	if from.Trial() == "" {
		return Name(parts...)
	}
	return FileName(from, parts...)
}

// Save writes files of one name into a folder, which is made if it is not there, and returns their paths. Where one of
// them is there already, all get a number: voucher-qwertz-2.txt. A file is whole or not there.
func Save(folder, name string, files ...File) (paths []string, err error) {
	if folder == "" {
		return nil, ErrNoFolder
	}
	if err := os.MkdirAll(folder, dirMode); err != nil {
		return nil, fmt.Errorf("making the folder for files: %w", err)
	}
	for try := 1; try <= mostTries; try++ {
		numbered := name
		if try > 1 {
			numbered = fmt.Sprintf("%s-%d", name, try)
		}
		paths, err = reserve(folder, numbered, files)
		if err == nil || !errors.Is(err, fs.ErrExist) {
			break
		}
	}
	if err != nil {
		return nil, fmt.Errorf("naming the files: %w", err)
	}
	for i, path := range paths {
		if err := replace(path, files[i].Text); err != nil {
			return nil, errors.Join(fmt.Errorf("writing %s: %w", filepath.Base(path), err), removeAll(paths[i:]))
		}
	}
	return paths, nil
}

// reserve makes empty files, which are ours then, or none of them.
func reserve(folder, name string, files []File) (paths []string, err error) {
	for _, f := range files {
		path := filepath.Join(folder, name+"."+f.Ending)
		file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, fileMode)
		if err == nil {
			err = file.Close()
			paths = append(paths, path)
		}
		if err != nil {
			return nil, errors.Join(err, removeAll(paths))
		}
	}
	return paths, nil
}

// replace puts a whole file in the place of an empty one.
func replace(path, text string) error {
	file, err := os.CreateTemp(filepath.Dir(path), ".export-*")
	if err != nil {
		return err
	}
	_, err = file.WriteString(text)
	err = errors.Join(err, file.Chmod(fileMode), file.Sync(), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return nil
}

func removeAll(paths []string) (err error) {
	for _, path := range paths {
		err = errors.Join(err, os.Remove(path))
	}
	return err
}
