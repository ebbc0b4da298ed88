import { plural } from '../facts/format.js';
import type { Held } from './between.js';
import type { LogLevel } from './log-level.js';
import { templateText } from './template-text.js';

const MOST_LEVELS = 3;
/** Levels that are told of each gap; the others and the most frequent template are told of large ones. */
const BAD: ReadonlySet<LogLevel> = new Set(['EMERG', 'PANIC', 'FATAL', 'CRITICAL', 'SEVERE', 'ERROR']);
const SAMPLE_CHARS = 60;
/** A template that is less of a gap says little of it, in percent. */
const FEWEST_PERCENT = 20;
const FEWEST_LINES = 3;
/** Names of files and folders: all of them are one template. */
const PATH = /[\w.@+-]{0,80}(?:\/[\w.@+-]{1,80}){1,20}/g;
const WORD = /[A-Za-z]{3}/;

interface GapWords {
  /** It is a large part of what was left out. */
  readonly isLarge: boolean;
  /** Its template is told elsewhere. */
  readonly isTold: (key: number) => boolean;
}

/** `412 lines: 2 ERROR, 380 INFO`, `1494 lines: 298 × "ok … - handles case …"`: as much as is worth it. */
export function gapWords(held: Held, { isLarge, isTold }: GapWords): string {
  const levels = held.levels.filter(([level]) => isLarge || BAD.has(level)).slice(0, MOST_LEVELS);
  const parts = [
    ...levels.map(([level, count]) => `${count} ${level}`),
    ...(held.errors > 0 ? [plural(held.errors, 'error line')] : []),
    ...(isLarge && held.warnings > 0 ? [plural(held.warnings, 'warning')] : []),
    ...(isLarge && levels.length === 0 ? templateOf(held, isTold) : []),
  ];
  return parts.length === 0 ? plural(held.lines, 'line') : `${plural(held.lines, 'line')}: ${parts.join(', ')}`;
}

function templateOf({ heading, template, lines }: Held, isTold: GapWords['isTold']): readonly string[] {
  const isMuch = (template?.count ?? 0) * 100 >= lines * FEWEST_PERCENT;
  const best = heading ?? (isMuch ? template : undefined);
  if (best === undefined || best.count < FEWEST_LINES || isTold(best.of.key)) {
    return [];
  }
  // Where nothing is left that all of its lines have, the first of them would stand for what it is not.
  const form = templateText(best.of.sample.replace(PATH, '…'), best.count);
  return WORD.test(form) ? [`${best.count} × ${quoted(form)}`] : [];
}

function quoted(form: string): string {
  return JSON.stringify(form.length > SAMPLE_CHARS ? `${form.slice(0, SAMPLE_CHARS)}…` : form);
}
