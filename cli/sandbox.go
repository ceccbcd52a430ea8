package cli

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"

	"bellhop/cli/accounts"
	"bellhop/cli/arguments"
	"bellhop/cli/exit"
	"bellhop/config"
	"bellhop/sandbox"
	"bellhop/sandbox/service"

	"github.com/spf13/cobra"
)

const (
	inMemory    = "memory"  // what --data says for no folder
	madeAccount = "partner" // the account that is made when none is given
)

// sandboxFlags are the flags of the sandbox as given.
type sandboxFlags struct {
	listen   string
	accounts []string
	data     string
	names    []string
	training trainingFlags
	server   serverFlags
}

func sandboxCommand(a *app) *cobra.Command {
	var f sandboxFlags
	cmd := &cobra.Command{
		Use:     "sandbox",
		Short:   "Serve the whole booking service on this machine, for any HTTP client",
		Long:    sandboxLong + testTokens(),
		Example: sandboxExample,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return arguments.UnknownCommand(cmd, args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return a.sandbox(cmd, f) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.listen, "listen", "127.0.0.1:0", "the `HOST:PORT` to listen on; port 0 is any free one")
	flags.StringArrayVar(&f.accounts, "account", nil, "an account that may call, as `ID:TOKEN`; may be repeated")
	flags.StringVar(&f.data, "data", a.paths.SandboxDir, "where the data is, as `DIR|memory|postgres://`: a folder, nowhere, or a database that servers share")
	flags.StringArrayVar(&f.names, "name", nil, "call something that the specification leaves open otherwise, as `ENTRY=NAME`; may be repeated")
	// The default depends on the user's folders and is told in words instead.
	flags.Lookup("data").DefValue = ""
	f.training.add(cmd, 0, "none")
	f.server.add(cmd)
	for _, name := range []string{"listen", "account"} {
		_ = cmd.RegisterFlagCompletionFunc(name, cobra.NoFileCompletions)
	}
	_ = cmd.RegisterFlagCompletionFunc("name", completeNames)
	_ = cmd.RegisterFlagCompletionFunc("quirks", completeQuirks)
	_ = cmd.MarkFlagDirname("data")
	cmd.AddCommand(scenariosCommand(), statusCommand(a), clockCommand(a), latencyCommand(a), quirksCommand(a),
		faultsCommand(a), resetCommand(a), snapshotCommand(a), logCommand(a), replayCommand(a), migrateCommand(a), accounts.Command())
	return cmd
}

const sandboxLong = `Sandbox serves the booking service over HTTP: a world of invented hotels in
real cities, on a database of its own. It prints "listening on
http://HOST:PORT" as its first line and serves until ctrl+c or SIGTERM, then
finishes what is in flight. In a browser that address shows how to begin, the
API to try, and what happens here.

Without --account it makes an account with a random token and prints it as
"account ID:TOKEN" on the second line. The accounts are the sandbox's own and
worth nothing elsewhere. Without --data the database is in the folder that
"bellhop paths" calls sandbox; "memory" writes nothing to the disk. An address
that other machines can reach must be given with --listen, and is warned about.

--data postgres://USER@HOST/DATABASE keeps the data in a PostgreSQL database
that any number of servers share: what one of them does, or is told, holds for
all. What the address leaves out is taken from PGHOST, PGUSER, PGPASSWORD and
the like, or from ~/.pgpass. Give every server the same accounts. The variable
BELLHOP_SANDBOX_DATA stands in for --data, and BELLHOP_CONTROL_TOKEN, if it is
set, is the token of the control path, which is then not printed.

The line "control http://HOST:PORT/control TOKEN" is for the commands below.
They find a sandbox with a folder by themselves; for one in memory set
BELLHOP_CONTROL_URL and BELLHOP_CONTROL_TOKEN.

The line "log FILE" names the file that says why something failed, without
guests and tokens. A sandbox in memory writes that to the standard error.

The specification leaves some names open. --name calls one otherwise, as a
profile's dialect does: --name id_filter=id. An empty NAME, as in
--name simulation=, leaves it out: the sandbox then refuses it as unknown.`

const sandboxExample = `  bellhop sandbox
  bellhop sandbox --clock "2026-12-24 10:00" --fault "busy POST every=5"
  bellhop sandbox --listen 127.0.0.1:8080 --account partner:secret --data memory`

// testTokens is the help's list of payment tokens.
func testTokens() string {
	tokens, width := service.TestTokens(), 0
	for _, t := range tokens {
		width = max(width, len(t.Token))
	}
	var b strings.Builder
	b.WriteString("\n\nPayment tokens with a behaviour of their own (others that begin with card_\nare refused, and every other one is a good card):")
	for _, t := range tokens {
		fmt.Fprintf(&b, "\n  %-*s  %s", width, t.Token, t.Meaning)
	}
	return b.String()
}

func (a *app) sandbox(cmd *cobra.Command, f sandboxFlags) error {
	open, err := checkListen(f.listen)
	if err != nil {
		return err
	}
	if f.server.accounts != "" && len(f.accounts) > 0 {
		return exit.Wrong("--account and --accounts name accounts in two ways; use one of them")
	}
	accounts, made, err := readAccounts(f.accounts)
	if err != nil {
		return err
	}
	o := SandboxOptions{Listen: f.listen, Errors: cmd.ErrOrStderr(), Version: a.build.Version}
	if o.Options, err = f.training.options(cmd); err != nil {
		return err
	}
	o.Accounts = accounts
	if f.server.accounts != "" {
		made = false
	}
	if err := f.server.into(cmd, &o); err != nil { // It may read the accounts of a file.
		return err
	}
	if o.Record, err = recordFile(f.training.record); err != nil {
		return err
	}
	o.Names, o.Notice = f.names, notice(cmd)
	if o.Control, err = a.controlToken(); err != nil {
		return err
	}
	if err := checkNames(f.names); err != nil {
		return err
	}
	if o.Dir, err = dataFolder(a.dataPlace(cmd, f.data)); err != nil {
		return err
	}
	shared := sandbox.SharedData(o.Dir)
	if shared {
		if err := checkShared(cmd, o.Dir, made); err != nil {
			return err
		}
	} else if o.Dir != "" {
		if a.homeless != nil {
			return a.homeless // The log's folder is among them.
		}
		if err := config.CheckDataFolder(o.Dir); err != nil {
			return err
		}
		warn(cmd, a.paths.TakeRetiredNoticeOf(o.Dir))
		o.Log = a.paths.LogFile
	}
	o.Ready = func(address string) error {
		scheme := "http"
		if o.TLSCert != "" {
			scheme = "https"
		}
		lines := "listening on " + scheme + "://" + address + "\n"
		if made {
			lines += fmt.Sprintf("account %s:%s\n", accounts[0].ID, accounts[0].Token)
		}
		lines += fmt.Sprintf("control %s %s\n", ControlURL(scheme, address), a.toldToken(o.Control))
		if o.Log != "" {
			lines += "log " + o.Log + "\n"
		}
		_, err := io.WriteString(cmd.OutOrStdout(), lines)
		return err
	}
	if open {
		if _, err := fmt.Fprintf(cmd.ErrOrStderr(), openWarning, f.listen); err != nil {
			return err
		}
	}
	return untilStopped(cmd, func(ctx context.Context) error { return a.launch.Sandbox(ctx, o) })
}

// shortestControl is how long a control token that is given has to be.
const shortestControl = 16

// controlToken is the token of the control path: the variable's, or one that nobody
// can guess.
func (a *app) controlToken() (string, error) {
	token := a.variable(envControlToken)
	switch {
	case token == "":
		return strings.ToLower(rand.Text()), nil
	case len(token) < shortestControl || config.CheckToken(token) != nil:
		return "", exit.Wrong("%s must be at least %d characters without spaces", envControlToken, shortestControl)
	}
	return token, nil
}

// keywordAddress is how PostgreSQL's own programs also write an address. As a folder it would
// put a password on the disk.
var keywordAddress = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(^|\s)(host|hostaddr|port|dbname|user|password|service)\s*=`)
})

// toldToken is what a sandbox prints of the token of its control path: one that it made, and
// of one that it was given only where from, since what it prints may be kept.
func (a *app) toldToken(token string) string {
	if a.variable(envControlToken) != "" {
		return "(the token is that of " + envControlToken + ")"
	}
	return token
}

// checkShared checks what servers need that share a database.
func checkShared(cmd *cobra.Command, place string, made bool) error {
	if made {
		return exit.Wrong("servers that share a database need the same accounts: give each --accounts FILE, or --account ID:TOKEN")
	}
	if u, err := url.Parse(place); err == nil && cmd.Flags().Changed("data") {
		if _, secret := u.User.Password(); secret || u.Query().Has("password") {
			_, err := io.WriteString(cmd.ErrOrStderr(), passwordWarning)
			return err
		}
	}
	return nil
}

// untilStopped serves until the first signal; the second one ends the program
// at once.
func untilStopped(cmd *cobra.Command, serve func(context.Context) error) error {
	ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	err := serve(ctx)
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		return nil // It was asked to stop, and did.
	}
	return err
}

// checkListen reports whether an address is open to other machines. A name is, but
// for localhost: what it means is not ours to decide.
func checkListen(address string) (open bool, err error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil && strings.Count(address, ":") > 1 && !strings.Contains(address, "[") {
		return false, exit.Wrong("--listen %q is not HOST:PORT; an address with colons of its own stands in brackets, such as [::1]:8080", address)
	}
	if err != nil {
		return false, exit.Wrong("--listen %q is not HOST:PORT, such as 127.0.0.1:8080", address)
	}
	if n, err := strconv.Atoi(port); err != nil || n < 0 || n > 65535 {
		return false, exit.Wrong("--listen %q has no valid port; ports are 0 to 65535", address)
	}
	return !config.IsLoopback(host), nil
}

// readAccounts reads ID:TOKEN words, or makes an account when there are none.
// Its errors never repeat a word.
func readAccounts(words []string) (accounts []sandbox.Account, made bool, err error) {
	if len(words) == 0 {
		return []sandbox.Account{newAccount(madeAccount)}, true, nil
	}
	seen := map[string]bool{}
	for i, word := range words {
		id, token, ok := strings.Cut(word, ":")
		if !ok || config.CheckAccount(id) != nil || config.CheckToken(token) != nil {
			return nil, false, exit.Wrong("--account number %d is not ID:TOKEN: two words without spaces, and a colon between them", i+1)
		}
		if seen[id] {
			return nil, false, exit.Wrong("--account %q is given twice", id)
		}
		seen[id] = true
		accounts = append(accounts, sandbox.Account{ID: id, Token: token})
	}
	return accounts, false, nil
}

func newAccount(id string) sandbox.Account {
	return sandbox.Account{ID: id, Token: strings.ToLower(rand.Text())}
}

// dataFolder is where the database is; "" is memory.
func dataFolder(data string) (string, error) {
	switch data {
	case "":
		return "", exit.Wrong("--data is empty; give it a folder, or %q", inMemory)
	case inMemory:
		return "", nil
	}
	if sandbox.SharedData(data) {
		return data, nil
	}
	if strings.Contains(data, "://") || keywordAddress().MatchString(data) {
		return "", exit.Wrong("--data: the address of a database is postgres://USER@HOST/DATABASE; this is another one, and no folder either")
	}
	folder, err := filepath.Abs(data)
	if err != nil {
		return "", fmt.Errorf("find the folder %s: %w", data, err)
	}
	return folder, nil
}
