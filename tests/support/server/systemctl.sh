#!/bin/sh
# Stands in for systemd, which containers lack: starts the unit's command in its folder with its
# settings and account. `reload` and `enable` have no effect of their own.
unit=/etc/systemd/system/akari.service
pid_file=/tmp/akari.pid
get() { sed -n "s/^$1=-\{0,1\}//p" "$unit"; }
is_active() { [ -e "$pid_file" ] && kill -0 "$(cat "$pid_file")" 2>/dev/null; }
stop() {
  is_active || return 0
  kill "$(cat "$pid_file")"
  while is_active; do sleep 0.1; done
  rm -f "$pid_file"
}
start() {
  cd "$(get WorkingDirectory)" || exit 1
  setpriv --reuid="$(get User)" --regid="$(get Group)" --init-groups \
    env $(get Environment) $(grep -v '^#' "$(get EnvironmentFile)") \
    sh -c "exec $(get ExecStart)" >>/tmp/akari.log 2>&1 &
  echo $! >"$pid_file"
}
case "$*" in
  daemon-reload) ;;
  "enable --quiet --now akari") start ;;
  "restart akari") stop && start ;;
  "disable --quiet --now akari") stop ;;
  "is-active --quiet akari") is_active ;;
  *)
    echo "systemctl: $*" >&2
    exit 1
    ;;
esac
