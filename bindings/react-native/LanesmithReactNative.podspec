require 'json'

package = JSON.parse(File.read(File.join(__dir__, 'package.json')))

Pod::Spec.new do |s|
  s.name = 'LanesmithReactNative'
  s.version = package['version']
  s.summary = package['description']
  s.homepage = 'https://www.npmjs.com/package/@lanesmith/react-native'
  s.license = package['license']
  s.author = 'The Lanesmith contributors'
  s.platforms = { ios: '15.1' }
  s.source = { http: "https://registry.npmjs.org/@lanesmith/react-native/-/react-native-#{package['version']}.tgz" }
  s.source_files = 'cpp/**/*.{h,cpp}', 'ios/*.{h,mm}'
  # scripts/build-ios.sh makes it: devices and simulators.
  s.vendored_frameworks = 'ios/Lanesmith.xcframework'
  s.pod_target_xcconfig = {
    'CLANG_CXX_LANGUAGE_STANDARD' => 'c++20',
    'HEADER_SEARCH_PATHS' => '"$(PODS_TARGET_SRCROOT)/cpp" "$(PODS_TARGET_SRCROOT)/cpp/include"'
  }
  install_modules_dependencies(s)
end
