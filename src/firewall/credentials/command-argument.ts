import { BARE_DATA } from '../judge/field-rule.js';
import { isValue } from '../judge/secret-value.js';
import { type Detector, found } from '../lex/detector.js';
import { holdsPlaceholder } from '../lex/placeholder.js';
import { KIND } from '../pattern/characters.js';
import { searched } from '../pattern/coming-text.js';

/** So much of the line tells whether an argument of the command is a password. */
const MAX_LINE = 160;
/** Programs that read a password, or `name:password`, from another one. */
const READER =
  /^\| ?(?:sudo )?(?:(?:docker|podman|nerdctl|buildah|skopeo|oras|crane auth|helm registry|regctl registry|az acr|cosign) login [^\n|]*--password-stdin|gh auth login [^\n|]*--with-token|passwd --stdin|kinit\b|cryptsetup\b|su(?:do)? -S\b)/;
const LOGIN_READER = /^\| ?(?:sudo )?chpasswd\b/;
const PRINTED = /^((?:-[neE]{1,3} )?(?:["']?%s(?:\\n)?["']? )?)(["']?)((?:[^"'|]|'\\''){1,96}?)\2 ?$/;
const PRINTED_LOGIN =
  /^((?:-[neE]{1,3} )?(?:["']?%s(?:\\n)?["']? )?["']?(?:[\w.@+-]{1,32}|\[REDACTED:[\w:]{1,36}\]):)()([^|\s]{1,96}?)["']? ?$/;
const HTPASSWD =
  /^((?=-[a-zA-Z]{0,8}b)-(?:[a-zA-Z]{0,8}n[a-zA-Z]{0,8}|[a-mo-zA-Z]{1,8} \S{1,80}) \S{1,48} )(["']?)((?:[^\s"']|'\\''){1,64})\2/;
const SHARE = /^((?:\S{1,3} )?\\\\\S{1,80} )(["']?)((?![/*])[^\s"]{1,64})\2 \/u(?:ser)?:/i;
const SHARE_OF = /^((?:\S{1,3} )?\\\\\S{1,80} \/u(?:ser)?:\S{1,64} )(["']?)((?![/*])[^\s"]{1,64})\2/i;
const ACCOUNT = /^(\S{1,48} )(["']?)((?![/*])[^\s"]{1,64})\2(?= (?:\/\w{1,16} ?){0,4}\/add\b)/i;

type Parts = RegExpExecArray | null;

/** By the command: what stands before the password, its quote, and the password. */
const ARGUMENTS: Readonly<Record<string, (line: string) => Parts>> = {
  echo: printed,
  printf: printed,
  htpasswd: (line) => HTPASSWD.exec(line),
  'net use': (line) => SHARE.exec(line) ?? SHARE_OF.exec(line),
  'net user': (line) => ACCOUNT.exec(line),
};

/** Passwords that a command is given as an argument, or from another one: `echo hunter2 | docker login --password-stdin`. */
export const commandArgument: Detector = {
  name: 'command-argument',
  group: 'secret',
  validates: 'the whole command; a value that is no reference',
  source: 'manual pages of the commands',
  literals: Object.keys(ARGUMENTS).map((command) => `${command} `),
  match: (window, start, end) => {
    const { text } = window;
    const limit = end + MAX_LINE;
    const stop = window.next(KIND.lineEnd, end, limit);
    searched(window, stop, limit);
    const partsOf = ARGUMENTS[text.slice(start, end - 1).toLowerCase()];
    const [, before = '', quote = '', value = ''] = partsOf?.(text.slice(end, stop)) ?? [];
    const from = end + before.length + quote.length;
    return value === '' || holdsPlaceholder(value) || !isValue(value, BARE_DATA)
      ? undefined
      : found(from, from + value.length, 'password');
  },
};

/** What stands behind the pipe is asked about first: it is one question, and rarely true. */
function printed(line: string): Parts {
  const pipe = line.indexOf('|');
  if (pipe < 0) {
    return null;
  }
  const reader = line.slice(pipe);
  const isRead = READER.test(reader);
  return isRead || LOGIN_READER.test(reader) ? (isRead ? PRINTED : PRINTED_LOGIN).exec(line.slice(0, pipe)) : null;
}
