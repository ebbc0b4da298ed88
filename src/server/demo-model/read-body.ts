import type { IncomingMessage } from 'node:http';

/** As long as a session with a long history may be. */
const MAX_BODY_BYTES = 32 * 1024 * 1024;

/** Why a request is not answered: the status and what is said of it. */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The JSON of a request. Throws a Refusal. */
export async function readBody(incoming: IncomingMessage): Promise<unknown> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of incoming) {
    const bytes = Buffer.from(piece);
    size += bytes.length;
    if (size > MAX_BODY_BYTES) {
      throw new Refusal(413, `a request may have ${MAX_BODY_BYTES} bytes`);
    }
    pieces.push(bytes);
  }
  try {
    return JSON.parse(Buffer.concat(pieces).toString('utf8'));
  } catch {
    throw new Refusal(400, 'the request is no JSON');
  }
}

/** A page in a browser comes from elsewhere, and a name that leads here may be anybody's. Throws a Refusal. */
export function refuseForeign({ headers: { host, origin } }: IncomingMessage): void {
  if (!isOfThisMachine(`http://${host ?? ''}`)) {
    throw new Refusal(403, 'the Host of the request is not this machine');
  }
  if (origin !== undefined && !isOfThisMachine(origin)) {
    throw new Refusal(403, 'the Origin of the request is not this machine');
  }
}

const NAMES = ['127.0.0.1', 'localhost', '[::1]'];

function isOfThisMachine(url: string): boolean {
  return URL.canParse(url) && NAMES.includes(new URL(url).hostname);
}
