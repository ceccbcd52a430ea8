package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"syscall"
	"time"

	"bellhop/cli"
	"bellhop/internal/guard"
	"bellhop/sandbox"
	"bellhop/sandbox/metrics"
)

// What a sandbox has beside its service when a team uses it: a log that others read,
// accounts and a certificate in files, and counters.

// serverLog returns the log of a server. Usually it has what fails, and of no request
// that does not: a server answers very many.
func serverLog(o cli.SandboxOptions) (log *slog.Logger, stop func(), err error) {
	out, stop := o.Errors, func() {}
	if o.Log != "" {
		file, err := openLogFile(o.Log)
		if err != nil {
			return nil, nil, err
		}
		out, stop = file, func() { _ = file.Close() }
	}
	return slog.New(logLines(out, o)), stop, nil
}

func logLines(out io.Writer, o cli.SandboxOptions) slog.Handler {
	how := &slog.HandlerOptions{Level: slog.LevelWarn}
	if o.LogRequests {
		how.Level = slog.LevelInfo
	}
	if o.LogJSON {
		return slog.NewJSONHandler(out, how)
	}
	return slog.NewTextHandler(out, how)
}

// prepareServer reads the files of a server into its options, and counts what it does
// where somebody wants to know; counted is nil otherwise.
func prepareServer(o *cli.SandboxOptions, log *slog.Logger) (counted *metrics.Metrics, err error) {
	if o.TLSCert != "" {
		o.Certificate, err = sandbox.NewCertificate(o.TLSCert, o.TLSKey, log)
		if err != nil {
			return nil, err
		}
	}
	if o.Metrics != "" {
		counted = metrics.New(o.Version)
		o.Observer = counted
	}
	return counted, nil
}

// accountsEvery is how often the file of the accounts is looked at.
const accountsEvery = time.Second

// beside starts what runs beside the service, until stop is called.
func beside(ctx context.Context, o cli.SandboxOptions, box *sandbox.Sandbox, counted *metrics.Metrics, log *slog.Logger) (stop func(), err error) {
	ctx, cancel := context.WithCancel(ctx)
	if o.AccountsFile != nil {
		again := make(chan os.Signal, 1)
		signal.Notify(again, syscall.SIGHUP)
		go func() {
			defer guard.Catch()
			defer signal.Stop(again)
			o.AccountsFile.Watch(ctx, accountsEvery, again, func(list []sandbox.Account) error {
				if err := box.SetAccounts(ctx, list); err != nil {
					return err
				}
				log.Warn("the accounts were read again", slog.Int("accounts", len(list)))
				return nil
			}, func(err error) {
				log.Error("the accounts could not be read; those before stay", slog.String("error", err.Error()))
			})
		}()
	}
	if counted == nil {
		return cancel, nil
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", o.Metrics)
	if err != nil {
		cancel()
		return nil, fmt.Errorf("serving the metrics: %w", err)
	}
	server := sandbox.NewServer(counted.Handler(box.Handler()))
	go func() {
		defer guard.Catch()
		if err := server.Serve(listener); ctx.Err() == nil {
			log.Error("the metrics are served no more", slog.String("error", err.Error()))
		}
	}()
	return func() {
		cancel()
		_ = errors.Join(server.Close(), listener.Close()) // They end with the program.
	}, nil
}
