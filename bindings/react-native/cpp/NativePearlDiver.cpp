#include "NativePearlDiver.h"

#include <utility>

#include <lanesmith.h>

namespace facebook::react {

NativePearlDiver::NativePearlDiver(std::shared_ptr<CallInvoker> jsInvoker)
    : NativePearlDiverCxxSpec(std::move(jsInvoker)) {}

AsyncPromise<std::string> NativePearlDiver::doPOW(jsi::Runtime &rt, std::string trytes, double minWeightMagnitude) {
  AsyncPromise<std::string> promise(rt, jsInvoker_);
  lanesmith::Asked asked;
  asked.id = own_++;
  asked.trytes = std::move(trytes);
  asked.minWeightMagnitude = minWeightMagnitude;
  // The promise goes through the CallInvoker: nothing here touches the runtime from another thread.
  searches_.begin(asked, [promise](lanesmith::Ended ended) mutable {
    if (ended.code.empty()) {
      promise.resolve(std::move(ended.nonce));
    } else {
      promise.reject(Error(ended.code + ": " + ended.message));
    }
  });
  return promise;
}

AsyncPromise<PearlDiverOutcome> NativePearlDiver::search(jsi::Runtime &rt, double id, std::string trytes,
                                                         double minWeightMagnitude, double threads, double start,
                                                         double end) {
  AsyncPromise<PearlDiverOutcome> promise(rt, jsInvoker_);
  const lanesmith::Asked asked{id, std::move(trytes), minWeightMagnitude, threads, start, end};
  searches_.begin(asked, [promise](lanesmith::Ended ended) mutable {
    promise.resolve(PearlDiverOutcome{std::move(ended.code), std::move(ended.message), std::move(ended.nonce),
                                      ended.weight, ended.attempts, ended.next});
  });
  return promise;
}

double NativePearlDiver::attempts(jsi::Runtime & /*rt*/, double id) {
  return searches_.attempts(id);
}

void NativePearlDiver::cancel(jsi::Runtime & /*rt*/, double id) {
  searches_.cancel(id);
}

std::string NativePearlDiver::curlHash(jsi::Runtime &rt, std::string trytes) {
  try {
    return lanesmith::curlHash(trytes);
  } catch (const lanesmith::Failure &failure) {
    throw jsi::JSError(rt, failure.code + ": " + failure.message);
  }
}

std::string NativePearlDiver::version(jsi::Runtime & /*rt*/) {
  return lanesmith_version();
}

} // namespace facebook::react
