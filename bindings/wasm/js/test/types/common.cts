// The same package as CommonJS has it.

import lanesmith = require('../../dist/index.cjs');
import compatible = require('../../dist/pearl-diver-react-native.cjs');

lanesmith.initSync({ families: ['sha256'] });
const digest: Uint8Array = lanesmith.sha256(new Uint8Array(3));
const attached: Promise<string[]> = compatible.attachToTangle('A', 'B', 14, []);

export = [digest, attached];
