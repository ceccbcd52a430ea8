package config

import (
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	_ "time/tzdata" // The tests name zones on machines that have none.

	"github.com/adrg/xdg"
	"github.com/google/go-cmp/cmp"
)

const goodConfig = `# My hotels.
profile = "work"

[preferences]
theme = "dark"
distance = "km"
agent_zone = "Europe/London"

[profiles.work] # the office
base_url = "https://api.example.com/v1"
environment = "production"
account = "1234"

[profiles.work.dialect]
id_filter = "filter[reservation]"
simulation = ""

[profiles.test]
base_url = "http://127.0.0.1:8080"
account = "5678"
`

//nolint:gosec // These tokens open nothing.
const goodCredentials = `[work]
token = "work-secret"

[test]
token = "test-secret"
`

// home returns paths in a new folder with the files given; "" is no file.
func home(t *testing.T, config, credentials string) Paths {
	t.Helper()
	p := PathsIn(filepath.Join(t.TempDir(), "config"), filepath.Join(t.TempDir(), "state"), filepath.Join(t.TempDir(), "data"), filepath.Join(t.TempDir(), "cache"))
	if err := os.Mkdir(p.ConfigDir, 0o700); err != nil {
		t.Fatal(err)
	}
	for path, text := range map[string]string{p.ConfigFile: config, p.CredentialsFile: credentials} {
		if text == "" {
			continue
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

func environment(pairs ...string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1], true
			}
		}
		return "", false
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// summary is a profile on one line, with the token revealed.
func summary(p Profile) string {
	return fmt.Sprintf("%s(%s) %s %s(%s) %s(%s) %s(%s)", p.Name.Text, p.Name.Source, p.Environment,
		p.BaseURL.Text, p.BaseURL.Source, p.Account.Text, p.Account.Source, p.Token.Reveal(), p.TokenSource)
}

func TestFirstStart(t *testing.T) {
	c, err := Load(Inputs{Paths: home(t, "", "")})
	if err != nil {
		t.Fatal(err)
	}
	if !c.FirstStart || !c.Profile.BuiltIn() || c.Profile.Environment != Sandbox || c.Ready() != nil {
		t.Errorf("an empty home is %+v, want the built-in sandbox and a welcome", c)
	}
	if c.Preferences.Theme.Text != "auto" || c.Preferences.Distance.Text != "mi" || c.Preferences.Zone != time.Local || c.Preferences.ZoneSource != sourceDefault {
		t.Errorf("preferences %+v", c.Preferences)
	}
	c, err = Load(Inputs{Paths: c.Paths, Flags: Flags{Profile: Demo}})
	if err != nil || c.FirstStart || !c.Profile.BuiltIn() {
		t.Errorf("--profile demo: %+v, %v; want the sandbox without a welcome", c, err)
	}
}

func TestOnThisMachine(t *testing.T) {
	for address, want := range map[string]bool{
		"http://127.0.0.1:8080": true, "https://localhost": true, "http://[::1]:1": true,
		"https://api.example.com": false, "https://127.0.0.1.example.com": false, "": false, "http://10.0.0.1": false,
	} {
		if got := (Profile{BaseURL: Setting{Text: address}}).OnThisMachine(); got != want {
			t.Errorf("%q is on this machine: %t", address, got)
		}
	}
}

func TestReadsEverything(t *testing.T) {
	p := home(t, goodConfig, goodCredentials)
	c, err := Load(Inputs{Paths: p})
	if err != nil {
		t.Fatal(err)
	}
	if c.FirstStart || c.Default != "work" || len(c.Profiles) != 2 {
		t.Errorf("got %+v", c)
	}
	if c.Preferences.Theme != (Setting{"dark", p.ConfigFile}) || c.Preferences.Distance.Text != "km" || c.Preferences.Zone.String() != "Europe/London" ||
		c.Preferences.ZoneSource != p.ConfigFile {
		t.Errorf("preferences %+v", c.Preferences)
	}
	want := map[string]string{"id_filter": "filter[reservation]", "simulation": ""}
	if diff := cmp.Diff(want, c.Profile.Dialect); diff != "" {
		t.Error(diff)
	}
}

// Whether a service knows the sandbox's payment tokens was asked of one host and port, and counts for no other.
func TestTestTokens_OfAnotherAddress(t *testing.T) {
	p := home(t, strings.Replace(goodConfig, `base_url = "http://127.0.0.1:8080"`, "test_tokens = true\n"+`base_url = "http://127.0.0.1:8080"`, 1), goodCredentials)
	for address, want := range map[string]bool{"": true, "http://127.0.0.1:8080/x": true, "http://127.0.0.1:9999": false, "https://127.0.0.1:8080": false} {
		c, err := Load(Inputs{Paths: p, Flags: Flags{Profile: "test", BaseURL: address}, Env: environment(EnvAccount, "5678", EnvToken, "t")})
		if err != nil || c.Profile.TestTokens != want {
			t.Errorf("%q: %t, %v", address, c.Profile.TestTokens, err)
		}
	}
}

func TestSources(t *testing.T) {
	p := home(t, goodConfig, goodCredentials)
	conf, cred := p.ConfigFile, p.CredentialsFile
	for _, c := range []struct {
		name  string
		flags Flags
		env   []string
		want  string
	}{
		{"file", Flags{}, nil, "work(" + conf + ") production https://api.example.com/v1(" + conf + ") 1234(" + conf + ") work-secret(" + cred + ")"},
		{"variable over file", Flags{}, []string{EnvProfile, "test"}, "test(BELLHOP_PROFILE) sandbox http://127.0.0.1:8080(" + conf + ") 5678(" + conf + ") test-secret(" + cred + ")"},
		{"flag over variable", Flags{Profile: "work"}, []string{EnvProfile, "test"}, "work(--profile) production https://api.example.com/v1(" + conf + ") 1234(" + conf + ") work-secret(" + cred + ")"},
		{"empty variables are unset", Flags{}, []string{EnvProfile, "", EnvToken, ""}, "work(" + conf + ") production https://api.example.com/v1(" + conf + ") 1234(" + conf + ") work-secret(" + cred + ")"},
		{"token from a variable", Flags{}, []string{EnvToken, "other"}, "work(" + conf + ") production https://api.example.com/v1(" + conf + ") 1234(" + conf + ") other(BELLHOP_TOKEN)"},
		{"another account has no stored token", Flags{}, []string{EnvAccount, "9"}, "work(" + conf + ") production https://api.example.com/v1(" + conf + ") 9(BELLHOP_ACCOUNT) ()"},
		{"the same account keeps it", Flags{}, []string{EnvAccount, "1234"}, "work(" + conf + ") production https://api.example.com/v1(" + conf + ") 1234(BELLHOP_ACCOUNT) work-secret(" + cred + ")"},
		{"the same host keeps everything", Flags{BaseURL: "https://API.example.com:443/v2"}, nil, "work(" + conf + ") production https://API.example.com:443/v2(--base-url) 1234(" + conf + ") work-secret(" + cred + ")"},
		{"another host gets no stored token", Flags{}, []string{EnvBaseURL, "https://evil.example"}, "work(" + conf + ") production https://evil.example(BELLHOP_BASE_URL) () ()"},
		{"this machine is a sandbox", Flags{BaseURL: "http://localhost:1"}, []string{EnvAccount, "a", EnvToken, "t"}, "work(" + conf + ") sandbox http://localhost:1(--base-url) a(BELLHOP_ACCOUNT) t(BELLHOP_TOKEN)"},
		{"a sandbox key on the production host is production", Flags{Profile: "test", BaseURL: "https://api.example.com"}, []string{EnvAccount, "5678", EnvToken, "test-secret"}, "test(--profile) production https://api.example.com(--base-url) 5678(BELLHOP_ACCOUNT) test-secret(BELLHOP_TOKEN)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Load(Inputs{Flags: c.flags, Env: environment(c.env...), Paths: p})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, summary(got.Profile)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestChoosesWithoutADefault(t *testing.T) {
	one := "[profiles.only]\nbase_url = \"https://a.example\"\naccount = \"1\"\n"
	c, err := Load(Inputs{Paths: home(t, one, "")})
	if err != nil || c.Profile.Name != (Setting{"only", "the only profile"}) {
		t.Errorf("one profile: %+v, %v", c.Profile, err)
	}
	p := home(t, one+"[profiles.two]\nbase_url = \"https://a.example\"\n", "")
	_, err = Load(Inputs{Paths: p})
	wantError(t, err, p.ConfigFile+": several profiles and no default; run bellhop profile use NAME, or say --profile NAME")

	c, err = Load(Inputs{Paths: home(t, "", ""), Env: environment(EnvBaseURL, "https://b.example/x", EnvAccount, "1", EnvToken, "t")})
	if err != nil || c.FirstStart || summary(c.Profile) != "b.example(BELLHOP_BASE_URL) production https://b.example/x(BELLHOP_BASE_URL) 1(BELLHOP_ACCOUNT) t(BELLHOP_TOKEN)" {
		t.Errorf("no profile but an address: %s, %v", summary(c.Profile), err)
	}
}

func TestReady(t *testing.T) {
	p := home(t, goodConfig, "")
	c, err := Load(Inputs{Paths: p})
	if err != nil {
		t.Fatal(err)
	}
	wantError(t, c.Ready(), "no token for work; run bellhop profile add work --replace, or set BELLHOP_ACCOUNT and BELLHOP_TOKEN")
	c, err = Load(Inputs{Paths: p, Flags: Flags{BaseURL: "https://other.example"}})
	if err != nil {
		t.Fatal(err)
	}
	wantError(t, c.Ready(), "no account and no token for other.example; set BELLHOP_ACCOUNT and BELLHOP_TOKEN")
}

func wantError(t *testing.T, err error, want string) {
	t.Helper()
	got := "no error"
	if err != nil {
		got = err.Error()
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestSecretNeverPrints(t *testing.T) {
	s := NewSecret("hunter2")
	var log strings.Builder
	slog.New(slog.NewTextHandler(&log, nil)).Info("x", "token", s)
	text, err := s.MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	holder := Profile{Token: s}
	for _, printed := range []string{
		fmt.Sprint(s), fmt.Sprintf("%v %+v %#v %s %q %x", s, s, s, s, s, s), fmt.Sprintf("%+v %#v", holder, holder), log.String(), string(text),
	} {
		if strings.Contains(printed, "hunter2") || strings.Contains(printed, "68756e74657232") || !strings.Contains(printed, "edacted") && !strings.Contains(printed, fmt.Sprintf("%x", redacted)) {
			t.Errorf("printed %q", printed)
		}
	}
}

func TestDefaultPaths(t *testing.T) {
	root := t.TempDir()
	t.Cleanup(xdg.Reload) // It runs after the variables are back.
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(root, "c"))
	t.Setenv("XDG_STATE_HOME", filepath.Join(root, "s"))
	t.Setenv("XDG_DATA_HOME", filepath.Join(root, "d"))
	t.Setenv("XDG_CACHE_HOME", filepath.Join(root, "k"))
	xdg.Reload()
	p, err := DefaultPaths()
	if err != nil {
		t.Fatal(err)
	}
	want := Paths{
		ConfigDir: filepath.Join(root, "c", "bellhop"), StateDir: filepath.Join(root, "s", "bellhop"), DataDir: filepath.Join(root, "d", "bellhop"),
		ConfigFile:      filepath.Join(root, "c", "bellhop", "config.toml"),
		CredentialsFile: filepath.Join(root, "c", "bellhop", "credentials.toml"),
		LogFile:         filepath.Join(root, "s", "bellhop", "bellhop.log"),
		JournalDir:      filepath.Join(root, "s", "bellhop", "journal"),
		DraftsDir:       filepath.Join(root, "s", "bellhop", "drafts"),
		LearnedFile:     filepath.Join(root, "s", "bellhop", "learned.json"), DemoLearnedFile: filepath.Join(root, "d", "bellhop", "demo", "learned.json"),
		QuotesDir: filepath.Join(root, "s", "bellhop", "quotes"), DemoQuotesDir: filepath.Join(root, "d", "bellhop", "demo", "quotes"),
		RecentFile: filepath.Join(root, "s", "bellhop", "recent.txt"), DemoRecentFile: filepath.Join(root, "d", "bellhop", "demo", "recent.txt"),
		GuestsFile: filepath.Join(root, "d", "bellhop", "guests.jsonl"), DemoGuestsFile: filepath.Join(root, "d", "bellhop", "demo", "guests.jsonl"),
		LinesFile: filepath.Join(root, "c", "bellhop", "lines.txt"),
		ViewsFile: filepath.Join(root, "c", "bellhop", "views.toml"),
		BatchDir:  filepath.Join(root, "s", "bellhop", "batches"), DemoBatchDir: filepath.Join(root, "d", "bellhop", "demo", "batches"),
		CrashesDir:     filepath.Join(root, "s", "bellhop", "crashes"),
		RetiredFile:    filepath.Join(root, "s", "bellhop", "retired.txt"),
		RunningDir:     filepath.Join(root, "s", "bellhop", "running"),
		ExportsDir:     filepath.Join(root, "d", "bellhop", "exports"),
		DemoDir:        filepath.Join(root, "d", "bellhop", "demo"),
		DemoJournalDir: filepath.Join(root, "d", "bellhop", "demo", "journal"),
		DemoDraftsDir:  filepath.Join(root, "d", "bellhop", "demo", "drafts"),
		SandboxDir:     filepath.Join(root, "d", "bellhop", "sandbox"),
		CacheDir:       filepath.Join(root, "k", "bellhop"),
		PhotosDir:      filepath.Join(root, "k", "bellhop", "photos"),
	}
	if diff := cmp.Diff(want, p); diff != "" {
		t.Error(diff)
	}
	if entries, err := os.ReadDir(root); err != nil || len(entries) > 0 {
		t.Errorf("asking for paths made %v, %v", entries, err)
	}
}

// A cache without a place is none, and no reason to stop.
func TestACacheWithoutAPlace(t *testing.T) {
	for name, set := range map[string]map[string]string{"nothing": {}, "relative": {"XDG_CACHE_HOME": "k", "HOME": "home"}} {
		if got := cacheDir("linux", func(name string) string { return set[name] }); got != "" {
			t.Errorf("%s: %q", name, got)
		}
	}
	if p := PathsIn("/c", "/s", "/d", ""); p.PhotosDir != "" {
		t.Errorf("photos are kept in %q", p.PhotosDir)
	}
}

// The XDG specification takes absolute paths only, and without them a home is needed.
func TestVariablesOfThePaths(t *testing.T) {
	const c, s, d, h = "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "HOME"
	all := map[string]string{c: "/c", s: "/s", d: "/d"}
	with := func(pairs ...string) map[string]string {
		set := maps.Clone(all)
		for i := 0; i < len(pairs); i += 2 {
			set[pairs[i]] = pairs[i+1]
		}
		return set
	}
	for name, row := range map[string]struct {
		set  map[string]string
		want string
	}{
		"a home is enough":                   {map[string]string{h: "/root"}, ""},
		"or all three folders":               {all, ""},
		"a relative home that nothing needs": {with(h, "home"), ""},
		"the library knows ~":                {with(s, "~/state", h, "/root"), ""},
		"two folders":                        {with(d, ""), "HOME: it is not set, so there is no place for your files; set HOME to your home folder, or XDG_CONFIG_HOME, XDG_STATE_HOME and XDG_DATA_HOME to folders of your own"},
		"a relative home":                    {with(s, "", h, "home"), "HOME: home is not an absolute path; set it to your home folder, which begins with /"},
		"two relative folders": {with(c, "c", s, "./s", h, "/root"), "XDG_CONFIG_HOME: c is not an absolute path; set it to a folder that begins with /, or unset it\n" +
			"XDG_STATE_HOME: ./s is not an absolute path; set it to a folder that begins with /, or unset it"},
	} {
		got := ""
		if err := checkVariables("linux", func(name string) string { return row.set[name] }); err != nil {
			got = err.Error()
		}
		if got != row.want {
			t.Errorf("%s: %q, want %q", name, got, row.want)
		}
	}
	if err := checkVariables("windows", func(string) string { return "" }); err != nil {
		t.Errorf("on Windows: %v", err)
	}
}

// What does not go together in a dialect is a problem of the file, at its place.
func TestDialectsAreCheckedTogether(t *testing.T) {
	p := home(t, goodConfig, goodCredentials)
	var asked []map[string]string
	check := func(names map[string]string) error {
		asked = append(asked, names)
		return errors.New("two names meet")
	}
	_, err := Load(Inputs{Paths: p, CheckDialect: check})
	var wrong *Error
	if !errors.As(err, &wrong) || len(wrong.Problems) != 1 || wrong.Problems[0].What != "two names meet" || wrong.Problems[0].Line == 0 || wrong.Problems[0].Where != p.ConfigFile {
		t.Errorf("got %#v", err)
	}
	if diff := cmp.Diff([]map[string]string{{"id_filter": "filter[reservation]", "simulation": ""}}, asked); diff != "" {
		t.Error(diff)
	}
}
