import type { ModelPart } from '../../../contract/model.js';
import { isMembers } from '../../../streams/members.js';
import type { TurnBuilder } from '../../../streams/model-turn/turn-builder.js';
import { providerError } from '../provider-error.js';
import { countOf, type Members, textOf } from '../wire.js';

/** One chunk of a stream, or a whole completion. */
export function readChunk(chunk: Members, turn: TurnBuilder): readonly ModelPart[] {
  const { error, object } = chunk;
  if ((error !== undefined && error !== null) || object === 'error') {
    throw providerError(isMembers(error) ? error : chunk);
  }
  const choice = firstChoice(chunk['choices'], turn);
  const parts = choice === undefined ? [] : readChoice(choice, turn);
  return [...parts, ...readUsage(chunk['usage'] ?? choice?.['usage'], turn)];
}

/** Further ones are other answers to the same question, which nobody asked for. */
function firstChoice(choices: unknown, turn: TurnBuilder): Members | undefined {
  const known = Array.isArray(choices) ? choices.filter(isMembers) : [];
  const first = known.find(({ index }) => index === undefined || index === null || index === 0);
  if (known.some((choice) => choice !== first)) {
    turn.flag('extra_choices');
  }
  return first;
}

function readChoice(choice: Members, turn: TurnBuilder): readonly ModelPart[] {
  const { delta, message, finish_reason: finish } = choice;
  const parts = isMembers(delta) ? readDelta(delta, turn) : isMembers(message) ? readMessage(message, turn) : [];
  turn.finish(finish);
  return parts;
}

/** Some servers send the whole message, in place of pieces or after them. */
function readMessage(message: Members, turn: TurnBuilder): readonly ModelPart[] {
  turn.flag('message_instead_of_delta');
  return turn.hasContent ? [] : readDelta(message, turn);
}

function readDelta(delta: Members, turn: TurnBuilder): readonly ModelPart[] {
  const { content, refusal, tool_calls: calls, function_call: legacy } = delta;
  const formed = [
    ...listOf(calls).flatMap((call) => readCall(call, turn)),
    ...(isMembers(legacy) ? readLegacyCall(legacy, turn) : []),
  ];
  if (textOf(refusal) !== '') {
    turn.refuse();
  }
  return [...readReasoning(delta, turn), ...readContent(content, turn), ...turn.text(refusal), ...formed];
}

function readCall(call: unknown, turn: TurnBuilder): readonly ModelPart[] {
  if (!isMembers(call)) {
    return [];
  }
  const { id, index, function: named, extra_content: extra } = call;
  const { name, arguments: text } = isMembers(named) ? named : {};
  return turn.call({ id, index, name, arguments: text, extra });
}

function readLegacyCall({ name, arguments: text }: Members, turn: TurnBuilder): readonly ModelPart[] {
  turn.flag('legacy_function_call');
  return turn.call({ name, arguments: text });
}

/** The same text may come under two of these names at once. */
function readReasoning(delta: Members, turn: TurnBuilder): readonly ModelPart[] {
  const { reasoning_content: content, reasoning, reasoning_details: details } = delta;
  const text = textOf(content) || textOf(reasoning);
  if (text !== '') {
    return turn.reasoning(text);
  }
  return listOf(details).flatMap((detail) =>
    isMembers(detail) ? turn.reasoning(detail['text'] ?? detail['summary']) : [],
  );
}

function readContent(content: unknown, turn: TurnBuilder): readonly ModelPart[] {
  if (!Array.isArray(content)) {
    return turn.text(content);
  }
  return content.filter(isMembers).flatMap((part) => {
    const { type, text, thinking } = part;
    return type === 'thinking'
      ? listOf(thinking).flatMap((piece) => turn.reasoning(isMembers(piece) ? piece['text'] : piece))
      : turn.text(text);
  });
}

/** Every chunk may carry the counts so far. */
function readUsage(usage: unknown, turn: TurnBuilder): readonly ModelPart[] {
  if (!isMembers(usage)) {
    return [];
  }
  const input = countOf(usage['prompt_tokens']);
  const output = countOf(usage['completion_tokens']);
  return turn.usage({
    ...(input === undefined ? {} : { input_tokens: input }),
    ...(output === undefined ? {} : { output_tokens: output }),
  });
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) {
    return value;
  }
  return value === undefined || value === null ? [] : [value];
}
