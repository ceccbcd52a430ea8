package api_test

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"bellhop/api"
	"bellhop/internal/safetext/safetexttest"
)

// A name of an answer is kept as the service wrote it, and a name of a create is sent as it was given.
func TestNames_KeptAndSent(t *testing.T) {
	t.Parallel()
	for _, name := range safetexttest.HotelNames() {
		var sent struct {
			Guests struct {
				Primary struct {
					GivenName string `json:"given_name"`
					Surname   string `json:"surname"`
				} `json:"primary"`
			} `json:"guests"`
			Hotel struct {
				Name string `json:"name"`
			} `json:"hotel"`
		}
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			text, _ := io.ReadAll(r.Body)
			if err := json.Unmarshal(text, &sent); err != nil {
				t.Error(err)
			}
			w.WriteHeader(http.StatusCreated)
			_, _ = w.Write([]byte(`{"id":"` + strings.Repeat("1", 32) + `",` + string(text[1:])))
		}))
		defer server.Close()
		client, err := api.New(api.Options{BaseURL: server.URL, Account: "a", Token: api.NewSecret("key")})
		if err != nil {
			t.Fatal(err)
		}
		defer client.Close()
		made, err := client.CreateReservation(t.Context(), api.CreateRequest{
			CheckIn: api.NewDate(2026, 12, 12), CheckOut: api.NewDate(2026, 12, 15), Adults: 1,
			Guest: api.Guest{GivenName: name, Surname: name}, Hotel: api.HotelRef{ID: api.PropertyID{Chain: "LX", Code: "1"}, Name: name},
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := sent.Guests.Primary; got.GivenName != name || got.Surname != name || sent.Hotel.Name != name {
			t.Errorf("%+q is sent as %+q, at %+q", name, got.Surname, sent.Hotel.Name)
		}
		if made.Guest.GivenName != name || made.Guest.Surname != name || made.Hotel.Name != name {
			t.Errorf("%+q is read as %+q, at %+q", name, made.Guest.Surname, made.Hotel.Name)
		}
	}
}

// A name that no field of a person takes is not sent.
func TestNames_NotSent(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("it was sent") }))
	t.Cleanup(server.Close)
	client, err := api.New(api.Options{BaseURL: server.URL, Account: "a", Token: api.NewSecret("key")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	for name := range safetexttest.RefusedNames() {
		_, err := client.CreateReservation(t.Context(), api.CreateRequest{Guest: api.Guest{Surname: name}, Loyalty: &api.Loyalty{Program: name}})
		if e := new(api.Error); !errors.As(err, &e) || len(e.Problems) != 2 || e.Outcome != api.OutcomeRefused {
			t.Errorf("%+q: %v", name, err)
		}
	}
}
