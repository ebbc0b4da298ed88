import type { Members } from './event.js';
import { isMembers } from './members.js';

const NOT_TEXT = /^(?:image|audio|video|font|base64)\b|^application\/(?!json|xml|[\w.+-]*(?:json|xml|yaml|javascript))/;
const BYTES = /^(?:data|base64|blob|bytes|stdout)$/;
const BASE64 = /^(?:data:[\w.+/-]+;base64,)?[A-Za-z0-9+/_\s-]{32,}={0,2}\s*$/;

/** Whether a part of an output says that it is an image, a sound or the bytes of a file. */
function isPicture(value: Members): boolean {
  const kinds = [value['type'], value['mimeType'], value['media_type'], value['mime_type']];
  return value['isImage'] === true || kinds.some((kind) => typeof kind === 'string' && NOT_TEXT.test(kind));
}

/** Of a picture, the bytes of it and nothing else: a record may call itself an image and hold a password beside. */
function isBytes(name: string, value: unknown): boolean {
  const isWhole = name !== 'stdout' || (typeof value === 'string' && value.startsWith('data:'));
  return BYTES.test(name) && typeof value === 'string' && BASE64.test(value) && isWhole;
}

/** Every text of an output, in order; not the bytes of pictures. */
export function textsIn(output: unknown): readonly string[] {
  const texts: string[] = [];
  mapTexts(output, (text) => {
    texts.push(text);
    return text;
  });
  return texts;
}

/** The same output with other texts. */
export function mapTexts(output: unknown, change: (text: string) => string): unknown {
  if (typeof output === 'string') {
    return change(output);
  }
  if (Array.isArray(output)) {
    return output.map((item) => mapTexts(item, change));
  }
  if (!isMembers(output)) {
    return output;
  }
  const isOfPicture = isPicture(output);
  return Object.fromEntries(
    Object.entries(output).map(([name, value]) => [
      name,
      isOfPicture && isBytes(name, value) ? value : mapTexts(value, change),
    ]),
  );
}

/** The same output with other texts in each list of blocks: a model reads what its blocks say as one text. */
export function mapTextBlocks(output: unknown, change: (texts: readonly string[]) => readonly string[]): unknown {
  if (Array.isArray(output)) {
    const texts = output.flatMap((item) => blockText(item) ?? []);
    const changed = texts.length > 1 ? change(texts).values() : texts.values();
    return output.map((item) =>
      blockText(item) === undefined ? mapTextBlocks(item, change) : { ...item, text: changed.next().value },
    );
  }
  return isMembers(output)
    ? Object.fromEntries(Object.entries(output).map(([name, value]) => [name, mapTextBlocks(value, change)]))
    : output;
}

/** `{"type": "text", "text": …}`, and the parts of Gemini without a type. */
function blockText(item: unknown): string | undefined {
  const { type = 'text', text } = isMembers(item) ? item : {};
  return type === 'text' && typeof text === 'string' ? text : undefined;
}

/** The names of all members: under a name that a tool has made up there may stand anything. */
export function memberNamesIn(output: unknown): readonly string[] {
  if (Array.isArray(output)) {
    return output.flatMap(memberNamesIn);
  }
  return isMembers(output) ? [...Object.keys(output), ...Object.values(output).flatMap(memberNamesIn)] : [];
}

/** The texts of each list that holds nothing else, such as the lines of a patch; one alone is no list. */
export function listsIn(output: unknown): readonly (readonly string[])[] {
  if (Array.isArray(output) && output.length > 1 && output.every((item) => typeof item === 'string')) {
    return [output];
  }
  return typeof output === 'object' && output !== null ? Object.values(output).flatMap(listsIn) : [];
}

/** What no redactor goes down to is not shown. */
const DEEPEST = 64;
const TOO_DEEP = '[akernel] withheld: nested too deeply';

/** The output itself, or one in which what is nested too deeply is replaced by words. */
export function withoutDepths(output: unknown, depth = 0): unknown {
  if (typeof output !== 'object' || output === null) {
    return output;
  }
  if (depth >= DEEPEST) {
    return TOO_DEEP;
  }
  const names = Object.keys(output);
  const before = Object.values(output);
  const after = before.map((value) => withoutDepths(value, depth + 1));
  if (after.every((value, index) => value === before[index])) {
    return output;
  }
  return Array.isArray(output) ? after : Object.fromEntries(names.map((name, index) => [name, after[index]]));
}

/** Every part of an output as a whole, without the bytes of pictures in it. */
export async function mapBlocks(output: unknown, change: (block: unknown) => Promise<unknown>): Promise<unknown> {
  if (Array.isArray(output) && output.some(holdsPicture)) {
    return Promise.all(output.map((block) => mapBlocks(block, change)));
  }
  if (!isMembers(output) || !holdsPicture(output)) {
    return change(output);
  }
  const isApart = (name: string, value: unknown): boolean =>
    holdsPicture(value) || (isPicture(output) && isBytes(name, value));
  const apart = Object.entries(output).filter(([name, value]) => isApart(name, value));
  const others = Object.entries(output).filter(([name, value]) => !isApart(name, value));
  const changed = await change(Object.fromEntries(others));
  const kept = await Promise.all(
    apart.map(async ([name, value]) => [name, typeof value === 'string' ? value : await mapBlocks(value, change)]),
  );
  // Not laid over the members that were: a name can be a secret too.
  return isMembers(changed) ? { ...changed, ...Object.fromEntries(kept) } : changed;
}

function holdsPicture(value: unknown): boolean {
  if (Array.isArray(value)) {
    return value.some(holdsPicture);
  }
  return isMembers(value) && (isPicture(value) || Object.values(value).some(holdsPicture));
}
