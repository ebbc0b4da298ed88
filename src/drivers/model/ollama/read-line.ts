import type { ModelPart } from '../../../contract/model.js';
import { isMembers } from '../../../streams/members.js';
import type { TurnBuilder } from '../../../streams/model-turn/turn-builder.js';
import { providerError } from '../provider-error.js';
import { countOf, type Members } from '../wire.js';

/** One line of a stream, or the whole answer. */
export function readLine(line: Members, turn: TurnBuilder): readonly ModelPart[] {
  const { error, message, done, done_reason: reason } = line;
  if (error !== undefined && error !== null) {
    throw providerError(isMembers(error) ? error : {});
  }
  const parts = isMembers(message) ? readMessage(message, turn) : [];
  if (done !== true) {
    return parts;
  }
  turn.finish(reason);
  turn.terminate();
  return [...parts, ...readUsage(line, turn)];
}

/** Calls come whole. Their numbers are not to be trusted: several versions number all of them 0. */
function readMessage(message: Members, turn: TurnBuilder): readonly ModelPart[] {
  const { content, thinking, tool_calls: calls } = message;
  const formed = (Array.isArray(calls) ? calls.filter(isMembers) : []).flatMap((call) => {
    const { name, arguments: given } = isMembers(call['function']) ? call['function'] : {};
    return turn.wholeCall({ id: call['id'], name, arguments: given });
  });
  return [...turn.reasoning(thinking), ...turn.text(content), ...formed];
}

function readUsage(
  { prompt_eval_count: prompt, eval_count: answer }: Members,
  turn: TurnBuilder,
): readonly ModelPart[] {
  const input = countOf(prompt);
  const output = countOf(answer);
  return turn.usage({
    ...(input === undefined ? {} : { input_tokens: input }),
    ...(output === undefined ? {} : { output_tokens: output }),
  });
}
