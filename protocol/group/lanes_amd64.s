//go:build !purego

#include "textflag.h"

// The curve's arithmetic with the four coordinates of a point in four lanes, after Hisil, Wong,
// Carter and Dawson, section 4. No branch and no address depends on a number in a lane.

#define L0 Y0
#define L1 Y1
#define L2 Y2
#define L3 Y3
#define L4 Y4
#define L5 Y5
#define L6 Y6
#define L7 Y7
#define L8 Y8
#define L9 Y9
#define L10 Y10
#define L11 Y11
#define L12 Y12
#define L13 Y13
#define L14 Y14
#define L15 Y15
#define L16 Y16
#define L17 Y17
#define L18 Y18
#define L19 Y19
#define L20 Y20
#define L21 Y21
#define L22 Y22
#define L23 Y23
#define L24 Y24
#define L25 Y25
#define L26 Y26
#define L27 Y27
#define L28 Y28
#define L29 Y29
#define L30 Y30
#define L31 Y31

#include "lanes_amd64.h"

DATA ·laneConstants+0(SB)/8, $0x7ffffffffffed00 // 2⁸ (2⁵¹ - 19)
DATA ·laneConstants+8(SB)/8, $0x7ffffffffffff00 // 2⁸ (2⁵¹ - 1)
DATA ·laneConstants+16(SB)/8, $19
DATA ·laneConstants+24(SB)/8, $0x7ffffffffffff // 2⁵¹ - 1
GLOBL ·laneConstants(SB), RODATA|NOPTR, $32

// Where the next number lies, in a row of field.Element: 40 bytes further.
DATA ·laneStrides+0(SB)/8, $0
DATA ·laneStrides+8(SB)/8, $40
DATA ·laneStrides+16(SB)/8, $80
DATA ·laneStrides+24(SB)/8, $120
DATA ·laneStrides+32(SB)/8, $160
DATA ·laneStrides+40(SB)/8, $200
DATA ·laneStrides+48(SB)/8, $240
DATA ·laneStrides+56(SB)/8, $280
GLOBL ·laneStrides(SB), RODATA|NOPTR, $64

#define LOAD(from, a, b, c, d, e) \
	VMOVDQU64 0(from), a  \
	VMOVDQU64 32(from), b \
	VMOVDQU64 64(from), c \
	VMOVDQU64 96(from), d \
	VMOVDQU64 128(from), e

#define STORE(to) \
	VMOVDQU64 L0, 0(to)  \
	VMOVDQU64 L1, 32(to) \
	VMOVDQU64 L2, 64(to) \
	VMOVDQU64 L3, 96(to) \
	VMOVDQU64 L4, 128(to)

// POINT sets L0 … L4 to (Z, Y-X, Y+X, T) from (E, F, G, H): with the lanes turned by one,
// EF = X, FG = Z, GH = Y, HE = T. Here and below the sums and differences of lanes are of products
// not yet carried, and the difference of two is one plus (2⁸p minus the other).
#define POINT \
	VPERMQ $0x39, L0, L5 \
	VPERMQ $0x39, L1, L6 \
	VPERMQ $0x39, L2, L7 \
	VPERMQ $0x39, L3, L8 \
	VPERMQ $0x39, L4, L9 \
	MULTIPLY \
	POINTLIMB(L10, L28) \
	POINTLIMB(L11, L29) \
	POINTLIMB(L12, L29) \
	POINTLIMB(L13, L29) \
	POINTLIMB(L14, L29) \
	CARRY

// (Z, Y, Y, T) + (0, -X, X, 0)
#define POINTLIMB(x, multiple) \
	VPERMQ.Z $0, x, K3, L5 \
	VPERMQ $0xe9, x, x \
	VPSUBQ L5, multiple, K4, L5 \
	VPADDQ L5, x, x

#define POINTMASKS \
	MASK(6, K3) \
	MASK(2, K4)

#define MASK(bits, k) \
	MOVL $bits, AX \
	KMOVW AX, k

// (Z, M, P, P) times (Z, M, P, M)
#define FACTORS(a, b) \
	VPERMQ $0x64, a, b \
	VPERMQ $0xa4, a, a

// (PP, 2ZZ, MP, PP) + (-MM, -MP, MP, MM), of which F counts twice
#define DOUBLELIMB(x, multiple) \
	VPERMQ $0x7d, x, L5 \
	VPERMQ $0xb2, x, x \
	VPSLLQ $1, x, K2, x \
	VPSUBQ L5, multiple, K1, L5 \
	VPADDQ L5, x, x \
	VPSLLQ $1, x, K2, x

// func laneDouble(p *point, times int)
// With M = Y-X and P = Y+X: E = PP - MM, F = 4ZZ - 2MP, G = 2MP, H = PP + MM, all twice those of
// the portable doubling, or minus twice.
TEXT ·laneDouble(SB), NOSPLIT, $0-16
	MOVQ p+0(FP), DI
	MOVQ times+8(FP), CX
	CONSTANTS
	POINTMASKS
	MASK(3, K1)
	MASK(2, K2)
	LOAD(DI, L0, L1, L2, L3, L4)

again:
	FACTORS(L0, L5)
	FACTORS(L1, L6)
	FACTORS(L2, L7)
	FACTORS(L3, L8)
	FACTORS(L4, L9)
	MULTIPLY
	DOUBLELIMB(L10, L28)
	DOUBLELIMB(L11, L29)
	DOUBLELIMB(L12, L29)
	DOUBLELIMB(L13, L29)
	DOUBLELIMB(L14, L29)
	CARRY
	POINT
	DECQ CX
	JNZ  again
	STORE(DI)
	VZEROUPPER
	RET

// ADD adds the prepared point in L5 … L9 to the point at DI: of (Z, M, P, T) times (2Z', M', P', 2dT')
// = (D, A, B, C), E = B - A, F = D - C, G = D + C, H = B + A. If CX is 1 it subtracts: M' and P' are
// exchanged, and F and G.
#define ADD \
	POINTMASKS \
	LEAL 3(CX)(CX*1), AX \
	KMOVW AX, K1 \
	NEGL CX \
	KMOVW CX, K5 \
	LOAD(DI, L0, L1, L2, L3, L4) \
	VPERMQ $0xd8, L5, K5, L5 \
	VPERMQ $0xd8, L6, K5, L6 \
	VPERMQ $0xd8, L7, K5, L7 \
	VPERMQ $0xd8, L8, K5, L8 \
	VPERMQ $0xd8, L9, K5, L9 \
	MULTIPLY \
	ADDLIMB(L10, L28) \
	ADDLIMB(L11, L29) \
	ADDLIMB(L12, L29) \
	ADDLIMB(L13, L29) \
	ADDLIMB(L14, L29) \
	CARRY \
	POINT \
	STORE(DI)

// (B, D, D, B) + (-A, -C, C, A), or with -A, C, -C, A
#define ADDLIMB(x, multiple) \
	VPERMQ $0x7d, x, L5 \
	VPERMQ $0x82, x, x \
	VPSUBQ L5, multiple, K1, L5 \
	VPADDQ L5, x, x

// func laneAdd(p *point, q *cached, negative bool)
TEXT ·laneAdd(SB), NOSPLIT, $0-17
	MOVQ p+0(FP), DI
	MOVQ q+8(FP), SI
	MOVBLZX negative+16(FP), CX
	CONSTANTS
	LOAD(SI, L5, L6, L7, L8, L9)
	ADD
	VZEROUPPER
	RET

// func laneAddAffine(p *point, q *affine, negative bool)
// An affine point has no Z: its three lanes become the upper ones, below them is 2.
TEXT ·laneAddAffine(SB), NOSPLIT, $0-17
	MOVQ p+0(FP), DI
	MOVQ q+8(FP), SI
	MOVBLZX negative+16(FP), CX
	CONSTANTS
	MASK(14, K2)
	MOVL $2, AX
	VPBROADCASTQ AX, L5
	VMOVDQU64 -8(SI), K2, L5
	VMOVDQU64.Z 16(SI), K2, L6
	VMOVDQU64.Z 40(SI), K2, L7
	VMOVDQU64.Z 64(SI), K2, L8
	VMOVDQU64.Z 88(SI), K2, L9
	ADD
	VZEROUPPER
	RET

// (Z, Y+X, Y-X, -T)
#define NEGATELIMB(x, multiple) \
	VPERMQ $0xd8, x, x \
	VPSUBQ x, multiple, K1, x

// func laneNegate(p, q *point)
TEXT ·laneNegate(SB), NOSPLIT, $0-16
	MOVQ p+0(FP), DI
	MOVQ q+8(FP), SI
	CONSTANTS
	MASK(8, K1)
	LOAD(SI, L10, L11, L12, L13, L14)
	NEGATELIMB(L10, L28)
	NEGATELIMB(L11, L29)
	NEGATELIMB(L12, L29)
	NEGATELIMB(L13, L29)
	NEGATELIMB(L14, L29)
	CARRY
	STORE(DI)
	VZEROUPPER
	RET

// func laneMultiply(c *cached, p *point, factors *cached)
TEXT ·laneMultiply(SB), NOSPLIT, $0-24
	MOVQ c+0(FP), DI
	MOVQ p+8(FP), SI
	MOVQ factors+16(FP), DX
	CONSTANTS
	LOAD(SI, L0, L1, L2, L3, L4)
	LOAD(DX, L5, L6, L7, L8, L9)
	MULTIPLY
	CARRY
	STORE(DI)
	VZEROUPPER
	RET

// func laneGather(p *point)
TEXT ·laneGather(SB), NOSPLIT, $0-8
	MOVQ p+0(FP), DI
	CONSTANTS
	GATHER(15)
	CARRY
	STORE(DI)
	VZEROUPPER
	RET

// func laneGatherCached(c *cached)
TEXT ·laneGatherCached(SB), NOSPLIT, $0-8
	JMP ·laneGather(SB)

// func laneGatherAffine(a *affine)
TEXT ·laneGatherAffine(SB), NOSPLIT, $0-8
	MOVQ a+0(FP), DI
	CONSTANTS
	GATHER(7)
	CARRY
	MASK(7, K1)
	VMOVDQU64 L0, K1, 0(DI)
	VMOVDQU64 L1, K1, 24(DI)
	VMOVDQU64 L2, K1, 48(DI)
	VMOVDQU64 L3, K1, 72(DI)
	VMOVDQU64 L4, K1, 96(DI)
	VZEROUPPER
	RET

// func laneScatter(p *point)
TEXT ·laneScatter(SB), NOSPLIT, $0-8
	MOVQ p+0(FP), DI
	LOAD(DI, L0, L1, L2, L3, L4)
	SCATTER(15)
	VZEROUPPER
	RET
