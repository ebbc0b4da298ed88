import { KernelError } from '../../contract/errors.js';

/** One part of a formula, with the place where it begins. */
export interface FormulaPart {
  readonly kind: 'name' | 'number' | 'text' | 'sign';
  /** Without quotes. */
  readonly text: string;
  readonly at: number;
}

const KINDS = [
  // Names inside of names are joined by dots; any other name stands between backquotes.
  ['name', /[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}\p{N}_]+)*/uy],
  ['name', /`([^`]{1,200})`/y],
  ['number', /\d+(?:\.\d+)?/y],
  ['text', /"([^"]*)"/y],
  ['text', /'([^']*)'/y],
  ['sign', /[-+*/%(),=]/y],
] as const;
const SPACE = /\s/;

/** Cuts a formula into names, numbers, texts and signs. Throws USAGE for anything else. */
export function scanFormula(text: string): readonly FormulaPart[] {
  const parts: FormulaPart[] = [];
  for (let at = 0; at < text.length; ) {
    if (SPACE.test(text.charAt(at))) {
      at += 1;
      continue;
    }
    const { part, end } = scanPart(text, at);
    parts.push(part);
    at = end;
  }
  return parts;
}

function scanPart(text: string, at: number): { readonly part: FormulaPart; readonly end: number } {
  for (const [kind, pattern] of KINDS) {
    pattern.lastIndex = at;
    const [whole, inner] = pattern.exec(text) ?? [];
    if (whole !== undefined) {
      return { part: { kind, text: inner ?? whole, at }, end: at + whole.length };
    }
  }
  const isQuote = '"\'`'.includes(text.charAt(at));
  throw isQuote
    ? formulaError('has a quote that is not closed', at)
    : formulaError('has a character that means nothing in it', at, 'a name with such a character stands in backquotes');
}

export const FORMULA_EXAMPLE = 'for example total = price * quantity, or day = left(at, 10)';

/** Says where a formula is wrong without repeating what stands there. */
export function formulaError(problem: string, at: number, hint: string = FORMULA_EXAMPLE): KernelError {
  return new KernelError('USAGE', `the formula ${problem} (at character ${at + 1})`, { hint });
}
