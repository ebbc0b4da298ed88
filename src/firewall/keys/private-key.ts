import type { Detector, Swallow } from '../lex/detector.js';
import { isKind, KIND } from '../pattern/characters.js';
import { partOf, pattern } from '../pattern/coming-text.js';

/** As text, URLs and forms write it. */
const SPACE = '(?: |%20|\\+)';
const KEY = ['PRIVATE', 'KEY'].join(SPACE);
const STATIC_KEY = ['OpenVPN', 'Static', 'key', 'V1'].join(SPACE);
/** Four dashes or five, with a space beside them or without. */
const BEGINNING = `BEGIN${SPACE}(?:(?:[A-Z0-9]{1,12}${SPACE}){0,3}${KEY}(?:${SPACE}BLOCK)?|${STATIC_KEY})`;
const HEADER = pattern({
  source: ['-----', '----', '----- ', '---- ']
    .map((dashes) => `${dashes}${BEGINNING}${[...dashes].reverse().join('')}`)
    .join('|'),
  flags: 'i',
});
const DASHES = /^(-{4,5})( ?)/;
/** How much behind the header is looked at, to tell a key from source code that mentions the header. */
const SAMPLE = 256;

/** What begins the end line, and what ends it. */
interface Ending {
  readonly mark: string;
  readonly close: string;
}

/** Ends what can be key material: another armour, or a finding of before. */
const BORDER = /-{4,5} ?(?:BEGIN|END)|\[REDACTED:/i;
const MAX_END = 80;

/** Between header and key: white space, line breaks as escapes, quotes and joins of strings, comment signs. */
const GAP = /^(?:\s|\\+[nrt]|%0[ad]|[\\"'`+,|>#])*/i;
const LINE_OF_KEY = /^(?:[A-Za-z0-9+/]|%2[BbFf]){24}|^(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset|MessageID):/;
const SHORT_KEY = /^[A-Za-z0-9+/=]{4}(?:[A-Za-z0-9+/=\s"'`+,|>#]|\\+[nrt]|%(?:0[AaDd]|2[BbFf]|3[Dd]))*$/;
const LATER_LINE = /[A-Za-z0-9+/]{40}/;

/** Private keys in PEM, OpenSSH, SSH2 and PGP armour, also in URLs, with line breaks as `\n`, or with a prefix. */
export const privateKey: Detector = {
  name: 'private-key',
  group: 'secret',
  validates: 'key material behind the header',
  source: 'RFC 7468, RFC 9580',
  literals: ['-----begin', '----begin', '---- begin'],
  match: (window, start) => {
    const header = HEADER.at(window, start)?.[0];
    if (header === undefined) {
      return undefined;
    }
    const [, dashes = '', space = ''] = DASHES.exec(header) ?? [];
    const end = header.includes('BEGIN') ? 'END' : 'end';
    const ending = { mark: `${dashes}${space}${end}`, close: `${space}${dashes}` };
    const bodyStart = start + header.length;
    const sample = partOf(window, bodyStart, SAMPLE, BORDER);
    const border = sample.search(BORDER);
    const body = border < 0 ? sample : sample.slice(0, border);
    const isWhole = border < 0 ? sample.length < SAMPLE : sample.startsWith(ending.mark, border);
    return isKeyMaterial(body, isWhole)
      ? { kind: 'open', start, type: 'private_key', sampleEnd: bodyStart + body.length, swallow: untilEndLine(ending) }
      : undefined;
  },
};

function isKeyMaterial(body: string, isWhole: boolean): boolean {
  const material = body.replace(GAP, '');
  return LINE_OF_KEY.test(material) || LATER_LINE.test(body) || (isWhole && SHORT_KEY.test(material));
}

/** Without a line of key material for so long, the block was cut off. */
const MAX_FOREIGN = 512;
const MIN_LINE = 16;

/** Takes text up to the end line, or until it has long been no key material. */
function untilEndLine(ending: Ending): Swallow {
  let run = 0;
  let foreign = 0;
  return ({ text }, from) => {
    const endAt = text.indexOf(ending.mark, from);
    const stop = endAt < 0 ? Math.max(from, text.length - ending.mark.length + 1) : endAt;
    for (let index = from; index < stop; index += 1) {
      run = isKind(text, index, KIND.base64) ? run + 1 : 0;
      foreign = run >= MIN_LINE ? 0 : foreign + 1;
      if (foreign > MAX_FOREIGN) {
        return { upTo: index + 1, isDone: true };
      }
    }
    return endAt < 0 ? { upTo: stop, isDone: false } : takeEndLine(text, endAt, ending);
  };
}

function takeEndLine(text: string, endAt: number, { mark, close }: Ending): ReturnType<Swallow> {
  const from = endAt + mark.length;
  const closeAt = text.slice(from, endAt + MAX_END).indexOf(close);
  if (closeAt >= 0) {
    return { upTo: from + closeAt + close.length, isDone: true };
  }
  return text.length < endAt + MAX_END ? { upTo: endAt, isDone: false } : { upTo: from, isDone: true };
}
