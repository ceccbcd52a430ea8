package cli

// What the tests of whole commands, which stand outside of the package, share with
// those of its parts.
const (
	ControlFile     = controlFile
	EnvControlURL   = envControlURL
	EnvControlToken = envControlToken
)

// State is what the control path answers.
type State = state

// CalmState is an answer of the control path.
const CalmState = `{"clock":{"now":"2026-12-12T09:30:00Z","offset_seconds":21600,"stopped":false},"latency":"office","quirks":["stripe","key-order"],` +
	`"faults":[{"rule":"busy POST nth=1","matched":3,"fired":1}],` +
	`"snapshots":[{"name":"before","saved_at":"2026-12-12T08:00:00Z","reservations":240}],"seed":7,"hotels":6000,"reservations":241}`

// RecordingText is a recording of three requests.
const RecordingText = `{"time":"2026-12-12T09:30:00Z","method":"GET","path":"/rest/v1/reservations","status":200,"took_ms":1.25}
{"time":"2026-12-12T09:30:01Z","method":"POST","path":"/rest/v1/reservation","status":500,"took_ms":12,"fault":"server-error"}
{"time":"2026-12-12T09:30:02Z","method":"GET","path":"/x\u001b[2J","status":404,"took_ms":0}
`
