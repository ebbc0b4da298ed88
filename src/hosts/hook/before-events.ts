import type { BeforeCommand, BeforeWrite, EventBase } from './event.js';
import { textAt } from './members.js';
import { writesIn } from './write-input.js';

/** A call that runs a command; `how` is what one host says of it and takes for it. Undefined where it names none. */
export function commandEvent(
  call: EventBase,
  how: Pick<BeforeCommand, 'isBackground' | 'leave' | 'rewrite'>,
): BeforeCommand | undefined {
  const command = textAt(call.input, 'command');
  return command === undefined ? undefined : { kind: 'before-command', ...call, ...how, command };
}

/** A call that writes into files; undefined where it writes no text. */
export function writeEvent(call: EventBase, how: Pick<BeforeWrite, 'refuse' | 'rewrite'>): BeforeWrite | undefined {
  const writes = writesIn(call.input);
  return writes.length === 0 ? undefined : { kind: 'before-write', ...call, ...how, writes };
}
