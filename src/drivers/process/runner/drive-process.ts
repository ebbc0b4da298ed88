import type { FromRunner, RunnerPartBody, RunnerSpec } from '../../../contract/runner.js';
import type { Stopwatch } from '../time-limits.js';
import { partOfChunk } from './chunk-part.js';
import { type Incoming, isUnread } from './inbox.js';
import type { JunkLimit } from './junk-limit.js';
import { answerPermission } from './permission.js';
import type { RunEnding } from './run-ending.js';
import type { RunState } from './run-state.js';
import type { RunnerProcess } from './runner-process.js';
import { createToolCalls, type ToolCalls } from './tool-calls.js';

export type ExitMessage = Extract<FromRunner, { readonly op: 'exit' }>;

export interface Drive {
  readonly process: RunnerProcess;
  /** What came before `ready`. */
  readonly before: readonly Incoming[];
  readonly spec: Pick<RunnerSpec, 'tools' | 'onPermission'>;
  readonly state: RunState;
  readonly ending: RunEnding;
  readonly watch: Stopwatch;
  readonly junk: JunkLimit;
}

/** Reads one runner process to the end of its output, and serves it; gives its `exit`, if there was one. */
export async function* driveProcess(drive: Drive): AsyncGenerator<RunnerPartBody, ExitMessage | undefined> {
  const { process, ending } = drive;
  const over = new AbortController();
  const end = (): void => over.abort();
  const stop = (): void => {
    end();
    process.ladder.start();
  };
  ending.signal.addEventListener('abort', stop, { once: true });
  void process.exited.then(() => {
    ending.decided();
    end();
  });
  if (ending.signal.aborted) {
    stop();
  }
  const tools = createToolCalls({ tools: drive.spec.tools ?? {}, send: process.outbox.send, signal: over.signal });
  try {
    for (const incoming of drive.before) {
      yield* noteUnread(incoming, drive);
    }
    return yield* readMessages(drive, tools);
  } finally {
    ending.signal.removeEventListener('abort', stop);
    end();
  }
}

async function* readMessages(drive: Drive, tools: ToolCalls): AsyncGenerator<RunnerPartBody, ExitMessage | undefined> {
  let exit: ExitMessage | undefined;
  do {
    yield* drain(tools);
    for (let incoming = next(drive, tools); incoming !== undefined; incoming = next(drive, tools)) {
      if (exit === undefined) {
        exit = lastWord(incoming, drive);
        yield* handle(incoming, drive, tools);
        yield* drain(tools);
      } else {
        yield* noteLate(incoming, drive);
      }
      if (isOverLimit(drive)) {
        drive.process.discard();
        return exit;
      }
    }
  } while (tools.hasParts() || (await news(drive, tools)));
  return exit;
}

/** Of a runner that went over a limit nothing more is read, also behind its `exit`; it may still write. */
function isOverLimit({ ending, junk }: Drive): boolean {
  return ending.cause()?.status === 'limit' || junk.excess() !== undefined;
}

/** After its `exit` a runner has nothing more to say: what it writes is counted. */
function* noteLate(incoming: Incoming, drive: Drive): Generator<RunnerPartBody> {
  drive.junk.noteLate(incoming);
  if (incoming.op === 'chunk') {
    drive.state.counts.late += 1;
  } else if (isUnread(incoming)) {
    yield* noteUnread(incoming, drive);
  }
}

function* drain(tools: ToolCalls): Generator<RunnerPartBody> {
  for (let part = tools.take(); part !== undefined; part = tools.take()) {
    yield part;
  }
}

/** A runner that goes on living after its `exit` is made to end. */
function lastWord(incoming: Incoming, { ending, process }: Drive): ExitMessage | undefined {
  if (incoming.op !== 'exit') {
    return undefined;
  }
  ending.decided();
  process.ladder.start();
  return incoming;
}

function next(drive: Drive, tools: ToolCalls): Incoming | undefined {
  return mustWait(drive, tools) ? undefined : drive.process.inbox.take();
}

/** Waits for messages or for a tool; false when the output has ended. */
async function news(drive: Drive, tools: ToolCalls): Promise<boolean> {
  const { process, watch } = drive;
  if (mustWait(drive, tools)) {
    await Promise.race([tools.changed(), process.exited]);
    return true;
  }
  // While a tool runs it is not the runner that is silent.
  if (!tools.areRunning()) {
    watch.waitBegins();
  }
  const isMore = await Promise.race([process.inbox.more(), tools.changed().then(() => true)]);
  watch.waitEnds();
  return isMore;
}

function mustWait({ process }: Drive, tools: ToolCalls): boolean {
  return tools.areFull() && !process.hasExited();
}

function* handle(incoming: Incoming, drive: Drive, tools: ToolCalls): Generator<RunnerPartBody> {
  const { state, process, spec, junk, ending } = drive;
  junk.note(incoming);
  const error = junk.excess();
  if (error !== undefined) {
    ending.ask({ status: 'limit', reason: 'too many lines that are no messages', error });
  }
  switch (incoming.op) {
    case 'chunk': {
      const { op: _, ...chunk } = incoming;
      state.keepChunk(chunk);
      yield partOfChunk(chunk);
      return;
    }
    case 'iteration_start':
      state.step = incoming.iter ?? (state.step ?? 0) + 1;
      yield { type: 'start-step' };
      return;
    case 'iteration_done':
      yield* charge(state, [
        ['tokens', incoming.tokens],
        ['cost_micro', incoming.cost_micro],
      ]);
      yield { type: 'finish-step' };
      return;
    case 'charge':
      yield* charge(state, [[incoming.dim, incoming.amount]]);
      return;
    case 'log':
      yield { type: 'log', level: incoming.level, message: incoming.msg };
      return;
    case 'tool_call':
      state.counts.toolCalls += 1;
      tools.begin(incoming);
      return;
    case 'permission_request':
      tools.alongside((signal) =>
        answerPermission(incoming, { ask: spec.onPermission, send: process.outbox.send, signal }),
      );
      return;
    case 'exit':
      return;
    default:
      yield* noteUnread(incoming, drive);
  }
}

function* charge({ charges }: RunState, amounts: readonly (readonly [unknown, unknown])[]): Generator<RunnerPartBody> {
  const isCharged = amounts.map(([dimension, amount]) => charges.charge(dimension, amount)).includes(true);
  if (isCharged) {
    yield { type: 'usage', charged: charges.charged() };
  }
  const breach = charges.takeBreach();
  if (breach !== undefined) {
    yield { type: 'breach', ...breach };
  }
}

/** Lines that say nothing this supervisor understands: the run goes on, unless there are too many of them. */
function* noteUnread(incoming: Incoming, { state }: Drive): Generator<RunnerPartBody> {
  const { counts } = state;
  if (incoming.op === 'oversized') {
    counts.oversized += 1;
    counts.oversizedBytes += incoming.bytes;
    yield { type: 'log', level: 'warning', message: 'a line over the size limit was dropped' };
  } else if (incoming.op === 'malformed') {
    counts.malformed += 1;
    yield { type: 'log', level: 'warning', message: 'a line that is no message was skipped' };
  } else if (incoming.op === 'blank') {
    counts.blank += 1;
  } else {
    counts.unknown += 1;
  }
}
