package keys

import "bellhop/ui/keymap"

func presets() []keymap.Preset { return nil }
