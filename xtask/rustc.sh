#!/bin/sh
# What cargo starts in place of rustc (`.cargo/config.toml`). Before anything is compiled, cargo asks
# for the version: then it is the time to say what this machine lacks.
if [ "$2" = -vV ] && ! command -v cc > /dev/null; then
    echo "propp needs a C compiler (cc), which is not here: install one, such as by" \
        "\`apt-get install build-essential\` or \`dnf install gcc gcc-c++\`" >&2
    exit 1
fi
# Panics name files of dependencies: they are in what is shipped, and whose machine built it is not.
exec "$@" "--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo"
