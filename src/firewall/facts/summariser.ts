import type { Row } from '../../contract/row.js';
import { addText, createChannels, lineCount } from './channels.js';
import { cut, plural } from './format.js';
import type { Judgement } from './judgement.js';
import { recordFacts } from './record-facts.js';
import { addRows, createRecords } from './records.js';
import { textFacts } from './text-facts.js';
import type { Records } from './walk.js';

const DEFAULT_MAX_FACTS = 20;
const MAX_FACT_CHARS = 300;

interface SummariserTotals {
  readonly rows: number;
  readonly lines: number;
  readonly chars: number;
}

export interface FactOptions {
  readonly maxFacts?: number;
  /** false leaves out the number of rows and the list of fields, for a caller who tells them in another way. */
  readonly heading?: boolean;
}

/** Running facts about a stream. They depend on the rows and texts alone, not on how these were batched. */
export interface Summariser {
  /** What is known of rows. */
  readonly records: Records;
  /** `beside` is told the same rows in the same walk. */
  readonly addRows: (rows: readonly Row[], beside?: Summariser) => void;
  readonly addText: (text: string, channel: string) => void;
  readonly totals: () => SummariserTotals;
  /** At most `maxFacts` redacted sentences; when there are more, the last one says how many were left out. */
  readonly facts: (options?: FactOptions) => string[];
}

export function createSummariser(judgement: Judgement): Summariser {
  const records = createRecords(judgement);
  const channels = createChannels();
  return {
    records,
    addRows: (rows, beside) => addRows(records, rows, beside?.records),
    addText: (text, channel) => addText(channels, text, channel),
    totals: () => {
      const all = [...channels.byName.values(), channels.further];
      return {
        rows: records.rows,
        lines: all.reduce((sum, channel) => sum + lineCount(channel), 0),
        chars: all.reduce((sum, channel) => sum + channel.chars, 0),
      };
    },
    facts: ({ maxFacts = DEFAULT_MAX_FACTS, heading = true } = {}) => {
      const facts = [...textFacts(channels, judgement.redact), ...recordFacts(records, heading)];
      return limited(facts.length === 0 && heading ? ['rows: 0'] : facts, maxFacts);
    },
  };
}

function limited(facts: readonly string[], maxFacts: number): string[] {
  const short = facts.map((fact) => cut(fact, MAX_FACT_CHARS));
  if (short.length <= maxFacts) {
    return short;
  }
  const kept = short.slice(0, Math.max(0, maxFacts - 1));
  return [...kept, `${plural(short.length - kept.length, 'more fact')} left out`].slice(0, Math.max(0, maxFacts));
}
