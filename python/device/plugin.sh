#!/usr/bin/env bash
# The pytest plugin on a GPU: a planted regression must fail, with its line and hint, and unchanged
# runs must pass. Needs nvcc, pytest and the package (installed, or in PYTHONPATH with PROPP_BINARY).
#
#     plugin.sh RUNS SECONDS [FOLDER]    # as many of the runs as end in so many seconds
set -u
runs=$1 seconds=$2 folder=${3:-$(mktemp -d)}
here=$(dirname "$(realpath "$0")")
mkdir -p "$folder" && cd "$folder" && cp "$here/test_transpose.py" "$here/transpose.cu" . || exit 1
for slow in "" -DSLOW; do
    nvcc -O3 -arch=native -lineinfo -shared -Xcompiler -fPIC $slow -o "transpose$slow.so" transpose.cu || exit 1
done

pytest() { # library, runs, seconds, options
    local library=$1 count=$2 limit=$3
    shift 3
    PYTHONUNBUFFERED=1 TRANSPOSE=$PWD/$library RUNS=$count PYTEST_DISABLE_PLUGIN_AUTOLOAD=1 timeout -k 5 "$limit" \
        python3 -m pytest -p propp._pytest_plugin -p no:cacheprovider --rootdir . --propp-require "$@" \
        test_transpose.py < /dev/null
}

pytest transpose.so 1 60 -q --propp-update --propp-keep kept || exit 1
baseline=.propp/test_transpose.py_test_transpose_0_.json
for ((run = 1; run < runs; run++)); do cp $baseline "${baseline/_0_/_${run}_}"; done

begun=$SECONDS
outcome=failed
pytest transpose-DSLOW.so 1 90 -q --propp-keep kept_slow && outcome=passed
echo "the regression $outcome, in $((SECONDS - begun)) s"

begun=$SECONDS
pytest transpose.so "$runs" "$seconds" -v > unchanged.log 2>&1
echo "unchanged: $(grep -c PASSED unchanged.log) passed, $(grep -cE '(FAILED|ERROR).*%' unchanged.log) failed," \
    "in $((SECONDS - begun)) s"
grep -E "^E  " unchanged.log
