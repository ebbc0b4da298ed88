import type { Judge, Notation } from './notation.js';
import { isGiven, isStrong, isTold } from './told-secret.js';

const NAMES = ['password', 'passwd', 'passphrase', 'pwd', '_pass', 'secret', 'token', '_key', '-key', 'apikey'];
const QUOTE = '["\'`]';
/** What holds one string, in the languages where it is no plain string. */
const HOLDER =
  '(?:new )?(?:Q?String(?:Literal|::(?:new|from))?|QLatin1String|Secret(?:Str|String(?:::(?:new|from))?)|Some|Just|Buffer\\.from|' +
  'std::string|Encoding\\.\\w{4,8}\\.GetBytes|\\[\\]byte|TEXT|_T)[({][rb]?';
/** Between a value that is given elsewhere and the one that is taken if it is not. */
const ELSE =
  '(?: {0,2}(?:\\|\\||\\?\\?|\\?:|//|or|\\{) {0,2}|\\.(?:unwrap_or|unwrap_or_else|orElse|getOrElse)\\((?:\\|\\w{0,8}\\| ?)?)';
/** A value that is looked up by another name: ` = os.environ.get("X"`. */
const LOOKED_UP = ' ?[:=]{1,2}>? ?\\$?\\w[\\w.:]{0,48}[([]["\'][\\w.-]{1,40}["\']';
const TYPE = '(?:As )?(?:str(?:ing)?|text|n?(?:var)?char2?)(?:\\([\\dmax]{1,5}\\))?';

/** Secrets in code that names them, where more than a sign stands between the name and the value. */
export const CODE: readonly Notation[] = [
  // Dim password As String = "…", DECLARE @password varchar(50) = '…', const password string = `…`
  behindName(isGiven, new RegExp(` {1,4}${TYPE} ?= ?N?${QUOTE}`, 'i')),
  // $h->{password} = '…', h[:password] = '…'
  behindName(isGiven, new RegExp(`[}\\]] {0,4}(?:\\|\\||//|\\?\\?)?= {0,4}${QUOTE}`), /[[{][:"']?\w{0,40}$/),
  // getenv("DB_PASSWORD") or "…", ENV.fetch("DB_PASSWORD") { "…" }
  behindName(isGiven, new RegExp(`[)\\]]${ELSE}${QUOTE}`)),
  // password = getenv("X") or "…", token = env["X"] ?? "…"
  behindName(isTold, new RegExp(`${LOOKED_UP}[)\\]]${ELSE}${QUOTE}`)),
  // password = environ.get("X", "…"), config.get("x", default="…")
  behindName(isTold, new RegExp(`${LOOKED_UP}, ?(?:default=)?${QUOTE}`)),
  // password = String("…"), password: Option<String> = Some("…")
  behindName(isGiven, new RegExp(` ?(?::=|[:=]) ?${HOLDER}${QUOTE}`)),
  behindName(isGiven, new RegExp(`: [\\w<>&']{2,24} ?= ?${HOLDER}${QUOTE}`)),
  // std::string apiKey{"…"}
  behindName(isGiven, /\{["']/, /[\w>&] \w{0,40}$/),
  // {:password, "…"}, {password, <<"…">>}
  behindName(isTold, /, {0,2}(?:<<)?["']/, /\{:?\w{0,40}$/),
  // password = isLocal ? "…" : …
  behindName(isTold, new RegExp(` {0,4}[:=] {0,4}(?:if [\\w.!]{1,40} then|[\\w.!()]{1,40} \\?) ${QUOTE}`)),
  // add_argument("--password", default="…"), StringVarP(&password, "password", "p", "…", …)
  ...[
    /,? {0,2}["'](?!-)/,
    /, "\w", {0,2}["'](?!-)/,
    /,[^"'\n]{0,60}\bdefault {0,2}= {0,2}["'](?!-)/,
    / ?<[\w-]{1,40}>["'], ?["'][^"'\n]{0,80}["'],? {0,2}["'](?!-)/,
  ].map((behind) => behindName(isTold, behind, /(?:["'\s]--?|&\w{1,40}, ")[\w-]{0,40}$/)),
  // fill_in "Password", with: "…", page.fill('input[name="password"]', '…'), get('#password').type('…')
  behindName(
    isStrong,
    new RegExp(
      `(?:["']\\]${QUOTE})?\\)?(?:, (?:with: )?|\\.(?:type|fill|send_?keys|setValue)\\()${QUOTE}(?!["'\\\\])`,
      'i',
    ),
  ),
  // &lt;password&gt;…&lt;/password&gt;
  behindName(isGiven, /(?: [^&\n]{0,60})?&gt;(?=[^&\s]{1,200}&lt;\/)/, /&lt;[\w:.-]{0,60}$/),
  // 01 WS-PASSWORD PIC X(12) VALUE '…'
  behindName(isGiven, /\s{1,40}PIC\s{1,4}X(?:\(\d{1,4}\))?\s{1,20}VALUE\s{1,4}["']/i),
];

function behindName(judge: Judge, behind: RegExp, before?: RegExp): Notation {
  return { literals: NAMES, behind, of: 'literal', judge, ...(before !== undefined && { before }) };
}
