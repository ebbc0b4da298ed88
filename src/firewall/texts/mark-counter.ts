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
const START_CHARS = 400;
const END_CHARS = 100;
/** `: C0301: `, `: E501 `, `: error TS2345: `, ` - error TS2345: `, ` DL3006 `, ` MD013/line-length `. */
const CODE = /^\S{1,210} (?:- )?(?:(?:fatal )?(?:error|warning|info|note|style) )?([A-Z]{1,6}\d{2,5})(?=[:/ ])/;
/** Of golangci-lint `… (errcheck)`, of javac `: warning: [unchecked] `, and of rubocop `: C: [Correctable] Style/StringLiterals: `. */
const NAME =
  /\.go:\d{1,7}:\d{1,7}: .{1,300} \(([a-z][a-z0-9]{2,30})\)$|: (?:warning: \[([a-z][a-z-]{2,40})\] |[A-Z]: (?:\[Correctable\] )?([A-Z]\w{1,30}\/[A-Z]\w{1,50}): )/;
/** `[no-untyped-def]`, `[-Wunused]`, `[SC2086]`, `(missing-docstring)`, and of eslint two blanks and the name. */
const RULE_AT_END =
  /(?:\[(-W[\w=+-]{2,60}|[a-z][a-z0-9-]{2,60}|[A-Z]{1,6}\d{2,5})\]| \(([a-z][a-z0-9]{0,20}-[a-z0-9-]{1,50})\)| {2}((?:@[\w-]{1,30}\/)?[a-z][a-z0-9/-]{1,60}))$/;
/** Where a tool names a place, and behind it a rule. */
const PLACES: readonly { readonly place: RegExp; readonly rules: readonly RegExp[] }[] = [
  // `src/a.c:12:3: `, `a.ts(12,3): `
  { place: /^[^\s:(]{1,200}[:(]\d{1,7}[:,)]/, rules: [RULE_AT_END, CODE, NAME] },
  // `Dockerfile:3 DL3006`
  { place: /^[^\s:(]{1,200}:\d{1,7} [A-Z]{1,6}\d/, rules: [CODE] },
  // Of eslint ` 12:3 `
  { place: /^\s{1,8}\d{1,7}:\d{1,7}\s/, rules: [RULE_AT_END] },
  // Of shellcheck `   ^---^ SC2086 (info): `
  { place: /^ {0,200}\^-{0,200}\^? /, rules: [/[\^-] (SC\d{4}) /] },
];
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
      const rule = ruleOf(text);
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
  const told = text.length <= START_CHARS + END_CHARS ? text : text.slice(0, START_CHARS) + text.slice(-END_CHARS);
  const { rules = [] } = PLACES.find(({ place }) => place.test(told)) ?? {};
  for (const rule of rules) {
    const match = rule.exec(told);
    if (match !== null) {
      return match.slice(1).find((name) => name !== undefined);
    }
  }
  return undefined;
}
