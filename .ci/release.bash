# A part of .ci/run: the release, and that it can be made again to the same bytes.
# shellcheck shell=bash disable=SC2154

step_release() {
  local archive want count=0
  tool goreleaser github.com/goreleaser/goreleaser/v2
  "$tool" check
  newest_crypto
  make_release
  for archive in dist/*.tar.gz dist/*.zip; do
    contents "$archive" >"$scratch/contents"
    for want in README.md LICENSE CHANGELOG.md docs/attribution.md completions/bellhop.bash completions/bellhop.zsh completions/bellhop.fish completions/bellhop.ps1 man/bellhop.1 man/bellhop-profile-add.1; do
      grep -qF "$want" "$scratch/contents" || die "$archive lacks $want."
    done
    grep -Eq '^bellhop(\.exe.*)?$' "$scratch/contents" || die "$archive lacks the program."
    count=$((count + 1))
  done
  [ "$count" -eq 6 ] || die "$count archives instead of 6."
  go -C .ci/tools/attribution run . archives dist/*.tar.gz dist/*.zip
  go run ./internal/release/cmd links dist/*.tar.gz dist/*.zip
  (cd dist && sha256sum --check --quiet checksums.txt)
  # Archives, lists of modules, and packages.
  [ "$(wc -l <dist/checksums.txt)" -eq $((2 * count + 6)) ] || die "dist/checksums.txt does not name each archive, list and package once."
  dist/bellhop_"$(go env GOOS)"_"$(go env GOARCH)"*/bellhop version | tee "$scratch/version"
  grep -qF "$(git rev-parse --short=7 HEAD)" "$scratch/version" || die "the released program does not say its commit."
  modules_of_release
  managers_of_release
  release_again
  say "$count archives, each complete, checksums right"
}

# A release must use the newest golang.org/x/crypto, on which the SSH server depends; an untagged commit need not.
newest_crypto() {
  local have newest
  have=$(go list -m golang.org/x/crypto)
  if ! newest=$(GOFLAGS=-mod=mod timeout 60 go list -m golang.org/x/crypto@latest); then
    not_checked "that $have is the newest, because the newest version could not be looked up."
  elif [ "$have" != "$newest" ]; then
    [ -z "$(git tag --points-at HEAD 2>/dev/null)" ] || die "$newest is there, and $have is used: go get ${newest// /@}"
    say "$newest is there, and $have is used: take it before the release."
  fi
}

# make_release builds the release of the folder that it stands in.
make_release() (
  # goreleaser reads the commit only where there is a remote, which a plain
  # copy of the repository has not. It never contacts this one.
  if ! git remote get-url origin >/dev/null 2>&1; then
    export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=remote.origin.url GIT_CONFIG_VALUE_0=https://git.invalid/bellhop/bellhop.git
  fi
  "$tool" release --snapshot --clean --parallelism "$(nproc)"
)

# Beside each program lies a list that names all its modules.
modules_of_release() {
  local program platform
  go -C .ci/tools/cyclonedx mod tidy -diff || die ".ci/tools/cyclonedx is not tidy, run go mod tidy there."
  go -C .ci/tools/cyclonedx mod verify
  go build -C .ci/tools/cyclonedx -o "$scratch/sbom" .
  for program in dist/bellhop_*/bellhop*; do
    platform=$(cut -d_ -f2,3 <<<"$(basename "$(dirname "$program")")")
    "$scratch/sbom" check "$program" "$(ls dist/bellhop_*_"$platform".cdx.json)"
  done
}

# The formula and the manifest name archives of this release with their checksums.
managers_of_release() {
  local sums=$scratch/sums
  grep -oE '"[0-9a-f]{64}"' dist/bellhop.rb | tr -d '"' | sort >"$sums.rb"
  grep -oE '"[0-9a-f]{64}"' dist/bellhop.json | tr -d '"' | sort >"$sums.json"
  diff <(sed -n 's/  .*\.tar\.gz$//p' dist/checksums.txt | sort) "$sums.rb" || die "dist/bellhop.rb has other checksums."
  diff <(sed -n 's/  .*\.zip$//p' dist/checksums.txt | sort) "$sums.json" || die "dist/bellhop.json has other checksums."
  if may_install ruby ruby; then
    ruby -c dist/bellhop.rb
    ruby -rjson -e 'JSON.parse(File.read("dist/bellhop.json")).fetch("architecture").each_value { |a| a.fetch("url"); a.fetch("hash") }'
  else
    not_checked "the formula for Homebrew, because ruby is not installed, and only root can install it."
  fi
}

# The same commit gives the same bytes: in another folder, in another zone of time, and for somebody who lets nobody read files.
release_again() (
  local again=$scratch/elsewhere/bellhop
  umask 077
  mkdir -p "$(dirname "$again")"
  git clone -q . "$again"
  git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents --no-preserve=mode,timestamps -t "$again" --
  chmod u+x "$again/.ci/completions" "$again/.ci/run"
  (cd "$again" && TZ=Pacific/Auckland make_release >"$scratch/again" 2>&1) || { cat "$scratch/again"; die "the release cannot be built again."; }
  sums_of_release dist >"$scratch/first"
  sums_of_release "$again/dist" >"$scratch/second"
  diff "$scratch/first" "$scratch/second" || die "the same commit does not give the same bytes."
  say "$(wc -l <"$scratch/first") files are the same, built again elsewhere"
)

# The files that are left out are notes of goreleaser.
sums_of_release() (
  cd "$1"
  find . -maxdepth 1 -type f ! -name config.yaml ! -name metadata.json ! -name artifacts.json | sort | xargs sha256sum
)

# contents prints the names in an archive. Not every machine has unzip, but a
# zip holds its names as they are, between bytes of other kinds.
contents() {
  case $1 in
    *.tar.gz) tar -tzf "$1" ;;
    *.zip) tr -c '[:print:]' '\n' <"$1" | sed 's/PK$//' ;;
  esac
}
