package app

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strings"
	"time"

	"bellhop/config"
)

// noteOwnSandbox notes in a profile that was just stored whether its service is Bellhop's own sandbox, whose payment tokens
// are offered then. Nothing else asks: an address of this machine may be a tunnel to a partner's.
func noteOwnSandbox(ctx context.Context, paths config.Paths, p config.Profile) (known bool, err error) {
	known = p.Environment == config.Sandbox && p.OnThisMachine() && ownSandbox(ctx, p.BaseURL.Text)
	return known, config.SetTestTokens(paths, p.Name.Text, known)
}

// ownSandbox reports whether Bellhop's own sandbox is what an address of this
// machine serves: that it describes itself as one. Any other service there may
// be a partner's, through a tunnel, and nothing is known of its payment tokens.
// The account's key is not sent.
func ownSandbox(ctx context.Context, baseURL string) bool {
	// Adding a profile does not wait long for an address that does not answer.
	ctx, cancel := context.WithTimeout(ctx, 300*time.Millisecond)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimRight(baseURL, "/")+"/openapi.yaml", nil)
	if err != nil {
		return false
	}
	r.Close = true
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := client.Do(r)
	if err != nil {
		return false
	}
	defer func() { _ = answer.Body.Close() }()
	head, err := io.ReadAll(io.LimitReader(answer.Body, 1<<10))
	return err == nil && answer.StatusCode == http.StatusOK && bytes.Contains(head, []byte("as Bellhop's sandbox serves it"))
}
