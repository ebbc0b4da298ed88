import { terminalSafe } from '../../contract/terminal-safe.js';

/** Longer text is not sent: terminals drop or choke on it. */
const MOST_BYTES = 100 * 1024;

/**
 * The sequence that puts a text on the clipboard (OSC 52), or undefined when it is too long. What a terminal would obey
 * is left out: whoever pastes it must get what they saw.
 */
export function clipboardSequence(text: string): string | undefined {
  const bytes = Buffer.from(terminalSafe(text), 'utf8');
  return bytes.length > MOST_BYTES ? undefined : `\u001b]52;c;${bytes.toString('base64')}\u0007`;
}
