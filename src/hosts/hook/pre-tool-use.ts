import { commandEvent, writeEvent } from './before-events.js';
import type { BeforeCommand, BeforeWrite, EventBase, Members } from './event.js';
import { inputWith } from './write-input.js';

/** The answer of the hosts that learnt it from Claude Code. */
function preToolUse(members: Members): Members {
  return { hookSpecificOutput: { hookEventName: 'PreToolUse', ...members } };
}

/** `updatedInput` takes the place of the whole input, so every member is copied. */
export function preToolUseCommand(call: EventBase, how: Pick<BeforeCommand, 'leave'>): BeforeCommand | undefined {
  return commandEvent(call, {
    ...how,
    refuse: refusal,
    isBackground: call.input['run_in_background'] === true || call.input['isBackground'] === true,
    rewrite: (other, isAllowed) =>
      preToolUse({
        ...(isAllowed ? { permissionDecision: 'allow' } : {}),
        updatedInput: { ...call.input, command: other },
      }),
  });
}

export function preToolUseWrite(call: EventBase): BeforeWrite | undefined {
  return writeEvent(call, {
    refuse: refusal,
    rewrite: (others) => preToolUse({ updatedInput: inputWith(call.input, others) }),
  });
}

export function refusal(reason: string): Members {
  return preToolUse({ permissionDecision: 'deny', permissionDecisionReason: reason });
}
