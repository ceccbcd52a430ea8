# A part of .ci/run: the packages, which are installed, upgraded and removed in a Debian of their own.
# shellcheck shell=bash disable=SC2154

# The packages hold the same, and the one for Debian does what docs/install.md says: it is installed, upgraded and removed in a
# Debian with nothing else in it, and the journey of a booking is made by what it has installed. Needs what step_release made.
step_packages() {
  local root=$scratch/root arch deb
  arch=$(go env GOARCH)
  if ! command -v dpkg-deb >/dev/null; then
    not_checked "the packages, because dpkg is not installed."
    return 0
  fi
  deb=$(ls dist/bellhop_*_linux_"$arch".deb) || die "there is no package: run .ci/run release packages."
  same_files
  if ! clean_root; then
    not_checked "the package in a clean Debian, because $no_root"
    return 0
  fi
  cp -a "$clean" "$root"
  mkdir -p "$root/packages"
  cp .ci/package/in-root docs/install.md dist/bellhop_*_linux_"$arch".{deb,tar.gz} dist/checksums.txt "$root/packages"
  cp "$deb" "$root/packages/new.deb"
  in_root install
  # The pages lead to each other where the package puts them, too.
  tar -C "$root/usr/share/doc/bellhop" -czf "$scratch/doc.tar.gz" .
  go run ./internal/release/cmd links "$scratch/doc.tar.gz"
  systemd_score
  installed_journey
  in_root remove
  if former_package; then
    in_root upgrade
    in_root remove
  fi
  page_in_root
}

in_root() {
  say "in the clean Debian: $*"
  chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root bash -c 'cd /packages && ./in-root "$@"' in-root "$@"
}

# The page of installation is run under a systemd that runs, in a container of its own, with all that the unit forbids. Where
# no container can be started, a stand-in does what the unit says.
page_in_root() {
  local container=$scratch/container
  if ! may_install systemd-nspawn systemd-container; then
    not_checked "the unit under a running systemd, because systemd-nspawn cannot be installed."
    in_root page install.md
    return
  fi
  cp -a "$root" "$container"
  cat >"$container/etc/systemd/system/page.service" <<END
[Unit]
After=multi-user.target
SuccessAction=poweroff-force
FailureAction=poweroff-force
[Service]
Type=oneshot
WorkingDirectory=/packages
ExecStart=/packages/in-root page install.md
StandardOutput=file:/packages/page.log
StandardError=file:/packages/page.log
END
  mkdir -p "$container/etc/systemd/system/graphical.target.wants"
  ln -s ../page.service "$container/etc/systemd/system/graphical.target.wants/page.service"
  timeout 120 systemd-nspawn --quiet -D "$container" --register=no --keep-unit --private-network --boot >"$scratch/boot" 2>&1 || true
  if [ ! -e "$container/packages/page.log" ]; then
    tail -n 5 "$scratch/boot"
    not_checked "the unit under a running systemd, because no container can be started here."
    in_root page install.md
    return
  fi
  cat "$container/packages/page.log"
  grep -q '^every command of .* under a running systemd$' "$container/packages/page.log" || die "the commands of docs/install.md do not do what they should."
}

# same_files compares the names in the three packages of each machine, and their terms with those that the program prints. Each
# system has its place for the completions of zsh; Debian wants a file called copyright, and Alpine has no systemd.
same_files() {
  local arch base doc=usr/share/doc/bellhop terms=$scratch/terms
  dist/bellhop_"$(go env GOOS)"_"$(go env GOARCH)"*/bellhop version --licences >"$terms"
  may_install rpm rpm || not_checked "the packages for Fedora and the like, because rpm is not installed, and only root can install it."
  for arch in amd64 arm64; do
    base=$(basename dist/bellhop_*_linux_"$arch".deb .deb)
    dpkg-deb --fsys-tarfile "dist/$base.deb" | tar -t | sed 's/^\.//' | names >"$scratch/deb"
    dpkg-deb --fsys-tarfile "dist/$base.deb" | tar -xO "./$doc/THIRD_PARTY_LICENSES.txt" | cmp - "$terms"
    dpkg-deb --fsys-tarfile "dist/$base.deb" | tar -xO "./$doc/copyright" | cmp - "$terms"
    tar -xzOf "dist/$base.apk" "$doc/THIRD_PARTY_LICENSES.txt" 2>/dev/null | cmp - "$terms"
    [ "$(dpkg-deb -f "dist/$base.deb" Architecture)" = "$arch" ] || die "dist/$base.deb is for another machine."
    tar -tzf "dist/$base.apk" 2>/dev/null | grep -v '^\.' | sed 's/^/\//' | names >"$scratch/apk"
    diff <(grep -v -e systemd -e '^/etc/' "$scratch/deb") "$scratch/apk" || die "the packages for Debian and Alpine do not hold the same."
    if command -v rpm >/dev/null; then
      rpm -qip "dist/$base.rpm"
      rpm -qp --qf '[%{FILEMODES:perms} %{FILENAMES}\n]' "dist/$base.rpm" | sed -n 's/^-[^ ]* //p' | names >"$scratch/rpm"
      rpm -qp --qf '[%{FILEDIGESTS} %{FILENAMES}\n]' "dist/$base.rpm" | grep -qxF "$(sha256sum <"$terms" | cut -d' ' -f1) /$doc/THIRD_PARTY_LICENSES.txt" ||
        die "dist/$base.rpm has other terms than its program."
      diff "$scratch/deb" "$scratch/rpm" || die "the packages for Debian and Fedora do not hold the same."
      [ "$(rpm -qp --configfiles "dist/$base.rpm")" = /etc/bellhop/sandbox.env ] || die "dist/$base.rpm would overwrite the settings."
    fi
    say "$(wc -l <"$scratch/deb") files in each package for $arch"
  done
}

names() { sed -e '/\/$/d' -e 's/vendor-completions/site-functions/' -e '/bellhop\/copyright$/d' | LC_ALL=C sort; }

# clean_root puts the folder of a Debian with nothing else in it into $clean. It is made once. Where that is not possible,
# $no_root says why.
clean_root() {
  local with=man-db,systemd,curl suite=bookworm
  clean=$cache/debian-$(sha256sum <<<"$suite $with" | cut -c1-16)
  if [ "$(id -u)" -ne 0 ]; then no_root="only root can make one."; return 1; fi
  [ ! -d "$clean" ] || return 0
  if ! may_install debootstrap debootstrap; then no_root="debootstrap cannot be installed."; return 1; fi
  say "making a clean Debian (once)"
  mkdir -p "$cache"
  rm -rf "$clean.new"
  if ! debootstrap --variant=minbase --include="$with" "$suite" "$clean.new" http://deb.debian.org/debian >"$scratch/debootstrap"; then
    tail -n 5 "$scratch/debootstrap"
    rm -rf "$clean.new"
    no_root="debootstrap cannot make one here."
    return 1
  fi
  rm -rf "$clean.new"/var/cache/apt/archives/*.deb
  mv "$clean.new" "$clean"
}

# How much the unit leaves open, from 0 to 10. The number may only go down.
systemd_score() {
  chroot "$root" systemd-analyze security --offline=true --threshold=12 --no-pager bellhop-sandbox.service >"$scratch/score" ||
    { cat "$scratch/score"; die "the unit of systemd leaves more open than it did."; }
  tail -n 1 "$scratch/score"
}

# The journey of a booking, by what the package has installed. The root has its own path inside, so that a
# folder of the test has one name, inside and outside.
installed_journey() {
  mkdir -p "$root/journey" "$root$scratch"
  ln -s / "$root$root"
  cat >"$scratch/installed" <<END
#!/bin/bash
exec chroot "$root" bash -c 'cd "\$1" && shift && exec /usr/bin/bellhop "\$@"' bellhop "\$PWD" "\$@"
END
  chmod +x "$scratch/installed"
  TMPDIR=$root/journey BELLHOP_TEST=all BELLHOP_TEST_PROGRAM=$scratch/installed go test -count=1 -timeout 5m -v -run 'TestJourney(Booking|Accessible)$' ./internal/e2e | tee "$scratch/installed.log" | grep -e '^---' -e '^ok' || true
  grep -q -- '--- PASS: TestJourneyBooking' "$scratch/installed.log" && ! grep -q -- '--- FAIL' "$scratch/installed.log" ||
    { cat "$scratch/installed.log"; die "what the package installs cannot book."; }
}

# former_package makes former.deb: the program of the former release, in a package of this form with a lower version.
# The first release has none before it, and takes a commit before there were packages.
former_package() {
  local former
  former=$(git describe --tags --abbrev=0 HEAD^ 2>/dev/null || echo 2d420992)
  if ! git cat-file -e "$former^{commit}" 2>/dev/null; then
    not_checked "the upgrade of a package, because the history with $former is not here."
    return 1
  fi
  say "the former release is $former"
  mkdir -p "$scratch/former"
  git archive "$former" | tar -x -C "$scratch/former"
  dpkg-deb -R "$deb" "$scratch/former.deb.d"
  go build -C "$scratch/former" -ldflags '-s -w -X main.version=0.0.0' -o "$scratch/former.deb.d/usr/bin/bellhop" .
  sed -i 's/^Version: .*/Version: 0.0.0~former/' "$scratch/former.deb.d/DEBIAN/control"
  (cd "$scratch/former.deb.d" && find usr etc -type f | sort | xargs -d '\n' md5sum >DEBIAN/md5sums)
  dpkg-deb --root-owner-group -Zgzip -b "$scratch/former.deb.d" "$root/packages/former.deb"
}
