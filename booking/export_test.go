package booking

import "context"

// Round is one round of the desk's recovery, which else come far apart.
func Round(ctx context.Context, d *Desk) {
	if j, err := d.journal(); err == nil {
		d.recovery.collect(ctx, j)
	}
}
