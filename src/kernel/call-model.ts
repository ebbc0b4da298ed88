import { KernelError } from '../contract/errors.js';
import type { FinishReason, ModelPart, ModelRequest, ModelTurn, RejectedToolCall } from '../contract/model.js';
import type { ModelCall, ShownModelPart } from '../contract/model-call.js';
import { createRedactor, type RedactedText, type RedactionOptions } from '../firewall/find/redactor.js';
import { abortable } from '../streams/abort.js';
import { reasonOf, safeFailure, settleModel } from './model-end.js';
import { createModelRedaction, type ModelRedaction } from './model-redaction.js';
import { checkSessionCanPay } from './model-spending.js';
import { beginModelTrace, type ModelTrace } from './model-trace.js';
import type { KernelPorts } from './ports.js';
import type { TellingPorts } from './told-messages.js';

/** A model that never waits must still let timers and signals in. */
const PARTS_PER_TURN = 64;

/**
 * The one way to a model and back: what it reads was redacted, what it says leaves as it is decided. After an error or an
 * abort nothing of the held text leaves. One trace, and its session pays for what is known of it, however it ends.
 */
export async function* callModel(ports: TellingPorts, call: ModelCall): AsyncGenerator<ShownModelPart> {
  const trace = beginModelTrace(ports, call);
  try {
    await checkSessionCanPay(ports, call);
    yield* shownParts(ports, call, trace);
  } catch (error) {
    const failure = safeFailure(ports, call, error);
    trace.failed(failure);
    throw failure;
  } finally {
    await settleModel(ports, call, trace);
  }
}

async function* shownParts(ports: TellingPorts, call: ModelCall, trace: ModelTrace): AsyncGenerator<ShownModelPart> {
  const toolNames = call.request.tools?.map(({ name }) => name);
  const redaction = createModelRedaction(ports.settings.redaction, {
    told: ports.told,
    ...(toolNames === undefined ? {} : { toolNames }),
  });
  const voice = createVoice(ports.settings.redaction, trace);
  try {
    yield* spoken(ports, call, { trace, redaction, voice });
  } catch (error) {
    const chars = voice.held();
    if (chars > 0) {
      yield { type: 'withheld', chars };
    }
    throw error;
  }
}

interface Speaking {
  readonly trace: ModelTrace;
  readonly redaction: ModelRedaction;
  readonly voice: Voice;
}

async function* spoken(
  ports: KernelPorts,
  call: ModelCall,
  { trace, redaction, voice }: Speaking,
): AsyncGenerator<ShownModelPart> {
  if (call.signal.aborted) {
    throw reasonOf(call.signal);
  }
  const request = redaction.request(call.request);
  yield { type: 'asked', messages: request.messages };
  let count = 0;
  for await (const part of partsOf(call, request)) {
    count += 1;
    if (count % PARTS_PER_TURN === 0) {
      await ports.clock.breathe();
    }
    switch (part.type) {
      case 'text':
        yield voice.say(part.text);
        break;
      case 'tool-call-start':
      case 'tool-call-delta':
        yield redaction.callPart(part) ?? SILENT;
        break;
      case 'usage':
        yield { type: 'usage', usage: trace.used(part.usage) };
        break;
      case 'turn': {
        yield* lastWords(voice, part.turn);
        const turn = withoutCutCalls(inKnownWords(part.turn));
        const usage = trace.completed(turn);
        yield { type: 'turn', turn: { ...redaction.turn(turn), ...usage }, calls: turn.tool_calls };
        return;
      }
      default:
        yield SILENT;
    }
  }
  throw new KernelError('MODEL_FAILED', 'the model ended without an end of its turn', {
    hint: 'nothing that it asked for was run',
  });
}

/** What is undecided where an answer was cut may be the beginning of a secret. */
function* lastWords(voice: Voice, { text, finish_reason: reason }: ModelTurn): Generator<ShownModelPart> {
  if (reason !== 'length' && reason !== 'content_filter') {
    yield voice.end(text);
    return;
  }
  yield voice.cut(text);
  const chars = voice.held();
  if (chars > 0) {
    yield { type: 'withheld', chars };
  }
}

const SILENT: ShownModelPart = { type: 'silent' };

interface Voice {
  readonly say: (text: string) => ShownModelPart;
  /** What is still held; the whole text, if none of it was said before, as a client does that does not stream. */
  readonly end: (whole: string) => ShownModelPart;
  /** The same of an answer that was cut: what is undecided stays held. */
  readonly cut: (whole: string) => ShownModelPart;
  /** Characters that were said and have not left. */
  readonly held: () => number;
}

function createVoice(options: RedactionOptions, trace: ModelTrace): Voice {
  const redactor = createRedactor(options);
  let hasSpoken = false;
  const shown = ({ text, replacements }: RedactedText): ShownModelPart => {
    trace.replaced(replacements);
    return text === '' ? SILENT : { type: 'text', text };
  };
  return {
    say(text) {
      hasSpoken = true;
      return shown(redactor.push(text));
    },
    end: (whole) => shown(redactor.end(hasSpoken ? undefined : whole)),
    cut: (whole) => (hasSpoken ? SILENT : shown(redactor.push(whole))),
    held: redactor.held,
  };
}

async function* partsOf(call: ModelCall, request: ModelRequest): AsyncGenerator<ModelPart> {
  const { client, signal, graceMs, mayAskAgain } = call;
  if (!signal.aborted) {
    const source = client.stream(request, {
      signal,
      ...(mayAskAgain === undefined ? {} : { mayAskAgain }),
    });
    yield* abortable(source, signal, graceMs === undefined ? {} : { graceMs });
  }
  // It is over by the signal, also when the client took that for an end of its own.
  if (signal.aborted) {
    throw reasonOf(signal);
  }
}

const WORDS: ReadonlySet<string> = new Set<FinishReason | RejectedToolCall['reason']>([
  'stop',
  'tool_calls',
  'length',
  'content_filter',
  'refusal',
  'truncated',
  'invalid_arguments',
  'unknown_tool',
  'missing_name',
]);

/** These words are shown as they are: a client of somebody else's must not say anything else in their place. */
function inKnownWords(turn: ModelTurn): ModelTurn {
  if (![turn.finish_reason, ...turn.rejected.map(({ reason }) => reason)].every((word) => WORDS.has(word))) {
    throw new KernelError('MODEL_FAILED', 'the model ended its turn for a reason that is not known', {
      hint: 'nothing that it asked for was run',
    });
  }
  return turn;
}

/** A call in a turn that was cut short may be cut short itself. */
function withoutCutCalls(turn: ModelTurn): ModelTurn {
  const { finish_reason: reason, tool_calls: calls, rejected } = turn;
  if (calls.length === 0 || reason === 'stop' || reason === 'tool_calls') {
    return turn;
  }
  const cut = calls.map(({ id, function: { name, arguments: text } }) => {
    return { id, name, arguments: text, reason: 'truncated' } as const;
  });
  return { ...turn, tool_calls: [], rejected: [...cut, ...rejected] };
}
