import { createServer, request } from 'node:http';
import { atEndOfFile } from './at-end-of-file.js';
import type { DemoModel } from './demo-model.js';

export interface RecordedModel {
  readonly origin: string;
  /** Everything that it was sent. */
  readonly sent: () => string;
}

/** Stands before a model and writes down what it is sent. */
export async function recordedModel(model: DemoModel): Promise<RecordedModel> {
  const bodies: string[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const pieces: Buffer[] = [];
    for await (const piece of incoming) {
      pieces.push(Buffer.from(piece));
    }
    const body = Buffer.concat(pieces);
    bodies.push(body.toString('utf8'));
    const { host: _, ...headers } = incoming.headers;
    const onward = request(`${model.origin}${incoming.url}`, { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    onward.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEndOfFile(() => {
    server.close();
    server.closeAllConnections();
  });
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  return { origin: `http://127.0.0.1:${port}`, sent: () => bodies.join('\n') };
}
