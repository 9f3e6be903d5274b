//go:build !purego

#include "textflag.h"

// Powers of eight numbers at once, one in each lane.

#define L0 Z0
#define L1 Z1
#define L2 Z2
#define L3 Z3
#define L4 Z4
#define L5 Z5
#define L6 Z6
#define L7 Z7
#define L8 Z8
#define L9 Z9
#define L10 Z10
#define L11 Z11
#define L12 Z12
#define L13 Z13
#define L14 Z14
#define L15 Z15
#define L16 Z16
#define L17 Z17
#define L18 Z18
#define L19 Z19
#define L20 Z20
#define L21 Z21
#define L22 Z22
#define L23 Z23
#define L24 Z24
#define L25 Z25
#define L26 Z26
#define L27 Z27
#define L28 Z28
#define L29 Z29
#define L30 Z30
#define L31 Z31

#include "lanes_amd64.h"

#define LOAD(from, a, b, c, d, e) \
	VMOVDQU64 0(from), a   \
	VMOVDQU64 64(from), b  \
	VMOVDQU64 128(from), c \
	VMOVDQU64 192(from), d \
	VMOVDQU64 256(from), e

#define STORE(to) \
	VMOVDQU64 L0, 0(to)   \
	VMOVDQU64 L1, 64(to)  \
	VMOVDQU64 L2, 128(to) \
	VMOVDQU64 L3, 192(to) \
	VMOVDQU64 L4, 256(to)

// func laneSquareEight(out, a *eight, times int)
TEXT ·laneSquareEight(SB), NOSPLIT, $0-24
	MOVQ out+0(FP), DI
	MOVQ a+8(FP), SI
	MOVQ times+16(FP), CX
	CONSTANTS
	LOAD(SI, L0, L1, L2, L3, L4)

again:
	SQUARE
	CARRY
	DECQ CX
	JNZ  again
	STORE(DI)
	VZEROUPPER
	RET

// func laneMultiplyEight(out, a, b *eight)
TEXT ·laneMultiplyEight(SB), NOSPLIT, $0-24
	MOVQ out+0(FP), DI
	MOVQ a+8(FP), SI
	MOVQ b+16(FP), DX
	CONSTANTS
	LOAD(SI, L0, L1, L2, L3, L4)
	LOAD(DX, L5, L6, L7, L8, L9)
	MULTIPLY
	CARRY
	STORE(DI)
	VZEROUPPER
	RET

// func laneGatherEight(a *eight)
TEXT ·laneGatherEight(SB), NOSPLIT, $0-8
	MOVQ a+0(FP), DI
	CONSTANTS
	GATHER(255)
	CARRY
	STORE(DI)
	VZEROUPPER
	RET

// func laneScatterEight(a *eight)
TEXT ·laneScatterEight(SB), NOSPLIT, $0-8
	MOVQ a+0(FP), DI
	LOAD(DI, L0, L1, L2, L3, L4)
	SCATTER(255)
	VZEROUPPER
	RET
