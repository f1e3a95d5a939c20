'use strict';

/** Platforms that addons are built for: the name of the package behind `@lanesmith/node-`, and what cargo calls it. */
const PLATFORMS = {
  'darwin-arm64': { os: 'darwin', cpu: 'arm64', target: 'aarch64-apple-darwin', library: 'liblanesmith_node.dylib' },
  'darwin-x64': { os: 'darwin', cpu: 'x64', target: 'x86_64-apple-darwin', library: 'liblanesmith_node.dylib' },
  'linux-arm64-gnu': { os: 'linux', cpu: 'arm64', libc: 'glibc', target: 'aarch64-unknown-linux-gnu', library: 'liblanesmith_node.so' },
  'linux-x64-gnu': { os: 'linux', cpu: 'x64', libc: 'glibc', target: 'x86_64-unknown-linux-gnu', library: 'liblanesmith_node.so' },
  'win32-x64-msvc': { os: 'win32', cpu: 'x64', target: 'x86_64-pc-windows-msvc', library: 'lanesmith_node.dll' },
};

/** The name of this platform, whether or not there is an addon for it. */
function here() {
  const { platform, arch } = process;
  if (platform === 'win32') return `win32-${arch}-msvc`;
  if (platform !== 'linux') return `${platform}-${arch}`;
  const glibc = process.report?.getReport?.().header?.glibcVersionRuntime;
  return `linux-${arch}-${glibc ? 'gnu' : 'musl'}`;
}

module.exports = { PLATFORMS, here };
