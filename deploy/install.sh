#!/bin/sh
# Installs Akari on Debian or a relative of it, as a service of systemd with an account of its own.
# docs/install.md describes what it makes and how to use it.
set -eu

# The release workflow fills these in, so that each release's script installs that release.
RELEASES=""
VERSION=""

HOME_FOLDER=/opt/akari
SETTINGS=/etc/akari/akari.env
DATA=/var/lib/akari
UNIT=/etc/systemd/system/akari.service
COMMAND=/usr/local/bin/akari

usage() {
  cat <<'TEXT'
Usage: install.sh [install | update | uninstall] [options]

  install     (default) account, folders, service; starts it
  update      backs up, installs the release and restarts; goes back if it does not start
  uninstall   removes service and programs; keeps data and settings unless --purge is given

  --from PATH_OR_URL   the archive akari-VERSION-linux-ARCH.tar.gz, with its .sha256 beside it
  --no-backup          update without a backup
  --purge              uninstall also deletes /var/lib/akari and /etc/akari
TEXT
}

fail() {
  printf 'install.sh: %s\n' "$1" >&2
  exit 1
}

say() { printf '%s\n' "$1"; }

find_node() {
  node=$(command -v node) || fail "Node.js is missing: install version 24 as https://nodejs.org/en/download describes."
  node=$(readlink -f "$node")
  case $node in /root/* | /home/*)
    fail "$node is in a home folder, which the service cannot read: install Node.js for the system."
    ;;
  esac
  "$node" -e 'const [a, b] = process.versions.node.split(".").map(Number);
    process.exit(a >= 24 || (a === 22 && b >= 13) || (a === 20 && b >= 19) ? 0 : 1)' ||
    fail "$node is version $("$node" --version): install version 24, or 22.13 or a later 22."
}

# Sets $archive to a file whose checksum is right.
fetch_release() {
  case $(uname -m) in
    x86_64) arch=x64 ;;
    aarch64) arch=arm64 ;;
    *) fail "There is no release for $(uname -m)." ;;
  esac
  if [ -z "$from" ]; then
    [ -n "$RELEASES" ] || fail "Say which release: --from PATH_OR_URL."
    from="$RELEASES/v$VERSION/akari-$VERSION-linux-$arch.tar.gz"
  fi
  archive="$work/$(basename "$from")"
  for suffix in "" .sha256; do
    case $from in
      https://* | http://*) download "$from$suffix" "$archive$suffix" ;;
      *) cp "$from$suffix" "$archive$suffix" || fail "$from$suffix cannot be read." ;;
    esac
  done
  (cd "$work" && sha256sum --check --quiet "$(basename "$archive").sha256") ||
    fail "The checksum of $from is wrong."
}

download() {
  if command -v curl >/dev/null; then
    curl --fail --silent --show-error --location --output "$2" "$1" || fail "$1 cannot be loaded."
  else
    wget --quiet --output-document="$2" "$1" || fail "$1 cannot be loaded."
  fi
}

# Sets $release to the new release's folder, and $previous to that in use, or nothing.
unpack() {
  mkdir -p "$HOME_FOLDER/releases"
  name=$(tar -tzf "$archive" | head -n 1 | cut -d / -f 1)
  case $name in akari-*) ;; *) fail "$from is not a release of Akari." ;; esac
  release="$HOME_FOLDER/releases/$name"
  previous=$(readlink -f "$HOME_FOLDER/current" 2>/dev/null || true)
  [ "$previous" != "$release" ] || fail "$name is installed already."
  rm -rf "$release"
  tar -xzf "$archive" -C "$HOME_FOLDER/releases" --no-same-owner
  ln -s "$SETTINGS" "$release/.env"
  "$node" "$release/build/server/akari.js" help >/dev/null ||
    fail "$name does not run with $node ($("$node" --version))."
}

use() {
  ln -sfn "$1" "$HOME_FOLDER/next"
  mv -T "$HOME_FOLDER/next" "$HOME_FOLDER/current"
  sed "s#^ExecStart=/usr/bin/node#ExecStart=$node#" "$1/deploy/akari.service" >"$UNIT"
  systemctl daemon-reload
}

make_account() {
  getent passwd akari >/dev/null ||
    useradd --system --user-group --home-dir "$DATA" --shell /usr/sbin/nologin akari
  install -d -o akari -g akari -m 700 "$DATA"
  install -d -o root -g akari -m 750 "$(dirname "$SETTINGS")"
  if [ ! -e "$SETTINGS" ]; then
    printf '# Settings: %s/current/.env.example lists all.\nDATA_DIR=%s\n' "$HOME_FOLDER" "$DATA" \
      >"$SETTINGS"
    chown root:akari "$SETTINGS"
    chmod 640 "$SETTINGS"
  fi
  cat >"$COMMAND" <<TEXT
#!/bin/sh
# Runs a command of Akari with the service's account and settings.
cd $HOME_FOLDER/current
exec runuser -u akari -- env NODE_ENV=production PATH="$(dirname "$node"):/usr/bin:/bin" \\
  $HOME_FOLDER/current/bin/akari "\$@"
TEXT
  chmod 755 "$COMMAND"
}

# As the service reads it: the last line of a name counts.
setting() {
  value=$(sed -n "s/^$1=//p" "$SETTINGS" | tail -n 1 | tr -d "\"'")
  printf '%s' "${value:-$2}"
}

# Where the service listens, as this machine reaches it.
site_url() {
  host=$(setting HOST 127.0.0.1)
  case $host in
    0.0.0.0 | ::) host=127.0.0.1 ;;
    *:*) host="[$host]" ;;
  esac
  printf 'http://%s:%s' "$host" "$(setting PORT 3000)"
}

# Migrations may take minutes, so only an end of the service is a failure.
wait_until_ready() {
  url="$(site_url)/readyz"
  while ! "$node" -e 'fetch(process.argv[1]).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))' "$url"; do
    systemctl is-active --quiet akari || return 1
    sleep 1
  done
}

do_install() {
  [ ! -e "$HOME_FOLDER/current" ] || fail "Akari is installed already: use update."
  for file in package.json .env .data; do
    [ ! -e "$HOME_FOLDER/$file" ] ||
      fail "$HOME_FOLDER is a clone: move it elsewhere, its .env to $SETTINGS and its DATA_DIR to $DATA first."
  done
  find_node
  fetch_release
  unpack
  make_account
  use "$release"
  systemctl enable --quiet --now akari
  wait_until_ready || fail "Akari does not start: see journalctl -u akari."
  say "Akari runs at $(site_url). The owner's link is in: journalctl -u akari"
}

do_update() {
  [ -e "$HOME_FOLDER/current" ] || fail "Akari is not installed."
  find_node
  fetch_release
  unpack
  if [ "$backup" = yes ]; then
    "$COMMAND" backup || fail "The backup failed, and nothing was changed. --no-backup goes without."
  fi
  make_account
  use "$release"
  systemctl restart akari || true
  if ! wait_until_ready; then
    use "$previous"
    systemctl restart akari || true
    wait_until_ready ||
      fail "$name does not start, and neither does $(basename "$previous"): see journalctl -u akari. The backup is in $DATA/backups; akari restore FILE --replace restores it."
    fail "$name does not start, so $(basename "$previous") runs again: see journalctl -u akari."
  fi
  # The one before stays, to go back to.
  for folder in "$HOME_FOLDER"/releases/*; do
    [ "$folder" = "$release" ] || [ "$folder" = "$previous" ] || rm -rf "$folder"
  done
  say "$name runs."
}

do_uninstall() {
  systemctl disable --quiet --now akari 2>/dev/null || true
  rm -f "$UNIT" "$COMMAND"
  systemctl daemon-reload
  rm -rf "$HOME_FOLDER/releases" "$HOME_FOLDER/current" "$HOME_FOLDER/next"
  rmdir "$HOME_FOLDER" 2>/dev/null || true
  if [ "$purge" = yes ]; then
    rm -rf "$DATA" "$(dirname "$SETTINGS")"
    userdel akari 2>/dev/null || true
    say "Akari and its data are removed."
  else
    say "Akari is removed. Its data is in $DATA, its settings in $SETTINGS."
  fi
}

action=install from="" backup=yes purge=no
while [ $# -gt 0 ]; do
  case $1 in
    install | update | uninstall) action=$1 ;;
    --from)
      [ $# -gt 1 ] || fail "--from needs a path or URL."
      from=$2
      shift
      ;;
    --no-backup) backup=no ;;
    --purge) purge=yes ;;
    -h | --help)
      usage
      exit 0
      ;;
    *)
      usage >&2
      fail "Unknown: $1"
      ;;
  esac
  shift
done

[ "$(id -u)" = 0 ] || fail "Run this as root."
command -v systemctl >/dev/null || fail "This system has no systemd."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"do_$action"
