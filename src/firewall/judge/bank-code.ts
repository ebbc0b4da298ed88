import { numberAt, weightedSum } from './checksums.js';

const BIC = /^[A-Z]{4}([A-Z]{2})[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;
const ROUTING = /^\d{9}$/;
const WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7, 1];

const COUNTRIES =
  'AD AE AF AG AI AL AM AO AR AT AU AW AZ BA BB BD BE BF BG BH BI BJ BM BN BO BR BS BT BW BY BZ CA CD CF CG CH CI CK CL CM CN ' +
  'CO CR CU CV CW CY CZ DE DJ DK DM DO DZ EC EE EG ES ET FI FJ FK FO FR GA GB GD GE GG GH GI GL GM GN GQ GR GT GW GY HK HN HR ' +
  'HT HU ID IE IL IM IN IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MG ' +
  'MK ML MM MN MO MR MS MT MU MV MW MX MY MZ NA NC NE NG NI NL NO NP NR NZ OM PA PE PF PG PH PK PL PM PS PT PW PY QA RO RS RU ' +
  'RW SA SB SC SD SE SG SH SI SK SL SM SN SO SR SS ST SV SY SZ TC TD TG TH TJ TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC ' +
  'VE VG VI VN VU WF WS XK YE ZA ZM ZW';

/** Whether a value is the code of a bank: a BIC, or a routing number with its checksum. */
export function isBankCode(value: unknown): boolean {
  if (typeof value !== 'string') {
    return false;
  }
  const country = BIC.exec(value)?.[1];
  return country === undefined ? isRoutingNumber(value) : isBankCountry(country);
}

export function isBankCountry(letters: string): boolean {
  return COUNTRIES.includes(letters);
}

/** Nine digits in the range of the Federal Reserve, with the checksum 3-7-1. */
export function isRoutingNumber(value: string): boolean {
  return ROUTING.test(value) && hasPrefix(numberAt(value, 0, 2)) && weightedSum(value, WEIGHTS) % 10 === 0;
}

function hasPrefix(prefix: number): boolean {
  return prefix <= 12 || (prefix >= 21 && prefix <= 32) || (prefix >= 61 && prefix <= 72) || prefix === 80;
}
