package activity

import (
	"encoding/json"
	"errors"
	"os/exec"
	"strings"
	"testing"

	"bellhop/api/traffic"
)

func TestCurl(t *testing.T) {
	t.Parallel()
	x := sent(1, "POST", "/rest/v1/reservation")
	x.Operation, x.Write = "create reservation", true
	x.Request = traffic.Body{Text: []byte(`{"custom_data":{"by":"att-A","n":"#···","n-2":"?···","ref":"a···"},"guests":{"primary":{"given_name":"A···","surname":"'···"}},` +
		`"hotel":{"name":"O'Neill \u202e"},"payment":{"guest":{"amount":1.50,"cvv":"[redacted]","token":"[redacted]"},"partner":{"token":"[redacted]"}}}`)}
	got, err := Curl(x)
	if err != nil {
		t.Fatal(err)
	}
	const want = `# create reservation. Set first: BELLHOP_ACCOUNT BELLHOP_TOKEN CUSTOM_N CUSTOM_N_2 CUSTOM_REF GUEST_GIVEN_NAME GUEST_SURNAME BELLHOP_CVV BELLHOP_PAYMENT_TOKEN PARTNER_TOKEN
# What is secret or a guest's is not kept: the variables stand for it, written as in JSON.
# This is a write: each time it is run it is another one.
curl -sS -X 'POST' 'https://a.example/rest/v1/reservation' \
  -u "${BELLHOP_ACCOUNT:?}:${BELLHOP_TOKEN:?}" \
  -H 'Accept: application/json' \
  -H 'Content-Type: application/json' \
  --data-raw '{"custom_data":{"by":"att-A","n":'"${CUSTOM_N:?}"',"n-2":'"${CUSTOM_N_2:?}"',"ref":"'"${CUSTOM_REF:?}"'"},"guests":{"primary":{"given_name":"'"${GUEST_GIVEN_NAME:?}"'","surname":"'"${GUEST_SURNAME:?}"'"}},"hotel":{"name":"O'\''Neill \u202e"},"payment":{"guest":{"amount":1.50,"cvv":"'"${BELLHOP_CVV:?}"'","token":"'"${BELLHOP_PAYMENT_TOKEN:?}"'"},"partner":{"token":"'"${PARTNER_TOKEN:?}"'"}}}'
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	x = sent(2, "GET", "/rest/v1/reservations")
	x.Query = []traffic.Parameter{{Name: "filter[custom_data]", Value: "R···", Masked: true}, {Name: "filter[check_in_date][gte]", Value: "2026-12-12"}, {Name: "q", Value: "a b&c"}}
	got, err = Curl(x)
	if err != nil {
		t.Fatal(err)
	}
	if want := `curl -sS -X 'GET' 'https://a.example/rest/v1/reservations?filter%5Bcheck_in_date%5D%5Bgte%5D=2026-12-12&q=a+b%26c' \
  -u "${BELLHOP_ACCOUNT:?}:${BELLHOP_TOKEN:?}" \
  -H 'Accept: application/json' \
  --get --data-urlencode 'filter[custom_data]='"${FILTER_FILTER_CUSTOM_DATA:?}"
`; !strings.HasSuffix(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	x.Request.Cut = true
	if _, err := Curl(x); !errors.Is(err, errCut) {
		t.Error(err)
	}
	x.Request = traffic.Body{Gone: true}
	if _, err := Curl(x); !errors.Is(err, errGone) {
		t.Error(err)
	}
}

// shell runs a command in which curl prints its arguments, each ended by NUL.
func shell(t testing.TB, sh, command string, env ...string) []string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), sh, "-c", `curl() { for a in "$@"; do printf '%s\0' "$a"; done; }
`+command)
	cmd.Env = env
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v of\n%s", err, command)
	}
	return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
}

// Whatever is in a request, a real shell reads of its copy what was sent.
func FuzzCurlInAShell(f *testing.F) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		f.Skip("there is no sh on this machine: ", err)
	}
	for _, seed := range []string{"x", "it's", `a"b\c`, "$HOME `id` $(id)", "a\nb", "'", `\'`, "é 世", "!!", "*?[a]{b,c}", "-o x", "%00"} {
		f.Add(seed, seed, seed)
	}
	f.Fuzz(func(t *testing.T, body, name, value string) {
		if strings.ContainsRune(body+name+value, 0) || strings.ToValidUTF8(body+name+value, "") != body+name+value {
			t.Skip()
		}
		x := sent(1, "PATCH", "/rest/v1/reservation")
		x.Base = "https://a.example/" + body
		x.Operation = "change"
		x.Query = []traffic.Parameter{{Name: name, Value: "x···", Masked: true}}
		quoted := string(quoteJSON(body))
		x.Request.Text = []byte(`{"a":` + quoted + `,"surname":"R···","n":"#···","b":[` + quoted + `]}`)
		got, err := Curl(x)
		if err != nil {
			t.Fatal(err)
		}
		c := curl{names: map[string]string{}}
		c.variable("", "FILTER_"+name)
		fieldMasked := strings.HasSuffix(body, traffic.Masked) || body == traffic.Secret
		if fieldMasked {
			t.Skip() // It is a mask.
		}
		variables := strings.Fields(strings.TrimPrefix(strings.SplitN(got, "\n", 2)[0], "# change. Set first:"))
		env := []string{}
		for i, one := range variables {
			set := []string{"acct", "tok'en", value, "Ros'si", "7"}[i]
			if set == "" {
				set = "x"
			}
			env = append(env, one+"="+set)
		}
		if value == "" {
			value = "x"
		}
		args := shell(t, sh, got, env...)
		want := []string{
			"-sS", "-X", "PATCH", "https://a.example/" + body + "/rest/v1/reservation", "-u", "acct:tok'en", "-H", "Accept: application/json",
			"--get", "--data-urlencode", name + "=" + value, "-H", "Content-Type: application/json",
			"--data-raw", `{"a":` + quoted + `,"surname":"Ros'si","n":7,"b":[` + quoted + `]}`,
		}
		if strings.Join(args, "\x00") != strings.Join(want, "\x00") {
			t.Errorf("of\n%s\nthe shell reads\n%q\nwant\n%q", got, args, want)
		}
	})
}

// Without its variables a copy runs nothing.
func TestCurlNeedsItsVariables(t *testing.T) {
	t.Parallel()
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh on this machine: ", err)
	}
	x := sent(1, "GET", "/rest/v1/reservations")
	command, err := Curl(x)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), sh, "-c", "curl() { echo it ran; }\n"+command)
	cmd.Env = []string{"BELLHOP_ACCOUNT=a"}
	out, err := cmd.Output()
	if err == nil || strings.Contains(string(out), "it ran") {
		t.Errorf("%q, %v", out, err)
	}
}

func quoteJSON(text string) []byte {
	quoted, _ := json.Marshal(text)
	return quoted
}
