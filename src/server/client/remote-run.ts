import { KernelError } from '../../contract/errors.js';
import type { RunResult, StreamRun } from '../../contract/stream-run.js';
import type { TextOfParts } from '../../streams/run-texts.js';
import { createStreamRun, type RunControl } from '../../streams/stream-run.js';
import type { Asking, Connection } from './connection.js';
import { lost } from './problems.js';
import { createRunEvents, type RunEvent, type RunEvents } from './run-events.js';

export interface RemoteRunOptions<Part, Result extends RunResult, Usage> {
  readonly connection: Connection;
  /** The request that begins it, whose answer is its events. */
  readonly begin: Asking;
  readonly signal?: AbortSignal | undefined;
  /** Ends it after the step that is under way. */
  readonly stopSignal?: AbortSignal | undefined;
  /** The name of the events that hold its parts. */
  readonly event: 'frame' | 'part';
  readonly partOf: (event: RunEvent) => Part;
  readonly usage: () => Usage;
  readonly texts: TextOfParts<Part>;
  /** The result that the terminal event tells. */
  readonly endOf: (data: RunEvent['data']) => Result;
  readonly failed: (error: unknown) => Result;
  /** Told what a person should know, such as that a part of the stream is gone. */
  readonly onWarning: (text: string) => void;
}

/** How long a cancelled run is given to tell its end. */
const END_MS = 10_000;

/** A run at a server, as a run here: a cancel reaches its work, and it ends as it ended there. */
export function createRemoteRun<Part, Result extends RunResult, Usage>(
  options: RemoteRunOptions<Part, Result, Usage>,
): StreamRun<Part, Result, Usage> {
  const { usage, texts, failed, signal } = options;
  return createStreamRun<Part, Result, Usage>({
    runId: '',
    ...(signal === undefined ? {} : { signal }),
    usage,
    texts,
    failed,
    start: (control) => story(options, control),
  });
}

async function* story<Part, Result extends RunResult, Usage>(
  options: RemoteRunOptions<Part, Result, Usage>,
  control: RunControl,
): AsyncGenerator<Part, Result> {
  const { connection, begin, event: name, partOf, endOf, onWarning, stopSignal } = options;
  const leaving = new AbortController();
  const events = createRunEvents(connection, leaving.signal);
  const end = () => void cancel(events, leaving);
  const stop = () => void (events.runId() === undefined ? end() : events.cancel('step').catch(end));
  control.signal.addEventListener('abort', end, { once: true });
  stopSignal?.addEventListener('abort', stop, { once: true });
  // what was too long for the terminal event came before it
  let result: RunEvent['data'] = {};
  try {
    for await (const event of events.read(begin)) {
      noteGap(event, onWarning);
      if (event.type === name) {
        yield partOf(event);
      } else if (event.type === 'result') {
        result = event.data;
      } else if (event.type !== 'run.started' && event.type.startsWith('run.')) {
        return endOf(endWith(result, event.data));
      }
    }
    throw lost(connection.serverName, events.runId() ?? '');
  } catch (error) {
    throw control.signal.aborted || stopSignal?.aborted === true
      ? new KernelError('CANCELLED', 'the run was cancelled', { cause: error })
      : error;
  } finally {
    control.signal.removeEventListener('abort', end);
    stopSignal?.removeEventListener('abort', stop);
    leaving.abort();
  }
}

/** As it is told where it fits one event. */
function endWith(result: RunEvent['data'], { seq, run_id, status, ...rest }: RunEvent['data']): RunEvent['data'] {
  return { seq, run_id, status, ...result, ...rest };
}

/** What a run says to nobody but people. */
function noteGap({ type }: RunEvent, onWarning: (text: string) => void): void {
  if (type === 'gap') {
    onWarning('a part of the stream is gone: it was read too late');
  }
}

/** A run that has no name yet is left by its connection, which ends it too. */
async function cancel(events: RunEvents, leaving: AbortController): Promise<void> {
  if (events.runId() === undefined) {
    leaving.abort();
    return;
  }
  setTimeout(() => leaving.abort(), END_MS).unref();
  await events.cancel().catch(() => leaving.abort());
}
