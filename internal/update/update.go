// Package update finds out whether a newer release is there: it reads the checksums of the newest release and their
// signature, and believes nothing else. It never fetches a program, and replaces none.
package update

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"aead.dev/minisign"
	"golang.org/x/mod/semver"
)

// The files of a release, in one folder with its archives.
const (
	ChecksumsFile = "checksums.txt"
	// SignatureEnding follows the name of a file that is signed, as the program minisign has it.
	SignatureEnding = ".minisig"
)

// What is read at most, in bytes: a release has six archives, a line each.
const (
	MaxChecksums = 64 << 10
	MaxSignature = 4 << 10
	maxArchive   = 1 << 30
)

// ErrSignature is wrapped by the error of checksums whose signature is not that of the key.
var ErrSignature = errors.New("the signature of " + ChecksumsFile + " is not that of the key")

// A Release is what signed checksums say.
type Release struct {
	Version string            // without a v: 1.3.0
	Signed  time.Time         // in UTC; zero where the signature does not say
	Sums    map[string]string // by the archive's name, in hexadecimal digits
}

// Read returns the release of checksums that the key has signed. Nothing of them is looked at before the signature is
// right.
func Read(key minisign.PublicKey, checksums, signature []byte) (Release, error) {
	if !minisign.Verify(key, checksums, signature) {
		return Release{}, ErrSignature
	}
	var signed minisign.Signature
	if err := signed.UnmarshalText(signature); err != nil {
		return Release{}, ErrSignature
	}
	r, err := parseChecksums(checksums)
	r.Signed = signedAt(signed.TrustedComment)
	return r, err
}

// ParseKey reads a public key: the line that minisign prints of it, or the file that it writes.
func ParseKey(text string) (minisign.PublicKey, error) {
	var key minisign.PublicKey
	if err := key.UnmarshalText([]byte(strings.TrimSpace(text))); err != nil {
		return key, errors.New("it is no public key of minisign, which is a line of 56 characters that begins with RW")
	}
	return key, nil
}

var (
	sumLine = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([0-9a-f]{64}) [ *]([A-Za-z0-9._+~-]{1,200})$`) })
	// archiveName has the version between the product and the platform.
	archiveName = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^bellhop_([0-9][0-9A-Za-z.+-]*)_[a-z0-9]+_[a-z0-9]+\.(?:tar\.gz|zip)$`)
	})
)

// parseChecksums reads what sha256sum writes. All archives must be of one version.
func parseChecksums(text []byte) (Release, error) {
	r := Release{Sums: map[string]string{}}
	for i, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		found := sumLine().FindStringSubmatch(strings.TrimSuffix(line, "\r"))
		if found == nil {
			return Release{}, fmt.Errorf("line %d of %s is no checksum", i+1, ChecksumsFile)
		}
		sum, name := found[1], found[2]
		if _, twice := r.Sums[name]; twice {
			return Release{}, fmt.Errorf("%s names %s twice", ChecksumsFile, name)
		}
		r.Sums[name] = sum
		archive := archiveName().FindStringSubmatch(name)
		switch {
		case archive == nil:
		case !semver.IsValid("v" + archive[1]):
			return Release{}, fmt.Errorf("%s names %s, whose version is none", ChecksumsFile, name)
		case r.Version != "" && r.Version != archive[1]:
			return Release{}, fmt.Errorf("%s names archives of two versions, %s and %s", ChecksumsFile, r.Version, archive[1])
		default:
			r.Version = archive[1]
		}
	}
	if r.Version == "" {
		return Release{}, fmt.Errorf("%s names no archive of Bellhop", ChecksumsFile)
	}
	return r, nil
}

// signedAt reads the time out of a signature's comment, which is signed as well.
func signedAt(comment string) time.Time {
	for field := range strings.FieldsSeq(comment) {
		if text, ok := strings.CutPrefix(field, "timestamp:"); ok {
			// Until the year 9999: what prints times has no more digits.
			if seconds, err := strconv.ParseInt(text, 10, 64); err == nil && seconds > 0 && seconds < 253402300800 {
				return time.Unix(seconds, 0).UTC()
			}
		}
	}
	return time.Time{}
}

// Archive returns the name of a platform's archive, "" where the release has none for it.
func (r Release) Archive(goos, goarch string) string {
	start := "bellhop_" + r.Version + "_" + goos + "_" + goarch + "."
	for _, name := range slices.Sorted(maps.Keys(r.Sums)) {
		if strings.HasPrefix(name, start) {
			return name
		}
	}
	return ""
}

// A Verdict is how a release stands to the program that runs.
type Verdict string

// The verdicts.
const (
	Newer   Verdict = "newer"
	Same    Verdict = "same"
	Older   Verdict = "older"
	Unknown Verdict = "unknown" // the program that runs is no release
)

// Against compares the release with the version that runs, by the rules of Semantic Versioning. One that is older
// than what runs is never an update.
func (r Release) Against(running string) Verdict {
	running = "v" + strings.TrimPrefix(running, "v")
	if !semver.IsValid(running) {
		return Unknown
	}
	switch semver.Compare("v"+r.Version, running) {
	case 1:
		return Newer
	case 0:
		return Same
	}
	return Older
}

// Prerelease reports whether the release is one to try before the real one, which nobody is told of unless it is asked for.
func (r Release) Prerelease() bool { return semver.Prerelease("v"+r.Version) != "" }

// MismatchError is returned for an archive that is not the one that was signed.
type MismatchError struct{ Name, Want, Got string }

func (e *MismatchError) Error() string {
	return fmt.Sprintf("%s is not what was signed: do not use it. Its SHA-256 is %s, and the signed one %s", e.Name, e.Got, e.Want)
}

// Verify compares an archive on this machine with the checksum that is signed for its name.
func (r Release) Verify(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	name := filepath.Base(path)
	want, ok := r.Sums[name]
	if !ok {
		return fmt.Errorf("%q is no archive of release %s; those are %s", name, r.Version, strings.Join(slices.Sorted(maps.Keys(r.Sums)), ", "))
	}
	hash := sha256.New()
	n, err := io.Copy(hash, io.LimitReader(file, maxArchive+1))
	switch got := hex.EncodeToString(hash.Sum(nil)); {
	case err != nil:
		return err
	case n > maxArchive:
		return fmt.Errorf("%s is larger than any archive of Bellhop", name)
	case got != want:
		return &MismatchError{name, want, got}
	}
	return nil
}

// Sign returns the signature of a file as minisign writes it, with the date that it bears.
func Sign(key minisign.PrivateKey, file io.Reader, name string, seconds int64) ([]byte, error) {
	reader := minisign.NewReader(file)
	if _, err := io.Copy(io.Discard, reader); err != nil {
		return nil, err
	}
	return reader.SignWithComments(key, fmt.Sprintf("timestamp:%d\tfile:%s\thashed", seconds, name), "signature of a release of Bellhop"), nil
}
