package api

import (
	"cmp"
	"compress/gzip"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"
)

// Unreached explains why a request of net/http got no complete answer, and what
// to do about it; the advice is empty if only a retry helps.
// The words may name a host, but never a path, a query or part of an answer. within is
// the request's time-out, for the words of a time-out; 0 leaves it out.
func Unreached(err error, within time.Duration) (what, advice string) {
	host := hostOf(err)
	if what, advice := certificateWords(err, host); what != "" {
		return what, advice
	}
	if what, advice := proxyWords(err, host, within); what != "" {
		return what, advice
	}
	var timeout net.Error
	var op *net.OpError
	switch {
	case errors.Is(err, context.Canceled):
		return "cancelled", ""
	case errors.Is(err, errOtherHost), errors.Is(err, errOtherMethod), errors.Is(err, errManyRedirect):
		return transportCause(err).Error(), ""
	case errors.Is(err, gzip.ErrHeader), errors.Is(err, gzip.ErrChecksum):
		return "the answer is labelled gzip, but it is not valid gzip", ""
	case isPlain(err):
		return orElse(host, "the service") + " does not speak TLS at this port", "check the port and the https in the address"
	case strings.Contains(err.Error(), tlsToPlain):
		return errSpeaksTLS.Error(), adviceTLS
	case errors.As(err, &op) && op.Op == "remote error":
		return tlsRefusalWords(op, host)
	case isDialError(err):
		reason, advice := dialWords(err, within)
		return noConnection(host, reason), advice
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		if within > 0 {
			return "no answer in time (" + atMost(within) + ")", ""
		}
		return "no answer in time", ""
	case isErrno(err, syscall.ECONNRESET, syscall.EPIPE):
		return brokeOff(host, "reset"), ""
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return brokeOff(host, "closed"), ""
	default:
		return errConnection.Error(), ""
	}
}

const (
	tlsToPlain     = `malformed HTTP response "\x15\x03` // The record of a TLS alert.
	adviceTLS      = "begin the address with https"
	adviceAddress  = "check the address and the network"
	adviceOwner    = "tell the operator of the service"
	adviceProxy    = "check HTTPS_PROXY, or name the host in NO_PROXY"
	adviceNoAnswer = "check the network, and whether a proxy is needed (HTTPS_PROXY)"
)

var errSpeaksTLS = errors.New("the service speaks TLS, and the address begins with http")

// hostOf returns the host of a net/http request, or "" if the error does not name it,
// as while a body is read.
func hostOf(err error) string {
	var wrapped *url.Error
	if !errors.As(err, &wrapped) {
		return ""
	}
	u, parseErr := url.Parse(wrapped.URL)
	if parseErr != nil {
		return ""
	}
	return u.Host
}

// atMost returns a time-out in words: "10 seconds at most".
func atMost(d time.Duration) string {
	n, unit := d/time.Millisecond, "millisecond"
	switch {
	case d%time.Minute == 0:
		n, unit = d/time.Minute, "minute"
	case d%time.Second == 0:
		n, unit = d/time.Second, "second"
	}
	if n != 1 {
		unit += "s"
	}
	return fmt.Sprintf("%d %s at most", n, unit)
}

func noConnection(host, reason string) string {
	words := "no connection"
	if host != "" {
		words += " to " + host
	}
	if reason != "" {
		words += " (" + reason + ")"
	}
	return words
}

func brokeOff(host, how string) string {
	if host == "" {
		return "the connection was " + how + " before the answer was complete"
	}
	return "the connection to " + host + " was " + how + " before an answer came"
}

// dialWords returns why there is no connection, for the brackets after its host.
func dialWords(err error, within time.Duration) (reason, advice string) {
	var name *net.DNSError
	var timeout net.Error
	switch {
	case errors.As(err, &name) && name.IsNotFound:
		return "there is no such host", adviceAddress
	case errors.As(err, &name):
		return "the name server does not answer", "check the network"
	case isErrno(err, syscall.ECONNREFUSED):
		return "refused", adviceAddress + ", and whether the service runs"
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		if within > 0 {
			return "no answer in time, " + atMost(within), adviceNoAnswer
		}
		return "no answer in time", adviceNoAnswer
	case isErrno(err, syscall.ENETUNREACH, syscall.EHOSTUNREACH):
		return "no route to it", "check the network"
	default:
		return "", adviceAddress
	}
}

// Windows has its own error numbers, which differ from the constants of package syscall.
var windowsErrnos = map[syscall.Errno]syscall.Errno{
	10051: syscall.ENETUNREACH, 10054: syscall.ECONNRESET, 10061: syscall.ECONNREFUSED, 10065: syscall.EHOSTUNREACH,
}

func isErrno(err error, wanted ...syscall.Errno) bool {
	var number syscall.Errno
	return errors.As(err, &number) && (slices.Contains(wanted, number) || slices.Contains(wanted, windowsErrnos[number]))
}

// isPlain reports whether an https address answered without TLS.
func isPlain(err error) bool {
	var record tls.RecordHeaderError
	return errors.Is(err, http.ErrSchemeMismatch) || errors.As(err, &record)
}

// tlsRefusalWords explains a TLS alert of the other side.
func tlsRefusalWords(op *net.OpError, host string) (what, advice string) {
	host = orElse(host, "the service")
	switch strings.TrimPrefix(op.Err.Error(), "tls: ") {
	case "handshake failure": // TLS 1.2 sends it also if a client certificate is missing.
		return host + " refuses the TLS of this program, and may ask for a client certificate", adviceOwner
	case "certificate required", "bad certificate", "unknown certificate", "unknown certificate authority", "unsupported certificate":
		return host + " asks for a client certificate, and Bellhop has none", "ask those who run the service for an address without one, or for a proxy that has it"
	default:
		return host + " refuses the TLS of this program", adviceOwner
	}
}

// certificateWords explains a certificate that is not accepted; both are empty for another error.
func certificateWords(err error, host string) (what, advice string) {
	var refused *tls.CertificateVerificationError
	if !errors.As(err, &refused) {
		return "", ""
	}
	var untrusted x509.UnknownAuthorityError
	var invalid x509.CertificateInvalidError
	var named x509.HostnameError
	what = "the certificate of " + orElse(host, "the service")
	switch {
	case errors.As(refused, &untrusted):
		return what + " is not trusted: it is signed by " + signer(refused.UnverifiedCertificates),
			trustAdvice(runtime.GOOS)
	case errors.As(refused, &named):
		return what + " is for " + certifiedNames(named.Certificate) + " only", "check the address, and whether a proxy answers in its place"
	case errors.As(refused, &invalid) && invalid.Reason == x509.Expired && invalid.Cert != nil && time.Now().Before(invalid.Cert.NotBefore):
		return what + " begins on " + invalid.Cert.NotBefore.Format(certificateDay), "check this machine's clock"
	case errors.As(refused, &invalid) && invalid.Reason == x509.Expired && invalid.Cert != nil:
		return what + " has ended on " + invalid.Cert.NotAfter.Format(certificateDay), "check this machine's clock; if it is right, " + adviceOwner
	default:
		return what + " cannot be accepted", adviceOwner
	}
}

// trustAdvice returns how to make a system trust an authority: macOS and Windows ignore
// SSL_CERT_FILE.
func trustAdvice(system string) string {
	if system == "darwin" || system == "windows" {
		return "if the signer is your company's, add its certificate to the system's certificates"
	}
	return "if the signer is your company's, set SSL_CERT_FILE to the file of its certificate"
}

const certificateDay = "2 Jan 2006"

// signer returns the name of the authority that signed the last certificate.
func signer(chain []*x509.Certificate) string {
	if len(chain) == 0 {
		return "an unknown authority"
	}
	last := chain[len(chain)-1]
	name := cmp.Or(last.Issuer.CommonName, strings.Join(last.Issuer.Organization, ", "), "an authority without a name")
	if last.Issuer.String() == last.Subject.String() && len(chain) == 1 {
		return "itself (" + cut(name, maxCertificateName) + ")"
	}
	return cut(name, maxCertificateName)
}

const maxCertificateName = 100 // bytes

func certifiedNames(c *x509.Certificate) string {
	if c == nil {
		return "another host"
	}
	names := slices.Clone(c.DNSNames)
	for _, ip := range c.IPAddresses {
		names = append(names, ip.String())
	}
	return cut(orElse(strings.Join(names, ", "), "another host"), maxCertificateName)
}

// A proxyRefusal is a proxy's answer to CONNECT with a status other than 200.
type proxyRefusal struct {
	proxy  string
	status int
}

func (p *proxyRefusal) Error() string {
	return strings.TrimSpace(fmt.Sprintf("the proxy %s refuses the connection: %d %s", p.proxy, p.status, http.StatusText(p.status)))
}

// proxyWords explains a proxy that is unreachable or refuses; both are empty for another error.
func proxyWords(err error, host string, within time.Duration) (what, advice string) {
	var refusal *proxyRefusal
	var op *net.OpError
	switch {
	case errors.As(err, &refusal) && refusal.status == http.StatusProxyAuthRequired:
		return refusal.Error(), "put its user and password into HTTPS_PROXY (http://user:password@proxy:port)"
	case errors.As(err, &refusal):
		return refusal.Error(), "ask those who run the proxy for " + orElse(host, "the service") + ", or name the host in NO_PROXY"
	case errors.As(err, &op) && op.Op == "proxyconnect":
		reason, _ := dialWords(op.Err, within)
		there := "the proxy" + proxyAddress(op)
		if !isDialError(op.Err) {
			there = orElse(host, "the service") + " through " + there
		}
		return noConnection(there, reason), adviceProxy
	case errors.As(err, &op) && strings.HasPrefix(op.Op, "socks"):
		return noConnection(host, "the proxy refuses it"), adviceProxy
	}
	return "", ""
}

// proxyAddress returns a blank and the proxy's address, or "" if no error names it.
func proxyAddress(err error) string {
	var name *net.DNSError
	if errors.As(err, &name) && name.Name != "" {
		return " " + name.Name
	}
	for op := (*net.OpError)(nil); errors.As(err, &op); err = op.Err {
		if op.Addr != nil {
			return " " + op.Addr.String()
		}
	}
	return ""
}
