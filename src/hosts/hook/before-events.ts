import type { BeforeCommand, BeforeWrite, EventBase } from './event.js';
import { textAt } from './members.js';
import { patchWrites } from './patch.js';
import { writesIn } from './write-input.js';

/** A call that runs a command; `how` is what one host says of it and takes for it. Undefined where it names none. */
export function commandEvent(
  call: EventBase,
  how: Pick<BeforeCommand, 'isBackground' | 'leave' | 'rewrite' | 'refuse'>,
): BeforeCommand | undefined {
  const command = textAt(call.input, 'command');
  return command === undefined ? undefined : { kind: 'before-command', ...call, ...how, command };
}

const PATCH = ['patchText', 'patch', 'input', 'command'] as const;

/** A call that writes into files, also by a patch, of which no host takes another; undefined where it writes no text. */
export function writeEvent(call: EventBase, how: Pick<BeforeWrite, 'refuse' | 'rewrite'>): BeforeWrite | undefined {
  const writes = writesIn(call.input);
  if (writes.length > 0) {
    return { kind: 'before-write', ...call, ...how, writes };
  }
  const patched = patchWrites(textAt(call.input, ...PATCH) ?? '');
  return patched.length === 0 ? undefined : { kind: 'before-write', ...call, refuse: how.refuse, writes: patched };
}
