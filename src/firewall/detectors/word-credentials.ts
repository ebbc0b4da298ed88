import { found, undecided, type Verdict, type Window } from '../redactor/detector.js';
import { holdsPlaceholder } from '../redactor/placeholder.js';
import { WITH_FRAGMENTS } from './later-host.js';
import { isUrlPassword } from './url-password.js';

/** So long can be what stands behind `://`, up to the `@`. */
const MAX_WORD = 160;
const QUOTES = '"\'`';
const ENDS = [/[\s"]/, /[\s']/, /[\s`]/];
const USER = /^[^\s:@/?#"'`<>\\[\](){}]{0,64}:/;
/** A port, which a host stands before. */
const PORT = /^\d{2,5}(?:[/?,#]|$)/;
/** Another URL, the end of a string and what goes on behind it, a tag. */
const OTHERS = /:\/\/|["'`][,;:)\]}]|<(?:\/|[a-z]{1,10}\/?>)/i;
/** These end a URL where the host behind them is not sure. */
const ODD = /["'`<>\\]/;
const HOST = /^@(?:[\w-]+(?:\.[\w-]+)*|\[[0-9a-f:.]{2,40}\])(?::\d{1,5}(?:,[\w.-]+(?::\d{1,5})?)*)?(?=[/?]|$)/i;
/** The end of a name of several parts. */
const DOMAIN = /[.][a-z]{2,24}$/i;

/**
 * Credentials in a URL of a database, a queue or the like, with any characters but blanks in the password: it ends before
 * the first `@` behind which a host stands and nothing else. Where that is doubtful, and in URLs of the Web, in which an
 * `@` stands in paths too, others decide.
 */
export function wordCredentials(window: Window, schemeStart: number, start: number, end: number): Verdict | undefined {
  const { text, floor, isFinal } = window;
  if (WITH_FRAGMENTS.test(text.slice(schemeStart, start))) {
    return undefined;
  }
  const behind = text.slice(end, end + MAX_WORD);
  const colon = (USER.exec(behind)?.[0].length ?? 0) - 1;
  if (colon < 0 || PORT.test(behind.slice(colon + 1))) {
    return undefined;
  }
  const blank = behind.search(endOf(schemeStart > floor ? text.charAt(schemeStart - 1) : ''));
  if (blank < 0 && behind.length < MAX_WORD && !isFinal) {
    return undecided(end);
  }
  const word = blank < 0 ? behind : behind.slice(0, blank);
  const host = firstHost(word);
  if (host === undefined || host.at <= colon + 1 || holdsPlaceholder(word.slice(0, host.at))) {
    return undefined;
  }
  const isPassword = isWhole(word.slice(colon + 1, host.at), host);
  return isPassword ? found(end + colon + 1, end + host.at, 'password') : undefined;
}

/** A blank, or the quote that closes the string. */
function endOf(opener: string): RegExp {
  return ENDS[QUOTES.indexOf(opener || ' ')] ?? /\s/;
}

function isWhole(password: string, { isSure }: Host): boolean {
  const isDoubtful = OTHERS.test(password) || (!isSure && ODD.test(password));
  return !isDoubtful && isUrlPassword(password);
}

interface Host {
  readonly at: number;
  /** It has a port, or a name of several parts that ends in letters. */
  readonly isSure: boolean;
}

/** The first `@` with a host behind it, if that is the last one or is sure to be a host. */
function firstHost(word: string): Host | undefined {
  for (let at = word.indexOf('@'); at >= 0; at = word.indexOf('@', at + 1)) {
    const host = HOST.exec(word.slice(at))?.[0];
    if (host !== undefined) {
      const isSure = host.includes(':') || DOMAIN.test(host);
      return isSure || !word.includes('@', at + 1) ? { at, isSure } : undefined;
    }
  }
  return undefined;
}
