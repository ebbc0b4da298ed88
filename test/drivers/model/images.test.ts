import { describe, expect, test } from 'vitest';
import type { ContentPart, ModelMessage } from '../../../src/contract/model.js';
import { PROVIDERS } from '../../../src/drivers/model/providers.js';

const DATA = 'data:image/png;base64,iVBORw0KGgo=';
const URL_ = 'https://example.org/cat.png';
const image = (url: string, detail?: 'low'): ContentPart => ({
  type: 'image_url',
  image_url: { url, ...(detail === undefined ? {} : { detail }) },
});
const said = (...content: readonly ContentPart[]): readonly ModelMessage[] => [{ role: 'user', content }];
const bodyOf = (provider: keyof typeof PROVIDERS, messages: readonly ModelMessage[]) =>
  PROVIDERS[provider].body({ model: 'm', messages }, 'example.org');

const MESSAGES = said({ type: 'text', text: 'What is this?' }, image(DATA), image(URL_, 'low'));

describe('images in what a user says', () => {
  test('openai', () => {
    expect(bodyOf('openai', MESSAGES)).toMatchObject({
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is this?' },
            { type: 'image_url', image_url: { url: DATA } },
            { type: 'image_url', image_url: { url: URL_, detail: 'low' } },
          ],
        },
      ],
    });
  });

  test('openai-responses', () => {
    expect(bodyOf('openai-responses', MESSAGES)).toMatchObject({
      input: [
        {
          type: 'message',
          role: 'user',
          content: [
            { type: 'input_text', text: 'What is this?' },
            { type: 'input_image', image_url: DATA, detail: 'auto' },
            { type: 'input_image', image_url: URL_, detail: 'low' },
          ],
        },
      ],
    });
  });

  test('anthropic', () => {
    expect(bodyOf('anthropic', MESSAGES)).toMatchObject({
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is this?' },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } },
            { type: 'image', source: { type: 'url', url: URL_ } },
          ],
        },
      ],
    });
  });

  test('ollama takes them as data only', () => {
    const texts = [
      { type: 'text', text: 'What' },
      { type: 'text', text: 'is it?' },
    ] as const;
    expect(bodyOf('ollama', said(texts[0], image(DATA), texts[1]))).toMatchObject({
      messages: [{ role: 'user', content: 'What\nis it?', images: ['iVBORw0KGgo='] }],
    });
    expect(() => bodyOf('ollama', [{ role: 'system', content: 'x' }, ...MESSAGES])).toThrow(
      expect.objectContaining({
        code: 'USAGE',
        message: expect.stringContaining('messages[1].content[2].image_url.url: expected data:image'),
      }),
    );
  });
});
