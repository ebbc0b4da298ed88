import type { RedactedText } from '../find/redactor.js';
import type { ColumnAnswer } from '../people/column-memory.js';

const MAILBOX = /^(?:from|to|cc|bcc|sender|reply_?to|authors?|maintainers?)$/i;
const ADDRESS = ' <';
/** What the redactor knows to stand before the name of a person and an address. */
const HEADER = 'From: ';

/** Whether a member of this name holds names with their addresses: `Jane Doe <jane@example.com>`. */
export function isMailboxKey(name: string): boolean {
  return MAILBOX.test(name);
}

/** Redacts such texts as they would be behind the name of their header, and others as before. */
export function createMailboxes(
  redact: ColumnAnswer<RedactedText>,
  others: ColumnAnswer<RedactedText>,
): ColumnAnswer<RedactedText> {
  return (text) => {
    if (!text.includes(ADDRESS)) {
      return others(text);
    }
    const redacted = redact(`${HEADER}${text}`);
    return redacted === undefined ? undefined : { ...redacted, text: redacted.text.slice(HEADER.length) };
  };
}
