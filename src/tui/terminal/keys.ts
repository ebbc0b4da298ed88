/**
 * One key press. `name` is the character itself, or one of: up down left right pageup pagedown home end enter escape
 * tab backtab backspace space paste-begin paste-end, or `ctrl+c` and its like. `text` is what it types into a field.
 */
export interface Key {
  readonly name: string;
  readonly text?: string;
  /** It came with others in one read: pasted, or typed before anybody read. */
  readonly isTogether?: true;
}

const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/** What was read as one input: one sequence for a key, or characters that came at once, typed fast or pasted. */
export function keysOf(input: string): readonly Key[] {
  if (input === '\u001b' || input === '\u001b\u001b') {
    return [{ name: 'escape' }];
  }
  const sequence = SEQUENCE.exec(input);
  if (sequence !== null) {
    const name = nameOf(sequence);
    return name === undefined ? [] : [{ name }];
  }
  // Escape and the next key may come in one read; Alt with a key cannot be told from that.
  return input.startsWith('\u001b')
    ? [{ name: 'escape' }, ...[...input.slice(1)].flatMap(typed)]
    : together([...input].flatMap(typed));
}

function together(keys: readonly Key[]): readonly Key[] {
  return keys.length > 1 ? keys.map((key) => ({ ...key, isTogether: true })) : keys;
}

/** Of a key with any modifiers, or of something else that is no text: a report of focus or mouse, the marks of a paste. */
const SEQUENCE = /^\u001b{1,2}(?:\[\[?([0-?]*)[ -/]*([@-~])|O([@-~]))$/;

const BY_LETTER: Readonly<Record<string, string>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  F: 'end',
  H: 'home',
  Z: 'backtab',
  a: 'up',
  b: 'down',
  c: 'right',
  d: 'left',
};
const BY_NUMBER: Readonly<Record<string, string>> = {
  1: 'home',
  3: 'backspace',
  4: 'end',
  5: 'pageup',
  6: 'pagedown',
  7: 'home',
  8: 'end',
  200: 'paste-begin',
  201: 'paste-end',
};

function nameOf([whole, numbers = '', final = '', letter = '']: RegExpExecArray): string | undefined {
  if ('~^@'.includes(final) && final !== '') {
    return BY_NUMBER[numbers.split(';')[0] ?? ''];
  }
  // The Linux console sends these for F1 to F5.
  return whole.includes('[[') ? undefined : BY_LETTER[final === '' ? letter : final];
}

const CONTROL_KEYS: Readonly<Record<string, string>> = {
  '\r': 'enter',
  '\n': 'enter',
  '\t': 'tab',
  '\b': 'backspace',
  '\u007f': 'backspace',
};

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
