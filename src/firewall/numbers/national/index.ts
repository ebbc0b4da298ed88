import type { Detector } from '../../lex/detector.js';
import { americanNumbers } from './americas.js';
import { asianNumbers } from './asia-pacific.js';
import { centralAndSouthEuropean } from './central-and-south-europe.js';
import { moreNationalNumbers, numberPlates } from './more-countries.js';
import { northAndEastEuropean } from './north-and-east-europe.js';
import { vatNumber } from './vat.js';

/** Numbers that states give to persons, by country; which are asked, their packs decide. */
export const nationalNumbers: readonly Detector[] = [
  vatNumber,
  ...americanNumbers,
  ...centralAndSouthEuropean,
  ...northAndEastEuropean,
  ...asianNumbers,
  ...moreNationalNumbers,
  ...numberPlates,
];
