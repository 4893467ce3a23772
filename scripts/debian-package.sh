#!/bin/sh
# debian-package.sh [amd64|arm64] [FOLDER]: makes werkschau_VERSION_ARCHITECTURE.deb of dist/, of what runs of the packages in
# package-lock.json and of the Node among them. Either architecture can be made on the other.
set -eu
umask 022
cd "$(dirname "$0")/.."
arch=${1:-$(dpkg --print-architecture)}
folder=${2:-.}
case $arch in
  amd64) cpu=x64 ;;
  arm64) cpu=arm64 ;;
  *) echo "There is no package for $arch: amd64 or arm64" >&2; exit 2 ;;
esac
test -f dist/server/main.js && test -f dist/web/index.html || { echo 'dist/ is missing: npm run build:web, npm run build:server' >&2; exit 1; }
# Equal sources make equal packages.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}
export SOURCE_DATE_EPOCH
# 3.0.0-rc.1 is older than 3.0.0: Debian writes ~ for that.
version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' package.json | sed 's/-/~/')
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
lib=$root/usr/lib/werkschau
units=$root/usr/lib/systemd/system
doc=$root/usr/share/doc/werkschau
chmod 755 "$root"
mkdir -p "$lib/bin" "$units" "$doc" "$root/usr/bin" "$root/etc/werkschau" "$root/DEBIAN"

cp package.json package-lock.json .npmrc "$lib"
(cd "$lib" && npm ci --omit=dev --os=linux --cpu=$cpu --libc=glibc --ignore-scripts --no-audit --loglevel=error)
mv "$lib/node_modules/node-linux-$cpu/bin/node" "$lib/bin/node"
(cd "$lib" && sh "$OLDPWD/scripts/prune-modules.sh" $cpu)
rm "$lib/package-lock.json" "$lib/.npmrc"
# The sources as well: commands such as server/start/backup.ts run from them.
cp -R dist contract server "$lib"
find "$lib/dist" "$lib/contract" "$lib/server" \( -name '*.map' -o -name '*.test.ts' -o -name .built-from \) -delete

cp CHANGELOG.md docs/*.md "$doc"
cp deployment/debian/copyright "$doc"
for unit in werkschau.service werkschau-backup.service werkschau-backup.timer; do
  sed -e '/^# .etc.systemd/d' -e 's|/opt/werkschau/node_modules/.bin/node|/usr/lib/werkschau/bin/node|' \
    -e 's|/opt/werkschau/docs|/usr/share/doc/werkschau|' -e 's|/opt/werkschau|/usr/lib/werkschau|' \
    -e 's|/etc/werkschau.env|/etc/werkschau/werkschau.env|' "deployment/$unit" >"$units/$unit"
done
if grep -r /opt/ "$units"; then echo 'A unit names a folder that the package does not have' >&2; exit 1; fi
# The command has the variables of the unit.
sed -n 's/^Environment=//p' "$units/werkschau.service" | tr ' ' '\n' >"$lib/defaults.env"
install -m 755 deployment/debian/werkschau "$root/usr/bin/werkschau"
install -m 640 deployment/debian/werkschau.env "$root/etc/werkschau/werkschau.env"

for script in postinst prerm postrm; do install -m 755 "deployment/debian/$script" "$root/DEBIAN/$script"; done
echo /etc/werkschau/werkschau.env >"$root/DEBIAN/conffiles"
sed -e "s/@VERSION@/$version/" -e "s/@ARCHITECTURE@/$arch/" -e "s/@SIZE@/$(du -sk "$root/usr" | cut -f1)/" deployment/debian/control >"$root/DEBIAN/control"
chmod -R u+rwX,go+rX,go-w "$root/usr"
mkdir -p "$folder"
dpkg-deb --root-owner-group --build "$root" "$folder/werkschau_${version}_$arch.deb"
