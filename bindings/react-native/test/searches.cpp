// The C++ of the module below JavaScript, run: searches on threads, cancelled, refused, outlived by nothing.

#include <chrono>
#include <cmath>
#include <cstdio>
#include <future>
#include <limits>
#include <memory>
#include <string>
#include <thread>

#include "Searches.h"

namespace {

int failures = 0;

void fact(bool is, const char *what, int line) {
  if (is) return;
  std::fprintf(stderr, "line %d: not so: %s\n", line, what);
  failures++;
}

#define FACT(is) fact((is), #is, __LINE__)

using lanesmith::Asked;
using lanesmith::Ended;
using lanesmith::Searches;

std::future<Ended> begin(Searches &searches, const Asked &asked) {
  auto promise = std::make_shared<std::promise<Ended>>();
  searches.begin(asked, [promise](Ended ended) { promise->set_value(std::move(ended)); });
  return promise->get_future();
}

Asked job(double id, double weight) {
  Asked asked;
  asked.id = id;
  asked.trytes = std::string(2673, 'A');
  asked.minWeightMagnitude = weight;
  asked.threads = 2;
  return asked;
}

std::string refusal(Searches &searches, const Asked &asked) {
  return begin(searches, asked).get().code;
}

} // namespace

int main() {
  Searches searches;
  const Ended found = begin(searches, job(1, 9)).get();
  FACT(found.code.empty() && found.nonce.size() == 27 && found.weight >= 9 && found.attempts > 0);
  const std::string hash = lanesmith::curlHash(std::string(2646, 'A') + found.nonce);
  FACT(hash.substr(78) == "999");

  // Cancelled one by one and together, soon.
  auto first = begin(searches, job(2, 200));
  auto second = begin(searches, job(3, 200));
  for (int wait = 0; wait < 12000 && searches.attempts(2) == 0; wait++) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  FACT(searches.attempts(2) > 0 && searches.attempts(9) == 0 && searches.attempts(std::nan("")) == 0);
  FACT(refusal(searches, job(3, 200)) == "RANGE");
  searches.cancel(2);
  FACT(first.wait_for(std::chrono::seconds(60)) == std::future_status::ready);
  FACT(first.get().code == "CANCELLED");
  FACT(second.wait_for(std::chrono::milliseconds(0)) == std::future_status::timeout);
  searches.cancel(-1);
  FACT(second.get().code == "CANCELLED");
  FACT(searches.attempts(3) == 0);

  // A module that goes away ends what it began.
  auto abandoned = [] {
    Searches gone;
    return begin(gone, job(1, 200));
  }();
  FACT(abandoned.get().code == "CANCELLED");

  auto range = job(4, 200);
  range.start = 27;
  range.end = 54;
  const Ended exhausted = begin(searches, range).get();
  FACT(exhausted.code == "EXHAUSTED" && exhausted.attempts == 27 * 64 && exhausted.nonce.empty());

  auto wrong = job(5, 14);
  wrong.trytes = "A";
  FACT(refusal(searches, wrong) == "LENGTH");
  wrong = job(5, 14);
  wrong.trytes[7] = 'a';
  FACT(refusal(searches, wrong) == "TRYTE");
  for (const double weight : {0.0, 244.0, -1.0, 1.5, std::nan(""), std::numeric_limits<double>::infinity()}) {
    FACT(refusal(searches, job(5, weight)) == "RANGE");
  }
  wrong = job(5, 14);
  wrong.threads = 100000;
  FACT(refusal(searches, wrong) == "RANGE");
  wrong = job(-1, 14);
  FACT(refusal(searches, wrong) == "RANGE");
  try {
    lanesmith::curlHash("abc");
    FACT(false);
  } catch (const lanesmith::Failure &failure) {
    FACT(failure.code == "TRYTE" && failure.message.find("tryte 0") != std::string::npos);
  }
  if (failures == 0) std::printf("searches begin, end and are refused as they should\n");
  return failures == 0 ? 0 : 1;
}
