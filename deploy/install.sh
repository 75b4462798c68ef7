#!/usr/bin/env bash
# Puts the site on a fresh Debian (12 or newer), as root and from a checkout of this repository:
#
#   deploy/install.sh example.org [--no-start]
#
# Afterwards the site runs as a service behind nginx, with Debian's PostgreSQL (with --no-start it is ready to). Run again, it brings
# the unit and nginx's file up to date and restarts the site; settings, certificates and data that are there stay as they are.
set -euo pipefail

domain=${1:-}
start=${2:-}
if [[ ! $domain =~ ^[a-z0-9.-]+\.[a-z]+$ || ($start != '' && $start != --no-start) ]]; then
  echo "Name the address of the site: deploy/install.sh example.org" >&2
  exit 2
fi
if [[ $EUID -ne 0 ]]; then
  echo "Run this as root." >&2
  exit 2
fi

source_folder=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
code=/srv/site
tls=/etc/nginx/site-tls
node_folder=/opt/site-node

# What the site is called already stays as it is: a new name for nginx alone would refuse every login.
refuse_another_address() {
  if [[ ! -e $code/.env ]]; then return; fi
  local named
  named=$(sed -nE "s#^PUBLIC_URL=[\"']?https?://([^/:\"']+).*#\1#p" "$code/.env" | tail -n 1)
  if [[ -z $named || $named == "$domain" ]]; then return; fi
  echo "This site is $named (PUBLIC_URL in $code/.env), not $domain. Nothing was changed." >&2
  echo "To give it another address, set PUBLIC_URL=https://$domain there and run this again." >&2
  exit 2
}

say() { echo "==> $*"; }

# The version of Node on the path without its "v" and what follows, or 0.
node_major() { node --version 2>/dev/null | sed -E 's/^v([0-9]+).*/\1/' || echo 0; }

install_packages() {
  local missing=() package
  for package in nginx openssl git ca-certificates postgresql "$@"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
  done
  if [[ ${#missing[@]} -gt 0 ]]; then
    say "Installing ${missing[*]}"
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -qq --yes --no-install-recommends "${missing[@]}"
  fi
}

# The site brings the Node it runs on; to install itself it needs Node 20 or newer and npm. Debian 12 has an older one,
# which is enough to fetch the newer one from the package registry.
install_node() {
  if [[ -x $node_folder/bin/npm ]]; then return; fi
  if [[ $(node_major) -ge 20 ]] && command -v npm >/dev/null; then return; fi
  install_packages nodejs npm
  if [[ $(node_major) -ge 20 ]]; then return; fi
  local pinned
  pinned=$(sed -nE 's/.*"(node-linux-(x64|arm64))": "([^"]+)".*/\1 \3/p' "$source_folder/package.json" |
    grep "^node-linux-$(uname -m | sed 's/x86_64/x64/; s/aarch64/arm64/') " | head -n 1)
  say "Installing Node ${pinned#* } in $node_folder"
  npm install --global --no-audit --no-fund --prefix "$node_folder" "${pinned/ /@}"
  # By the new Node: this npm refuses the old one.
  PATH="$node_folder/bin:$PATH" npm install --global --no-audit --no-fund --prefix "$node_folder" npm@11
  # Also for whoever types `npm run backup`: /usr/local/bin comes before Debian's.
  for program in node npm npx; do ln -sfn "$node_folder/bin/$program" "/usr/local/bin/$program"; done
}

make_user() {
  if ! id site >/dev/null 2>&1; then
    say "Adding the user “site”"
    useradd --system --user-group --home-dir /var/lib/site --no-create-home --shell /usr/sbin/nologin site
  fi
  # As the unit would make them: a restore comes before the first start.
  install -d -m 700 -o site -g site /var/lib/site
  install -d -o site -g site /var/cache/site
}

copy_code() {
  if [[ -e $code/package.json ]]; then return; fi
  say "Copying the code to $code"
  # The checkout may be another user's.
  git -c safe.directory='*' clone --quiet "$source_folder" "$code"
  # Updates are pulled from where this checkout has them from.
  local origin
  if origin=$(git -c safe.directory='*' -C "$source_folder" remote get-url origin 2>/dev/null); then
    git -C "$code" remote set-url origin "$origin"
  fi
  chown -R site:site "$code"
}

write_settings() {
  if [[ -e $code/.env ]]; then return; fi
  say "Writing the settings to $code/.env"
  sed "s/example\.org/$domain/g" "$source_folder/deploy/systemd/site.env" | install -m 640 -o root -g site /dev/stdin "$code/.env"
}

# Debian's own server, reached by its socket: it lets the system's user site in as the role site, without a password. A site that
# has its data elsewhere, by its settings, keeps it there.
make_database() {
  if ! grep -q '^DATABASE_URL=.*host=/var/run/postgresql' "$code/.env"; then return; fi
  if ! runuser -u postgres -- psql -qc 'select 1' >/dev/null 2>&1; then
    # Where systemd does not run, nobody else starts it.
    pg_lsclusters --no-header | while read -r version name _; do pg_ctlcluster "$version" "$name" start; done
  fi
  in_postgres() { (cd / && runuser -u postgres -- psql -Atqc "$1"); }
  if [[ $(in_postgres "select count(*) from pg_database where datname = 'site'") == 1 ]]; then return; fi
  say "Creating the database “site”"
  in_postgres 'create role site login'
  in_postgres "create database site owner site template template0 encoding 'UTF8' locale 'C.UTF-8'"
  # Before rows are purged from the disk, the site asks whether anybody's transaction still keeps them.
  in_postgres 'grant pg_read_all_stats to site'
  # A statement that fails would be logged with the row, a member's record among others. The site logs it without.
  in_postgres "alter database site set log_min_messages = 'log'"
}

# nginx does not start without a certificate; this one lasts until a real one takes its place.
make_certificate() {
  if [[ -e $tls/fullchain.pem ]]; then
    if ! openssl x509 -in "$tls/fullchain.pem" -noout -checkhost "$domain" | grep -q 'does match'; then
      say "The certificate in $tls is not for $domain: get another one by step 3 below"
    fi
    return
  fi
  say "Making a temporary certificate"
  install -d -m 700 "$tls"
  openssl req -x509 -newkey rsa:2048 -nodes -days 90 -subj "/CN=$domain" -addext "subjectAltName=DNS:$domain" \
    -keyout "$tls/privkey.pem" -out "$tls/fullchain.pem" 2>/dev/null
}

install_nginx() {
  install -d /var/www/acme
  sed "s/example\.org/$domain/g" "$source_folder/deploy/nginx/site.conf" >/etc/nginx/sites-available/site
  ln -sfn ../sites-available/site /etc/nginx/sites-enabled/site
  nginx -t -q
}

install_unit() {
  install -m 644 "$source_folder/deploy/systemd/site.service" /etc/systemd/system/site.service
  local npm
  npm=$(PATH="$node_folder/bin:$PATH" command -v npm)
  if [[ $npm == /usr/bin/npm ]]; then return; fi
  install -d /etc/systemd/system/site.service.d
  printf '[Service]\nEnvironment=PATH=%s:/usr/bin:/bin\nExecStart=\nExecStart=%s start\n' "$(dirname "$npm")" "$npm" \
    >/etc/systemd/system/site.service.d/node.conf
}

start_services() {
  if [[ ! -d /run/systemd/system ]]; then
    say "systemd does not run here: nothing was started"
    return
  fi
  systemctl daemon-reload
  if [[ $start == --no-start ]]; then return; fi
  systemctl enable --quiet site nginx
  systemctl restart site
  systemctl reload-or-restart nginx
}

refuse_another_address
install_packages
install_node
make_user
copy_code
write_settings
make_database
make_certificate
install_nginx
install_unit
start_services

cat <<END

The site is installed. The first start takes a few minutes. Then:

1. The first administrator's login, shown once:   journalctl -u site | grep -A 4 'first administrator'
2. Email and other settings:                      edit $code/.env, then systemctl restart site
3. A certificate that browsers trust, once $domain leads to this machine:
     apt-get install certbot
     certbot certonly --webroot -w /var/www/acme -d $domain --deploy-hook 'systemctl reload nginx'
     ln -sfn /etc/letsencrypt/live/$domain/fullchain.pem $tls/fullchain.pem
     ln -sfn /etc/letsencrypt/live/$domain/privkey.pem $tls/privkey.pem
     systemctl reload nginx
4. Backups and everything else: docs/operations.md
END
