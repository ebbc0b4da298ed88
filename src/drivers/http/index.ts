import type { DriverBinding } from '../../contract/capability.js';
import type { Chunk } from '../../contract/chunk.js';
import type { DriverCall } from '../../contract/driver.js';
import { httpRequestOptions } from '../../contract/driver-options/http.js';
import { KernelError } from '../../contract/errors.js';
import { throwIfAborted, whenAborted } from '../cancellation.js';
import { createDispatchers, type Dispatchers, type HttpHost } from '../dispatchers.js';
import type { StreamingDriver } from '../streaming-driver.js';
import { buildRequest } from './http-request.js';
import { readPages } from './read-pages.js';
import { readSettings } from './settings.js';

/**
 * Sends HTTP requests and streams their answers. Read as it is asked for: a reader who waits makes the server wait.
 * Addresses are checked when they are connected to. Connections are kept until the driver is closed.
 */
export function createHttpDriver(host: HttpHost): StreamingDriver {
  const dispatchers = createDispatchers(host);
  return {
    driver_id: 'http',
    executeStream: (call) => run(call, dispatchers),
    streamedArguments,
    close: dispatchers.close,
  };
}

function streamedArguments({ options }: DriverBinding): readonly string[] {
  const parsed = httpRequestOptions().safeParse(options ?? {});
  const name = parsed.data?.body?.argument;
  return name === undefined ? [] : [name];
}

async function* run(call: DriverCall, dispatchers: Dispatchers): AsyncGenerator<Chunk> {
  throwIfAborted(call.signal);
  const settings = readSettings(call);
  const request = buildRequest(settings.options, call);
  const deadline = startDeadline(call.signal, settings.totalMs);
  try {
    yield* readPages(request, settings, { dispatchers, signal: deadline.signal });
  } finally {
    deadline.stop();
  }
}

interface Deadline {
  readonly signal: AbortSignal;
  readonly stop: () => void;
}

/** Aborts with the call, or after a time that counts from now. */
function startDeadline(outer: AbortSignal, totalMs: number | undefined): Deadline {
  const controller = new AbortController();
  const release = whenAborted(outer, () => controller.abort(outer.reason));
  const late = (): void =>
    controller.abort(
      new KernelError('TIMEOUT', 'the HTTP request was not answered completely in its time', {
        hint: 'timeouts.total_ms in the capability says how long it may take',
      }),
    );
  const timer = totalMs === undefined ? undefined : setTimeout(late, totalMs);
  return {
    signal: controller.signal,
    stop() {
      release();
      clearTimeout(timer);
    },
  };
}
