#!/usr/bin/env bash
# Tries deploy/container on this machine with buildah, which needs neither a daemon nor a kernel with containers: builds the
# image, looks at what is in it, starts its command as its user, and asks its health check.
#
#   apt-get install buildah debootstrap
#   deploy/try/container.sh [folder with a Debian]
#
# Where the base image cannot be pulled, a Debian is made in its place, with the Node of node_modules and this machine's npm.
# Ends what it started and removes its scratch folder. Takes about 8 GB in /var/tmp for the time being.
set -euo pipefail

project=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
debian=${1:-}
scratch=$(mktemp -d /var/tmp/try-container-XXXXXX)
port=13071
site=
PATH=$PATH:/usr/sbin

store=(--storage-driver vfs --root "$scratch/storage" --runroot "$scratch/run")
buildah_here() { buildah "${store[@]}" "$@"; }

finish() {
  local status=$?
  trap - EXIT
  if [[ -n $site ]]; then stop_site || true; fi
  buildah_here rm --all >/dev/null 2>&1 || true
  if [[ $status -ne 0 ]]; then tail -n 20 "$scratch"/*.log >&2 || true; fi
  rm -rf "$scratch"
  exit "$status"
}
trap finish EXIT
trap 'exit 130' INT TERM

fail() {
  echo "FAILED: $*" >&2
  exit 1
}
passed() { echo "ok: $*"; }

for program in buildah node npm git; do
  command -v "$program" >/dev/null || fail "$program is missing; see the first lines of this script"
done

# --- the base

base=$(sed -n 's/^ARG BASE=//p' "$project/deploy/container/Containerfile")
if timeout 300 buildah "${store[@]}" pull "$base" >"$scratch/pull.log" 2>&1; then
  passed "the base $base was pulled"
else
  if [[ -z $debian ]]; then
    command -v debootstrap >/dev/null || fail "$base cannot be pulled, and debootstrap is missing"
    debian=$scratch/debian
    debootstrap --variant=minbase --include=ca-certificates bookworm "$debian" >"$scratch/debootstrap.log" 2>&1 ||
      fail "debootstrap"
  fi
  made=$(buildah_here from scratch)
  buildah_here copy --quiet "$made" "$debian" / >/dev/null
  buildah_here copy --quiet "$made" "$(echo "$project"/node_modules/node-linux-*/bin/node)" /usr/local/bin/node >/dev/null
  buildah_here copy --quiet "$made" "$(npm root --global 2>/dev/null)/npm" /usr/local/lib/node_modules/npm >/dev/null
  buildah_here run --isolation chroot "$made" -- ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
  # As this machine trusts a registry, so does the image.
  certificates=/etc/ssl/certs/ca-certificates.crt
  buildah_here copy --quiet "$made" "$certificates" "$certificates" >/dev/null
  buildah_here config --env NODE_EXTRA_CA_CERTS="$certificates" "$made"
  base=localhost/try-base
  buildah_here commit --quiet --rm "$made" "$base" >/dev/null
  echo "not tried: the base image cannot be pulled here; a Debian with Node takes its place"
fi

# --- the image, from what is committed

mkdir "$scratch/source"
git -C "$project" archive HEAD | tar -x -C "$scratch/source"
# What must not get into it.
echo 'SITE_SECRET=a secret that lies here by chance' >"$scratch/source/.env"
mkdir "$scratch/source/data"
echo secret >"$scratch/source/data/site.key"
# How this machine reaches its package registry.
machine=()
if [[ -e $HOME/.npmrc ]]; then machine+=(--volume "$HOME/.npmrc:/root/.npmrc:ro"); fi
buildah_here build --isolation chroot --format docker --layers=false "${machine[@]}" --build-arg BASE="$base" \
  --file "$scratch/source/deploy/container/Containerfile" --tag try-site "$scratch/source" >"$scratch/build.log" 2>&1 ||
  fail "the image could not be built"
passed "the image was built: $(grep -c '^STEP' "$scratch/build.log") steps"

buildah_here inspect --type image try-site >"$scratch/image.json"
# A field of the image's configuration; of a list one entry per line.
config() {
  node -e 'const { Docker } = JSON.parse(fs.readFileSync(process.argv[1], "utf8"))
    const value = process.argv[2].split(".").reduce((of, name) => of[name], Docker.config)
    for (const line of [value].flat()) console.log(line)' "$scratch/image.json" "$1"
}
[[ $(config User) == site ]] || fail "the image runs as $(config User)"
[[ $(config StopSignal) == SIGTERM ]] || fail "its stop signal"
container=$(buildah_here from try-site)
inside=$(buildah_here mount "$container")
for name in .env data .git tests docs; do
  if [[ -e $inside/srv/site/$name ]]; then fail "$name is in the image"; fi
done
[[ -s $inside/srv/site/dist/.stamp ]] || fail "the pages are not in the image"
passed "it runs as an ordinary user and has the pages, and no settings, keys or tests"

# --- its command and its health check

mapfile -t command_line < <(config Cmd)
# Without the word CMD.
mapfile -t health < <(config Healthcheck.Test | tail -n +2)
run_inside() { buildah_here run --isolation chroot --env PORT=$port --env HOST=127.0.0.1 "$container" -- "$@"; }
# Its own process is a few generations below that of buildah.
stop_site() {
  local pid=$site
  while [[ -n $pid && $(tr '\0' ' ' <"/proc/$pid/cmdline") != /*node\ scripts/start.mjs\  ]]; do
    pid=$(pgrep -P "$pid" | head -n 1)
  done
  if [[ -n $pid ]]; then kill -TERM "$pid"; fi
  wait "$site" || true
  site=
}

if run_inside "${health[@]}" 2>/dev/null; then fail "the health check passes although nothing runs"; fi
run_inside "${command_line[@]}" >"$scratch/site.log" 2>&1 &
site=$!
for _ in $(seq 120); do
  if run_inside "${health[@]}" 2>/dev/null; then break; fi
  kill -0 "$site" 2>/dev/null || fail "the site ended"
  sleep 1
done
run_inside "${health[@]}" || fail "the health check"
if grep -qE 'Installing|Building' "$scratch/site.log"; then fail "it installs or builds at the start"; fi
run_inside test -d /data/pg || fail "the data is not in the volume"
passed "its command runs as its user, with its own database in /data; its health check passes, and failed before"
stop_site
grep -q '^Stopped\.$' "$scratch/site.log" || fail "SIGTERM did not stop it cleanly"
passed "SIGTERM stops it cleanly"
echo "container: all tried"
