import { fileURLToPath } from 'node:url';

/** The built program. This file and the bundles that hold it lie equally deep. */
export const PROGRAM = fileURLToPath(new URL('../../bin/akernel.js', import.meta.url));
