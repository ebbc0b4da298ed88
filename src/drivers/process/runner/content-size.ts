import type { RunnerChunk } from '../../../contract/runner.js';

/** Objects are measured once; what they hold does not change any more. */
const sizes = new WeakMap<object, number>();

/** About how many bytes something took on the wire. */
export function contentSize(content: unknown): number {
  if (typeof content === 'string') {
    return content.length;
  }
  if (typeof content !== 'object' || content === null) {
    return content === undefined ? 0 : 8;
  }
  const known = sizes.get(content);
  if (known !== undefined) {
    return known;
  }
  const size = jsonLength(content);
  sizes.set(content, size);
  return size;
}

/** About how many bytes a chunk took: whatever a runner fills counts. */
export function chunkSize({ kind, content, metadata }: RunnerChunk): number {
  return kind.length + contentSize(content) + contentSize(metadata);
}

/** What a tool of the host gives need not be JSON, and what a runner sends may be too deep to be written. */
function jsonLength(content: object): number {
  try {
    return JSON.stringify(content)?.length ?? 0;
  } catch {
    return countedLength(content);
  }
}

const MEMBER_BYTES = 8;

function countedLength(content: object): number {
  const seen = new Set<unknown>();
  const left: unknown[] = [content];
  let size = 0;
  while (left.length > 0) {
    const value = left.pop();
    size += typeof value === 'string' ? value.length : MEMBER_BYTES;
    if (typeof value !== 'object' || value === null || seen.has(value)) {
      continue;
    }
    seen.add(value);
    for (const [name, member] of Object.entries(value)) {
      size += name.length;
      left.push(member);
    }
  }
  return size;
}
