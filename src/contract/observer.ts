import type { Trace } from './trace.js';

/** Told of every trace after it was stored. It observes; it never decides and must not throw. */
export type Observer = (trace: Trace) => void;
