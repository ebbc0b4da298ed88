import { writeEvent } from './before-events.js';
import type { HookProtocol } from './event.js';
import { aboutCall, textAt } from './members.js';
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
    if (call.tool === 'Bash') {
      return preToolUseCommand(call, { leave: 'always' });
    }
    return call.tool === 'apply_patch' ? writeEvent(call, { refuse: refusal }) : undefined;
  },
};
