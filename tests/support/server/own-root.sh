#!/bin/sh
# Runs "$@" in a root of its own in the folder $1: writes to /etc, /opt, /var, /tmp and
# /usr/local/bin stay in it. For root, in a mount namespace of its own.
set -eu
root=$1
shift
mkdir -p "$root/opt" "$root/var/lib" "$root/var/tmp" "$root/tmp" "$root/home" "$root/local-bin"
chmod 1777 "$root/tmp"
[ -d "$root/etc" ] || cp -a /etc "$root/etc"
[ -n "$(ls "$root/local-bin")" ] || cp -a /usr/local/bin/. "$root/local-bin/"
for folder in /bin /lib /lib64 /sbin /usr /dev /proc /sys /run; do
  [ -e "$folder" ] || continue
  if [ -L "$folder" ]; then
    [ -L "$root$folder" ] || cp -a "$folder" "$root$folder"
  else
    mkdir -p "$root$folder"
    mount --rbind "$folder" "$root$folder"
  fi
done
for folder in /opt/*; do
  [ -d "$folder" ] || continue
  [ "$folder" != /opt/akari ] || continue
  mkdir -p "$root$folder"
  mount --rbind "$folder" "$root$folder"
done
mount --bind "$root/local-bin" "$root/usr/local/bin"
exec chroot "$root" "$@"
