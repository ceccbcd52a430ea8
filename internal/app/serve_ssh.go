package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"

	"bellhop/cli"
	"bellhop/cli/exit"
	"bellhop/cli/serve"
	"bellhop/config"
	"bellhop/internal/sshconsole"
)

// team serves consoles over SSH.
func (l launcher) team(ctx context.Context, o serve.Options) error {
	if !sshconsole.Works {
		return errors.New("consoles over SSH need a Unix system for the server: on this one there are no terminals for them")
	}
	program, err := os.Executable()
	if err != nil {
		return fmt.Errorf("finding this program: %w", err)
	}
	log := slog.New(logLines(o.Errors, cli.SandboxOptions{LogRequests: true, LogJSON: o.LogJSON}))
	server, err := sshconsole.New(sshconsole.Options{
		Keys: o.Keys, HostKey: o.HostKey, Idle: o.Idle, MostAtOnce: o.Sessions, MostOfOne: o.OfOne, MostFailed: o.Failed, Logger: log, LookForKeys: o.LookEvery,
		Console: func(p sshconsole.Person, terminal []string) (*exec.Cmd, error) {
			return l.consoleOf(ctx, program, o, p, terminal)
		},
		Check: func(p sshconsole.Person) error {
			_, err := l.profileOf(o, p)
			return err
		},
	})
	if errors.Is(err, fs.ErrNotExist) {
		return exit.Wrong("%w; see bellhop serve --help for what stands in it", err)
	}
	if err != nil {
		return err
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", o.Listen)
	if err != nil {
		return fmt.Errorf("serving over SSH: %w", err)
	}
	if err := o.Ready(listener.Addr().String(), server.Fingerprint()); err != nil {
		return errors.Join(err, listener.Close())
	}
	return server.Serve(ctx, listener)
}

// profileOf returns the profile that a person's console opens on, and why it may not.
func (l launcher) profileOf(o serve.Options, p sshconsole.Person) (config.Profile, error) {
	if p.Profile == config.Demo {
		return config.Profile{}, nil
	}
	c, err := config.Load(config.Inputs{Flags: config.Flags{Profile: p.Profile}, Paths: o.Paths, Keyring: l.keyring})
	if err == nil {
		err = c.Ready()
	}
	if err != nil {
		return config.Profile{}, &sshconsole.CauseError{Told: fmt.Sprintf("the profile %s cannot be used; tell who runs this server", p.Profile), Err: err}
	}
	if c.Profile.Environment == config.Production && !p.Production {
		return config.Profile{}, fmt.Errorf("the profile %s is in production, where your key may not enter", p.Profile)
	}
	return c.Profile, nil
}

// consoleOf returns the command that is a person's console: this program, with folders of
// their own and an environment that is made from nothing. The service's key goes with it
// in the environment, which no other user can read and no file has.
func (l launcher) consoleOf(ctx context.Context, program string, o serve.Options, p sshconsole.Person, terminal []string) (*exec.Cmd, error) {
	profile, err := l.profileOf(o, p)
	if err != nil {
		return nil, err
	}
	home := filepath.Join(o.UsersDir, p.Name)
	env := append(terminal, envUser+"="+p.Name, "HOME="+home, "USER="+p.Name, "PATH=",
		"XDG_CONFIG_HOME="+filepath.Join(home, "config"), "XDG_STATE_HOME="+filepath.Join(home, "state"),
		"XDG_DATA_HOME="+filepath.Join(home, "data"), "XDG_CACHE_HOME="+filepath.Join(home, "cache"))
	folder := filepath.Join(home, "config", filepath.Base(o.Paths.ConfigDir))
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, &sshconsole.CauseError{Told: "your folder cannot be made; tell who runs this server", Err: err}
	}
	args := []string{"demo"}
	if p.Profile != config.Demo {
		env = append(env, config.EnvToken+"="+profile.Token.Reveal())
		args = []string{"--profile", p.Profile}
	}
	// What is set on the server holds for all. Keys of the service are not in that file.
	text, err := os.ReadFile(o.Paths.ConfigFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, &sshconsole.CauseError{Told: "the server's configuration cannot be read; tell who runs this server", Err: err}
	}
	if err := putFile(filepath.Join(folder, filepath.Base(o.Paths.ConfigFile)), text); err != nil {
		return nil, &sshconsole.CauseError{Told: "your folder cannot be written; tell who runs this server", Err: err}
	}
	if p.ReadOnly {
		args = append(args, "--read-only")
	}
	console := exec.CommandContext(context.WithoutCancel(ctx), program, args...)
	console.Env, console.Dir = env, home
	return console, nil
}

// putFile puts a text in the place of a file, which is whole at every moment: another
// console of the person may be reading it.
func putFile(name string, text []byte) error {
	if now, err := os.ReadFile(name); err == nil && bytes.Equal(now, text) {
		return nil
	}
	file, err := os.CreateTemp(filepath.Dir(name), ".config-*") // Only its owner can read it.
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	if err = errors.Join(err, file.Close()); err == nil {
		err = os.Rename(file.Name(), name)
	}
	if err != nil {
		_ = os.Remove(file.Name())
	}
	return err
}
