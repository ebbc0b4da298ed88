import type { FindProgress } from '../../contract/expansion.js';
import type { FindRows } from './pager-scan.js';

type Question = Parameters<FindRows>[0];

/** Of all answers that are kept; 8 bytes each. */
const MOST_ROW_NUMBERS = 1_000_000;
const MOST_ANSWERS = 32;

/**
 * Passes over all rows whose answer is kept, so that the same question takes no second one. `isSettled`: no more rows
 * come, and what was found stays true.
 */
export function rememberFinds(find: FindRows, isSettled: () => boolean): FindRows {
  const answers = new Map<string, FindProgress>();

  function keep(key: string, answer: FindProgress): void {
    answers.delete(key);
    answers.set(key, answer);
    let held = [...answers.values()].reduce((sum, each) => sum + rowNumbers(each), 0);
    for (const [oldest, each] of answers) {
      if (held <= MOST_ROW_NUMBERS && answers.size <= MOST_ANSWERS) {
        break;
      }
      answers.delete(oldest);
      held -= rowNumbers(each);
    }
  }

  return async function* remembered(question) {
    const key = keyOf(question);
    const known = answers.get(key);
    if (known !== undefined) {
      keep(key, known);
      yield known;
      return;
    }
    const answer = isSettled() ? createAnswer() : undefined;
    for await (const part of find(question)) {
      answer?.add(part);
      yield part;
    }
    const whole = answer?.whole();
    if (whole !== undefined) {
      keep(key, whole);
    }
  };
}

function keyOf({ signal: _signal, ...question }: Question): string {
  return JSON.stringify(Object.entries(question).sort(([left], [right]) => (left < right ? -1 : 1)));
}

/** Matches add up; of what is told anew each time the latest counts. */
function createAnswer(): {
  readonly add: (part: FindProgress) => void;
  /** undefined: there was too much to keep. */
  readonly whole: () => FindProgress | undefined;
} {
  const rows: number[] = [];
  let latest: FindProgress | undefined;
  return {
    add(part) {
      latest = { ...latest, ...part };
      for (const row of rows.length <= MOST_ROW_NUMBERS ? part.rows : []) {
        rows.push(row);
      }
    },
    whole() {
      const answer = latest === undefined ? undefined : { ...latest, rows };
      return answer === undefined || rowNumbers(answer) > MOST_ROW_NUMBERS ? undefined : answer;
    },
  };
}

function rowNumbers({ rows, ordered = [], among }: FindProgress): number {
  return rows.length + ordered.length + (among?.sample?.length ?? 0);
}
