import { isKernelError, KernelError } from '../../contract/errors.js';
import type { ModelPart, ModelRequest } from '../../contract/model.js';
import { createTurnBuilder, type TurnBuilder } from '../../streams/model-turn/turn-builder.js';
import { orCancelled, throwIfAborted } from '../cancellation.js';
import type { Dispatchers } from '../dispatchers.js';
import { type Answer, exchange, type HttpRequest } from '../http-exchange.js';
import { isTransient } from '../http-failure.js';
import { backOffMs, sleepOrCancelled, wantedDelayMs } from '../retry-delay.js';
import { type AnswerDecoder, createAnswerDecoder } from './decode-answer.js';
import { describeModelFailure, describeStatus, modelFailure } from './failure.js';
import type { ModelSettings } from './settings.js';

/** What one turn is asked for with. */
export interface ModelCall {
  readonly settings: ModelSettings;
  readonly dispatchers: Dispatchers;
  readonly signal: AbortSignal;
}

/**
 * Asks for one turn and gives what comes of it. As long as nothing of an answer was read, it is asked for again where that
 * can help; afterwards never, as nobody could tell the two answers apart.
 */
export async function* askModel(request: ModelRequest, call: ModelCall): AsyncGenerator<ModelPart> {
  const { settings, signal } = call;
  throwIfAborted(signal);
  const sent = buildRequest(request, settings);
  for (let attempt = 0; ; attempt += 1) {
    let outcome = await open(sent, call);
    throwIfAborted(signal);
    if ('answer' in outcome) {
      const reading = createReading(request, call);
      try {
        yield* readAnswer(outcome.answer, reading);
        return;
      } catch (error) {
        throwIfAborted(signal);
        outcome = { error: describeModelFailure(error), mayHelp: !reading.hasStarted() && isEmptyOrLost(error) };
      }
    }
    const delayMs = outcome.delayMs ?? backOffMs(attempt, settings.maxDelayMs);
    if (!outcome.mayHelp || attempt >= settings.attempts || delayMs > settings.maxDelayMs) {
      throw outcome.error;
    }
    await sleepOrCancelled(delayMs, signal);
  }
}

function isEmptyOrLost(error: unknown): boolean {
  return isKernelError(error) ? error.details?.['kind'] === 'empty_stream' : isTransient(error);
}

function buildRequest(request: ModelRequest, { wire, url, headers, extraBody }: ModelSettings): HttpRequest {
  const body = JSON.stringify({ ...wire.body(request, url.hostname), ...extraBody, stream: true });
  return { method: 'POST', url, headers, body: () => body };
}

type Outcome = { readonly answer: Answer } | Failure;

interface Failure {
  readonly error: KernelError;
  /** Whether it may help to ask again. */
  readonly mayHelp: boolean;
  /** How long the provider wants to be left alone. */
  readonly delayMs?: number | undefined;
}

/** An answer that is to be read, or why there is none. */
async function open(request: HttpRequest, { settings, dispatchers, signal }: ModelCall): Promise<Outcome> {
  try {
    const line = await dispatchers.lineTo(request.url, settings.connection);
    await orCancelled(line.check(request.url), signal);
    throwIfAborted(signal);
    const answer = await exchange(line.dispatcher, request, { idleMs: settings.idleMs, signal });
    const { status, headers } = answer;
    if (status === 200) {
      return { answer };
    }
    answer.close();
    const delayMs = wantedDelayMs(headers, Date.now());
    return { error: describeStatus(answer, delayMs), mayHelp: PASSING.has(status), delayMs };
  } catch (error) {
    return { error: describeModelFailure(error), mayHelp: isTransient(error) };
  }
}

const PASSING: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504, 529]);

interface Reading {
  readonly turn: TurnBuilder;
  readonly call: ModelCall;
  readonly open: () => Promise<AnswerDecoder>;
  /** Whether anything of the answer was understood. */
  readonly hasStarted: () => boolean;
}

function createReading(request: ModelRequest, call: ModelCall): Reading {
  const { wire, limits, maxEventChars } = call.settings;
  let decoder: AnswerDecoder | undefined;
  const turn = createTurnBuilder({
    tools: (request.tools ?? []).map(({ name }) => name),
    earlierIds: request.messages.flatMap((message) =>
      message.role === 'assistant' ? (message.tool_calls ?? []).map(({ id }) => id) : [],
    ),
    limits,
  });
  return {
    turn,
    call,
    async open() {
      decoder = await createAnswerDecoder({ wire, turn, maxEventChars });
      return decoder;
    },
    hasStarted: () => decoder?.hasStarted() ?? false,
  };
}

async function* readAnswer(answer: Answer, reading: Reading): AsyncGenerator<ModelPart> {
  try {
    checkHead(answer);
    const decoder = await reading.open();
    yield* readBody(answer, decoder, reading);
    yield* decoder.final();
  } finally {
    answer.close();
  }
}

/** Ends when the provider says so, whether it closes the connection or not. */
async function* readBody(
  answer: Answer,
  decoder: AnswerDecoder,
  { turn, call: { settings, signal } }: Reading,
): AsyncGenerator<ModelPart> {
  let left = settings.maxBytes;
  try {
    for await (const bytes of answer.body()) {
      throwIfAborted(signal);
      left -= bytes.length;
      if (left < 0) {
        throw answerTooLong(settings.maxBytes);
      }
      for (const part of decoder.transform(bytes)) {
        yield part;
        throwIfAborted(signal);
      }
      if (turn.isTerminated) {
        return;
      }
    }
  } catch (error) {
    throwIfAborted(signal);
    // What mattered had come; only counts can be missing.
    if (isKernelError(error) || !turn.isFinished) {
      throw error;
    }
    turn.flag('connection_lost_after_end');
  }
}

const FRAMED =
  /^(?:text\/event-stream|text\/plain|application\/(?:json|octet-stream|x-ndjson|ndjson|jsonl|x-jsonlines))$/;

function checkHead({ headers }: Answer): void {
  const type = (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (type !== '' && !FRAMED.test(type)) {
    throw modelFailure(
      'bad_content_type',
      'the answer is not that of a model provider: its content type is another',
      {},
      'check base_url',
    );
  }
  const encoding = headers.get('content-encoding') ?? 'identity';
  if (encoding !== 'identity') {
    throw modelFailure('bad_content_type', 'the model provider compresses its answer, which was not asked for');
  }
}

function answerTooLong(most: number): KernelError {
  return new KernelError('LIMIT_REACHED', `the answer of the model is longer than ${most} bytes`, {
    details: { kind: 'answer_too_long' },
  });
}
