import type { Detector } from '../../redactor/detector.js';
import { centralEuropeanNumbers } from './central-europe.js';
import { easternEuropeanNumbers } from './eastern-europe.js';
import { northernEuropeanNumbers } from './northern-europe.js';
import { southernEuropeanNumbers } from './southern-europe.js';
import { usNumbers } from './us.js';

/** Numbers that states give to persons, by country; which are asked, their packs decide. */
export const nationalNumbers: readonly Detector[] = [
  ...usNumbers,
  ...centralEuropeanNumbers,
  ...southernEuropeanNumbers,
  ...northernEuropeanNumbers,
  ...easternEuropeanNumbers,
];
