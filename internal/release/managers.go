package release

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Placeholder stands for the folder of the releases where nobody has said where it is.
const Placeholder = "https://example.invalid/set-BELLHOP_DOWNLOAD_URL"

const about = "Hotel booking console for the terminal, with a sandbox of the service built in"

// Sums are the checksums of a release, by the names of its files.
type Sums map[string]string

// ReadSums reads them as sha256sum writes them.
func ReadSums(text string) (Sums, error) {
	sums := Sums{}
	for line := range strings.Lines(text) {
		sum, name, ok := strings.Cut(strings.TrimRight(line, "\n"), "  ")
		if !ok || len(sum) != 64 {
			return nil, fmt.Errorf("%q is no line of checksums", line)
		}
		sums[name] = sum
	}
	return sums, nil
}

// of finds the archive of a platform.
func (s Sums) of(version, platform string) (name, sum string, err error) {
	name = fmt.Sprintf("bellhop_%s_%s", version, platform)
	if sum = s[name]; sum == "" {
		return "", "", fmt.Errorf("the checksums do not name %s", name)
	}
	return name, sum, nil
}

// address is where a file of the release is. A plus is a blank in some queries, so that it is written out.
func address(base, name string) string {
	return strings.TrimRight(base, "/") + "/" + strings.ReplaceAll(name, "+", "%2B")
}

// Formula is a release for Homebrew, on macOS and Linux.
func Formula(version, base string, sums Sums) (string, error) {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("class Bellhop < Formula\n  desc %q\n  homepage %q\n  version %q\n  license %q", about, base, version, "MIT")
	for _, system := range []struct{ block, name string }{{"on_macos", "darwin"}, {"on_linux", "linux"}} {
		line("\n  %s do", system.block)
		for _, machine := range []struct{ block, name string }{{"on_arm", "arm64"}, {"on_intel", "amd64"}} {
			name, sum, err := sums.of(version, system.name+"_"+machine.name+".tar.gz")
			if err != nil {
				return "", err
			}
			line("    %s do\n      url %q\n      sha256 %q\n    end", machine.block, address(base, name), sum)
		}
		line("  end")
	}
	line(`
  def install
    bin.install "bellhop"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/bellhop.bash" => "bellhop"
    zsh_completion.install "completions/bellhop.zsh" => "_bellhop"
    fish_completion.install "completions/bellhop.fish"
    doc.install "README.md", "CHANGELOG.md", "THIRD_PARTY_LICENSES.txt", "docs"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/bellhop version")
  end
end`)
	return b.String(), nil
}

type download struct {
	URL  string `json:"url"`
	Hash string `json:"hash"`
}

// Manifest is a release for Scoop, on Windows.
func Manifest(version, base string, sums Sums) (string, error) {
	machines := map[string]download{}
	for name, platform := range map[string]string{"64bit": "windows_amd64.zip", "arm64": "windows_arm64.zip"} {
		file, sum, err := sums.of(version, platform)
		if err != nil {
			return "", err
		}
		machines[name] = download{address(base, file), sum}
	}
	text, err := json.MarshalIndent(struct {
		Version      string              `json:"version"`
		Description  string              `json:"description"`
		Homepage     string              `json:"homepage"`
		License      string              `json:"license"`
		Architecture map[string]download `json:"architecture"`
		Bin          string              `json:"bin"`
	}{version, about, base, "MIT", machines, "bellhop.exe"}, "", "  ")
	return string(text) + "\n", err
}
