# What the scripts beside it share: they source it.
fail() {
	echo "$0: $*" >&2
	exit 1
}

# need COMMAND…: each must be there.
need() {
	for command; do
		command -v "$command" >/dev/null || fail "it needs $command; install it and try again"
	done
}

# get OWNER/NAME COMMIT PATH…: those paths of a commit, in the folder NAME. Copies elsewhere than
# at GitHub are found by git's own url.<base>.insteadOf.
get() {
	name=${1#*/} source=$1 commit=$2
	shift 2
	[ ! -d "$name" ] || return 0
	rm -rf "$name.part"
	git clone -q --no-checkout "https://github.com/$source" "$name.part" ||
		fail "https://github.com/$source can't be cloned; see what git says above"
	git -C "$name.part" checkout -q "$commit" -- "$@" ||
		fail "this copy of $source lacks commit $commit, or files of it (mirrors may omit large ones); clone it from GitHub, into $PWD/$name"
	mv "$name.part" "$name"
}

# least and quartiles of numbers, one a line, with a name and a unit.
spread() {
	sort -n | awk -v what="$1" -v unit="$2" '{ v[NR] = $1 } END {
		if (!NR) { print what ": nothing was measured"; exit 1 }
		printf "%-44s least %s %s, quartiles %s, %s, %s (%d times)\n", what, v[1], unit, v[int((NR+3)/4)], v[int((NR+1)/2)], v[int((3*NR+1)/4)], NR }'
}
