import { commandEvent, writeEvent } from './before-events.js';
import type { AfterTool, BeforeCommand, BeforeWrite, EventBase, HookEvent, HookProtocol, Members } from './event.js';
import { aboutCall, membersAt, textAt } from './members.js';
import { inputWith } from './write-input.js';

const WRITE_TOOLS = new Set(['create', 'edit', 'insert', 'str_replace', 'str_replace_editor', 'apply_patch']);

/**
 * Copilot CLI does not say which event it is: one with a result comes after the tool. Without a decision of ours it asks
 * as it always does.
 */
export const copilot: HookProtocol = {
  silence: '',
  parse(event): HookEvent | undefined {
    const call =
      event['toolName'] === undefined
        ? aboutCall(event, { tool: 'tool_name', session: 'session_id', input: 'tool_input' })
        : aboutCall(event, { tool: 'toolName', session: 'sessionId', input: 'toolArgs' });
    const result = membersAt(event, 'toolResult', 'tool_result');
    const text = textAt(result, 'textResultForLlm', 'text_result_for_llm');
    if (text !== undefined) {
      return afterTool(call, result, text);
    }
    if (call.tool === 'bash') {
      return beforeCommand(call);
    }
    return WRITE_TOOLS.has(call.tool) ? beforeWrite(call) : undefined;
  },
};

/** Of a tool that failed the host takes no other result. */
function afterTool(call: EventBase, result: Members, output: string): AfterTool | undefined {
  const type = textAt(result, 'resultType', 'result_type') ?? 'success';
  if (type !== 'success') {
    return undefined;
  }
  return {
    kind: 'after-tool',
    ...call,
    output,
    showsFile: call.tool === 'view' || WRITE_TOOLS.has(call.tool),
    isShapeFixed: true,
    replace: (other) => ({ modifiedResult: { resultType: 'success', textResultForLlm: other } }),
  };
}

function beforeCommand(call: EventBase): BeforeCommand | undefined {
  return commandEvent(call, {
    isBackground: call.input['async'] === true || call.input['mode'] === 'async',
    leave: 'none',
    refuse: refusal,
    rewrite: (other) => ({ modifiedArgs: { ...call.input, command: other } }),
  });
}

function beforeWrite(call: EventBase): BeforeWrite | undefined {
  return writeEvent(call, {
    refuse: refusal,
    rewrite: (others) => ({ modifiedArgs: inputWith(call.input, others) }),
  });
}

function refusal(reason: string): Members {
  return { permissionDecision: 'deny', permissionDecisionReason: reason };
}
