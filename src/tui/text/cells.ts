import { terminalSafe, terminalSafeLine } from '../../contract/terminal-safe.js';

/** A value as one line of a table. */
export function formatCell(value: unknown): string {
  if (value === undefined) {
    return '';
  }
  return terminalSafeLine(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
}

/** A value where line breaks may stand. */
export function formatValue(value: unknown): string {
  return typeof value === 'string' ? terminalSafe(value) : formatCell(value);
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
