import type { BlockRedactor, RedactedText, Redactor } from '../lex/redacted-text.js';
import { createEngine, type Engine, type RedactionOptions } from './engine.js';
import { createLookingThrough } from './look-through.js';

export type { BlockRedactor, RedactedText, Redactor, Replacement } from '../lex/redacted-text.js';
export type { RedactionOptions } from './engine.js';

export function createRedactor(options: RedactionOptions = {}): BlockRedactor {
  return createLookingThrough(() => createEngine(options));
}

/** Redacts whole texts, one after the other, and keeps the last until it is told to forget it. */
interface WholeTexts {
  readonly redact: (text: string) => RedactedText | undefined;
  readonly forget: () => void;
}

/** A redactor has room for the longest text that it was given. */
const MOST_REMEMBERED = 4096;
const AS_USUAL: RedactionOptions = {};
const shortTexts = new WeakMap<RedactionOptions, WholeTexts>();

/** Redacts a whole text at once, by the same code. Names, labels and causes are many, and short. */
export function redactText(text: string, options: RedactionOptions = AS_USUAL): RedactedText {
  const isShort = text.length <= MOST_REMEMBERED;
  const texts = (isShort ? shortTexts.get(options) : undefined) ?? createWholeTexts(options);
  if (isShort) {
    shortTexts.set(options, texts);
  }
  const redacted = texts.redact(text) ?? { text, raw_chars: text.length, replacements: [] };
  texts.forget();
  return redacted;
}

export type TextRedactor = (text: string) => RedactedText | undefined;

/** Redacts whole texts, one after the other; `undefined` for a text in which nothing had to be replaced. */
export function createTextRedactor(options: RedactionOptions = {}): TextRedactor {
  return createWholeTexts(options).redact;
}

function createWholeTexts(options: RedactionOptions): WholeTexts {
  let looking: Redactor | undefined;
  const look = (text: string): RedactedText | undefined => {
    looking ??= createRedactor(options);
    const redacted = looking.end(text);
    return redacted.replacements.length === 0 ? undefined : redacted;
  };
  // Every call has several of these, and reads few texts with most of them.
  let engine: Engine | undefined;
  return {
    redact: (text) => {
      engine ??= createEngine(options);
      return engine.whole(text, look);
    },
    forget: () => engine?.discard(),
  };
}
