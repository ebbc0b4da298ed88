import { isMembers } from './members.js';

const NOT_TEXT = /^(?:image|audio|video|font)\b|^application\/(?!json|xml|[\w.+-]*(?:json|xml|yaml|javascript))/;

/** Whether a part of an output holds no text for a model: an image, a sound, the bytes of a file. */
export function isPicture(value: unknown): boolean {
  if (!isMembers(value)) {
    return false;
  }
  const kinds = [value['type'], value['mimeType'], value['media_type'], value['mime_type']];
  return value['isImage'] === true || kinds.some((kind) => typeof kind === 'string' && NOT_TEXT.test(kind));
}

/** Every text of an output, in order; nothing of what is no text. */
export function textsIn(output: unknown): readonly string[] {
  const texts: string[] = [];
  mapTexts(output, (text) => {
    texts.push(text);
    return text;
  });
  return texts;
}

/** The same output with other texts; whatever holds none is the very same. */
export function mapTexts(output: unknown, change: (text: string) => string): unknown {
  if (typeof output === 'string') {
    return change(output);
  }
  if (Array.isArray(output)) {
    return output.map((item) => mapTexts(item, change));
  }
  if (!isMembers(output) || isPicture(output)) {
    return output;
  }
  return Object.fromEntries(Object.entries(output).map(([name, value]) => [name, mapTexts(value, change)]));
}

/** Every part that is not a picture on its own, as deep as a host puts pictures beside texts. */
export function mapBlocks(output: unknown, change: (block: unknown) => unknown): unknown {
  if (Array.isArray(output)) {
    return output.map((block) => (isPicture(block) ? block : change(block)));
  }
  if (isMembers(output) && Array.isArray(output['content'])) {
    const { content, ...others } = output;
    const changed = change(others);
    return isMembers(changed) ? { ...output, ...changed, content: mapBlocks(content, change) } : changed;
  }
  return isPicture(output) ? output : change(output);
}
