#!/bin/sh
# Makes and checks ballots for one of 4 with Helios (https://github.com/benadida/helios-server), so
# often. Needs git, Python 3 and pycryptodome.
# usage: helios.sh FOLDER [RUNS]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
[ $# -ge 1 ] || fail "usage: helios.sh FOLDER [RUNS]"
need git
runs=${2:-20}
mkdir -p "$1"
cd "$1"
get benadida/helios-server c7d5e60 helios
for python in python3 /usr/bin/python3 none; do
	[ $python != none ] || fail "it needs Python 3 with pycryptodome (on Debian: python3-pycryptodome)"
	$python -c 'import Crypto' 2>/dev/null || $python -c 'import Cryptodome' 2>/dev/null || continue
	break
done
$python "$here/helios.py" helios-server "$runs" >all 2>errors || fail "it failed; see $PWD/errors"
for what in make check; do
	sed -n "s/^$what //p" all | spread "$what a ballot for one of 4, processor" ms
done
sed -n 's/^bytes/bytes of a ballot/p' all
