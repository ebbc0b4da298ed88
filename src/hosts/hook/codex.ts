import type { BeforeWrite, EventBase, HookProtocol } from './event.js';
import { aboutCall, textAt } from './members.js';
import { patchWrites } from './patch.js';
import { preToolUseCommand, refusal } from './pre-tool-use.js';

/**
 * Codex takes another command only together with `allow`, and still asks and confines by its own rules afterwards. It
 * takes no other output and no other patch.
 */
export const codex: HookProtocol = {
  silence: '',
  parse(event) {
    if (textAt(event, 'hook_event_name') !== 'PreToolUse') {
      return undefined;
    }
    const call = aboutCall(event, { tool: 'tool_name', session: 'session_id', input: 'tool_input' });
    return call.tool === 'Bash' ? preToolUseCommand(call, { leave: 'always' }) : patchEvent(call);
  },
};

function patchEvent(call: EventBase): BeforeWrite | undefined {
  const writes = call.tool === 'apply_patch' ? patchWrites(textAt(call.input, 'command', 'input', 'patch') ?? '') : [];
  return writes.length === 0 ? undefined : { kind: 'before-write', ...call, writes, refuse: refusal };
}
