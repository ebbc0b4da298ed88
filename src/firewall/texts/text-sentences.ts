import { plural } from '../facts/format.js';
import { conflictsOf, type TextEnd } from './conflicts.js';
import type { Kept } from './digest.js';
import { LOG_LEVELS } from './log-level.js';
import type { FoundFormat } from './reader.js';

const MOST_TOTALS = 4;
const MOST_CHARS = 200;
const MOST_PREFIX = 40;

/** What is known of a text as a whole: what its tools said themselves, what kind it is, how much there is of what. */
export function textSentences(kept: Kept, end: TextEnd): readonly string[] {
  const { counts } = kept;
  const amounts = [
    counts.error > 0
      ? `${plural(counts.error, 'error line')} of ${kept.isEveryKindKnown ? '' : 'at least '}${plural(kept.errorKinds, 'kind')}`
      : '',
    counts.warning > 0 ? plural(counts.warning, 'warning line') : '',
  ].filter((part) => part !== '');
  return [
    ...levelsOf(kept),
    ...kept.formats.flatMap(totalsOf),
    ...conflictsOf(kept.formats, end),
    ...(amounts.length > 0 ? [amounts.join(', ')] : []),
    ...(kept.kind_id === undefined ? [] : [`kind: ${kept.kind_id}`]),
    ...kept.kindFacts,
    ...(kept.prefix === undefined
      ? []
      : [`each line began like this, left out here: ${kept.prefix.slice(0, MOST_PREFIX)}`]),
  ];
}

function levelsOf({ levels }: Kept): readonly string[] {
  const counts = LOG_LEVELS.filter((level) => levels.has(level)).map((level) => `${level}=${levels.get(level)}`);
  return counts.length === 0 ? [] : [`levels: ${counts.join(' ')}`];
}

/** In the tool's own words, never added up. */
function totalsOf({ format_id: id, totals }: FoundFormat): readonly string[] {
  const last = totals.slice(-MOST_TOTALS).map(({ text }) => text.slice(0, MOST_CHARS));
  return last.length === 0 ? [] : [`${id}: ${[...new Set(last)].join(' | ')}`];
}
