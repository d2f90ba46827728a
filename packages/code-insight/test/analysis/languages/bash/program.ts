/** A small program in Bash. */
export const PROGRAM: Readonly<Record<string, string>> = {
  'lib/log.sh': `log() {
  echo "$1"
}
`,
  'lib/store.sh': `put() {
  log "put $1"
}
`,
  'run.sh': `#!/usr/bin/env bash
# Sells what is in the cart.
set -euo pipefail

source "$(dirname "$0")/lib/log.sh"
. lib/store.sh

LIMIT=3
readonly NAME="till"

# Adds an item.
add() {
  local item="$1"
  if check "$item"; then
    log "added $(pad "$item")"
  fi
  put "$item" | sort
}

function check {
  [[ -n "$1" ]] && return 0
}

pad() { printf '%s' "$1"; }

add tea
echo "add nothing"
`,
}
