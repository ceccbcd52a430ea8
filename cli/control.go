package cli

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"bellhop/api"
	"bellhop/cli/exit"
	"bellhop/cli/prompt"
	"bellhop/config"
	"bellhop/internal/safetext"
	"bellhop/sandbox"

	"github.com/spf13/cobra"
)

// A running sandbox leaves a note in its data folder that says how to control
// it; it holds a token, so only its owner can read it.
const controlFile = "control.json"

// Where a sandbox is that keeps no folder, or that runs elsewhere.
const (
	envControlURL   = "BELLHOP_CONTROL_URL"
	envControlToken = "BELLHOP_CONTROL_TOKEN"
)

// controlTime is how long the control path may take: a large world needs a
// while to start over.
const controlTime = 2 * time.Minute

// A Control says how to control a running sandbox.
type Control struct {
	Address string `json:"address"` // http://host:port/control
	Token   string `json:"token"`
	PID     int    `json:"pid"`
	Record  string `json:"record,omitempty"` // the file that requests are recorded in
}

// ControlURL is the control path of a sandbox that listens on host:port. One
// that listens on every address is controlled from this machine all the same.
func ControlURL(scheme, address string) string {
	if host, port, err := net.SplitHostPort(address); err == nil {
		if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
			address = net.JoinHostPort("127.0.0.1", port)
		}
	}
	return scheme + "://" + address + "/control"
}

// WriteControl leaves the note in a data folder. What it returns takes the note
// away again, unless another sandbox has left its own meanwhile.
func WriteControl(dir string, c Control) (remove func(), err error) {
	text, err := json.Marshal(c)
	if err != nil {
		return nil, fmt.Errorf("write the control file: %w", err)
	}
	name := filepath.Join(dir, controlFile)
	file, err := os.CreateTemp(dir, ".control-*") // Only its owner can read it.
	if err != nil {
		return nil, fmt.Errorf("write the control file: %w", err)
	}
	_, err = file.Write(append(text, '\n'))
	if err = errors.Join(err, file.Close()); err == nil {
		err = os.Rename(file.Name(), name)
	}
	if err != nil {
		_ = os.Remove(file.Name())
		return nil, fmt.Errorf("write the control file: %w", err)
	}
	return func() {
		if now, err := readControl(dir); err == nil && now == c {
			_ = os.Remove(name)
		}
	}, nil
}

func readControl(dir string) (Control, error) {
	var c Control
	text, err := readBounded(filepath.Join(dir, controlFile), prompt.MaxLine)
	if err == nil {
		err = json.Unmarshal([]byte(text), &c)
	}
	return c, err
}

// FindControl returns how to control the sandbox that runs on a data folder. Ok is
// false where none has left a note, or where the one that did has ended.
func FindControl(dir string) (c Control, ok bool) {
	c, err := readControl(dir)
	return c, err == nil && !ended(c.PID)
}

// Service is the base address of the sandbox's service.
func (c Control) Service() string { return strings.TrimSuffix(c.Address, "/control") }

// State returns what the sandbox says of itself.
func (c Control) State(ctx context.Context) (sandbox.ControlState, error) {
	var state sandbox.ControlState
	return state, c.ask(ctx, http.MethodGet, "", nil, &state)
}

// controlError is what the control path answered, or why it did not.
type controlError struct {
	status int // 0: no answer
	text   string
}

func (e *controlError) Error() string { return e.text }

func (e *controlError) exitCode() int {
	switch e.status {
	case http.StatusBadRequest:
		return exit.Usage
	case http.StatusUnauthorized:
		return exit.Auth
	default:
		return exit.Failed
	}
}

type target struct {
	data string
	demo bool
}

func (t *target) add(a *app, cmd *cobra.Command) {
	cmd.Flags().StringVar(&t.data, "data", a.paths.SandboxDir, "the folder of the sandbox that is meant, as a `DIR`")
	cmd.Flags().BoolVar(&t.demo, "demo", false, "the sandbox of the demo that runs")
	cmd.Flags().Lookup("data").DefValue = ""
	_ = cmd.MarkFlagDirname("data")
}

func (t *target) folder(a *app) string {
	if t.demo {
		return a.paths.DemoDir
	}
	return t.data
}

// control finds the sandbox that is meant: the variables name one elsewhere,
// flags and the default folder one on this machine.
func (a *app) control(cmd *cobra.Command, t target) (Control, error) {
	if cmd.Flags().Changed("data") && t.demo {
		return Control{}, exit.Wrong("--data and --demo name two sandboxes; give one of them")
	}
	if !cmd.Flags().Changed("data") && !t.demo {
		address, token := a.variable(envControlURL), a.variable(envControlToken)
		if address != "" || token != "" {
			return controlOf(address, token)
		}
	}
	if a.homeless != nil && !cmd.Flags().Changed("data") {
		return Control{}, a.homeless
	}
	dir := t.folder(a)
	hint := "start one with bellhop sandbox, or say --demo for the demo that runs, or --data DIR"
	switch {
	case t.demo:
		hint = "start it with bellhop demo"
	case sandbox.SharedData(t.data):
		return Control{}, &controlError{text: fmt.Sprintf("which of the servers that share a database is meant? Set %s and %s to what its line control says", envControlURL, envControlToken)}
	case t.data == inMemory:
		hint = fmt.Sprintf("one in memory has no folder: set %s and %s to what its line control says", envControlURL, envControlToken)
	}
	c, err := readControl(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return c, &controlError{text: fmt.Sprintf("no sandbox runs on %s; %s", dir, hint)}
	case err != nil:
		return c, &controlError{text: fmt.Sprintf("the file %s cannot be read: %s", filepath.Join(dir, controlFile), err)}
	case ended(c.PID):
		return c, &controlError{text: fmt.Sprintf("the sandbox on %s has ended without taking its %s away; %s", dir, controlFile, hint)}
	}
	return c, nil
}

func (a *app) variable(name string) string {
	if a.env == nil {
		return ""
	}
	value, _ := a.env(name)
	return value
}

func controlOf(address, token string) (Control, error) {
	switch u, err := url.Parse(address); {
	case address == "" || token == "":
		return Control{}, exit.Wrong("%s and %s must both be set; bellhop sandbox prints them in its line control", envControlURL, envControlToken)
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return Control{}, exit.Wrong("%s is not an address such as http://127.0.0.1:8080/control", envControlURL)
	}
	return Control{Address: strings.TrimSuffix(address, "/"), Token: token}, nil
}

func ended(pid int) bool {
	process, err := os.FindProcess(pid)
	if pid <= 0 || err != nil {
		return true
	}
	return errors.Is(process.Signal(syscall.Signal(0)), os.ErrProcessDone)
}

// ask sends a request to the control path and reads what it answers into out.
// Nothing may stand between: the token is for this sandbox alone.
func (c Control) ask(ctx context.Context, method, path string, in, out any) error {
	ctx, cancel := context.WithTimeout(ctx, controlTime)
	defer cancel()
	var body io.Reader
	if in != nil {
		text, err := json.Marshal(in)
		if err != nil {
			return fmt.Errorf("ask the sandbox: %w", err)
		}
		body = bytes.NewReader(text)
	}
	request, err := http.NewRequestWithContext(ctx, method, c.Address+path, body)
	if err != nil {
		return fmt.Errorf("ask the sandbox: %w", err)
	}
	request.Header.Set("Authorization", "Bearer "+c.Token)
	if in != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	client := http.Client{
		Transport:     &http.Transport{DisableKeepAlives: true, TLSClientConfig: c.security(request.URL.Hostname())},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	answer, err := client.Do(request)
	if err != nil {
		if errors.Is(err, syscall.ECONNREFUSED) {
			return &controlError{text: "nothing answers at " + c.Address + ": that sandbox has ended; start one with bellhop sandbox"}
		}
		what, _ := api.Unreached(err, 0)
		return &controlError{text: "the sandbox cannot be reached: " + what}
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(answer.Body, maxControl))
	if err != nil {
		what, _ := api.Unreached(err, 0)
		return &controlError{text: "the sandbox's answer broke off: " + what}
	}
	return read(answer.StatusCode, text, out)
}

// security is how a sandbox with TLS is believed. The certificate of one on this machine
// names what others call the machine; what answers here is trusted as without TLS.
func (c Control) security(host string) *tls.Config {
	return &tls.Config{MinVersion: tls.VersionTLS12, InsecureSkipVerify: config.IsLoopback(host)} //nolint:gosec // See above.
}

// maxControl bounds an answer of the control path.
const maxControl = 16 << 20

func read(status int, text []byte, out any) error {
	if status == http.StatusOK {
		if err := json.Unmarshal(text, out); err != nil {
			return &controlError{text: "what answers is no sandbox of Bellhop's: its answer is not JSON of the control path"}
		}
		return nil
	}
	var said struct {
		Error string `json:"error"`
	}
	if json.Unmarshal(text, &said) != nil || said.Error == "" {
		said.Error = fmt.Sprintf("the sandbox answered %d; is this its control path?", status)
	}
	return &controlError{status: status, text: safetext.Line(said.Error)}
}
