import type { ModelPart } from '../../../contract/model.js';
import { isMembers } from '../../../streams/members.js';
import type { TurnBuilder } from '../../../streams/model-turn/turn-builder.js';
import { providerError } from '../provider-error.js';
import { countOf, type Members, textOf } from '../wire.js';

type Read = (block: Members, event: Members) => readonly ModelPart[];

/** Reads the events of one answer, or an answer in one piece. Kinds of events and blocks that are not known are skipped. */
export function createEventReader(turn: TurnBuilder): (event: Members) => readonly ModelPart[] {
  const readUsage = createUsageReader(turn);
  const thoughts = createThoughts();
  /** The kinds of the blocks by number: only the input of our own tools is ours. */
  const kinds = new Map<unknown, unknown>();
  /** Input that came with the head of a block, and counts unless pieces of it follow. */
  const inputs = new Map<unknown, unknown>();

  const flushInput = (index: unknown): readonly ModelPart[] => {
    if (!inputs.has(index)) {
      return [];
    }
    const input = inputs.get(index);
    inputs.delete(index);
    return turn.call({ index, arguments: input });
  };

  const start: Read = (block, { index }) => {
    const { type, id, name, input } = block;
    kinds.set(index, type);
    if (type !== 'tool_use') {
      return readBlock(block);
    }
    if (isMembers(input) && Object.keys(input).length > 0) {
      inputs.set(index, input);
    }
    return [...turn.call({ index, id, name, extra: thoughts.take() }), ...readBlock(block)];
  };

  const readBlock = (block: Members): readonly ModelPart[] => {
    thoughts.open(block);
    return block['type'] === 'text' ? turn.text(block['text']) : turn.reasoning(block['thinking']);
  };

  const add: Read = (delta, { index }) => {
    thoughts.add(delta);
    const { type, text, thinking, partial_json: json } = delta;
    if (type === 'input_json_delta' && (kinds.get(index) ?? 'tool_use') === 'tool_use') {
      if (textOf(json) !== '') {
        inputs.delete(index);
      }
      return turn.call({ index, arguments: json });
    }
    return type === 'text_delta' ? turn.text(text) : turn.reasoning(thinking);
  };

  const finish: Read = ({ stop_reason: reason }, { usage }) => {
    const formed = [...inputs.keys()].flatMap(flushInput);
    turn.finish(reason);
    return [...formed, ...readUsage(usage, 'all')];
  };

  const readWhole = (message: Members): readonly ModelPart[] => {
    const blocks = Array.isArray(message['content']) ? message['content'].filter(isMembers) : [];
    const parts = blocks.flatMap((block) => {
      if (block['type'] !== 'tool_use') {
        return readBlock(block);
      }
      const { id, name, input } = block;
      return [...turn.wholeCall({ id, name, arguments: input, extra: thoughts.take() }), ...readBlock(block)];
    });
    return [...parts, ...finish(message, message)];
  };

  return (event) => {
    switch (event['type']) {
      case 'message_start':
        return readUsage(isMembers(event['message']) ? event['message']['usage'] : undefined, 'input');
      case 'content_block_start':
        return start(membersOf(event['content_block']), event);
      case 'content_block_delta':
        return add(membersOf(event['delta']), event);
      case 'content_block_stop':
        return flushInput(event['index']);
      case 'message_delta':
        return finish(membersOf(event['delta']), event);
      case 'message_stop':
        turn.terminate();
        return [];
      case 'message':
        return readWhole(event);
      case 'error':
        throw providerError(membersOf(event['error']));
      default:
        return [];
    }
  };
}

function membersOf(value: unknown): Members {
  return isMembers(value) ? value : {};
}

interface Thoughts {
  open(block: Members): void;
  add(delta: Members): void;
  /** All so far, for the first call: they must go back with it, signed, or the next turn is refused. */
  take(): unknown;
}

function createThoughts(): Thoughts {
  let blocks: Members[] = [];
  return {
    open(block) {
      if (block['type'] === 'thinking' || block['type'] === 'redacted_thinking') {
        blocks.push({ ...block });
      }
    },
    add({ type, thinking, signature }) {
      const last = blocks.at(-1);
      if (last !== undefined && (type === 'thinking_delta' || type === 'signature_delta')) {
        const grown = {
          thinking: textOf(last['thinking']) + textOf(thinking),
          signature: textOf(last['signature']) + textOf(signature),
        };
        blocks[blocks.length - 1] = { ...last, ...grown };
      }
    },
    take() {
      const taken = blocks.filter(({ type, signature }) => type === 'redacted_thinking' || textOf(signature) !== '');
      blocks = [];
      return taken.length === 0 ? undefined : { anthropic: { thinking: taken } };
    },
  };
}

const INPUT = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'] as const;

/** Counts grow, and gateways send zeros: the last that says something is right for each. */
function createUsageReader(turn: TurnBuilder): (usage: unknown, which: 'input' | 'all') => readonly ModelPart[] {
  const inputs = new Map<string, number>();
  return (usage, which) => {
    if (!isMembers(usage)) {
      return [];
    }
    for (const name of INPUT) {
      const count = countOf(usage[name]);
      if (count !== undefined && (count > 0 || !inputs.has(name))) {
        inputs.set(name, count);
      }
    }
    // The head counts the first model tokens of the answer only.
    const output = which === 'all' ? countOf(usage['output_tokens']) : undefined;
    const input = [...inputs.values()].reduce((sum, count) => sum + count, 0);
    return turn.usage({
      ...(inputs.size === 0 ? {} : { input_tokens: input }),
      ...(output === undefined ? {} : { output_tokens: output }),
    });
  };
}
