/*
 * lanesmith.h with errors as values: written from it, do not edit (cargo xtask generate).
 *
 * Each function that gives a status, with _err behind its name and one argument more: where it fails, `error` is told the words and the
 * row. Go and others whose threads move need no locked one this way, since words are fetched before the call returns.
 */

#ifndef LANESMITH_ERR_H
#define LANESMITH_ERR_H

#include "lanesmith.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What was wrong: the row, SIZE_MAX where there is none, and words with a zero byte at the end. */
typedef struct lanesmith_error {
  size_t row;
  char words[504];
} lanesmith_error;

static inline lanesmith_status lanesmith_keep_error(lanesmith_status status, lanesmith_error *error) {
  if (error) {
    error->row = SIZE_MAX;
    error->words[0] = 0;
    if (status != LANESMITH_STATUS_OK) {
      error->row = lanesmith_last_index();
      (void)lanesmith_last_error(error->words, sizeof error->words);
    }
  }
  return status;
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_random_err(uint8_t *out, size_t out_len, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_random(out, out_len), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_engines_err(lanesmith_engine_visitor visit, void *user, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_engines(visit, user), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_use_err(const char *operation, const char *engine, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_use(operation, engine), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_chosen_err(const char *operation, char *out, size_t room, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_chosen(operation, out, room), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_sha256_new_err(struct lanesmith_sha256_stream **out, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_sha256_new(out), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_sha256_update_err(struct lanesmith_sha256_stream *stream, const uint8_t *data, size_t data_len, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_sha256_update(stream, data, data_len), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_sha256_digest_err(const struct lanesmith_sha256_stream *stream, uint8_t *out, size_t out_len, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_sha256_digest(stream, out, out_len), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_sha256_clone_err(const struct lanesmith_sha256_stream *stream, struct lanesmith_sha256_stream **out, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_sha256_clone(stream, out), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_sha256_reset_err(struct lanesmith_sha256_stream *stream, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_sha256_reset(stream), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_pow_new_err(const uint8_t *transaction, size_t transaction_len, uint32_t min_weight_magnitude, uint32_t threads, uint64_t start, uint64_t end, struct lanesmith_pow **out, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_pow_new(transaction, transaction_len, min_weight_magnitude, threads, start, end, out), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_pow_run_err(const struct lanesmith_pow *search, lanesmith_pow_progress progress, void *user, uint32_t interval_ms, struct lanesmith_pow_found *out, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_pow_run(search, progress, user, interval_ms, out), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_pow_cancel_err(const struct lanesmith_pow *search, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_pow_cancel(search), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_sha256_err(const uint8_t *message, size_t message_len, uint8_t *out, size_t out_len, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_sha256(message, message_len, out, out_len), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_sha256_many_err(const uint8_t *const *messages, const size_t *message_lengths, size_t message_count, uint8_t *out, size_t out_len, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_sha256_many(messages, message_lengths, message_count, out, out_len), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_sha256_nodes_err(const uint8_t *pairs, size_t pairs_len, uint8_t *out, size_t out_len, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_sha256_nodes(pairs, pairs_len, out, out_len), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_sha256_nodes_in_place_err(uint8_t *nodes, size_t nodes_len, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_sha256_nodes_in_place(nodes, nodes_len), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_hmac_sha256_err(const uint8_t *key, size_t key_len, const uint8_t *message, size_t message_len, uint8_t *out, size_t out_len, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_hmac_sha256(key, key_len, message, message_len, out, out_len), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_hkdf_sha256_err(const uint8_t *salt, size_t salt_len, const uint8_t *material, size_t material_len, const uint8_t *info, size_t info_len, uint8_t *out, size_t out_len, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_hkdf_sha256(salt, salt_len, material, material_len, info, info_len, out, out_len), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_pbkdf2_sha256_err(uint32_t iterations, const uint8_t *password, size_t password_len, const uint8_t *salt, size_t salt_len, uint8_t *out, size_t out_len, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_pbkdf2_sha256(iterations, password, password_len, salt, salt_len, out, out_len), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_secure_equal_err(const uint8_t *left, size_t left_len, const uint8_t *right, size_t right_len, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_secure_equal(left, left_len, right, right_len), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_merkle_root_err(uint64_t limit, const uint8_t *leaves, size_t leaves_len, uint8_t *out, size_t out_len, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_merkle_root(limit, leaves, leaves_len, out, out_len), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_merkle_proof_err(uint64_t limit, uint64_t index, const uint8_t *leaves, size_t leaves_len, uint8_t *out, size_t room, size_t *written, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_merkle_proof(limit, index, leaves, leaves_len, out, room, written), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_merkle_verify_err(uint64_t index, uint64_t limit, const uint8_t *leaf, size_t leaf_len, const uint8_t *proof, size_t proof_len, const uint8_t *root, size_t root_len, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_merkle_verify(index, limit, leaf, leaf_len, proof, proof_len, root, root_len), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_merkle_node_proof_err(uint64_t limit, uint64_t index, const uint8_t *leaves, size_t leaves_len, uint8_t *out, size_t out_len, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_merkle_node_proof(limit, index, leaves, leaves_len, out, out_len), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_merkle_node_root_err(uint64_t index, const uint8_t *node, size_t node_len, const uint8_t *proof, size_t proof_len, uint8_t *out, size_t out_len, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_merkle_node_root(index, node, node_len, proof, proof_len, out, out_len), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_merkle_mix_in_length_err(const uint8_t *root, size_t root_len, uint64_t length, uint8_t *out, size_t out_len, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_merkle_mix_in_length(root, root_len, length, out, out_len), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_log_leaf_err(const uint8_t *entry, size_t entry_len, uint8_t *out, size_t out_len, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_log_leaf(entry, entry_len, out, out_len), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_log_root_err(const uint8_t *leaves, size_t leaves_len, uint8_t *out, size_t out_len, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_log_root(leaves, leaves_len, out, out_len), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_log_proof_err(size_t index, const uint8_t *leaves, size_t leaves_len, uint8_t *out, size_t room, size_t *written, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_log_proof(index, leaves, leaves_len, out, room, written), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_log_verify_err(uint64_t index, uint64_t size, const uint8_t *leaf, size_t leaf_len, const uint8_t *proof, size_t proof_len, const uint8_t *root, size_t root_len, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_log_verify(index, size, leaf, leaf_len, proof, proof_len, root, root_len), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_log_consistency_err(size_t size, const uint8_t *leaves, size_t leaves_len, uint8_t *out, size_t room, size_t *written, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_log_consistency(size, leaves, leaves_len, out, room, written), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_log_verify_consistency_err(uint64_t size, uint64_t new_size, const uint8_t *proof, size_t proof_len, const uint8_t *root, size_t root_len, const uint8_t *new_root, size_t new_root_len, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_log_verify_consistency(size, new_size, proof, proof_len, root, root_len, new_root, new_root_len), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_bitcoin_root_err(const uint8_t *ids, size_t ids_len, uint8_t *out, size_t out_len, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_bitcoin_root(ids, ids_len, out, out_len), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_blocks_root_err(const char *format, uint64_t block_size, uint64_t hash_block_size, const uint8_t *salt, size_t salt_len, const uint8_t *data, size_t data_len, uint8_t *out, size_t out_len, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_blocks_root(format, block_size, hash_block_size, salt, salt_len, data, data_len, out, out_len), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_blocks_digests_err(const char *format, uint64_t block_size, uint64_t hash_block_size, const uint8_t *salt, size_t salt_len, const uint8_t *data, size_t data_len, uint8_t *out, size_t out_len, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_blocks_digests(format, block_size, hash_block_size, salt, salt_len, data, data_len, out, out_len), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_blocks_root_of_digests_err(const char *format, uint64_t block_size, uint64_t hash_block_size, const uint8_t *salt, size_t salt_len, uint64_t length, const uint8_t *digests, size_t digests_len, uint8_t *out, size_t out_len, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_blocks_root_of_digests(format, block_size, hash_block_size, salt, salt_len, length, digests, digests_len, out, out_len), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_blocks_check_err(const char *format, uint64_t block_size, uint64_t hash_block_size, const uint8_t *salt, size_t salt_len, const uint8_t *root, size_t root_len, const uint8_t *digests, size_t digests_len, const uint8_t *data, size_t data_len, uint8_t *bad, size_t bad_len, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_blocks_check(format, block_size, hash_block_size, salt, salt_len, root, root_len, digests, digests_len, data, data_len, bad, bad_len), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_curl_hash_err(uint32_t rounds, const uint8_t *trytes, size_t trytes_len, uint8_t *out, size_t out_len, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_curl_hash(rounds, trytes, trytes_len, out, out_len), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_curl_hash_many_err(uint32_t rounds, const uint8_t *const *messages, const size_t *message_lengths, size_t message_count, uint8_t *out, size_t out_len, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_curl_hash_many(rounds, messages, message_lengths, message_count, out, out_len), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_curl_hash_trits_err(uint32_t rounds, const uint8_t *trits, size_t trits_len, uint8_t *out, size_t out_len, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_curl_hash_trits(rounds, trits, trits_len, out, out_len), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_curl_permute_err(uint32_t rounds, uint8_t *state, size_t state_len, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_curl_permute(rounds, state, state_len), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_curl_t5b1_encode_err(const uint8_t *trits, size_t trits_len, uint8_t *out, size_t out_len, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_curl_t5b1_encode(trits, trits_len, out, out_len), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_curl_t5b1_decode_err(const uint8_t *bytes, size_t bytes_len, uint8_t *out, size_t out_len, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_curl_t5b1_decode(bytes, bytes_len, out, out_len), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_curl_b1t6_encode_err(const uint8_t *bytes, size_t bytes_len, uint8_t *out, size_t out_len, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_curl_b1t6_encode(bytes, bytes_len, out, out_len), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_curl_b1t6_decode_err(const uint8_t *trytes, size_t trytes_len, uint8_t *out, size_t out_len, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_curl_b1t6_decode(trytes, trytes_len, out, out_len), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_bls_key_decode_err(uint32_t variant, const uint8_t *bytes, size_t bytes_len, struct lanesmith_bls_key **out, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_bls_key_decode(variant, bytes, bytes_len, out), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_bls_key_bytes_err(const struct lanesmith_bls_key *key, uint8_t *out, size_t out_len, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_bls_key_bytes(key, out, out_len), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_bls_key_uncompressed_err(const struct lanesmith_bls_key *key, uint8_t *out, size_t out_len, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_bls_key_uncompressed(key, out, out_len), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_bls_signature_decode_err(uint32_t variant, const uint8_t *bytes, size_t bytes_len, struct lanesmith_bls_signature **out, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_bls_signature_decode(variant, bytes, bytes_len, out), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_bls_signature_bytes_err(const struct lanesmith_bls_signature *signature, uint8_t *out, size_t out_len, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_bls_signature_bytes(signature, out, out_len), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_bls_public_key_err(uint32_t variant, const uint8_t *secret, size_t secret_len, struct lanesmith_bls_key **out, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_bls_public_key(variant, secret, secret_len, out), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_bls_sign_err(const struct lanesmith_bls_scheme *scheme, const uint8_t *secret, size_t secret_len, const uint8_t *message, size_t message_len, struct lanesmith_bls_signature **out, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_bls_sign(scheme, secret, secret_len, message, message_len, out), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_bls_verify_err(const struct lanesmith_bls_scheme *scheme, const struct lanesmith_bls_key *key, const uint8_t *message, size_t message_len, const struct lanesmith_bls_signature *signature, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_bls_verify(scheme, key, message, message_len, signature), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_bls_aggregate_err(const struct lanesmith_bls_scheme *scheme, const struct lanesmith_bls_signature *const *signatures, size_t signature_count, struct lanesmith_bls_signature **out, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_bls_aggregate(scheme, signatures, signature_count, out), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_bls_aggregate_keys_err(const struct lanesmith_bls_scheme *scheme, const struct lanesmith_bls_key *const *keys, size_t key_count, struct lanesmith_bls_key **out, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_bls_aggregate_keys(scheme, keys, key_count, out), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_bls_aggregate_verify_err(const struct lanesmith_bls_scheme *scheme, const struct lanesmith_bls_key *const *keys, size_t key_count, const uint8_t *const *messages, const size_t *message_lengths, size_t message_count, const struct lanesmith_bls_signature *signature, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_bls_aggregate_verify(scheme, keys, key_count, messages, message_lengths, message_count, signature), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_bls_fast_aggregate_verify_err(const struct lanesmith_bls_scheme *scheme, const struct lanesmith_bls_key *const *keys, size_t key_count, const uint8_t *message, size_t message_len, const struct lanesmith_bls_signature *signature, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_bls_fast_aggregate_verify(scheme, keys, key_count, message, message_len, signature), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_bls_prove_possession_err(const struct lanesmith_bls_scheme *scheme, const uint8_t *secret, size_t secret_len, struct lanesmith_bls_signature **out, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_bls_prove_possession(scheme, secret, secret_len, out), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_bls_verify_possession_err(const struct lanesmith_bls_scheme *scheme, const struct lanesmith_bls_key *key, const struct lanesmith_bls_signature *proof, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_bls_verify_possession(scheme, key, proof), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_bls_verify_batch_err(const struct lanesmith_bls_scheme *scheme, const struct lanesmith_bls_key *const *keys, size_t key_count, const uint8_t *const *messages, const size_t *message_lengths, size_t message_count, const struct lanesmith_bls_signature *const *signatures, size_t signature_count, uint8_t *out, size_t out_len, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_bls_verify_batch(scheme, keys, key_count, messages, message_lengths, message_count, signatures, signature_count, out, out_len), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_bls_generate_err(const uint8_t *material, size_t material_len, const uint8_t *info, size_t info_len, uint8_t *out, size_t out_len, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_bls_generate(material, material_len, info, info_len, out, out_len), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_bls_derive_master_err(const uint8_t *seed, size_t seed_len, uint8_t *out, size_t out_len, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_bls_derive_master(seed, seed_len, out, out_len), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_bls_derive_path_err(const char *path, const uint8_t *secret, size_t secret_len, uint8_t *out, size_t out_len, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_bls_derive_path(path, secret, secret_len, out, out_len), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_bls_split_err(uint32_t variant, uint32_t threshold, uint32_t shares, const uint8_t *secret, size_t secret_len, uint8_t *out, size_t out_len, uint8_t *commitments, size_t commitments_len, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_bls_split(variant, threshold, shares, secret, secret_len, out, out_len, commitments, commitments_len), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_bls_share_verify_err(uint32_t variant, uint32_t index, const uint8_t *secret, size_t secret_len, const uint8_t *commitments, size_t commitments_len, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_bls_share_verify(variant, index, secret, secret_len, commitments, commitments_len), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_bls_share_key_err(uint32_t variant, uint32_t index, const uint8_t *commitments, size_t commitments_len, struct lanesmith_bls_key **out, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_bls_share_key(variant, index, commitments, commitments_len, out), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_bls_recover_key_err(const uint32_t *indices, size_t index_count, const uint8_t *shares, size_t shares_len, uint8_t *out, size_t out_len, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_bls_recover_key(indices, index_count, shares, shares_len, out, out_len), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_bls_recover_signature_err(uint32_t variant, const uint32_t *indices, size_t index_count, const struct lanesmith_bls_signature *const *signatures, size_t signature_count, struct lanesmith_bls_signature **out, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_bls_recover_signature(variant, indices, index_count, signatures, signature_count, out), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_drand_verify_err(const char *network, const uint8_t *key, size_t key_len, uint64_t round, const uint8_t *previous, size_t previous_len, const uint8_t *signature, size_t signature_len, uint8_t *out, size_t out_len, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_drand_verify(network, key, key_len, round, previous, previous_len, signature, signature_len, out, out_len), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_password_workers_err(uint32_t threads, uint64_t memory, uint32_t refuse, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_password_workers(threads, memory, refuse), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_password_hash_err(const char *scheme, uint64_t memory, uint32_t time_cost, uint32_t parallelism, const uint8_t *password, size_t password_len, const uint8_t *salt, size_t salt_len, const uint8_t *secret, size_t secret_len, const uint8_t *data, size_t data_len, char *out, size_t room, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_password_hash(scheme, memory, time_cost, parallelism, password, password_len, salt, salt_len, secret, secret_len, data, data_len, out, room), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_password_verify_err(const char *stored, uint64_t max_memory, const uint8_t *password, size_t password_len, const uint8_t *secret, size_t secret_len, const uint8_t *data, size_t data_len, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_password_verify(stored, max_memory, password, password_len, secret, secret_len, data, data_len), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_password_is_current_err(const char *stored, const char *scheme, uint64_t memory, uint32_t time_cost, uint32_t parallelism, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_password_is_current(stored, scheme, memory, time_cost, parallelism), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_argon2_err(uint32_t variant, uint32_t memory_kib, uint32_t passes, uint32_t lanes, const uint8_t *password, size_t password_len, const uint8_t *salt, size_t salt_len, const uint8_t *secret, size_t secret_len, const uint8_t *data, size_t data_len, uint8_t *out, size_t out_len, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_argon2(variant, memory_kib, passes, lanes, password, password_len, salt, salt_len, secret, secret_len, data, data_len, out, out_len), error);
}

LANESMITH_MUST_USE static inline lanesmith_status lanesmith_scrypt_err(uint64_t n, uint32_t r, uint32_t p, const uint8_t *password, size_t password_len, const uint8_t *salt, size_t salt_len, uint8_t *out, size_t out_len, lanesmith_error *error) {
  return lanesmith_keep_error(lanesmith_scrypt(n, r, p, password, password_len, salt, salt_len, out, out_len), error);
}

#ifdef __cplusplus
}
#endif

#endif /* LANESMITH_ERR_H */
