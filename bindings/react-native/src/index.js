import NativePearlDiver from './NativePearlDiver';
import { over } from './core.js';

export { PearlDiverError } from './core.js';

export const { PearlDiver, attachToTangle, curlHash, search, version } = over(NativePearlDiver);
export default PearlDiver;
