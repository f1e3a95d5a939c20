/* The interface of libargon2, for programs that link Lanesmith in its place. The functions, types and codes are those of the library of
   that name; the words are ours. */
#ifndef ARGON2_H
#define ARGON2_H

#include <limits.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Limits: of lengths in bytes, of memory in KiB. */
#define ARGON2_MIN_LANES UINT32_C(1)
#define ARGON2_MAX_LANES UINT32_C(0xFFFFFF)
#define ARGON2_MIN_THREADS UINT32_C(1)
#define ARGON2_MAX_THREADS UINT32_C(0xFFFFFF)
#define ARGON2_SYNC_POINTS UINT32_C(4)
#define ARGON2_MIN_OUTLEN UINT32_C(4)
#define ARGON2_MAX_OUTLEN UINT32_C(0xFFFFFFFF)
#define ARGON2_MIN_MEMORY UINT32_C(8)
#define ARGON2_MIN(a, b) ((a) < (b) ? (a) : (b))
#define ARGON2_MAX_MEMORY_BITS ARGON2_MIN(UINT32_C(32), (sizeof(void *) * CHAR_BIT - 11))
#define ARGON2_MAX_MEMORY ARGON2_MIN(UINT32_C(0xFFFFFFFF), UINT64_C(1) << ARGON2_MAX_MEMORY_BITS)
#define ARGON2_MIN_TIME UINT32_C(1)
#define ARGON2_MAX_TIME UINT32_C(0xFFFFFFFF)
#define ARGON2_MIN_PWD_LENGTH UINT32_C(0)
#define ARGON2_MAX_PWD_LENGTH UINT32_C(0xFFFFFFFF)
#define ARGON2_MIN_AD_LENGTH UINT32_C(0)
#define ARGON2_MAX_AD_LENGTH UINT32_C(0xFFFFFFFF)
#define ARGON2_MIN_SALT_LENGTH UINT32_C(8)
#define ARGON2_MAX_SALT_LENGTH UINT32_C(0xFFFFFFFF)
#define ARGON2_MIN_SECRET UINT32_C(0)
#define ARGON2_MAX_SECRET UINT32_C(0xFFFFFFFF)

/* Flags of a context: wipe the password or the secret once it is hashed, and set its length to 0. */
#define ARGON2_DEFAULT_FLAGS UINT32_C(0)
#define ARGON2_FLAG_CLEAR_PASSWORD (UINT32_C(1) << 0)
#define ARGON2_FLAG_CLEAR_SECRET (UINT32_C(1) << 1)

/* What functions give; argon2_error_message tells it in words. */
typedef enum Argon2_ErrorCodes {
  ARGON2_OK = 0,
  ARGON2_OUTPUT_PTR_NULL = -1,
  ARGON2_OUTPUT_TOO_SHORT = -2,
  ARGON2_OUTPUT_TOO_LONG = -3,
  ARGON2_PWD_TOO_SHORT = -4,
  ARGON2_PWD_TOO_LONG = -5,
  ARGON2_SALT_TOO_SHORT = -6,
  ARGON2_SALT_TOO_LONG = -7,
  ARGON2_AD_TOO_SHORT = -8,
  ARGON2_AD_TOO_LONG = -9,
  ARGON2_SECRET_TOO_SHORT = -10,
  ARGON2_SECRET_TOO_LONG = -11,
  ARGON2_TIME_TOO_SMALL = -12,
  ARGON2_TIME_TOO_LARGE = -13,
  ARGON2_MEMORY_TOO_LITTLE = -14,
  ARGON2_MEMORY_TOO_MUCH = -15,
  ARGON2_LANES_TOO_FEW = -16,
  ARGON2_LANES_TOO_MANY = -17,
  ARGON2_PWD_PTR_MISMATCH = -18,
  ARGON2_SALT_PTR_MISMATCH = -19,
  ARGON2_SECRET_PTR_MISMATCH = -20,
  ARGON2_AD_PTR_MISMATCH = -21,
  ARGON2_MEMORY_ALLOCATION_ERROR = -22,
  ARGON2_FREE_MEMORY_CBK_NULL = -23,
  ARGON2_ALLOCATE_MEMORY_CBK_NULL = -24,
  ARGON2_INCORRECT_PARAMETER = -25,
  ARGON2_INCORRECT_TYPE = -26,
  ARGON2_OUT_PTR_MISMATCH = -27,
  ARGON2_THREADS_TOO_FEW = -28,
  ARGON2_THREADS_TOO_MANY = -29,
  ARGON2_MISSING_ARGS = -30,
  ARGON2_ENCODING_FAIL = -31,
  ARGON2_DECODING_FAIL = -32,
  ARGON2_THREAD_FAIL = -33,
  ARGON2_DECODING_LENGTH_FAIL = -34,
  ARGON2_VERIFY_MISMATCH = -35
} argon2_error_codes;

/* Gives memory of so many bytes, aligned to 8: zero where it did. */
typedef int (*allocate_fptr)(uint8_t **memory, size_t bytes_to_allocate);
/* Takes it back. */
typedef void (*deallocate_fptr)(uint8_t *memory, size_t bytes_to_allocate);

/* What goes into a hash, and where it goes to. Callbacks: both or none. */
typedef struct Argon2_Context {
  uint8_t *out;
  uint32_t outlen;
  uint8_t *pwd;
  uint32_t pwdlen;
  uint8_t *salt;
  uint32_t saltlen;
  uint8_t *secret;
  uint32_t secretlen;
  uint8_t *ad;
  uint32_t adlen;
  uint32_t t_cost; /* passes */
  uint32_t m_cost; /* KiB */
  uint32_t lanes;
  uint32_t threads; /* at most; the hash does not depend on them */
  uint32_t version;
  allocate_fptr allocate_cbk;
  deallocate_fptr free_cbk;
  uint32_t flags;
} argon2_context;

typedef enum Argon2_type { Argon2_d = 0, Argon2_i = 1, Argon2_id = 2 } argon2_type;

typedef enum Argon2_version {
  ARGON2_VERSION_10 = 0x10,
  ARGON2_VERSION_13 = 0x13,
  ARGON2_VERSION_NUMBER = ARGON2_VERSION_13
} argon2_version;

/* "argon2id" or "Argon2id"; NULL of what is no type. */
const char *argon2_type2string(argon2_type type, int uppercase);

/* Compute a context. */
int argon2_ctx(argon2_context *context, argon2_type type);
int argon2d_ctx(argon2_context *context);
int argon2i_ctx(argon2_context *context);
int argon2id_ctx(argon2_context *context);

/* Hash a password to a string, with as many threads as lanes. */
int argon2i_hash_encoded(uint32_t t_cost, uint32_t m_cost, uint32_t parallelism, const void *pwd, size_t pwdlen, const void *salt,
                         size_t saltlen, size_t hashlen, char *encoded, size_t encodedlen);
int argon2d_hash_encoded(uint32_t t_cost, uint32_t m_cost, uint32_t parallelism, const void *pwd, size_t pwdlen, const void *salt,
                         size_t saltlen, size_t hashlen, char *encoded, size_t encodedlen);
int argon2id_hash_encoded(uint32_t t_cost, uint32_t m_cost, uint32_t parallelism, const void *pwd, size_t pwdlen, const void *salt,
                          size_t saltlen, size_t hashlen, char *encoded, size_t encodedlen);

/* Hash a password to bytes. */
int argon2i_hash_raw(uint32_t t_cost, uint32_t m_cost, uint32_t parallelism, const void *pwd, size_t pwdlen, const void *salt,
                     size_t saltlen, void *hash, size_t hashlen);
int argon2d_hash_raw(uint32_t t_cost, uint32_t m_cost, uint32_t parallelism, const void *pwd, size_t pwdlen, const void *salt,
                     size_t saltlen, void *hash, size_t hashlen);
int argon2id_hash_raw(uint32_t t_cost, uint32_t m_cost, uint32_t parallelism, const void *pwd, size_t pwdlen, const void *salt,
                      size_t saltlen, void *hash, size_t hashlen);

/* The same of any type and version: to bytes unless hash is NULL, to a string unless encoded is. */
int argon2_hash(uint32_t t_cost, uint32_t m_cost, uint32_t parallelism, const void *pwd, size_t pwdlen, const void *salt, size_t saltlen,
                void *hash, size_t hashlen, char *encoded, size_t encodedlen, argon2_type type, uint32_t version);

/* Verify a password against a string. */
int argon2i_verify(const char *encoded, const void *pwd, size_t pwdlen);
int argon2d_verify(const char *encoded, const void *pwd, size_t pwdlen);
int argon2id_verify(const char *encoded, const void *pwd, size_t pwdlen);
int argon2_verify(const char *encoded, const void *pwd, size_t pwdlen, argon2_type type);

/* Compute a context and compare its output with a hash of the same length. */
int argon2d_verify_ctx(argon2_context *context, const char *hash);
int argon2i_verify_ctx(argon2_context *context, const char *hash);
int argon2id_verify_ctx(argon2_context *context, const char *hash);
int argon2_verify_ctx(argon2_context *context, const char *hash, argon2_type type);

/* What a code means. */
const char *argon2_error_message(int error_code);

/* How many bytes a string takes, its zero included. */
size_t argon2_encodedlen(uint32_t t_cost, uint32_t m_cost, uint32_t parallelism, uint32_t saltlen, uint32_t hashlen, argon2_type type);

#ifdef __cplusplus
}
#endif

#endif
