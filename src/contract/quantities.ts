export { formatCount } from './frame-account.js';

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];

/** An amount of bytes in three digits and a unit. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[unit]}`;
}

const SPANS: readonly (readonly [string, number])[] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
];

/** A span of time in its largest whole unit: `3d`, `12m`. */
export function formatSpan(ms: number): string {
  const length = Math.abs(ms);
  const [name, size] = SPANS.find(([, unit]) => length >= unit) ?? ['s', 1000];
  return `${Math.floor(length / size)}${name}`;
}

/** A time of day as people read it, from an ISO time. */
export function formatTime(iso: string): string {
  return iso.slice(0, 19).replace('T', ' ');
}

/** An ISO time without its milliseconds. */
export function wholeSeconds(iso: string): string {
  return iso.replace(/\.\d{3}Z$/, 'Z');
}
