import { addToSpread, createDateSpread, type DateSpread, medianOf } from './date-spread.js';
import { addTime, createTimeOrder, type TimeOrder } from './time-order.js';

const DAY_MS = 86_400_000;
const DASH = 0x2d;
const COLON = 0x3a;

const MINUTE_MS = 60_000;
const DATE_CHARS = 10;
const MINUTE_CHARS = 16;
const FEWEST_WITH_MEDIAN = 20;

const DATE_ONLY = 1;
const LOCAL_TIME = 2;
const ZONED = 4;
const EPOCH = timeOf(((1970 * 13 + 1) * 32 + 1) * DAY_MS);

/** Range of the ISO 8601 dates of a field. Dates are kept as numbers, so that no text of a chunk is held. */
export interface DateStats {
  count: number;
  min: number;
  max: number;
  forms: number;
  /** The last one's day, and when it begins: the next one is often of the same day. */
  day: number;
  dayTime: number;
  /** From the first date on. */
  times: Times | undefined;
}

interface Times {
  readonly order: TimeOrder;
  readonly spread: DateSpread;
}

interface DateRange {
  readonly count: number;
  readonly first: string;
  readonly last: string;
}

export function createDateStats(): DateStats {
  return {
    count: 0,
    min: Number.POSITIVE_INFINITY,
    max: Number.NEGATIVE_INFINITY,
    forms: 0,
    day: -1,
    dayTime: 0,
    times: undefined,
  };
}

/** Adds the text if it is an ISO date or date and time, to a second range too if there is one, and says whether it was. */
export function addDate(stats: DateStats, text: string, row: number, beside?: DateStats): boolean {
  const key = dateKey(text);
  if (key < 0) {
    return false;
  }
  const form = formOf(text);
  const day = Math.floor(key / DAY_MS);
  if (day !== stats.day) {
    stats.day = day;
    stats.dayTime = timeOf(day * DAY_MS);
  }
  const time = stats.dayTime + (key - day * DAY_MS);
  addKey(stats, key, form);
  addTimes(stats, time, row);
  if (beside !== undefined) {
    addKey(beside, key, form);
    addTimes(beside, time, row);
  }
  return true;
}

export function isDate(text: string): boolean {
  return dateKey(text) >= 0;
}

function addKey(stats: DateStats, key: number, form: number): void {
  stats.count += 1;
  stats.min = Math.min(key, stats.min);
  stats.max = Math.max(key, stats.max);
  stats.forms |= form;
}

function addTimes(stats: DateStats, time: number, row: number): void {
  if (stats.times === undefined) {
    stats.times = { order: createTimeOrder(time), spread: createDateSpread() };
  } else {
    addTime(stats.times.order, time, row);
  }
  addToSpread(stats.times.spread, time);
}

/** Milliseconds of a proleptic Gregorian calendar: dates of a month that follow each other are a day apart. */
function timeOf(key: number): number {
  const days = Math.floor(key / DAY_MS);
  return dayNumber(days) * DAY_MS + (key - days * DAY_MS);
}

/** The days of `dateKey` without those that no month has. */
function dayNumber(days: number): number {
  const month = (Math.floor(days / 32) % 13) - 3;
  const year = Math.floor(days / 416) + (month < 0 ? -1 : 0);
  const dayOfYear = Math.floor((153 * (month < 0 ? month + 12 : month) + 2) / 5) + (days % 32);
  const leapDays = Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400);
  return year * 365 + leapDays + dayOfYear;
}

/** Times with an offset are given in UTC; fractions of a millisecond are left out. */
export function dateRange(stats: DateStats): DateRange {
  return { count: stats.count, first: dateText(stats.min, stats.forms), last: dateText(stats.max, stats.forms) };
}

/** About in the middle of all dates: as many are before it as behind it. Undefined of few dates. */
export function medianDate({ count, min, max, forms, times }: DateStats): string | undefined {
  if (times === undefined || count < FEWEST_WITH_MEDIAN || min === max) {
    return undefined;
  }
  const minutes = Math.floor((medianOf(times.spread) - EPOCH) / MINUTE_MS);
  const text = new Date(minutes * MINUTE_MS).toISOString();
  if (forms === DATE_ONLY) {
    return text.slice(0, DATE_CHARS);
  }
  return `${text.slice(0, MINUTE_CHARS)}${(forms & ZONED) === 0 ? '' : 'Z'}`;
}

/** Orders dates: days count 32 to a month and 13 months to a year, which needs no calendar. -1 when it is no date. */
function dateKey(text: string): number {
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

function formOf(text: string): number {
  if (text.length === 10) {
    return DATE_ONLY;
  }
  const last = text.charCodeAt(text.length - 1);
  return last === 0x5a || last === 0x7a || /[+-]\d\d:?(?:\d\d)?$/.test(text.slice(16)) ? ZONED : LOCAL_TIME;
}

function dateText(key: number, forms: number): string {
  const days = Math.floor(key / DAY_MS);
  const year = String(Math.floor(days / 416)).padStart(4, '0');
  const date = `${year}-${pad(Math.floor(days / 32) % 13)}-${pad(days % 32)}`;
  if (forms === DATE_ONLY) {
    return date;
  }
  const time = Math.floor(key % DAY_MS);
  const seconds = Math.floor(time / 1000);
  const clock = `${pad(Math.floor(seconds / 3600))}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`;
  const milliseconds = time % 1000 === 0 ? '' : `.${String(time % 1000).padStart(3, '0')}`;
  return `${date}T${clock}${milliseconds}${(forms & ZONED) === 0 ? '' : 'Z'}`;
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}

function twoDigits(text: string, index: number): number {
  const tens = text.charCodeAt(index) - 0x30;
  const ones = text.charCodeAt(index + 1) - 0x30;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
