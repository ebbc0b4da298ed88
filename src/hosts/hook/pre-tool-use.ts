import type { BeforeCommand, BeforeWrite, EventBase, Members } from './event.js';
import { textAt } from './members.js';
import { inputWith, writesIn } from './write-input.js';

/** The answer of the hosts that learnt it from Claude Code. */
export function preToolUse(members: Members): Members {
  return { hookSpecificOutput: { hookEventName: 'PreToolUse', ...members } };
}

/** `updatedInput` takes the place of the whole input, so every member is copied. */
export function commandEvent(call: EventBase, how: Pick<BeforeCommand, 'leave'>): BeforeCommand | undefined {
  const command = textAt(call.input, 'command');
  if (command === undefined) {
    return undefined;
  }
  return {
    kind: 'before-command',
    ...call,
    ...how,
    command,
    isBackground: call.input['run_in_background'] === true || call.input['isBackground'] === true,
    rewrite: (other, isAllowed) =>
      preToolUse({
        ...(isAllowed ? { permissionDecision: 'allow' } : {}),
        updatedInput: { ...call.input, command: other },
      }),
  };
}

export function writeEvent(call: EventBase): BeforeWrite | undefined {
  const writes = writesIn(call.input);
  if (writes.length === 0) {
    return undefined;
  }
  return {
    kind: 'before-write',
    ...call,
    writes,
    refuse: refusal,
    rewrite: (others) => preToolUse({ updatedInput: inputWith(call.input, others) }),
  };
}

export function refusal(reason: string): Members {
  return preToolUse({ permissionDecision: 'deny', permissionDecisionReason: reason });
}
