package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

// A file is one of the image, or a folder where neither text nor from is given.
type file struct {
	name  string
	text  string
	from  string // where its text is
	mode  int64
	owner int
}

// ground is all but the program. There is no bundle of certificate authorities: the
// sandbox calls nobody but its database, whose authority is the operator's to name.
func (o order) ground() []file {
	return []file{
		{name: "etc/", mode: 0o755},
		{name: "etc/bellhop/", mode: 0o755},
		{name: "etc/passwd", text: passwd, mode: 0o644},
		{name: "tmp/", mode: 0o1777},
		{name: "usr/", mode: 0o755},
		{name: "usr/bin/", mode: 0o755},
		{name: "usr/share/", mode: 0o755},
		{name: "usr/share/doc/", mode: 0o755},
		{name: "usr/share/doc/bellhop/", mode: 0o755},
		{name: "usr/share/doc/bellhop/LICENSE", from: o.licence, mode: 0o644},
		{name: "usr/share/doc/bellhop/THIRD_PARTY_LICENSES.txt", from: o.thirdParty, mode: 0o644},
		{name: "var/", mode: 0o755},
		{name: "var/lib/", mode: 0o755},
		{name: "var/lib/bellhop/", mode: 0o700, owner: user},
	}
}

// layer is a layer of files.
func (o order) layer(files []file) (v1.Layer, error) {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, f := range files {
		if err := f.write(w, o.created); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return tarball.LayerFromOpener(
		func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(b.Bytes())), nil },
		tarball.WithMediaType(types.OCILayer), tarball.WithCompressionLevel(gzip.BestCompression), tarball.WithCompressedCaching)
}

func (f file) write(w *tar.Writer, at time.Time) error {
	header := tar.Header{Name: f.name, Mode: f.mode, Uid: f.owner, Gid: f.owner, ModTime: at, Typeflag: tar.TypeReg, Format: tar.FormatPAX}
	text := []byte(f.text)
	switch {
	case f.from != "":
		var err error
		if text, err = os.ReadFile(f.from); err != nil {
			return err
		}
	case f.text == "":
		header.Typeflag = tar.TypeDir
	}
	header.Size = int64(len(text))
	if err := w.WriteHeader(&header); err != nil {
		return err
	}
	_, err := w.Write(text)
	return err
}

// pack puts a folder into a tar whose bytes come from names and texts alone. It is
// complete or not there.
func pack(folder, output string, at time.Time) (err error) {
	to, err := os.CreateTemp(filepath.Dir(output), ".image-*.tar")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(to.Name()))
		}
	}()
	w := tar.NewWriter(to)
	err = fs.WalkDir(os.DirFS(folder), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || name == "." {
			return err
		}
		f := file{name: name, from: filepath.Join(folder, name), mode: 0o644}
		if d.IsDir() {
			f = file{name: name + "/", mode: 0o755}
		}
		return f.write(w, at)
	})
	if err = errors.Join(err, w.Close(), to.Chmod(0o644), to.Close()); err != nil {
		return err
	}
	return os.Rename(to.Name(), output)
}
