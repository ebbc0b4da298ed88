/** A placeholder in redacted text. `raw_chars` is what it stands for; of a withheld value, what had come by then. */
export interface Replacement {
  readonly type: string;
  readonly at: number;
  readonly length: number;
  readonly raw_chars: number;
  /** Whose finding it is, of detectors that say so. */
  readonly detector?: string | undefined;
}

/**
 * A piece of redacted text. Outside the replacements it is the raw text, character for character. `raw_chars` of all
 * pieces add up to the length of the raw text.
 */
export interface RedactedText {
  readonly text: string;
  readonly raw_chars: number;
  readonly replacements: readonly Replacement[];
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** A piece in the making. */
export interface Output extends Mutable<RedactedText> {
  replacements: Mutable<Replacement>[];
}

export function createOutput(): Output {
  return { text: '', raw_chars: 0, replacements: [] };
}

export function clean(output: Output, source: string, from: number, to: number): void {
  output.text += source.slice(from, to);
  output.raw_chars += to - from;
}

export function replace(
  output: Output,
  { type, detector }: Pick<Replacement, 'type' | 'detector'>,
  placeholder: string,
): void {
  const made = { type, at: output.text.length, length: placeholder.length, raw_chars: 0, detector };
  // Mostly it is the only one: a list that is made for one takes less than one that grows.
  if (output.replacements.length === 0) {
    output.replacements = [made];
  } else {
    output.replacements.push(made);
  }
  output.text += placeholder;
}

/** Counts raw characters that are represented by the last placeholder. */
export function take(output: Output, count: number): void {
  output.raw_chars += count;
  const last = output.replacements[output.replacements.length - 1];
  if (last !== undefined) {
    last.raw_chars += count;
  }
}

/** Adds the text of a piece and its replacements; what it begins with may be a part of a value withheld before. */
export function append(output: Output, { text, raw_chars, replacements }: RedactedText): void {
  const base = output.text.length;
  output.text += text;
  output.raw_chars += raw_chars;
  for (const { type, at, length, raw_chars: chars, detector } of replacements) {
    output.replacements.push({ type, at: at + base, length, raw_chars: chars, detector });
  }
}

/** What a piece begins with that is a part of a value withheld before. */
export function swallowedBefore({ text, raw_chars, replacements }: RedactedText): number {
  let rest = raw_chars - text.length;
  for (const each of replacements) {
    rest += each.length - each.raw_chars;
  }
  return rest;
}

/** Pieces that follow each other, as one. */
export function joined(pieces: readonly RedactedText[]): RedactedText {
  const output = createOutput();
  for (const piece of pieces) {
    const swallowed = swallowedBefore(piece);
    take(output, swallowed);
    append(output, piece);
    output.raw_chars -= swallowed;
  }
  return output;
}

/**
 * Redacts one continuous text that comes in pieces. The pieces it returns, put together, are the same however the
 * text was cut. Held text is bounded; longer findings are withheld in constant memory.
 */
export interface Redactor {
  push(text: string): RedactedText;
  /** Redacts what is still held, and a last piece if there is one; the redactor can then begin a new text. */
  end(last?: string): RedactedText;
  /** Drops what is held, for a text that ends with an error in its middle. */
  discard(): void;
  /** How many characters are held back. */
  held(): number;
}

/** Redacts a text that comes in blocks, as the content of a result does. */
export interface BlockRedactor extends Redactor {
  /**
   * A block of its own, behind the line end that stands between the two: what is hidden when the blocks are one text, and
   * when they are lines of their own, is hidden.
   */
  pushBlock(text: string): RedactedText;
}
