import type { Value } from '../../contract/row.js';
import { remembered, whenNeeded } from '../lex/when-needed.js';
import { isList } from '../rows/field-paths.js';
import { classify } from '../texts/classify.js';
import { featureTables } from '../texts/line-features.js';
import type { Judgement } from '../texts/text-line.js';
import { createWordAutomaton } from '../texts/word-automaton.js';

type Members = readonly (readonly [name: string, value: Value])[];

/** What a record says about how things went, by its members that say so. */
export type Mood = 'bad' | 'good' | undefined;

const ERROR: Judgement = { lineClass: 'error', weight: 800 };
const WEAK: Judgement = { lineClass: 'weak', weight: 300 };
const WARNING: Judgement = { lineClass: 'warning', weight: 100 };
const PLAIN: Judgement = { lineClass: 'plain', weight: 0 };
/** The first 240 characters of a text tell what it says. */
const PATTERN_CHARS = 240;
/** Bits of the words, without those of formats. */
const WORD_BITS = 15;

/** Members that say how something went, and how bad it is. */
const STATUS_NAME =
  /^(?:status|state|result|outcome|conclusion|level|severity|lvl|loglevel|verdict|action|phase|health)$/i;
const BAD_STATUS =
  /^(?:errors?|fail(?:ed|ure|ing)?|fatal|critical|crit|severe|emerg(?:ency)?|alert|panic|broken|crashed|timed[_ -]?out|timeout|aborted|killed|unhealthy|crashloopbackoff|denied|rejected|down)$/i;
const WARNING_STATUS = /^(?:warn(?:ing)?s?|degraded|skip(?:ped)?|pending|todo|cancell?ed|unstable|stale|flaky)$/i;
const GOOD_STATUS =
  /^(?:pass(?:ed)?|ok|success(?:ful)?|succeeded|completed?|info|debug|trace|notice|running|healthy|up|active|done|delivered|open|closed|ready)$/i;
const CODE_NAME = /^(?:status|code|status_?code|http_?status|response_?code)$/i;
/** `error`, `failureMessage`, `lastError`, `problems`, `exception`. */
const TROUBLE_NAME =
  /(?:error|exception|failure|problem|fatal|crash)(?:s|_?messages?|_?details?|_?reason)?$|^(?:errorcount|failed|invalid|missing|unmet|conflicts?)$/i;
const CLEAR = /^(?:|none|no|null|false|0|ok|n\/a|-)$/i;

/** Whether a member that is called so may say by its value alone that something went wrong. */
export function mayTell(name: string): boolean {
  return STATUS_NAME.test(name) || CODE_NAME.test(name) || TROUBLE_NAME.test(name);
}

export interface TroubleReader {
  /** How bad the members are, and the words that say so: records with the same words are of one kind. */
  readonly ofMembers: (members: Members, mood: Mood) => { readonly judgement: Judgement; readonly words: string };
  /** A line of a long text. */
  readonly ofText: (text: string) => Judgement;
}

export function moodOf(members: Members): Mood {
  let mood: Mood;
  for (const [name, value] of members) {
    const next = moodOfMember(name, value);
    if (next === 'bad') {
      return next;
    }
    mood ??= next;
  }
  return mood;
}

/** Tells of rows, one after the other, whether one says that something went wrong; which members say so is found out once a name. */
export function createBadRowTest(): (row: Readonly<Record<string, Value>>) => boolean {
  const isTelling = remembered((name) => STATUS_NAME.test(name) || CODE_NAME.test(name));
  return (row) => {
    for (const name of Object.keys(row)) {
      if (isTelling(name) && moodOfMember(name, row[name] ?? null) === 'bad') {
        return true;
      }
    }
    return false;
  };
}

function moodOfMember(name: string, value: Value): Mood {
  if (typeof value === 'string' && STATUS_NAME.test(name)) {
    return BAD_STATUS.test(value) ? 'bad' : GOOD_STATUS.test(value) ? 'good' : undefined;
  }
  const code = CODE_NAME.test(name) ? Number(value) : 0;
  return code >= 500 && code < 600 ? 'bad' : code >= 200 && code < 400 ? 'good' : undefined;
}

const tables = whenNeeded(() => featureTables([]));

export function createTroubleReader(): TroubleReader {
  const scan = createWordAutomaton(tables());

  function ofText(text: string): Judgement {
    const head = text.slice(0, PATTERN_CHARS);
    scan.scan(head, 0, head.length);
    return classify(head, scan.low() & WORD_BITS);
  }

  return {
    ofText,
    ofMembers(members, mood) {
      let judgement = PLAIN;
      let words = '';
      for (const [name, value] of members) {
        const next = ofMember(name, value, mood === 'good' ? undefined : ofText);
        if (next.weight > judgement.weight) {
          judgement = next;
          words = `${name} ${typeof value === 'string' ? value : ''}`;
        }
      }
      return { judgement, words };
    },
  };
}

function ofMember(name: string, value: Value, ofText: ((text: string) => Judgement) | undefined): Judgement {
  const mood = moodOfMember(name, value);
  if (mood !== undefined) {
    return mood === 'bad' ? ERROR : PLAIN;
  }
  if (TROUBLE_NAME.test(name)) {
    return isClear(value) ? PLAIN : typeof value === 'number' ? WEAK : ERROR;
  }
  return typeof value === 'string' ? ofWords(name, value, ofText) : isRefusal(name, value) ? WEAK : PLAIN;
}

function ofWords(name: string, value: string, ofText: ((text: string) => Judgement) | undefined): Judgement {
  if (STATUS_NAME.test(name) && WARNING_STATUS.test(value)) {
    return WARNING;
  }
  return value.includes(' ') ? (ofText?.(value) ?? PLAIN) : PLAIN;
}

function isRefusal(name: string, value: Value): boolean {
  return CODE_NAME.test(name) && Number(value) >= 400 && Number(value) < 500;
}

/** `error: null`, `errors: []`, `failed: 0` are no trouble. */
function isClear(value: Value): boolean {
  if (value === null || typeof value === 'boolean') {
    return value !== true;
  }
  if (typeof value === 'object') {
    return isList(value) ? value.length === 0 : Object.keys(value).length === 0;
  }
  return CLEAR.test(String(value));
}
