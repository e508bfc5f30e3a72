#!/usr/bin/env bash
# Installs truth-eval of this action's own revision into an environment of its own, beside whatever the job uses.
set -euo pipefail

environment=$RUNNER_TEMP/truth-eval
for python in "${pythonLocation:-}/bin/python" python3 python; do
  if command -v "$python" > /dev/null && "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    "$python" -m venv "$environment"
    break
  fi
done
if [[ ! -d $environment ]]; then
  echo "::error::truth-eval needs Python 3.11 or newer. Put a step with actions/setup-python before it."
  exit 2
fi
binaries=$environment/bin
[[ -d $binaries ]] || binaries=$environment/Scripts # on Windows
"$binaries/python" -m pip install --quiet --disable-pip-version-check "$GITHUB_ACTION_PATH"
echo "INSTALLED_TRUTH_EVAL=$binaries/truth-eval" >> "$GITHUB_ENV"
