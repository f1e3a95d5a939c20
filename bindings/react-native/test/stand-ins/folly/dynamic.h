#pragma once

// Stands in for folly's header where our C++ is only compiled: React Native's own headers name the type, and npm has no folly.
namespace folly {
class dynamic {};
} // namespace folly
