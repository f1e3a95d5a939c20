// Signs and verifies in C++: handles free themselves, failures are exceptions with the library's words.
// g++ -std=c++20 bindings/c/examples/signed.cpp $(pkg-config --cflags --libs lanesmith)
#include <array>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string_view>

#include <lanesmith_err.h>

namespace {

struct Free {
  void operator()(lanesmith_bls_key *key) const { lanesmith_bls_key_free(key); }
  void operator()(lanesmith_bls_signature *signature) const { lanesmith_bls_signature_free(signature); }
};
using Key = std::unique_ptr<lanesmith_bls_key, Free>;
using Signature = std::unique_ptr<lanesmith_bls_signature, Free>;
using Secret = std::array<uint8_t, 32>;

lanesmith_error error;

void check(lanesmith_status status) {
  if (status != LANESMITH_STATUS_OK) throw std::runtime_error(error.words);
}

const uint8_t *bytes(std::string_view text) { return reinterpret_cast<const uint8_t *>(text.data()); }

Secret generate() {
  Secret material, secret;
  check(lanesmith_random_err(material.data(), material.size(), &error));
  check(lanesmith_bls_generate_err(material.data(), material.size(), nullptr, 0, secret.data(), secret.size(), &error));
  return secret;
}

Key public_key(const Secret &secret) {
  lanesmith_bls_key *key;
  check(lanesmith_bls_public_key_err(0, secret.data(), secret.size(), &key, &error));
  return Key(key);
}

Signature sign(const Secret &secret, std::string_view message) {
  lanesmith_bls_signature *signature;
  check(lanesmith_bls_sign_err(nullptr, secret.data(), secret.size(), bytes(message), message.size(), &signature, &error));
  return Signature(signature);
}

bool verify(const Key &key, std::string_view message, const Signature &signature) {
  lanesmith_status status = lanesmith_bls_verify_err(nullptr, key.get(), bytes(message), message.size(), signature.get(), &error);
  if (status == LANESMITH_STATUS_MISMATCH) return false;
  check(status);
  return true;
}

}  // namespace

int main() {
  const Secret secret = generate();
  const Key key = public_key(secret);
  const Signature signature = sign(secret, "a block");
  if (!verify(key, "a block", signature) || verify(key, "another", signature)) return 1;
  try {
    (void)public_key(Secret{});
    return 1;
  } catch (const std::runtime_error &refused) {
    std::printf("a key of zeros: %s\n", refused.what());
  }
  return 0;
}
