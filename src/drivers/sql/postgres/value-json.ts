import { parseArrayText, type ToJson } from './array-text.js';

/** An array type and the type of its elements. */
export type ElementTypes = ReadonlyMap<number, number>;

/**
 * How values of a type become JSON. Numbers keep every digit; what is no number in JSON (NaN, infinity) is a text, and
 * so is every type that JSON has no form for, as PostgreSQL writes it.
 */
export function toJsonOf(type: number, elementTypes: ElementTypes): ToJson {
  const element = ARRAY_ELEMENTS.get(type) ?? elementTypes.get(type);
  if (element !== undefined) {
    const elementToJson = toJsonOf(element, NO_ARRAYS);
    const delimiter = element === BOX ? ';' : ',';
    return (text) => parseArrayText(text, delimiter, elementToJson) ?? JSON.stringify(text);
  }
  return BY_TYPE[type] ?? JSON.stringify;
}

/** Whether the catalogue has to be asked what the type is. */
export function isUnknownType(type: number): boolean {
  return type >= FIRST_OWN_TYPE;
}

const FIRST_OWN_TYPE = 16_384;
const NO_ARRAYS: ElementTypes = new Map();
const BOX = 603;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;

const number: ToJson = (text) => (NUMBER.test(text) ? text : JSON.stringify(text));

/** `2024-05-06 07:08:09.5+02`; dates before Christ and infinity have another form and stay as they are. */
const TIMESTAMP = /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)([+-]\d\d)?(:\d\d(?::\d\d)?)?$/;

const timestamp: ToJson = (text) =>
  JSON.stringify(
    text.replace(
      TIMESTAMP,
      (_, date: string, time: string, hours = '', minutes = '') =>
        `${date}T${time}${hours}${hours === '' ? minutes : minutes || ':00'}`,
    ),
  );

/** `\x` and two digits a byte. */
const bytes: ToJson = (text) => `{"binary":true,"size_bytes":${Math.max(0, text.length - 2) / 2}}`;

/** Of the white space in JSON only line ends matter here: a row is a line. */
const json: ToJson = (text) =>
  text.includes('\n') || text.includes('\r') ? text.replace(/[\r\n][\t\r\n ]*/g, '') : text;

const BY_TYPE: Readonly<Record<number, ToJson>> = {
  16: (text) => (text === 't' ? 'true' : 'false'),
  17: bytes,
  20: number,
  21: number,
  23: number,
  26: number,
  114: json,
  700: number,
  701: number,
  1114: timestamp,
  1184: timestamp,
  1700: number,
  3802: json,
};

/** Types of the server itself have numbers that never change; the arrays that people use. */
const ARRAY_ELEMENTS: ReadonlyMap<number, number> = new Map([
  [143, 142],
  [199, 114],
  [651, 650],
  [719, 718],
  [775, 774],
  [791, 790],
  [1000, 16],
  [1001, 17],
  [1002, 18],
  [1003, 19],
  [1005, 21],
  [1007, 23],
  [1009, 25],
  [1014, 1042],
  [1015, 1043],
  [1016, 20],
  [1017, 600],
  [1020, 603],
  [1021, 700],
  [1022, 701],
  [1028, 26],
  [1040, 829],
  [1041, 869],
  [1115, 1114],
  [1182, 1082],
  [1183, 1083],
  [1185, 1184],
  [1187, 1186],
  [1231, 1700],
  [1270, 1266],
  [1561, 1560],
  [1563, 1562],
  [2211, 2206],
  [2951, 2950],
  [3807, 3802],
  [3905, 3904],
  [3907, 3906],
  [3909, 3908],
  [3911, 3910],
  [3913, 3912],
  [3927, 3926],
]);
