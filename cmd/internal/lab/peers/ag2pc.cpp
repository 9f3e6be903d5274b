// Resolves clashes by emp-ag2pc: usage: ag2pc 1|2 CLASHES, with EMP_PORT. Prints the wall and the
// processor time of each in milliseconds, the two types and the result (1 the attacker wins, 2 the defender, 0 neither).
#include "emp-ag2pc/emp-ag2pc.h"
#include <ctime>
using namespace emp;

static double now(clockid_t clock) {
	timespec t;
	clock_gettime(clock, &t);
	return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

enum { flag, engineer, bomb = 10, mine, types };

static int referee(int a, int b) {
	if (a == bomb || b == bomb)
		return 0;
	if (b == flag)
		return 1;
	if (b == mine)
		return a == engineer ? 1 : 2;
	return (a > b) + 2 * (b > a);
}

int main(int argc, char **argv) {
	int party = parse_party(argv), clashes = atoi(argv[2]);
	auto io = party == ALICE ? NetIO::listen(peer_port()) : NetIO::connect(peer_ip(), peer_port());
	ThreadPool pool(2);
	AG2PCSession session(io.get(), &pool, party);
	using Type = UInt_T<AG2PCSession::ctx_t, 4>;
	auto is = [&](Type t, int v) { return t == Type::constant(session.ctx(), v); };
	for (int i = 0; i < clashes; i++) {
		int red = 1 + i % bomb, blue = i * 7 % types;
		double wall = now(CLOCK_MONOTONIC), used = now(CLOCK_PROCESS_CPUTIME_ID);
		auto inputs = session.input_batch();
		auto a = inputs.add<Type>(ALICE, party == ALICE ? red : 0), b = inputs.add<Type>(BOB, party == BOB ? blue : 0);
		inputs.finish();
		auto fight = !(is(a, bomb) | is(b, bomb)), digs = is(a, engineer), mined = is(b, mine), taken = is(b, flag);
		auto none = Type::constant(session.ctx(), 0);
		auto wins = none.select(fight & (taken | (mined & digs) | (!mined & (a > b))), Type::constant(session.ctx(), 1));
		auto falls = none.select(fight & !taken & ((mined & !digs) | (!mined & (b > a))), Type::constant(session.ctx(), 2));
		int result = session.reveal(wins ^ falls, PUBLIC).value();
		printf("clash %.3f %.3f\n", now(CLOCK_MONOTONIC) - wall, now(CLOCK_PROCESS_CPUTIME_ID) - used);
		if (result != referee(red, blue))
			printf("wrong: %d against %d gave %d\n", red, blue, result);
	}
}
