#import <Foundation/Foundation.h>

#import <ReactCommon/CxxTurboModuleUtils.h>

#include "NativePearlDiver.h"

/** Makes the module known before anybody asks for it. */
@interface LanesmithPearlDiverProvider : NSObject
@end

@implementation LanesmithPearlDiverProvider

+ (void)load {
  facebook::react::registerCxxModuleToGlobalModuleMap(
      std::string(facebook::react::NativePearlDiver::kModuleName),
      [](std::shared_ptr<facebook::react::CallInvoker> jsInvoker) {
        return std::make_shared<facebook::react::NativePearlDiver>(jsInvoker);
      });
}

@end
