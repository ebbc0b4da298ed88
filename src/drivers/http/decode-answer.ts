import type { Chunk } from '../../contract/chunk.js';
import type { HttpRequestOptions } from '../../contract/driver-options/http.js';
import { createCsvDecoder } from '../../streams/csv.js';
import { createJsonDecoder } from '../../streams/json.js';
import { createNdjsonDecoder } from '../../streams/ndjson.js';
import { recordsFromValues } from '../../streams/records.js';
import { compose, type Stage } from '../../streams/stage.js';
import { throwIfAborted } from '../cancellation.js';
import { createByteDecoder } from '../decode.js';
import type { Answer } from '../http-exchange.js';
import { describeHttpFailure } from '../http-failure.js';
import { type Allowance, limited } from './allowance.js';
import { createTranscoder } from './charset.js';
import { decompress } from './decompress.js';
import { type MediaType, readMediaType } from './media-type.js';
import { mustBeJson } from './must-be-json.js';
import { createRecordsAt } from './records-at.js';
import { createServerEvents } from './server-events.js';

/** What all answers of one call have in common. */
export interface Reading {
  readonly options: HttpRequestOptions;
  readonly wire: Allowance;
  readonly plain: Allowance;
  readonly signal: AbortSignal;
  /** Told of the bytes of each JSON answer before they are decoded. */
  readonly onJson?: (bytes: Uint8Array) => void;
}

/** The body as chunks while it comes. What came before a failure has been given out when the failure is thrown. */
export async function* decodeAnswer(answer: Answer, reading: Reading): AsyncGenerator<Chunk> {
  try {
    if (reading.options.method === 'HEAD' || answer.status === 204 || answer.status === 205) {
      yield recordsFromValues([describeHead(answer)]);
      return;
    }
    const decoder = await createAnswerDecoder(answer, reading);
    const progress = createProgress(answer);
    for await (const bytes of bodyBytes(answer, reading)) {
      throwIfAborted(reading.signal);
      yield* decoder.transform(bytes);
      yield* progress(bytes.length);
      if (decoder.hasEnded?.() === true) {
        return;
      }
    }
    yield* decoder.final();
  } catch (error) {
    throwIfAborted(reading.signal);
    throw describeHttpFailure(error);
  }
}

/** The body without its compression, within its limits. */
export function bodyBytes(answer: Answer, { wire, plain }: Reading): AsyncIterable<Uint8Array> {
  const sent = limited(answer.body(), wire);
  const encoding = answer.headers.get('content-encoding') ?? '';
  return encoding === '' ? sent : decompress(sent, encoding, plain);
}

const HEAD_FIELDS = ['content-type', 'content-length', 'last-modified', 'etag'] as const;

/** For answers that have no body, so that a caller sees that there was one. */
function describeHead({ status, headers }: Answer): Readonly<Record<string, unknown>> {
  const fields = HEAD_FIELDS.map((name) => [name.replaceAll('-', '_'), headers.get(name)] as const);
  return { status, ...Object.fromEntries(fields.filter(([, value]) => value !== undefined)) };
}

const PROGRESS_BYTES = 1024 ** 2;

/** Tells now and then how far a long answer has come; of how much, where its head says so. */
function createProgress({ headers }: Answer): (bytes: number) => readonly Chunk[] {
  const length = headers.has('content-encoding') ? Number.NaN : Number(headers.get('content-length') ?? Number.NaN);
  let done = 0;
  let next = PROGRESS_BYTES;
  return (bytes) => {
    done += bytes;
    if (done < next) {
      return [];
    }
    next = done + PROGRESS_BYTES;
    return [{ type: 'progress', done, ...(Number.isSafeInteger(length) ? { total: length } : {}) }];
  };
}

interface AnswerDecoder extends Stage<Uint8Array, Chunk> {
  readonly hasEnded?: () => boolean;
}

async function createAnswerDecoder({ headers }: Answer, { options, onJson }: Reading): Promise<AnswerDecoder> {
  const type = readMediaType(headers.get('content-type') ?? '');
  const looksInside = options.records_at !== undefined || onJson !== undefined;
  const named = options.format === undefined || options.format === 'auto' ? type.format : options.format;
  const format = looksInside ? 'json' : named;
  if (format === 'sse') {
    return createServerEvents();
  }
  const transcoder = createTranscoder(type.charset);
  const decoder = createTextualDecoder(format, type, { options, onJson });
  return transcoder === undefined ? decoder : compose(transcoder, decoder);
}

function createTextualDecoder(
  format: Exclude<MediaType['format'], 'sse'>,
  { isTabbed }: MediaType,
  { options, onJson }: Pick<Reading, 'options'> & { readonly onJson: Reading['onJson'] },
): Stage<Uint8Array, Chunk> {
  switch (format) {
    case 'json':
      return createJsonReader(options.records_at, onJson);
    case 'ndjson':
      return mustBeJson(createNdjsonDecoder());
    case 'csv':
      return createCsvDecoder(isTabbed ? { delimiter: '\t' } : {});
    default:
      return createByteDecoder({ format, channel: 'body' });
  }
}

function createJsonReader(at: string | undefined, onJson: Reading['onJson']): Stage<Uint8Array, Chunk> {
  const decoder = at === undefined ? mustBeJson(createJsonDecoder()) : createRecordsAt(at.split('.'));
  return {
    transform(bytes) {
      onJson?.(bytes);
      return decoder.transform(bytes);
    },
    final: () => decoder.final(),
  };
}
