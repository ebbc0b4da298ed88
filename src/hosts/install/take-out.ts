import type { HostPart } from './host-parts.js';
import type { TextsOfFile } from './part.js';

/** A file without any of the parts; undefined when nothing else is left in it. */
export async function takeOut(parts: readonly HostPart[], texts: TextsOfFile): Promise<string | undefined> {
  let current: string | undefined = texts.current;
  for (const { part } of parts) {
    if (current !== undefined) {
      current = await part.take({ ...texts, current });
    }
  }
  return current;
}
