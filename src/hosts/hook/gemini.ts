import { commandEvent, writeEvent } from './before-events.js';
import type { AfterTool, BeforeCommand, BeforeWrite, EventBase, HookProtocol, Members } from './event.js';
import { aboutCall, isMembers, membersAt, textAt } from './members.js';
import { inputWith } from './write-input.js';

const FILE_TOOLS = new Set(['read_file', 'read_many_files', 'write_file', 'replace']);
const WRITE_TOOLS = new Set(['write_file', 'replace']);

/** Gemini CLI: a new output is the reason of a refusal, so it is one text. */
export const gemini: HookProtocol = {
  silence: '',
  parse(event) {
    const call = aboutCall(event, { tool: 'tool_name', session: 'session_id', input: 'tool_input' });
    switch (textAt(event, 'hook_event_name')) {
      case 'AfterTool':
        return afterTool(call, membersAt(event, 'tool_response'));
      case 'BeforeTool':
        return call.tool === 'run_shell_command' ? beforeCommand(call) : beforeWrite(call);
      default:
        return undefined;
    }
  },
};

function afterTool(call: EventBase, response: Members): AfterTool | undefined {
  const output = textOf(response['llmContent']);
  return output === undefined
    ? undefined
    : {
        kind: 'after-tool',
        ...call,
        output,
        showsFile: FILE_TOOLS.has(call.tool),
        isShapeFixed: true,
        replace: (text) => ({ decision: 'deny', reason: text }),
      };
}

/** A text, or parts that are all texts: what holds an image or a file passes. */
function textOf(content: unknown): string | undefined {
  if (typeof content === 'string') {
    return content;
  }
  const parts = Array.isArray(content) ? content : [content];
  const texts = parts.map((part) =>
    isMembers(part) ? textAt(part, 'text') : typeof part === 'string' ? part : undefined,
  );
  return texts.length === 0 || texts.includes(undefined) ? undefined : texts.join('\n');
}

/** What is answered is put over the arguments. */
function beforeTool(input: Members): Members {
  return { hookSpecificOutput: { hookEventName: 'BeforeTool', tool_input: input } };
}

function beforeCommand(call: EventBase): BeforeCommand | undefined {
  return commandEvent(call, {
    isBackground: call.input['is_background'] === true,
    leave: 'none',
    refuse: refusal,
    rewrite: (other) => beforeTool({ command: other }),
  });
}

function beforeWrite(call: EventBase): BeforeWrite | undefined {
  return WRITE_TOOLS.has(call.tool)
    ? writeEvent(call, {
        refuse: refusal,
        rewrite: (others) => beforeTool(inputWith(call.input, others)),
      })
    : undefined;
}

function refusal(reason: string): Members {
  return { decision: 'deny', reason };
}
