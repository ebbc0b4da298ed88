import { formEnd, isBegun, PLACEHOLDER_START } from '../lex/placeholder.js';

export interface Placeholder {
  readonly placeholder: string;
}

/** Cuts a text at everything in it that has the form of a placeholder, whatever its type. */
export function splitPlaceholders(
  text: string,
  isLast: boolean,
): { readonly parts: readonly (string | Placeholder)[]; readonly rest: string } {
  const end = isLast ? text.length : begunAt(text);
  const parts: (string | Placeholder)[] = [];
  let from = 0;
  for (
    let at = text.indexOf(PLACEHOLDER_START);
    at >= 0 && at < end;
    at = text.indexOf(PLACEHOLDER_START, Math.max(at + 1, from))
  ) {
    const behind = formEnd(text, at);
    if (behind >= 0) {
      parts.push(text.slice(from, at), { placeholder: text.slice(at, behind) });
      from = behind;
    }
  }
  parts.push(text.slice(from, end));
  return { parts: parts.filter((part) => part !== ''), rest: text.slice(end) };
}

/** Where a placeholder begins whose end has not come; the end of the text when there is none. */
function begunAt(text: string): number {
  const opening = text.lastIndexOf('[');
  return opening >= 0 && isBegun(text, opening) ? opening : text.length;
}

/** The type that a placeholder tells, and whether it says for which value it stands. */
export function readPlaceholder(placeholder: string): { readonly type: string; readonly isNamed: boolean } {
  const [type = '', suffix] = placeholder.slice(PLACEHOLDER_START.length, -1).split(':');
  return { type, isNamed: suffix !== undefined };
}
