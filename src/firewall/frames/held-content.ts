import type { FinalContent } from './final-content.js';
import { type Excerpt, isMainChannel } from './pending-text.js';

/** Text that waited for an end that came otherwise than it should. */
export function heldContent({ text, channel, rawChars, redactions }: Excerpt): FinalContent {
  const named = channel === undefined || isMainChannel(channel) ? {} : { channel };
  return { ...named, text, shownRows: 0, shownChars: rawChars, redactions };
}
