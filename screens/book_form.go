package screens

import (
	"bellhop/api"
	"bellhop/ui"
)

// A bookForm is what is typed before a booking is sent: the payment token, and
// what the environment asks for besides.
type bookForm struct {
	*ui.Form
	sandbox bool
	tokens  testTokens
}

// newBookForm returns the form: the simulation option exists only in a sandbox,
// the typed word only outside one.
func newBookForm(deps *Deps) bookForm {
	token := tokenField("The token of the stored payment method; it stays hidden.")
	again := wordField(fieldAgain, againWord, "It may be booked already: only this word sends it once more.")
	fields := []ui.Field{token, productionWord(bookWord, bookKey), again}
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

// simulation is the choice in the form; outside a sandbox there is none.
func (f *bookForm) simulation() api.Simulation {
	if !f.sandbox {
		return api.SimulateNothing
	}
	return api.Simulation(f.Value(fieldSimulate))
}

// simulates reports whether ctrl+b would only pretend.
func (f *bookForm) simulates() bool { return f.simulation() != api.SimulateNothing }

// height is what its fields, their help and what is wrong with them take.
func (f *bookForm) height(again bool) int {
	lines := 3 + errorLines(f.Form, fieldToken, fieldWord, fieldAgain)
	if f.sandbox && again {
		lines++
	}
	return lines
}
