#!/usr/bin/env bash
# Tries deploy/install.sh on a fresh Debian in a folder of its own (chroot), as root: installs twice, then starts the site with the
# command, the user and the settings that it wrote. systemd does not run in there, so nothing is started by it.
#
#   apt-get install debootstrap
#   deploy/try/install.sh [release, such as bookworm or trixie]
#
# Ends what it started and removes its scratch folder.
set -euo pipefail

project=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
release=${1:-bookworm}
scratch=$(mktemp -d /var/tmp/try-install-XXXXXX)
debian=$scratch/debian
port=13072
site=

finish() {
  local status=$?
  trap - EXIT
  if [[ -n $site ]]; then
    kill -TERM "$site" 2>/dev/null || true
    wait "$site" 2>/dev/null || true
  fi
  in_debian sh -c 'pg_lsclusters --no-header | while read -r version name _; do pg_ctlcluster "$version" "$name" stop; done' 2>/dev/null || true
  for mount in proc dev; do
    if mountpoint -q "$debian/$mount"; then umount -l "$debian/$mount"; fi
  done
  if [[ $status -ne 0 ]]; then tail -n 20 "$scratch"/*.log >&2 || true; fi
  rm -rf --one-file-system "$scratch"
  exit "$status"
}
trap finish EXIT
trap 'exit 130' INT TERM

fail() {
  echo "FAILED: $*" >&2
  exit 1
}
passed() { echo "ok: $*"; }

[[ $EUID -eq 0 ]] || fail "this takes root"
command -v debootstrap >/dev/null || fail "debootstrap is missing; see the first lines of this script"

debootstrap --variant=minbase --include=ca-certificates "$release" "$debian" >"$scratch/debootstrap.log" 2>&1 ||
  fail "debootstrap"
mount -t proc proc "$debian/proc"
mount --rbind /dev "$debian/dev"
mount --make-rslave "$debian/dev"
cp /etc/resolv.conf "$debian/etc/resolv.conf"
# Packages may be installed, but none of them may start a service on this machine.
printf '#!/bin/sh\nexit 101\n' >"$debian/usr/sbin/policy-rc.d"
chmod +x "$debian/usr/sbin/policy-rc.d"
# As this machine trusts a registry, so does that one.
certificates=/etc/ssl/certs/ca-certificates.crt
cp "$certificates" "$debian$certificates"
git clone --quiet "$project" "$debian/root/source"

in_debian() { chroot "$debian" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root NODE_EXTRA_CA_CERTS="$certificates" "$@"; }
in_debian git --version >/dev/null 2>&1 && fail "this Debian is not fresh"

in_debian /root/source/deploy/install.sh example.org >"$scratch/first.log" 2>&1 || fail "deploy/install.sh"
passed "installed on a fresh $release, with Node $(in_debian env PATH=/opt/site-node/bin:/usr/bin node --version)"

# A setting that somebody has changed, and a certificate of theirs, stay.
echo 'LOG_LEVEL=warn' >>"$debian/srv/site/.env"
before=$(cd "$debian" && sha256sum srv/site/.env etc/nginx/site-tls/*.pem)
in_debian /root/source/deploy/install.sh example.org >"$scratch/second.log" 2>&1 || fail "deploy/install.sh, run again"
[[ $(cd "$debian" && sha256sum srv/site/.env etc/nginx/site-tls/*.pem) == "$before" ]] ||
  fail "run again, it replaces settings or certificates"
if grep -qE '^==> (Installing|Making|Copying|Writing)' "$scratch/second.log"; then fail "run again, it does things again"; fi
passed "run again, it changes nothing"

grep -q '^PUBLIC_URL=https://example\.org$' "$debian/srv/site/.env" || fail "the settings do not name the address"
[[ $(stat -c '%a %U:%G' "$debian/srv/site/.env") == '640 root:'* ]] || fail "anybody may read the settings"
in_debian nginx -t -q || fail "nginx -t"
passed "nginx accepts its file; the settings are the site's alone"

# As systemd would: the unit, and what install.sh adds to it.
unit=$(cat "$debian"/etc/systemd/system/site.service "$debian"/etc/systemd/system/site.service.d/*.conf 2>/dev/null || true)
read -ra command_line < <(sed -n 's/^ExecStart=\(..*\)/\1/p' <<<"$unit" | tail -n 1)
path=$(sed -n 's/^Environment=PATH=//p' <<<"$unit" | tail -n 1)
in_debian install -d -m 700 -o site -g site /var/lib/site /var/cache/site
start_site() {
  exec chroot "$debian" setpriv --reuid=site --regid=site --clear-groups env -i HOME=/var/lib/site \
    PATH="${path:-/usr/bin:/bin}" NODE_EXTRA_CA_CERTS="$certificates" npm_config_cache=/var/cache/site PORT=$port \
    sh -c 'cd /srv/site && exec "$@"' sh "${command_line[@]}"
}
start_site >"$scratch/site.log" 2>&1 &
site=$!
ready() { curl --silent --fail --output /dev/null "http://127.0.0.1:$port/readyz"; }
for _ in $(seq 600); do
  if ready; then break; fi
  kill -0 "$site" 2>/dev/null || fail "the site ended"
  sleep 1
done
ready || fail "the site is not ready"
grep -q 'The first administrator logs in with' "$scratch/site.log" || fail "nobody can log in"
[[ $(in_debian runuser -u postgres -- psql -Atqc 'select count(*) from administrators' site) == 1 ]] ||
  fail "the data is not where it should be"
passed "the site starts as its user and prints the first administrator's login"
kill -TERM "$site"
wait "$site" || true
site=
grep -q '^Stopped\.$' "$scratch/site.log" || fail "the site did not stop cleanly"
passed "SIGTERM stops it cleanly"
echo "install: all tried on $release"
