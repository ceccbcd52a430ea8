package doctor

import (
	"context"
	"errors"
	"net/http"
	"time"

	"bellhop/api"
	"bellhop/config"
)

const (
	mostProbe = 15 * time.Second // how long a service may take
	slowProbe = 3 * time.Second
	someSkew  = 30 * time.Second
	wrongSkew = 5 * time.Minute
)

func lookAtService(ctx context.Context, s *Subject) []Finding {
	p := s.config.Profile
	switch {
	case s.wrong != nil:
		return unseen()
	case p.BuiltIn():
		return one(ok("it is inside this program; nothing is to be reached"))
	case s.config.Ready() != nil:
		return one(warn("", "not asked, because there is no key for it"))
	}
	ctx, cancel := context.WithTimeout(ctx, mostProbe)
	defer cancel()
	var err error
	if s.answer, err = s.Probe(ctx, s.config); err != nil {
		return one(unreached(p, err))
	}
	s.reached = true
	took := s.answer.Took.Round(time.Millisecond)
	if took >= slowProbe {
		return one(warn("try again; where it stays slow, the network or the service is", "%s took %s to answer", p.BaseURL.Text, took))
	}
	return one(ok("%s answered in %s, and took the key", p.BaseURL.Text, took))
}

// unreached says what is wrong where a service gave no answer that it should.
func unreached(p config.Profile, err error) Finding {
	failed := new(api.Error)
	switch {
	case !errors.As(err, &failed):
		return bad("check the network and base_url", "%s: %v", p.BaseURL.Text, err)
	case failed.Advice != "":
		return bad(failed.Advice, "%s: %s", p.BaseURL.Text, failed.Message)
	case failed.Status == http.StatusUnauthorized, failed.Status == http.StatusForbidden:
		return bad("run: bellhop profile add "+p.Name.Text+" --replace", "%s refuses the key: %v", p.BaseURL.Text, err)
	case failed.Status == http.StatusNotFound, failed.Status == 0:
		return bad("check the network and base_url", "%s: %v", p.BaseURL.Text, err)
	default:
		return bad("try again, and tell your provider where it goes on", "%s: %v", p.BaseURL.Text, err)
	}
}

func lookAtClock(_ context.Context, s *Subject) []Finding {
	skew := s.answer.Skew.Round(time.Second)
	const do = "set this machine's clock; deadlines are told by it"
	behind := "behind"
	if skew < 0 {
		skew, behind = -skew, "ahead of"
	}
	switch {
	case s.wrong == nil && s.config.Profile.BuiltIn():
		return one(ok("it is the sandbox's own clock"))
	case !s.reached:
		return one(warn("", "not compared, because no service was asked"))
	case skew >= wrongSkew:
		return one(bad(do, "this machine is %s %s the service", skew, behind))
	case skew >= someSkew:
		return one(warn(do, "this machine is %s %s the service", skew, behind))
	default:
		return one(ok("this machine and the service agree within %s", max(skew+time.Second, 2*time.Second)))
	}
}
