import { STRONG, TOTAL, WARNING, WEAK } from './line-features.js';
import { LOG_LEVELS, type LogLevel } from './log-level.js';
import type { Judgement } from './text-line.js';

const PLAIN: Judgement = { lineClass: 'plain', weight: 0 };
const WEIGHT = { badTotal: 900, total: 420, error: 800, weak: 300, warning: 100, heading: 60 } as const;
/** A line that also says where. */
const WITH_PLACE = 150;
const BAD_LEVEL: Judgement = { lineClass: 'error', weight: 800 };
const CALM_PERCENT = 70;
/** Good news in the words of bad news, as a part of the weight in percent. */
const GOOD_NEWS = 25;

/** How tools begin a line that tells of an error. */
const ERROR_START =
  /^[\s>|*\-[]{0,12}(?:\[?(?:ERROR|FATAL|CRITICAL|SEVERE|EMERG|FAIL(?:ED|URE)?|ERR!?)\]?(?:[\s:\]]|$)|(?:[Ee]rror|[Ff]atal|panic)(?:\[\w+\])?[:!(]|E {2,}\S|not ok\b(?!.{0,200}# (?:TODO|SKIP))|--- FAIL|npm (?:ERR!|error)|make(?:\[\d+\])?: \*\*\*|##\[error\]|::error|Caused by:|Traceback \(most|thread '[^']*' panicked|Unhandled|Uncaught|[✗✕✖✘❌●×] )/;
/** What tells of an error wherever it stands. */
const ERROR_INSIDE =
  /\b(?:[A-Z][A-Za-z]*(?:Error|Exception|Failure)(?:\b|:)|[Ee]rror(?:\[\w+\])?: |error (?:TS|CS|MSB|C|LNK|E)\d+|(?:ERROR|FATAL|CRITICAL|SEVERE|FAILED|EMERG)\b|[Pp]anicked at|[Ss]egmentation fault|core dumped|undefined reference|command not found|[Nn]o such file|[Cc](?:annot|ould ?n[o'’]t|an['’]t) (?:find|connect|open|resolve|load|read|write|start|access)\b|[Ff]ailed to [a-z]|went wrong\b|fatal error|exit(?:ed)?(?: with)?(?: code| status)?:? [1-9]\d{0,2}\b|[Kk]illed\b|[Oo]ut of memory|OOM|[Aa]ssertion(?!s)|[Aa]ssert(?:Error)?\b.*fail|[Pp]ermission denied|[Tt]imed out|ETIMEDOUT|ECONN[A-Z]+|ENOENT|EACCES|EADDRINUSE|[Cc]onnection refused|[Uu]nresolved|CrashLoopBackOff|ImagePullBackOff|UNMET|CONFLICT|[Mm]odule not found|exited abnormally|abort(?:ed|ing)\b|WARNING: (?:DATA RACE|ThreadSanitizer: data race)|FAIL \|)/;
/** JSON and key=value forms of a level. */
const ERROR_LEVEL =
  /(?:"?(?:level|severity|lvl|loglevel)"?\s?[=:]\s?"?(?:error|fatal|critical|panic|severe)\b)|\[(?:emerg|alert|crit|error|fatal)\]|(?:"(?:status|code)"\s?:\s?5\d\d\b)|(?:" 5\d\d \d)/i;
const GOOD =
  /(?:\b(?:0|no|zero|without(?: any)?) (?:\w+ )?(?:errors?|failures?|failed|failing|warnings?|problems?|issues?|vulnerabilit(?:y|ies)|conflicts?)\b)|(?:\b(?:errors?|failures?|failed|failing|warnings?)["']?[:=] ?["']?(?:0|false|null|none)\b)|\berror-free\b|\bif (?:it|this|any|an)\b/i;
/** How a tool says that a step went well; in "error: … to rerun pass `--lib`" the word is another. */
const PASSED = /\b(?:PASS(?:ED)?|ok|OK)\b/;
/** A word of trouble as a word: `DOWNLOAD_TIMEOUT_MINS` and `fail-on-cache-miss` are names of settings. */
const WEAK_WORD =
  /(?<![\w-])(?:fail|err(?:ors?)?\b|cannot|can['’]t|could ?n|unable|invalid|denied|missing|unknown|unexpected|expected|reject|time(?:d )?-?out|unreachable|corrupt|broken|lost|retry|skipp|stale|overflow|exceed|forbidden|unauthori|dropped|illegal|terminat|undefined (?!$)|violat|vulnerab|high severity|critical|severe|exception|mismatch|conflict|abort|killed|refused|unresolved|not found|panic|fatal)[a-z']{0,12}(?![\w-]|: (?:false|true|\d+)$)/i;
/** A number of things that a tool counts, or the words before one. */
const TOTALS =
  /(?:\b(?<!\b(?:port|attempt|step|line|try|pid|code|status|node|worker|shard|job|process)[ #:]{1,2})\d[\d,.]* (?:\w+ ){0,2}(?:passed|failed|failing|passing|failures?|errors?|skipped|pending|warnings?|tests?|examples?|assertions?|problems?|ignored|specs?|files? changed|vulnerabilities|packages? (?:in|installed|are)|upgraded|to add|to change)\b)|(?:^\s*(?:Tests?|Test Suites|Test Files|Suites|Snapshots|Tests run|Ran|Summary|TOTAL|Total|test result|BUILD|Finished|Results?|Failed(?! to [a-z])|Passed|PLAY RECAP|Plan)\b[: ])|(?:(?:exit code|exit status|exited with code|completed with exit code)\D{0,3}\d)|\bBUILD (?:FAILED|FAILURE|SUCCESS(?:FUL)?)\b/;
/** What a test runner says of one file or test that passed, `✓ a.test.ts (12 tests)`, is no account of all. */
const PASSED_ONE = /^\s{0,8}[✓✔√] /;
/** An account that counts something bad. */
const BAD_TOTAL =
  /\b[1-9][\d,.]* (?:\w+ ){0,2}(?:failed|failing|failures?|errors?|problems?|vulnerabilities)\b|\b(?:[Ff]ail(?:ed|ures?)?|[Ee]rrors?)\b(?: tests?)?["']?[:=] ?[1-9]|\bFAIL(?:ED|URE)?\b|(?:code|status)\D{0,3}[1-9]/;
/** What says that a command has failed: the reason stands before it. */
const END =
  /\bexit(?:ed)?(?: with)?(?: code| status)?:? [1-9]|\b[Cc]ommand failed\b|\bnon-zero\b|ELIFECYCLE|^g?make(?:\[\d+\])?: \*\*\*|\bBUILD FAIL|\bfailed with (?:error|exit)|subprocess-exited|completed with exit code [1-9]|\bSome tests? failed\b|\b(?:build|compilation|linting|check) failed\b/;
/** How scripts and builders announce what they do next: `+ make test`, `==> Building`, `Step 3/7 :`, `> app@1.0.0 test`. */
const HEADING =
  /^(?:\+ |\$ |={2,9}> ?|> [^\s@]{1,100}@\S{1,60} |-{3,40} ?[A-Z]|={3,40} [A-Za-z]|Step \d{1,4}\/\d{1,4} ?:|#\d{1,4} \[|##\[group\]|::group::|\[\d{1,6}\/\d{1,6}\] [A-Z]|(?:Entering|Running|Executing|Building|Testing|Checking) \S)/;
/** What npm calls a notice is what one asked for. */
const NO_WARNING = /^npm notice\b/;
const LONGEST_BARE = 24;
const BARE = /^[\s[(<]{0,4}(?:npm )?(?:error|err!?|warn(?:ing)?|fatal|severe|critical|info|debug)[\s\])>:|-]{0,8}$/i;
const LOCATION = /(?:[\w.\-/\\]+\.[A-Za-z]{1,5}(?::\d|\(\d))|(?:line \d)/;

/** What the words of the beginning of a line alone say about it. `features` come from the feature scan of the same line. */
export function classify(text: string, features: number): Judgement {
  if (features === 0) {
    return HEADING.test(text) ? { lineClass: 'outline', weight: WEIGHT.heading } : PLAIN;
  }
  const isGood = GOOD.test(text);
  const isOne = PASSED_ONE.test(text);
  const hasPassed = isOne || PASSED.test(text);
  if (!isOne && (features & TOTAL) !== 0 && TOTALS.test(text)) {
    return { lineClass: 'total', weight: BAD_TOTAL.test(text) ? WEIGHT.badTotal : WEIGHT.total };
  }
  if ((features & STRONG) !== 0 && isError(text)) {
    return isGood || (hasPassed && !ERROR_START.test(text))
      ? weak(true)
      : { lineClass: 'error', weight: WEIGHT.error + placeBonus(text) };
  }
  return mild(text, features, isGood || hasPassed);
}

/** A log that says of each line how bad it is knows best. */
export function byLevel(level: LogLevel | undefined, words: Judgement): Judgement {
  if (level === undefined) {
    return words;
  }
  const place = LOG_LEVELS.indexOf(level);
  if (place <= LOG_LEVELS.indexOf('ERROR')) {
    return words.weight > BAD_LEVEL.weight ? words : BAD_LEVEL;
  }
  return level === 'WARN' ? words : { ...words, weight: Math.floor((words.weight * CALM_PERCENT) / 100) };
}

/** A warning, or a word of trouble in a line that tells of no error. */
function mild(text: string, features: number, isGood: boolean): Judgement {
  if ((features & WARNING) !== 0 && !NO_WARNING.test(text)) {
    return { lineClass: 'warning', weight: isGood ? percent(WEIGHT.warning) : WEIGHT.warning };
  }
  return (features & (WEAK | STRONG)) !== 0 && WEAK_WORD.test(text) ? weak(isGood) : PLAIN;
}

/** `0 warnings` says that there are none. */
export function isCalm({ lineClass, weight }: Judgement): boolean {
  return lineClass === 'warning' && weight < WEIGHT.warning;
}

/** A line of nothing but a level, as between two paragraphs of a long error. */
export function saysNothing(text: string): boolean {
  return text.length <= LONGEST_BARE && BARE.test(text);
}

/** The line says that a command has failed. */
export function saysEnd(text: string): boolean {
  return END.test(text);
}

function isError(text: string): boolean {
  return ERROR_START.test(text) || ERROR_INSIDE.test(text) || ERROR_LEVEL.test(text);
}

function placeBonus(text: string): number {
  return LOCATION.test(text) ? WITH_PLACE : 0;
}

function weak(isGood: boolean): Judgement {
  return { lineClass: 'weak', weight: isGood ? percent(WEIGHT.weak) : WEIGHT.weak };
}

function percent(weight: number): number {
  return Math.floor((weight * GOOD_NEWS) / 100);
}
