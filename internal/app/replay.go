package app

import (
	"context"
	"errors"
	"fmt"
	"net"

	"bellhop/cli"
	"bellhop/sandbox"
)

// serveReplay serves a recording, for any HTTP client.
func serveReplay(ctx context.Context, o cli.ReplayOptions) error {
	log, _, err := serverLog(cli.SandboxOptions{Errors: o.Errors})
	if err != nil {
		return err
	}
	o.Logger = log
	replay, err := sandbox.NewReplay(o.Recording, o.ReplayOptions)
	if err != nil {
		return err
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", o.Listen)
	if err != nil {
		return fmt.Errorf("starting the replay: %w", err)
	}
	if err := o.Ready(listener.Addr().String()); err != nil {
		return errors.Join(err, listener.Close())
	}
	return replay.Serve(ctx, listener)
}
