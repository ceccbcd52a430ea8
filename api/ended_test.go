package api

import (
	"errors"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// A service that takes no connection and has ended for good says so at once, and nothing was sent.
func TestClient_ServiceHasEnded(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(nil)
	base := server.URL
	server.Close()
	for ended, cause := range map[bool]error{true: ErrEnded, false: nil} {
		tries := 0
		client, err := New(Options{
			BaseURL: base, Account: "a", Token: NewSecret("key"), Ended: func() bool { tries++; return ended }, ReadRetries: 1, ReadTimeout: time.Minute,
		})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(client.Close)
		_, err = client.CancelReservation(t.Context(), testID)
		var e *Error
		if !errors.As(err, &e) || e.Outcome != OutcomeRefused || errors.Is(err, ErrEnded) != (cause != nil) {
			t.Errorf("ended %t: a cancellation came to %v", ended, err)
		}
		tries = 0
		_, err = client.ReadReservation(t.Context(), testID)
		if errors.Is(err, ErrEnded) != (cause != nil) || ended && tries != 1 || !ended && tries != 2 {
			t.Errorf("ended %t: after %d tries a read came to %v", ended, tries, err)
		}
		tries = 0
		_, err = client.Raw(t.Context(), RawRequest{Method: "POST", Path: "/rest/v1/reservations", Body: []byte("{}")})
		if !errors.As(err, &e) || e.Outcome != OutcomeRefused || errors.Is(err, ErrEnded) != (cause != nil) || !strings.Contains(err.Error(), "nothing was sent") {
			t.Errorf("ended %t: a raw write came to %v", ended, err)
		}
	}
}
