package update_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"aead.dev/minisign"

	"bellhop/internal/update"
)

const signedSeconds = 1_795_000_000 // 17 November 2026

type keys struct {
	public minisign.PublicKey
	secret minisign.PrivateKey
}

func newKeys(t testing.TB) keys {
	t.Helper()
	public, secret, err := minisign.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	return keys{public, secret}
}

func (k keys) sign(t testing.TB, text []byte) []byte {
	t.Helper()
	signature, err := update.Sign(k.secret, bytes.NewReader(text), update.ChecksumsFile, signedSeconds)
	if err != nil {
		t.Fatal(err)
	}
	return signature
}

// archives are the checksums of a release 1.3.0 whose archives hold their own names.
func archives() []byte {
	var b bytes.Buffer
	for _, platform := range []string{"darwin_arm64.tar.gz", "linux_amd64.tar.gz", "windows_amd64.zip"} {
		name := "bellhop_1.3.0_" + platform
		fmt.Fprintf(&b, "%x  %s\n", sha256.Sum256([]byte(name)), name)
	}
	return b.Bytes()
}

// A releases is a real server with the files of a release.
type releases struct {
	*httptest.Server
	files    map[string][]byte
	requests []*http.Request
}

func serve(t *testing.T, k keys, checksums []byte) *releases {
	t.Helper()
	r := &releases{files: map[string][]byte{"/latest/checksums.txt": checksums, "/latest/checksums.txt.minisig": k.sign(t, checksums)}}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		r.requests = append(r.requests, q)
		text, ok := r.files[q.URL.Path]
		if !ok {
			http.NotFound(w, q)
			return
		}
		_, _ = w.Write(text)
	}))
	t.Cleanup(r.Close)
	return r
}

func (r *releases) newest(t *testing.T, key minisign.PublicKey) (update.Release, error) {
	t.Helper()
	source, err := update.NewSource(r.URL+"/latest", key.String())
	if err != nil {
		t.Fatal(err)
	}
	return source.Newest(t.Context(), "bellhop/1.2.3")
}

func TestNewestSaysWhatIsSigned(t *testing.T) {
	k := newKeys(t)
	server := serve(t, k, archives())
	release, err := server.newest(t, k.public)
	if err != nil {
		t.Fatal(err)
	}
	if release.Version != "1.3.0" || release.Signed != time.Unix(signedSeconds, 0).UTC() || len(release.Sums) != 3 {
		t.Errorf("%+v", release)
	}
	if got := release.Archive("linux", "amd64"); got != "bellhop_1.3.0_linux_amd64.tar.gz" {
		t.Errorf("the archive is %q", got)
	}
	if got := release.Archive("plan9", "amd64"); got != "" {
		t.Errorf("the archive of what there is none for is %q", got)
	}
}

// What is sent is exactly what docs/updates.md says: two requests, and one header that names the program.
func TestRequestsSayNothingMore(t *testing.T) {
	k := newKeys(t)
	server := serve(t, k, archives())
	if _, err := server.newest(t, k.public); err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, q := range server.requests {
		paths = append(paths, q.Method+" "+q.URL.String())
		if names := slices.Sorted(maps.Keys(q.Header)); !slices.Equal(names, []string{"User-Agent"}) || q.Header.Get("User-Agent") != "bellhop/1.2.3" {
			t.Errorf("the headers are %v", q.Header)
		}
		if q.ContentLength != 0 {
			t.Error("something is sent in the body")
		}
	}
	if want := []string{"GET /latest/checksums.txt", "GET /latest/checksums.txt.minisig"}; !slices.Equal(paths, want) {
		t.Errorf("%v, want %v", paths, want)
	}
}

func TestNothingElseIsBelieved(t *testing.T) {
	k, other := newKeys(t), newKeys(t)
	good := archives()
	forged := bytes.ReplaceAll(good, []byte("1.3.0"), []byte("1.4.0"))
	for name, test := range map[string]struct {
		change func(files map[string][]byte)
		want   string
	}{
		"forged checksums":   {func(f map[string][]byte) { f["/latest/checksums.txt"] = forged }, "not that of the key"},
		"truncated":          {func(f map[string][]byte) { f["/latest/checksums.txt"] = good[:len(good)-40] }, "not that of the key"},
		"empty":              {func(f map[string][]byte) { f["/latest/checksums.txt"] = nil }, "not that of the key"},
		"another's key":      {func(f map[string][]byte) { f["/latest/checksums.txt.minisig"] = other.sign(t, good) }, "not that of the key"},
		"a cut signature":    {func(f map[string][]byte) { f["/latest/checksums.txt.minisig"] = k.sign(t, good)[:100] }, "not that of the key"},
		"an empty signature": {func(f map[string][]byte) { f["/latest/checksums.txt.minisig"] = nil }, "not that of the key"},
		"another date": {func(f map[string][]byte) {
			f["/latest/checksums.txt.minisig"] = bytes.Replace(k.sign(t, good), []byte("timestamp:1795"), []byte("timestamp:1895"), 1)
		}, "not that of the key"},
		"no signature": {func(f map[string][]byte) { delete(f, "/latest/checksums.txt.minisig") }, "checksums.txt.minisig cannot be read: the server says 404 Not Found"},
		"no checksums": {func(f map[string][]byte) { delete(f, "/latest/checksums.txt") }, "/latest/checksums.txt cannot be read: the server says 404 Not Found"},
		"oversized": {func(f map[string][]byte) {
			f["/latest/checksums.txt"] = bytes.Repeat([]byte("x"), update.MaxChecksums+1)
		}, "is larger than 65536 bytes"},
		"a large signature": {func(f map[string][]byte) {
			f["/latest/checksums.txt.minisig"] = append(k.sign(t, good), bytes.Repeat([]byte("x"), update.MaxSignature)...)
		}, "is larger than 4096 bytes"},
	} {
		t.Run(name, func(t *testing.T) {
			server := serve(t, k, good)
			test.change(server.files)
			release, err := server.newest(t, k.public)
			if err == nil || !strings.Contains(err.Error(), test.want) || release.Version != "" {
				t.Errorf("%+v, %v; want %q", release, err, test.want)
			}
			if strings.Contains(test.want, "key") && !errors.Is(err, update.ErrSignature) {
				t.Errorf("%v is no ErrSignature", err)
			}
		})
	}
}

// The one who signs is believed, and still held to the form.
func TestSignedNonsenseIsRefused(t *testing.T) {
	k := newKeys(t)
	sum := strings.Repeat("a", 64)
	for text, want := range map[string]string{
		"":      "line 1 of checksums.txt is no checksum",
		"hello": "line 1 of checksums.txt is no checksum",
		sum + "  bellhop_1.3.0_linux_amd64.tar.gz\n" + sum + "  ../x y\n": "line 2 of checksums.txt is no checksum",
		sum + "  README.md\n": "names no archive of Bellhop",
		sum + "  bellhop_1.3.0_linux_amd64.tar.gz\n" + sum + "  bellhop_1.4.0_linux_arm64.tar.gz\n": "archives of two versions, 1.3.0 and 1.4.0",
		sum + "  bellhop_1.3.0_linux_amd64.tar.gz\n" + sum + "  bellhop_1.3.0_linux_amd64.tar.gz\n": "names bellhop_1.3.0_linux_amd64.tar.gz twice",
		sum + "  bellhop_01.3.0_linux_amd64.tar.gz\n":                                               "whose version is none",
	} {
		_, err := update.Read(k.public, []byte(text), k.sign(t, []byte(text)))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func TestVersionsAreCompared(t *testing.T) {
	for _, test := range []struct {
		there, running string
		want           update.Verdict
	}{
		{"1.3.0", "1.2.3", update.Newer},
		{"1.10.0", "1.9.9", update.Newer},
		{"1.2.3", "1.2.3", update.Same},
		{"1.2.3", "v1.2.3", update.Same},
		{"1.2.3+abc", "1.2.3+def", update.Same},
		{"1.2.2", "1.2.3", update.Older},
		{"1.3.0-rc.1", "1.3.0", update.Older},
		{"1.3.0-rc.1", "1.2.3", update.Newer},
		{"1.3.0", "1.3.0-rc.1", update.Newer},
		{"1.3.0", "0.0.1-snapshot+abcdef0", update.Newer},
		{"1.3.0", "dev", update.Unknown},
		{"1.3.0", "", update.Unknown},
	} {
		if got := (update.Release{Version: test.there}).Against(test.running); got != test.want {
			t.Errorf("%s against %s: %s, want %s", test.there, test.running, got, test.want)
		}
	}
	if !(update.Release{Version: "1.3.0-rc.1"}).Prerelease() || (update.Release{Version: "1.3.0"}).Prerelease() {
		t.Error("what is one to try is told wrongly")
	}
}

func TestAddressesAndKeys(t *testing.T) {
	key := newKeys(t).public.String()
	for address, want := range map[string]string{
		"":                              "is none",
		"latest":                        "is none",
		"http://example.com/latest":     "must be https",
		"ftp://127.0.0.1/latest":        "must be https",
		"https://me@example.com/latest": "nothing may say who asks",
		"https://example.com/?user=me":  "nothing may say who asks",
		"https://example.com/#me":       "nothing may say who asks",
	} {
		if _, err := update.NewSource(address, key); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", address, err, want)
		}
	}
	for _, bad := range []string{"", "RW", "hello", key[1:], key + "AAAA"} {
		if _, err := update.NewSource("https://example.com", bad); err == nil || !strings.Contains(err.Error(), "no public key of minisign") {
			t.Errorf("the key %q: %v", bad, err)
		}
	}
	if _, err := update.ParseKey("untrusted comment: minisign public key\n" + key + "\n"); err != nil {
		t.Errorf("the file that minisign writes: %v", err)
	}
}

func TestRedirects(t *testing.T) {
	k := newKeys(t)
	files := serve(t, k, archives())
	from := httptest.NewServer(http.RedirectHandler("", http.StatusFound))
	from.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		w.Header().Set("Location", files.URL+q.URL.Path)
		w.WriteHeader(http.StatusFound)
	})
	t.Cleanup(from.Close)
	source, err := update.NewSource(from.URL+"/latest", k.public.String())
	if err != nil {
		t.Fatal(err)
	}
	if release, err := source.Newest(t.Context(), "bellhop/1.2.3"); err != nil || release.Version != "1.3.0" {
		t.Errorf("%+v, %v", release, err)
	}
	for _, q := range files.requests {
		if q.Header.Get("Referer") != "" {
			t.Errorf("it says where it comes from: %v", q.Header)
		}
	}
	from.Config.Handler = http.RedirectHandler("http://example.com/", http.StatusFound)
	if _, err := source.Newest(t.Context(), "bellhop/1.2.3"); err == nil || !strings.Contains(err.Error(), "leads away from https") {
		t.Errorf("to a plain address: %v", err)
	}
	from.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		w.Header().Set("Location", q.URL.Path)
		w.WriteHeader(http.StatusFound)
	})
	if _, err := source.Newest(t.Context(), "bellhop/1.2.3"); err == nil || !strings.Contains(err.Error(), "leads on and on") {
		t.Errorf("in a circle: %v", err)
	}
}

func TestVerifyAnArchive(t *testing.T) {
	release, err := update.Read(readAll(t, archives()))
	if err != nil {
		t.Fatal(err)
	}
	name := "bellhop_1.3.0_linux_amd64.tar.gz"
	path := filepath.Join(t.TempDir(), name)
	write := func(path, text string) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(path, name)
	if err := release.Verify(path); err != nil {
		t.Error(err)
	}
	write(path, name+"!")
	mismatch := new(update.MismatchError)
	sum := sha256.Sum256([]byte(name))
	if err := release.Verify(path); !errors.As(err, &mismatch) || mismatch.Want != hex.EncodeToString(sum[:]) {
		t.Errorf("another archive: %v", err)
	}
	other := filepath.Join(t.TempDir(), "other.tar.gz")
	write(other, name)
	if err := release.Verify(other); err == nil || !strings.Contains(err.Error(), `"other.tar.gz" is no archive of release 1.3.0`) {
		t.Errorf("under another name: %v", err)
	}
	if err := release.Verify(filepath.Join(t.TempDir(), name)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("one that is not there: %v", err)
	}
}

// readAll returns what Read wants of checksums that some key has signed.
func readAll(t testing.TB, checksums []byte) (key minisign.PublicKey, text, signature []byte) {
	k := newKeys(t)
	return k.public, checksums, k.sign(t, checksums)
}

func TestStampIsDaily(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state", "update.json")
	now := time.Date(2026, 11, 25, 8, 0, 0, 0, time.UTC)
	for _, test := range []struct {
		after time.Duration
		want  bool
	}{{0, true}, {time.Second, false}, {23 * time.Hour, false}, {24 * time.Hour, true}, {25 * time.Hour, false}, {-48 * time.Hour, true}} {
		if due, err := update.Due(path, now.Add(test.after)); err != nil || due != test.want {
			t.Errorf("after %s: %t, %v", test.after, due, err)
		}
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	first, second := now.Add(-time.Hour), now.Add(-2*time.Hour)
	if before, err := update.Seen(path, first); err != nil || !before.IsZero() {
		t.Errorf("%v, %v", before, err)
	}
	if before, err := update.Seen(path, second); err != nil || !before.Equal(first) {
		t.Errorf("%v, %v", before, err)
	}
	if before, err := update.Seen(path, now); err != nil || !before.Equal(first) {
		t.Errorf("an old one takes the place of a newer: %v, %v", before, err)
	}
	if err := os.WriteFile(path, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if due, err := update.Due(path, now); err != nil || !due {
		t.Errorf("a damaged file: %t, %v", due, err)
	}
}

// FuzzRead gives what somebody has signed who means no good: it is an error or a release that holds together.
func FuzzRead(f *testing.F) {
	k := newKeys(f)
	f.Add(archives(), "timestamp:1795000000")
	f.Add([]byte("x  y\n"), "timestamp:-1 timestamp:99999999999999999999")
	f.Fuzz(func(t *testing.T, checksums []byte, comment string) {
		signature := minisign.SignWithComments(k.secret, checksums, comment, "x")
		release, err := update.Read(k.public, checksums, signature)
		if err != nil {
			return
		}
		if release.Version == "" || release.Against("0.0.0") == update.Unknown || len(release.Sums) == 0 {
			t.Errorf("%q gives %+v", checksums, release)
		}
		if year := release.Signed.Year(); year > 9999 || year < 1 {
			t.Errorf("%q gives the year %d", comment, year)
		}
		for name, sum := range release.Sums {
			if filepath.Base(name) != name || len(sum) != 64 {
				t.Errorf("%q names %q", checksums, name)
			}
		}
	})
}

// FuzzSignature gives any signature, and none is right.
func FuzzSignature(f *testing.F) {
	k, other := newKeys(f), newKeys(f)
	text := archives()
	f.Add(other.sign(f, text))
	f.Add([]byte("untrusted comment: \n\ntrusted comment: \n"))
	f.Fuzz(func(t *testing.T, signature []byte) {
		if _, err := update.Read(k.public, text, signature); !errors.Is(err, update.ErrSignature) {
			t.Errorf("%q: %v", signature, err)
		}
	})
}

func FuzzParseKey(f *testing.F) {
	f.Add(newKeys(f).public.String())
	f.Add("untrusted comment: x\nRW")
	f.Fuzz(func(t *testing.T, text string) {
		key, err := update.ParseKey(text)
		if err != nil {
			return
		}
		if again, err := update.ParseKey(key.String()); err != nil || !again.Equal(key) {
			t.Errorf("%q gives a key that does not come back: %v", text, err)
		}
	})
}

func FuzzStamp(f *testing.F) {
	f.Add([]byte(`{"asked":"2026-11-25T08:00:00Z"}`))
	f.Add([]byte(`{"asked":"10000-01-01T00:00:00Z"}`))
	path := filepath.Join(f.TempDir(), "update.json")
	now := time.Date(2026, 11, 25, 8, 0, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 4<<10 {
			return
		}
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := update.Due(path, now); err != nil {
			t.Fatal(err)
		}
		if due, err := update.Due(path, now); err != nil || due {
			t.Errorf("%q: twice at once: %t, %v", text, due, err)
		}
	})
}
