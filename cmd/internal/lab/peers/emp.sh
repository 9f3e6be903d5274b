#!/bin/sh
# Builds emp-sh2pc (https://github.com/emp-toolkit) in a folder, and compares two numbers with it in
# two processes, so often. Needs git, g++ and OpenSSL's headers.
# usage: emp.sh FOLDER [RUNS]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
runs=${2:-15}
mkdir -p "$1"
cd "$1"
get() {
	[ -d "$1" ] && return
	git clone -q "https://github.com/emp-toolkit/$1"
	git -C "$1" checkout -q "$2"
}
get emp-tool 1eef346
get emp-ot c441adf
get emp-sh2pc c57fdcf
[ -x emp ] || g++ -w -std=c++20 -O3 -march=native '-DEMP_CIRCUIT_PATH=""' -Iemp-tool -Iemp-ot -Iemp-sh2pc \
	"$here/emp.cpp" emp-tool/emp-tool/emp-tool.cpp emp-tool/emp-tool/circuits/circuit.cpp emp-tool/emp-tool/crypto/ec.cpp \
	emp-ot/emp-ot/ot_extension/iknp.cpp -lssl -lcrypto -lpthread -o emp
for run in $(seq "$runs"); do
	port=$((20000 + $$ % 20000 + run))
	./emp 1 $port >alice &
	sleep 0.1
	./emp 2 $port >bob
	wait
	cat alice bob
done >all
awk '
function sorted(list, n,   i, j, x) { for (i = 2; i <= n; i++) { x = list[i]; for (j = i; j > 1 && list[j-1] > x; j--) list[j] = list[j-1]; list[j] = x } }
function say(what, list, n) { sorted(list, n); printf "%-34s least %.3f ms, quartiles %.3f, %.3f, %.3f\n", what, list[1], list[int((n+3)/4)], list[int((n+1)/2)], list[int((3*n+1)/4)] }
/^setup/ { cpu[++c] = $3; if (c % 2 == 0) setup[c/2] = cpu[c] + cpu[c-1] }
/^comparison/ { compare[++k] = $3; if (k % 2 == 0) both[k/2] = compare[k] + compare[k-1] }
/^larger/ { if ($2 != 1 || $3 != 0) { print "wrong result"; exit 1 } }
/Sent/ { sent[++s] = $3 }
END { say("setup, processor of both", setup, c/2); say("comparison, processor of both", both, k/2); print "bytes sent by both, in all", sent[1] + sent[2] }' all
