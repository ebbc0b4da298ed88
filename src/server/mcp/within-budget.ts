import type { TokenCounter } from '../../contract/budget.js';
import type { Gateway } from './gateway.js';

/** A part of an answer, and what may stand for it where there is no room. */
export interface Entry {
  readonly text: string;
  readonly short?: string;
}

/** What the line costs that says how many were left out. */
const LINE_TOKENS = 20;

/** As many entries as fit the budget of one answer, each on lines of its own; of the others it is said how many they are. */
export async function withinBudget(gateway: Gateway, entries: readonly Entry[]): Promise<string> {
  const { maxTokens, encoding, loadCounter } = gateway;
  const whole = entries.map(({ text }) => text).join('\n');
  // a model token is at least one byte
  if (Buffer.byteLength(whole) <= maxTokens) {
    return whole;
  }
  const counter = await loadCounter(encoding);
  const lines: string[] = [];
  let left = maxTokens - LINE_TOKENS;
  for (const { text, short = text } of entries) {
    const said = [text, short].find((form) => tokensOf(form, { counter, left }) <= left);
    if (said !== undefined) {
      lines.push(said);
      left -= tokensOf(said, { counter, left });
    }
  }
  const missing = entries.length - lines.length;
  return [...lines, ...(missing === 0 ? [] : [`[akernel] left out for length: ${missing}`])].join('\n');
}

interface Room {
  readonly counter: TokenCounter;
  readonly left: number;
}

/** No model token of these encodings has so many bytes: a longer text is not counted at all. */
const MOST_BYTES_A_TOKEN = 128;

function tokensOf(text: string, { counter, left }: Room): number {
  const line = `${text}\n`;
  return line.length > left * MOST_BYTES_A_TOKEN ? Number.POSITIVE_INFINITY : counter.count(line);
}
