import { createHash } from 'node:crypto';
import * as z from 'zod';

const partSchema = z.looseObject({
  event: z.string(),
  part: z.int().min(1),
  parts: z.int().min(1),
  digest: z.string(),
  text: z.string(),
});

export interface JoinedEvent {
  readonly type: string;
  readonly line: string;
}

/** `none`: it is no part, or not the one that is due. */
export type Joining = JoinedEvent | 'more' | 'none';

/** As much as an event that is not cut may have. */
const MOST_CHARS = 16 * 1024 * 1024;

/** Puts an event together that came in parts. */
export function createEventJoiner(): {
  readonly add: (data: unknown) => Joining;
  /** A part is gone. */
  readonly forget: () => void;
} {
  let digest = '';
  let texts: string[] = [];
  let chars = 0;
  return {
    add(data) {
      const { success, data: piece } = partSchema.safeParse(data);
      if (!success || piece.part !== (piece.part === 1 ? 1 : texts.length + 1)) {
        return 'none';
      }
      if (piece.part === 1) {
        digest = piece.digest;
        texts = [];
        chars = 0;
      }
      texts.push(piece.text);
      chars += piece.text.length;
      if (piece.digest !== digest || chars > MOST_CHARS) {
        texts = [];
        return 'none';
      }
      if (piece.part < piece.parts) {
        return 'more';
      }
      const line = texts.join('');
      texts = [];
      return createHash('sha256').update(line).digest('hex') === digest ? { type: piece.event, line } : 'none';
    },
    forget() {
      texts = [];
    },
  };
}
