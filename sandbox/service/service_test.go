package service

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"strings"
	"testing"
)

// An answer that cannot be written as JSON is a failure with the request's id.
func TestAnswerThatCannotBeEncoded(t *testing.T) {
	t.Parallel()
	var lines bytes.Buffer
	f := open(t, func(o *Options) { o.Logger = slog.New(slog.NewTextHandler(&lines, nil)) })
	f.service.endpoints[Endpoints()[4]] = func(context.Context, *call) (result, error) {
		return result{http.StatusOK, func() {}}, nil
	}
	r := f.request(http.MethodGet, PathReservations, "")
	r.ID = "q-1"
	a := f.service.Handle(t.Context(), r)
	body := f.decode(a.Body)
	if a.Status != 500 || body.Member("request_id").Text != "q-1" || body.Member("code").Text != "1000" {
		t.Errorf("status %d, %s", a.Status, a.Body)
	}
	if !strings.Contains(lines.String(), `msg="encoding an answer failed" request_id=q-1`) {
		t.Errorf("the log says\n%s", lines.String())
	}
}
