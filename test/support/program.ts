import { fileURLToPath } from 'node:url';
import { buildOnce } from './build-once.js';

buildOnce();

/** The built program, never older than its sources. This file and the bundles that hold it lie equally deep. */
export const PROGRAM = fileURLToPath(new URL('../../bin/akernel.js', import.meta.url));
