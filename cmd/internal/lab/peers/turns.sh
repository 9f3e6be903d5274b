#!/bin/sh
# Benchmarks clashes between two programs and the garbled circuits of others in turns, so often. Whatever can't be fetched or
# built here says why, and is left out. Needs Go, and what the scripts need that it runs.
# usage: turns.sh FOLDER [ROUNDS]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
[ $# -ge 1 ] || fail "usage: turns.sh FOLDER [ROUNDS]"
need go
mkdir -p "$1"
folder=$(cd "$1" && pwd)
(cd "$here" && go build -o "$folder/darkjunqi-lab" ../../../darkjunqi-lab)
for round in $(seq "${2:-3}"); do
	"$folder/darkjunqi-lab" bench --runs 1 | sed -n '/^Between/,$p'
	for script in ag2pc.sh emp.sh mpc.sh; do
		echo "$script:"
		"$here/$script" "$folder/$script.d" || echo "$script is left out"
	done
done
