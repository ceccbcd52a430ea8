package accessible

import (
	"context"
	"strings"

	"bellhop/accessible/dialogue"
	"bellhop/api"
	"bellhop/booking"
)

// A Welcome is what the first start needs: how to open the sandbox, and how to add an account.
type Welcome struct {
	Sandbox    func(ctx context.Context) (Deps, error)
	AddAccount func(ctx context.Context, account Account) (Deps, error)
	// ProfileProblem and AddressProblem say what is wrong with a profile's name and a service's address, or nothing.
	ProfileProblem, AddressProblem func(text string) string
	// EnvironmentOf says of what environment an address is unless somebody says otherwise: "sandbox" or "production".
	EnvironmentOf func(address string) string
	// NoKeyring says that this machine can have no keyring: then a file is offered for the key.
	NoKeyring bool
}

// An Account is what an agent enters to use a service.
type Account struct {
	Name, BaseURL, AccountID string
	Token                    api.Secret
	Environment              string // "sandbox" or "production"
	TokenIn                  string // "keyring" or "file"
}

// Start asks at the first start whether to try the sandbox or to add an account. The error is dialogue.ErrQuit or ErrEnd where
// neither was wanted.
func Start(ctx context.Context, d *dialogue.Dialogue, w Welcome) (Deps, error) {
	d.Name(func() []string { return []string{"welcome"} })
	d.Say("Welcome to Bellhop.",
		"Book hotels line by line: prices are checked before they are paid, and every booking is sent once and never twice.",
		"At every question these words work: back, repeat, more, help, where am I, quit.",
		"1. Try the sandbox: the whole service inside this program, no account, no network.",
		"2. Add an account: the address and the API key that your provider gave you.")
	for {
		answer, err := d.Ask(ctx, dialogue.Question{
			Field: "choice", Text: "1 or 2", Value: "1", Check: oneOf("1", "2"),
			Help: []string{"1 tries the sandbox, where nothing is for real. 2 asks for an account."},
		})
		if isBack(err) {
			d.Say("This is the beginning. Quit ends the program.")
			continue
		}
		if err != nil {
			return Deps{}, err
		}
		var deps Deps
		if answer == "1" {
			deps, err = dialogue.During(ctx, d, "starting the sandbox", w.Sandbox)
		} else {
			deps, err = w.account(ctx, d)
		}
		switch {
		case err == nil, ctx.Err() != nil:
			return deps, err
		case isBack(err):
			continue
		case isOver(err):
			return deps, err
		}
		x := booking.Explain(err)
		d.Say("Error. "+x.Title+".", x.Line(), x.Hint)
	}
}

// account asks for an account, a field at a time. Back goes to the field before.
func (w Welcome) account(ctx context.Context, d *dialogue.Dialogue) (Deps, error) {
	tokenIn := "keyring"
	if w.NoKeyring {
		tokenIn = "file"
	}
	values := map[string]string{}
	questions := []dialogue.Question{
		{Field: "profile", Value: "agency", Check: w.ProfileProblem, Help: []string{"A name of your own for this account."}},
		{Field: "address", Check: w.AddressProblem, Help: []string{"The base address of the service, as your provider gave it. It begins with https."}},
		{Field: "account id", Help: []string{"The partner account id."}},
		{Field: "API key", Text: "API key, which is not shown", Secret: true, Help: []string{"As your provider gave it."}},
		{Field: "environment", Check: oneOf("sandbox", "production"), Help: []string{"Sandbox: nothing is charged. Production: real and charged. Your provider says which of the two it is."}},
		{Field: "keep the key in", Value: tokenIn, Check: oneOf("keyring", "file"), Help: []string{"Keyring: the system keeps it. File: a file that nobody but you can read."}},
	}
	for i := 0; i < len(questions); {
		q := questions[i]
		if q.Field == "environment" {
			q.Value = w.EnvironmentOf(values["address"])
		}
		answer, err := d.Ask(ctx, q)
		switch {
		case isBack(err) && i > 0:
			i--
			continue
		case err != nil:
			return Deps{}, err
		}
		values[q.Field] = strings.TrimSpace(answer)
		i++
	}
	account := Account{
		Name: values["profile"], BaseURL: values["address"], AccountID: values["account id"], Token: api.NewSecret(values["API key"]),
		Environment: values["environment"], TokenIn: values["keep the key in"],
	}
	return dialogue.During(ctx, d, "adding the account", func(ctx context.Context) (Deps, error) { return w.AddAccount(ctx, account) })
}
