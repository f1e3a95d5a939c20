/** How the command line of React Native takes the C++ module into an app for Android. */
module.exports = {
  dependency: {
    platforms: {
      android: {
        cxxModuleCMakeListsModuleName: 'react-native-lanesmith',
        cxxModuleCMakeListsPath: 'CMakeLists.txt',
        cxxModuleHeaderName: 'NativePearlDiver',
      },
    },
  },
};
