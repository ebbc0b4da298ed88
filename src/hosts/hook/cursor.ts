import { commandEvent, writeEvent } from './before-events.js';
import type { BeforeCommand, BeforeWrite, EventBase, HookEvent, HookProtocol, Members } from './event.js';
import { hasNameTwice, parseExactJson } from './exact-json.js';
import { aboutCall, textAt } from './members.js';

/** Cursor wants JSON whatever happens, and takes another command only together with `allow`. */
export const cursor: HookProtocol = {
  silence: '{}',
  parse(event) {
    const call = aboutCall(event, { tool: 'tool_name', session: 'conversation_id', input: 'tool_input' });
    switch (textAt(event, 'hook_event_name')?.toLowerCase()) {
      case 'posttooluse':
        return afterMcp(call, event['tool_output']);
      case 'pretooluse':
        return call.tool === 'Shell' ? commandOf(call) : writeOf(call);
      default:
        return undefined;
    }
  },
};

/** Of other tools the output cannot be replaced. It comes as JSON in a text, and goes back as what it stands for. */
function afterMcp(call: EventBase, output: unknown): HookEvent | undefined {
  if (!/^(?:mcp|MCP)[_:]/.test(call.tool) || output === undefined) {
    return undefined;
  }
  return {
    kind: 'after-tool',
    ...call,
    output: typeof output === 'string' ? jsonIn(output) : output,
    showsFile: false,
    isShapeFixed: false,
    replace: (other) => ({ updated_mcp_tool_output: other }),
  };
}

/** What has a name twice is not what any parser makes of it: that stays a text. */
function jsonIn(text: string): unknown {
  try {
    const value = parseExactJson(text);
    return hasNameTwice(text, value) ? text : value;
  } catch {
    return text;
  }
}

function commandOf(call: EventBase): BeforeCommand | undefined {
  return commandEvent(call, {
    isBackground: call.input['is_background'] === true,
    leave: 'from-rules',
    refuse: refusal,
    // Without `allow` it would run what it was about to run.
    rewrite: (other, isAllowed) =>
      isAllowed ? { permission: 'allow', updated_input: { ...call.input, command: other } } : {},
  });
}

function writeOf(call: EventBase): BeforeWrite | undefined {
  return writeEvent(call, { refuse: refusal });
}

function refusal(reason: string): Members {
  return { permission: 'deny', user_message: reason, agent_message: reason };
}
