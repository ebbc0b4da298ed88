import type { HookProtocol } from './event.js';
import { aboutCall, textAt } from './members.js';
import { preToolUseCommand, preToolUseWrite } from './pre-tool-use.js';

/** They show a file, or a part of one before and after a change. */
const FILE_TOOLS = new Set(['Read', 'NotebookRead', 'Edit', 'MultiEdit', 'Write', 'NotebookEdit']);
const WRITE_TOOLS = new Set(['Edit', 'MultiEdit', 'Write', 'NotebookEdit']);

/** Claude Code from 2.1.121 on. An output of another shape than the tool's own would be ignored there. */
export const claudeCode: HookProtocol = {
  silence: '',
  parse(event) {
    const call = aboutCall(event, { tool: 'tool_name', session: 'session_id', input: 'tool_input' });
    switch (textAt(event, 'hook_event_name')) {
      case 'PostToolUse':
        return {
          kind: 'after-tool',
          ...call,
          output: event['tool_response'],
          showsFile: FILE_TOOLS.has(call.tool),
          isShapeFixed: !call.tool.startsWith('mcp__'),
          replace: (output) => ({
            hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput: output },
          }),
        };
      case 'PreToolUse':
        return call.tool === 'Bash'
          ? preToolUseCommand(call, { leave: 'from-rules' })
          : WRITE_TOOLS.has(call.tool)
            ? preToolUseWrite(call)
            : undefined;
      default:
        return undefined;
    }
  },
};
