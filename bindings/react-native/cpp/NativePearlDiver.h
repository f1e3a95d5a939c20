#pragma once

#include <PearlDiverSpecJSI.h>

#include <memory>
#include <string>

#include "Searches.h"

namespace facebook::react {

using PearlDiverOutcome = NativePearlDiverOutcome<std::string, std::string, std::string, double, double, double>;

template <>
struct Bridging<PearlDiverOutcome> : NativePearlDiverOutcomeBridging<PearlDiverOutcome> {};

/** The TurboModule `PearlDiver`. All of its methods are called on the thread of JavaScript and return at once. */
class NativePearlDiver : public NativePearlDiverCxxSpec<NativePearlDiver> {
 public:
  explicit NativePearlDiver(std::shared_ptr<CallInvoker> jsInvoker);

  AsyncPromise<std::string> doPOW(jsi::Runtime &rt, std::string trytes, double minWeightMagnitude);
  AsyncPromise<PearlDiverOutcome> search(jsi::Runtime &rt, double id, std::string trytes, double minWeightMagnitude,
                                         double threads, double start, double end);
  double attempts(jsi::Runtime &rt, double id);
  void cancel(jsi::Runtime &rt, double id);
  std::string curlHash(jsi::Runtime &rt, std::string trytes);
  std::string version(jsi::Runtime &rt);

 private:
  lanesmith::Searches searches_;
  /** Numbers of searches that `doPOW` begins: apart from those that JavaScript counts from 0. */
  double own_ = 4503599627370496.0;
};

} // namespace facebook::react
