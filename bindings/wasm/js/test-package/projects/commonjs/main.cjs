'use strict';
const lanesmith = require('lanesmith');
const { attachToTangle } = require('lanesmith/pearl-diver-react-native');

import('./exercise.mjs').then(async ({ exercise }) => {
  const result = await exercise(lanesmith);
  console.log(JSON.stringify({ ...result, attachToTangle: typeof attachToTangle }));
});
