import type { ModelPart } from '../../contract/model.js';
import { isMembers } from '../../streams/members.js';
import { parseExactly, parseJson } from '../../streams/model-turn/parse-arguments.js';
import { type TurnBuilder, turnFailure } from '../../streams/model-turn/turn-builder.js';
import type { Stage } from '../../streams/stage.js';
import { type AnswerEvent, createFraming } from './framing.js';
import { providerError } from './provider-error.js';
import type { Members, Wire } from './wire.js';

export interface AnswerDecoder extends Stage<Uint8Array, ModelPart> {
  /** Whether anything of the answer was understood. */
  readonly hasStarted: () => boolean;
}

export interface AnswerOptions {
  readonly wire: Wire;
  readonly turn: TurnBuilder;
  readonly maxEventChars: number;
}

/**
 * The bytes of an answer as parts of the turn; the last part is the turn itself. A server that does not stream although
 * it was asked to is understood too. Throws when the turn does not end cleanly.
 */
export async function createAnswerDecoder({ wire, turn, maxEventChars }: AnswerOptions): Promise<AnswerDecoder> {
  const framing = await createFraming(wire.framing, maxEventChars);
  const read = wire.createReader(turn);
  let hasStarted = false;

  const take = (value: unknown, { event }: AnswerEvent): readonly ModelPart[] => {
    const values = Array.isArray(value) ? value : [value];
    hasStarted = true;
    return values.flatMap((item: unknown) => {
      if (!isMembers(item)) {
        throw turnFailure('invalid_chunk', 'a piece of the answer of the model is not what was expected');
      }
      if (event === 'error') {
        throw providerError(errorIn(item));
      }
      return read(item);
    });
  };

  const takeEvent = (event: AnswerEvent): readonly ModelPart[] => {
    const data = event.data.trim();
    if (data === '' || turn.isTerminated) {
      return [];
    }
    if (data === DONE) {
      turn.terminate();
      return [];
    }
    return take(parseExactly(data, turn.flag), event);
  };

  const takeWhole = (event: AnswerEvent): readonly ModelPart[] => {
    const value = parseExactly(event.data, turn.flag);
    if (value === undefined) {
      throw turnFailure('stream_interrupted', 'the answer of the model ended before it was complete');
    }
    const parts = take(value, event);
    turn.flag('not_streamed');
    turn.terminate();
    return parts;
  };

  /** An event at the very end that lacks its end counts if it is complete. */
  const takeLast = (event: AnswerEvent): readonly ModelPart[] => {
    if (event.isWhole === true) {
      return takeWhole(event);
    }
    const isComplete = event.data.trim() === DONE || parseJson(event.data) !== undefined;
    if (!isComplete || turn.isTerminated) {
      return [];
    }
    turn.flag('unterminated_last_event');
    return takeEvent(event);
  };

  return {
    hasStarted: () => hasStarted || turn.isTerminated,
    *transform(bytes) {
      for (const event of framing.transform(bytes)) {
        yield* takeEvent(event);
      }
    },
    *final() {
      for (const event of framing.final()) {
        yield* takeLast(event);
      }
      const isEmpty = !turn.hasContent && !turn.isFinished;
      if (isEmpty && (turn.isTerminated || !hasStarted)) {
        throw turnFailure('empty_stream', 'the model provider sent an empty answer');
      }
      const held = turn.flush();
      const ended = turn.end();
      yield* held;
      yield { type: 'turn', turn: ended };
    },
  };
}

const DONE = '[DONE]';

function errorIn(event: Members): Members {
  return isMembers(event['error']) ? event['error'] : event;
}
