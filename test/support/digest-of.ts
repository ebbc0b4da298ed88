import { readFileSync } from 'node:fs';
import { createDigest, type Kept } from '../../src/firewall/texts/digest.js';

/** What is kept of a text that needs no redaction. */
export function digestOf(texts: readonly string[]): Kept {
  const digest = createDigest({ maxTokens: 4000, redact: (text) => text });
  texts.forEach((line, row) => {
    digest.add({ row, channel: 'text', text: line, rawChars: line.length + 1, rawStart: 0, rawEnd: 0 });
  });
  digest.end();
  return digest.kept();
}

/** The output of a tool, recorded in `fixtures/texts`. */
export function recordedText(name: string): string {
  return readFileSync(new URL(`../../fixtures/texts/${name}.txt`, import.meta.url), 'utf8');
}

export function recordedLines(name: string): readonly string[] {
  return recordedText(name).trimEnd().split('\n');
}
