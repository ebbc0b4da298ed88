import type { FieldRule } from '../judge/field-rule.js';
import { isWordForNothing } from '../judge/no-value-words.js';
import { hasSentenceWord } from '../judge/sentence-words.js';
import { type Enclosure, found, type Verdict, type Window } from '../lex/detector.js';
import { whenNeeded } from '../lex/when-needed.js';
import { EQUALS, isKind, KIND, LAST_ASCII, SPACE } from '../pattern/characters.js';
import { searched } from '../pattern/coming-text.js';
import { letterPattern } from '../pattern/letter-pattern.js';
import type { NamedValue } from './named-value.js';
import { withRestOfSetting } from './setting-line.js';

const MAX_PHRASE = 128;
const MAX_WORD = 20;
/** All of a line of settings: a small word, or one with a digit, and further words and numbers. */
const OF_LINE =
  /^(?:[a-z]|(?=\w{0,19}\d)[A-Z]|(?=\d{1,8}[A-Za-z])\d)[\w'.-]{0,19}(?: [A-Za-z0-9][\w'.!?-]{0,19}){1,7}$/;
/** All of a line that sets a variable. */
const OF_VARIABLE = /^(?:[a-z]|(?=\w{0,19}\d)[A-Z]|(?=\d{1,8}[A-Za-z])\d)\w{0,19}(?: [a-z0-9][a-z]{0,19}\d{0,4}){2,7}$/;
const REMARK = /\s{1,8}(?:[#;].*)?$/;
/** Behind a sign with blanks around it stands code too. */
const OPERATOR = / (?:or|and|if|else|not|in|is|for|then|as|unless) /;
/** Words behind the first one, up to a remark or the end of the line. */
const OTHER_WORDS = letterPattern(
  String.raw`^(?: [\p{L}\d][\p{L}\p{M}\d'’-]{0,19}[.!?&]?){1,7}(?=\s{0,8}$|\s{1,8}[#;])`,
);
const LEAST_SPACED = 3;
/** No word for nothing where others follow. */
const SMALL_WORD = /^(?:the|and|with)$/;
/** Elsewhere at least four words, as people choose them, and what ends them. */
const PHRASE = /^(?:[a-z]{3,10}(?: [a-z]{3,10}){3,6}|[A-Z][a-z]{2,9}(?: [A-Z][a-z]{2,9}){3,6})(?=[\r\n"'`<\\,;)\]}]|$)/;
/** Programs, behind a variable that is set for one command. */
const COMMANDS =
  'sudo env exec npm npx yarn pnpm bun deno node python pip ruby bundle rails rake php composer java mvn gradle go cargo ' +
  'make cmake docker podman kubectl helm terraform ansible aws gcloud az gh git psql mysql mongo redis curl wget ssh scp ' +
  'rsync sh bash zsh cat echo printf sleep timeout nohup time vault pytest jest vitest tox mysqldump mysqladmin ' +
  'pg_dump pg_dumpall pg_restore pgcli createdb dropdb sqlcmd mongosh mongodump mongorestore restic rclone sshpass openssl ' +
  'rspec phpunit nodemon gunicorn uvicorn';
/** Those of them that do nothing without an argument, and are words. */
const WITH_ARGUMENT = /^ (?:cat|time|timeout|sleep|go|git|echo|printf|java|bun|helm|exec|bundle|composer)\s*$/;

/**
 * `password=correct horse battery staple`: words with spaces between them are hidden together, as the first of them alone
 * would be less than half. On a line of its own right behind `=` any small words are a value; elsewhere they must be four
 * that no sentence is made of.
 */
export function matchPhrase(window: Window, rule: FieldRule, enclosure: Enclosure): Verdict | undefined {
  const { text } = window;
  const { start } = enclosure;
  if (!couldBePhrase(window, rule, enclosure)) {
    return undefined;
  }
  const limit = start + MAX_PHRASE;
  const stop = searched(window, window.next(KIND.lineStop, start, limit), limit);
  const line = text.slice(start, stop);
  if (enclosure.isData === true && isBeforeCommand(line)) {
    return undefined;
  }
  const isLine = stop < limit && (stop === text.length || isKind(text, stop, KIND.lineEnd));
  const value = line.replace(REMARK, '');
  const isValue = isLine && isOfLine(value, enclosure, text.charCodeAt(start - 1) === EQUALS);
  const length = isValue ? value.length : phraseLength(text.slice(start, stop + 1));
  return length > 0 ? found(start, start + length, rule.type) : undefined;
}

/** A cheap question: whether a word of letters and a space begin a value without quotes. */
function couldBePhrase(window: Window, { type, value }: FieldRule, enclosure: Enclosure): boolean {
  const { text } = window;
  const { start, close, statement, block, stop, nameStart = 0 } = enclosure;
  const isOption = text.startsWith('--', nameStart);
  const isBare =
    close === '' && statement === undefined && block === undefined && stop !== 0 && stop !== KIND.lineEnd && !isOption;
  if (!isBare || type !== 'password' || value !== 'any' || !isKind(text, start, KIND.alphanumeric)) {
    return false;
  }
  const limit = start + MAX_WORD + 1;
  return text.charCodeAt(searched(window, window.run(KIND.name, start, limit), limit)) === SPACE;
}

function isOfLine(value: string, { isData, isLine, isSpaced }: Enclosure, isTouching: boolean): boolean {
  const first = value.slice(0, Math.max(0, value.indexOf(' ')));
  if (isWordForNothing(first) && !SMALL_WORD.test(first)) {
    return false;
  }
  if (isData === true) {
    return OF_VARIABLE.test(value);
  }
  const isSpacedValue = isSpaced === true && value.split(' ').length >= LEAST_SPACED && !OPERATOR.test(value);
  return isLine === true && (isTouching || isSpacedValue) && OF_LINE.test(value);
}

function phraseLength(behind: string): number {
  const phrase = PHRASE.exec(behind)?.[0] ?? '';
  return phrase === '' || hasSentenceWord(phrase.split(' ')) ? 0 : phrase.length;
}

const commands = whenNeeded(() => new Set(COMMANDS.split(' ')));

function isBeforeCommand(line: string): boolean {
  return commands().has(line.split(' ', 2)[1] ?? '');
}

/**
 * `DB_PASSWORD=my dog`, `password = Blue Horse`: a value was found that is the first word of its line, and all the others
 * are plain words: they belong to it, or it would be hidden by half. Not before a command, nor before a condition.
 */
export function withWordsOfLine(
  window: Window,
  verdict: Verdict | undefined,
  { rule, enclosure }: NamedValue,
): Verdict | undefined {
  return enclosure.isSpoken === true
    ? withRestOfSetting(window, verdict, rule, enclosure)
    : withWordsOfVariable(window, verdict, rule, enclosure);
}

function withWordsOfVariable(
  window: Window,
  verdict: Verdict | undefined,
  rule: FieldRule,
  enclosure: Enclosure,
): Verdict | undefined {
  const { text } = window;
  const { start, isSpaced } = enclosure;
  if (verdict?.kind !== 'found' || verdict.start !== start || rule.value !== 'any' || !isOfVariable(text, enclosure)) {
    return verdict;
  }
  const { end } = verdict;
  if (text.charCodeAt(end) !== SPACE || !isWordAt(text, searched(window, end + 1, end + 2))) {
    return verdict;
  }
  const limit = end + MAX_PHRASE;
  const stop = searched(window, window.next(KIND.lineEnd, end, limit), limit);
  const line = text.slice(end, stop);
  const length = stop < limit ? (OTHER_WORDS.exec(line)?.[0].length ?? 0) : 0;
  const isOther = length > 0 && (isBeforeWholeCommand(line) || (isSpaced === true && OPERATOR.test(line)));
  return length === 0 || isOther ? verdict : { ...verdict, end: end + length };
}

function isBeforeWholeCommand(line: string): boolean {
  return isBeforeCommand(line) && !WITH_ARGUMENT.test(line);
}

/** Of a line that sets a variable, and is no option of a command. */
function isOfVariable(text: string, { start, isData, isLine, nameStart = 0 }: Enclosure): boolean {
  return (
    isData === true || (isLine === true && separatorOf(text, start) === EQUALS && !text.startsWith('--', nameStart))
  );
}

function isWordAt(text: string, index: number): boolean {
  return isKind(text, index, KIND.alphanumeric) || text.charCodeAt(index) > LAST_ASCII;
}

/** The sign before a value, and before the blank in front of it. */
function separatorOf(text: string, start: number): number {
  const code = text.charCodeAt(start - 1);
  return code === SPACE ? text.charCodeAt(start - 2) : code;
}
