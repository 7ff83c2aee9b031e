#!/usr/bin/env bash
# Writes the manual pages, shell completions and JSON Schema of a release: .github/share.sh ENGINE FOLDER.
# The engine itself says which commands and shells exist, so this script has no list of them.
set -euo pipefail
engine=$(realpath "$1")
mkdir -p "$2"/{man/man1,completions,schemas}
cd "$2"

# Names in the list "Commands:" of the help. A description that continues on the next line has a deeper indent.
commands() { "$engine" "$@" --help | sed -n '/^Commands:/,/^$/ s/^  \([a-z]\{1,\}\) .*/\1/p' | grep -vx help; }

# Writes the manual page of one command.
describe() {
    local name="$*"
    name=${name// /-}
    "$engine" man "$@" > "man/man1/engine-$name.1"
}

"$engine" man > man/man1/engine.1
for command in $(commands); do
    describe "$command"
    for subcommand in $(commands "$command" || true); do describe "$command" "$subcommand"; done
done

# Zsh finds a completion by the name _engine; PowerShell runs files that end in .ps1.
for shell in $("$engine" completions --help | tr '\n' ' ' | sed 's/.*possible values: \([^]]*\)\].*/\1/; s/,//g'); do
    "$engine" completions "$shell" > "completions/engine.$shell"
done
mv completions/engine.zsh completions/_engine
mv completions/engine.powershell completions/engine.ps1
"$engine" analyse --schema > schemas/analyse.json

# An empty list above means that the help has a new form.
for folder in man/man1 completions; do
    [ "$(find "$folder" -type f -size +0 | wc -l)" -ge 5 ] || { echo "$folder has too few files" >&2; exit 1; }
done
[ -z "$(find . -type f -empty)" ] || { echo "a file is empty" >&2; exit 1; }
