// Package journal is the record of every create, modify and cancel that Bellhop
// sends (WIRE 5). The service has no idempotency key and answers do not always come, so
// each write is written down before it goes out, and what came of it after. What
// a process that was killed left open, the next one finds and resolves.
//
// # For who reads the file
//
// A journal is a folder that only its owner can reach (0700, files 0600):
//
//	journal.jsonl      one event a line, only ever appended to
//	journal.head       number and hash of the last line that is on the disk
//	journal.index      where each attempt's lines stand, made from the journal
//	journal.lock       held for the moment of an append; always empty
//	attempts/ID.lock   held by the process that acts on an attempt; always empty
//	guest.key          the random key of the guest marks; without it no guest is recognised
//
// A line is a JSON object:
//
//	{"seq":1,"at":"2026-11-21T15:06:44.120Z","step":"planned","attempt":"att-…","pid":4711,"host":"9c1f…","plan":{…},"prev":"000…0","hash":"5be0…"}
//	{"seq":2,"at":"2026-11-21T15:06:44.124Z","step":"sent","attempt":"att-…","pid":4711,"host":"9c1f…","prev":"5be0…","hash":"77aa…"}
//
// "seq" counts from 1 without a gap. "at" is UTC. "step" is one of planned,
// agreed, sent, answered, unknown, looked, resolved, closed, revealed, repaired and keyed;
// AttemptState shows which can follow which. "plan" is what the attempt writes, "outcome" what an
// answer proved, "look" what a look for a lost answer came to, "cause" why the
// answer was lost, "terms" the hash of the terms agreed to, and "agreement" in a plan what
// they, the room and the price were, in words and figures. "rebooking" in a plan links the booking in the
// place of a reservation with the cancellation of that, and "closed" ends the two. "reveal" says of which
// reservation a guest that is masked was shown; of a list it names none. "host" is a keyed
// hash of the machine's name, "guest" in a plan one of the guest (GuestMark), "user" who
// ran Bellhop, by the name that the operating system knows.
// "key", in the first line and in keyed, of a guest.key made anew or not proved yet, is a keyed hash
// by which the key is known again: another one is a problem, and the journal is not
// opened with it. There is no token, no cvv, no name, email, phone or address of a guest and no
// custom data in the file, and no field for any of them.
//
// "prev" is the hash of the line before, 64 zeros in the first line. "hash" is
// the SHA-256 of the line as it would stand without ,"hash":"…" and without the
// newline, so it covers "prev" and with it all lines before. With a shell, for
// line 7:
//
//	sed -n 7p journal.jsonl | sed 's/,"hash":"[0-9a-f]*"}$/}/' | tr -d '\n' | sha256sum
//
// # What a crash leaves, and what it does not
//
// A line is appended in one write and synced before the program goes on; then
// journal.head is written over. So a crash can leave two things, and both are
// mended when the journal is next opened or written:
//
//   - a last line that is not whole and that journal.head does not know. It was
//     never acknowledged, so nothing was sent because of it. It is cut off, and a
//     repaired event says how many bytes that were ("cut").
//   - a journal.head that is one line behind. When only the first line exists, it
//     may be missing.
//
// Everything else is a problem that Verify names by its line, and that stays
// visible in the file whatever is appended later:
//
//   - a line that does not fit its hash, its number or the line before;
//   - a journal.head that knows more events than the file has: the end was cut
//     off. The next append writes a repaired event with "missing".
//   - a journal.head that is missing, unreadable or knows another line: nobody
//     can tell whether the end was cut off. The next append writes a repaired
//     event with "headless".
//
// A journal.head that is several lines behind and fits its line proves nothing
// bad, because the chain proves the lines after it; Verify notes it. A power
// cut can leave one, as it is not synced with every line.
//
// journal.index makes the start of a long journal fast and proves nothing. It
// holds the digest of the lines that it was made from; when the journal does not
// begin with exactly those it is not used. It may be removed at any time. Verify
// never looks at it.
//
// The chain finds accidents, not forgers: edits by hand, by other programs and by a
// broken disk, but the owner can compute all hashes and journal.head again. An export
// is signed with a key of its machine, whose fingerprint its reader must know.
//
// The journal needs a file system with working locks; some network file systems
// have none.
package journal
