package screens

import (
	"bellhop/api"
	"bellhop/ui"
)

// The words that must be typed in production, and wherever something may be booked already.
const (
	bookWord    = "book"
	cancelWord  = "cancel"
	datesWord   = "change"
	paymentWord = "payment"
	againWord   = "again"
)

const (
	fieldToken    = "token"
	fieldCVV      = "cvv"
	fieldSimulate = "simulate"
	fieldWord     = "word"
	fieldAgain    = "again"
)

// wordField asks for a word where a key alone would be too little.
func wordField(name, word, help string) ui.Field {
	return ui.Field{
		Name: name, Label: "type " + word, Limit: len(word), Required: true, Help: help,
		Validate: func(text string) string {
			if text != word {
				return "Type the word " + word + "."
			}
			return ""
		},
	}
}

// productionWord asks for the word that every write needs in production.
func productionWord(word, key string) ui.Field {
	return wordField(fieldWord, word, "This is PRODUCTION: the word is needed before "+key+".")
}

// productionForm asks for the word alone; nil in a sandbox, which needs none.
func productionForm(d *Deps, word, key string) *ui.Form {
	if d.Sandbox {
		return nil
	}
	return ui.NewForm(d.Theme, ui.Section{Fields: []ui.Field{productionWord(word, key)}})
}

func tokenField(help string) ui.Field {
	return ui.Field{
		Name: fieldToken, Label: "payment token", Kind: ui.FieldSecret, Required: true, Help: help, Paths: []string{"payment.guest.token"},
	}
}

// testTokens puts the sandbox's test tokens into a form, one after another.
type testTokens struct {
	deps *Deps
	next int
}

func (t *testTokens) offered() bool { return t.deps.Sandbox && len(t.deps.TestTokens) > 0 }

// put puts the next one into the form, and returns what it will do.
func (t *testTokens) put(form *ui.Form) string {
	token := t.deps.TestTokens[t.next%len(t.deps.TestTokens)]
	t.next++
	form.SetValue(fieldToken, token.Name)
	form.Focus(fieldToken)
	return "test token " + token.Name + ": once it is sent, " + token.Does
}

// incomplete tells what kept a form with a payment from being sent.
func incomplete(form *ui.Form) string {
	if form.ErrorOf(fieldWord) != "" && form.ErrorOf(fieldToken) == "" && form.ErrorOf(fieldCVV) == "" {
		return "Nothing was sent: the word is missing."
	}
	return "Nothing was sent: the payment is not complete."
}

func errorLines(form *ui.Form, fields ...string) int {
	n := 0
	for _, name := range fields {
		if form.ErrorOf(name) != "" {
			n++
		}
	}
	return n
}

// A bookForm asks for the payment token, and for what the environment needs besides.
type bookForm struct {
	*ui.Form
	sandbox bool
	tokens  testTokens
}

// newBookForm has the simulation option only in a sandbox, the typed word only outside one.
func newBookForm(deps *Deps) bookForm {
	token := tokenField("The token of the stored payment method; it stays hidden.")
	again := wordField(fieldAgain, againWord, "It may be booked already: only this word sends it once more.")
	fields := []ui.Field{token, productionWord(bookWord, sendKey), again}
	if deps.Sandbox {
		if len(deps.TestTokens) > 0 {
			token.Help = "ctrl+t picks a test token; any other token is a good card."
		}
		fields = []ui.Field{token, {
			Name: fieldSimulate, Label: "simulation", Kind: ui.FieldChoice, Off: offWords(deps.Desk.Off().Simulation), Help: "Only in a sandbox: created only checks it, confirmed makes numbers up.",
			Options: []ui.Option{
				{Value: string(api.SimulateNothing), Label: "none: book it"},
				{Value: string(api.SimulateCreated), Label: "created: check it"},
				{Value: string(api.SimulateConfirmed), Label: "confirmed: made up"},
			},
		}, again}
	}
	return bookForm{ui.NewForm(deps.Theme, ui.Section{Fields: fields}), deps.Sandbox, testTokens{deps: deps}}
}

func (f *bookForm) token() api.Secret { return api.NewSecret(f.Value(fieldToken)) }

func (f *bookForm) simulation() api.Simulation {
	if !f.sandbox {
		return api.SimulateNothing
	}
	return api.Simulation(f.Value(fieldSimulate))
}

// simulates reports whether ctrl+b would only pretend.
func (f *bookForm) simulates() bool { return f.simulation() != api.SimulateNothing }

func (f *bookForm) height(again bool) int {
	lines := 3 + errorLines(f.Form, fieldToken, fieldWord, fieldAgain)
	if f.sandbox && again {
		lines++
	}
	return lines
}
