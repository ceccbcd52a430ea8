# A part of .ci/run: the image of the sandbox, how it is made, looked at and run.
# shellcheck shell=bash disable=SC2154

# The sandbox as a container image: made twice to the same digest, from the programs of the release or, where there is
# none of this commit, from programs that are built here. It is unpacked by a tool that others wrote, and run.
step_image() {
  local program=() version date image digest
  go -C .ci/tools/image mod tidy -diff || die ".ci/tools/image is not tidy, run go mod tidy there."
  go -C .ci/tools/image mod verify
  go -C .ci/tools/image test ./...
  image_programs
  version=$("${program[0]}" version --json | sed 's/.*"version":"\([^"]*\)".*/\1/')
  "${program[0]}" version --licences >"$scratch/THIRD_PARTY_LICENSES.txt"
  image=$PWD/dist/bellhop_${version}_oci.tar
  mkdir -p dist
  rm -f dist/*_oci.tar
  digest=$(image_make "$image")
  [ "$(image_make "$scratch/again.tar")" = "$digest" ] || die "the same programs made two images."
  cmp "$image" "$scratch/again.tar"
  rm "$scratch/again.tar"
  say "$image: $(wc -c <"$image") bytes for amd64 and arm64, made twice as $digest"
  need_containers || return 0
  image_contents
  image_run
}

# image_programs puts the programs for amd64 and arm64 into $program.
image_programs() {
  local arch head short
  head=$(git rev-parse HEAD) short=$(git rev-parse --short=7 HEAD)
  date=$(TZ=UTC git show -s --date=format-local:%Y-%m-%dT%H:%M:%SZ --format=%cd HEAD)
  program=("$PWD"/dist/bellhop_linux_amd64*/bellhop "$PWD"/dist/bellhop_linux_arm64*/bellhop)
  if [ -x "${program[0]}" ] && [ -x "${program[1]}" ] && grep -qaF "$head" "${program[0]}" && grep -qaF "$head" "${program[1]}"; then
    say "from the programs of the release"
    return
  fi
  say "there is no release of this commit in dist, so its programs are built here"
  program=()
  for arch in amd64 arm64; do
    GOOS=linux GOARCH=$arch go build -o "$scratch/$arch/bellhop" \
      -ldflags "-s -w -X main.version=0.0.1-snapshot+$short -X main.commit=$head -X main.date=$date" .
    program+=("$scratch/$arch/bellhop")
  done
}

# image_make makes the image as a file, and prints its digest.
image_make() {
  go -C .ci/tools/image run . --amd64 "${program[0]}" --arm64 "${program[1]}" --version "$version" --revision "$(git rev-parse HEAD)" \
    --created "$date" --licence "$PWD/LICENSE" --third-party "$scratch/THIRD_PARTY_LICENSES.txt" --output "$1"
}

# runc, because crun runs nothing where both versions of control groups are mounted.
need_containers() {
  local what missing=0
  # Owners are part of an image, and only root can unpack them.
  if [ "$(id -u)" -ne 0 ]; then
    not_checked "what the image holds and whether it runs, because only root can unpack and run it."
    return 1
  fi
  for what in podman runc skopeo umoci iptables; do
    command -v "$what" >/dev/null || [ -x "/usr/sbin/$what" ] || missing=1
  done
  [ "$missing" -eq 0 ] || install_packages podman runc netavark aardvark-dns iptables skopeo umoci || {
    not_checked "what the image holds and whether it runs, because podman, runc, skopeo and umoci are not installed."
    return 1
  }
}

# Nothing is in the image but what is listed here, and the program is the one that was built.
image_contents() {
  local arch n=0
  for arch in amd64 arm64; do
    skopeo inspect --override-arch "$arch" --format '{{.Os}}/{{.Architecture}}, {{len .Layers}} layers, {{.Created}}' "oci-archive:$image"
    skopeo copy --quiet --override-arch "$arch" "oci-archive:$image" "oci:$scratch/oci-$arch:image"
    umoci unpack --image "$scratch/oci-$arch:image" "$scratch/image-$arch"
    find "$scratch/image-$arch/rootfs" -mindepth 1 -printf '%m %U:%G %P\n' | sort >"$scratch/contents"
    diff - "$scratch/contents" <<'END' || die "the image for $arch holds something else than it should."
1777 0:0 tmp
644 0:0 etc/passwd
644 0:0 usr/share/doc/bellhop/LICENSE
644 0:0 usr/share/doc/bellhop/THIRD_PARTY_LICENSES.txt
700 65532:65532 var/lib/bellhop
755 0:0 etc
755 0:0 etc/bellhop
755 0:0 usr
755 0:0 usr/bin
755 0:0 usr/bin/bellhop
755 0:0 usr/share
755 0:0 usr/share/doc
755 0:0 usr/share/doc/bellhop
755 0:0 var
755 0:0 var/lib
END
    cmp "${program[$n]}" "$scratch/image-$arch/rootfs/usr/bin/bellhop"
    cmp "$scratch/THIRD_PARTY_LICENSES.txt" "$scratch/image-$arch/rootfs/usr/share/doc/bellhop/THIRD_PARTY_LICENSES.txt"
    say "$arch: $(du -sb "$scratch/oci-$arch" | cut -f1) bytes to fetch, $(wc -c <"${program[$n]}") of them the program when unpacked"
    n=$((n + 1))
  done
}

# image_run runs the image with podman, which then runs the page as well, or else its program in its folder, as its user.
# It is a shell of its own, so that nothing is left running whatever happens.
image_run() {
  local name port database run=image_with_podman
  name=localhost/bellhop:${version//+/-}
  port=$(free_port) database=$(free_port)
  image_engine
  if ! { podman load --quiet --input "$image" && podman run --rm "$name" version; }; then
    say "podman runs nothing here"
    not_checked "docs/container.md, because podman runs nothing here; the image was run as a folder of its own."
    run=image_with_chroot
  fi
  (
    trap 'image_end' EXIT
    image_serves
  )
  [ "$run" = image_with_podman ] || return 0
  if [ -z "$(find /usr/lib/postgresql -name initdb 2>/dev/null)" ]; then
    not_checked "the image on PostgreSQL, because that is not installed."
  fi
  (
    trap 'image_end' EXIT
    image_page
  )
}

# image_engine gives podman a place of its own, and asks for no limits that only a privileged machine may raise.
image_engine() {
  mkdir -p "$scratch/podman"
  cat >"$scratch/podman/storage.conf" <<END
[storage]
driver = "vfs"
graphroot = "$scratch/podman/images"
runroot = "$scratch/podman/run"
END
  cat >"$scratch/podman/containers.conf" <<END
[containers]
default_ulimits = ["nofile=1024:1024", "nproc=1024:1024"]
[network]
network_backend = "netavark"
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
tmp_dir = "$scratch/podman/tmp"
END
  export CONTAINERS_STORAGE_CONF=$scratch/podman/storage.conf CONTAINERS_CONF=$scratch/podman/containers.conf
}

image_end() {
  if [ -e "$scratch/image.pid" ]; then kill "$(cat "$scratch/image.pid")" 2>/dev/null || true; fi
  if [ -e "$scratch/database" ]; then
    runuser -u postgres -- "$(cat "$scratch/database/pg_ctl")" -D "$(cat "$scratch/database/data")" -m immediate stop >/dev/null || true
    rm -rf "$(cat "$scratch/database/data")"
  fi
  podman rm --all --force --time 0 >/dev/null 2>&1 || true
}

free_port() {
  local port
  while port=$((20000 + RANDOM % 10000)); (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do :; done
  say "$port"
}

# The first three are what the image does at each start, the last two what is done to it.
image_with_podman() {
  case $1 in
    start) podman run --detach --name image --publish "127.0.0.1:$port:8080" --volume image:/var/lib/bellhop "$name" >/dev/null ;;
    log) podman logs image 2>&1 ;;
    stop)
      podman stop --time 20 image >/dev/null
      podman inspect --format '{{.State.ExitCode}}' image
      podman rm image >/dev/null
      ;;
  esac
}

# Without a container the address is one of this machine, which others could reach if it were the image's own.
image_with_chroot() {
  local root words=() env=() code
  root=$scratch/image-$(go env GOARCH)/rootfs
  case $1 in
    start)
      rm -f "$scratch/image.code"
      # Every engine gives a container its devices.
      mkdir -p "$root/dev"
      [ -e "$root/dev/null" ] || mknod -m 666 "$root/dev/null" c 1 3 || install -m 666 /dev/null "$root/dev/null"
      mapfile -t words < <(skopeo inspect --config --format '{{range .Config.Entrypoint}}{{println .}}{{end}}{{range .Config.Cmd}}{{println .}}{{end}}' "oci-archive:$image" | sed "/^$/d; s/^0.0.0.0:8080$/127.0.0.1:$port/")
      mapfile -t env < <(skopeo inspect --config --format '{{range .Config.Env}}{{println .}}{{end}}' "oci-archive:$image" | sed '/^$/d')
      (
        code=0
        env -i "${env[@]}" "$(command -v chroot)" --userspec "$(skopeo inspect --config --format '{{.Config.User}}' "oci-archive:$image")" "$root" "${words[@]}" \
          >"$scratch/image.log" 2>&1 &
        echo $! >"$scratch/image.pid"
        wait $! || code=$?
        echo "$code" >"$scratch/image.code"
      ) &
      ;;
    log) cat "$scratch/image.log" ;;
    stop)
      kill "$(cat "$scratch/image.pid")"
      while [ ! -s "$scratch/image.code" ]; do sleep 0.1; done
      rm "$scratch/image.pid"
      cat "$scratch/image.code"
      ;;
  esac
}

# image_serves books at the image, ends it, and finds the booking at the next start.
image_serves() {
  local at=http://127.0.0.1:$port bellhop=${program[0]} hotel line='12dec 3n 2a' code
  [ "$(go env GOARCH)" = amd64 ] || bellhop=${program[1]}
  export HOME=$scratch/guest BELLHOP_BASE_URL=$at BELLHOP_ACCOUNT BELLHOP_TOKEN BELLHOP_PAYMENT_TOKEN=card_good
  unset XDG_CONFIG_HOME XDG_STATE_HOME XDG_DATA_HOME XDG_CACHE_HOME
  mkdir -m 700 "$HOME"
  printf '%s\n' '{"given_name": "Ada", "surname": "Rossi", "email": "ada@example.com", "telephone_number": "+442079460000", "address": "1 High Street", "city": "London", "postal_code": "N1 1AA", "country": "GB"}' >"$HOME/guest.json"
  image_start
  curl -fsS "$at/openapi.yaml" | grep '^openapi:'
  curl -fsS -u "$BELLHOP_ACCOUNT:$BELLHOP_TOKEN" "$at/rest/v1/destinations/search?query=lisbon&type=destinations" | grep -o '"Lisbon[^"]*"' | head -n 1
  code=$(curl -sS -o "$scratch/answer" -w '%{http_code}' -u partner:wrong "$at/rest/v1/destinations/search?query=lisbon&type=destinations")
  [ "$code" -eq 401 ] || die "a wrong token is answered $code."
  code=$(curl -sS -o "$scratch/answer" -w '%{http_code}' "$at/control")
  [ "$run" != image_with_podman ] || [ "$code" -eq 404 ] || die "the control path is answered $code outside of the container."
  hotel=$("$bellhop" hotels "lon $line ref" --limit 1 --jq '.[0] | .hotel_code + " " + .booking_code')
  # shellcheck disable=SC2086 # two words
  "$bellhop" verify $hotel "$line" --guest "$HOME/guest.json" --draft "$HOME/draft.json" >"$scratch/answer"
  "$bellhop" book --from "$HOME/draft.json" --yes --json id,status,locator
  image_stop
  image_start
  "$bellhop" reservation list --find rossi --json id,status,locator | grep CONFIRMED || die "the booking is gone at the second start."
  image_stop
  say "served, booked, ended with 0 at SIGTERM, and was found again: $run"
}

# image_start waits until the image answers, and takes the account that it has made.
image_start() {
  "$run" start
  if ! curl --retry 20 --retry-delay 1 --retry-all-errors -fsS "http://127.0.0.1:$port/readyz" 2>"$scratch/answer"; then
    "$run" log
    die "the image does not answer: $(tail -n 1 "$scratch/answer")"
  fi
  "$run" log
  BELLHOP_ACCOUNT=$("$run" log | sed -n 's/^account \([^:]*\):.*/\1/p')
  BELLHOP_TOKEN=$("$run" log | sed -n 's/^account [^:]*://p')
  [ -n "$BELLHOP_TOKEN" ] || die "the image tells no account."
}

image_stop() {
  local code
  code=$("$run" stop)
  [ "$code" -eq 0 ] || die "at SIGTERM the image ended with $code."
}

# image_page runs the commands of docs/container.md, in one shell and in their order, on ports that are free.
image_page() {
  local want='^```sh$'
  if [ -n "$(find /usr/lib/postgresql -name initdb 2>/dev/null)" ]; then
    want='^```sh( postgres)?$'
    image_database
  fi
  {
    say 'set -euxo pipefail'
    awk -v want="$want" '/^```$/ { on = 0 } on { print } $0 ~ want { on = 1 }' docs/container.md |
      sed "s/127\.0\.0\.1:8080/127.0.0.1:$port/g; s/127\.0\.0\.1:5432/127.0.0.1:$database/g"
  } >"$scratch/page.sh"
  (cd dist && bash "$scratch/page.sh") 2>&1 | tee "$scratch/page"
  grep -qx 0 "$scratch/page" || die "the container of docs/container.md did not end with 0."
  grep -q '^before ' "$scratch/page" || die "the volume of docs/container.md lost its snapshot."
  say "docs/container.md does as it says"
}

# image_database starts a PostgreSQL for the page. It does not run as root.
image_database() {
  local bin data
  bin=$(dirname "$(find /usr/lib/postgresql -name initdb | sort -V | tail -n 1)")
  data=$(mktemp -d)
  chown postgres "$data"
  (
    cd /
    runuser -u postgres -- "$bin/initdb" --auth trust --username bellhop --no-sync -D "$data" >/dev/null
    runuser -u postgres -- "$bin/pg_ctl" -w -D "$data" -l "$data/log" -o "-h 127.0.0.1 -p $database -k $data" start >/dev/null
    runuser -u postgres -- "$bin/createdb" -h 127.0.0.1 -p "$database" -U bellhop bellhop
  )
  mkdir "$scratch/database"
  say "$bin/pg_ctl" >"$scratch/database/pg_ctl"
  say "$data" >"$scratch/database/data"
}
