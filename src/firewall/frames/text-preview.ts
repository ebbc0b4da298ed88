import type { TextChunk } from '../../contract/chunk.js';
import type { ResponseMode } from '../../contract/frame.js';
import type { Account } from './account.js';
import type { FinalContent } from './final-content.js';
import { isMainChannel, type PendingText } from './pending-text.js';

export interface TextPreviewParts {
  readonly text: PendingText;
  readonly account: Account;
  readonly mode: ResponseMode;
  readonly mostChars: number;
}

/** The first characters of a text, redacted. */
export interface TextPreview {
  readonly add: (chunk: TextChunk) => void;
  /** The text is longer than what could be shown of it. */
  readonly isCut: () => boolean;
  /** The text ended here; it is shown to its last character only when that is known. */
  readonly end: () => void;
  /** Characters that may be shown. */
  readonly size: () => number;
  /** About so many characters of it. */
  readonly some: (most: number) => FinalContent;
}

const NO_COUNTS: ReadonlyMap<string, number> = new Map();

export function createTextPreview({ text, account, mode, mostChars }: TextPreviewParts): TextPreview {
  let isCut = false;
  return {
    add(chunk) {
      isCut ||= text.size() >= mostChars;
      if (isCut) {
        text.pass(chunk);
      } else {
        text.push(chunk);
      }
    },
    isCut: () => isCut,
    end: text.end,
    size: () => Math.min(mostChars, text.size()),
    some(most) {
      const piece = text.excerpt(most);
      if (piece === undefined) {
        return { mode, shownRows: 0, shownChars: 0, redactions: NO_COUNTS };
      }
      const { text: shown, channel, rawChars, redactions } = piece;
      return {
        mode,
        phase: rawChars < account.chars() ? 2 : 1,
        ...(channel === undefined || isMainChannel(channel) ? {} : { channel }),
        text: shown,
        shownRows: 0,
        shownChars: rawChars,
        redactions,
      };
    },
  };
}
