import { expect, test } from 'vitest';
import { createMarkdownTranscript, createTextTranscript } from '../../src/cli/output/transcript.js';
import type { SessionEntry } from '../../src/contract/session.js';

test('images are told by where they stand, and never printed', () => {
  const data = 'iVBORw0KGgo=';
  const entry = {
    seq: 1,
    turn: 1,
    at: '2026-01-01T00:00:00.000Z',
    message: {
      role: 'user',
      content: [
        { type: 'text', text: 'What is this?' },
        { type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } },
        { type: 'image_url', image_url: { url: 'https://example.org/cat.png' } },
      ],
    },
  } satisfies SessionEntry;
  for (const print of [createTextTranscript(), createMarkdownTranscript()]) {
    const text = print(entry);
    expect(text).toMatch(
      /What is this\?\n.*\[image of type image\/png\]\n.*\[image https:\/\/example\.org\/cat\.png\]\n/,
    );
    expect(text).not.toContain(data);
  }
});
