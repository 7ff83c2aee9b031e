# Functions of .ci/run and .ci/long: steps, skipped parts, and the list of skipped parts at the end.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
skipped=()
unset GLULAM # the scripts of tests/clients test the engine of this tree
if [ -z "${GLULAM_DATA:-}" ] && [ -d ../shared/data ]; then export GLULAM_DATA="$PWD/../shared/data"; fi

# Runs a command, and prints the seconds since the start of the script before it. A command that fails ends the script.
step() { printf '\n== %s s: %s\n' "$SECONDS" "$*"; "$@"; }

skip() { skipped+=("$*"); printf '\n== skipped: %s\n' "$*"; }

fail() { printf '\nFAILED: %s\n' "$*"; exit 1; }

has() { command -v "$1" > /dev/null; }

# Whether this directory is a git checkout. An unpacked archive of the sources is none.
in_git() { has git && git ls-files --error-unmatch Cargo.toml > "$scratch/git" 2>&1; }

# Runs `cargo test` with these arguments. It is an error if no test ran, for example because a filter matches no name.
tests() {
    step cargo test --locked "$@" | tee "$scratch/tests"
    [ "$(passed)" -gt 0 ] || fail "cargo test $* ran no test"
}

passed() { awk '/^test result: ok/ { sum += $4 } END { print sum + 0 }' "$scratch/tests"; }

# Runs the #[ignore = "REASON"] tests whose reasons `grep` finds with these arguments.
ignored_tests() {
    local names
    find src tests -name '*.rs' -exec awk '
        /^ *#\[ignore/ { reason = $0 }
        reason && /fn / { sub(/.*fn /, ""); sub(/\(.*/, ""); print $0 "\t" reason; reason = "" }' {} + > "$scratch/ignored"
    names=$(grep "$@" "$scratch/ignored" | cut -f 1) || fail "no ignored test has the reason $*"
    tests --tests -- --ignored $names
    [ "$(passed)" -ge "$(wc -w <<< "$names")" ] || fail "some of the ignored tests above did not run"
}

# Runs a script of tests/clients. Each part that the script itself skips counts as skipped.
client() {
    step python3 "tests/clients/$1" "${@:2}" 2>&1 | tee "$scratch/client"
    while read -r reason; do skip "$1: $reason"; done < <(
        sed -n "s/.* skipped ['\"]\(.*\)['\"]\$/\1/p; s/^skipped: //p" "$scratch/client" | sort -u)
}

# A result for a changed working tree says nothing about the commit.
clean_tree() {
    if in_git && [ -n "$(git status --porcelain)" ]; then
        git status --short
        fail "$1"
    fi
}

# Lists the skipped parts. With CI_STRICT=1 a skipped part is an error.
finish() {
    clean_tree "a test has changed the working tree: see the files above"
    if [ ${#skipped[@]} -eq 0 ]; then
        printf '\nall checks passed, 0 parts skipped\n'
        exit
    fi
    printf '\nall checks that ran have passed, %s parts skipped:\n' "${#skipped[@]}"
    printf -- '- %s\n' "${skipped[@]}"
    [ "${CI_STRICT:-0}" = 0 ] || fail "parts were skipped, and CI_STRICT is set"
}
