package api

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// endpoints are all calls of section 4.
func endpoints(c *Client) map[string]func(context.Context) error {
	in, out := NewDate(2026, time.December, 12), NewDate(2026, time.December, 15)
	calls := writes(c)
	calls["destinations"] = func(ctx context.Context) error {
		_, err := c.SearchDestinations(ctx, DestinationQuery{Text: "London"})
		return err
	}
	calls["hotels"] = func(ctx context.Context) error {
		_, err := c.SearchHotels(ctx, HotelQuery{Code: "LON", CheckIn: in, CheckOut: out, Adults: 1})
		return err
	}
	calls["verify"] = func(ctx context.Context) error {
		_, err := c.VerifyRate(ctx, VerifyRequest{BookingCode: "B", ChannelCode: "GDS", CheckIn: in, CheckOut: out, Adults: 1})
		return err
	}
	calls["list"] = func(ctx context.Context) error {
		_, err := c.ListReservations(ctx, ReservationQuery{Page: 1, PageSize: 10})
		return err
	}
	calls["read"] = func(ctx context.Context) error { _, err := c.ReadReservation(ctx, testID); return err }
	return calls
}

// connectionBytes serves one connection and returns all that came on it.
func connectionBytes(t *testing.T, call func(base string) error) string {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	const answer = `{"id": "` + testID + `", "results": [], "items": [], "booking_code": "B"}`
	came := make(chan string, 1)
	go func() {
		var all bytes.Buffer
		defer func() { came <- all.String() }()
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		_ = conn.SetDeadline(time.Now().Add(20 * time.Second))
		in := bufio.NewReader(io.TeeReader(conn, &all))
		request, err := http.ReadRequest(in)
		if err != nil {
			return
		}
		_, _ = io.Copy(io.Discard, request.Body)
		_, _ = fmt.Fprintf(conn, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s", len(answer), answer)
		_, _ = io.Copy(io.Discard, in) // until the client hangs up
	}()
	if err := call("http://" + listener.Addr().String()); err != nil {
		t.Error(err)
	}
	return <-came
}

// Every request goes out plainly: with the length of its body, with a length of
// nothing where a POST has none, never in chunks, and with nothing behind it.
func TestRequestsOnTheConnection(t *testing.T) {
	for name := range endpoints(nil) {
		t.Run(name, func(t *testing.T) {
			raw := connectionBytes(t, func(base string) error { return endpoints(testClient(t, base))[name](t.Context()) })
			head, body, _ := strings.Cut(raw, "\r\n\r\n")
			lines := strings.Split(head, "\r\n")
			lengths := map[string]string{}
			for _, line := range lines[1:] {
				field, value, _ := strings.Cut(line, ": ")
				switch field = strings.ToLower(field); field {
				case "content-length":
					lengths[field] += value
				case "transfer-encoding", "te", "trailer", "expect", "upgrade":
					t.Errorf("it has the header %q", line)
				case "content-type":
					if body == "" {
						t.Errorf("without a body it has the header %q", line)
					}
				}
			}
			want := ""
			if method, _, _ := strings.Cut(lines[0], " "); method != http.MethodGet {
				want = fmt.Sprint(len(body))
			}
			if lengths["content-length"] != want {
				t.Errorf("its length is %q, and its body has %d bytes:\n%s", lengths["content-length"], len(body), raw)
			}
			if wantsBody := name != "cancel" && want != ""; wantsBody != (body != "") {
				t.Errorf("its body is %q", body)
			}
		})
	}
}
