import { isKernelError } from '../../contract/errors.js';
import type { ModelPart, ModelRequest, ModelUsage } from '../../contract/model.js';
import { createTurnBuilder, type TurnBuilder } from '../../streams/model-turn/turn-builder.js';
import { throwIfAborted } from '../cancellation.js';
import type { Answer, HttpRequest } from '../http-exchange.js';
import { isTransient } from '../http-failure.js';
import { backOffMs, sleepOrCancelled } from '../retry-delay.js';
import { type AnswerDecoder, createAnswerDecoder } from './decode-answer.js';
import { answerTooLong, describeModelFailure } from './failure.js';
import { type Failure, type ModelCall, openAnswer } from './open-answer.js';
import type { ModelSettings } from './settings.js';

/**
 * Asks for one turn and gives what comes of it. As long as nothing of an answer was read, it is asked for again where that
 * can help; afterwards never, as nobody could tell the two answers apart. One that ends at once, or announces calls and
 * has none, is asked for once more.
 */
export async function* askModel(request: ModelRequest, call: ModelCall): AsyncGenerator<ModelPart> {
  const { settings, signal } = call;
  throwIfAborted(signal);
  const sent = buildRequest(request, settings);
  const spent = createSpent();
  let hasRead = false;
  for (let attempt = 0; ; attempt += 1) {
    const reading = await openReading(request, call);
    const opening = await openAnswer(sent, call);
    throwIfAborted(signal);
    let failure: Failure;
    if ('answer' in opening) {
      try {
        yield* spent.onTop(readAnswer(opening.answer, reading));
        return;
      } catch (error) {
        throwIfAborted(signal);
        failure = { error: describeModelFailure(error), mayHelp: !hasRead && mayBeAsked(error, reading) };
        hasRead = true;
      }
    } else {
      failure = opening;
    }
    const delayMs = failure.delayMs ?? backOffMs(attempt, settings.maxDelayMs);
    const isAllowed = failure.mayHelp && attempt < settings.attempts && delayMs <= settings.maxDelayMs;
    if (!isAllowed || !call.mayAskAgain()) {
      throw failure.error;
    }
    await sleepOrCancelled(delayMs, signal);
  }
}

function buildRequest(request: ModelRequest, { wire, url, headers, extraBody }: ModelSettings): HttpRequest {
  const body = JSON.stringify({ ...wire.body(request, url.hostname), ...extraBody, stream: true });
  return { method: 'POST', url, headers, body: () => body };
}

function mayBeAsked(error: unknown, { decoder, hasSpoken }: Reading): boolean {
  const kind = isKernelError(error) ? error.details?.['kind'] : undefined;
  const isEmptyOrLost = isKernelError(error) ? kind === 'empty_stream' : isTransient(error);
  return (isEmptyOrLost && !decoder.hasStarted()) || (kind === 'empty_tool_calls' && !hasSpoken());
}

interface Spent {
  /** The same parts, their counts on top of those of the answers before. */
  readonly onTop: (parts: AsyncIterable<ModelPart>) => AsyncGenerator<ModelPart>;
}

/** What was counted for an answer that had to be asked for again was spent all the same. */
function createSpent(): Spent {
  let before: ModelUsage = {};
  let last: ModelUsage = {};
  return {
    async *onTop(parts) {
      before = last;
      for await (const part of parts) {
        if (part.type === 'usage') {
          last = sum(before, part.usage);
          yield { type: 'usage', usage: last };
        } else {
          yield part.type === 'turn'
            ? { type: 'turn', turn: { ...part.turn, usage: sum(before, part.turn.usage) } }
            : part;
        }
      }
    },
  };
}

function sum(left: ModelUsage, right: ModelUsage): ModelUsage {
  const total = (a: number | undefined, b: number | undefined): number | undefined =>
    a === undefined && b === undefined ? undefined : (a ?? 0) + (b ?? 0);
  const input = total(left.input_tokens, right.input_tokens);
  const output = total(left.output_tokens, right.output_tokens);
  return {
    ...(input === undefined ? {} : { input_tokens: input }),
    ...(output === undefined ? {} : { output_tokens: output }),
  };
}

interface Reading {
  readonly turn: TurnBuilder;
  readonly decoder: AnswerDecoder;
  readonly call: ModelCall;
  /** Whether anything was handed on that somebody may have read. */
  readonly hasSpoken: () => boolean;
}

async function openReading(request: ModelRequest, call: ModelCall): Promise<Reading> {
  const { wire, limits, maxEventChars } = call.settings;
  const turn = createTurnBuilder({
    tools: (request.tools ?? []).map(({ name }) => name),
    earlierIds: request.messages.flatMap((message) =>
      message.role === 'assistant' ? (message.tool_calls ?? []).map(({ id }) => id) : [],
    ),
    limits,
  });
  const decoder = await createAnswerDecoder({ wire, turn, maxEventChars });
  return { turn, decoder, call, hasSpoken: () => turn.hasContent };
}

async function* readAnswer(answer: Answer, reading: Reading): AsyncGenerator<ModelPart> {
  try {
    yield* readBody(answer, reading);
    yield* reading.decoder.final();
  } finally {
    answer.close();
  }
}

/** Ends when the provider says so, whether it closes the connection or not. */
async function* readBody(answer: Answer, { turn, decoder, call }: Reading): AsyncGenerator<ModelPart> {
  const { settings, signal } = call;
  const patience = createPatience(turn, answer.close);
  let left = settings.maxBytes;
  try {
    for await (const bytes of answer.body()) {
      throwIfAborted(signal);
      left -= bytes.length;
      if (left < 0) {
        throw answerTooLong(settings.maxBytes);
      }
      let isNews = false;
      for (const part of decoder.transform(bytes)) {
        isNews = true;
        yield part;
        throwIfAborted(signal);
      }
      if (turn.isTerminated) {
        return;
      }
      patience.heard(isNews);
    }
  } catch (error) {
    throwIfAborted(signal);
    // What mattered had come; only counts can be missing.
    if (isKernelError(error) || !turn.isFinished) {
      throw error;
    }
    turn.flag('unconfirmed_end');
  } finally {
    patience.end();
  }
}

/** How long a provider that has said why the turn ended is listened to for the counts. */
const AFTER_END_MS = 2000;

interface Patience {
  readonly heard: (isNews: boolean) => void;
  readonly end: () => void;
}

/** Closes an answer whose turn has ended after a while without news: bytes that say nothing are no reason to wait on. */
function createPatience(turn: TurnBuilder, close: () => void): Patience {
  let timer: NodeJS.Timeout | undefined;
  return {
    heard(isNews) {
      if (turn.isFinished && (isNews || timer === undefined)) {
        clearTimeout(timer);
        timer = setTimeout(close, AFTER_END_MS);
      }
    },
    end: () => clearTimeout(timer),
  };
}
