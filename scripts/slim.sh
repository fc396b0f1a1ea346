#!/bin/sh
# Takes from a node_modules of the production image what only developers read, and the embedded
# PostgreSQL, which has no place beside DATABASE_URL.
set -eu
rm -rf "$1/@embedded-postgres" "$1/embedded-postgres" "$1/@postern"
# The reference is shown by one of the builds of Swagger UI.
rm -f "$1"/swagger-ui-dist/swagger-ui-es-* "$1"/swagger-ui-dist/swagger-ui.js
find "$1" -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \
  -o -name '*.md' -o -name '*.markdown' \) -delete
find "$1" -type d -empty -delete
