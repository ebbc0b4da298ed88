import { BARE_DATA } from '../judge/field-rule.js';
import { isValue } from '../judge/secret-value.js';

const HAS_PASSWORD = /^[^:@/?#]{0,64}:/;
/** The parameters of a query, another URL, the end of a string. */
const NO_PASSWORD = /[?&#;,][\w.-]{1,40}=|:\/\/|["'`<>]/;
const MAX_HOST = 128;
const HOST_WITH_PORT = /^@(?:[\w-]{1,63}(?:\.[\w-]{1,63}){0,6}|\[[0-9a-f:.]{2,40}\]):\d{2,5}(?![\w.:@-])/i;
/** With a port, a path, or the end behind it. */
const ANY_HOST =
  /^@(?:[\w-]{1,63}(?:\.[\w-]{1,63}){0,6}|\[[0-9a-f:.]{2,40}\])(?::\d{2,5}(?![\w.:@-])|(?=[/?),;\]}]|$))/i;
/** What can stand between the first `@` and the path: a host, or what a template calls one. */
const FIRST_HOST =
  /^(?:[\w.\u0080-\uffff-]+|\[[0-9a-fA-F:.]+\]|\$\{?\w+\}?|\{{1,2}[ \w.]+\}{1,2}|%s|<\w+>)(?::[^@]*)?$/;
/** One name without a port, such as `ss` in `p@ss/w#rd@db`. */
const ONE_NAME = /^[\w-]+$/;
/** An address, or a name that ends in letters. */
const WHOLE_HOST =
  /^@(?:\d{1,3}(?:\.\d{1,3}){3}|(?:[\w-]{1,63}\.){1,6}[a-z]{2,24})(?:(?=[/?]|$)|:\d{2,5}(?![\w.:@-]))/i;
/** `p@ss/rd@db/x`, but not the version in `pkg@v1/x`. */
const BEFORE_PATH = /^@(?:[a-uw-z]|v[a-z])[\w-]{0,62}\//i;
/** Not in the paths of such a host. */
const NO_PATH = /[#?!$^*|\\{}()[\]]/;
/** Of URLs in which an `@` stands in paths and fragments too. */
export const WITH_FRAGMENTS = /http|^wss?$|git|ssh|ftp|svn|hg|docker|oci|npm|file|pkg/i;

/**
 * The last `@` behind the first path with a host behind it, if what stands before it holds no query: all of
 * `Tr0@ub/4:dor#3@db.internal:5432/` up to it is the password. -1 without one.
 */
export function laterAt(candidates: string, path: number, scheme: string): number {
  const first = candidates.indexOf('@');
  const isStrict = WITH_FRAGMENTS.test(scheme);
  if (first < 0 || (isStrict && first >= path) || !HAS_PASSWORD.test(candidates)) {
    return -1;
  }
  const firstHost = candidates.slice(candidates.lastIndexOf('@', path - 1) + 1, path);
  const isName = ONE_NAME.test(firstHost) && firstHost !== 'localhost';
  const host =
    isStrict && FIRST_HOST.test(firstHost) && !(isName && /[A-Z]/.test(firstHost)) ? HOST_WITH_PORT : ANY_HOST;
  const query = candidates.slice(path).search(NO_PASSWORD);
  const limit = query < 0 ? candidates.length : path + query;
  for (let at = candidates.lastIndexOf('@', limit - 1); at > path; at = candidates.lastIndexOf('@', at - 1)) {
    const behind = candidates.slice(at, at + MAX_HOST);
    if (host.test(behind) || (isName && isBeyond(behind, candidates.slice(path, at)))) {
      return at;
    }
  }
  return -1;
}

/** Whether an `@` behind the path of a host of one name still ends the password. */
function isBeyond(behind: string, path: string): boolean {
  const isHost = WHOLE_HOST.test(behind) || (BEFORE_PATH.test(behind) && !path.endsWith('/'));
  return isHost || (NO_PATH.test(path) && /^@[a-z[]/i.test(behind) && ANY_HOST.test(behind));
}

/** `$(3gw`, `./x+P`: what would be a reference or a path elsewhere, and is neither closed nor a place in a URL. */
const OPEN_REFERENCE = /^(?:[$#%]?[{(][^)}]*$|\.{1,2}\/|~\/)/;
const IN_BRACKETS = /^(?:\{[^{}]+\}|<[^<>]+>)$/;
/** What a template calls a value. */
const TEMPLATE = /^[{<][\s_.a-z-]*\d{0,2}[}>]$/i;

/** Whether what stands between a colon and an `@` is a password, not what a template or a shell puts there. */
export function isUrlPassword(password: string): boolean {
  return isValue(password, BARE_DATA) || OPEN_REFERENCE.test(password) || isNoTemplate(password);
}

/** The same of what only its brackets could make a template. */
export function mayBePassword(password: string): boolean {
  return !IN_BRACKETS.test(password) || isNoTemplate(password);
}

/** `{s9p}`, `<Kd83hf>`, `{Kd&x}`: brackets around what nobody would call a value. */
function isNoTemplate(password: string): boolean {
  return (
    IN_BRACKETS.test(password) && !TEMPLATE.test(password) && (/^.\w+.$/.test(password) || /[&^~!;#]/.test(password))
  );
}
