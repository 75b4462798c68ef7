#!/usr/bin/env bash
# Tries deploy/systemd and deploy/nginx on this machine: systemd judges the unit, then `npm start` runs with the unit's
# settings behind a real nginx, on loopback ports above 1024 and with a certificate made for the occasion.
#
#   apt-get install nginx openssl curl systemd
#   deploy/try/systemd-nginx.sh
#
# Ends what it started and removes its scratch folder.
set -euo pipefail

project=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
unit=$project/deploy/systemd/site.service
# Not in /tmp, of which the unit gives the site one of its own.
scratch=$(mktemp -d /var/tmp/try-site-XXXXXX)
chmod 711 "$scratch"
https_port=18443
http_port=18080
site_port=13000
address=https://127.0.0.1:$https_port
started=()
PATH=$PATH:/usr/sbin

finish() {
  local status=$? pid
  trap - EXIT
  for pid in "${started[@]}"; do
    kill -TERM "$pid" 2>/dev/null || true
    wait "$pid" 2>/dev/null || true
  done
  if [[ $status -eq 0 ]]; then
    rm -rf "$scratch"
  else
    tail -n 20 "$scratch"/*.log >&2 || true
    echo "Failed. What it left is in $scratch." >&2
  fi
  exit "$status"
}
trap finish EXIT
trap 'exit 130' INT TERM

fail() {
  echo "FAILED: $*" >&2
  exit 1
}
passed() { echo "ok: $*"; }

for program in nginx openssl curl systemd-analyze; do
  command -v "$program" >/dev/null || fail "$program is missing; see the first lines of this script"
done

# --- the unit

# Where npm is elsewhere, install.sh says so to systemd; the unit itself is judged without its program.
sed "s|^ExecStart=/usr/bin/npm|ExecStart=$(command -v npm)|" "$unit" >"$scratch/site.service"
warnings=$(systemd-analyze verify "$scratch/site.service" 2>&1 | grep "$scratch/site.service" || true)
[[ -z $warnings ]] || fail "systemd-analyze verify: $warnings"
exposure=$(systemd-analyze security --offline=true --threshold=25 "$scratch/site.service" 2>/dev/null | tail -n 1 |
  grep -oE '[0-9.]+ [A-Z]+') || fail "the unit is exposed more than 2.5: systemd-analyze security"
passed "systemd accepts the unit; exposure $exposure"

# --- nginx's file, moved to this folder and these ports

openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=IP:127.0.0.1 \
  -keyout "$scratch/privkey.pem" -out "$scratch/fullchain.pem" 2>/dev/null
mkdir "$scratch/temp"
sed -e "s|/etc/nginx/site-tls|$scratch|; s|/var/log/nginx|$scratch|; s|/var/www/acme|$scratch|" \
  -e "s|example\.org|127.0.0.1|; s|127\.0\.0\.1:3000|127.0.0.1:$site_port|" \
  -e "/listen \[::\]/d; s|listen 80;|listen 127.0.0.1:$http_port;|; s|listen 443 |listen 127.0.0.1:$https_port |" \
  "$project/deploy/nginx/site.conf" >"$scratch/site.conf"
cat >"$scratch/nginx.conf" <<END
pid $scratch/nginx.pid;
error_log $scratch/nginx-error.log;
worker_processes 1;
events {}
http {
  include /etc/nginx/mime.types;
  client_body_temp_path $scratch/temp/body;
  proxy_temp_path $scratch/temp/proxy;
  fastcgi_temp_path $scratch/temp/fastcgi;
  uwsgi_temp_path $scratch/temp/uwsgi;
  scgi_temp_path $scratch/temp/scgi;
  access_log $scratch/other.log;
  include $scratch/site.conf;
}
END
nginx -t -q -c "$scratch/nginx.conf" -e "$scratch/nginx-error.log" || fail "nginx -t"
passed "nginx accepts its file"
nginx -c "$scratch/nginx.conf" -e "$scratch/nginx-error.log" -g 'daemon off;' &
started+=($!)

# --- the site, as the unit starts it

settings=()
while IFS= read -r line; do settings+=("$line"); done < <(grep -E '^[A-Z0-9_]+=' "$project/deploy/systemd/site.env")
while IFS= read -r line; do settings+=("$line"); done < <(sed -n 's/^Environment=//p' "$unit" | tr ' ' '\n')
read -ra command_line < <(sed -nE 's|^ExecStart=/usr/bin/||p' "$unit")
mkdir "$scratch/cache"

# What ProtectSystem=strict, ReadWritePaths and PrivateTmp mean; systemd itself need not run for it, but it takes root.
confined=()
if [[ $EUID -eq 0 ]] && unshare --mount true 2>/dev/null; then
  # shellcheck disable=SC2016 # meant for the inner shell
  confined=(unshare --mount --propagation private bash -c 'set -e
    for folder in "$1" "$2"; do mount --bind "$folder" "$folder"; done
    mount -o remount,bind,ro /
    mount -t tmpfs -o mode=1777 private /tmp
    cd "$1"
    if touch /srv/written 2>/dev/null; then echo "The system can be written." >&2; exit 1; fi
    shift 2
    exec "$@"' bash "$project" "$scratch")
fi

start_site() {
  # The later of two settings counts.
  cd "$project" && exec "${confined[@]}" env -i PATH="$PATH" HOME="$scratch" "${settings[@]}" \
    PORT=$site_port PUBLIC_URL=$address DATABASE_URL= DATA_DIR="$scratch/data" npm_config_cache="$scratch/cache" \
    ADMIN_EMAIL=admin@example.org ADMIN_PASSWORD='a long password' "${command_line[@]}"
}
start_site >"$scratch/start.log" 2>&1 &
started+=($!)

curl_site() { curl --silent --show-error --cacert "$scratch/fullchain.pem" --header "Origin: $address" "$@"; }
status_of() { curl_site --output /dev/null --write-out '%{http_code}' "$@"; }

for _ in $(seq 300); do
  [[ $(status_of "$address/readyz" || true) == 200 ]] && break
  kill -0 "${started[-1]}" 2>/dev/null || fail "the site ended"
  sleep 1
done
[[ $(status_of "$address/readyz") == 200 ]] || fail "the site is not ready"
passed "npm start with the unit's settings${confined:+, unable to write elsewhere}; /readyz replies 200 through nginx"

# --- through nginx

curl_site "$address/" | grep -qi '<!doctype html>' || fail "the home page"
curl_site --include "$address/" | grep -qi '^strict-transport-security:' || fail "no Strict-Transport-Security"
passed "the home page over https"

moved=$(curl --silent --output /dev/null --write-out '%{http_code} %{redirect_url}' "http://127.0.0.1:$http_port/about?a=b")
[[ $moved == "301 https://127.0.0.1/about?a=b" ]] || fail "http is not sent to https: $moved"
passed "http is sent to https"

[[ $(status_of "$address/metrics") == 404 ]] || fail "/metrics is open to the world"
passed "/metrics is not reachable from outside"

log_in() {
  local from=$1 password=$2
  shift 2
  curl_site --interface "$from" --json "{\"login\":\"admin@example.org\",\"password\":\"$password\"}" "$@" \
    "$address/api/accounts/login"
}
cookies=$(log_in 127.0.0.2 'a long password' --include --cookie-jar "$scratch/cookies" | grep -i '^set-cookie: .*session')
[[ $cookies == *__Host-*\;\ Secure* ]] || fail "the session cookie is not secure: $cookies"
passed "a login over https gets a secure cookie"

# Ten wrong passwords from one address slow that address down, whatever it claims about itself, and nobody else.
for _ in $(seq 10); do log_in 127.0.0.3 wrong >/dev/null; done
[[ $(log_in 127.0.0.3 'a long password' -o /dev/null -w '%{http_code}') == 429 ]] || fail "guesses are not counted"
[[ $(log_in 127.0.0.3 'a long password' -H 'X-Forwarded-For: 203.0.113.9' -o /dev/null -w '%{http_code}') == 429 ]] ||
  fail "a client can choose its own address"
[[ $(log_in 127.0.0.4 'a long password' -o /dev/null -w '%{http_code}') == 200 ]] ||
  fail "all clients have the proxy's address"
passed "the site knows clients by their own address, and only by nginx's word"

# By https an administrator does nothing before two-step login is on.
refused=$(status_of --cookie "$scratch/cookies" "$address/api/administrators")
[[ $refused == 403 ]] || fail "an administrator needs no two-step login: $refused"
secret=$(curl_site --cookie "$scratch/cookies" --json '{"password":"a long password","name":"try"}' \
  "$address/api/accounts/two-factor/start" | sed -nE 's|.*"secret":"([A-Z2-7]+)".*|\1|p')
code=$(node -e '
  const { createHmac } = require("node:crypto")
  const five = (letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0")
  const bits = [...process.argv[1]].map(five).join("")
  const key = Buffer.from(bits.match(/.{8}/g).map((eight) => parseInt(eight, 2)))
  const moment = Buffer.alloc(8)
  moment.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
  const mac = createHmac("sha1", key).update(moment).digest()
  const digits = (mac.readUInt32BE(mac[19] & 15) & 0x7fffffff) % 1e6
  console.log(String(digits).padStart(6, "0"))' "$secret")
curl_site --cookie "$scratch/cookies" --cookie-jar "$scratch/cookies" --json "{\"code\":\"$code\"}" --output /dev/null \
  "$address/api/accounts/two-factor/confirm"
[[ $(status_of --cookie "$scratch/cookies" "$address/api/administrators") == 200 ]] || fail "two-step login"
passed "an administrator turns on two-step login first"

size=$((24 * 1024 * 1024))
{
  printf '\0\0\0\030ftypisom\0\0\002\0isommp42'
  head -c $((size - 24)) /dev/urandom
} >"$scratch/film.mp4"
place=$(curl_site --cookie "$scratch/cookies" "$address/api/videos/uploads" \
  --json "{\"page\":\"featured_stories\",\"title\":\"Try\",\"name\":\"try.mp4\",\"size\":$size,\"type\":\"video/mp4\"}")
upload=$(sed -nE 's|.*"address":"([^"]+)".*|\1|p' <<<"$place")
[[ -n $upload ]] || fail "no place for an upload: $place"
uploaded=$(status_of --cookie "$scratch/cookies" --upload-file "$scratch/film.mp4" "$address$upload")
[[ $uploaded == 200 ]] || fail "an upload of 24 MB: $uploaded"
passed "an upload of 24 MB"

receipt=TRYTRYTRYTRY
for path in "/receipt/$receipt" "/api/receipts/$receipt" "/%72eceipt/$receipt" "/card/$receipt"; do
  status_of --referer "$address/receipt/$receipt" "$address$path" >/dev/null
done
status_of --referer "$address/receipt/$receipt" "$address/about?$receipt" >/dev/null
curl --silent --output /dev/null "http://127.0.0.1:$http_port/receipt/$receipt"
sleep 1
grep -q ' /about ' "$scratch/site.log" || fail "nothing is logged at all"
! grep -rq "$receipt" "$scratch"/*.log || fail "a receipt is in a log: $(grep -rl "$receipt" "$scratch"/*.log)"
passed "no log has a receipt"

kill -TERM "${started[1]}"
wait "${started[1]}" || true
grep -q '^Stopped\.$' "$scratch/start.log" || fail "the site did not stop cleanly"
passed "SIGTERM stops the site and its database cleanly"
echo "systemd and nginx: all tried"
