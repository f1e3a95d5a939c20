#include "Searches.h"

#include <array>
#include <cmath>
#include <exception>
#include <thread>
#include <utility>
#include <vector>

#include <lanesmith.h>

namespace lanesmith {
namespace {

/** Numbers that JavaScript has without gaps. */
constexpr double kExact = 9007199254740991.0;

Failure failure(lanesmith_status status) {
  std::array<char, 512> message{};
  (void)lanesmith_last_error(message.data(), message.size());
  return {lanesmith_status_name(status), message.data()};
}

/** A whole number from 0 to `most`. */
std::uint64_t whole(const char *what, double value, double most) {
  // Not a number is no number of the range either.
  if (!(value >= 0 && value <= most && std::floor(value) == value)) {
    throw Failure{"RANGE", std::string(what) + " is no whole number from 0 to " + std::to_string(static_cast<std::uint64_t>(most))};
  }
  return static_cast<std::uint64_t>(value);
}

const std::uint8_t *bytes(const std::string &text) {
  return reinterpret_cast<const std::uint8_t *>(text.data());
}

struct Free {
  void operator()(lanesmith_pow *search) const { lanesmith_pow_free(search); }
};

using Search = std::unique_ptr<lanesmith_pow, Free>;

Search make(const Asked &asked) {
  constexpr double kWord = 4294967295.0;
  lanesmith_pow *search = nullptr;
  const auto weight = static_cast<std::uint32_t>(whole("minWeightMagnitude", asked.minWeightMagnitude, kWord));
  const auto threads = static_cast<std::uint32_t>(whole("threads", asked.threads, kWord));
  const auto status = lanesmith_pow_new(bytes(asked.trytes), asked.trytes.size(), weight, threads,
                                        whole("start", asked.start, kExact), whole("end", asked.end, kExact), &search);
  if (status != LANESMITH_STATUS_OK) throw failure(status);
  return Search(search);
}

Ended run(const lanesmith_pow *search) {
  lanesmith_pow_found found{};
  const auto status = lanesmith_pow_run(search, nullptr, nullptr, 0, &found);
  Ended ended;
  if (status == LANESMITH_STATUS_OK) {
    ended.nonce.assign(reinterpret_cast<const char *>(found.nonce), sizeof found.nonce);
  } else {
    const Failure why = failure(status);
    ended.code = why.code;
    ended.message = why.message;
  }
  ended.weight = found.weight;
  ended.attempts = static_cast<double>(found.attempts);
  ended.next = found.next > static_cast<std::uint64_t>(kExact) ? kExact : static_cast<double>(found.next);
  return ended;
}

} // namespace

/** What the threads of searches share with the module, which may be gone before them. */
struct Searches::Shared {
  mutable std::mutex mutex;
  /** Those that run. A search is freed when it has been taken out of here and its thread is done with it. */
  std::unordered_map<std::uint64_t, std::shared_ptr<lanesmith_pow>> running;
};

Searches::Searches() : shared_(std::make_shared<Shared>()) {}

Searches::~Searches() {
  cancel(-1);
}

void Searches::begin(const Asked &asked, std::function<void(Ended)> done) {
  Ended refused;
  try {
    const auto id = whole("id", asked.id, kExact);
    const std::shared_ptr<lanesmith_pow> search = make(asked);
    {
      const std::lock_guard lock(shared_->mutex);
      if (!shared_->running.emplace(id, search).second) {
        throw Failure{"RANGE", "a search of that id runs already"};
      }
    }
    try {
      std::thread([shared = shared_, search, id, done] {
        Ended ended = run(search.get());
        {
          const std::lock_guard lock(shared->mutex);
          shared->running.erase(id);
        }
        done(std::move(ended));
      }).detach();
      return;
    } catch (...) {
      const std::lock_guard lock(shared_->mutex);
      shared_->running.erase(id);
      throw;
    }
  } catch (const Failure &failure) {
    refused.code = failure.code;
    refused.message = failure.message;
  } catch (const std::exception &error) {
    // No thread, no memory.
    refused.code = "WORKER";
    refused.message = error.what();
  }
  done(std::move(refused));
}

double Searches::attempts(double id) const {
  const std::lock_guard lock(shared_->mutex);
  if (!(id >= 0 && id <= kExact)) return 0;
  const auto found = shared_->running.find(static_cast<std::uint64_t>(id));
  return found == shared_->running.end() ? 0 : static_cast<double>(lanesmith_pow_attempts(found->second.get()));
}

void Searches::cancel(double id) {
  const std::lock_guard lock(shared_->mutex);
  for (const auto &[number, search] : shared_->running) {
    // Of a handle that is not null it cannot fail.
    if (id == -1 || static_cast<double>(number) == id) static_cast<void>(!lanesmith_pow_cancel(search.get()));
  }
}

std::string curlHash(const std::string &trytes) {
  std::string hash(81, '9');
  const auto status = lanesmith_curl_hash(81, bytes(trytes), trytes.size(), reinterpret_cast<std::uint8_t *>(hash.data()), hash.size());
  if (status != LANESMITH_STATUS_OK) throw failure(status);
  return hash;
}

} // namespace lanesmith
