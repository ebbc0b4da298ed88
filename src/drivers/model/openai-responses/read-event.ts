import type { ModelPart } from '../../../contract/model.js';
import { isMembers } from '../../../streams/members.js';
import { type TurnBuilder, turnFailure } from '../../../streams/model-turn/turn-builder.js';
import { providerError } from '../provider-error.js';
import { countOf, type Members, textOf } from '../wire.js';
import { createItemReader } from './read-item.js';

/** Reads the events of one answer, or an answer in one piece. Kinds of events and items that are not known are skipped. */
export function createEventReader(turn: TurnBuilder): (event: Members) => readonly ModelPart[] {
  const items = createItemReader(turn);

  const readEnd = (response: Members, said: string): readonly ModelPart[] => {
    const ending = endingOf(response, said);
    const output = Array.isArray(response['output']) ? response['output'].filter(isMembers) : [];
    const parts = [...items.atEnd(output), ...readUsage(response, turn)];
    turn.finish(ending);
    turn.terminate();
    return parts;
  };

  return (event) => {
    const { type, response, object } = event;
    if (ENDS.has(type)) {
      return readEnd(membersOf(response), textOf(type).slice('response.'.length));
    }
    if (isError(event)) {
      throw providerError(isMembers(event['error']) ? event['error'] : event);
    }
    return type === undefined && object === 'response'
      ? readEnd(event, textOf(event['status']))
      : [...items.read(textOf(type), event), ...readUsage(membersOf(response), turn)];
  };
}

const ENDS: ReadonlySet<unknown> = new Set([
  'response.completed',
  'response.incomplete',
  'response.failed',
  'response.cancelled',
  'response.done',
]);

/** Gateways put their own errors in between, in forms of their own. A whole answer has the member, too, and null in it. */
function isError({ type, error, object }: Members): boolean {
  const isBare = type === undefined && object !== 'response';
  return type === 'error' || object === 'error' || (isBare && error !== undefined && error !== null);
}

/** The word for the end. What the event or its response says to be cut is cut, and what failed has failed. */
function endingOf({ status, error, incomplete_details: details }: Members, said: string): string {
  const word = said === 'done' ? textOf(status) : said;
  const words = [word, textOf(status)];
  if (words.includes('failed') || words.includes('cancelled')) {
    throw providerError(membersOf(error));
  }
  if (word === 'in_progress' || word === 'queued') {
    throw turnFailure('stream_interrupted', 'the answer of the model ended before it was complete');
  }
  if (words.includes('incomplete')) {
    return textOf(membersOf(details)['reason']) || 'length';
  }
  return word === 'completed' ? 'stop' : word;
}

function readUsage({ usage }: Members, turn: TurnBuilder): readonly ModelPart[] {
  if (!isMembers(usage)) {
    return [];
  }
  const input = countOf(usage['input_tokens']);
  const output = countOf(usage['output_tokens']);
  return turn.usage({
    ...(input === undefined ? {} : { input_tokens: input }),
    ...(output === undefined ? {} : { output_tokens: output }),
  });
}

function membersOf(value: unknown): Members {
  return isMembers(value) ? value : {};
}
