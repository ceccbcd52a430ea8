package app

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"

	"bellhop/cli"
	"bellhop/cli/output"
	"bellhop/config"
	"bellhop/internal/update"
)

// releases returns where the newest release is and whose signature counts. A config file says otherwise than the build.
// The error is a *config.Error.
func (l launcher) releases(c config.Config) (update.Source, error) {
	address := l.build.UpdateURL
	if text := c.Preferences.UpdateURL.Text; text != "" {
		address = text
	}
	key, err := l.releaseKey(c)
	switch {
	case address == "":
		return update.Source{}, noReleases(c, "no address of releases is known: this build names none", `set update_url = "https://…" and update_key under [preferences]`)
	case err != nil:
		return update.Source{}, err
	}
	source, err := update.NewSource(address, key)
	if err != nil {
		return update.Source{}, noReleases(c, err.Error(), "set update_url and update_key under [preferences]")
	}
	return source, nil
}

// releaseKey returns the public key of the releases.
func (l launcher) releaseKey(c config.Config) (string, error) {
	if text := c.Preferences.UpdateKey.Text; text != "" {
		return text, nil
	}
	if l.build.UpdateKey == "" {
		return "", noReleases(c, "no key of releases is known: this build holds none, and without one nothing is believed", `set update_key = "RW…" under [preferences]`)
	}
	return l.build.UpdateKey, nil
}

func noReleases(c config.Config, what, fix string) error {
	return &config.Error{Problems: []config.Problem{{Where: c.Paths.ConfigFile, What: what, Fix: fix}}}
}

// release reads what is signed of the newest release, for the commands.
func (l launcher) release(ctx context.Context, c config.Config, checksums string) (cli.Release, error) {
	if checksums != "" {
		return l.releaseOnDisk(c, checksums)
	}
	source, err := l.releases(c)
	if err != nil {
		return cli.Release{}, err
	}
	release, err := source.Newest(ctx, l.userAgent)
	if err != nil {
		return cli.Release{}, err
	}
	found := l.described(release)
	found.Address = source.String()
	found.Seen, err = update.Seen(c.Paths.UpdateFile, release.Signed)
	return found, err
}

// releaseOnDisk reads a file of checksums and the signature beside it, and asks nobody.
func (l launcher) releaseOnDisk(c config.Config, checksums string) (cli.Release, error) {
	text, err := l.releaseKey(c)
	if err != nil {
		return cli.Release{}, err
	}
	key, err := update.ParseKey(text)
	if err != nil {
		return cli.Release{}, noReleases(c, "the key of the releases: "+err.Error(), "set update_key under [preferences]")
	}
	sums, err := readAtMost(checksums, update.MaxChecksums)
	if err != nil {
		return cli.Release{}, err
	}
	signature, err := readAtMost(checksums+update.SignatureEnding, update.MaxSignature)
	if err != nil {
		return cli.Release{}, err
	}
	release, err := update.Read(key, sums, signature)
	found := l.described(release)
	found.Address = checksums
	return found, err
}

func (l launcher) described(r update.Release) cli.Release {
	archive := r.Archive(runtime.GOOS, runtime.GOARCH)
	return cli.Release{
		Version: r.Version, Verdict: string(r.Against(l.build.Version)), Trial: r.Prerelease(), Signed: r.Signed,
		Archive: archive, Sum: r.Sums[archive], Verify: r.Verify,
	}
}

func readAtMost(path string, most int64) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	text, err := io.ReadAll(io.LimitReader(file, most+1))
	if err == nil && int64(len(text)) > most {
		err = fmt.Errorf("%s is larger than %d bytes, and was not read", filepath.Base(path), most)
	}
	return text, err
}

// mayAsk reports whether the console may ask whether a newer release is there. Consent is update_check = "on"; and nothing is
// asked at a sandbox, while something is recorded, shown or played, or where nobody sits in front of it.
func (s *session) mayAsk(environment config.Environment, seated bool) bool {
	return s.cfg.Preferences.UpdateCheck.Text == "on" && environment == config.Production && seated &&
		s.cfg.Record == "" && s.script == nil && !s.theme.Presenter.On()
}

// newer returns how the console asks once a day; nil where it must not.
func (s *session) newer(environment config.Environment) func(context.Context) string {
	_, automatic := os.LookupEnv("CI")
	seated := !automatic && output.IsTerminal(os.Stdin) && output.IsTerminal(os.Stdout)
	if !s.mayAsk(environment, seated) {
		return nil
	}
	return func(ctx context.Context) string {
		words, err := s.askNewer(ctx)
		if err != nil {
			s.log.Warn("whether a newer release is there is not known", "error", err)
		}
		return words
	}
}

// askNewer asks unless that was done of late, and returns what to tell, "" for nothing.
func (s *session) askNewer(ctx context.Context) (string, error) {
	source, err := s.launcher.releases(s.cfg)
	if err != nil {
		return "", err
	}
	if due, err := update.Due(s.cfg.Paths.UpdateFile, s.now()); err != nil || !due {
		return "", err
	}
	release, err := source.Newest(ctx, s.userAgent)
	if err != nil {
		return "", err
	}
	before, err := update.Seen(s.cfg.Paths.UpdateFile, release.Signed)
	if err != nil || before.After(release.Signed) || release.Prerelease() || release.Against(s.launcher.build.Version) != update.Newer {
		return "", err
	}
	return "Bellhop " + release.Version + " is out: bellhop update check", nil // No longer, for 80 columns.
}
