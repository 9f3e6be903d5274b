#!/bin/sh
# Builds emp-ag2pc (https://github.com/emp-toolkit) in a folder, and resolves so many clashes of
# Junqi's usual pieces with it, between two processes of two threads each. Needs git, g++ and OpenSSL's headers.
# usage: ag2pc.sh FOLDER [CLASHES]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
[ $# -ge 1 ] || fail "usage: ag2pc.sh FOLDER [CLASHES]"
need git g++
clashes=${2:-200}
mkdir -p "$1"
cd "$1"
get emp-toolkit/emp-tool 2ea73a3 emp-tool ':!*.txt' # of circuits, which this does not use
get emp-toolkit/emp-ot 842da83 emp-ot
get emp-toolkit/emp-ag2pc a245ca0 emp-ag2pc
[ -x ag2pc ] || g++ -w -std=c++20 -O3 -march=native -Iemp-tool -Iemp-ot -Iemp-ag2pc \
	"$here/ag2pc.cpp" emp-tool/emp-tool/runtime/crypto/ec.cpp emp-ot/emp-ot/ot_extension/iknp.cpp \
	emp-ot/emp-ot/ot_extension/softspoken/softspoken.cpp -lssl -lcrypto -lpthread -o ag2pc ||
	fail "it does not build; on Debian it needs g++ and libssl-dev"
EMP_PORT=$((20000 + $$ % 20000))
export EMP_PORT
./ag2pc 1 "$clashes" >red &
sleep 0.5
./ag2pc 2 "$clashes" >blue
wait
[ "$(grep -c ^clash red)" = "$clashes" ] && ! grep -q ^wrong red blue || fail "wrong results; see $PWD/red and $PWD/blue"
grep ^clash red >r
grep ^clash blue >b
cut -d' ' -f2 r | spread "a clash, wall" ms
paste -d' ' r b | awk '{ print $3 + $6 }' | spread "a clash, processor of both" ms
