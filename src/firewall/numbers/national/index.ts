import type { Detector } from '../../lex/detector.js';
import { africanAndTurkishNumbers } from './africa-and-turkey.js';
import { americanNumbers } from './americas.js';
import { asianNumbers } from './asia-pacific.js';
import { asianFirmNumbers } from './asia-pacific-firms.js';
import { centralEuropeanNumbers } from './central-europe.js';
import { easternEuropeanNumbers } from './eastern-europe.js';
import { moreNationalNumbers } from './more-countries.js';
import { northernEuropeanNumbers } from './northern-europe.js';
import { numberPlates } from './number-plates.js';
import { southernEuropeanNumbers } from './southern-europe.js';
import { ukNumbers } from './uk.js';
import { usNumbers } from './us.js';
import { vatNumber } from './vat.js';

/** Numbers that states give to persons, by country; which are asked, their packs decide. */
export const nationalNumbers: readonly Detector[] = [
  vatNumber,
  ...usNumbers,
  ...centralEuropeanNumbers,
  ...southernEuropeanNumbers,
  ...northernEuropeanNumbers,
  ...easternEuropeanNumbers,
  ...ukNumbers,
  ...americanNumbers,
  ...asianNumbers,
  ...asianFirmNumbers,
  ...africanAndTurkishNumbers,
  ...moreNationalNumbers,
  ...numberPlates,
];
