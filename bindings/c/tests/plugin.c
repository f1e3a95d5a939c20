/* A shared object with the library inside, as plugins, JNI and extension modules are linked: tests/host.c opens it. It calls a function of
 * each family, so that the linker takes all of it in. */
#include <string.h>

#include <lanesmith.h>

int plugin_run(void);

/* 0, or the line of what is wrong. */
#define TRUE(fact) if (!(fact)) return __LINE__
#define OK(call) TRUE((call) == LANESMITH_STATUS_OK)

int plugin_run(void) {
  const uint8_t *text = (const uint8_t *)"abc";
  uint8_t digest[32], leaves[64] = {0}, hash[81], secret[32] = {0};
  lanesmith_bls_key *key = NULL;
  lanesmith_bls_signature *signature = NULL;
  char stored[512];
  OK(lanesmith_sha256(text, 3, digest, 32));
  TRUE(digest[0] == 0xba && digest[31] == 0xad);
  OK(lanesmith_merkle_root(0, leaves, 64, digest, 32));
  OK(lanesmith_curl_hash(81, (const uint8_t *)"LANESMITH", 9, hash, 81));
  /* Sums and differences of field elements in assembly, the constants of which once could not be reached from here. */
  secret[31] = 3;
  OK(lanesmith_bls_public_key(0, secret, 32, &key));
  OK(lanesmith_bls_sign(NULL, secret, 32, text, 3, &signature));
  OK(lanesmith_bls_verify(NULL, key, text, 3, signature));
  TRUE(lanesmith_bls_verify(NULL, key, text, 2, signature) == LANESMITH_STATUS_MISMATCH);
  lanesmith_bls_key_free(key);
  lanesmith_bls_signature_free(signature);
  OK(lanesmith_password_hash("argon2id", 65536, 1, 1, text, 3, leaves, 16, NULL, 0, NULL, 0, stored, sizeof stored));
  OK(lanesmith_password_verify(stored, 0, text, 3, NULL, 0, NULL, 0));
  TRUE(lanesmith_sha256(text, 3, digest, 31) == LANESMITH_STATUS_LENGTH);
  TRUE(lanesmith_last_error(stored, sizeof stored) > 0);
  TRUE(strcmp(lanesmith_version(), LANESMITH_VERSION) == 0);
  return 0;
}
