import type { Chunk } from '../../contract/chunk.js';
import { KernelError } from '../../contract/errors.js';
import { createTextDecoder } from '../../streams/text.js';
import type { Answer, HttpRequest } from '../http-exchange.js';
import { wantedDelayMs } from '../retry-delay.js';
import { createAllowance } from './allowance.js';
import { bodyBytes, decodeAnswer, type Reading } from './decode-answer.js';
import { firstPage, watchPage } from './pager.js';
import { type SendPorts, send } from './send.js';
import type { HttpSettings } from './settings.js';

const MAX_ERROR_BYTES = 64 * 1024;

/** All pages of a request as one stream; a request without pagination has one. */
export async function* readPages(
  request: HttpRequest,
  settings: HttpSettings,
  ports: SendPorts,
): AsyncGenerator<Chunk> {
  const { options, maxBytes, maxPages } = settings;
  const { pagination } = options;
  const reading: Reading = {
    options,
    wire: createAllowance(maxBytes, 'the answer'),
    plain: createAllowance(maxBytes, 'the decompressed answer'),
    signal: ports.signal,
  };
  let page: HttpRequest | undefined = pagination === undefined ? request : firstPage(request, pagination);
  for (let index = 0; page !== undefined; index += 1) {
    if (index === maxPages) {
      yield { type: 'warning', message: 'there are more pages than max_pages allows', count: 1 };
      return;
    }
    const watcher = pagination === undefined ? undefined : watchPage(pagination, index);
    const { onJson } = watcher ?? {};
    const answer = await send(page, settings, ports);
    const rows = yield* readPage(answer, onJson === undefined ? reading : { ...reading, onJson });
    page = watcher?.next({ request: page, answer, rows });
  }
}

/** Gives the number of its rows at the end. */
async function* readPage(answer: Answer, reading: Reading): AsyncGenerator<Chunk, number> {
  let rows = 0;
  try {
    for await (const chunk of readAnswer(answer, reading)) {
      rows += chunk.type === 'records' ? chunk.rows.length : 0;
      yield chunk;
    }
  } finally {
    answer.close();
  }
  return rows;
}

async function* readAnswer(answer: Answer, reading: Reading): AsyncGenerator<Chunk> {
  if (answer.status >= 200 && answer.status < 300) {
    yield* decodeAnswer(answer, reading);
    return;
  }
  if (reading.options.on_error === 'show') {
    yield* errorText(answer, reading);
  }
  throw statusFailure(answer);
}

/** The beginning of what a server says about its refusal; its end does not matter. */
async function* errorText(answer: Answer, reading: Reading): AsyncGenerator<Chunk> {
  const decoder = createTextDecoder({ channel: 'body' });
  let size = 0;
  try {
    for await (const bytes of bodyBytes(answer, reading)) {
      yield* decoder.transform(bytes.subarray(0, MAX_ERROR_BYTES - size));
      size += bytes.length;
      if (size >= MAX_ERROR_BYTES) {
        break;
      }
    }
  } catch {
    // The status says more than that its explanation was cut.
  }
  yield* decoder.final();
}

function statusFailure({ status, headers }: Answer): KernelError {
  const delayMs = wantedDelayMs(headers, Date.now());
  const hint = HINTS[status];
  return new KernelError('DRIVER_FAILED', `the server answered with status ${status}`, {
    ...(hint === undefined ? {} : { hint }),
    details: { status, ...(delayMs === undefined ? {} : { retry_after_s: Math.ceil(delayMs / 1000) }) },
  });
}

const HINTS: Readonly<Record<number, string>> = {
  401: 'check the credentials in the headers of the capability',
  403: 'check the credentials in the headers of the capability',
  404: 'check the arguments and the URL of the capability',
  429: 'too many requests: try again later',
};
