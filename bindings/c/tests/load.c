/* What a service holds in memory where everybody logs in at once: 64 verifications of 64 MiB each under a limit of 256 MiB. */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include <lanesmith.h>

enum { VERIFICATIONS = 64 };

static char stored[512];
static const char *const words[] = {"battery staple", "correct horse", "correct horse", "correct horse"};

static void *verify(void *number) {
  size_t *own = number;
  const char *word = words[*own % 4];
  lanesmith_status done = lanesmith_password_verify(stored, 0, (const uint8_t *)word, strlen(word), NULL, 0, NULL, 0);
  *own = done == (*own % 4 ? LANESMITH_STATUS_OK : LANESMITH_STATUS_MISMATCH);
  return NULL;
}

/* The most KiB of this process that were in memory at one time; 0 where nobody tells. */
static long peak(void) {
  char line[256];
  long found = 0;
  FILE *file = fopen("/proc/self/status", "r");
  while (file && fgets(line, sizeof line, file)) {
    if (sscanf(line, "VmHWM: %ld", &found) == 1) break;
  }
  if (file) fclose(file);
  return found;
}

int main(void) {
  const uint8_t *word = (const uint8_t *)"correct horse", *salt = (const uint8_t *)"16 random bytes!";
  pthread_t threads[VERIFICATIONS];
  size_t numbers[VERIFICATIONS];
  if (lanesmith_password_workers(4, 256 << 20, 0) != LANESMITH_STATUS_OK) return 1;
  if (lanesmith_password_hash("argon2id", 64 << 20, 1, 4, word, 13, salt, 16, NULL, 0, NULL, 0, stored, sizeof stored) != LANESMITH_STATUS_OK) return 1;
  for (size_t i = 0; i < VERIFICATIONS; i++) {
    numbers[i] = i;
    if (pthread_create(&threads[i], NULL, verify, &numbers[i])) return 2;
  }
  size_t right = 0;
  for (size_t i = 0; i < VERIFICATIONS; i++) {
    pthread_join(threads[i], NULL);
    right += numbers[i];
  }
  long kib = peak();
  printf("%zu of %d answered rightly, at most %ld MiB in memory\n", right, VERIFICATIONS, kib >> 10);
  return right != VERIFICATIONS || kib >= 300 << 10;
}
