package release

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"testing/fstest"
)

// Open opens an archive of a release.
func Open(name string) (fs.FS, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	if path.Ext(name) == ".zip" {
		return zip.NewReader(bytes.NewReader(text), int64(len(text)))
	}
	packed, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	files := fstest.MapFS{}
	for t := tar.NewReader(packed); ; {
		head, err := t.Next()
		if errors.Is(err, io.EOF) {
			return files, nil
		}
		if err != nil {
			return nil, err
		}
		if head.Typeflag != tar.TypeReg {
			continue
		}
		data, err := io.ReadAll(t)
		if err != nil {
			return nil, err
		}
		files[path.Clean(head.Name)] = &fstest.MapFile{Data: data}
	}
}
