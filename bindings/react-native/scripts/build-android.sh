#!/usr/bin/env bash
# Builds the Rust library for Android into android/lib, and copies the header to cpp/include. Needs no NDK: an archive is not
# linked. --profile NAME is cargo's (release by default).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
profile=release
[ "${1:-}" != --profile ] || profile=$2
folder=$profile
[ "$profile" != dev ] || folder=debug
mkdir -p cpp/include
cp ../c/include/lanesmith.h cpp/include/
# CARGO_TARGET_DIR and cargo's configuration may have moved it.
target_dir=$(cargo metadata --no-deps --format-version 1 | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')
for pair in arm64-v8a=aarch64-linux-android armeabi-v7a=armv7-linux-androideabi; do
  abi=${pair%%=*} target=${pair#*=}
  cargo build --package lanesmith-c --no-default-features --profile "$profile" --target "$target"
  mkdir -p "android/lib/$abi"
  cp "$target_dir/$target/$folder/liblanesmith_c.a" "android/lib/$abi/"
done
ls -l android/lib/*/liblanesmith_c.a
