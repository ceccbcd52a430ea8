package main

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
)

// words are the arguments of an image of small programs.
func words(t *testing.T) []string {
	t.Helper()
	folder := t.TempDir()
	list := []string{"--version", "1.2.3-rc+4", "--revision", "abc", "--created", "2026-11-26T16:28:49+01:00"}
	for _, name := range []string{"amd64", "arm64", "licence", "third-party"} {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte("this is "+name), 0o600); err != nil {
			t.Fatal(err)
		}
		list = append(list, "--"+name, path)
	}
	return append(list, "--output", filepath.Join(folder, "image.tar"))
}

// made makes an image, and returns its digest and the bytes of its tar.
func made(t *testing.T, words []string) (digest string, text []byte) {
	t.Helper()
	var out bytes.Buffer
	if err := run(t.Context(), words, &out); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(words[len(words)-1])
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(out.String()), text
}

func TestSameBytes(t *testing.T) {
	one, oneText := made(t, words(t))
	two, twoText := made(t, words(t))
	if one != two || !bytes.Equal(oneText, twoText) {
		t.Errorf("two images of the same: %s and %s", one, two)
	}
	others := words(t)
	others[1] = "1.2.4"
	if other, _ := made(t, others); other == one {
		t.Error("an image of another version has the same digest")
	}
}

// unpacked is the folder of the layout that a tar holds.
func unpacked(t *testing.T, text []byte) string {
	t.Helper()
	folder := t.TempDir()
	for r := tar.NewReader(bytes.NewReader(text)); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return folder
		}
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(folder, filepath.Clean("/"+h.Name))
		if h.Typeflag == tar.TypeDir {
			err = os.MkdirAll(path, 0o700)
		} else if text, err = io.ReadAll(r); err == nil {
			err = os.WriteFile(path, text, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// index is that of the image in a tar, and what names it there.
func index(t *testing.T, text []byte) (v1.ImageIndex, map[string]string) {
	t.Helper()
	outer, err := layout.ImageIndexFromPath(unpacked(t, text))
	if err != nil {
		t.Fatal(err)
	}
	manifest, err := outer.IndexManifest()
	if err != nil || len(manifest.Manifests) != 1 {
		t.Fatalf("%v, %v", manifest, err)
	}
	inner, err := outer.ImageIndex(manifest.Manifests[0].Digest)
	if err != nil {
		t.Fatal(err)
	}
	return inner, manifest.Manifests[0].Annotations
}

func TestEachArchitecture(t *testing.T) {
	digest, text := made(t, words(t))
	inner, names := index(t, text)
	if names["io.containerd.image.name"] != "localhost/bellhop:1.2.3-rc-4" {
		t.Error(names)
	}
	if got, err := inner.Digest(); err != nil || got.String() != digest {
		t.Errorf("printed %s, packed %s, %v", digest, got, err)
	}
	manifest, err := inner.IndexManifest()
	if err != nil || len(manifest.Manifests) != 2 {
		t.Fatalf("%v, %v", manifest, err)
	}
	for i, arch := range []string{"amd64", "arm64"} {
		if got := manifest.Manifests[i].Platform.String(); got != "linux/"+arch {
			t.Errorf("%s stands for %s", got, arch)
		}
		image, err := inner.Image(manifest.Manifests[i].Digest)
		if err != nil {
			t.Fatal(err)
		}
		config, err := image.ConfigFile()
		if err != nil {
			t.Fatal(err)
		}
		if config.Architecture != arch || config.Config.User != "65532:65532" || config.Created.String() != "2026-11-26 15:28:49 +0000 UTC" ||
			config.Config.Labels["org.opencontainers.image.created"] != "2026-11-26T15:28:49Z" {
			t.Errorf("%+v", config)
		}
		holds(t, image, arch)
	}
}

// holds fails unless an image holds just what it should.
func holds(t *testing.T, image v1.Image, arch string) {
	t.Helper()
	all := mutate.Extract(image)
	defer func() { _ = all.Close() }()
	var got []string
	for r := tar.NewReader(all); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, fmt.Sprintf("%04o %d %s", h.Mode, h.Uid, strings.TrimSuffix(h.Name, "/")))
		if text, err := io.ReadAll(r); err != nil || h.Name == "usr/bin/bellhop" && string(text) != "this is "+arch {
			t.Errorf("%s holds %q, %v", h.Name, text, err)
		}
	}
	slices.Sort(got)
	want := []string{
		"0644 0 etc/passwd",
		"0644 0 usr/share/doc/bellhop/LICENSE",
		"0644 0 usr/share/doc/bellhop/THIRD_PARTY_LICENSES.txt",
		"0700 65532 var/lib/bellhop",
		"0755 0 etc",
		"0755 0 etc/bellhop",
		"0755 0 usr",
		"0755 0 usr/bin",
		"0755 0 usr/bin/bellhop",
		"0755 0 usr/share",
		"0755 0 usr/share/doc",
		"0755 0 usr/share/doc/bellhop",
		"0755 0 var",
		"0755 0 var/lib",
		"1777 0 tmp",
	}
	if !slices.Equal(got, want) {
		t.Errorf("holds\n%s", strings.Join(got, "\n"))
	}
}

func TestWrongArguments(t *testing.T) {
	good := words(t)
	for _, bad := range [][]string{
		nil,
		good[2:],
		append(slices.Clone(good), "more"),
		slices.Replace(slices.Clone(good), 5, 6, "yesterday"),
		slices.Replace(slices.Clone(good), 7, 8, "/nowhere/bellhop"),
	} {
		if err := run(t.Context(), bad, io.Discard); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
	if left, err := filepath.Glob(filepath.Join(filepath.Dir(good[len(good)-1]), "*image*")); err != nil || len(left) > 0 {
		t.Errorf("a refused image leaves %v, %v", left, err)
	}
}
