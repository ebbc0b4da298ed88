import { afterAll } from 'vitest';
import { endFile } from './at-end-of-file.js';

// For every file of tests, also where files share modules.
afterAll(endFile);
