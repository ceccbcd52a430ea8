package app

import (
	"context"
	"time"

	"bellhop/api"
	"bellhop/cli/desk"
	"bellhop/cli/doctor"
	"bellhop/config"
)

// probe asks the service of a profile for a destination: a read that changes nothing and
// whose answer is small.
func (l launcher) probe(ctx context.Context, c config.Config) (doctor.Answer, error) {
	p := c.Profile
	dialect, err := desk.DialectOf(p)
	if err != nil {
		return doctor.Answer{}, err
	}
	client, err := api.New(api.Options{
		BaseURL: p.BaseURL.Text, Account: p.Account.Text, Token: api.NewSecret(p.Token.Reveal()), Dialect: &dialect,
		UserAgent: l.userAgent, ReadOnly: true,
	})
	if err != nil {
		return doctor.Answer{}, err
	}
	defer client.Close()
	began := time.Now()
	_, err = client.SearchDestinations(ctx, api.DestinationQuery{Text: "london"})
	return doctor.Answer{Took: time.Since(began), Skew: client.Skew()}, err
}
