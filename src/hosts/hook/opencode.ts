import { commandEvent, writeEvent } from './before-events.js';
import type { BeforeCommand, BeforeWrite, EventBase, HookEvent, HookProtocol, Members } from './event.js';
import { aboutCall } from './members.js';
import { inputWith } from './write-input.js';

const FILE_TOOLS = new Set(['read', 'write', 'edit', 'multiedit', 'patch', 'apply_patch']);
const WRITE_TOOLS = new Set(['write', 'edit', 'multiedit', 'patch', 'apply_patch']);

/**
 * OpenCode loads a plugin, which sends `{ tool, sessionID, args, output }` and takes `output`, `args` or `deny` from the
 * answer: `output` after a tool, without it before one.
 */
export const opencode: HookProtocol = {
  silence: '',
  parse(event): HookEvent | undefined {
    const call = aboutCall(event, { tool: 'tool', session: 'sessionID', input: 'args' });
    if (event['output'] !== undefined) {
      return {
        kind: 'after-tool',
        ...call,
        output: event['output'],
        showsFile: FILE_TOOLS.has(call.tool),
        isShapeFixed: true,
        replace: (output) => ({ output }),
      };
    }
    if (call.tool === 'bash') {
      return beforeCommand(call);
    }
    return WRITE_TOOLS.has(call.tool) ? beforeWrite(call) : undefined;
  },
};

function beforeCommand(call: EventBase): BeforeCommand | undefined {
  return commandEvent(call, {
    isBackground: false,
    leave: 'none',
    refuse: refusal,
    rewrite: (other) => ({ args: { ...call.input, command: other } }),
  });
}

function beforeWrite(call: EventBase): BeforeWrite | undefined {
  return writeEvent(call, {
    refuse: refusal,
    rewrite: (others) => ({ args: inputWith(call.input, others) }),
  });
}

function refusal(reason: string): Members {
  return { deny: reason };
}
