/* What a service does: signs, adds up signatures, verifies a batch and names the bad row, proves a leaf of a tree, stores a password.
 * gcc bindings/c/examples/service.c $(pkg-config --cflags --libs lanesmith) */
#include <stdio.h>
#include <string.h>

#include <lanesmith_err.h>

static lanesmith_error error;

#define TRY(call) \
  do { \
    if ((call) != LANESMITH_STATUS_OK) { \
      fprintf(stderr, "%s\n", error.words); \
      return 1; \
    } \
  } while (0)

enum { ROWS = 4 };

static int signatures(void) {
  const uint8_t *message = (const uint8_t *)"a block";
  uint8_t material[32], secret[32], verdicts[ROWS];
  lanesmith_bls_key *keys[ROWS];
  lanesmith_bls_signature *signed_by[ROWS], *sum;
  const uint8_t *messages[ROWS];
  size_t lengths[ROWS];
  for (int i = 0; i < ROWS; i++) {
    TRY(lanesmith_random_err(material, 32, &error));
    TRY(lanesmith_bls_generate_err(material, 32, NULL, 0, secret, 32, &error));
    TRY(lanesmith_bls_public_key_err(0, secret, 32, &keys[i], &error));
    TRY(lanesmith_bls_sign_err(NULL, secret, 32, message, 7, &signed_by[i], &error));
    messages[i] = message;
    lengths[i] = 7;
  }
  /* Arrays of handles are read only. */
  const lanesmith_bls_key *const *all_keys = (const lanesmith_bls_key *const *)keys;
  const lanesmith_bls_signature *const *all = (const lanesmith_bls_signature *const *)signed_by;
  TRY(lanesmith_bls_aggregate_err(NULL, all, ROWS, &sum, &error));
  TRY(lanesmith_bls_fast_aggregate_verify_err(NULL, all_keys, ROWS, message, 7, sum, &error));
  lengths[2] = 6;
  lanesmith_status batch = lanesmith_bls_verify_batch_err(NULL, all_keys, ROWS, messages, lengths, ROWS, all, ROWS, verdicts, ROWS, &error);
  if (batch != LANESMITH_STATUS_MISMATCH || error.row != 2) return 1;
  printf("batch: %s\n", error.words);
  lanesmith_bls_signature_free(sum);
  for (int i = 0; i < ROWS; i++) {
    lanesmith_bls_key_free(keys[i]);
    lanesmith_bls_signature_free(signed_by[i]);
  }
  return 0;
}

static int tree(void) {
  uint8_t leaves[6 * 32], root[32], proof[3 * 32];
  size_t written;
  for (size_t i = 0; i < sizeof leaves; i++) leaves[i] = (uint8_t)(i / 32);
  TRY(lanesmith_merkle_root_err(8, leaves, sizeof leaves, root, 32, &error));
  TRY(lanesmith_merkle_proof_err(8, 5, leaves, sizeof leaves, proof, sizeof proof, &written, &error));
  TRY(lanesmith_merkle_verify_err(5, 8, leaves + 5 * 32, 32, proof, written, root, 32, &error));
  printf("tree: leaf 5 is in it\n");
  return 0;
}

static int password(void) {
  const uint8_t *word = (const uint8_t *)"correct horse";
  uint8_t salt[16];
  char stored[512];
  TRY(lanesmith_random_err(salt, 16, &error));
  TRY(lanesmith_password_hash_err("argon2id", 1 << 20, 0, 1, word, 13, salt, 16, NULL, 0, NULL, 0, stored, sizeof stored, &error));
  TRY(lanesmith_password_verify_err(stored, 0, word, 13, NULL, 0, NULL, 0, &error));
  if (lanesmith_password_verify(stored, 0, word, 12, NULL, 0, NULL, 0) != LANESMITH_STATUS_MISMATCH) return 1;
  printf("password: %.30s...\n", stored);
  return 0;
}

int main(void) {
  return signatures() || tree() || password();
}
