#!/bin/bash
# Builds markkurossi/mpc (https://github.com/markkurossi/mpc) in a folder, and runs GMW with it in a
# process for each party, so often: an auction of six, and a sum of six vectors of 16 numbers of 10
# bits. Needs git, bash and Go.
# usage: mpc.sh FOLDER [RUNS]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
[ $# -ge 1 ] || fail "usage: mpc.sh FOLDER [RUNS]"
need git go
runs=${2:-15}
mkdir -p "$1"
cd "$1"
get markkurossi/mpc 9c484ce . ':!*.circ' ':!*.mpclc' # circuits, which this does not use
[ -x garbled ] || (cd mpc && go build -o ../garbled ./apps/garbled) || fail "it does not build; see what go says above"

# session PROGRAM RESULT INPUT…: prints the processor time of all parties in milliseconds.
session() {
	program=$1 want=$2
	shift 2
	port=$((20000 + RANDOM % 20000)) party=0
	for input; do
		leader=
		[ $party = 0 ] || leader="-leader 127.0.0.1:$port"
		(TIMEFORMAT='processor %U %S'
			time timeout 120 ./garbled -Wnone -v -pkgpath mpc/pkg -gmw $party -num-parties $# $leader \
				-addr 127.0.0.1:$((port + party)) -i "$input" "$here/$program.mpcl") >"$program.$party" 2>&1 &
		sleep 0.2
		party=$((party + 1))
	done
	wait
	grep -qF "$want" "$program.0" || fail "no result, or a wrong one; see $PWD/$program.0"
	awk '/^processor/ { sum += $2 + $3 } END { printf "%d\n", 1000 * sum }' "$program".[0-9]
}
several() {
	name=$1
	shift
	for run in $(seq "$runs"); do session "$@"; done | spread "$name, processor of all six" ms
	sed -n 's/\x1b\[[0-9;]*m//g; s/.*Sent[^0-9]*[0-9.]*%[^0-9]*\([0-9]*[kMG]*B\)[^0-9]*\([0-9]*[kMG]*B\).*/sent by each party: \1, and \2 for triples that do not depend on inputs/p' "$1.0"
}
several "an auction of 6, bids of 4 bits" auction "Result[1]: 3" 3 7 2 10 9 1
several "6 vectors of 16 numbers of 10 bits" sum "Result[0]: [21 0" 1 2 3 4 5 6
