package config

import (
	"strings"
	"testing"
	"unicode"
)

// TestProblems pins every message: where, what, and what to do.
func TestProblems(t *testing.T) {
	const ok = "[profiles.a]\nbase_url = \"https://a.example\"\n"
	for name, c := range map[string]struct{ config, credentials, want string }{
		"unknown key":           {ok + "base_ulr = \"x\"\n", "", "CONFIG:3:1: unknown key profiles.a.base_ulr; did you mean base_url?"},
		"unknown top key":       {"Profile = \"a\"\n", "", "CONFIG:1:1: unknown key Profile; did you mean profile?"},
		"nothing near":          {"[preferences]\nzzzzzz = 1\n", "", "CONFIG:2:1: unknown key preferences.zzzzzz; known are theme, distance, agent_zone, learning, guest_book, looks, rebook_threshold, markup_words, follow, accessible, mouse, glyphs, ambiguous_width, photos, photo_graphics"},
		"reference key":         {ok + "[[profiles.a.references]]\nkey = \"a\"\n[[profiles.a.references]]\nkey = \"cost centre\"\n", "", `CONFIG:6:1: the key "cost centre" is not 1 to 32 letters, digits, _ or -`},
		"no reference key":      {ok + "[[profiles.a.references]]\nkey = \"a\"\n[[profiles.a.references]]\nlabel = \"x\"\n", "", `CONFIG:5:3: a reference has no key; add key = "cost_center"`},
		"reference twice":       {ok + "[[profiles.a.references]]\nkey = \"a\"\n[[profiles.a.references]]\nkey = \"a\"\n", "", `CONFIG:6:1: the key "a" stands twice`},
		"reference of its own":  {ok + "[[profiles.a.references]]\nkey = \"bellhop_attempt\"\n", "", `CONFIG:4:1: the key bellhop_attempt is the console's own; choose another name`},
		"reference pattern":     {ok + "[[profiles.a.references]]\nkey = \"a\"\npattern = \"[\"\n", "", "CONFIG:5:1: the pattern is no regular expression: error parsing regexp: missing closing ]: `[`; write it like [A-Z]{2}\\\\d{4}, or between single quotes"},
		"reference name":        {ok + "[[profiles.a.references]]\nkey = \"a\"\npatern = \"x\"\n", "", `CONFIG:5:1: unknown key profiles.a.references.patern; did you mean pattern?`},
		"references are a text": {ok + "references = \"a\"\n", "", "CONFIG:3:1: profiles.a.references must be tables, and is text; write [[profiles.a.references]] above each key"},
		"unknown dialect":       {ok + "dialect = { \"é\" = \"\", pagesize = \"n\" }\n", "", "CONFIG:3:13: unknown key profiles.a.dialect.é; known are " + strings.Join(DialectKeys(), ", ") + "\nCONFIG:3:23: unknown key profiles.a.dialect.pagesize; did you mean page_size?"},
		"token in the config":   {ok + "token = \"hunter2\"\n", "", "CONFIG:3:1: unknown key profiles.a.token; tokens stand in credentials.toml: delete it here and run bellhop profile add"},
		"not TOML":              {"profile = work\n", "", "CONFIG:1:11: this is not valid TOML (unexpected character U+0077 'w' at start of value); values look like name = \"text\""},
		"column in characters":  {"[preferences]\ntheme = \"é\" x\n", "", "CONFIG:2:13: this is not valid TOML (expected newline but got U+0078 'x'); values look like name = \"text\""},
		"twice":                 {"profile = \"a\"\nprofile = \"b\"\n", "", "CONFIG:2:1: this is not valid TOML (key profile is already defined); values look like name = \"text\""},
		"wrong types":           {"profile = 1\npreferences = \"x\"\n[profiles]\na = []\n[profiles.b]\nbase_url = 2026-11-21\naccount = true\n", "", "CONFIG:1:1: profile must be text, and is a number; put it in double quotes\nCONFIG:2:1: preferences must be a table, and is text; write [preferences] above its keys\nCONFIG:4:1: profiles.a must be a table, and is a list; write [profiles.a] above its keys\nCONFIG:6:1: profiles.b.base_url must be text, and is a date or time; put it in double quotes\nCONFIG:7:1: profiles.b.account must be text, and is true or false; put it in double quotes"},
		"unknown default":       {"profile = \"b\"\n" + ok, "", "CONFIG:1:1: there is no profile \"b\"; known are a, demo"},
		"preferences":           {"[preferences]\ntheme = \"drak\"\ndistance = \"miles\"\nagent_zone = \"Mars/Olympus\"\n", "", "CONFIG:2:1: unknown theme \"drak\"; did you mean dark?\nCONFIG:3:1: unknown distance \"miles\"; known are mi, km\nCONFIG:4:1: unknown time zone \"Mars/Olympus\"; write it like Europe/London"},
		"true for on":           {"[preferences]\nguest_book = true\n", "", "CONFIG:2:1: preferences.guest_book must be text, and is true or false; write \"on\" or \"off\", in double quotes"},
		"photo graphics":        {"[preferences]\nphoto_graphics = \"kity\"\n", "", `CONFIG:2:1: unknown photo_graphics "kity"; did you mean kitty?`},
		"looks":                 {"[preferences]\nlooks = 7\n", "", "CONFIG:2:1: looks cannot be 7; 0 to 6"},
		"follow":                {"[preferences]\nfollow = 4\n", "", "CONFIG:2:1: follow cannot be 4; 5 to 3600 seconds"},
		"looks in quotes":       {"[preferences]\nlooks = \"6\"\n", "", "CONFIG:2:1: preferences.looks must be a whole number, and is text; write it without quotes"},
		"calls":                 {ok + "calls_per_minute = -1\n", "", "CONFIG:3:1: calls_per_minute cannot be -1: it is 0 to 100000; write 0 for no cap"},
		"calls in quotes":       {ok + "calls_per_minute = \"60\"\n", "", "CONFIG:3:1: profiles.a.calls_per_minute must be a whole number, and is text; write it without quotes"},
		"single name":           {ok + "single_name = \"F\\nU\"\n", "", "CONFIG:3:1: single_name \"F\\nU\" is no name in one line; write it like \"FNU\", with at most 24 characters"},
		"read only":             {ok + "read_only = \"yes\"\n", "", "CONFIG:3:1: profiles.a.read_only must be true or false, and is text; write it without quotes"},
		"mark-up words":         {"[preferences]\nmarkup_words = \"two\\nlines\"\n", "", "CONFIG:2:1: markup_words \"two\\nlines\" is no name in one line; write it like \"booking fee\", with at most 40 characters"},
		"threshold":             {"[preferences]\nrebook_threshold = \"5\"\n", "", "CONFIG:2:1: rebook_threshold \"5\" is no part of a price and no amount; write it like \"5%\" or \"20 GBP\""},
		"no address":            {"[profiles.a]\n", "", "CONFIG:1:2: the profile a has no base_url; add base_url = \"https://…\""},
		"demo is taken":         {strings.Replace(ok, ".a]", ".demo]", 1), "", "CONFIG:1:2: the profile name \"demo\" is the built-in sandbox's; choose another name"},
		"name":                  {strings.Replace(ok, ".a]", ".\"a b\"]", 1), "", "CONFIG:1:2: the profile name \"a b\" must be 1 to 64 letters, digits, - or _; choose another name"},
		"plain http":            {"[profiles.a]\nbase_url = \"http://a.example\"\n", "", "CONFIG:2:1: base_url must be https: over http anyone on the way could read the token"},
		"secret in the address": {"[profiles.a]\nbase_url = \"https://me:hunter2@a.example\"\n", "", "CONFIG:2:1: base_url must not hold a name or password; give them as account and token"},
		"query":                 {"[profiles.a]\nbase_url = \"https://a.example/?key=hunter2\"\n", "", "CONFIG:2:1: base_url must not have a query or a fragment; leave out everything from ? or #"},
		"no host":               {"[profiles.a]\nbase_url = \"a.example\"\n", "", "CONFIG:2:1: base_url must be an absolute address; write it like https://api.example.com"},
		"port":                  {"[profiles.a]\nbase_url = \"https://a.example:70000\"\n", "", "CONFIG:2:1: base_url has no valid port; ports are 1 to 65535"},
		"escape sequence":       {"[profiles.a]\nbase_url = \"https://a.example/\\u001b[2J\"\n", "", "CONFIG:2:1: base_url is not an address; write it like https://api.example.com"},
		"environment":           {ok + "environment = \"sandbx\"\n", "", "CONFIG:3:1: unknown environment \"sandbx\"; did you mean sandbox?"},
		"production over http":  {"[profiles.a]\nbase_url = \"http://127.0.0.1\"\nenvironment = \"production\"\n", "", "CONFIG:3:1: production needs an https base_url; use https, or environment = \"sandbox\""},
		"one host, two":         {ok + "[profiles.b]\nbase_url = \"https://A.example:443/b\"\nenvironment = \"sandbox\"\n", "", "CONFIG:3:2: the profiles a and b call the host a.example production and sandbox; a host is one environment: make them agree"},
		"colon in the account":  {ok + "account = \"a:hunter2\"\n", "", "CONFIG:3:1: the account must not hold a colon; the token is asked for separately"},
		"dialect value":         {ok + "[profiles.a.dialect]\nloyalty = \"a b\"\n", "", "CONFIG:4:1: dialect.loyalty must be printable ASCII without spaces"},
		"credentials syntax":    {"", "[a]\ntoken = hunter2\n", "CREDENTIALS:2:9: this is not valid TOML; values look like name = \"text\""},
		"credentials key":       {"", "[a]\nhunter2 = \"x\"\n", "CREDENTIALS:2:1: unknown key beside token in [a]; only token is read here"},
		"credentials no table":  {"", "token = \"hunter2\"\n", "CREDENTIALS:1:1: a key stands outside a table; write [PROFILE] above its token"},
		"token with a space":    {"", "[a]\ntoken = \"hunter2 \"\n", "CREDENTIALS:2:1: the token holds a space or a control character; copy it again"},
		"both files at once":    {"x = 1\n", "[a]\ntoken = 1\n", "CONFIG:1:1: unknown key x; known are profile, preferences, profiles, keys, theme\nCREDENTIALS:2:1: a.token must be text, and is a number; put it in double quotes"},
	} {
		t.Run(name, func(t *testing.T) {
			p := home(t, c.config, c.credentials)
			_, err := Load(Inputs{Paths: p})
			wantError(t, err, strings.NewReplacer("CONFIG", p.ConfigFile, "CREDENTIALS", p.CredentialsFile).Replace(c.want))
			if err != nil && strings.Contains(err.Error(), "hunter2") {
				t.Error("the message repeats a secret")
			}
		})
	}
}

// TestFlagAndVariableProblems covers what is wrong outside the files.
func TestFlagAndVariableProblems(t *testing.T) {
	p := home(t, goodConfig, goodCredentials)
	for _, c := range []struct {
		name  string
		flags Flags
		env   []string
		want  string
	}{
		{"profile flag", Flags{Profile: "wrk"}, nil, `--profile: there is no profile "wrk"; did you mean work?`},
		{"profile variable", Flags{}, []string{EnvProfile, "wrk"}, `BELLHOP_PROFILE: there is no profile "wrk"; did you mean work?`},
		{"theme", Flags{Theme: "x"}, nil, `--theme: unknown theme "x"; known are auto, dark, light, high-contrast, none`},
		{"address", Flags{}, []string{EnvBaseURL, "http://a.example"}, `BELLHOP_BASE_URL: the address must be https: over http anyone on the way could read the token`},
		{"account and token", Flags{}, []string{EnvAccount, "a b", EnvToken, "hunter2\x1b"}, "BELLHOP_ACCOUNT: the account must not hold spaces or control characters\nBELLHOP_TOKEN: the token holds a space or a control character; copy it again"},
		{"demo has no address", Flags{Profile: Demo, BaseURL: "https://a.example"}, nil, `--base-url: the demo profile is the built-in sandbox and has no address; leave out --base-url or name another profile`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Load(Inputs{Flags: c.flags, Env: environment(c.env...), Paths: p})
			wantError(t, err, c.want)
		})
	}
}

func TestBOM(t *testing.T) {
	c, err := Load(Inputs{Paths: home(t, "\uFEFF"+goodConfig, goodCredentials)})
	if err != nil || c.Profile.Name.Text != "work" {
		t.Errorf("got %+v, %v", c.Profile, err)
	}
}

// FuzzRead: whatever the files hold, reading them ends in values or in problems
// that point into the file and cannot drive the terminal.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		goodConfig, goodCredentials, "", "profile", "[profiles.a]\n[profiles.a.dialect]\nx=1", "a.b.c = 1\n[a.d]", "[[profiles]]\na=1",
		"profiles = {a = {base_url = \"x\", dialect = {}}}", "x = \"\\u001b[2J\"", "\"\\u001b\" = 1", "[\"\"]\n\"\" = \"\"", "\xff", "x = 1 # \x00",
		"profiles.a.base_url = \"https://a.example:x/\"", "x = [\n1,\n]", "[a]\r\ntoken=\"b\"\r\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, secret := range []bool{false, true} {
			var found problems
			doc, problem := parse("f", []byte(text), secret)
			switch {
			case problem != nil:
				found.add(*problem)
			case secret:
				readCredentials(doc, &found)
			default:
				readConfig(doc, &found).validate(doc, &found)
			}
			for _, p := range found {
				if p.Line < 0 || p.Line > strings.Count(text, "\n")+1 || p.Column < 0 || p.Column > len(text)+1 {
					t.Errorf("points outside the file: %v", p)
				}
				if strings.IndexFunc(p.String(), func(r rune) bool { return !unicode.IsPrint(r) }) >= 0 {
					t.Errorf("drives the terminal: %q", p.String())
				}
			}
		}
	})
}

// TestProblemsDriveNoTerminal: a name of the file stands in a message where
// every character of it can be seen.
func TestProblemsDriveNoTerminal(t *testing.T) {
	for _, name := range []string{`a\u001b]0;x\u0007`, `a\u009b31m`, `a\u202eb`, `a\u007f`, `a\nb`, `a\u2028b`} {
		text := "profile = \"" + name + "\"\n[\"" + name + "\"]\n[preferences]\ntheme = \"" + name + "\"\n" +
			"[profiles.\"" + name + "\"]\nbase_url = \"https://a.example\"\nenvironment = \"sandbox\"\ndialect = {\"" + name + "\" = \"" + name + "\"}\n" +
			"[profiles.\"" + name + "2\"]\nbase_url = \"https://a.example\"\nenvironment = \"production\"\n[profiles.\"" + name + "3\"]\nenvironment = \"x\"\n"
		known := strings.NewReplacer("dialect", "#", "[\""+name, "# \"").Replace(text)
		for _, file := range []string{text, known} {
			p := home(t, file, "[\""+name+"\"]\nx = 1\n")
			_, err := Load(Inputs{Paths: p, Flags: Flags{Profile: "b\x1b[2J"}})
			if err == nil {
				t.Fatalf("%s: no error", file)
			}
			for line := range strings.SplitSeq(err.Error(), "\n") {
				if i := strings.IndexFunc(line, unprintable); i >= 0 {
					t.Errorf("%q: %q", name, line)
				}
			}
		}
	}
	e := &AuthError{Profile: "a\x1b]0;x\a\u202e\xff", Missing: []string{"token"}, Fix: "set \u009b"}
	wantError(t, e, `no token for a\x1b]0;x\a\u202e`+"\ufffd"+`; set \u009b`)
}
