import type { RunEvent } from './event-parser.js';
import { membersOf, numberOf, textOf } from './members.js';

/** Puts events together that came in parts; any other is given as it is. What lacks a part is left out. */
export function createEventJoiner(): (event: RunEvent) => RunEvent | undefined {
  let texts: string[] = [];
  return (event) => {
    if (event.type !== 'split') {
      texts = event.type === 'gap' ? [] : texts;
      return event;
    }
    const { event: type, part, parts, text } = event.data;
    texts = part === 1 ? [] : texts;
    if (numberOf(part) !== texts.length + 1) {
      texts = [];
      return undefined;
    }
    texts.push(textOf(text));
    if (part !== parts) {
      return undefined;
    }
    const whole = texts.join('');
    texts = [];
    return { ...event, type: textOf(type), data: parsed(whole) };
  };
}

function parsed(json: string): RunEvent['data'] {
  try {
    return membersOf(JSON.parse(json));
  } catch {
    return {};
  }
}
