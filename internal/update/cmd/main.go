// Signs the checksums of a release: go run ./internal/update/cmd FILE SIGNATURE SECONDS, where the seconds since 1970 are
// the date that the signature bears. The secret key is in the variable BELLHOP_SIGNING_KEY, as minisign writes it, and
// its password in BELLHOP_SIGNING_PASSWORD; without a key nothing is written, so that a release can be tried without one.
//
//	go run ./internal/update/cmd key    makes a key without a password, and prints both halves
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"aead.dev/minisign"

	"bellhop/internal/update"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "sign:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) == 1 && args[0] == "key":
		return makeKey()
	case len(args) != 3:
		return fmt.Errorf("usage: FILE SIGNATURE SECONDS, or key")
	}
	seconds, err := strconv.ParseInt(args[2], 10, 64)
	if err != nil {
		return err
	}
	secret := os.Getenv("BELLHOP_SIGNING_KEY")
	if secret == "" {
		fmt.Println("not signed: BELLHOP_SIGNING_KEY is not set")
		return nil
	}
	key, err := privateKey(secret, os.Getenv("BELLHOP_SIGNING_PASSWORD"))
	if err != nil {
		return err
	}
	file, err := os.Open(args[0]) //nolint:gosec // Whoever signs says what.
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	signature, err := update.Sign(key, file, filepath.Base(args[0]), seconds)
	if err != nil {
		return err
	}
	return os.WriteFile(args[1], signature, 0o644) //nolint:gosec // G306: a signature is for everybody.
}

func privateKey(text, password string) (key minisign.PrivateKey, err error) {
	if minisign.IsEncrypted([]byte(text)) {
		return minisign.DecryptKey(password, []byte(text))
	}
	err = key.UnmarshalText([]byte(text))
	return key, err
}

func makeKey() error {
	public, secret, err := minisign.GenerateKey(nil)
	if err != nil {
		return err
	}
	text, err := secret.MarshalText()
	if err != nil {
		return err
	}
	fmt.Printf("%s\n%s\n", public, text)
	return nil
}
