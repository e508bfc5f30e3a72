#!/usr/bin/env bash
# Runs truth-eval with the inputs of the action, which stand in INPUT_ variables.
set -euo pipefail

cd "${INPUT_WORKING_DIRECTORY:-.}"

# Words and quotes as in a shell, but nothing is expanded or run.
arguments=()
while IFS= read -r -d '' word; do
  arguments+=("$word")
done < <(if [[ $INPUT_ARGS == *[![:space:]]* ]]; then printf '%s' "$INPUT_ARGS" | xargs printf '%s\0'; fi)

if [[ -n $INPUT_OUTPUT ]]; then
  mkdir -p "$(dirname -- "$INPUT_OUTPUT")"
  arguments+=(--format "$INPUT_FORMAT:$INPUT_OUTPUT")
fi
log=$RUNNER_TEMP/truth-eval.json
arguments+=(--format "json:$log" --format github:-)
if [[ $INPUT_JOB_SUMMARY != true ]]; then
  unset GITHUB_STEP_SUMMARY
fi

code=0
"$INSTALLED_TRUTH_EVAL" "${arguments[@]}" || code=$?
echo "exit_code=$code" >> "$GITHUB_OUTPUT"

if [[ $INPUT_FAIL_IF_EMPTY == true && $code == 0 ]] && ! grep -q '"status": "\(complete\|incomplete\)"' "$log"; then
  echo "::error::No claim could be checked, and failIfEmpty is set."
  exit 1
fi
if [[ $INPUT_FAIL == true || $code == 2 ]]; then
  exit "$code"
fi
