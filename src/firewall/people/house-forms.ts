import { letterPattern } from '../pattern/letter-pattern.js';

const SUFFIX =
  '(?:Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Dr|Boulevard|Blvd|Court|Ct|Square|Sq|Terrace|Place|Pl|Way|Close|Crescent|Highway|Hwy|Parkway|Pkwy|Circle|Row|Mews|Gardens|Broadway)';
const WORD = String.raw`[\p{Lu}][\p{L}'’.-]{0,24}`;
/** Without the hyphen that stands between two: a pattern may not try both readings. */
const PART = String.raw`\p{Lu}\p{L}{0,24}`;
export const TOWN = String.raw`\p{Lu}\p{Ll}[\p{L}'’.-]{0,24}`;
const ORDINAL = String.raw`\d{1,3}(?:st|nd|rd|th)`;
const IN_WORDS = '(?:First|Second|Third|Fourth|Fifth|Sixth|Seventh|Eighth|Ninth|Tenth)';
const SIDE = '(?:[NSEW]|[NS][EW]|North|South|East|West|North[ew]est|North[ew]ast|South[ew]est|South[ew]ast)';
const UNIT_NAME = '(?:Apt|Apartment|Suite|Ste|Unit|Flat|Floor|Fl|Bldg|Building|Room|Rm|Level|Lot|#)';
export const UNIT = String.raw`${UNIT_NAME}\.? ?[\p{L}\d-]{1,6}`;
export const UNITS = String.raw`(?:,? (?:${UNIT}|${ORDINAL} (?:Floor|Fl)\b\.?|\d{1,2}\. (?:OG|Stock|Etage)\b)){0,3}`;
const SMALL = '(?:of|the|den|der|dem|des|de|la|le|van|di|del|am|an|gate|gata|vei|vej)';
/** A house without a word for a street: its number before the name, and behind it. */
export const NUMBERED = String.raw`\d{1,5}[a-zA-Z]?(?:[-/]\d{1,4})?,? ${WORD}(?: (?:${WORD}|${SMALL})){0,4}`;
export const NAMED = String.raw`${WORD}(?: (?:${WORD}|${SMALL})){0,3} \d{1,4} ?[a-z]?\b`;
const CODE = String.raw`(?:\d{5}(?:-\d{4})?|\d{4}|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d)(?![\w-])`;
/** Before a town: `1015 CJ`, `114 55`, `00-241` too. */
const CODE_FIRST = String.raw`\d\d(?:-\d{3}|\d(?: \d\d|\d(?: ?[A-Z]{2}|\d(?:-\d{3})?)?))`;
const CODED = `(?:,? ${CODE_FIRST} ${TOWN}(?: ${TOWN}){0,2}|, ${TOWN}(?: ${TOWN}){0,2},? (?:[A-Z]{2,3} )?${CODE})`;
const BOX = String.raw`[Pp]\.? ?[Oo]\.? [Bb](?:ox|OX) \d{1,6}\b`;

const ROAD = '(?:rue|avenue|boulevard|place|chemin|all\u00e9e|quai|cours|impasse)';
const GERMAN_ROAD =
  '(?:[sS]tra(?:\u00dfe|sse)|[sS]tr\\.|gasse|weg|platz|allee|ring|damm|ufer|straat|laan|plein|gracht)\\.? \\d';
const VIA = '(?:Calle|C/|Avenida|Av\\.|Plaza|Paseo|Via|Viale|Piazza|Corso|Rua|Travessa)';
/** Cheap questions before the patterns, which take long to make: whether a word for a street is there, or a postcode. */
const HAS_STREET = new RegExp(`[Bb]ox|BOX|\\b${SUFFIX}\\b|,? ${ROAD}|${GERMAN_ROAD}|${VIA} `);
const HAS_CODE = /\d{4}|\d{3} \d{2}|\d{2}-\d{3}|[A-Z]\d[A-Z\d]? ?\d[A-Z]/;
const STREET = letterPattern(
  `^(?:${[
    BOX,
    `\\d{1,5}[a-zA-Z]? (?:(?:${WORD}|${ORDINAL}) ){0,3}${SUFFIX}\\b\\.?(?: \\d{1,4}\\b)?(?: ${SIDE}\\b\\.?)?`,
    `\\d{1,4}(?: ?(?:bis|ter))?,? ${ROAD}(?: (?:de|du|des|la|le|les|l')){0,2} ?${PART}(?:[ -]${PART}){0,3}`,
    `(?:${PART}[ -]){0,3}\\p{L}{0,20}${GERMAN_ROAD}{1,4}(?: ?[a-z])?\\b`,
    `${VIA}(?: (?:de|del|la|los|las|di|da|do|dos)){0,2} ${WORD}(?: (?:(?:de|da|do|di) )?${WORD}){0,3},? (?:n\\.?[º°o]? ?)?\\d{1,4}\\b(?:, ?\\d{1,2}[º°ª](?: ?\\p{L}\\b)?)?`,
  ].join('|')})`,
);
const UNITS_BEHIND = UNITS.replace(ORDINAL, `(?:${ORDINAL}|${IN_WORDS})`);
/** What may stand behind a street; it always fits. */
const BEHIND_STREET = letterPattern(
  `^${UNITS_BEHIND}(?:,? (?:${CODE_FIRST} )?${TOWN}(?: ${TOWN}){0,2})?(?:,? [A-Z]{2,3}\\b(?:,? \\d{4}\\b)?)?(?:,? (?:\\d{5}(?:-\\d{4})?|[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2}))?${UNITS_BEHIND}`,
);
const WITHOUT_STREET = letterPattern(`^(?:${UNIT}, ?)?(?:${NUMBERED}|${NAMED})${UNITS}${CODED}`);

/** The address that a text begins with; nothing if none. */
export function houseOf(sample: string): string {
  const street = HAS_STREET.test(sample) ? (STREET.exec(sample)?.[0] ?? '') : '';
  if (street !== '') {
    return street + (BEHIND_STREET.exec(sample.slice(street.length))?.[0] ?? '');
  }
  return HAS_CODE.test(sample) ? (WITHOUT_STREET.exec(sample)?.[0] ?? '') : '';
}
