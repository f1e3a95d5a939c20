#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

namespace lanesmith {

/** How a search ended; `code` is empty where a nonce was found. */
struct Ended {
  std::string code;
  std::string message;
  std::string nonce;
  double weight = 0;
  double attempts = 0;
  double next = 0;
};

/** What a search is asked. Numbers as JavaScript has them; they are checked here. */
struct Asked {
  double id = 0;
  std::string trytes;
  double minWeightMagnitude = 0;
  double threads = 0;
  double start = 0;
  double end = 0;
};

/** Something that went wrong at once. */
struct Failure {
  std::string code;
  std::string message;
};

/** The searches of one module, each on threads of its own. Knows nothing of JavaScript. */
class Searches {
 public:
  Searches();
  /** Cancels what runs; threads end by themselves. */
  ~Searches();
  Searches(const Searches &) = delete;
  Searches &operator=(const Searches &) = delete;

  /** Begins a search; `done` is called once, on another thread, or on this one where it cannot begin. */
  void begin(const Asked &asked, std::function<void(Ended)> done);
  /** Nonces that a search has tried; 0 where it does not run. */
  double attempts(double id) const;
  /** Ends a search; all of them for -1. */
  void cancel(double id);

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;
};

/** The hash of trytes by Curl-P-81. Throws Failure. */
std::string curlHash(const std::string &trytes);

} // namespace lanesmith
