import * as z from 'zod';
import { didYouMean, nearestNames } from '../did-you-mean.js';
import { dataImage, MOST_IMAGE_CHARS } from '../message-content.js';

const MOST_PARTS = 256;
const MOST_URL_CHARS = 8192;

interface Mistake {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** What a user says: a text, or parts. A mistake is told where it is. */
export const userContent = z.unknown().superRefine((content, context) => {
  const mistake = mistakeIn(content);
  if (mistake !== undefined) {
    context.addIssue({ code: 'custom', path: [...mistake.path], message: mistake.message });
  }
});

function mistakeIn(content: unknown): Mistake | undefined {
  if (typeof content === 'string') {
    return undefined;
  }
  if (!Array.isArray(content) || content.length === 0 || content.length > MOST_PARTS) {
    return { path: [], message: `expected a text, or a list of 1 to ${MOST_PARTS} parts` };
  }
  const found = content.map(mistakeInPart);
  const index = found.findIndex((mistake) => mistake !== undefined);
  return at(index, found[index]);
}

function mistakeInPart(part: unknown): Mistake | undefined {
  const { type, text, image_url: image } = membersOf(part);
  switch (type) {
    case 'text':
      return unknownIn(part, ['type', 'text']) ?? at('text', typeof text === 'string' ? undefined : expected('a text'));
    case 'image_url':
      return unknownIn(part, ['type', 'image_url']) ?? at('image_url', mistakeInImage(image));
    default:
      return typeof part === 'object' && part !== null
        ? { path: ['type'], message: 'expected "text" or "image_url"' }
        : expected('a part, {"type":"text",…} or {"type":"image_url",…}');
  }
}

const DETAILS: readonly unknown[] = [undefined, 'auto', 'low', 'high'];

function mistakeInImage(image: unknown): Mistake | undefined {
  const { url, detail } = membersOf(image);
  if (typeof image !== 'object' || image === null) {
    return expected('an object with a url');
  }
  const isDetail = DETAILS.includes(detail);
  return (
    unknownIn(image, ['url', 'detail']) ??
    at('url', mistakeInUrl(url)) ??
    at('detail', isDetail ? undefined : expected('"auto", "low" or "high"'))
  );
}

function mistakeInUrl(url: unknown): Mistake | undefined {
  if (typeof url !== 'string') {
    return expected('a text');
  }
  if (url.length > MOST_IMAGE_CHARS) {
    return { path: [], message: `the image is longer than ${MOST_IMAGE_CHARS} characters` };
  }
  const isAddress = url.length <= MOST_URL_CHARS && /^https:\/\/[^\s/]/i.test(url);
  return isAddress || dataImage(url) !== undefined
    ? undefined
    : expected(`an https URL of at most ${MOST_URL_CHARS} characters, or data:image/…;base64,…`);
}

function expected(what: string): Mistake {
  return { path: [], message: `expected ${what}` };
}

function at(step: string | number, mistake: Mistake | undefined): Mistake | undefined {
  return mistake === undefined ? undefined : { ...mistake, path: [step, ...mistake.path] };
}

function unknownIn(value: unknown, names: readonly string[]): Mistake | undefined {
  const other = Object.keys(membersOf(value)).find((name) => !names.includes(name));
  if (other === undefined) {
    return undefined;
  }
  const hint = didYouMean(nearestNames(other, names));
  return { path: [other], message: hint === undefined ? 'unknown member' : `unknown member, ${hint}` };
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
