//go:build cgo

#include "kernel.h"

// Compilers turn this loop into a widening load and a multiply-add of pairs
// (pmaddwd, smlal), which needs both factors in 16 bits: with an int8 query
// they make code of half the speed.
#define BODY                                             \
	for (size_t i = 0; i < count; i++, vectors += dim) { \
		int32_t sum = 0;                                 \
		for (size_t j = 0; j < dim; j++)                 \
			sum += (int32_t)vectors[j] * (int32_t)q[j];  \
		out[i] = sum;                                    \
	}

static void plain(int32_t *restrict out, const int8_t *restrict vectors, const int16_t *restrict q, size_t count, size_t dim)
{
	BODY
}

// On amd64 the processor is asked at run time, since the default is SSE2. This
// works with GCC and Clang on all systems, unlike target_clones, which needs
// the loader's help. AVX-512 gains nothing: the scan waits for memory.
#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))

__attribute__((target("avx2")))
static void avx2(int32_t *restrict out, const int8_t *restrict vectors, const int16_t *restrict q, size_t count, size_t dim)
{
	BODY
}

void lode_vector_dots(int32_t *out, const int8_t *vectors, const int16_t *q, size_t count, size_t dim)
{
	if (__builtin_cpu_supports("avx2"))
		avx2(out, vectors, q, count, dim);
	else
		plain(out, vectors, q, count, dim);
}

#else

void lode_vector_dots(int32_t *out, const int8_t *vectors, const int16_t *q, size_t count, size_t dim)
{
	plain(out, vectors, q, count, dim);
}

#endif
