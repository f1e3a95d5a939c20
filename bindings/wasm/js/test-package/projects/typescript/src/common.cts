import lanesmith = require('lanesmith');
import type { FoundNonce } from 'lanesmith';

export const digest = (data: Uint8Array): Uint8Array => lanesmith.sha256(data);
export const nonce = (found: FoundNonce): string => found.nonce;
