package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

// The one user of the image. 65532 is what distroless images call nonroot; it is
// a number, so that Kubernetes can see that it is not root.
const (
	user   = 65532
	owner  = "65532:65532"
	home   = "/var/lib/bellhop"
	passwd = "root:x:0:0:root:/:/sbin/nologin\nbellhop:x:65532:65532:Bellhop:" + home + ":/sbin/nologin\n"
)

// config is how the image is run.
func (o order) config() v1.Config {
	return v1.Config{
		User:       owner,
		Entrypoint: []string{"/usr/bin/bellhop"},
		// Inside a container this machine is the container: nobody could reach the default address.
		Cmd: []string{"sandbox", "--listen", "0.0.0.0:8080"},
		Env: []string{
			"PATH=/usr/bin",
			"HOME=" + home,
			// With these the data is in /var/lib/bellhop/sandbox and the log beside it, without --data. So
			// BELLHOP_SANDBOX_DATA can name a database, and the commands of exec find the sandbox by themselves.
			"XDG_DATA_HOME=/var/lib",
			"XDG_STATE_HOME=/var/lib",
			"XDG_CONFIG_HOME=/etc",
			"XDG_CACHE_HOME=/tmp",
			"LANG=C.UTF-8",
		},
		WorkingDir:   home,
		Volumes:      map[string]struct{}{home: {}},
		ExposedPorts: map[string]struct{}{"8080/tcp": {}},
		StopSignal:   "SIGTERM",
		Labels:       o.labels(),
	}
}

// labels say what the image is. Registries show those of the index, and container
// engines those of the configuration.
func (o order) labels() map[string]string {
	const prefix = "org.opencontainers.image."
	return map[string]string{
		prefix + "title":       "bellhop",
		prefix + "description": "The sandbox of Bellhop: a whole hotel booking service for any HTTP client",
		prefix + "version":     o.version,
		prefix + "revision":    o.revision,
		prefix + "created":     o.stamp(),
		prefix + "licenses":    "MIT",
	}
}

func (o order) stamp() string { return o.created.Format("2006-01-02T15:04:05Z07:00") }

// image is that of one architecture. The program is in a layer of its own, as it is
// all that changes from one release to the next.
func (o order) image(arch string) (v1.Image, error) {
	ground, err := o.layer(o.ground())
	if err != nil {
		return nil, err
	}
	program, err := o.layer([]file{{name: "usr/bin/bellhop", from: o.programs[arch], mode: 0o755}})
	if err != nil {
		return nil, err
	}
	base := mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), types.OCIConfigJSON)
	image, err := mutate.Append(base, o.addendum(ground, "folders, the user and the licences"), o.addendum(program, "bellhop "+o.version))
	if err != nil {
		return nil, err
	}
	config, err := image.ConfigFile()
	if err != nil {
		return nil, err
	}
	config = config.DeepCopy()
	config.OS, config.Architecture = "linux", arch
	config.Created = v1.Time{Time: o.created}
	config.Config = o.config()
	return mutate.ConfigFile(image, config)
}

func (o order) addendum(layer v1.Layer, what string) mutate.Addendum {
	return mutate.Addendum{
		Layer: layer, MediaType: types.OCILayer,
		History: v1.History{Created: v1.Time{Time: o.created}, CreatedBy: what},
	}
}

// index names the image of each architecture.
func (o order) index() (v1.ImageIndex, error) {
	index := mutate.IndexMediaType(empty.Index, types.OCIImageIndex)
	for _, arch := range slices.Sorted(maps.Keys(o.programs)) {
		image, err := o.image(arch)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", arch, err)
		}
		index = mutate.AppendManifests(index, mutate.IndexAddendum{
			Add:        image,
			Descriptor: v1.Descriptor{Platform: &v1.Platform{OS: "linux", Architecture: arch}},
		})
	}
	annotated, ok := mutate.Annotations(index, o.labels()).(v1.ImageIndex)
	if !ok {
		return nil, fmt.Errorf("an index with annotations is a %T", annotated)
	}
	return annotated, nil
}

// layout writes the image as a folder of files, as OCI has it. Engines that load it
// name it by the annotations.
func (o order) layout(folder string, index v1.ImageIndex) error {
	to, err := layout.Write(folder, empty.Index)
	if err != nil {
		return err
	}
	// A tag has no plus sign, which a version may have.
	tag := strings.ReplaceAll(o.version, "+", "-")
	return to.AppendIndex(index, layout.WithAnnotations(map[string]string{
		"org.opencontainers.image.ref.name": tag,
		"io.containerd.image.name":          "localhost/bellhop:" + tag,
	}))
}
