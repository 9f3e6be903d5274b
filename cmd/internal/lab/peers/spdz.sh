#!/bin/bash
# Builds MP-SPDZ (https://github.com/data61/MP-SPDZ) in a folder, and runs its malicious Shamir
# protocol (any two of six parties may cheat) in a process for each party, so often: an auction of
# six, and a sum of six vectors of 16 numbers of 10 bits. Needs git, bash, g++, make, Python 3, and the
# headers of GMP, libsodium, OpenSSL and Boost. To build takes ten minutes of a processor.
# usage: spdz.sh FOLDER [RUNS]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
[ $# -ge 1 ] || fail "usage: spdz.sh FOLDER [RUNS]"
need git g++ make python3 openssl
runs=${2:-15}
mkdir -p "$1"
cd "$1"
get data61/MP-SPDZ 3a0a7b1 .
cd MP-SPDZ
if [ ! -x malicious-shamir-party.x ]; then
	printf 'CXX = g++\nUSE_KOS = 1\nMY_CFLAGS = -Wno-error\nGDEBUG =\n' >CONFIG.mine # without oblivious transfers, which this does not use
	make malicious-shamir-party.x >make.log 2>&1 ||
		fail "it does not build; on Debian it needs libgmp-dev libsodium-dev libssl-dev libboost-{dev,filesystem-dev,iostreams-dev,thread-dev}; see $PWD/make.log"
fi
[ -f Player-Data/P5.pem ] || Scripts/setup-ssl.sh 6 >ssl.log 2>&1 || fail "no certificates; see $PWD/ssl.log"
cp "$here"/auction.mpc "$here"/sum.mpc Programs/Source/
for program in auction sum; do python3 compile.py $program >$program.log 2>&1 || fail "see $PWD/$program.log"; done

# session PROGRAM RESULT: prints the processor time of all parties in milliseconds.
session() {
	port=$((20000 + RANDOM % 20000))
	for party in 0 1 2 3 4 5; do
		(TIMEFORMAT='processor %U %S'
			time timeout 300 ./malicious-shamir-party.x -N 6 -p $party -pn $port "$1") >"$1.$party" 2>&1 &
	done
	wait
	grep -qF "$2" "$1.0" && ! grep -q 'check.*[1-9]' "$1.0" || fail "no result, or a wrong one; see $PWD/$1.0"
	awk '/^processor/ { sum += $2 + $3 } END { printf "%d\n", 1000 * sum }' "$1".[0-5]
}
several() {
	for run in $(seq "$runs"); do session "$2" "$3"; done | spread "$1, processor of all six" ms
	sed -n 's/^Global data sent = \([0-9.]* MB\).*/sent by all: \1/p' "$2.0"
}
for party in 0 1 2 3 4 5; do echo $((party == 3 ? 10 : party)) >Player-Data/Input-P$party-0; done
several "an auction of 6, bids of 4 bits" auction "highest 10 by 3"
for party in 0 1 2 3 4 5; do # each number is party + 1
	for entry in $(seq 16); do for bit in $(seq 0 9); do echo $(((party + 1) >> bit & 1)); done; done >Player-Data/Input-P$party-0
done
several "6 vectors of 16 numbers of 10 bits" sum "sum [21, 21,"
