import type { Detector } from '../../lex/detector.js';
import { americanNumbers, usNumbers } from './americas.js';
import { asianFirmNumbers, asianNumbers } from './asia-pacific.js';
import { centralEuropeanNumbers, southernEuropeanNumbers } from './central-and-south-europe.js';
import { africanAndTurkishNumbers, moreNationalNumbers, numberPlates, ukNumbers } from './more-countries.js';
import { easternEuropeanNumbers, northernEuropeanNumbers } from './north-and-east-europe.js';
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
