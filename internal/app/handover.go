package app

import (
	"sync/atomic"

	"bellhop/api"
	"bellhop/booking/handover"
)

// A handOverKey signs drafts for colleagues with the API key that is in use.
type handOverKey struct {
	secret      atomic.Pointer[api.Secret]
	environment string
}

func newHandOverKey(secret api.Secret, environment string) *handOverKey {
	k := &handOverKey{environment: environment}
	k.set(secret)
	return k
}

func (k *handOverKey) set(secret api.Secret) { k.secret.Store(&secret) }

func (k *handOverKey) key() (handover.Key, error) {
	return handover.NewKey(*k.secret.Load(), k.environment)
}
