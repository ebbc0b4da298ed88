import { DATE_ONLY, DAY_MS, dateKey, formOf, ZONED } from './date-key.js';
import { addToSpread, createDateSpread, type DateSpread, medianOf } from './date-spread.js';
import { addTime, createTimeOrder, type TimeOrder } from './time-order.js';

const MINUTE_MS = 60_000;
const DATE_CHARS = 10;
const MINUTE_CHARS = 16;
const FEWEST_WITH_MEDIAN = 20;

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
