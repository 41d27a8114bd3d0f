#!/bin/sh
# Inside a network and mounts of its own (unshare -n -m): gives this machine addresses of the public internet and of every private
# kind, so that what may be reached and what may not are both really there, and runs the command.
set -e
ip link set lo up
for address in 45.67.89.10 45.67.89.11 10.9.8.7 172.16.5.5 192.168.77.7 169.254.169.254 100.64.1.1 198.18.0.1 192.0.2.1; do
  ip addr add "$address/32" dev lo
done
for address in 2606:4567:89ab::10 fd00::7 2606:4700::5efe:7f00:1 2002:7f00:1:: 64:ff9b::7f00:1; do
  ip -6 addr add "$address/128" dev lo nodad
done
mount --bind "$(dirname "$0")/resolv.conf" /etc/resolv.conf
export AKARI_OWN_NETWORK=1
exec "$@"
