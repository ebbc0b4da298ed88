import type { ServerResponse } from 'node:http';

/** Writes a piece again and again, as long as somebody takes it; tells of each how long it was. */
export function pour(response: ServerResponse, piece: string | Buffer, onWritten: (length: number) => void): void {
  const more = (): void => {
    let hasRoom = true;
    while (hasRoom && !response.destroyed) {
      hasRoom = response.write(piece);
      onWritten(piece.length);
    }
  };
  response.on('drain', more);
  more();
}
