#!/bin/sh
# Builds emp-sh2pc (https://github.com/emp-toolkit) in a folder, and compares two numbers with it in
# two processes, so often. Needs git, g++ and OpenSSL's headers.
# usage: emp.sh FOLDER [RUNS]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
[ $# -ge 1 ] || fail "usage: emp.sh FOLDER [RUNS]"
need git g++
runs=${2:-15}
mkdir -p "$1"
cd "$1"
get emp-toolkit/emp-tool 1eef346 emp-tool ':!*.txt' # of circuits, which this does not use
get emp-toolkit/emp-ot c441adf emp-ot
get emp-toolkit/emp-sh2pc c57fdcf emp-sh2pc
[ -x emp ] || g++ -w -std=c++20 -O3 -march=native '-DEMP_CIRCUIT_PATH=""' -Iemp-tool -Iemp-ot -Iemp-sh2pc \
	"$here/emp.cpp" emp-tool/emp-tool/emp-tool.cpp emp-tool/emp-tool/circuits/circuit.cpp emp-tool/emp-tool/crypto/ec.cpp \
	emp-ot/emp-ot/ot_extension/iknp.cpp -lssl -lcrypto -lpthread -o emp ||
	fail "it does not build; on Debian it needs g++ and libssl-dev"
for run in $(seq "$runs"); do
	port=$((20000 + $$ % 20000 + run))
	./emp 1 $port >alice &
	sleep 0.1
	./emp 2 $port >bob
	wait
	cat alice bob
done >all
awk '/^larger/ && ($2 != 1 || $3 != 0) { exit 1 }' all || fail "wrong result; see $PWD/all"
both() { awk -v what="$1" '$1 == what { sum += $3; if (++n % 2 == 0) { printf "%.3f\n", sum; sum = 0 } }' all; }
both setup | spread "setup, processor of both" ms
both comparison | spread "comparison, processor of both" ms
awk '/Sent/ { sent[++s] = $3 } END { print "bytes sent by both, in all", sent[1] + sent[2] }' all
