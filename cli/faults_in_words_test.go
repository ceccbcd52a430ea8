package cli_test

import (
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"bellhop/cli/exit"
	"bellhop/config"
)

// systemWords are words of Go and of the system that are not for people.
var systemWords = regexp.MustCompile(`dial tcp|read tcp|x509|tls:|\bEOF\b|lookup |connect:|\bopen [/H]|no such file or directory|deadline exceeded`)

// TestRun_ServiceNotReached shows the words of each command that asks a service which does not answer.
func TestRun_ServiceNotReached(t *testing.T) {
	signed := httptest.NewUnstartedServer(http.NotFoundHandler())
	signed.Config.ErrorLog = log.New(io.Discard, "", 0)
	signed.StartTLS()
	t.Cleanup(signed.Close)
	closed, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_ = closed.Close()
	all := []string{
		"doctor", "destinations london", "hotels lon 12dec 3n", "rates LX20401 12dec 3n", "reservation list",
		"reservation show 0123456789abcdef0123456789abcdef", "reservation cancel 0123456789abcdef0123456789abcdef --preview", "deadlines",
		"api GET /rest/v1/reservations",
	}
	for name, c := range map[string]struct {
		base, what, advice string
		lines              []string
	}{
		"refused": {
			"https://" + closed.Addr().String(), "o connection to " + closed.Addr().String() + " (refused)",
			"heck the address and the network, and whether the service runs", all[:2], // A read is tried again, after a pause.
		},
		"not trusted": {
			signed.URL, "he certificate of " + signed.Listener.Addr().String() + " is not trusted: it is signed by itself (Acme Co)",
			"f the signer is your company's, ", all,
		},
	} {
		for _, line := range c.lines {
			t.Run(name+"/"+line, func(t *testing.T) {
				f := newFixture(t)
				f.env[config.EnvBaseURL], f.env[config.EnvAccount], f.env[config.EnvToken] = c.base, "1", "hunter2"
				code, out, errOut := f.run(words(line)...)
				said := strings.Join(strings.Fields(out+errOut), " ")
				if code == exit.OK || code == exit.Usage || !strings.Contains(said, c.what) || !strings.Contains(said, c.advice) || systemWords.MatchString(said) {
					t.Errorf("exit %d: %s", code, said)
				}
			})
		}
	}
}

// TestRun_FileNotRead shows the words of each command whose FILE cannot be read.
func TestRun_FileNotRead(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has its own error for a folder that is opened as a file")
	}
	f := newFixture(t)
	folder := filepath.Join(f.home, "folder.csv")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"guests import HOME/none.csv":              "HOME/none.csv: there is no such file or folder; check the name",
		"guests import HOME/folder.csv":            "HOME/folder.csv: it is a folder; name a file",
		"book --from HOME/none.json --yes":         "HOME/none.json: there is no such file or folder; check the name",
		"audit verify HOME/none.jsonl":             "HOME/none.jsonl: there is no such file or folder; check the name",
		"sandbox replay HOME/none.jsonl":           "HOME/none.jsonl: there is no such file or folder; check the name",
		"sandbox log HOME/none.jsonl":              "HOME/none.jsonl: there is no such file or folder; check the name",
		"sandbox --faults HOME/none":               "HOME/none: there is no such file or folder; check the name",
		"sandbox --fixtures HOME/none":             "HOME/none: there is no such file or folder; check the name",
		"sandbox --accounts HOME/none":             "HOME/none: there is no such file or folder; check the name",
		"serve --ssh 127.0.0.1:0 --keys HOME/none": "HOME/none: there is no such file or folder; check the name",
	} {
		t.Run(line, func(t *testing.T) {
			code, out, errOut := f.run(words(strings.ReplaceAll(line, "HOME", f.home))...)
			if code == exit.OK || out != "" || !strings.Contains(errOut, want) || systemWords.MatchString(errOut) {
				t.Errorf("exit %d: %s%s", code, out, errOut)
			}
		})
	}
}
