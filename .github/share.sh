#!/usr/bin/env bash
# Writes the manual pages, shell completions and JSON schemas of a release: .github/share.sh ENGINE FOLDER.
# The engine itself says which commands, shells and schemas exist, so this script has no list of them.
set -euo pipefail
engine=$(realpath "$1")
mkdir -p "$2"/{man/man1,completions,schemas}
cd "$2"

# Names in the list "Commands:" of the help. A description that continues on the next line has a deeper indent.
commands() { "$engine" "$@" --help | sed -n '/^Commands:/,/^$/ s/^  \([a-z]\{1,\}\) .*/\1/p' | grep -vx help; }

# Long options of a command.
options() { "$engine" "$@" --help | grep -oE '^ +(-[A-Za-z], +)?--[a-z-]+' | grep -oE -- '--[a-z-]+'; }

# Prints the schema for these arguments, or fails if there is none.
schema() { "$engine" "$@" < /dev/null 2> errors | grep . ; }

# Writes the manual page and the schemas of one command. An option such as --ladder has a schema of its own if the
# schema differs from the command's.
describe() {
    local name="$*" option
    name=${name// /-}
    "$engine" man "$@" > "man/man1/engine-$name.1"
    if schema "$@" --schema > "schemas/$name.json"; then
        for option in $(options "$@"); do
            schema "$@" "$option" --schema > other || continue
            cmp -s other "schemas/$name.json" || cp other "schemas/$name$option.json"
        done
    else
        rm "schemas/$name.json"
    fi
    schema "$@" --request-schema > "schemas/$name-request.json" || rm "schemas/$name-request.json"
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
rm -f errors other

# An empty list above means that the help has a new form.
for folder in man/man1 completions schemas; do
    [ "$(find "$folder" -type f -size +0 | wc -l)" -ge 5 ] || { echo "$folder has too few files" >&2; exit 1; }
done
[ -z "$(find . -type f -empty)" ] || { echo "a file is empty" >&2; exit 1; }
