import { wordsOf } from '../judge/field-names.js';
import type { FieldRule } from '../judge/field-rule.js';
import { whenNeeded } from '../lex/when-needed.js';

/** Names of fields that are hidden only where the detectors of these types are on, which they are not unless asked for. */
const PHRASES: Readonly<Record<string, string>> = {
  coordinates:
    'latitude|longitude|lat|lng|lat lng|latlng|lat lon|coordinates|coords|gps|geolocation|geo location|geo point',
  imei: 'imei|imei number|imei no',
  imsi: 'imsi|imsi number|subscriber id',
  iccid: 'iccid|sim number|sim serial|sim serial number',
  vin: 'vin|vin number|vehicle identification number|fahrgestellnummer|chassis number',
  advertising_id: 'idfa|idfv|gaid|aaid|oaid|adid|rdid|ifa|advertising id|advertiser id|ad id|google advertising id',
};
/** Names that mean this only when nothing stands before them: `max_age`, `too long`. */
const WHOLE: Readonly<Record<string, string>> = {
  age: 'age|alter|edad|age years|age in years|patient age|customer age|user age',
  coordinates: 'lon|long',
};
const MOST_WORDS = 3;

const endings = whenNeeded(() => namesOf(PHRASES));
const wholes = whenNeeded(() => namesOf(WHOLE));

/** The rule for a field of this name, if its type is one of those that are asked for. */
export function optInRule(name: string, types: ReadonlySet<string>): FieldRule | undefined {
  const words = wordsOf(name);
  let type = wholes().get(words.join(' '));
  for (let count = Math.min(MOST_WORDS, words.length); count > 0 && type === undefined; count -= 1) {
    type = endings().get(words.slice(-count).join(' '));
  }
  return type !== undefined && types.has(type) ? { type, value: 'pattern' } : undefined;
}

function namesOf(table: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(table).flatMap(([type, names]) => names.split('|').map((name): [string, string] => [name, type])),
  );
}
