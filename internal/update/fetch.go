package update

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"aead.dev/minisign"
)

// Patience is how long both files may take together.
const Patience = 10 * time.Second

const maxRedirects = 5

// A Source is where the releases of a build are, and whose signature counts.
type Source struct {
	address *url.URL
	key     minisign.PublicKey
}

// NewSource returns the source of an address, the folder of the newest release, and a public key of minisign.
func NewSource(address, key string) (Source, error) {
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Host == "":
		return Source{}, errors.New("the address of the releases is none; write it like https://example.com/bellhop/latest")
	case !safe(u):
		return Source{}, errors.New("the address of the releases must be https")
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return Source{}, errors.New("the address of the releases must have no name, password, query or fragment: nothing may say who asks")
	}
	public, err := ParseKey(key)
	if err != nil {
		return Source{}, fmt.Errorf("the key of the releases: %w", err)
	}
	return Source{u, public}, nil
}

// safe reports whether nobody on the way can read or change what is asked; a test's own machine has no way.
func safe(u *url.URL) bool {
	if u.Scheme == "https" {
		return true
	}
	ip, err := netip.ParseAddr(u.Hostname())
	return u.Scheme == "http" && (u.Hostname() == "localhost" || err == nil && ip.IsLoopback())
}

// String returns the address.
func (s Source) String() string { return s.address.String() }

// Key returns the public key as minisign prints it.
func (s Source) Key() string { return s.key.String() }

// Newest fetches the checksums of the newest release and their signature, two requests that say nothing but which
// Bellhop asks, and returns what they say. Errors of the network name the address, ErrSignature is a forgery.
func (s Source) Newest(ctx context.Context, userAgent string) (Release, error) {
	ctx, cancel := context.WithTimeout(ctx, Patience)
	defer cancel()
	transport := http.DefaultTransport.(*http.Transport).Clone() //nolint:forcetypeassert // The library says that it is one.
	transport.DisableCompression = true                          // Or else a small answer could become a large one, and a header says so.
	defer transport.CloseIdleConnections()
	client := &http.Client{Transport: transport, CheckRedirect: func(r *http.Request, via []*http.Request) error {
		r.Header.Del("Referer")
		switch {
		case len(via) > maxRedirects:
			return errors.New("it leads on and on")
		case !safe(r.URL) || via[0].URL.Scheme == "https" && r.URL.Scheme != "https":
			return errors.New("it leads away from https")
		}
		return nil
	}}
	checksums, err := get(ctx, client, s.address.JoinPath(ChecksumsFile), userAgent, MaxChecksums)
	if err != nil {
		return Release{}, err
	}
	signature, err := get(ctx, client, s.address.JoinPath(ChecksumsFile+SignatureEnding), userAgent, MaxSignature)
	if err != nil {
		return Release{}, err
	}
	return Read(s.key, checksums, signature)
}

func get(ctx context.Context, client *http.Client, from *url.URL, userAgent string, most int64) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, from.String(), nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("User-Agent", userAgent)
	answer, err := client.Do(request)
	if wrapped := new(url.Error); errors.As(err, &wrapped) {
		return nil, fmt.Errorf("%s cannot be read: %w", from, wrapped.Err)
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s cannot be read: the server says %s", from, strings.TrimSpace(answer.Status))
	}
	text, err := io.ReadAll(io.LimitReader(answer.Body, most+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s cannot be read: %w", from, err)
	case int64(len(text)) > most:
		return nil, fmt.Errorf("%s is larger than %d bytes, and was not read", from, most)
	}
	return text, nil
}
