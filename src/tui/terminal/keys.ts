import { withoutControls } from '../../contract/unprinted.js';

/**
 * One key press. `name` is the character itself, or one of: up down left right pageup pagedown home end enter escape
 * tab backtab backspace space, or `ctrl+c` and its like. `text` is what it types into a field. What is pasted is a key
 * too, named `paste`: its text has no controls but line breaks and tabs.
 */
export interface Key {
  readonly name: string;
  readonly text?: string;
  /** It came with others in one read: pasted, or typed before anybody read. */
  readonly isTogether?: true;
}

const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

const PASTE_BEGIN = '\u001b[200~';
const INTERRUPT = '\u0003';
const PASTE_END = '\u001b[201~';

/**
 * Reads keys from inputs: each is one sequence for a key, or characters that came at once, typed fast or pasted. Between
 * the marks of a paste nothing is a key: what a page hides in its text shall stop, send or clear nothing. Where the second
 * mark was lost, Ctrl-C twice, each read by itself, ends the paste: that no page can hide.
 */
export function createKeyReader(): (input: string) => readonly Key[] {
  /** Of a paste that goes on: what may be the beginning of its end. */
  let held: string | undefined;
  let isAfterReturn = false;
  let isInterrupted = false;

  function pasted(text: string): readonly Key[] {
    // Its second half may come with the next input.
    const joined = isAfterReturn ? text.replace(/^\n/, '') : text;
    isAfterReturn = text === '' ? isAfterReturn : text.endsWith('\r');
    const safe = withoutControls(joined.replace(/\r\n?/g, '\n'));
    return safe === '' ? [] : [{ name: 'paste', text: safe, isTogether: true }];
  }

  return (input) => {
    if (held === undefined) {
      if (!input.endsWith(PASTE_BEGIN)) {
        return keysOf(input);
      }
      held = '';
      isAfterReturn = isInterrupted = false;
      return [];
    }
    if (input === INTERRUPT && isInterrupted) {
      held = undefined;
      return keysOf(input);
    }
    isInterrupted = input === INTERRUPT;
    const text = held + input;
    const end = text.indexOf(PASTE_END);
    if (end !== -1) {
      held = undefined;
      const rest = text.slice(end + PASTE_END.length);
      return [...pasted(text.slice(0, end)), ...(rest === '' ? [] : keysOf(rest))];
    }
    const begun = begunEnd(text);
    held = text.slice(text.length - begun);
    return pasted(text.slice(0, text.length - begun));
  };
}

/** How many of the last characters may be the beginning of the mark. */
function begunEnd(text: string): number {
  for (let count = PASTE_END.length - 1; count > 0; count -= 1) {
    if (text.endsWith(PASTE_END.slice(0, count))) {
      return count;
    }
  }
  return 0;
}

function keysOf(input: string): readonly Key[] {
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

/** Of a key with any modifiers, or of something else that is no text: a report of focus or mouse, the end of a paste. */
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
