/* Hashes, a Merkle root and a nonce from C:
 *
 *   cargo build --release -p lanesmith-c
 *   gcc -Ibindings/c/include bindings/c/examples/pearl_diver.c target/release/liblanesmith_c.a -lpthread -ldl -lm
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lanesmith.h>

/* Ends the program with what the library says is wrong. */
static void need(lanesmith_status status) {
  char message[512];
  if (status == LANESMITH_STATUS_OK) return;
  (void)lanesmith_last_error(message, sizeof message);
  fprintf(stderr, "%s: %s\n", lanesmith_status_name(status), message);
  exit(1);
}

static void print_hex(const char *what, const uint8_t *bytes, size_t count) {
  printf("%-8s", what);
  for (size_t i = 0; i < count; i++) printf("%02x", bytes[i]);
  printf("\n");
}

/* Told ten times a second; 0 goes on. */
static int32_t progress(void *user, uint64_t attempts, double seconds) {
  *(uint64_t *)user = attempts;
  fprintf(stderr, "%" PRIu64 " attempts in %.1f s\n", attempts, seconds);
  return 0;
}

int main(void) {
  printf("Lanesmith %s\n", lanesmith_version());

  uint8_t digest[32];
  need(lanesmith_sha256((const uint8_t *)"abc", 3, digest, sizeof digest));
  print_hex("sha256", digest, sizeof digest);

  /* Four leaves of 32 bytes. */
  uint8_t leaves[4 * 32], root[32];
  for (size_t i = 0; i < sizeof leaves; i++) leaves[i] = (uint8_t)(i / 32);
  need(lanesmith_merkle_root(0, leaves, sizeof leaves, root, sizeof root));
  print_hex("root", root, sizeof root);

  /* The nonce of a transaction: the last 27 of its 2673 trytes. */
  uint8_t transaction[2673], hash[81];
  uint64_t told = 0;
  lanesmith_pow *search = NULL;
  lanesmith_pow_found found;
  memset(transaction, 'A', sizeof transaction);
  need(lanesmith_pow_new(transaction, sizeof transaction, 9, 2, 0, 0, &search));
  need(lanesmith_pow_run(search, progress, &told, 100, &found));
  lanesmith_pow_free(search);
  memcpy(transaction + sizeof transaction - sizeof found.nonce, found.nonce, sizeof found.nonce);
  need(lanesmith_curl_hash(81, transaction, sizeof transaction, hash, sizeof hash));
  printf("nonce   %.27s\nhash    %.81s\n", (const char *)found.nonce, (const char *)hash);

  /* Three trailing 9 are nine zero trits. */
  return memcmp(hash + sizeof hash - 3, "999", 3) == 0 ? 0 : 1;
}
