// Macros of lanes_amd64.s and roots_amd64.s, in which L0 … L31 are vector registers, of four lanes or
// of eight. A number, in each lane, is five limbs of 51 bits in five registers:
//
//	L0 … L4    a factor; what is carried
//	L5 … L9    the other factor
//	L10 … L18  the lower halves of products, by column; what is to be carried in L10 … L14
//	L19 … L27  the upper halves, by column; carries
//	L28 … L31  constants
//
// VPMADD52LUQ and VPMADD52HUQ multiply the lower 52 bits of two numbers and add the lower or the
// upper 52 bits of the product. What is beyond 52 bits they leave out, so a factor's limbs must be
// below 2⁵². All limbs in memory and all that CARRY leaves are tight: below 2⁵¹ + 2¹⁴.
//
// Bounds, in units of 2⁵². Of tight factors, a lower half is below 1 and an upper half, which counts
// twice, below 1/4 + 2⁻³⁷. So column 0, with 19 times column 5, is below
//
//	1 + 19 (4 + 2 5/4) = 124.5, and 2⁻²⁸
//
// and the others are smaller; column 4 is below 5 + 2 4/4 + 19 2/4 = 16.5, and 2⁻³¹. A limb of 2⁸p is
// 128 - 2⁻³⁹ or more, so that no difference is negative. The largest combination before a carry is F
// of a doubling, 2 (2 ZZ + 2⁸p - MP), below 755 units and so below 2⁶²; its limb 4 is below 323 units.
// A carry of it is below 1510, and that of limb 4 below 646, so that limb 0 gets less than 19 646 < 2¹⁴
// and the others less than 2¹¹.

#define CONSTANTS \
	VPBROADCASTQ ·laneConstants+0(SB), L28  \
	VPBROADCASTQ ·laneConstants+8(SB), L29  \
	VPBROADCASTQ ·laneConstants+16(SB), L30 \
	VPBROADCASTQ ·laneConstants+24(SB), L31

// MULTIPLY sets L10 … L14 to the product of L0 … L4 and L5 … L9, to be carried.
#define MULTIPLY \
	CLEAR \
	ROW(L5, L10, L11, L12, L13, L14, L19, L20, L21, L22, L23) \
	ROW(L6, L11, L12, L13, L14, L15, L20, L21, L22, L23, L24) \
	ROW(L7, L12, L13, L14, L15, L16, L21, L22, L23, L24, L25) \
	ROW(L8, L13, L14, L15, L16, L17, L22, L23, L24, L25, L26) \
	ROW(L9, L14, L15, L16, L17, L18, L23, L24, L25, L26, L27) \
	FOLD

#define ROW(b, low0, low1, low2, low3, low4, high0, high1, high2, high3, high4) \
	TERM(L0, b, low0, high0) \
	TERM(L1, b, low1, high1) \
	TERM(L2, b, low2, high2) \
	TERM(L3, b, low3, high3) \
	TERM(L4, b, low4, high4)

#define TERM(a, b, low, high) \
	VPMADD52LUQ a, b, low \
	VPMADD52HUQ a, b, high

// SQUARE is MULTIPLY of L0 … L4 by themselves. Terms of two limbs count twice.
#define SQUARE \
	CLEAR \
	TERM(L0, L1, L11, L20) \
	TERM(L0, L2, L12, L21) \
	TERM(L0, L3, L13, L22) \
	TERM(L0, L4, L14, L23) \
	TERM(L1, L2, L13, L22) \
	TERM(L1, L3, L14, L23) \
	TERM(L1, L4, L15, L24) \
	TERM(L2, L3, L15, L24) \
	TERM(L2, L4, L16, L25) \
	TERM(L3, L4, L17, L26) \
	VPADDQ L11, L11, L11 \
	VPADDQ L12, L12, L12 \
	VPADDQ L13, L13, L13 \
	VPADDQ L14, L14, L14 \
	VPADDQ L15, L15, L15 \
	VPADDQ L16, L16, L16 \
	VPADDQ L17, L17, L17 \
	VPADDQ L20, L20, L20 \
	VPADDQ L21, L21, L21 \
	VPADDQ L22, L22, L22 \
	VPADDQ L23, L23, L23 \
	VPADDQ L24, L24, L24 \
	VPADDQ L25, L25, L25 \
	VPADDQ L26, L26, L26 \
	TERM(L0, L0, L10, L19) \
	TERM(L1, L1, L12, L21) \
	TERM(L2, L2, L14, L23) \
	TERM(L3, L3, L16, L25) \
	TERM(L4, L4, L18, L27) \
	FOLD

#define CLEAR \
	VPXORQ L10, L10, L10 \
	VPXORQ L11, L11, L11 \
	VPXORQ L12, L12, L12 \
	VPXORQ L13, L13, L13 \
	VPXORQ L14, L14, L14 \
	VPXORQ L15, L15, L15 \
	VPXORQ L16, L16, L16 \
	VPXORQ L17, L17, L17 \
	VPXORQ L18, L18, L18 \
	VPXORQ L19, L19, L19 \
	VPXORQ L20, L20, L20 \
	VPXORQ L21, L21, L21 \
	VPXORQ L22, L22, L22 \
	VPXORQ L23, L23, L23 \
	VPXORQ L24, L24, L24 \
	VPXORQ L25, L25, L25 \
	VPXORQ L26, L26, L26 \
	VPXORQ L27, L27, L27

// FOLD adds up the columns: upper halves count twice, as they begin at bit 52 and the next limb
// at bit 51; and the columns from the sixth on 19 times, as 2²⁵⁵ is 19 modulo p.
#define FOLD \
	COLUMN(L15, L23) \
	COLUMN(L16, L24) \
	COLUMN(L17, L25) \
	COLUMN(L18, L26) \
	VPADDQ L27, L27, L27 \
	COLUMN(L11, L19) \
	COLUMN(L12, L20) \
	COLUMN(L13, L21) \
	COLUMN(L14, L22) \
	TIMES19(L15, L10) \
	TIMES19(L16, L11) \
	TIMES19(L17, L12) \
	TIMES19(L18, L13) \
	TIMES19(L27, L14)

#define COLUMN(low, high) \
	VPADDQ high, high, high \
	VPADDQ high, low, low

#define TIMES19(from, to) \
	VPADDQ from, to, to \
	VPADDQ from, from, L0 \
	VPADDQ L0, to, to \
	VPSLLQ $4, from, L1 \
	VPADDQ L1, to, to

// CARRY sets L0 … L4 to L10 … L14, of which it moves what is beyond 51 bits one limb up.
#define CARRY \
	VPSRLQ $51, L10, L19 \
	VPSRLQ $51, L11, L20 \
	VPSRLQ $51, L12, L21 \
	VPSRLQ $51, L13, L22 \
	VPSRLQ $51, L14, L23 \
	VPANDQ L31, L10, L0 \
	VPANDQ L31, L11, L1 \
	VPANDQ L31, L12, L2 \
	VPANDQ L31, L13, L3 \
	VPANDQ L31, L14, L4 \
	VPMADD52LUQ L30, L23, L0 \
	VPADDQ L19, L1, L1 \
	VPADDQ L20, L2, L2 \
	VPADDQ L21, L3, L3 \
	VPADDQ L22, L4, L4

// GATHER sets L10 … L14 to the field.Elements at DI, one in each lane of the mask, SCATTER writes
// L0 … L4 to them.
#define GATHER(mask) \
	MOVL $mask, AX \
	VMOVDQU64 ·laneStrides(SB), L5 \
	GATHERLIMB(0, L10) \
	GATHERLIMB(8, L11) \
	GATHERLIMB(16, L12) \
	GATHERLIMB(24, L13) \
	GATHERLIMB(32, L14)

#define GATHERLIMB(at, x) \
	KMOVW AX, K1 \
	VPGATHERQQ at(DI)(L5*1), K1, x

#define SCATTER(mask) \
	MOVL $mask, AX \
	VMOVDQU64 ·laneStrides(SB), L5 \
	SCATTERLIMB(0, L0) \
	SCATTERLIMB(8, L1) \
	SCATTERLIMB(16, L2) \
	SCATTERLIMB(24, L3) \
	SCATTERLIMB(32, L4)

#define SCATTERLIMB(at, x) \
	KMOVW AX, K1 \
	VPSCATTERQQ x, K1, at(DI)(L5*1)
