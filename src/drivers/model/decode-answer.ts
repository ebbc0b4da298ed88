import { KernelError } from '../../contract/errors.js';
import type { ModelPart } from '../../contract/model.js';
import { isMembers } from '../../streams/members.js';
import { parseExactly } from '../../streams/model-turn/parse-arguments.js';
import { type TurnBuilder, turnFailure } from '../../streams/model-turn/turn-builder.js';
import type { Stage } from '../../streams/stage.js';
import { createUtf8Decoder } from '../../streams/utf8.js';
import { createEventStream, type StreamEvent } from '../event-stream.js';
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
export function createAnswerDecoder(options: AnswerOptions): Promise<AnswerDecoder> {
  return options.wire.framing === 'lines' ? createDecoder(options, createLines) : createDecoder(options, createEvents);
}

interface AnswerEvent extends StreamEvent {
  /** The event is the whole answer. */
  readonly isWhole?: true;
}

/** Cuts bytes into events. What `final` gives had no end of its own, so it may be cut. */
type Framing = Stage<Uint8Array, AnswerEvent>;

async function createDecoder(
  { wire, turn, maxEventChars }: AnswerOptions,
  createFraming: (maxChars: number) => Promise<Framing>,
): Promise<AnswerDecoder> {
  const framing = await createFraming(maxEventChars);
  const read = wire.createReader(turn);
  let hasStarted = false;

  const take = (value: unknown, { event }: StreamEvent): readonly ModelPart[] => {
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

  const takeEvent = (event: StreamEvent): readonly ModelPart[] => {
    const data = event.data.trim();
    if (data === '' || turn.isTerminated) {
      return [];
    }
    if (data === DONE) {
      turn.terminate();
      return [];
    }
    const value = parseExactly(data, turn.flag);
    return take(value, event);
  };

  /** An event at the very end that lacks its end counts if it is complete. */
  const takeLast = (event: AnswerEvent): readonly ModelPart[] => {
    const value = parseExactly(event.data, turn.flag);
    const isComplete = event.data.trim() === DONE || value !== undefined;
    if (!isComplete || turn.isTerminated) {
      return [];
    }
    if (event.isWhole !== true) {
      turn.flag('unterminated_last_event');
      return takeEvent(event);
    }
    const parts = take(value, event);
    turn.flag('not_streamed');
    turn.terminate();
    return parts;
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
      yield { type: 'turn', turn: turn.end() };
    },
  };
}

const DONE = '[DONE]';

function errorIn(event: Members): Members {
  return isMembers(event['error']) ? event['error'] : event;
}

/** Server-sent events, or one JSON text: no event begins with a bracket. */
async function createEvents(maxChars: number): Promise<Framing> {
  const events = await createEventStream({ maxEventChars: maxChars, tooLong: () => eventTooLong(maxChars) });
  let chosen: Framing | undefined;
  return {
    transform(bytes) {
      const first = chosen === undefined ? firstSignificant(bytes) : undefined;
      if (first !== undefined) {
        chosen = first === 0x7b || first === 0x5b ? createWhole(maxChars) : events;
      }
      return (chosen ?? events).transform(bytes);
    },
    final: () => (chosen ?? events).final(),
  };
}

/** The first byte that is neither white space nor a part of a byte order mark. */
function firstSignificant(bytes: Uint8Array): number | undefined {
  return bytes.find((byte) => byte > 0x20 && byte !== 0xef && byte !== 0xbb && byte !== 0xbf);
}

/** All of it as one event. */
function createWhole(maxChars: number): Framing {
  const decoder = createUtf8Decoder();
  let data = '';
  const add = (texts: Iterable<string>): void => {
    for (const text of texts) {
      data += text;
    }
    if (data.length > maxChars) {
      throw eventTooLong(maxChars);
    }
  };
  return {
    transform(bytes) {
      add(decoder.transform(bytes));
      return [];
    },
    final() {
      add(decoder.final());
      return [{ data, isWhole: true }];
    },
  };
}

async function createLines(maxChars: number): Promise<Framing> {
  const decoder = createUtf8Decoder();
  let begun = '';
  const cut = (texts: Iterable<string>): readonly StreamEvent[] => {
    const events: StreamEvent[] = [];
    for (const text of texts) {
      const lines = text.split('\n');
      const last = lines.pop() ?? '';
      for (const line of lines) {
        events.push({ data: begun + line });
        begun = '';
      }
      begun += last;
      if (begun.length > maxChars) {
        throw eventTooLong(maxChars);
      }
    }
    return events;
  };
  return {
    transform: (bytes) => cut(decoder.transform(bytes)),
    final: () => [...cut(decoder.final()), { data: begun }],
  };
}

function eventTooLong(most: number): KernelError {
  return new KernelError('LIMIT_REACHED', `the model provider sent a piece of more than ${most} characters`, {
    details: { kind: 'answer_too_long' },
  });
}
