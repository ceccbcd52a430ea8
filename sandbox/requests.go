package sandbox

import (
	"encoding/json"
	"net/http"
	"sync"
	"time"

	"bellhop/sandbox/recording"
)

// seenRequest is a request that was answered, as the control path tells of it: nothing of
// a guest, a token or a body.
type seenRequest struct {
	At      time.Time `json:"at"` // by the real clock, UTC
	Method  string    `json:"method"`
	Path    string    `json:"path"` // its template, or the words of one that the service does not have
	Status  int       `json:"status"`
	TookMS  float64   `json:"took_ms"`
	Account string    `json:"account"`
	Fault   string    `json:"fault,omitempty"`
	ID      string    `json:"request_id"`
	Missed  int       `json:"missed,omitempty"` // how many before it were not told, because the reader was slow
}

const (
	mostSeen    = 200 // requests that are kept for who asks later
	mostWaiting = 100 // requests that wait for one reader
	mostReaders = 20
)

// latestRequests keeps the latest requests, and tells of new ones.
type latestRequests struct {
	mu      sync.Mutex
	list    []seenRequest
	readers map[*seenReader]struct{}
}

type seenReader struct {
	next   chan seenRequest
	missed int
}

func (s *latestRequests) add(x recording.Exchange) {
	s.mu.Lock()
	defer s.mu.Unlock()
	one := seenRequest{
		At: time.Now().UTC(), Method: recording.KnownMethod(x.Request.Method), Path: loggedPath(x), Status: x.Answer.Status,
		TookMS: float64(x.Took.Microseconds()) / 1000, Account: x.Request.Account, Fault: x.Fault, ID: x.Request.ID,
	}
	if len(s.list) == mostSeen {
		s.list = append(s.list[:0], s.list[1:]...)
	}
	s.list = append(s.list, one)
	for reader := range s.readers {
		one.Missed = reader.missed
		select {
		case reader.next <- one:
			reader.missed = 0
		default:
			reader.missed++
		}
	}
}

// read returns what is kept, and a reader of what comes; nil when there are too many.
func (s *latestRequests) read() ([]seenRequest, *seenReader) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.readers) >= mostReaders {
		return nil, nil
	}
	if s.readers == nil {
		s.readers = map[*seenReader]struct{}{}
	}
	reader := &seenReader{next: make(chan seenRequest, mostWaiting)}
	s.readers[reader] = struct{}{}
	return append([]seenRequest(nil), s.list...), reader
}

func (s *latestRequests) leave(reader *seenReader) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.readers, reader)
}

// stream tells of requests, a line of JSON each, the latest ones first and then those
// that come, until the client goes or the sandbox ends.
func (s *latestRequests) stream(w http.ResponseWriter, r *http.Request, stopping, closing <-chan struct{}) {
	list, reader := s.read()
	if reader == nil {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusTooManyRequests)
		_, _ = w.Write([]byte(`{"error":"there are too many readers of the requests: let one of them go"}` + "\n")) // The client may have gone.
		return
	}
	defer s.leave(reader)
	control := http.NewResponseController(w)
	_ = control.SetWriteDeadline(time.Time{}) // It ends with the client.
	h := w.Header()
	h.Set("Content-Type", "application/x-ndjson")
	h.Set("Cache-Control", "no-store")
	lines := json.NewEncoder(w)
	for _, one := range list {
		if lines.Encode(one) != nil {
			return
		}
	}
	_ = control.Flush()
	for {
		select {
		case <-r.Context().Done():
			return
		case <-stopping:
			return
		case <-closing:
			return
		case one := <-reader.next:
			if lines.Encode(one) != nil || control.Flush() != nil {
				return
			}
		}
	}
}
