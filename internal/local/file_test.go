//go:build unix

package local

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// folder makes a folder that nobody else may write, whatever the umask.
func folder(t *testing.T) string {
	t.Helper()
	// The way to a temporary folder may lead over links, as on macOS.
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	return dir
}

func must(t *testing.T, errs ...error) {
	t.Helper()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
}

// fileOf returns a File as a server has for its keys.
func fileOf(path string) File {
	return File{Path: path, Holds: "the keys", Harm: "let anybody in", Most: 100}
}

// refusals checks that a path is read, or refused with the text wanted, after some changes.
func refusals(t *testing.T) func(what string, f File, want string, changes ...error) {
	t.Helper()
	return func(what string, f File, want string, changes ...error) {
		t.Helper()
		must(t, changes...)
		if _, err := f.Read(); err == nil && want != "" || err != nil && (want == "" || err.Error() != want) {
			t.Errorf("%s: %v, want %q", what, err, want)
		}
	}
}

// Each folder and each link on the way to a file counts: whoever may write one of them can put another file there.
func TestFile_OthersCouldReplaceIt(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	at := func(name string) string { return filepath.Join(dir, name) }
	must(t, os.MkdirAll(at("above/real"), 0o700), os.MkdirAll(at("linked"), 0o700), os.Mkdir(at("middle"), 0o700),
		os.WriteFile(at("above/real/keys"), []byte("x"), 0o600),
		os.Symlink("../above/real/keys", at("middle/keys")), os.Symlink(at("middle/keys"), at("linked/keys")))
	direct, linked := fileOf(at("above/real/keys")), fileOf(at("linked/keys"))
	open := func(name string) string {
		return "others may write the folder " + at(name) + ", and could put another file there: chmod go-w " + at(name)
	}
	check := refusals(t)
	check("as it should be", direct, "")
	check("by two links", linked, "")
	for _, mode := range []os.FileMode{0o770, 0o707} {
		check("an open folder", direct, open("above/real"), os.Chmod(at("above/real"), mode))
		check("an open folder behind links", linked, open("above/real"))
		check("an open folder above it", direct, open("above"), os.Chmod(at("above/real"), 0o700), os.Chmod(at("above"), mode))
		check("an open folder above it behind links", linked, open("above"))
		check("the open folder of a link on the way", linked, open("middle"), os.Chmod(at("above"), 0o700), os.Chmod(at("middle"), mode))
		check("the open folder of the first link", linked, open("linked"), os.Chmod(at("middle"), 0o700), os.Chmod(at("linked"), mode))
		must(t, os.Chmod(at("linked"), 0o700))
	}
	check("a sticky folder", direct, "", os.Chmod(at("above/real"), 0o777|os.ModeSticky))
	check("a way that goes up after a link", fileOf(at("middle")+"/../linked/keys"), "")
	check("the file itself", direct, "others may write "+direct.Path+", and could let anybody in: chmod 600 "+direct.Path, os.Chmod(direct.Path, 0o620))
	secret := direct
	secret.Secret = true
	check("a secret", secret, "others can read "+direct.Path+", and could let anybody in: make another one, or chmod 600 "+direct.Path+" if nobody has read it", os.Chmod(direct.Path, 0o640))
	check("a secret of one's own", secret, "", os.Chmod(direct.Path, 0o600))
	check("a circle", fileOf(at("circle")), "the keys: "+at("circle")+" leads on through more than 40 links", os.Symlink("circle", at("circle")))
	check("a pipe", fileOf(at("pipe")), "the keys: "+at("pipe")+" is no ordinary file", syscall.Mkfifo(at("pipe"), 0o600))
	if _, err := fileOf(at("none")).Read(); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that is missing: %v", err)
	}
}

func TestFile_OfAnotherUser(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("NOT RUN: only root makes files of another user")
	}
	const other = 65534
	dir := folder(t)
	inner, link := filepath.Join(dir, "inner"), filepath.Join(dir, "link")
	f, linked := fileOf(filepath.Join(inner, "keys")), fileOf(link)
	must(t, os.Mkdir(inner, 0o700), os.WriteFile(f.Path, []byte("x"), 0o600), os.Symlink(f.Path, link))
	check := refusals(t)
	check("the folder", f, "the folder "+inner+" belongs to another user (65534), who could put another file there: use a folder of your own", os.Chown(inner, other, -1))
	check("the file", f, f.Path+" belongs to another user (65534), who could let anybody in: sudo chown 0 "+f.Path, os.Chown(inner, 0, -1), os.Chown(f.Path, other, -1))
	f.ModeAlone = true
	check("a file that is only edited", f, "")
	check("the link", linked, "the link "+link+" belongs to another user (65534), who could make it lead to another file: replace it by one of your own", os.Chown(f.Path, 0, -1), os.Lchown(link, other, -1))
}

func TestFile_Text(t *testing.T) {
	t.Parallel()
	f := fileOf(filepath.Join(folder(t), "keys"))
	for text, want := range map[string]string{"\ufeffanna": "anna", "": "", "\ufeff": "", strings.Repeat("x", 100): strings.Repeat("x", 100)} {
		must(t, os.WriteFile(f.Path, []byte(text), 0o600))
		if got, err := f.Read(); err != nil || string(got) != want {
			t.Errorf("%q is read as %q, %v", text, got, err)
		}
	}
	must(t, os.WriteFile(f.Path, make([]byte, 101), 0o600))
	if _, err := f.Read(); err == nil || !strings.Contains(err.Error(), f.Path+" is larger than 100 bytes") {
		t.Errorf("a file that is too large: %v", err)
	}
}
