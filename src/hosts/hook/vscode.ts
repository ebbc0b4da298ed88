import type { HookProtocol } from './event.js';
import { aboutCall, textAt } from './members.js';
import { preToolUseCommand, preToolUseWrite } from './pre-tool-use.js';

const WRITE_TOOLS = new Set([
  'create_file',
  'insert_edit_into_file',
  'replace_string_in_file',
  'multi_replace_string_in_file',
  'apply_patch',
]);

/** VS Code speaks as Claude Code does, about tools of its own. It ignores matchers, and takes no other output. */
export const vscode: HookProtocol = {
  silence: '',
  parse(event) {
    if (textAt(event, 'hook_event_name', 'hookEventName') !== 'PreToolUse') {
      return undefined;
    }
    const call = aboutCall(event, { tool: 'tool_name', session: 'session_id', input: 'tool_input' });
    if (call.tool === 'run_in_terminal') {
      return preToolUseCommand(call, { leave: 'none' });
    }
    return WRITE_TOOLS.has(call.tool) ? preToolUseWrite(call) : undefined;
  },
};
