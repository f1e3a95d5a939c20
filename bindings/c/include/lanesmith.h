/*
 * Lanesmith for C. Written by cbindgen from bindings/c; do not edit (cargo xtask generate).
 *
 * Every function that can fail returns a lanesmith_status; lanesmith_last_error tells in words what was wrong, on the same
 * thread. Results of a function that failed are not written, unless it says so. Every buffer comes with its length; null is
 * an error, but for buffers of length 0. Results must not overlap inputs. No panic of Rust leaves the library. Callbacks
 * must return: no C++ exceptions, no longjmp. Functions may be called from any thread, a handle by one thread at a time, but
 * for lanesmith_pow_cancel and lanesmith_pow_attempts. lanesmith_bls_* and lanesmith_password_* are in libraries built
 * with the features of these names ("bls", "pwhash"), as they are by default.
 */

#ifndef LANESMITH_H
#define LANESMITH_H

#include <stdint.h>
#include <stddef.h>

/** The version of this header; lanesmith_version() is that of the library that was linked. */
#define LANESMITH_VERSION "0.1.0"
#define LANESMITH_VERSION_MAJOR 0
#define LANESMITH_VERSION_MINOR 1
#define LANESMITH_VERSION_PATCH 0

/** Compilers warn where a status is thrown away: one of lanesmith_bls_verify is the whole answer. */
#if defined(__cplusplus)
#define LANESMITH_MUST_USE [[nodiscard]]
#elif defined(__GNUC__)
#define LANESMITH_MUST_USE __attribute__((warn_unused_result))
#else
#define LANESMITH_MUST_USE
#endif

/**
 * How a call ended. Numbers and names never change; more may come.
 */
enum lanesmith_status
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * As it should.
   */
  LANESMITH_STATUS_OK = 0,
  /**
   * A pointer is null, or one to pointers or numbers is not aligned.
   */
  LANESMITH_STATUS_POINTER = 1,
  /**
   * A length or count does not fit.
   */
  LANESMITH_STATUS_LENGTH = 2,
  /**
   * A result lies in the same memory as an input.
   */
  LANESMITH_STATUS_OVERLAP = 3,
  /**
   * Text is not UTF-8.
   */
  LANESMITH_STATUS_INPUT = 4,
  /**
   * There is no such operation or engine, or this CPU cannot run it.
   */
  LANESMITH_STATUS_ENGINE = 5,
  /**
   * The signature, password, proof or tag is another: an answer, not a failure.
   */
  LANESMITH_STATUS_MISMATCH = 6,
  /**
   * The search was cancelled.
   */
  LANESMITH_STATUS_CANCELLED = 7,
  /**
   * The search tried its whole range and found nothing.
   */
  LANESMITH_STATUS_EXHAUSTED = 8,
  /**
   * There is not enough memory, or the system gave no random bytes.
   */
  LANESMITH_STATUS_MEMORY = 9,
  /**
   * A defect of the library or the machine; the words say which. Please report it.
   */
  LANESMITH_STATUS_INTERNAL = 10,
  /**
   * A number is out of its range.
   */
  LANESMITH_STATUS_RANGE = 11,
  /**
   * A character is no tryte.
   */
  LANESMITH_STATUS_TRYTE = 12,
  /**
   * There is no such tree, place or proof.
   */
  LANESMITH_STATUS_TREE = 13,
  /**
   * A key, or a path to one, is none.
   */
  LANESMITH_STATUS_KEY = 14,
  /**
   * A signature is none.
   */
  LANESMITH_STATUS_SIGNATURE = 15,
  /**
   * A stored string, a scheme or costs of passwords cannot be read or are refused.
   */
  LANESMITH_STATUS_PASSWORD = 16,
  /**
   * No thread or Worker can be started.
   */
  LANESMITH_STATUS_WORKER = 17,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum lanesmith_status lanesmith_status;
#else
typedef int32_t lanesmith_status;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * A public key that was decoded and checked: a point of the group of prime order, not at infinity.
 */
typedef struct lanesmith_bls_key lanesmith_bls_key;

/**
 * A search for the nonce of a transaction, and the means to end it.
 */
typedef struct lanesmith_pow lanesmith_pow;

/**
 * A signature that was decoded and checked: a point of the group of prime order.
 */
typedef struct lanesmith_bls_signature lanesmith_bls_signature;

/**
 * A message of SHA-256 that comes in parts.
 */
typedef struct lanesmith_sha256_stream lanesmith_sha256_stream;

/**
 * One engine of one operation. The texts live as long as the call that shows them.
 */
typedef struct lanesmith_engine {
  /**
   * The operation, such as "sha256.nodes".
   */
  const char *operation;
  /**
   * The engine, such as "avx2".
   */
  const char *engine;
  /**
   * What it is, in a few words.
   */
  const char *summary;
  /**
   * Why this machine cannot run it; null where it can.
   */
  const char *refusal;
  /**
   * How many units it does at a time.
   */
  size_t lanes;
  /**
   * 1 if callers get it who name none, whatever the amount of work; else 0.
   */
  int32_t chosen;
} lanesmith_engine;

/**
 * Shown each engine in turn.
 */
typedef void (*lanesmith_engine_visitor)(void *user, const struct lanesmith_engine *row);

/**
 * Told every so often how far a search is, on the thread that runs it. 0 goes on, anything else cancels the search.
 */
typedef int32_t (*lanesmith_pow_progress)(void *user, uint64_t attempts, double seconds);

/**
 * What a search found, and where it was when it ended.
 */
typedef struct lanesmith_pow_found {
  /**
   * The nonce: 27 trytes, without a zero byte. Zeros where none was found.
   */
  uint8_t nonce[27];
  /**
   * Trailing zero trits of the hash: what was asked for, or more.
   */
  uint32_t weight;
  /**
   * Where the nonce is: how many batches of 64 attempts come before it in the order.
   */
  uint64_t batch;
  /**
   * Nonces that this run tried.
   */
  uint64_t attempts;
  /**
   * Where to go on: everything before this batch has been tried. After a nonce, the batch behind it.
   */
  uint64_t next;
} lanesmith_pow_found;

/**
 * A scheme of draft-irtf-cfrg-bls-signature. Null in its place is that of Ethereum: small keys, proofs of possession.
 */
typedef struct lanesmith_bls_scheme {
  /**
   * 0 for small keys (48 bytes, signatures 96), 1 for small signatures (48 bytes, keys 96).
   */
  uint32_t variant;
  /**
   * How rogue keys are kept out: 0 basic, 1 message augmentation, 2 proofs of possession.
   */
  uint32_t mode;
  /**
   * The domain separation tag; of length 0 for that of variant and mode.
   */
  const uint8_t *tag;
  /**
   * Its length.
   */
  size_t tag_len;
} lanesmith_bls_scheme;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * The version of the library, such as "0.1.0".
 */
const char *lanesmith_version(void);

/**
 * The name of a status, such as "LENGTH"; "UNKNOWN" for a number that is none.
 */
const char *lanesmith_status_name(int32_t status);

/**
 * What was wrong in the last call on this thread that failed, in words and with a zero byte at the end, cut to `room` bytes.
 * Gives the length of the whole text without the zero byte; 0 where no call has failed. `out` may be null if `room` is 0.
 */
size_t lanesmith_last_error(char *out,
                            size_t room);

/**
 * The message, counted from 0, that the last failure on this thread speaks of; SIZE_MAX where it speaks of none.
 */
size_t lanesmith_last_index(void);

/**
 * Random bytes of the system: for salts, seeds, key material.
 */
LANESMITH_MUST_USE lanesmith_status lanesmith_random(uint8_t *out, size_t out_len);

/**
 * Shows every engine of every operation that is compiled in.
 */
LANESMITH_MUST_USE lanesmith_status lanesmith_engines(lanesmith_engine_visitor visit, void *user);

/**
 * Makes an engine the one that an operation runs on, in the whole process. The operation may end in a star ("sha256.*",
 * "*": all that have the engine); the engine "auto" takes a choice back. On a failure nothing has changed.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_use(const char *operation,
                               const char *engine);

/**
 * The name of the engine that an operation runs on, with a zero byte at the end; "auto" where that depends on the amount of
 * work. 64 bytes of room are enough.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_chosen(const char *operation,
                                  char *out,
                                  size_t room);

/**
 * Begins a message: `*out` becomes a handle to free by lanesmith_sha256_free.
 */
LANESMITH_MUST_USE lanesmith_status lanesmith_sha256_new(struct lanesmith_sha256_stream **out);

/**
 * Adds bytes to the message.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_sha256_update(struct lanesmith_sha256_stream *stream,
                                         const uint8_t *data,
                                         size_t data_len);

/**
 * The digest of the message so far, 32 bytes; the message may go on.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_sha256_digest(const struct lanesmith_sha256_stream *stream,
                                         uint8_t *out,
                                         size_t out_len);

/**
 * A second handle that goes on from the same message.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_sha256_clone(const struct lanesmith_sha256_stream *stream,
                                        struct lanesmith_sha256_stream **out);

/**
 * Back to the empty message.
 */
LANESMITH_MUST_USE lanesmith_status lanesmith_sha256_reset(struct lanesmith_sha256_stream *stream);

/**
 * Frees a handle. Null is nothing.
 */
void lanesmith_sha256_free(struct lanesmith_sha256_stream *stream);

/**
 * Makes a search for the nonce (the last 27 trytes) of a transaction of 2673 trytes, such that its hash by Curl-P-81 ends
 * in `min_weight_magnitude` zero trits: 1 to 243. `threads` is how many it takes, 0 for all of the machine. It searches
 * batches `start` to `end` (the one after the last) of 64 attempts each, in a fixed order: 0 and 0 are all. The nonce
 * found is the first in that order, whatever the engine and the threads. `*out` becomes a handle to free by
 * lanesmith_pow_free.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_pow_new(const uint8_t *transaction,
                                   size_t transaction_len,
                                   uint32_t min_weight_magnitude,
                                   uint32_t threads,
                                   uint64_t start,
                                   uint64_t end,
                                   struct lanesmith_pow **out);

/**
 * Runs a search to its end on this thread and its helpers; meanwhile others may call lanesmith_pow_cancel and
 * lanesmith_pow_attempts. `progress` may be null; it is called about every `interval_ms` milliseconds, and must return.
 * `out` is written on LANESMITH_STATUS_CANCELLED and LANESMITH_STATUS_EXHAUSTED too: there without a nonce.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_pow_run(const struct lanesmith_pow *search,
                                   lanesmith_pow_progress progress,
                                   void *user,
                                   uint32_t interval_ms,
                                   struct lanesmith_pow_found *out);

/**
 * Ends a search, now and for good, from any thread: its run returns within a few milliseconds.
 */
LANESMITH_MUST_USE lanesmith_status lanesmith_pow_cancel(const struct lanesmith_pow *search);

/**
 * Nonces that a search has tried so far, from any thread; 0 for null.
 */
uint64_t lanesmith_pow_attempts(const struct lanesmith_pow *search);

/**
 * Frees a handle that does not run. Null is nothing.
 */
void lanesmith_pow_free(struct lanesmith_pow *search);

/**
 * Frees a handle. Null is nothing.
 */
void lanesmith_bls_key_free(struct lanesmith_bls_key *key);

/**
 * Frees a handle. Null is nothing.
 */
void lanesmith_bls_signature_free(struct lanesmith_bls_signature *signature);

/**
 * SHA-256 of a message: 32 bytes.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_sha256(const uint8_t *message,
                                  size_t message_len,
                                  uint8_t *out,
                                  size_t out_len);

/**
 * SHA-256 of many messages at once, several to an instruction: 32 bytes for each, in order.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_sha256_many(const uint8_t *const *messages,
                                       const size_t *message_lengths,
                                       size_t message_count,
                                       uint8_t *out,
                                       size_t out_len);

/**
 * SHA-256 of the nodes of a level of a tree: each 64 bytes of `pairs` give 32 bytes of `out`.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_sha256_nodes(const uint8_t *pairs,
                                        size_t pairs_len,
                                        uint8_t *out,
                                        size_t out_len);

/**
 * The same over the nodes themselves: each 64 bytes become 32 in the first half of `nodes`, whose length is
 * a multiple of 64. What is behind them afterwards is of no use.
 */
LANESMITH_MUST_USE lanesmith_status lanesmith_sha256_nodes_in_place(uint8_t *nodes, size_t nodes_len);

/**
 * HMAC-SHA-256 (RFC 2104) of a key and a message: 32 bytes.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_hmac_sha256(const uint8_t *key,
                                       size_t key_len,
                                       const uint8_t *message,
                                       size_t message_len,
                                       uint8_t *out,
                                       size_t out_len);

/**
 * HKDF-SHA-256 (RFC 5869): as many bytes as `out` has, 8160 at most. Without a salt there are zeros in its
 * place, as the RFC says.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_hkdf_sha256(const uint8_t *salt,
                                       size_t salt_len,
                                       const uint8_t *material,
                                       size_t material_len,
                                       const uint8_t *info,
                                       size_t info_len,
                                       uint8_t *out,
                                       size_t out_len);

/**
 * PBKDF2-HMAC-SHA-256 (RFC 8018): as many bytes as `out` has.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_pbkdf2_sha256(uint32_t iterations,
                                         const uint8_t *password,
                                         size_t password_len,
                                         const uint8_t *salt,
                                         size_t salt_len,
                                         uint8_t *out,
                                         size_t out_len);

/**
 * Whether two byte strings are the same, in a time that depends on their lengths alone. Yes is
 * LANESMITH_STATUS_OK, no is LANESMITH_STATUS_MISMATCH.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_secure_equal(const uint8_t *left,
                                        size_t left_len,
                                        const uint8_t *right,
                                        size_t right_len);

/**
 * The root of a tree over leaves (SSZ: merkleize), padded with zeros to the next power of two of `limit`
 * leaves; without a limit, of the number of leaves. Time depends on the leaves and not on the limit, which
 * reaches 2^62. A limit of 0 is none.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_merkle_root(uint64_t limit,
                                       const uint8_t *leaves,
                                       size_t leaves_len,
                                       uint8_t *out,
                                       size_t out_len);

/**
 * The proof of leaf `index` of that tree: the siblings on its way to the root, from the bottom. There are as
 * many as the tree has levels: the binary logarithm, rounded up, of the limit, without one of the number of
 * leaves. A limit of 0 is none. `room` is how many bytes `out` has and `*written` becomes how many there
 * are; where they do not fit it is LANESMITH_STATUS_LENGTH, and `*written` how many there would be.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_merkle_proof(uint64_t limit,
                                        uint64_t index,
                                        const uint8_t *leaves,
                                        size_t leaves_len,
                                        uint8_t *out,
                                        size_t room,
                                        size_t *written);

/**
 * Whether a leaf is leaf `index` of the tree with room for `limit` leaves and that root. Index and limit are
 * the caller's to say: a proof that says itself what it proves proves nothing. Yes is LANESMITH_STATUS_OK,
 * no is LANESMITH_STATUS_MISMATCH.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_merkle_verify(uint64_t index,
                                         uint64_t limit,
                                         const uint8_t *leaf,
                                         size_t leaf_len,
                                         const uint8_t *proof,
                                         size_t proof_len,
                                         const uint8_t *root,
                                         size_t root_len);

/**
 * The proof of the node at a generalized index of SSZ: 1 is the root, the children of i are 2i and 2i + 1.
 * 32 bytes for each level. A limit of 0 is none.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_merkle_node_proof(uint64_t limit,
                                             uint64_t index,
                                             const uint8_t *leaves,
                                             size_t leaves_len,
                                             uint8_t *out,
                                             size_t out_len);

/**
 * The root that a node, its proof and its generalized index lead to.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_merkle_node_root(uint64_t index,
                                            const uint8_t *node,
                                            size_t node_len,
                                            const uint8_t *proof,
                                            size_t proof_len,
                                            uint8_t *out,
                                            size_t out_len);

/**
 * The root with a length mixed in: that of a list of SSZ.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_merkle_mix_in_length(const uint8_t *root,
                                                size_t root_len,
                                                uint64_t length,
                                                uint8_t *out,
                                                size_t out_len);

/**
 * The hash of an entry of a log of RFC 6962 (certificate transparency).
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_log_leaf(const uint8_t *entry,
                                    size_t entry_len,
                                    uint8_t *out,
                                    size_t out_len);

/**
 * The head of a log over hashes of entries.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_log_root(const uint8_t *leaves,
                                    size_t leaves_len,
                                    uint8_t *out,
                                    size_t out_len);

/**
 * The proof that entry `index` is in a log: 64 nodes at most. `room` is how many bytes `out` has and
 * `*written` becomes how many there are; where they do not fit it is LANESMITH_STATUS_LENGTH, and `*written`
 * how many there would be.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_log_proof(size_t index,
                                     const uint8_t *leaves,
                                     size_t leaves_len,
                                     uint8_t *out,
                                     size_t room,
                                     size_t *written);

/**
 * Whether an entry is at `index` of the log of `size` entries with that head. Yes is LANESMITH_STATUS_OK, no
 * is LANESMITH_STATUS_MISMATCH.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_log_verify(uint64_t index,
                                      uint64_t size,
                                      const uint8_t *leaf,
                                      size_t leaf_len,
                                      const uint8_t *proof,
                                      size_t proof_len,
                                      const uint8_t *root,
                                      size_t root_len);

/**
 * The proof that the log of the first `size` entries is a beginning of this one: 65 nodes at most. `room` is
 * how many bytes `out` has and `*written` becomes how many there are; where they do not fit it is
 * LANESMITH_STATUS_LENGTH, and `*written` how many there would be.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_log_consistency(size_t size,
                                           const uint8_t *leaves,
                                           size_t leaves_len,
                                           uint8_t *out,
                                           size_t room,
                                           size_t *written);

/**
 * Whether the log of `size` entries and that head is a beginning of the one of `new_size` entries and
 * `new_root`. Yes is LANESMITH_STATUS_OK, no is LANESMITH_STATUS_MISMATCH.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_log_verify_consistency(uint64_t size,
                                                  uint64_t new_size,
                                                  const uint8_t *proof,
                                                  size_t proof_len,
                                                  const uint8_t *root,
                                                  size_t root_len,
                                                  const uint8_t *new_root,
                                                  size_t new_root_len);

/**
 * The root over transaction ids as Bitcoin's blocks have it, in the order of bytes in memory.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_bitcoin_root(const uint8_t *ids,
                                        size_t ids_len,
                                        uint8_t *out,
                                        size_t out_len);

/**
 * The root of a file as a tree: `btv2` (pieces root of BitTorrent v2), `fsverity` (the digest that `fsverity
 * digest` prints), `dm-verity` (the root hash of `veritysetup format`), `glacier`, `s3` (the digest of a
 * composite checksum) or `rfc6962`. Of `block_size` and `hash_block_size` (of dm-verity alone) 0 is what the
 * format has: 4096, of s3 parts of 8 MiB. Only fsverity and dm-verity have a salt.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_blocks_root(const char *format,
                                       uint64_t block_size,
                                       uint64_t hash_block_size,
                                       const uint8_t *salt,
                                       size_t salt_len,
                                       const uint8_t *data,
                                       size_t data_len,
                                       uint8_t *out,
                                       size_t out_len);

/**
 * The digests of the blocks of such a file, 32 bytes each. `data` may be a part of it that begins at a
 * block, so that a file can be hashed while it is read; blocks that are not full are those at its end.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_blocks_digests(const char *format,
                                          uint64_t block_size,
                                          uint64_t hash_block_size,
                                          const uint8_t *salt,
                                          size_t salt_len,
                                          const uint8_t *data,
                                          size_t data_len,
                                          uint8_t *out,
                                          size_t out_len);

/**
 * The root of a file of `length` bytes from the digests of its blocks.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_blocks_root_of_digests(const char *format,
                                                  uint64_t block_size,
                                                  uint64_t hash_block_size,
                                                  const uint8_t *salt,
                                                  size_t salt_len,
                                                  uint64_t length,
                                                  const uint8_t *digests,
                                                  size_t digests_len,
                                                  uint8_t *out,
                                                  size_t out_len);

/**
 * Whether a file is that of the root and of the digests of its blocks. `bad` has a byte for each block and
 * becomes 1 for those that are others. Digests that are not of the root are an error. Yes is
 * LANESMITH_STATUS_OK, no is LANESMITH_STATUS_MISMATCH.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_blocks_check(const char *format,
                                        uint64_t block_size,
                                        uint64_t hash_block_size,
                                        const uint8_t *salt,
                                        size_t salt_len,
                                        const uint8_t *root,
                                        size_t root_len,
                                        const uint8_t *digests,
                                        size_t digests_len,
                                        const uint8_t *data,
                                        size_t data_len,
                                        uint8_t *bad,
                                        size_t bad_len);

/**
 * Curl-P of trytes (the characters 9 and A to Z): 81 trytes, without a zero byte. `rounds` is 27 or 81.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_curl_hash(uint32_t rounds,
                                     const uint8_t *trytes,
                                     size_t trytes_len,
                                     uint8_t *out,
                                     size_t out_len);

/**
 * Curl-P of many messages of trytes at once: 81 trytes for each, in order.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_curl_hash_many(uint32_t rounds,
                                          const uint8_t *const *messages,
                                          const size_t *message_lengths,
                                          size_t message_count,
                                          uint8_t *out,
                                          size_t out_len);

/**
 * The Curl-P hash of trits, which are bytes here: 0, 1 and 255, which is -1. 243 trits.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_curl_hash_trits(uint32_t rounds,
                                           const uint8_t *trits,
                                           size_t trits_len,
                                           uint8_t *out,
                                           size_t out_len);

/**
 * One transform of a state of 729 trits, in place.
 */
LANESMITH_MUST_USE lanesmith_status lanesmith_curl_permute(uint32_t rounds, uint8_t *state, size_t state_len);

/**
 * Five trits to a byte, the last one filled up with zeros.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_curl_t5b1_encode(const uint8_t *trits,
                                            size_t trits_len,
                                            uint8_t *out,
                                            size_t out_len);

/**
 * The inverse: as many trits as `out` has bytes.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_curl_t5b1_decode(const uint8_t *bytes,
                                            size_t bytes_len,
                                            uint8_t *out,
                                            size_t out_len);

/**
 * Two trytes to a byte.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_curl_b1t6_encode(const uint8_t *bytes,
                                            size_t bytes_len,
                                            uint8_t *out,
                                            size_t out_len);

/**
 * The bytes of pairs of trytes.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_curl_b1t6_decode(const uint8_t *trytes,
                                            size_t trytes_len,
                                            uint8_t *out,
                                            size_t out_len);

/**
 * Decodes a public key, compressed or not, with every check: once, for as many calls as there will be.
 * Variant 0 has small keys (48 bytes compressed), 1 small signatures (96). `*out` becomes a handle to free
 * by lanesmith_bls_key_free.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_bls_key_decode(uint32_t variant,
                                          const uint8_t *bytes,
                                          size_t bytes_len,
                                          struct lanesmith_bls_key **out);

/**
 * The compressed key: 48 bytes with variant 0, 96 with variant 1.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_bls_key_bytes(const struct lanesmith_bls_key *key,
                                         uint8_t *out,
                                         size_t out_len);

/**
 * The uncompressed key, which is decoded without a square root: 96 bytes with variant 0, 192 with variant 1.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_bls_key_uncompressed(const struct lanesmith_bls_key *key,
                                                uint8_t *out,
                                                size_t out_len);

/**
 * Decodes a signature, compressed or not, with every check. Variant 0 has 96 bytes compressed, variant 1 has
 * 48. `*out` becomes a handle to free by lanesmith_bls_signature_free.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_bls_signature_decode(uint32_t variant,
                                                const uint8_t *bytes,
                                                size_t bytes_len,
                                                struct lanesmith_bls_signature **out);

/**
 * The compressed signature: 96 bytes with variant 0, 48 with variant 1.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_bls_signature_bytes(const struct lanesmith_bls_signature *signature,
                                               uint8_t *out,
                                               size_t out_len);

/**
 * The public key of a secret key. `*out` becomes a handle to free by lanesmith_bls_key_free.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_bls_public_key(uint32_t variant,
                                          const uint8_t *secret,
                                          size_t secret_len,
                                          struct lanesmith_bls_key **out);

/**
 * Signs a message. The time depends on the message, not on the key. A scheme that is null is Ethereum's.
 * `*out` becomes a handle to free by lanesmith_bls_signature_free.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_bls_sign(const struct lanesmith_bls_scheme *scheme,
                                    const uint8_t *secret,
                                    size_t secret_len,
                                    const uint8_t *message,
                                    size_t message_len,
                                    struct lanesmith_bls_signature **out);

/**
 * Whether a signature is of a message and a key. A scheme that is null is Ethereum's. Yes is
 * LANESMITH_STATUS_OK, no is LANESMITH_STATUS_MISMATCH.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_bls_verify(const struct lanesmith_bls_scheme *scheme,
                                      const struct lanesmith_bls_key *key,
                                      const uint8_t *message,
                                      size_t message_len,
                                      const struct lanesmith_bls_signature *signature);

/**
 * The sum of signatures. A scheme that is null is Ethereum's. `*out` becomes a handle to free by
 * lanesmith_bls_signature_free.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_bls_aggregate(const struct lanesmith_bls_scheme *scheme,
                                         const struct lanesmith_bls_signature *const *signatures,
                                         size_t signature_count,
                                         struct lanesmith_bls_signature **out);

/**
 * The sum of keys, which stands for all of them only where each has proved possession. A scheme that is null
 * is Ethereum's. `*out` becomes a handle to free by lanesmith_bls_key_free.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_bls_aggregate_keys(const struct lanesmith_bls_scheme *scheme,
                                              const struct lanesmith_bls_key *const *keys,
                                              size_t key_count,
                                              struct lanesmith_bls_key **out);

/**
 * Whether a signature is the sum of signatures of a message by each key. A scheme that is null is
 * Ethereum's. Yes is LANESMITH_STATUS_OK, no is LANESMITH_STATUS_MISMATCH.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_bls_aggregate_verify(const struct lanesmith_bls_scheme *scheme,
                                                const struct lanesmith_bls_key *const *keys,
                                                size_t key_count,
                                                const uint8_t *const *messages,
                                                const size_t *message_lengths,
                                                size_t message_count,
                                                const struct lanesmith_bls_signature *signature);

/**
 * Whether a signature is the sum of signatures of one message by all keys, of which each has proved
 * possession. A scheme that is null is Ethereum's. Yes is LANESMITH_STATUS_OK, no is
 * LANESMITH_STATUS_MISMATCH.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_bls_fast_aggregate_verify(const struct lanesmith_bls_scheme *scheme,
                                                     const struct lanesmith_bls_key *const *keys,
                                                     size_t key_count,
                                                     const uint8_t *message,
                                                     size_t message_len,
                                                     const struct lanesmith_bls_signature *signature);

/**
 * Proves that the owner of a key holds its secret. A scheme that is null is Ethereum's. `*out` becomes a
 * handle to free by lanesmith_bls_signature_free.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_bls_prove_possession(const struct lanesmith_bls_scheme *scheme,
                                                const uint8_t *secret,
                                                size_t secret_len,
                                                struct lanesmith_bls_signature **out);

/**
 * Whether a proof of possession is of a key. A scheme that is null is Ethereum's. Yes is
 * LANESMITH_STATUS_OK, no is LANESMITH_STATUS_MISMATCH.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_bls_verify_possession(const struct lanesmith_bls_scheme *scheme,
                                                 const struct lanesmith_bls_key *key,
                                                 const struct lanesmith_bls_signature *proof);

/**
 * Verifies many signatures at once and writes a byte for each row: 1 where key, message and signature belong
 * together, else 0. A row without a key or a signature (null), as where it could not be decoded, is wrong.
 * If a row is wrong, the answer is that it is another signature, of the first such row. A wrong row passes
 * with probability 2^-64. A scheme that is null is Ethereum's.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_bls_verify_batch(const struct lanesmith_bls_scheme *scheme,
                                            const struct lanesmith_bls_key *const *keys,
                                            size_t key_count,
                                            const uint8_t *const *messages,
                                            const size_t *message_lengths,
                                            size_t message_count,
                                            const struct lanesmith_bls_signature *const *signatures,
                                            size_t signature_count,
                                            uint8_t *out,
                                            size_t out_len);

/**
 * A secret key, 32 bytes, from material that nobody can guess, 32 bytes or more of it; `info` may be empty.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_bls_generate(const uint8_t *material,
                                        size_t material_len,
                                        const uint8_t *info,
                                        size_t info_len,
                                        uint8_t *out,
                                        size_t out_len);

/**
 * The master key, 32 bytes, of a tree of keys, from a seed of 32 bytes or more (EIP-2333).
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_bls_derive_master(const uint8_t *seed,
                                             size_t seed_len,
                                             uint8_t *out,
                                             size_t out_len);

/**
 * The descendant of a key, 32 bytes, along a path such as "m/12381/3600/0/0/0" (EIP-2334).
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_bls_derive_path(const char *path,
                                           const uint8_t *secret,
                                           size_t secret_len,
                                           uint8_t *out,
                                           size_t out_len);

/**
 * Splits a secret key: any `threshold` of the shares recover it, fewer tell nothing. `out` is 32 bytes for
 * each share, which are numbered from 1; `commitments` (Feldman) is a compressed key for each of the
 * threshold, of which the first is the public key.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_bls_split(uint32_t variant,
                                     uint32_t threshold,
                                     uint32_t shares,
                                     const uint8_t *secret,
                                     size_t secret_len,
                                     uint8_t *out,
                                     size_t out_len,
                                     uint8_t *commitments,
                                     size_t commitments_len);

/**
 * Whether share `index` is the one that was dealt, by the commitments. Yes is LANESMITH_STATUS_OK, no is
 * LANESMITH_STATUS_MISMATCH.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_bls_share_verify(uint32_t variant,
                                            uint32_t index,
                                            const uint8_t *secret,
                                            size_t secret_len,
                                            const uint8_t *commitments,
                                            size_t commitments_len);

/**
 * The public key of share `index`, by the commitments. `*out` becomes a handle to free by
 * lanesmith_bls_key_free.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_bls_share_key(uint32_t variant,
                                         uint32_t index,
                                         const uint8_t *commitments,
                                         size_t commitments_len,
                                         struct lanesmith_bls_key **out);

/**
 * The secret key that was split, from as many shares as the threshold, 32 bytes each, and their numbers;
 * from fewer, another key.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_bls_recover_key(const uint32_t *indices,
                                           size_t index_count,
                                           const uint8_t *shares,
                                           size_t shares_len,
                                           uint8_t *out,
                                           size_t out_len);

/**
 * The signature of the key that was split, from signatures by as many shares as the threshold, and their
 * numbers. `*out` becomes a handle to free by lanesmith_bls_signature_free.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_bls_recover_signature(uint32_t variant,
                                                 const uint32_t *indices,
                                                 size_t index_count,
                                                 const struct lanesmith_bls_signature *const *signatures,
                                                 size_t signature_count,
                                                 struct lanesmith_bls_signature **out);

/**
 * Verifies a round of drand and gives its randomness, 32 bytes. The network is "default" or "quicknet",
 * whose keys are known (`key` is empty), or drand's name of a scheme with the key of the network. `previous`
 * is the signature of the round before, which only chained networks read. Another round's signature is a
 * mismatch.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_drand_verify(const char *network,
                                        const uint8_t *key,
                                        size_t key_len,
                                        uint64_t round,
                                        const uint8_t *previous,
                                        size_t previous_len,
                                        const uint8_t *signature,
                                        size_t signature_len,
                                        uint8_t *out,
                                        size_t out_len);

/**
 * How password hashes of this process are computed from now on: each by so many threads at most (0: as many
 * as there are cores), all of them in so many bytes at most (0: no limit), for which those that come later
 * wait, or with `refuse` 1 are refused. A hash that asks for more than that altogether always is. Without
 * this each takes the thread that asks, and as much memory as it needs. The lanes of Argon2 are what can be
 * cut. Where hashes have several threads, up to 256 MiB of their memory, wiped, stay for the next ones.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_password_workers(uint32_t threads,
                                            uint64_t memory,
                                            uint32_t refuse);

/**
 * A string to store for a password: scheme, costs, salt and hash. The scheme is "argon2id", "yescrypt",
 * "scrypt" or another that the library knows; costs that are 0 are the scheme's own, and `memory` is in
 * bytes. The salt is 16 random bytes, others for each password. `secret` is a key of the service and `data`
 * such as the user's number: they go into the hash, not into the string, and may be empty. The memory of the
 * hash is wiped before this returns. The text ends in a zero byte; 512 bytes of room are enough.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_password_hash(const char *scheme,
                                         uint64_t memory,
                                         uint32_t time_cost,
                                         uint32_t parallelism,
                                         const uint8_t *password,
                                         size_t password_len,
                                         const uint8_t *salt,
                                         size_t salt_len,
                                         const uint8_t *secret,
                                         size_t secret_len,
                                         const uint8_t *data,
                                         size_t data_len,
                                         char *out,
                                         size_t room);

/**
 * Whether a password is the one that was stored. A malformed string, or one that asks for more than
 * `max_memory` bytes (0 stands for 257 MiB), is refused before anything is computed. Yes is
 * LANESMITH_STATUS_OK, no is LANESMITH_STATUS_MISMATCH.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_password_verify(const char *stored,
                                           uint64_t max_memory,
                                           const uint8_t *password,
                                           size_t password_len,
                                           const uint8_t *secret,
                                           size_t secret_len,
                                           const uint8_t *data,
                                           size_t data_len);

/**
 * Whether a stored string is what this scheme with these costs would make: if not, it is to be made anew
 * when its user comes next. Yes is LANESMITH_STATUS_OK, no is LANESMITH_STATUS_MISMATCH.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_password_is_current(const char *stored,
                                               const char *scheme,
                                               uint64_t memory,
                                               uint32_t time_cost,
                                               uint32_t parallelism);

/**
 * An Argon2 tag (RFC 9106): the bytes themselves, as many as `out` has, 4 at least. The variant is 0 (d), 1
 * (i) or 2 (id); memory is in KiB. The salt has 8 bytes or more, as for strings to store.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_argon2(uint32_t variant,
                                  uint32_t memory_kib,
                                  uint32_t passes,
                                  uint32_t lanes,
                                  const uint8_t *password,
                                  size_t password_len,
                                  const uint8_t *salt,
                                  size_t salt_len,
                                  const uint8_t *secret,
                                  size_t secret_len,
                                  const uint8_t *data,
                                  size_t data_len,
                                  uint8_t *out,
                                  size_t out_len);

/**
 * A key by scrypt (RFC 7914): as many bytes as `out` has. `n` is a power of two; it takes 128 * n * r bytes
 * of memory.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_scrypt(uint64_t n,
                                  uint32_t r,
                                  uint32_t p,
                                  const uint8_t *password,
                                  size_t password_len,
                                  const uint8_t *salt,
                                  size_t salt_len,
                                  uint8_t *out,
                                  size_t out_len);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* LANESMITH_H */
