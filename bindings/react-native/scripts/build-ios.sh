#!/usr/bin/env bash
# Builds the Rust library for iOS into ios/Lanesmith.xcframework: devices, and simulators on both kinds of Mac. Needs macOS with
# Xcode (xcodebuild, lipo).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
command -v xcodebuild >/dev/null || { echo "xcodebuild is missing: this needs macOS with Xcode" >&2; exit 1; }
targets=(aarch64-apple-ios aarch64-apple-ios-sim x86_64-apple-ios)
rustup target add "${targets[@]}"
mkdir -p cpp/include
cp ../c/include/lanesmith.h cpp/include/
for target in "${targets[@]}"; do
  cargo build --package lanesmith-c --no-default-features --release --target "$target"
done
# CARGO_TARGET_DIR and cargo's configuration may have moved it.
built=$(cargo metadata --no-deps --format-version 1 | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')
mkdir -p "$built/native/ios-simulator"
lipo -create "$built"/{aarch64-apple-ios-sim,x86_64-apple-ios}/release/liblanesmith_c.a \
  -output "$built/native/ios-simulator/liblanesmith_c.a"
rm -rf ios/Lanesmith.xcframework
xcodebuild -create-xcframework -output ios/Lanesmith.xcframework \
  -library "$built/aarch64-apple-ios/release/liblanesmith_c.a" -headers cpp/include \
  -library "$built/native/ios-simulator/liblanesmith_c.a" -headers cpp/include
