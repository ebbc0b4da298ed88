import type * as z from 'zod';
import { type Mistake, refusal } from './problem.js';

export const MOST_BODY_BYTES = 1024 * 1024;

/** The whole body as text. Throws for one that is too long before it was read, is compressed, or is no UTF-8. */
export async function readBody(request: Request): Promise<string> {
  const length = request.headers.get('content-length');
  const declared = Number(length ?? 0);
  if (declared > MOST_BODY_BYTES) {
    throw tooLong();
  }
  if ((request.headers.get('content-encoding') ?? 'identity') !== 'identity') {
    throw refusal(415, 'USAGE', 'a body is sent as it is, not compressed');
  }
  try {
    // Node gives no more of a body than it was said to have, and then no stream of it has to be made.
    return length === null ? await readPieces(request) : decoded(await request.arrayBuffer());
  } catch (error) {
    throw error instanceof TypeError ? refusal(400, 'USAGE', 'the body is no UTF-8') : error;
  }
}

/** A byte order mark is no part of the text. */
function decoded(bytes: ArrayBuffer): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

/** One whose length nobody said, in which case it can be longer than it may be. */
async function readPieces(request: Request): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let bytes = 0;
  for await (const piece of request.body ?? []) {
    bytes += piece.length;
    if (bytes > MOST_BODY_BYTES) {
      throw tooLong();
    }
    text += decoder.decode(piece, { stream: true });
  }
  return text + decoder.decode();
}

function tooLong() {
  // what is left of it is not read, so that the connection cannot be used again
  return refusal(413, 'LIMIT_REACHED', `a body has at most ${MOST_BODY_BYTES} bytes`, {
    headers: { connection: 'close' },
  });
}

export function parseBody(text: string, headers: Headers): unknown {
  const type = headers.get('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw refusal(415, 'USAGE', 'a body is JSON', { hint: 'send Content-Type: application/json' });
  }
  try {
    return JSON.parse(text);
  } catch {
    throw refusal(400, 'USAGE', 'the body is no JSON');
  }
}

/** What the schema makes of it. Throws with every mistake and where it is. */
export function check<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  part: 'path' | 'query' | 'body',
): z.output<Schema> {
  const { success, data, error } = schema.safeParse(value);
  if (success) {
    return data;
  }
  const errors = error.issues.flatMap((issue): readonly Mistake[] => {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : [undefined];
    return keys.map((key) => ({
      path: [part, ...issue.path, ...(key === undefined ? [] : [key])].map(String).join('.'),
      message: key === undefined ? issue.message : 'is not known here',
    }));
  });
  const [first] = errors;
  throw refusal(400, 'USAGE', `${first?.path ?? part}: ${first?.message ?? 'is wrong'}`, {
    hint: 'GET /openapi.json describes every request',
    errors,
  });
}
