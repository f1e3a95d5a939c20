/* The rest of the interface: included by blst.h. Part of Lanesmith, MIT OR Apache-2.0. */
#ifndef BLST_AUX_H
#define BLST_AUX_H

/* Butterflies: x0 + x1*t and x0 - x1*t; x0 + x1 and (x0 - x1)*t. */
void blst_fr_ct_bfly(blst_fr *x0, blst_fr *x1, const blst_fr *twiddle);
void blst_fr_gs_bfly(blst_fr *x0, blst_fr *x1, const blst_fr *twiddle);
/* Into and out of Montgomery form. */
void blst_fr_to(blst_fr *ret, const blst_fr *a);
void blst_fr_from(blst_fr *ret, const blst_fr *a);
void blst_fp_to(blst_fp *ret, const blst_fp *a);
void blst_fp_from(blst_fp *ret, const blst_fp *a);
/* Whether there is a root; there is one of zero. */
bool blst_fp_is_square(const blst_fp *a);
bool blst_fp2_is_square(const blst_fp2 *a);
/* The point with z = 1, or 0 at infinity. */
void blst_p1_from_jacobian(blst_p1 *out, const blst_p1 *in);
void blst_p2_from_jacobian(blst_p2 *out, const blst_p2 *in);
/* Key or signature as a point and as uncompressed bytes, in whose first byte the flags 0x20 and 0x40 of a compressed point are set. Either may be null. */
void blst_sk_to_pk2_in_g1(byte out[96], blst_p1_affine *out_pk, const blst_scalar *SK);
void blst_sign_pk2_in_g1(byte out[192], blst_p2_affine *out_sig, const blst_p2 *hash, const blst_scalar *SK);
void blst_sk_to_pk2_in_g2(byte out[192], blst_p2_affine *out_pk, const blst_scalar *SK);
void blst_sign_pk2_in_g2(byte out[96], blst_p1_affine *out_sig, const blst_p1 *hash, const blst_scalar *SK);

#ifdef __BLST_RUST_BINDGEN__
typedef struct {} blst_uniq;
#else
typedef struct blst_opaque blst_uniq;
#endif

/* Whether messages differ: memory for so many, and whether one is new. Messages stay where they are. */
size_t blst_uniq_sizeof(size_t n_nodes);
void blst_uniq_init(blst_uniq *tree);
bool blst_uniq_test(blst_uniq *tree, const byte *msg, size_t len);
/* RFC 9380 with SHA-256. Of more than 8160 bytes none is written. */
void blst_expand_message_xmd(byte *out, size_t out_len, const byte *msg, size_t msg_len, const byte *DST, size_t DST_len);
/* Of any point of the curve. */
void blst_p1_unchecked_mult(blst_p1 *out, const blst_p1 *p, const byte *scalar, size_t nbits);
void blst_p2_unchecked_mult(blst_p2 *out, const blst_p2 *p, const byte *scalar, size_t nbits);
/* A pair of points into a context. */
void blst_pairing_raw_aggregate(blst_pairing *ctx, const blst_p2_affine *q, const blst_p1_affine *p);
/* Commits; the product in the context. */
blst_fp12 *blst_pairing_as_fp12(blst_pairing *ctx);
void blst_bendian_from_fp12(byte out[576], const blst_fp12 *a);
/* Drafts 3 and 5 of the CFRG, draft 4 with a salt, and EIP-2333. */
void blst_keygen_v3(blst_scalar *out_SK, const byte *IKM, size_t IKM_len, const byte *info BLST_OR_NULL,
    size_t info_len BLST_OR_NULL);
void blst_keygen_v4_5(blst_scalar *out_SK, const byte *IKM, size_t IKM_len, const byte *salt, size_t salt_len,
    const byte *info BLST_OR_NULL, size_t info_len BLST_OR_NULL);
void blst_keygen_v5(blst_scalar *out_SK, const byte *IKM, size_t IKM_len, const byte *salt, size_t salt_len,
    const byte *info BLST_OR_NULL, size_t info_len BLST_OR_NULL);
void blst_derive_master_eip2333(blst_scalar *out_SK, const byte *IKM, size_t IKM_len);
void blst_derive_child_eip2333(blst_scalar *out_SK, const blst_scalar *SK, uint32_t child_index);
/* Hexadecimal digits, with or without 0x before them, up to the first other character. */
void blst_scalar_from_hexascii(blst_scalar *ret, const byte *hex);
void blst_fr_from_hexascii(blst_fr *ret, const byte *hex);
void blst_fp_from_hexascii(blst_fp *ret, const byte *hex);
/* Sizes of types. */
size_t blst_p1_sizeof(void);
size_t blst_p1_affine_sizeof(void);
size_t blst_p2_sizeof(void);
size_t blst_p2_affine_sizeof(void);
size_t blst_fp12_sizeof(void);
/* An integer of any length modulo the prime. */
void blst_fp_from_le_bytes(blst_fp *ret, const byte *in, size_t len);
void blst_fp_from_be_bytes(blst_fp *ret, const byte *in, size_t len);
void blst_sha256(byte out[32], const byte *msg, size_t msg_len);

#endif
