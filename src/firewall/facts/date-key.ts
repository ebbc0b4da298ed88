export const DAY_MS = 86_400_000;
export const DATE_ONLY = 1;
const LOCAL_TIME = 2;
export const ZONED = 4;
const DASH = 0x2d;
const COLON = 0x3a;

/** Orders dates: days count 32 to a month and 13 months to a year, which needs no calendar. -1 when it is no date. */
export function dateKey(text: string): number {
  const length = text.length;
  if (length < 10 || length > 35 || text.charCodeAt(4) !== DASH || text.charCodeAt(7) !== DASH) {
    return -1;
  }
  const century = twoDigits(text, 0);
  const year = twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  if (century < 0 || year < 0 || month < 1 || month > 12 || day < 1 || day > 31) {
    return -1;
  }
  const days = ((century * 100 + year) * 13 + month) * 32 + day;
  return length === 10 ? days * DAY_MS : timeKey(text, days);
}

function timeKey(text: string, days: number): number {
  const separator = text.charCodeAt(10);
  const hour = twoDigits(text, 11);
  const minute = twoDigits(text, 14);
  if ((separator !== 0x54 && separator !== 0x20) || text.charCodeAt(13) !== COLON) {
    return -1;
  }
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59) {
    return -1;
  }
  let end = 16;
  let milliseconds = (hour * 60 + minute) * 60_000;
  if (text.charCodeAt(16) === COLON) {
    const second = twoDigits(text, 17);
    if (second < 0 || second > 60) {
      return -1;
    }
    milliseconds += second * 1000;
    end = 19;
  }
  const point = text.charCodeAt(end);
  if (end === 19 && (point === 0x2e || point === 0x2c)) {
    end = fractionEnd(text);
    milliseconds += fraction(text, end);
  }
  return zoneKey(text, end, days * DAY_MS + milliseconds);
}

function fractionEnd(text: string): number {
  let end = 20;
  while (end < text.length && isDigit(text.charCodeAt(end))) {
    end += 1;
  }
  return end;
}

function fraction(text: string, end: number): number {
  let value = 0;
  let unit = 100;
  for (let index = 20; index < end && index < 26; index += 1) {
    value += (text.charCodeAt(index) - 0x30) * unit;
    unit /= 10;
  }
  return value;
}

function zoneKey(text: string, end: number, key: number): number {
  if (end === text.length) {
    return key;
  }
  const zone = text.charCodeAt(end);
  if (zone === 0x5a || zone === 0x7a) {
    return end + 1 === text.length ? key : -1;
  }
  if (zone !== 0x2b && zone !== DASH) {
    return -1;
  }
  const match = /^[+-](\d\d):?(\d\d)?$/.exec(text.slice(end));
  if (match === null) {
    return -1;
  }
  const minutes = Number(match[1]) * 60 + Number(match[2] ?? 0);
  return minutes === 0 ? key : shifted(key, zone === DASH ? minutes : -minutes);
}

function shifted(key: number, minutes: number): number {
  const days = Math.floor(key / DAY_MS);
  const date = new Date(0);
  date.setUTCFullYear(Math.floor(days / 416), (Math.floor(days / 32) % 13) - 1, days % 32);
  const time = date.getTime() + (key % DAY_MS) + minutes * 60_000;
  date.setTime(time);
  const shiftedDays = (date.getUTCFullYear() * 13 + date.getUTCMonth() + 1) * 32 + date.getUTCDate();
  return Math.max(0, shiftedDays * DAY_MS + (((time % DAY_MS) + DAY_MS) % DAY_MS));
}

/** As what it is written: a flag, of which a field may have several. */
export function formOf(text: string): number {
  if (text.length === 10) {
    return DATE_ONLY;
  }
  const last = text.charCodeAt(text.length - 1);
  return last === 0x5a || last === 0x7a || /[+-]\d\d:?(?:\d\d)?$/.test(text.slice(16)) ? ZONED : LOCAL_TIME;
}

function twoDigits(text: string, index: number): number {
  const tens = text.charCodeAt(index) - 0x30;
  const ones = text.charCodeAt(index + 1) - 0x30;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
