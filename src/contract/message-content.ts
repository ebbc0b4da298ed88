import type { ContentPart } from './model.js';

/** Of one image as `data:`. */
export const MOST_IMAGE_CHARS = 20 * 1024 ** 2;

export interface DataImage {
  readonly mediaType: string;
  /** Base64. */
  readonly data: string;
}

const START = /^data:(image\/[a-z0-9.+-]{1,40});base64,/i;

/** An image that a URL holds; undefined for any other URL, and for data that may be a text. */
export function dataImage(url: string): DataImage | undefined {
  const [start = '', mediaType = ''] = START.exec(url.slice(0, 80)) ?? [];
  const data = url.slice(start.length);
  const isImage = start !== '' && data.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(data);
  return isImage ? { mediaType: mediaType.toLowerCase(), data } : undefined;
}

/** What a user says, as parts. */
export function contentParts(content: string | readonly ContentPart[]): readonly ContentPart[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

export function contentChars(content: string | readonly ContentPart[]): number {
  return typeof content === 'string'
    ? content.length
    : content.reduce((chars, part) => chars + (part.type === 'text' ? part.text : part.image_url.url).length, 0);
}

/** To be read by a person: the texts, and where an image stands. */
export function contentText(content: string | readonly ContentPart[]): string {
  return contentParts(content)
    .map((part) => (part.type === 'text' ? part.text : imageText(part.image_url.url)))
    .join('\n');
}

function imageText(url: string): string {
  const image = dataImage(url);
  return image === undefined ? `[image ${url}]` : `[image of type ${image.mediaType}]`;
}
