/* Opens the shared object that it is given, as a virtual machine opens a native library, and calls it on threads that the library did not
 * start. */
#define _POSIX_C_SOURCE 200809L
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static int (*run)(void);

static void *called(void *line) {
  *(int *)line = run();
  return NULL;
}

int main(int count, char **words) {
  if (count != 2) return 2;
  for (int round = 0; round < 2; round++) {
    /* Once with functions that are looked up at their first call: the loader's code then runs in the middle of ours. */
    void *library = dlopen(words[1], (round == 0 ? RTLD_LAZY : RTLD_NOW) | RTLD_LOCAL);
    if (!library) {
      fprintf(stderr, "%s\n", dlerror());
      return 1;
    }
    void *symbol = dlsym(library, "plugin_run");
    if (!symbol) return 1;
    memcpy(&run, &symbol, sizeof run);
    pthread_t threads[4];
    int lines[4];
    for (int i = 0; i < 4; i++) {
      if (pthread_create(&threads[i], NULL, called, &lines[i])) return 2;
    }
    for (int i = 0; i < 4; i++) {
      pthread_join(threads[i], NULL);
      if (lines[i]) {
        fprintf(stderr, "%s: %d is not so\n", words[1], lines[i]);
        return 1;
      }
    }
    dlclose(library);
  }
  printf("%s: opened, called on threads, closed, opened again\n", words[1]);
  return 0;
}
