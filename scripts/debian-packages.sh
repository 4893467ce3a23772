#!/bin/sh
# debian-packages.sh PACKAGE…: installs what is missing of them. Those who ask at the same time wait for each other.
set -e
exec 9>/var/lock/werkschau-debian-packages
flock 9
dpkg -s "$@" >/dev/null 2>&1 && exit 0
export DEBIAN_FRONTEND=noninteractive
apt-get update -q
apt-get install -q -y -o DPkg::Lock::Timeout=120 --no-install-recommends "$@"
