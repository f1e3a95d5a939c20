/* Calls that are wrong: each gives its status and changes nothing. Run under valgrind too. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lanesmith.h>

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
  EXPECT(lanesmith_merkle_root(message, 96, 2, out, 32), LENGTH);
  EXPECT(lanesmith_merkle_root(message, 96, UINT64_MAX, out, 32), LENGTH);
  EXPECT(lanesmith_merkle_root(message, 95, 0, out, 32), LENGTH);
  EXPECT(lanesmith_merkle_root(message, 96, 0, out, 32), OK);
  EXPECT(lanesmith_merkle_root(NULL, 0, 1ull << 40, out, 32), OK);
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
  EXPECT(lanesmith_curl_hash(80, messages[0], 5, hash, 81), INPUT);
  EXPECT(lanesmith_curl_hash(81, messages[0], 5, hash, 80), LENGTH);
  EXPECT(lanesmith_curl_hash(81, messages[1], 5, hash, 81), INPUT);
  EXPECT(lanesmith_curl_hash_many(81, messages, lengths, 2, hash, 162), INPUT);
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
  EXPECT(lanesmith_pow_new(transaction, 2673, 0, 1, 0, 0, &search), INPUT);
  EXPECT(lanesmith_pow_new(transaction, 2673, 244, 1, 0, 0, &search), INPUT);
  EXPECT(lanesmith_pow_new(transaction, 2673, 5, 100000, 0, 0, &search), LENGTH);
  EXPECT(lanesmith_pow_new(transaction, 2673, 5, 1, 9, 8, &search), INPUT);
  EXPECT(lanesmith_pow_new(transaction, 2673, 5, 1, 0, 0, NULL), POINTER);
  TRUE(search == NULL);
  transaction[100] = 'a';
  EXPECT(lanesmith_pow_new(transaction, 2673, 5, 1, 0, 0, &search), INPUT);
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

static void secrets(void) {
  char stored[512];
  uint8_t secret[32] = {0}, key[48], signature[96];
  const uint8_t *password = (const uint8_t *)"correct horse", *salt = (const uint8_t *)"0123456789abcdef";
  EXPECT(lanesmith_password_hash("argon2id", password, 13, salt, 16, 65536, 1, 1, stored, sizeof stored), OK);
  EXPECT(lanesmith_password_verify(stored, password, 13, 0), OK);
  EXPECT(lanesmith_password_verify(stored, password, 12, 0), MISMATCH);
  EXPECT(lanesmith_password_verify(stored, password, 13, 1024), INPUT);
  EXPECT(lanesmith_password_verify("$argon2id$", password, 13, 0), INPUT);
  EXPECT(lanesmith_password_verify(NULL, password, 13, 0), POINTER);
  EXPECT(lanesmith_password_hash("rot13", password, 13, salt, 16, 65536, 1, 1, stored, sizeof stored), INPUT);
  EXPECT(lanesmith_password_hash("argon2id", password, 13, salt, 16, 65536, 1, 1, stored, 10), LENGTH);

  EXPECT(lanesmith_bls_public_key(secret, 32, key, 48), INPUT);
  secret[31] = 1;
  EXPECT(lanesmith_bls_public_key(secret, 31, key, 48), LENGTH);
  EXPECT(lanesmith_bls_public_key(secret, 32, key, 48), OK);
  EXPECT(lanesmith_bls_sign(secret, 32, password, 13, signature, 96), OK);
  EXPECT(lanesmith_bls_verify(key, 48, password, 13, signature, 96), OK);
  EXPECT(lanesmith_bls_verify(key, 48, password, 12, signature, 96), MISMATCH);
  EXPECT(lanesmith_bls_verify(key, 47, password, 13, signature, 96), LENGTH);
  signature[5] ^= 1;
  EXPECT(lanesmith_bls_verify(key, 48, password, 13, signature, 96), INPUT);
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
  secrets();
  messages();
  if (failures == 0) printf("every wrong call was refused\n");
  return failures == 0 ? 0 : 1;
}
