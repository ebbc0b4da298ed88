import type { BlockRedactor, RedactedText, RedactionOptions, Redactor } from '../../src/firewall/find/redactor.js';
import type { Detector } from '../../src/firewall/lex/detector.js';
import { createUtf8Decoder } from '../../src/streams/utf8.js';
import { piecesAt } from './every-split.js';

/** What is proved something of: the redactor of this program, or one made from changed sources. */
export interface ProofSubject {
  readonly createRedactor: (options?: RedactionOptions) => BlockRedactor;
  readonly redactText: (text: string, options?: RedactionOptions) => RedactedText;
  readonly ALL_DETECTORS: readonly Detector[];
  readonly DETECTORS: readonly Detector[];
  readonly MAX_HELD: number;
}

const HALF_PAIR = /[\ud800-\udbff]$/;

/** Throws with what was found when a claim does not hold. */
export function claim(holds: boolean, what: () => string): asserts holds {
  if (!holds) {
    throw new Error(what());
  }
}

const show = (text: string): string => JSON.stringify(text.length > 400 ? `${text.slice(0, 400)}…` : text);

/**
 * Whatever the pieces, the output is that of the whole text, character for character; what is held stays bounded, and
 * each character of the raw text is accounted for once.
 */
export function provePieces(
  subject: ProofSubject,
  pieces: readonly string[],
  whole: string,
  options: RedactionOptions = {},
): void {
  const redactor = redactorFor(subject, options);
  const outputs: RedactedText[] = [];
  const raw = pieces.join('');
  let pushed = 0;
  let accounted = 0;
  for (const piece of pieces) {
    const output = redactor.push(piece);
    outputs.push(output);
    pushed += piece.length;
    accounted += output.raw_chars;
    const where = (): string => `after ${pushed} characters in pieces ${show(pieces.join('|'))}`;
    claim(!(HALF_PAIR.test(output.text) && isInPair(raw, accounted)), () => `half a character left ${where()}`);
    claim(
      redactor.held() === pushed - accounted,
      () => `${redactor.held()} held, ${pushed - accounted} unaccounted ${where()}`,
    );
    claim(redactor.held() <= subject.MAX_HELD, () => `${redactor.held()} characters held ${where()}`);
  }
  outputs.push(redactor.end());
  const text = outputs.map((output) => output.text).join('');
  claim(text === whole, () => `pieces ${show(pieces.join('|'))} gave ${show(text)}, not ${show(whole)}`);
  proveAccount(raw, outputs);
  // Only one that has come to a good end is taken again.
  again.set(options, { subject, redactor });
}

const again = new WeakMap<RedactionOptions, { readonly subject: ProofSubject; readonly redactor: Redactor }>();

/** A redactor that has ended its text is as good as a new one, which is to be proved too, and dearer to make. */
function redactorFor(subject: ProofSubject, options: RedactionOptions): Redactor {
  const known = again.get(options);
  again.delete(options);
  return known?.subject === subject ? known.redactor : subject.createRedactor(options);
}

function isInPair(text: string, index: number): boolean {
  return index > 0 && (text.codePointAt(index - 1) ?? 0) > 0xffff;
}

/** Outside the replacements the output is the raw text, and `raw_chars` says how much raw text a replacement stands for. */
function proveAccount(raw: string, outputs: readonly RedactedText[]): void {
  const total = outputs.reduce((sum, output) => sum + output.raw_chars, 0);
  claim(total === raw.length, () => `${total} of ${raw.length} characters accounted for in ${show(raw)}`);
  let from = 0;
  for (const { text, raw_chars, replacements } of outputs) {
    const end = from + raw_chars;
    const replaced = replacements.reduce((sum, replacement) => sum + replacement.raw_chars, 0);
    const shown = replacements.reduce((sum, replacement) => sum + replacement.length, 0);
    const swallowed = raw_chars - replaced - (text.length - shown);
    claim(swallowed >= 0, () => `more shown than there was of ${show(raw)}`);
    // What a value withheld before goes on with comes first, and is shown nowhere.
    let at = 0;
    let rawAt = from + swallowed;
    for (const { type, at: place, length, raw_chars: stoodFor } of replacements) {
      const clean = text.slice(at, place);
      claim(raw.startsWith(clean, rawAt), () => `${show(clean)} is not what stood at ${rawAt} of ${show(raw)}`);
      const isPlaceholder = text.startsWith(`[REDACTED:${type}`, place) && text.charAt(place + length - 1) === ']';
      claim(isPlaceholder, () => `no placeholder at ${place} of ${show(text)}`);
      rawAt += clean.length + stoodFor;
      at = place + length;
    }
    claim(
      raw.slice(rawAt, end) === text.slice(at),
      () => `${show(text.slice(at))} is not what stood at ${rawAt} of ${show(raw)}`,
    );
    from = end;
  }
}

/** Which places are tried. */
function everywhere(_place: number): boolean {
  return true;
}

/** Every chosen cut into two pieces. */
export function proveCuts(
  subject: ProofSubject,
  input: string,
  options: RedactionOptions = {},
  isChosen = everywhere,
): void {
  const whole = subject.redactText(input, options).text;
  for (let cut = 0; cut <= input.length; cut += 1) {
    if (isChosen(cut)) {
      provePieces(subject, piecesAt(input, [cut]), whole, options);
    }
  }
}

/** Bytes, cut at every place in the middle of a character, and byte by byte. */
export function proveByteCuts(subject: ProofSubject, input: string, options: RedactionOptions = {}): void {
  const bytes = Buffer.from(input);
  const whole = subject.redactText(bytes.toString('utf8'), options).text;
  const run = (pieces: readonly Uint8Array[]): void => {
    const decoder = createUtf8Decoder({ bom: 'keep' });
    const texts = [...pieces.flatMap((piece) => [...decoder.transform(piece)]), ...decoder.final()];
    provePieces(subject, texts, whole, options);
  };
  for (let cut = 0; cut < bytes.length; cut += 1) {
    // A cut between characters is one that a text has too.
    if (((bytes[cut] ?? 0) & 0xc0) === 0x80) {
      run([bytes.subarray(0, cut), bytes.subarray(cut)]);
    }
  }
  run([...bytes].map((byte) => Uint8Array.of(byte)));
}

/** Redacting twice is redacting once. */
export function proveIdempotent(subject: ProofSubject, input: string, options: RedactionOptions = {}): void {
  const once = subject.redactText(input, options).text;
  const twice = subject.redactText(once, options).text;
  claim(twice === once, () => `${show(input)} gave ${show(once)}, and that ${show(twice)}`);
}

/**
 * A text that breaks off anywhere: what has left is the beginning of what the whole text gives, so nothing of a secret in
 * it; after `discard` nothing of it comes any more, and the next text is treated as a new one.
 */
export function proveDiscard(
  subject: ProofSubject,
  input: string,
  options: RedactionOptions = {},
  isChosen = everywhere,
): void {
  const whole = subject.redactText(input, options).text;
  const redactor = subject.createRedactor(options);
  for (let cut = 0; cut <= input.length; cut += 1) {
    if (!isChosen(cut)) {
      continue;
    }
    const left = redactor.push(input.slice(0, cut)).text;
    claim(whole.startsWith(left), () => `${show(left)} left before the break, of ${show(whole)}`);
    redactor.discard();
    claim(
      redactor.held() === 0,
      () => `${redactor.held()} characters held after the break at ${cut} of ${show(input)}`,
    );
    const rest = input.slice(cut);
    const next = redactor.push(rest).text + redactor.end().text;
    const expected = subject.redactText(rest, options).text;
    claim(
      next === expected,
      () => `behind the break at ${cut} of ${show(input)} came ${show(next)}, not ${show(expected)}`,
    );
  }
}

/** The longest that could still become a name, words and the beginning of a value: `key to it is a`. */
const LONGEST_OF_PROSE = 80;

/** Clean prose, one character at a time, waits for the end of a word, or of a phrase that could lead to a value. */
export function proveProse(subject: ProofSubject, prose: string, options: RedactionOptions = {}): void {
  const redactor = subject.createRedactor(options);
  let shown = 0;
  for (const character of prose) {
    const output = redactor.push(character);
    shown += output.text.length;
    claim(output.replacements.length === 0, () => `something was replaced in clean prose: ${show(output.text)}`);
    claim(
      redactor.held() <= LONGEST_OF_PROSE,
      () => `${redactor.held()} characters held behind ${show(prose.slice(0, shown).slice(-80))}`,
    );
  }
  claim(redactor.push('\n').text !== '', () => 'the end of a line is held back');
  redactor.end();
}

/** A withheld value: its placeholder leaves before its end, and then nothing of it is kept. */
export function proveWithheld(
  subject: ProofSubject,
  value: { readonly before: string; readonly part: string; readonly after: string; readonly expected: string },
  length: number,
  options: RedactionOptions = {},
): void {
  const redactor = subject.createRedactor(options);
  const piece = value.part.repeat(Math.ceil(65_536 / value.part.length));
  let text = redactor.push(value.before).text;
  for (let sent = 0; sent < length; sent += piece.length) {
    text += redactor.push(piece).text;
    claim(redactor.held() <= subject.MAX_HELD, () => `${redactor.held()} characters of a withheld value are kept`);
    claim(text.includes('[REDACTED:'), () => `no placeholder after ${sent} characters`);
  }
  text += redactor.push(value.after).text + redactor.end().text;
  claim(text === value.expected, () => `${show(text)} came, not ${show(value.expected)}`);
}

/** Any text: in these pieces, one character at a time, and twice. */
export function proveText(
  subject: ProofSubject,
  text: string,
  pieces: readonly string[],
  options: RedactionOptions = {},
): void {
  const whole = subject.redactText(text, options).text;
  provePieces(subject, pieces, whole, options);
  provePieces(subject, text.split(''), whole, options);
  proveIdempotent(subject, text, options);
}
