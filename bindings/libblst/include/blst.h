/*
 * BLS12-381 on the fastest engine of the CPU, with the interface of blst 0.3.17. Part of Lanesmith, MIT OR Apache-2.0.
 *
 * Every function may write its result over any of its operands. Pointers are not null unless it says so. Lists of pointers may end
 * with NULL, which stands for the element behind the last one: { first, NULL } is an array.
 */
#ifndef BLST_H
#define BLST_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define BLST_OR_NULL = 0
extern "C" {
#else
#define BLST_OR_NULL
#if !defined(__STDC_VERSION__) || __STDC_VERSION__ < 202311L
#include <stdbool.h>
#endif
#endif

typedef enum {
    BLST_SUCCESS = 0,
    BLST_BAD_ENCODING = 1,
    BLST_POINT_NOT_ON_CURVE = 2,
    BLST_POINT_NOT_IN_GROUP = 3,
    BLST_AGGR_TYPE_MISMATCH = 4,
    BLST_VERIFY_FAIL = 5,
    BLST_PK_IS_INFINITY = 6,
    BLST_BAD_SCALAR = 7
} BLST_ERROR;

typedef uint8_t byte;
typedef uint64_t limb_t;

/* An integer of 256 bits, least significant byte first; at any address. */
typedef struct { byte b[32]; } blst_scalar;
/* Field elements: limbs of their Montgomery form, least significant first, below the modulus. */
typedef struct { limb_t l[4]; } blst_fr;
typedef struct { limb_t l[6]; } blst_fp;
/* fp[0] + fp[1]*u, u^2 = -1 */
typedef struct { blst_fp fp[2]; } blst_fp2;
/* fp2[0] + fp2[1]*v + fp2[2]*v^2, v^3 = 1 + u */
typedef struct { blst_fp2 fp2[3]; } blst_fp6;
/* fp6[0] + fp6[1]*w, w^2 = v */
typedef struct { blst_fp6 fp6[2]; } blst_fp12;
/* Points (x/z^2, y/z^3); z = 0 is infinity. Affine ones are at infinity where x and y are zero. */
typedef struct { blst_fp x, y, z; } blst_p1;
typedef struct { blst_fp x, y; } blst_p1_affine;
typedef struct { blst_fp2 x, y, z; } blst_p2;
typedef struct { blst_fp2 x, y; } blst_p2_affine;

#if defined(__BLST_CGO__)
typedef limb_t blst_pairing;
#elif defined(__BLST_RUST_BINDGEN__)
typedef struct {} blst_pairing;
#else
typedef struct blst_opaque blst_pairing;
#endif

/* Scalars as words and bytes. */
void blst_scalar_from_uint32(blst_scalar *out, const uint32_t a[8]);
void blst_uint32_from_scalar(uint32_t out[8], const blst_scalar *a);
void blst_scalar_from_uint64(blst_scalar *out, const uint64_t a[4]);
void blst_uint64_from_scalar(uint64_t out[4], const blst_scalar *a);
void blst_scalar_from_bendian(blst_scalar *out, const byte a[32]);
void blst_bendian_from_scalar(byte out[32], const blst_scalar *a);
void blst_scalar_from_lendian(blst_scalar *out, const byte a[32]);
void blst_lendian_from_scalar(byte out[32], const blst_scalar *a);
/* Whether it is below the order of the groups. */
bool blst_scalar_fr_check(const blst_scalar *a);
/* Whether it is a secret key: below the order and not zero. */
bool blst_sk_check(const blst_scalar *a);
/* Modulo the order; whether the result is not zero. */
bool blst_sk_add_n_check(blst_scalar *out, const blst_scalar *a, const blst_scalar *b);
bool blst_sk_sub_n_check(blst_scalar *out, const blst_scalar *a, const blst_scalar *b);
bool blst_sk_mul_n_check(blst_scalar *out, const blst_scalar *a, const blst_scalar *b);
/* Zero for zero. */
void blst_sk_inverse(blst_scalar *out, const blst_scalar *a);
/* An integer of any length modulo the order; whether that is not zero. */
bool blst_scalar_from_le_bytes(blst_scalar *out, const byte *in, size_t len);
bool blst_scalar_from_be_bytes(blst_scalar *out, const byte *in, size_t len);

/* The scalar field. */
void blst_fr_add(blst_fr *ret, const blst_fr *a, const blst_fr *b);
void blst_fr_sub(blst_fr *ret, const blst_fr *a, const blst_fr *b);
void blst_fr_mul_by_3(blst_fr *ret, const blst_fr *a);
/* Doubled so many times. */
void blst_fr_lshift(blst_fr *ret, const blst_fr *a, size_t count);
/* Halved so many times. */
void blst_fr_rshift(blst_fr *ret, const blst_fr *a, size_t count);
void blst_fr_mul(blst_fr *ret, const blst_fr *a, const blst_fr *b);
void blst_fr_sqr(blst_fr *ret, const blst_fr *a);
/* The negative if the flag is set. */
void blst_fr_cneg(blst_fr *ret, const blst_fr *a, bool flag);
/* Both are the same; zero for zero. */
void blst_fr_eucl_inverse(blst_fr *ret, const blst_fr *a);
void blst_fr_inverse(blst_fr *ret, const blst_fr *a);
/* Any integer of 256 bits is taken modulo the order. */
void blst_fr_from_uint64(blst_fr *ret, const uint64_t a[4]);
void blst_uint64_from_fr(uint64_t ret[4], const blst_fr *a);
void blst_fr_from_scalar(blst_fr *ret, const blst_scalar *a);
void blst_scalar_from_fr(blst_scalar *ret, const blst_fr *a);

/* The base field. */
void blst_fp_add(blst_fp *ret, const blst_fp *a, const blst_fp *b);
void blst_fp_sub(blst_fp *ret, const blst_fp *a, const blst_fp *b);
void blst_fp_mul_by_3(blst_fp *ret, const blst_fp *a);
void blst_fp_mul_by_8(blst_fp *ret, const blst_fp *a);
/* Doubled so many times. */
void blst_fp_lshift(blst_fp *ret, const blst_fp *a, size_t count);
void blst_fp_mul(blst_fp *ret, const blst_fp *a, const blst_fp *b);
void blst_fp_sqr(blst_fp *ret, const blst_fp *a);
/* The negative if the flag is set. */
void blst_fp_cneg(blst_fp *ret, const blst_fp *a, bool flag);
/* Both are the same; zero for zero. */
void blst_fp_eucl_inverse(blst_fp *ret, const blst_fp *a);
void blst_fp_inverse(blst_fp *ret, const blst_fp *a);
/* A root, and whether there is one. */
bool blst_fp_sqrt(blst_fp *ret, const blst_fp *a);
/* Any integer of 384 bits is taken modulo the prime. */
void blst_fp_from_uint32(blst_fp *ret, const uint32_t a[12]);
void blst_uint32_from_fp(uint32_t ret[12], const blst_fp *a);
void blst_fp_from_uint64(blst_fp *ret, const uint64_t a[6]);
void blst_uint64_from_fp(uint64_t ret[6], const blst_fp *a);
void blst_fp_from_bendian(blst_fp *ret, const byte a[48]);
void blst_bendian_from_fp(byte ret[48], const blst_fp *a);
void blst_fp_from_lendian(blst_fp *ret, const byte a[48]);
void blst_lendian_from_fp(byte ret[48], const blst_fp *a);

/* The quadratic extension. */
void blst_fp2_add(blst_fp2 *ret, const blst_fp2 *a, const blst_fp2 *b);
void blst_fp2_sub(blst_fp2 *ret, const blst_fp2 *a, const blst_fp2 *b);
void blst_fp2_mul_by_3(blst_fp2 *ret, const blst_fp2 *a);
void blst_fp2_mul_by_8(blst_fp2 *ret, const blst_fp2 *a);
/* Doubled so many times. */
void blst_fp2_lshift(blst_fp2 *ret, const blst_fp2 *a, size_t count);
void blst_fp2_mul(blst_fp2 *ret, const blst_fp2 *a, const blst_fp2 *b);
void blst_fp2_sqr(blst_fp2 *ret, const blst_fp2 *a);
/* The negative if the flag is set. */
void blst_fp2_cneg(blst_fp2 *ret, const blst_fp2 *a, bool flag);
/* Both are the same; zero for zero. */
void blst_fp2_eucl_inverse(blst_fp2 *ret, const blst_fp2 *a);
void blst_fp2_inverse(blst_fp2 *ret, const blst_fp2 *a);
/* A root, and whether there is one. */
bool blst_fp2_sqrt(blst_fp2 *ret, const blst_fp2 *a);

/* The field that pairings lead to. */
void blst_fp12_sqr(blst_fp12 *ret, const blst_fp12 *a);
/* Of an element of the cyclotomic subgroup. */
void blst_fp12_cyclotomic_sqr(blst_fp12 *ret, const blst_fp12 *a);
void blst_fp12_mul(blst_fp12 *ret, const blst_fp12 *a, const blst_fp12 *b);
/* By a line: the coefficients of 1, v and v*w. */
void blst_fp12_mul_by_xy00z0(blst_fp12 *ret, const blst_fp12 *a, const blst_fp6 *xy00z0);
void blst_fp12_conjugate(blst_fp12 *a);
void blst_fp12_inverse(blst_fp12 *ret, const blst_fp12 *a);
/* n is 1, 2 or 3. */
void blst_fp12_frobenius_map(blst_fp12 *ret, const blst_fp12 *a, size_t n);
bool blst_fp12_is_equal(const blst_fp12 *a, const blst_fp12 *b);
bool blst_fp12_is_one(const blst_fp12 *a);
/* Whether it is in the group of prime order. */
bool blst_fp12_in_group(const blst_fp12 *a);
const blst_fp12 *blst_fp12_one(void);

/* Points of G1. */
void blst_p1_add(blst_p1 *out, const blst_p1 *a, const blst_p1 *b);
void blst_p1_add_or_double(blst_p1 *out, const blst_p1 *a, const blst_p1 *b);
void blst_p1_add_affine(blst_p1 *out, const blst_p1 *a, const blst_p1_affine *b);
void blst_p1_add_or_double_affine(blst_p1 *out, const blst_p1 *a, const blst_p1_affine *b);
void blst_p1_double(blst_p1 *out, const blst_p1 *a);
/* A scalar of so many bits, least significant byte first. From 176 bits on, a point of the group. */
void blst_p1_mult(blst_p1 *out, const blst_p1 *p, const byte *scalar, size_t nbits);
void blst_p1_cneg(blst_p1 *p, bool flag);
void blst_p1_to_affine(blst_p1_affine *out, const blst_p1 *in);
void blst_p1_from_affine(blst_p1 *out, const blst_p1_affine *in);
bool blst_p1_on_curve(const blst_p1 *p);
/* Of a point of the curve: whether it is in the group. */
bool blst_p1_in_g1(const blst_p1 *p);
bool blst_p1_is_equal(const blst_p1 *a, const blst_p1 *b);
bool blst_p1_is_inf(const blst_p1 *a);
const blst_p1 *blst_p1_generator(void);
bool blst_p1_affine_on_curve(const blst_p1_affine *p);
bool blst_p1_affine_in_g1(const blst_p1_affine *p);
bool blst_p1_affine_is_equal(const blst_p1_affine *a, const blst_p1_affine *b);
bool blst_p1_affine_is_inf(const blst_p1_affine *a);
const blst_p1_affine *blst_p1_affine_generator(void);
/* Encodings as ZCash defined them. */
void blst_p1_serialize(byte out[96], const blst_p1 *in);
void blst_p1_compress(byte out[48], const blst_p1 *in);
void blst_p1_affine_serialize(byte out[96], const blst_p1_affine *in);
void blst_p1_affine_compress(byte out[48], const blst_p1_affine *in);
/* Points of the curve; the group is not looked at. Only after an error of 1 or 2 nothing is written. */
BLST_ERROR blst_p1_uncompress(blst_p1_affine *out, const byte in[48]);
/* Either form, by its flags. */
BLST_ERROR blst_p1_deserialize(blst_p1_affine *out, const byte in[96]);
/* Many points of G1, in variable time. */
void blst_p1s_to_affine(blst_p1_affine dst[], const blst_p1 *const points[], size_t npoints);
void blst_p1s_add(blst_p1 *ret, const blst_p1_affine *const points[], size_t npoints);
size_t blst_p1s_mult_pippenger_scratch_sizeof(size_t npoints);
/* The sum of scalars[i]*points[i], of any points of the curve. */
void blst_p1s_mult_pippenger(blst_p1 *ret, const blst_p1_affine *const points[], size_t npoints, const byte *const scalars[],
    size_t nbits, limb_t *scratch);
/* The part of that sum which the bits from bit0 on give, not multiplied by 2^bit0. */
void blst_p1s_tile_pippenger(blst_p1 *ret, const blst_p1_affine *const points[], size_t npoints, const byte *const scalars[],
    size_t nbits, limb_t *scratch, size_t bit0, size_t window);
size_t blst_p1s_mult_wbits_precompute_sizeof(size_t wbits, size_t npoints);
void blst_p1s_mult_wbits_precompute(blst_p1_affine table[], size_t wbits, const blst_p1_affine *const points[], size_t npoints);
size_t blst_p1s_mult_wbits_scratch_sizeof(size_t npoints);
/* With a table of 2^(wbits - 1) multiples of each point. scratch may be null. */
void blst_p1s_mult_wbits(blst_p1 *ret, const blst_p1_affine table[], size_t wbits, size_t npoints, const byte *const scalars[],
    size_t nbits, limb_t *scratch);

/* Points of G2. */
void blst_p2_add(blst_p2 *out, const blst_p2 *a, const blst_p2 *b);
void blst_p2_add_or_double(blst_p2 *out, const blst_p2 *a, const blst_p2 *b);
void blst_p2_add_affine(blst_p2 *out, const blst_p2 *a, const blst_p2_affine *b);
void blst_p2_add_or_double_affine(blst_p2 *out, const blst_p2 *a, const blst_p2_affine *b);
void blst_p2_double(blst_p2 *out, const blst_p2 *a);
/* A scalar of so many bits, least significant byte first. From 144 bits on, a point of the group. */
void blst_p2_mult(blst_p2 *out, const blst_p2 *p, const byte *scalar, size_t nbits);
void blst_p2_cneg(blst_p2 *p, bool flag);
void blst_p2_to_affine(blst_p2_affine *out, const blst_p2 *in);
void blst_p2_from_affine(blst_p2 *out, const blst_p2_affine *in);
bool blst_p2_on_curve(const blst_p2 *p);
/* Of a point of the curve: whether it is in the group. */
bool blst_p2_in_g2(const blst_p2 *p);
bool blst_p2_is_equal(const blst_p2 *a, const blst_p2 *b);
bool blst_p2_is_inf(const blst_p2 *a);
const blst_p2 *blst_p2_generator(void);
bool blst_p2_affine_on_curve(const blst_p2_affine *p);
bool blst_p2_affine_in_g2(const blst_p2_affine *p);
bool blst_p2_affine_is_equal(const blst_p2_affine *a, const blst_p2_affine *b);
bool blst_p2_affine_is_inf(const blst_p2_affine *a);
const blst_p2_affine *blst_p2_affine_generator(void);
/* Encodings as ZCash defined them. */
void blst_p2_serialize(byte out[192], const blst_p2 *in);
void blst_p2_compress(byte out[96], const blst_p2 *in);
void blst_p2_affine_serialize(byte out[192], const blst_p2_affine *in);
void blst_p2_affine_compress(byte out[96], const blst_p2_affine *in);
/* Points of the curve; the group is not looked at. Only after an error of 1 or 2 nothing is written. */
BLST_ERROR blst_p2_uncompress(blst_p2_affine *out, const byte in[96]);
/* Either form, by its flags. */
BLST_ERROR blst_p2_deserialize(blst_p2_affine *out, const byte in[192]);
/* Many points of G2, in variable time. */
void blst_p2s_to_affine(blst_p2_affine dst[], const blst_p2 *const points[], size_t npoints);
void blst_p2s_add(blst_p2 *ret, const blst_p2_affine *const points[], size_t npoints);
size_t blst_p2s_mult_pippenger_scratch_sizeof(size_t npoints);
/* The sum of scalars[i]*points[i], of any points of the curve. */
void blst_p2s_mult_pippenger(blst_p2 *ret, const blst_p2_affine *const points[], size_t npoints, const byte *const scalars[],
    size_t nbits, limb_t *scratch);
/* The part of that sum which the bits from bit0 on give, not multiplied by 2^bit0. */
void blst_p2s_tile_pippenger(blst_p2 *ret, const blst_p2_affine *const points[], size_t npoints, const byte *const scalars[],
    size_t nbits, limb_t *scratch, size_t bit0, size_t window);
size_t blst_p2s_mult_wbits_precompute_sizeof(size_t wbits, size_t npoints);
void blst_p2s_mult_wbits_precompute(blst_p2_affine table[], size_t wbits, const blst_p2_affine *const points[], size_t npoints);
size_t blst_p2s_mult_wbits_scratch_sizeof(size_t npoints);
/* With a table of 2^(wbits - 1) multiples of each point. scratch may be null. */
void blst_p2s_mult_wbits(blst_p2 *ret, const blst_p2_affine table[], size_t wbits, size_t npoints, const byte *const scalars[],
    size_t nbits, limb_t *scratch);

/* To the groups (RFC 9380). aug is put before the message; it may be null, and so may the tag. */
/* The map of u, or the sum of the maps of both. */
void blst_map_to_g1(blst_p1 *out, const blst_fp *u, const blst_fp *v BLST_OR_NULL);
void blst_encode_to_g1(blst_p1 *out, const byte *msg, size_t msg_len, const byte *DST BLST_OR_NULL, size_t DST_len BLST_OR_NULL,
    const byte *aug BLST_OR_NULL, size_t aug_len BLST_OR_NULL);
void blst_hash_to_g1(blst_p1 *out, const byte *msg, size_t msg_len, const byte *DST BLST_OR_NULL, size_t DST_len BLST_OR_NULL,
    const byte *aug BLST_OR_NULL, size_t aug_len BLST_OR_NULL);
/* The map of u, or the sum of the maps of both. */
void blst_map_to_g2(blst_p2 *out, const blst_fp2 *u, const blst_fp2 *v BLST_OR_NULL);
void blst_encode_to_g2(blst_p2 *out, const byte *msg, size_t msg_len, const byte *DST BLST_OR_NULL, size_t DST_len BLST_OR_NULL,
    const byte *aug BLST_OR_NULL, size_t aug_len BLST_OR_NULL);
void blst_hash_to_g2(blst_p2 *out, const byte *msg, size_t msg_len, const byte *DST BLST_OR_NULL, size_t DST_len BLST_OR_NULL,
    const byte *aug BLST_OR_NULL, size_t aug_len BLST_OR_NULL);

/* Keys and signatures. A key is zero where there are fewer than 32 bytes of key material. */
void blst_keygen(blst_scalar *out_SK, const byte *IKM, size_t IKM_len, const byte *info BLST_OR_NULL,
    size_t info_len BLST_OR_NULL);
void blst_sk_to_pk_in_g1(blst_p1 *out_pk, const blst_scalar *SK);
void blst_sign_pk_in_g1(blst_p2 *out_sig, const blst_p2 *hash, const blst_scalar *SK);
void blst_sk_to_pk_in_g2(blst_p2 *out_pk, const blst_scalar *SK);
void blst_sign_pk_in_g2(blst_p1 *out_sig, const blst_p1 *hash, const blst_scalar *SK);

/* Pairings. A point at infinity counts as the factor one. Values before the final exponentiation differ from those of other libraries. */
/* Null is the generator. */
void blst_miller_loop(blst_fp12 *ret, const blst_p2_affine *Q, const blst_p1_affine *P);
void blst_miller_loop_n(blst_fp12 *ret, const blst_p2_affine *const Qs[], const blst_p1_affine *const Ps[], size_t n);
void blst_final_exp(blst_fp12 *ret, const blst_fp12 *f);
void blst_precompute_lines(blst_fp6 Qlines[68], const blst_p2_affine *Q);
void blst_miller_loop_lines(blst_fp12 *ret, const blst_fp6 Qlines[68], const blst_p1_affine *P);
/* Whether both are the same after the final exponentiation. */
bool blst_fp12_finalverify(const blst_fp12 *gt1, const blst_fp12 *gt2);

/*
 * Contexts: memory of the caller, copied and moved as it likes. The tag is kept by its address, unless it stands right behind the context
 * and moves with it. aggregate checks the signature; chk_n what the flags say; mul_n multiplies both sides by a public factor.
 * Key and signature may be null. What is not committed is not verified.
 */
size_t blst_pairing_sizeof(void);
void blst_pairing_init(blst_pairing *new_ctx, bool hash_or_encode, const byte *DST BLST_OR_NULL, size_t DST_len BLST_OR_NULL);
const byte *blst_pairing_get_dst(const blst_pairing *ctx);
void blst_pairing_commit(blst_pairing *ctx);
BLST_ERROR blst_pairing_aggregate_pk_in_g2(blst_pairing *ctx, const blst_p2_affine *PK, const blst_p1_affine *signature,
    const byte *msg, size_t msg_len, const byte *aug BLST_OR_NULL, size_t aug_len BLST_OR_NULL);
BLST_ERROR blst_pairing_chk_n_aggr_pk_in_g2(blst_pairing *ctx, const blst_p2_affine *PK, bool pk_grpchk,
    const blst_p1_affine *signature, bool sig_grpchk, const byte *msg, size_t msg_len, const byte *aug BLST_OR_NULL,
    size_t aug_len BLST_OR_NULL);
BLST_ERROR blst_pairing_mul_n_aggregate_pk_in_g2(blst_pairing *ctx, const blst_p2_affine *PK, const blst_p1_affine *signature,
    const byte *scalar, size_t nbits, const byte *msg, size_t msg_len, const byte *aug BLST_OR_NULL,
    size_t aug_len BLST_OR_NULL);
BLST_ERROR blst_pairing_chk_n_mul_n_aggr_pk_in_g2(blst_pairing *ctx, const blst_p2_affine *PK, bool pk_grpchk,
    const blst_p1_affine *signature, bool sig_grpchk, const byte *scalar, size_t nbits, const byte *msg, size_t msg_len,
    const byte *aug BLST_OR_NULL, size_t aug_len BLST_OR_NULL);
BLST_ERROR blst_pairing_aggregate_pk_in_g1(blst_pairing *ctx, const blst_p1_affine *PK, const blst_p2_affine *signature,
    const byte *msg, size_t msg_len, const byte *aug BLST_OR_NULL, size_t aug_len BLST_OR_NULL);
BLST_ERROR blst_pairing_chk_n_aggr_pk_in_g1(blst_pairing *ctx, const blst_p1_affine *PK, bool pk_grpchk,
    const blst_p2_affine *signature, bool sig_grpchk, const byte *msg, size_t msg_len, const byte *aug BLST_OR_NULL,
    size_t aug_len BLST_OR_NULL);
BLST_ERROR blst_pairing_mul_n_aggregate_pk_in_g1(blst_pairing *ctx, const blst_p1_affine *PK, const blst_p2_affine *signature,
    const byte *scalar, size_t nbits, const byte *msg, size_t msg_len, const byte *aug BLST_OR_NULL,
    size_t aug_len BLST_OR_NULL);
BLST_ERROR blst_pairing_chk_n_mul_n_aggr_pk_in_g1(blst_pairing *ctx, const blst_p1_affine *PK, bool pk_grpchk,
    const blst_p2_affine *signature, bool sig_grpchk, const byte *scalar, size_t nbits, const byte *msg, size_t msg_len,
    const byte *aug BLST_OR_NULL, size_t aug_len BLST_OR_NULL);
BLST_ERROR blst_pairing_merge(blst_pairing *ctx, const blst_pairing *ctx1);
bool blst_pairing_finalverify(const blst_pairing *ctx, const blst_fp12 *gtsig BLST_OR_NULL);

/* An encoded point of the group into a sum, or the first of one if `in` is null; nothing is written where the point is at infinity and `in` is not null. */
BLST_ERROR blst_aggregate_in_g1(blst_p1 *out, const blst_p1 *in, const byte *zwire);
BLST_ERROR blst_aggregate_in_g2(blst_p2 *out, const blst_p2 *in, const byte *zwire);
/* The Miller loop of a signature and the generator of the other group. */
void blst_aggregated_in_g1(blst_fp12 *out, const blst_p1_affine *signature);
void blst_aggregated_in_g2(blst_fp12 *out, const blst_p2_affine *signature);
/* Verification of one signature, with every check. */
BLST_ERROR blst_core_verify_pk_in_g1(const blst_p1_affine *pk, const blst_p2_affine *signature, bool hash_or_encode,
    const byte *msg, size_t msg_len, const byte *DST BLST_OR_NULL, size_t DST_len BLST_OR_NULL, const byte *aug BLST_OR_NULL,
    size_t aug_len BLST_OR_NULL);
BLST_ERROR blst_core_verify_pk_in_g2(const blst_p2_affine *pk, const blst_p1_affine *signature, bool hash_or_encode,
    const byte *msg, size_t msg_len, const byte *DST BLST_OR_NULL, size_t DST_len BLST_OR_NULL, const byte *aug BLST_OR_NULL,
    size_t aug_len BLST_OR_NULL);

/* The generators and their negatives. */
extern const blst_p1_affine BLS12_381_G1;
extern const blst_p1_affine BLS12_381_NEG_G1;
extern const blst_p2_affine BLS12_381_G2;
extern const blst_p2_affine BLS12_381_NEG_G2;

#include "blst_aux.h"

#ifdef __cplusplus
}
#endif
#endif
