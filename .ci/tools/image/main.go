// Command image makes the container image of Bellhop's sandbox, for amd64 and
// arm64, from programs that are built already:
//
//	go run . --amd64 PROGRAM --arm64 PROGRAM --version V --revision COMMIT \
//	  --created TIME --licence FILE --third-party FILE --output FILE.tar
//
// It needs no daemon and no base image. The same arguments make the same bytes:
// every time in the image is that of the commit. It prints the digest of the
// image, by which a registry names it.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "image:", err)
		os.Exit(1)
	}
}

// An order is what an image is made from.
type order struct {
	programs   map[string]string // by architecture
	version    string
	revision   string
	created    time.Time
	licence    string
	thirdParty string
	output     string
}

var errUsage = errors.New("every flag is needed, and nothing else: see go doc")

func run(ctx context.Context, words []string, out io.Writer) error {
	o, err := read(words)
	if err != nil {
		return err
	}
	index, err := o.index()
	if err != nil {
		return err
	}
	digest, err := index.Digest()
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp(filepath.Dir(o.output), ".image-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	if err := o.layout(folder, index); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := pack(folder, o.output, o.created); err != nil {
		return err
	}
	_, err = fmt.Fprintln(out, digest)
	return err
}

// read reads the flags.
func read(words []string) (order, error) {
	o := order{programs: map[string]string{}}
	var amd64, arm64, created string
	flags := flag.NewFlagSet("image", flag.ContinueOnError)
	texts := map[string]*string{
		"amd64": &amd64, "arm64": &arm64, "version": &o.version, "revision": &o.revision, "created": &created,
		"licence": &o.licence, "third-party": &o.thirdParty, "output": &o.output,
	}
	for name, to := range texts {
		flags.StringVar(to, name, "", "")
	}
	if err := flags.Parse(words); err != nil {
		return o, err
	}
	for _, text := range texts {
		if *text == "" || flags.NArg() > 0 {
			return o, errUsage
		}
	}
	at, err := time.Parse(time.RFC3339, created)
	o.created = at.UTC()
	o.programs["amd64"], o.programs["arm64"] = amd64, arm64
	return o, err
}
