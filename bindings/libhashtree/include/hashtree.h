/* The interface of hashtree, for programs that link Lanesmith in its place. */
#ifndef HASHTREE_H
#define HASHTREE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Hashes `count` blocks of 64 bytes to digests of 32. The output may be the input. */
typedef void (*hashtree_hash_fcn)(unsigned char *output, const unsigned char *input, uint64_t count);

/* Uses a function for hashtree_hash from now on; NULL is the best there is, as is never to call this. */
void hashtree_init(hashtree_hash_fcn override);

void hashtree_hash(unsigned char *output, const unsigned char *input, uint64_t count);
void hashtree_sha256_generic(unsigned char *output, const unsigned char *input, uint64_t count);

#ifdef __x86_64__
void hashtree_sha256_sse_x1(unsigned char *output, const unsigned char *input, uint64_t count);
void hashtree_sha256_avx_x1(unsigned char *output, const unsigned char *input, uint64_t count);
void hashtree_sha256_avx_x4(unsigned char *output, const unsigned char *input, uint64_t count);
void hashtree_sha256_avx2_x8(unsigned char *output, const unsigned char *input, uint64_t count);
void hashtree_sha256_avx512_x16(unsigned char *output, const unsigned char *input, uint64_t count);
void hashtree_sha256_shani_x2(unsigned char *output, const unsigned char *input, uint64_t count);
#endif

#ifdef __aarch64__
void hashtree_sha256_neon_x1(unsigned char *output, const unsigned char *input, uint64_t count);
void hashtree_sha256_neon_x4(unsigned char *output, const unsigned char *input, uint64_t count);
void hashtree_sha256_sha_x1(unsigned char *output, const unsigned char *input, uint64_t count);
#endif

#ifdef __riscv
void hashtree_sha256_riscv_x1(unsigned char *output, const unsigned char *input, uint64_t count);
void hashtree_sha256_riscv_zbb_x1(unsigned char *output, const unsigned char *input, uint64_t count);
void hashtree_sha256_riscv_crypto(unsigned char *output, const unsigned char *input, uint64_t count);
#endif

#ifdef __cplusplus
}
#endif

#endif
