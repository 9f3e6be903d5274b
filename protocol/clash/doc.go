// Package clash holds the default resolver, elgamal: how two players learn the
// announcement of a clash, and a spectator checks it, without a referee.
//
// The statement, in the letters of docs/spec.md. Public: the attacking piece a
// with P[a], the types M(a) that could have made its move; the defending piece d
// with its encrypted row E[d,j] under Y; the ruleset's table F. For i in M(a)
//
//	T_i = sum over j of F(i,j) E[d,j]
//
// encrypts the announcement's code if the attacker is of type i. The attacker, of
// type a*, sends C = T_(a*) + (rB, rY) and proves that it knows x_i, t, r with
//
//	P[a] = sum over M(a) of x_i G_i + t H
//	C.U  = sum over M(a) of x_i T_i.U + r B
//	C.V  = sum over M(a) of x_i T_i.V + r Y
//
// The layout proof showed that x is one-hot. So C is a fresh encryption of
// F(a*, d*), and the attacker's piece is one of M(a). The defender decrypts the
// code f and proves log_B Y = log_(C.U) (C.V - fB).
//
// The idea comes from Yao's millionaires (1982), adding the answer to every entry
// of a list of which the other side can read one, with the defender's encrypted
// row for the list.
package clash
