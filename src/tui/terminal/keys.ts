import type { Key as InkKey } from 'ink';

/**
 * One key press. `name` is the character itself, or one of: up down left right pageup pagedown home end enter escape
 * tab backtab backspace space, or `ctrl+c` and its like. `text` is what it types into a field.
 */
export interface Key {
  readonly name: string;
  readonly text?: string;
}

const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/** What Ink read as one input: one key, or several characters that came at once, typed fast or pasted. */
export function keysOf(input: string, ink: InkKey): readonly Key[] {
  const named = nameOf(input, ink);
  if (named !== undefined) {
    return [{ name: named, ...(named === 'space' ? { text: ' ' } : {}) }];
  }
  return [...input].flatMap(typed);
}

const NAMED: readonly (readonly [keyof InkKey, string])[] = [
  ['upArrow', 'up'],
  ['downArrow', 'down'],
  ['leftArrow', 'left'],
  ['rightArrow', 'right'],
  ['pageUp', 'pageup'],
  ['pageDown', 'pagedown'],
  ['home', 'home'],
  ['end', 'end'],
  ['return', 'enter'],
  ['escape', 'escape'],
  ['backspace', 'backspace'],
  // What terminals send for the backspace key is DEL.
  ['delete', 'backspace'],
];

function nameOf(input: string, ink: InkKey): string | undefined {
  if (ink.tab) {
    return ink.shift ? 'backtab' : 'tab';
  }
  const named = NAMED.find(([flag]) => ink[flag] === true);
  if (named !== undefined) {
    return named[1];
  }
  if (ink.ctrl) {
    return `ctrl+${input}`;
  }
  return input === ' ' ? 'space' : undefined;
}

const CONTROL_KEYS: Readonly<Record<string, string>> = {
  '\r': 'enter',
  '\n': 'enter',
  '\t': 'tab',
  '\b': 'backspace',
  '\u007f': 'backspace',
};

/** A character out of several that came at once; Ink has named only those that came alone. */
function typed(character: string): readonly Key[] {
  const named = CONTROL_KEYS[character];
  if (named !== undefined) {
    return [{ name: named }];
  }
  if (CONTROL.test(character)) {
    const code = character.charCodeAt(0);
    return code >= 1 && code <= 26 ? [{ name: `ctrl+${String.fromCharCode(code + 96)}` }] : [];
  }
  return [character === ' ' ? { name: 'space', text: ' ' } : { name: character, text: character }];
}
