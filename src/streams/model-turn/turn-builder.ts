import { KernelError } from '../../contract/errors.js';
import type {
  FinishReason,
  ModelFailureKind,
  ModelPart,
  ModelTurn,
  ModelUsage,
  UsageStatus,
} from '../../contract/model.js';
import type { WireCall } from './call-piece.js';
import { createCallProgress } from './call-progress.js';
import { type CallLimits, createCallSlots } from './call-table.js';
import { closeCalls } from './close-calls.js';
import { type Ending, readEnding } from './finish-reasons.js';
import { mayHoldCall } from './text-calls.js';
import { createToolNames } from './tool-names.js';
import { createWholePairs } from './whole-pairs.js';

export interface TurnLimits extends CallLimits {
  /** Of the answer's text and arguments together. */
  readonly max_answer_chars: number;
}

export interface TurnOptions {
  /** Names of the tools that the model was told of. */
  readonly tools: readonly string[];
  /** Ids of the calls of earlier turns. */
  readonly earlierIds: readonly string[];
  readonly limits: TurnLimits;
}

/** One turn of a model as it comes, whatever wire it came by. */
export interface TurnBuilder {
  /** Gives the parts to hand on; none for an empty text. */
  text(piece: unknown): readonly ModelPart[];
  reasoning(piece: unknown): readonly ModelPart[];
  call(wire: WireCall): readonly ModelPart[];
  wholeCall(wire: WireCall): readonly ModelPart[];
  /** A piece of a call that the wire tells from others by a key. */
  itemCall(key: string, wire: WireCall): readonly ModelPart[];
  /** The whole of such a call, which counts in place of its pieces. */
  settleCall(key: string, wire: WireCall): readonly ModelPart[];
  /** Counts so far, never to be added up. Zero does not replace what was known. */
  usage(usage: ModelUsage): readonly ModelPart[];
  /** The provider's word for why the turn ended; nothing for one that says nothing. Throws MODEL_FAILED for a failure. */
  finish(word: unknown): void;
  refuse(): void;
  /** The provider has said that nothing more comes. */
  terminate(): void;
  flag(name: string): void;
  /** What was held of the text and of the counts of calls; called once, before the end. */
  flush(): readonly ModelPart[];
  /** Whether any text for the reader has come. */
  readonly hasText: boolean;
  /** Whether any text or call has come. */
  readonly hasContent: boolean;
  /** Whether the provider has said why the turn ended. */
  readonly isFinished: boolean;
  /** Whether the provider has said that nothing more comes. */
  readonly isTerminated: boolean;
  /** Throws MODEL_FAILED when the turn did not end cleanly. Called once. */
  end(): ModelTurn;
}

export function createTurnBuilder({ tools, earlierIds, limits }: TurnOptions): TurnBuilder {
  const flags = new Set<string>();
  const flag = (name: string): void => {
    flags.add(name);
  };
  const names = createToolNames(tools);
  const calls = createCallSlots({ tools: names, limits, flag });
  const progress = createCallProgress(calls.slots, names);
  const pairs = { text: createWholePairs(), reasoning: createWholePairs() };
  let text = '';
  let hasText = false;
  let chars = 0;
  let usage: ModelUsage = {};
  let ending: Exclude<Ending, 'failed'> | undefined;
  let isTerminated = false;

  const spend = (count: number): void => {
    chars += count;
    if (chars > limits.max_answer_chars) {
      throw new KernelError('LIMIT_REACHED', `the model wrote more than ${limits.max_answer_chars} characters`, {
        details: { kind: 'answer_too_long' },
      });
    }
  };

  const pass = (type: 'text' | 'reasoning', piece: unknown): readonly ModelPart[] => {
    if (typeof piece !== 'string' || piece === '') {
      return [];
    }
    spend(piece.length);
    hasText ||= type === 'text';
    return part(type, pairs[type].add(piece));
  };

  const part = (type: 'text' | 'reasoning', whole: string): readonly ModelPart[] => {
    text += type === 'text' ? whole : '';
    return whole === '' ? [] : [{ type, text: whole }];
  };

  return {
    flag,
    text: (piece) => pass('text', piece),
    reasoning: (piece) => pass('reasoning', piece),
    call(wire) {
      spend(lengthOf(wire.arguments));
      return progress.grown(calls.add(wire));
    },
    wholeCall(wire) {
      spend(lengthOf(wire.arguments));
      return progress.whole(calls.addWhole(wire));
    },
    itemCall(key, wire) {
      spend(lengthOf(wire.arguments));
      return progress.grown(calls.addTo(key, wire));
    },
    settleCall(key, wire) {
      spend(Math.max(0, lengthOf(wire.arguments) - calls.charsOf(key)));
      return progress.whole(calls.settle(key, wire));
    },
    usage(counts) {
      const merged = mergeUsage(usage, counts);
      const isNews = merged.input_tokens !== usage.input_tokens || merged.output_tokens !== usage.output_tokens;
      usage = merged;
      return isNews ? [{ type: 'usage', usage }] : [];
    },
    finish(word) {
      const next = readEnding(word);
      if (next === 'failed') {
        throw turnFailure('provider_error', 'the model provider broke the answer off with an error');
      }
      // Whatever says that something is missing stays.
      ending = next === undefined || isCut(ending) ? ending : next;
    },
    refuse() {
      ending = 'refusal';
    },
    terminate() {
      isTerminated = true;
    },
    flush: () => [...part('reasoning', pairs.reasoning.end()), ...part('text', pairs.text.end()), ...progress.rest()],
    get hasText() {
      return hasText;
    },
    get hasContent() {
      return chars > 0 || calls.slots.length > 0;
    },
    get isFinished() {
      return ending !== undefined;
    },
    get isTerminated() {
      return isTerminated;
    },
    end() {
      if (ending === undefined && !isTerminated) {
        throw turnFailure('stream_interrupted', 'the answer of the model ended before it was complete');
      }
      if (ending === 'tool_calls' && calls.slots.length === 0) {
        throw turnFailure('empty_tool_calls', 'the model announced tool calls and sent none');
      }
      noteEnding(ending, flag);
      if (tools.length > 0 && mayHoldCall(text)) {
        flag('text_tool_call');
      }
      const closed = closeCalls(calls.slots, {
        tools: names,
        takenIds: new Set(earlierIds),
        maxCalls: limits.max_calls,
        isCut: isCut(ending),
        flag,
      });
      return {
        finish_reason: reasonOf(ending, calls.slots.length > 0),
        text,
        ...closed,
        usage,
        usage_status: statusOf(usage),
        flags: [...flags],
      };
    },
  };
}

export function turnFailure(kind: ModelFailureKind, message: string): KernelError {
  return new KernelError('MODEL_FAILED', message, { details: { kind } });
}

function lengthOf(given: unknown): number {
  return typeof given === 'string' ? given.length : 0;
}

/** Calls of such a turn may have lost their end, or the list of them its last. Nothing is known of an unknown word. */
function isCut(ending: Ending | undefined): boolean {
  return ending !== undefined && ending !== 'stop' && ending !== 'tool_calls';
}

function noteEnding(ending: Ending | undefined, flag: (name: string) => void): void {
  if (ending === undefined) {
    flag('missing_finish_reason');
  } else if (ending === 'unknown') {
    flag('unknown_finish_reason');
  }
}

function reasonOf(ending: Exclude<Ending, 'failed'> | undefined, hasCalls: boolean): FinishReason {
  if (ending === undefined || ending === 'stop' || ending === 'tool_calls') {
    return hasCalls ? 'tool_calls' : 'stop';
  }
  return ending === 'unknown' ? 'stop' : ending;
}

function mergeUsage(before: ModelUsage, { input_tokens: input, output_tokens: output }: ModelUsage): ModelUsage {
  return {
    ...before,
    ...(input === undefined || (input === 0 && before.input_tokens !== undefined) ? {} : { input_tokens: input }),
    ...(output === undefined || (output === 0 && before.output_tokens !== undefined) ? {} : { output_tokens: output }),
  };
}

function statusOf({ input_tokens: input, output_tokens: output }: ModelUsage): UsageStatus {
  if (input === undefined && output === undefined) {
    return 'missing';
  }
  return input === undefined || output === undefined ? 'partial' : 'reported';
}
