import { CHECKERS } from './checkers.js';
import { CHECKERS_OF_STYLE } from './checkers-of-style.js';
import { COMPILERS } from './compilers.js';
import type { Format } from './format.js';
import { MORE_TEST_RUNNERS } from './more-test-runners.js';
import { PACKAGES_AND_STACKS } from './packages-and-stacks.js';
import { SMALL_TEST_RUNNERS } from './small-test-runners.js';
import { TEST_RUNNERS } from './test-runners.js';

/** The tools whose output is known; what none of them knows is read by its words alone. The first that has something to say is heard. */
export const FORMATS: readonly Format[] = [
  ...TEST_RUNNERS,
  ...MORE_TEST_RUNNERS,
  ...SMALL_TEST_RUNNERS,
  ...CHECKERS,
  ...CHECKERS_OF_STYLE,
  ...COMPILERS,
  ...PACKAGES_AND_STACKS,
];
