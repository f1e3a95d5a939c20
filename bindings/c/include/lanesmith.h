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
 * How a call ended. The numbers never change; more may come.
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
   * The content of an input is malformed.
   */
  LANESMITH_STATUS_INPUT = 4,
  /**
   * There is no such operation or engine, or this CPU cannot run it.
   */
  LANESMITH_STATUS_ENGINE = 5,
  /**
   * The signature or password is another: an answer, not a failure.
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
   * The system gave no memory or no thread.
   */
  LANESMITH_STATUS_RESOURCES = 9,
  /**
   * A defect of the library or the machine; the words say which. Please report it.
   */
  LANESMITH_STATUS_INTERNAL = 10,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum lanesmith_status lanesmith_status;
#else
typedef int32_t lanesmith_status;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * A search for the nonce of a transaction, and the means to end it.
 */
typedef struct lanesmith_pow lanesmith_pow;

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
 * SHA-256 of one message into 32 bytes.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_sha256(const uint8_t *message,
                                  size_t message_len,
                                  uint8_t *out,
                                  size_t out_len);

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
 * SHA-256 of `count` messages at once, several to an instruction: 32 bytes for each into `out`, in order. `out_len` is
 * 32 * count.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_sha256_many(const uint8_t *const *messages,
                                       const size_t *lengths,
                                       size_t count,
                                       uint8_t *out,
                                       size_t out_len);

/**
 * SHA-256 of the nodes of a level: each 64 bytes of `pairs` give 32 bytes of `out`. `out_len` is pairs_len / 2.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_sha256_nodes(const uint8_t *pairs,
                                        size_t pairs_len,
                                        uint8_t *out,
                                        size_t out_len);

/**
 * The same over the nodes themselves: each 64 bytes become 32 in the first half of `nodes`. What is behind them afterwards is of
 * no use. `nodes_len` is a multiple of 64.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_sha256_nodes_in_place(uint8_t *nodes,
                                                 size_t nodes_len);

/**
 * The root, 32 bytes, of a Merkle tree over leaves of 32 bytes (SSZ: merkleize), padded with zeros to the next power of two
 * of `limit` leaves; with a limit of 0, of the number of leaves.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_merkle_root(const uint8_t *leaves,
                                       size_t leaves_len,
                                       uint64_t limit,
                                       uint8_t *out,
                                       size_t out_len);

/**
 * Curl-P of trytes (the characters 9 and A to Z): 81 trytes into `out`, without a zero byte. `rounds` is 27 or 81.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_curl_hash(uint32_t rounds,
                                     const uint8_t *trytes,
                                     size_t trytes_len,
                                     uint8_t *out,
                                     size_t out_len);

/**
 * Curl-P of `count` messages of trytes at once: 81 trytes for each into `out`, in order. `out_len` is 81 * count.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_curl_hash_many(uint32_t rounds,
                                          const uint8_t *const *messages,
                                          const size_t *lengths,
                                          size_t count,
                                          uint8_t *out,
                                          size_t out_len);

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
 * Whether a signature (96 bytes) is of a message and a public key (48 bytes), both compressed: Ethereum's scheme, with keys in
 * G1 and proofs of possession. LANESMITH_STATUS_MISMATCH where it is another's; a key or signature that is no point of
 * its group is LANESMITH_STATUS_INPUT.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_bls_verify(const uint8_t *key,
                                      size_t key_len,
                                      const uint8_t *message,
                                      size_t message_len,
                                      const uint8_t *signature,
                                      size_t signature_len);

/**
 * The public key, 48 bytes, of a secret key of 32 bytes.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_bls_public_key(const uint8_t *secret,
                                          size_t secret_len,
                                          uint8_t *out,
                                          size_t out_len);

/**
 * Signs a message by a secret key of 32 bytes: 96 bytes. The time depends on the message, not on the key.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_bls_sign(const uint8_t *secret,
                                    size_t secret_len,
                                    const uint8_t *message,
                                    size_t message_len,
                                    uint8_t *out,
                                    size_t out_len);

/**
 * A string to store for a password, with a zero byte at the end: scheme, costs, salt and hash. The scheme is "argon2id",
 * "yescrypt", "scrypt" or another that the library knows. The salt is yours: 16 random bytes, others for each password.
 * Costs that are 0 are the scheme's own; `memory` is in bytes. 512 bytes of room are enough for the schemes named. The
 * memory of the hash is wiped before this returns.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_password_hash(const char *scheme,
                                         const uint8_t *password,
                                         size_t password_len,
                                         const uint8_t *salt,
                                         size_t salt_len,
                                         uint64_t memory,
                                         uint32_t time_cost,
                                         uint32_t parallelism,
                                         char *out,
                                         size_t room);

/**
 * Whether a password is the one that was stored: LANESMITH_STATUS_OK or LANESMITH_STATUS_MISMATCH. A malformed string, or
 * one that asks for more than `max_memory` bytes (0: 257 MiB), is refused before anything is computed.
 */
LANESMITH_MUST_USE
lanesmith_status lanesmith_password_verify(const char *stored,
                                           const uint8_t *password,
                                           size_t password_len,
                                           uint64_t max_memory);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* LANESMITH_H */
