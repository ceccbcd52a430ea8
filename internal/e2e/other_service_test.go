package e2e

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// An answer is a JSON object on its way from the sandbox to the console.
type answer = map[string]any

// altered returns a service whose good answers to a call are changed: quirks of services that the sandbox does not have.
func altered(t *testing.T, path string, change func(answer)) func(http.Handler) http.Handler {
	t.Helper()
	return func(service http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !strings.HasSuffix(r.URL.Path, path) {
				service.ServeHTTP(w, r)
				return
			}
			kept := httptest.NewRecorder()
			service.ServeHTTP(kept, r)
			body := kept.Body.Bytes()
			if kept.Code < http.StatusMultipleChoices {
				var a answer
				decoder := json.NewDecoder(bytes.NewReader(body))
				decoder.UseNumber() // As it was written.
				if err := decoder.Decode(&a); err != nil {
					t.Errorf("%s answers %v", path, err)
				}
				change(a)
				body, _ = json.Marshal(a)
			}
			w.Header().Set("Content-Type", kept.Header().Get("Content-Type"))
			w.WriteHeader(kept.Code)
			_, _ = w.Write(body)
		})
	}
}

// parts returns the objects of a list in an answer.
func parts(a answer, list string) []answer {
	var out []answer
	elements, _ := a[list].([]any)
	for _, one := range elements {
		if object, ok := one.(answer); ok {
			out = append(out, object)
		}
	}
	return out
}
