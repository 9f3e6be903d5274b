// Compares 7 and 4 by emp-sh2pc: usage: emp 1|2 PORT. Prints processor times in milliseconds.
#include "emp-sh2pc/emp-sh2pc.h"
#include <ctime>
using namespace emp;

static double used() {
	timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

int main(int argc, char **argv) {
	int port, party;
	parse_party_and_port(argv, &party, &port);
	NetIO io(party == ALICE ? nullptr : "127.0.0.1", port);
	double before = used();
	setup_semi_honest(&io, party);
	double ready = used();
	Integer a(5, 7, ALICE), b(5, 4, BOB); // a sign and four bits
	Bit more = a > b, less = b > a;
	bool red = more.reveal<bool>(), blue = less.reveal<bool>();
	double after = used();
	printf("setup - %.3f\ncomparison - %.3f\nlarger %d %d\n", ready - before, after - ready, red, blue);
	finalize_semi_honest();
}
