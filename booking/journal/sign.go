package journal

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"bellhop/internal/local"
)

// Fits describes lines without a problem. It claims no more: anyone who can write the file can compute all hashes again.
const Fits = "the lines fit each other: that finds accidents, not forgers"

// A SigningKey signs the exports of one user of a machine.
type SigningKey struct{ private ed25519.PrivateKey }

// OpenSigningKey reads the key of a file, or makes one where there is none.
func OpenSigningKey(path string) (SigningKey, error) {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		seed := make([]byte, ed25519.SeedSize)
		_, _ = rand.Read(seed) // It never fails.
		if err := local.Make(path, []byte(hex.EncodeToString(seed)+"\n")); err != nil {
			return SigningKey{}, fmt.Errorf("the key of exports cannot be made: %w", err)
		}
	}
	text, err := local.File{Path: path, Holds: "the key of exports", Harm: "sign exports as you", Most: 1 << 10, Secret: true, ModeAlone: true}.Read()
	if err != nil {
		return SigningKey{}, err
	}
	seed, err := hex.DecodeString(string(bytes.TrimSpace(text)))
	if err != nil || len(seed) != ed25519.SeedSize {
		return SigningKey{}, fmt.Errorf("the key of exports %s is damaged: put it back from a backup, or remove it, and the next export makes another one", path)
	}
	return SigningKey{ed25519.NewKeyFromSeed(seed)}, nil
}

// Public returns the half of the key that anybody may have.
func (k SigningKey) Public() ed25519.PublicKey { return k.private.Public().(ed25519.PublicKey) }

// Fingerprint returns what a public key is compared by: "SHA256:" and 43 characters.
func Fingerprint(key ed25519.PublicKey) string {
	sum := sha256.Sum256(key)
	return "SHA256:" + base64.RawStdEncoding.EncodeToString(sum[:])
}

// A signature is the last line of an export. It is of all bytes before it, the header among them.
type signature struct {
	Signature []byte `json:"bellhop_signature"`
	Key       []byte `json:"key"`
}

// signed is what is signed of the bytes before a signature.
func signed(before ...[]byte) []byte {
	sum := sha256.New()
	for _, part := range before {
		sum.Write(part)
	}
	return fmt.Appendf(nil, "bellhop journal export\n%x\n", sum.Sum(nil))
}

// sign returns the last line of an export.
func (k SigningKey) sign(before ...[]byte) ([]byte, error) {
	line, err := json.Marshal(signature{ed25519.Sign(k.private, signed(before...)), k.Public()})
	return append(line, '\n'), err
}

// checkSignature takes the signature off the lines of an export, and returns its key; nil if it is missing or invalid.
func checkSignature(header, lines []byte) (rest []byte, key ed25519.PublicKey) {
	at := bytes.LastIndexByte(bytes.TrimSuffix(lines, []byte("\n")), '\n') + 1
	last := lines[at:]
	var s signature
	if json.Unmarshal(last, &s) != nil || len(s.Key) != ed25519.PublicKeySize {
		return lines, nil
	}
	// There is one way to write a signature, so that none of its bytes can be changed.
	if again, err := json.Marshal(s); err != nil || !bytes.Equal(append(again, '\n'), last) || !ed25519.Verify(s.Key, signed(header, lines[:at]), s.Signature) {
		return lines[:at], nil
	}
	return lines[:at], s.Key
}
