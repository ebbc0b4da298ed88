/**
 * As numbers are printed in their countries. `d` is a digit, `n` one of 2 to 9, `m` one of 5 to 7; `_` may be a space, `~`
 * may be a space, hyphen or full stop; behind `!` no more digits follow a space.
 */
// biome-ignore format: one region after the other
export const FORMS: readonly string[] = [
  // North America.
  'ndd-ddd-dddd', 'ndd.ddd.dddd', 'ndd ddd-dddd', '(ndd)_ddd~dddd',
  '1-ndd-ddd-dddd', '1.ndd.ddd.dddd', '1 ndd ddd-dddd', '1 ndd-ddd-dddd', '1 ndd ddd dddd', '1 (ndd)_ddd~dddd', '1-(ndd)_ddd~dddd',
  // China, Russia, Brazil.
  '1dd-dddd-dddd',
  '8-ddd-ddd-dd-dd', '8 ddd ddd-dd-dd', '8 (ddd) ddd-dd-dd', '8(ddd)ddd-dd-dd', '8 (ddd) ddd dd dd',
  '(dd)_ddddd-dddd', '(dd)_dddd-dddd',
  // France, the Netherlands, Japan, Korea.
  '06 dd dd dd dd!', '07 dd dd dd dd!', '06.dd.dd.dd.dd', '07.dd.dd.dd.dd',
  '06-dddddddd', '06 dddddddd',
  '03-dddd-dddd', '06-dddd-dddd', '02-dddd-dddd', '02-ddd-dddd',
  // Switzerland, the United Kingdom, South Africa, New Zealand, Japan, Korea, Taiwan, Thailand, Sweden.
  '0dd ddd dd dd', '02d dddd dddd', '0dd ddd dddd', '0d0-dddd-dddd', '0dd-ddd-dddd', '07d-ddd dd dd',
  // Germany, the United Kingdom, Australia, Belgium, Turkey, the Philippines, Indonesia, Pakistan, Japan.
  '01md/ddddddd', '01md/dddddddd', '01md-ddddddd', '01md-dddddddd', '01md ddddddd', '01md dddddddd',
  '01d1 ddd dddd', '011d ddd dddd', '0800 ddd dddd', '07ddd dddddd', '07ddd ddd ddd',
  '04dd ddd ddd', '04dd dd dd dd', '05dd ddd dd dd', '09dd ddd dddd', '08dd-dddd-dddd', '08dd dddd dddd',
  '03dd ddddddd', '03dd-ddddddd', '0120-ddd-ddd',
];
