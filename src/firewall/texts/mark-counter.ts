import { createFirstWords } from './first-words.js';
import { createTally } from './kinds/tally.js';

/** Counts what many lines say in the same place: the rule of a linter, the status of an answer. */
export interface MarkCounter {
  /** Whether the line says that a server failed: in an access log no word does, only the status. */
  readonly add: (text: string) => boolean;
  /** Sentences, of what came often enough to be more than chance. */
  readonly facts: () => readonly string[];
}

const MOST_NAMED = 12;
const FEWEST = 3;
const STATUS_CHARS = 1000;
const END_CHARS = 100;
/** `src/a.c:12:3: `, `a.ts(12,3): `, and of eslint ` 12:3 `. */
const PLACE = /^(?:[^\s:(]{1,200}[:(]\d{1,7}[:,)]|\s{1,8}\d{1,7}:\d{1,7}\s)/;
/** `[no-untyped-def]`, `[-Wunused]`, `(missing-docstring)`, and of eslint two blanks and the name. */
const RULE_AT_END =
  /(?:\[(-W[\w=+-]{2,60}|[a-z][a-z0-9-]{2,60})\]|\(([a-z][a-z0-9]{0,20}-[a-z0-9-]{1,50})\)| {2}((?:@[\w-]{1,30}\/)?[a-z][a-z0-9/-]{1,60}))$/;
const CODE = /\berror (TS\d{3,5})\b/;
/** An access log in any of its usual forms: `"GET / HTTP/1.1" 404 153`. */
const STATUS = /" ([1-5]\d\d) (?:\d{1,15}|-)(?: |$)/;

export function createMarkCounter(): MarkCounter {
  const rules = createTally();
  const statuses = createTally();
  const words = createFirstWords();
  let ruled = 0;
  let answered = 0;

  return {
    add(text) {
      const status = text.includes('" ') ? STATUS.exec(text.slice(0, STATUS_CHARS))?.[1] : undefined;
      if (status !== undefined) {
        statuses.add(status);
        answered += 1;
        return status.startsWith('5');
      }
      words.add(text);
      const rule = PLACE.test(text) ? ruleOf(text) : undefined;
      if (rule !== undefined) {
        rules.add(rule);
        ruled += 1;
      }
      return false;
    },
    facts: () => [
      ...(answered >= FEWEST ? [`lines by status: ${statuses.sentence(MOST_NAMED)}`] : []),
      ...(ruled >= FEWEST ? [`lines by rule: ${rules.sentence(MOST_NAMED)}`] : words.facts()),
    ],
  };
}

function ruleOf(text: string): string | undefined {
  const code = CODE.exec(text.slice(0, END_CHARS * 2))?.[1];
  const found = code === undefined ? RULE_AT_END.exec(text.slice(-END_CHARS)) : undefined;
  return code ?? found?.[1] ?? found?.[2] ?? found?.[3];
}
