/**
 * The addon behind the npm package `lanesmith` under Node. Programs import `lanesmith`, which finds and uses it; what it
 * exports is the interface between the two, of which no promise is made. (`backend.d.mts` of `lanesmith` describes it.)
 */

/** Marks the module: a backend on the CPU's own instructions. */
export const kind: 'native';

/** The version, which must be that of `lanesmith`. */
export const version: string;
