/* Calls that are wrong: each gives its status and changes nothing. Run under valgrind too. */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lanesmith_err.h>

static int failures = 0;

static void expect_at(int line, lanesmith_status found, lanesmith_status expected) {
  char message[512] = "";
  if (found == expected) return;
  (void)lanesmith_last_error(message, sizeof message);
  fprintf(stderr, "line %d: %s, expected %s (%s)\n", line, lanesmith_status_name(found),
          lanesmith_status_name(expected), message);
  failures++;
}

static void true_at(int line, int fact, const char *text) {
  if (fact) return;
  fprintf(stderr, "line %d: not so: %s\n", line, text);
  failures++;
}

#define EXPECT(call, status) expect_at(__LINE__, (call), LANESMITH_STATUS_##status)
#define TRUE(fact) true_at(__LINE__, (fact) ? 1 : 0, #fact)

static int32_t stop_at_once(void *user, uint64_t attempts, double seconds) {
  (void)seconds;
  *(uint64_t *)user = attempts + 1;
  return 1;
}

static void count_engine(void *user, const lanesmith_engine *row) {
  if (row->operation && row->engine && row->summary) ++*(size_t *)user;
}

static void hashes(void) {
  /* Heap memory of just the right size: one byte too many is noticed by valgrind. */
  uint8_t *message = calloc(100, 1), *out = calloc(32, 1);
  if (!message || !out) exit(2);
  EXPECT(lanesmith_sha256(message, 100, out, 32), OK);
  EXPECT(lanesmith_sha256(NULL, 0, out, 32), OK);
  TRUE(out[0] == 0xe3 && out[31] == 0x55);
  EXPECT(lanesmith_sha256(NULL, 1, out, 32), POINTER);
  EXPECT(lanesmith_sha256(message, SIZE_MAX, out, 32), LENGTH);
  EXPECT(lanesmith_sha256(message, 100, out, 31), LENGTH);
  EXPECT(lanesmith_sha256(message, 100, NULL, 32), POINTER);
  EXPECT(lanesmith_sha256(message, 100, message + 68, 32), OVERLAP);
  TRUE(message[68] == 0);

  const uint8_t *messages[3] = {message, NULL, message};
  size_t lengths[3] = {100, 0, 7};
  uint8_t *digests = calloc(3, 32);
  if (!digests) exit(2);
  EXPECT(lanesmith_sha256_many(messages, lengths, 3, digests, 96), OK);
  TRUE(memcmp(digests + 32, out, 32) == 0);
  EXPECT(lanesmith_sha256_many(messages, lengths, 3, digests, 64), LENGTH);
  EXPECT(lanesmith_sha256_many(messages, lengths, SIZE_MAX / 4, digests, 96), LENGTH);
  EXPECT(lanesmith_sha256_many(NULL, lengths, 3, digests, 96), POINTER);
  EXPECT(lanesmith_sha256_many(messages, NULL, 3, digests, 96), POINTER);
  EXPECT(lanesmith_sha256_many(messages, (const size_t *)(const void *)(message + 1), 3, digests, 96), POINTER);
  EXPECT(lanesmith_sha256_many(NULL, NULL, 0, NULL, 0), OK);
  lengths[1] = 5;
  EXPECT(lanesmith_sha256_many(messages, lengths, 3, digests, 96), POINTER);
  TRUE(lanesmith_last_index() == 1);

  EXPECT(lanesmith_sha256_nodes(message, 64, out, 32), OK);
  EXPECT(lanesmith_sha256_nodes(message, 96, out, 32), LENGTH);
  EXPECT(lanesmith_sha256_nodes(message, 64, message + 32, 32), OVERLAP);
  EXPECT(lanesmith_sha256_nodes(message, 64, message, 32), OVERLAP);
  uint8_t *level = calloc(64, 1);
  if (!level) exit(2);
  EXPECT(lanesmith_sha256_nodes_in_place(level, 64), OK);
  TRUE(memcmp(level, out, 32) == 0);
  EXPECT(lanesmith_sha256_nodes_in_place(level, 32), LENGTH);
  EXPECT(lanesmith_sha256_nodes_in_place(level, 63), LENGTH);
  EXPECT(lanesmith_sha256_nodes_in_place(NULL, 64), POINTER);
  EXPECT(lanesmith_sha256_nodes_in_place(NULL, 0), OK);
  free(level);
  EXPECT(lanesmith_merkle_root(2, message, 96, out, 32), TREE);
  EXPECT(lanesmith_merkle_root(UINT64_MAX, message, 96, out, 32), TREE);
  EXPECT(lanesmith_merkle_root(0, message, 95, out, 32), LENGTH);
  EXPECT(lanesmith_merkle_root(0, message, 96, out, 32), OK);
  EXPECT(lanesmith_merkle_root(1ull << 40, NULL, 0, out, 32), OK);
  free(message);
  free(out);
  free(digests);
}

static void streams(void) {
  lanesmith_sha256_stream *a = NULL, *b = NULL;
  uint8_t one[32], two[32];
  EXPECT(lanesmith_sha256_new(NULL), POINTER);
  EXPECT(lanesmith_sha256_new(&a), OK);
  EXPECT(lanesmith_sha256_update(a, (const uint8_t *)"ab", 2), OK);
  EXPECT(lanesmith_sha256_clone(a, &b), OK);
  EXPECT(lanesmith_sha256_update(b, (const uint8_t *)"c", 1), OK);
  EXPECT(lanesmith_sha256_update(b, NULL, 1), POINTER);
  EXPECT(lanesmith_sha256_update(NULL, NULL, 0), POINTER);
  EXPECT(lanesmith_sha256_digest(b, one, 32), OK);
  EXPECT(lanesmith_sha256((const uint8_t *)"abc", 3, two, 32), OK);
  TRUE(memcmp(one, two, 32) == 0);
  EXPECT(lanesmith_sha256_digest(b, one, 33), LENGTH);
  EXPECT(lanesmith_sha256_digest(NULL, one, 32), POINTER);
  EXPECT(lanesmith_sha256_reset(a), OK);
  EXPECT(lanesmith_sha256_clone(NULL, &b), POINTER);
  lanesmith_sha256_free(a);
  lanesmith_sha256_free(b);
  lanesmith_sha256_free(NULL);
}

static void trytes(void) {
  uint8_t hash[162];
  const uint8_t *messages[2] = {(const uint8_t *)"HELLO", (const uint8_t *)"WOrLD"};
  size_t lengths[2] = {5, 5};
  EXPECT(lanesmith_curl_hash(81, messages[0], 5, hash, 81), OK);
  EXPECT(lanesmith_curl_hash(27, messages[0], 5, hash, 81), OK);
  EXPECT(lanesmith_curl_hash(80, messages[0], 5, hash, 81), RANGE);
  EXPECT(lanesmith_curl_hash(81, messages[0], 5, hash, 80), LENGTH);
  EXPECT(lanesmith_curl_hash(81, messages[1], 5, hash, 81), TRYTE);
  EXPECT(lanesmith_curl_hash_many(81, messages, lengths, 2, hash, 162), TRYTE);
  TRUE(lanesmith_last_index() == 1);
  EXPECT(lanesmith_curl_hash_many(81, messages, lengths, 1, hash, 81), OK);
}

static void searches(void) {
  uint8_t transaction[2673];
  lanesmith_pow *search = NULL;
  lanesmith_pow_found found;
  uint64_t told = 0;
  memset(transaction, '9', sizeof transaction);
  EXPECT(lanesmith_pow_new(transaction, 2672, 5, 1, 0, 0, &search), LENGTH);
  EXPECT(lanesmith_pow_new(transaction, 2673, 0, 1, 0, 0, &search), RANGE);
  EXPECT(lanesmith_pow_new(transaction, 2673, 244, 1, 0, 0, &search), RANGE);
  EXPECT(lanesmith_pow_new(transaction, 2673, 5, 100000, 0, 0, &search), RANGE);
  EXPECT(lanesmith_pow_new(transaction, 2673, 5, 1, 9, 8, &search), RANGE);
  EXPECT(lanesmith_pow_new(transaction, 2673, 5, 1, 0, 0, NULL), POINTER);
  TRUE(search == NULL);
  transaction[100] = 'a';
  EXPECT(lanesmith_pow_new(transaction, 2673, 5, 1, 0, 0, &search), TRYTE);
  transaction[100] = 'A';

  EXPECT(lanesmith_pow_new(transaction, 2673, 5, 1, 0, 0, &search), OK);
  EXPECT(lanesmith_pow_run(NULL, NULL, NULL, 0, &found), POINTER);
  EXPECT(lanesmith_pow_run(search, NULL, NULL, 0, NULL), POINTER);
  EXPECT(lanesmith_pow_run(search, NULL, NULL, 0, &found), OK);
  TRUE(found.weight >= 5 && found.next == found.batch + 1);
  lanesmith_pow_free(search);

  EXPECT(lanesmith_pow_new(transaction, 2673, 100, 1, 0, 27, &search), OK);
  EXPECT(lanesmith_pow_run(search, NULL, NULL, 0, &found), EXHAUSTED);
  TRUE(found.attempts == 27 * 64 && found.nonce[0] == 0);
  TRUE(lanesmith_pow_attempts(search) == 27 * 64);
  lanesmith_pow_free(search);

  EXPECT(lanesmith_pow_new(transaction, 2673, 100, 2, 0, 0, &search), OK);
  EXPECT(lanesmith_pow_run(search, stop_at_once, &told, 0, &found), CANCELLED);
  TRUE(told > 0);
  lanesmith_pow_free(search);

  EXPECT(lanesmith_pow_new(transaction, 2673, 100, 1, 54, 0, &search), OK);
  EXPECT(lanesmith_pow_cancel(search), OK);
  EXPECT(lanesmith_pow_cancel(NULL), POINTER);
  EXPECT(lanesmith_pow_run(search, NULL, NULL, 0, &found), CANCELLED);
  TRUE(found.next == 54 && found.attempts == 0);
  lanesmith_pow_free(search);
  lanesmith_pow_free(NULL);
  TRUE(lanesmith_pow_attempts(NULL) == 0);
}

static void engines(void) {
  char name[64], endless[4096];
  size_t count = 0;
  memset(endless, 'x', sizeof endless);
  EXPECT(lanesmith_engines(count_engine, &count), OK);
  TRUE(count > 10);
  EXPECT(lanesmith_engines(NULL, NULL), POINTER);
  EXPECT(lanesmith_use("sha256.stream", "scalar"), OK);
  EXPECT(lanesmith_chosen("sha256.stream", name, sizeof name), OK);
  TRUE(strcmp(name, "scalar") == 0);
  EXPECT(lanesmith_chosen("sha256.stream", name, 6), LENGTH);
  EXPECT(lanesmith_chosen("sha256.stream", NULL, 64), POINTER);
  EXPECT(lanesmith_chosen("sha256.none", name, sizeof name), ENGINE);
  EXPECT(lanesmith_use("sha256.stream", "abacus"), ENGINE);
  EXPECT(lanesmith_use("sha256.none", "scalar"), ENGINE);
  EXPECT(lanesmith_use(NULL, "scalar"), POINTER);
  EXPECT(lanesmith_use("sha256.stream", NULL), POINTER);
  EXPECT(lanesmith_use(endless, "scalar"), LENGTH);
  EXPECT(lanesmith_use("sha256.stream", "\xff\xfe"), INPUT);
  EXPECT(lanesmith_use("*", "auto"), OK);
}

static void trees(void) {
  uint8_t leaves[5 * 32] = {0}, root[32], proof[96], node[32];
  size_t written = 0;
  leaves[100] = 1;
  EXPECT(lanesmith_merkle_root(0, leaves, sizeof leaves, root, 32), OK);
  EXPECT(lanesmith_merkle_proof(0, 3, leaves, sizeof leaves, proof, sizeof proof, &written), OK);
  TRUE(written == 96);
  EXPECT(lanesmith_merkle_proof(0, 3, leaves, sizeof leaves, proof, 95, &written), LENGTH);
  TRUE(written == 96);
  EXPECT(lanesmith_merkle_proof(0, 3, leaves, sizeof leaves, proof, 96, NULL), POINTER);
  EXPECT(lanesmith_merkle_proof(0, 3, leaves, sizeof leaves, leaves + 32, 96, &written), OVERLAP);
  EXPECT(lanesmith_merkle_proof(0, 5, leaves, sizeof leaves, proof, 96, &written), TREE);
  EXPECT(lanesmith_merkle_verify(3, 5, leaves + 96, 32, proof, 96, root, 32), OK);
  EXPECT(lanesmith_merkle_verify(2, 5, leaves + 96, 32, proof, 96, root, 32), MISMATCH);
  EXPECT(lanesmith_merkle_verify(3, 3, leaves + 96, 32, proof, 96, root, 32), TREE);
  EXPECT(lanesmith_merkle_verify(3, 64, leaves + 96, 32, proof, 96, root, 32), TREE);
  EXPECT(lanesmith_merkle_verify(3, 5, leaves + 96, 31, proof, 96, root, 32), LENGTH);
  EXPECT(lanesmith_merkle_node_root(8 + 3, leaves + 96, 32, proof, 96, node, 32), OK);
  TRUE(memcmp(node, root, 32) == 0);
  EXPECT(lanesmith_merkle_node_root(0, leaves + 96, 32, proof, 96, node, 32), TREE);
  EXPECT(lanesmith_merkle_mix_in_length(root, 32, 5, node, 32), OK);
  EXPECT(lanesmith_log_root(leaves, sizeof leaves, root, 32), OK);
  EXPECT(lanesmith_log_proof(4, leaves, sizeof leaves, proof, sizeof proof, &written), OK);
  EXPECT(lanesmith_log_verify(4, 5, leaves + 128, 32, proof, written, root, 32), OK);
  EXPECT(lanesmith_log_verify(4, 5, leaves + 96, 32, proof, written, root, 32), MISMATCH);
  EXPECT(lanesmith_log_verify(5, 5, leaves + 128, 32, proof, written, root, 32), TREE);
  EXPECT(lanesmith_log_root(leaves, 96, node, 32), OK);
  EXPECT(lanesmith_log_consistency(3, leaves, sizeof leaves, NULL, 0, &written), LENGTH);
  uint8_t long_proof[256];
  EXPECT(lanesmith_log_consistency(3, leaves, sizeof leaves, long_proof, sizeof long_proof, &written), OK);
  EXPECT(lanesmith_log_verify_consistency(3, 5, long_proof, written, node, 32, root, 32), OK);
  EXPECT(lanesmith_log_verify_consistency(3, 5, long_proof, written, root, 32, root, 32), MISMATCH);
  EXPECT(lanesmith_bitcoin_root(NULL, 0, root, 32), LENGTH);
}

static void macs(void) {
  uint8_t tag[32], key[64], salt[8] = {0};
  const uint8_t *text = (const uint8_t *)"what do ya want for nothing?", *jefe = (const uint8_t *)"Jefe";
  EXPECT(lanesmith_hmac_sha256(jefe, 4, text, 28, tag, 32), OK);
  TRUE(tag[0] == 0x5b && tag[31] == 0x43);
  EXPECT(lanesmith_hmac_sha256(tag, 32, text, 28, tag, 32), OVERLAP);
  EXPECT(lanesmith_hmac_sha256(jefe, 4, text, 28, tag, 31), LENGTH);
  EXPECT(lanesmith_hkdf_sha256(salt, 8, text, 28, NULL, 0, key, 64), OK);
  EXPECT(lanesmith_hkdf_sha256(salt, 8, text, 28, key + 8, 8, key, 64), OVERLAP);
  EXPECT(lanesmith_pbkdf2_sha256(2, text, 28, salt, 8, key, 64), OK);
  EXPECT(lanesmith_pbkdf2_sha256(0, text, 28, salt, 8, key, 64), RANGE);
  EXPECT(lanesmith_secure_equal(key, 64, key, 64), OK);
  EXPECT(lanesmith_secure_equal(key, 64, key, 63), MISMATCH);
  EXPECT(lanesmith_secure_equal(key, 4, text, 4), MISMATCH);
  EXPECT(lanesmith_secure_equal(key, 4, NULL, 4), POINTER);
  EXPECT(lanesmith_random(salt, 8), OK);
  EXPECT(lanesmith_random(NULL, 8), POINTER);
}

static void *verify_often(void *stored) {
  for (int i = 0; i < 4; i++) {
    EXPECT(lanesmith_password_verify(stored, 0, (const uint8_t *)"correct horse", 13, NULL, 0, NULL, 0), OK);
  }
  return NULL;
}

/* Sixteen threads that share the memory of two hashes: all are answered. */
static void load(void) {
  static char stored[512];
  const uint8_t *salt = (const uint8_t *)"0123456789abcdef";
  pthread_t threads[16];
  EXPECT(lanesmith_password_workers(1025, 0, 0), RANGE);
  EXPECT(lanesmith_password_workers(1, 0, 2), RANGE);
  EXPECT(lanesmith_password_hash("argon2id", 1 << 18, 1, 2, (const uint8_t *)"correct horse", 13, salt, 16, NULL, 0, NULL, 0, stored, 512), OK);
  EXPECT(lanesmith_password_workers(2, 3 << 18, 0), OK);
  for (int i = 0; i < 16; i++) TRUE(pthread_create(&threads[i], NULL, verify_often, stored) == 0);
  for (int i = 0; i < 16; i++) TRUE(pthread_join(threads[i], NULL) == 0);
  EXPECT(lanesmith_password_workers(1, 1 << 16, 1), OK);
  EXPECT(lanesmith_password_verify(stored, 0, (const uint8_t *)"correct horse", 13, NULL, 0, NULL, 0), MEMORY);
  EXPECT(lanesmith_password_workers(1, 0, 0), OK);
}

static void passwords(void) {
  char stored[512];
  uint8_t tag[32];
  const uint8_t *password = (const uint8_t *)"correct horse", *salt = (const uint8_t *)"0123456789abcdef";
  EXPECT(lanesmith_password_hash("argon2id", 65536, 1, 1, password, 13, salt, 16, NULL, 0, NULL, 0, stored, 512), OK);
  EXPECT(lanesmith_password_verify(stored, 0, password, 13, NULL, 0, NULL, 0), OK);
  EXPECT(lanesmith_password_verify(stored, 0, password, 12, NULL, 0, NULL, 0), MISMATCH);
  EXPECT(lanesmith_password_verify(stored, 0, password, 13, salt, 16, NULL, 0), MISMATCH);
  EXPECT(lanesmith_password_verify(stored, 1024, password, 13, NULL, 0, NULL, 0), PASSWORD);
  EXPECT(lanesmith_password_verify("$argon2id$", 0, password, 13, NULL, 0, NULL, 0), PASSWORD);
  EXPECT(lanesmith_password_verify(NULL, 0, password, 13, NULL, 0, NULL, 0), POINTER);
  EXPECT(lanesmith_password_is_current(stored, "argon2id", 65536, 1, 1), OK);
  EXPECT(lanesmith_password_is_current(stored, "argon2id", 0, 0, 0), MISMATCH);
  EXPECT(lanesmith_password_hash("rot13", 0, 0, 0, password, 13, salt, 16, NULL, 0, NULL, 0, stored, 512), PASSWORD);
  EXPECT(lanesmith_password_hash("argon2id", 65536, 1, 1, password, 13, salt, 7, NULL, 0, NULL, 0, stored, 512), PASSWORD);
  EXPECT(lanesmith_password_hash("argon2id", 65536, 1, 1, password, 13, salt, 16, NULL, 0, NULL, 0, stored, 10), LENGTH);
  EXPECT(lanesmith_argon2(2, 8, 1, 1, password, 13, salt, 8, NULL, 0, NULL, 0, tag, 32), OK);
  EXPECT(lanesmith_argon2(2, 8, 1, 1, password, 13, salt, 7, NULL, 0, NULL, 0, tag, 32), PASSWORD);
  EXPECT(lanesmith_argon2(3, 8, 1, 1, password, 13, salt, 8, NULL, 0, NULL, 0, tag, 32), RANGE);
  EXPECT(lanesmith_argon2(2, 8, 1, 1, password, 13, salt, 8, tag, 32, NULL, 0, tag, 32), OVERLAP);
  EXPECT(lanesmith_scrypt(16, 1, 1, password, 13, salt, 16, tag, 32), OK);
  EXPECT(lanesmith_scrypt(15, 1, 1, password, 13, salt, 16, tag, 32), PASSWORD);
}

static void secrets(void) {
  uint8_t zero[32] = {0}, one[32] = {0}, other[32], bytes[96], small[96], verdicts[3], shares[96], commitments[96];
  const uint8_t *message = (const uint8_t *)"correct horse";
  const lanesmith_bls_scheme basic = {1, 0, NULL, 0}, wrong = {2, 2, NULL, 0}, mode = {0, 3, NULL, 0}, tag = {0, 2, NULL, 4};
  lanesmith_bls_key *key = NULL, *second = NULL, *sum = NULL, *large = NULL;
  lanesmith_bls_signature *signature = NULL, *forged = NULL, *whole = NULL;
  one[31] = 1;
  EXPECT(lanesmith_bls_public_key(0, zero, 32, &key), KEY);
  EXPECT(lanesmith_bls_public_key(0, one, 31, &key), LENGTH);
  EXPECT(lanesmith_bls_public_key(2, one, 32, &key), RANGE);
  EXPECT(lanesmith_bls_public_key(0, one, 32, NULL), POINTER);
  TRUE(key == NULL);
  EXPECT(lanesmith_bls_public_key(0, one, 32, &key), OK);
  EXPECT(lanesmith_bls_key_bytes(key, bytes, 48), OK);
  EXPECT(lanesmith_bls_key_bytes(key, bytes, 47), LENGTH);
  EXPECT(lanesmith_bls_key_bytes(NULL, bytes, 48), POINTER);
  EXPECT(lanesmith_bls_key_decode(0, bytes, 48, &second), OK);
  EXPECT(lanesmith_bls_key_uncompressed(key, bytes, 96), OK);
  lanesmith_bls_key_free(second);
  EXPECT(lanesmith_bls_key_decode(0, bytes, 96, &second), OK);
  bytes[50] ^= 1;
  EXPECT(lanesmith_bls_key_decode(0, bytes, 96, &large), KEY);
  EXPECT(lanesmith_bls_key_decode(0, bytes, 47, &large), KEY);
  EXPECT(lanesmith_bls_public_key(1, one, 32, &large), OK);

  EXPECT(lanesmith_bls_sign(NULL, one, 32, message, 13, &signature), OK);
  EXPECT(lanesmith_bls_sign(&wrong, one, 32, message, 13, &forged), RANGE);
  EXPECT(lanesmith_bls_sign(&mode, one, 32, message, 13, &forged), RANGE);
  EXPECT(lanesmith_bls_sign(&tag, one, 32, message, 13, &forged), POINTER);
  EXPECT(lanesmith_bls_sign(NULL, one, 32, message, 12, &forged), OK);
  EXPECT(lanesmith_bls_verify(NULL, key, message, 13, signature), OK);
  EXPECT(lanesmith_bls_verify(NULL, key, message, 12, signature), MISMATCH);
  EXPECT(lanesmith_bls_verify(&basic, key, message, 13, signature), KEY);
  EXPECT(lanesmith_bls_verify(&basic, large, message, 13, signature), SIGNATURE);
  EXPECT(lanesmith_bls_verify(NULL, NULL, message, 13, signature), POINTER);
  EXPECT(lanesmith_bls_signature_bytes(signature, small, 96), OK);
  EXPECT(lanesmith_bls_signature_decode(0, small, 96, &whole), OK);
  lanesmith_bls_signature_free(whole);
  small[5] ^= 1;
  EXPECT(lanesmith_bls_signature_decode(0, small, 96, &whole), SIGNATURE);

  const lanesmith_bls_key *keys[3] = {key, second, NULL}, *mixed[2] = {key, large};
  const lanesmith_bls_signature *signatures[3] = {signature, forged, signature};
  const uint8_t *messages[3] = {message, message, message};
  const size_t lengths[3] = {13, 13, 13};
  EXPECT(lanesmith_bls_aggregate(NULL, signatures, 2, &whole), OK);
  EXPECT(lanesmith_bls_fast_aggregate_verify(NULL, keys, 2, message, 13, whole), MISMATCH);
  lanesmith_bls_signature_free(whole);
  signatures[1] = signature;
  EXPECT(lanesmith_bls_aggregate(NULL, signatures, 0, &whole), LENGTH);
  EXPECT(lanesmith_bls_aggregate(NULL, NULL, 2, &whole), POINTER);
  EXPECT(lanesmith_bls_aggregate(NULL, signatures, SIZE_MAX / 4, &whole), LENGTH);
  EXPECT(lanesmith_bls_aggregate(NULL, signatures, 2, &whole), OK);
  EXPECT(lanesmith_bls_fast_aggregate_verify(NULL, keys, 2, message, 13, whole), OK);
  EXPECT(lanesmith_bls_aggregate_verify(NULL, keys, 2, messages, lengths, 2, whole), OK);
  EXPECT(lanesmith_bls_aggregate_verify(NULL, keys, 2, messages, lengths, 3, whole), LENGTH);
  EXPECT(lanesmith_bls_aggregate_keys(NULL, keys, 2, &sum), OK);
  EXPECT(lanesmith_bls_verify(NULL, sum, message, 13, whole), OK);
  lanesmith_bls_signature_free(whole);
  lanesmith_bls_key_free(sum);
  EXPECT(lanesmith_bls_aggregate_keys(NULL, keys, 3, &sum), POINTER);
  TRUE(lanesmith_last_index() == 2);
  EXPECT(lanesmith_bls_aggregate_keys(NULL, mixed, 2, &sum), KEY);
  TRUE(lanesmith_last_index() == 1);

  EXPECT(lanesmith_bls_verify_batch(NULL, keys, 2, messages, lengths, 2, signatures, 2, verdicts, 2), OK);
  TRUE(verdicts[0] == 1 && verdicts[1] == 1);
  EXPECT(lanesmith_bls_verify_batch(NULL, keys, 3, messages, lengths, 3, signatures, 3, verdicts, 3), MISMATCH);
  TRUE(lanesmith_last_index() == 2 && verdicts[0] == 1 && verdicts[1] == 1 && verdicts[2] == 0);
  signatures[0] = forged;
  EXPECT(lanesmith_bls_verify_batch(NULL, keys, 2, messages, lengths, 2, signatures, 2, verdicts, 2), MISMATCH);
  TRUE(lanesmith_last_index() == 0 && verdicts[0] == 0 && verdicts[1] == 1);
  EXPECT(lanesmith_bls_verify_batch(NULL, keys, 2, messages, lengths, 2, signatures, 2, verdicts, 3), LENGTH);
  EXPECT(lanesmith_bls_verify_batch(NULL, keys, 2, messages, lengths, 3, signatures, 2, verdicts, 2), LENGTH);
  EXPECT(lanesmith_bls_verify_batch(NULL, mixed, 2, messages, lengths, 2, signatures, 2, verdicts, 2), KEY);
  EXPECT(lanesmith_bls_verify_batch(NULL, keys, 0, messages, lengths, 0, signatures, 0, NULL, 0), OK);

  EXPECT(lanesmith_bls_prove_possession(NULL, one, 32, &whole), OK);
  EXPECT(lanesmith_bls_verify_possession(NULL, key, whole), OK);
  EXPECT(lanesmith_bls_verify_possession(NULL, key, signature), MISMATCH);
  lanesmith_bls_signature_free(whole);

  EXPECT(lanesmith_bls_generate(shares, 31, NULL, 0, other, 32), KEY);
  EXPECT(lanesmith_bls_generate(one, 32, NULL, 0, other, 32), OK);
  EXPECT(lanesmith_bls_generate(one, 32, NULL, 0, one, 32), OVERLAP);
  EXPECT(lanesmith_bls_derive_master(other, 32, one, 32), OK);
  EXPECT(lanesmith_bls_derive_path("m/12381/3600/0/0/0", one, 32, other, 32), OK);
  EXPECT(lanesmith_bls_derive_path("m/x", one, 32, other, 32), KEY);
  EXPECT(lanesmith_bls_split(0, 2, 3, one, 32, shares, 96, commitments, 96), OK);
  EXPECT(lanesmith_bls_split(0, 4, 3, one, 32, shares, 96, commitments, 96), LENGTH);
  EXPECT(lanesmith_bls_split(0, 2, 3, one, 32, shares, 95, commitments, 96), LENGTH);
  EXPECT(lanesmith_bls_split(0, 2, 3, one, 32, shares, 96, shares, 96), OVERLAP);
  EXPECT(lanesmith_bls_share_verify(0, 3, shares + 64, 32, commitments, 96), OK);
  EXPECT(lanesmith_bls_share_verify(0, 2, shares + 64, 32, commitments, 96), MISMATCH);
  const uint32_t indices[2] = {1, 2}, twice[2] = {1, 1}, none[2] = {1, 0};
  EXPECT(lanesmith_bls_recover_key(indices, 2, shares, 64, other, 32), OK);
  TRUE(memcmp(other, one, 32) == 0);
  EXPECT(lanesmith_bls_recover_key(twice, 2, shares, 64, other, 32), RANGE);
  EXPECT(lanesmith_bls_recover_key(none, 2, shares, 64, other, 32), RANGE);
  TRUE(lanesmith_last_index() == 1);
  EXPECT(lanesmith_bls_recover_key(indices, 2, shares, 96, other, 32), LENGTH);
  EXPECT(lanesmith_drand_verify("nowhere", NULL, 0, 1, NULL, 0, small, 48, other, 32), RANGE);
  EXPECT(lanesmith_drand_verify("quicknet", NULL, 0, 1, NULL, 0, small, 47, other, 32), SIGNATURE);
  lanesmith_bls_key_free(key);
  lanesmith_bls_key_free(second);
  lanesmith_bls_key_free(large);
  lanesmith_bls_key_free(NULL);
  lanesmith_bls_signature_free(signature);
  lanesmith_bls_signature_free(forged);
  lanesmith_bls_signature_free(NULL);
}

static void words(void) {
  lanesmith_error error;
  uint8_t digest[32];
  EXPECT(lanesmith_sha256_err(NULL, 1, digest, 32, &error), POINTER);
  TRUE(error.row == SIZE_MAX && strcmp(error.words, "message is a null pointer") == 0);
  EXPECT(lanesmith_sha256_err(NULL, 0, digest, 32, &error), OK);
  TRUE(error.words[0] == 0);
  EXPECT(lanesmith_sha256_err(NULL, 0, digest, 31, NULL), LENGTH);
}

static void messages(void) {
  char small[8];
  EXPECT(lanesmith_curl_hash(80, NULL, 0, NULL, 0), LENGTH);
  memset(small, 'x', sizeof small);
  TRUE(lanesmith_last_error(small, sizeof small) > sizeof small);
  TRUE(small[7] == 0 && strlen(small) == 7);
  TRUE(lanesmith_last_error(NULL, 0) > 8);
  TRUE(strcmp(lanesmith_status_name(2), "LENGTH") == 0);
  TRUE(strcmp(lanesmith_status_name(-1), "UNKNOWN") == 0);
  TRUE(strcmp(lanesmith_version(), LANESMITH_VERSION) == 0);
  TRUE(LANESMITH_VERSION_MAJOR + LANESMITH_VERSION_MINOR + LANESMITH_VERSION_PATCH > 0);
}

int main(void) {
  hashes();
  streams();
  trytes();
  searches();
  engines();
  trees();
  macs();
  passwords();
  load();
  secrets();
  words();
  messages();
  if (failures == 0) printf("every wrong call was refused\n");
  return failures == 0 ? 0 : 1;
}
